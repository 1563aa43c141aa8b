"""The front desk: what every command is called with. What it does is in `commands`, where the other parts meet.

Nothing but click and its Chinese is imported at the top: a command imports what it needs inside itself (start-up time).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scraper.usage import BOOKS, COMPLETE, FORMATS, SHELLS, ChineseGroup

if TYPE_CHECKING:
    from referee.audits import Audit


Command = Callable[..., Any]


def options(*wanted: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several click options as one decorator, in the order of `--help`."""

    def decorate(command: Command) -> Command:
        for option in reversed(wanted):
            command = option(command)
        return command

    return decorate


source_options = options(
    click.option("--archive", "archive_path", metavar="DB", help="存档数据库(默认在用户数据目录)"),
    click.option("--offline", is_flag=True, help="只读存档，不上网"),
    click.option("--refresh", is_flag=True, help="全部重新抓取"),
    click.option("--cookies", metavar="FILE", help="浏览器导出的 cookies.txt(Netscape 格式)"),
    click.option("--delay", type=click.FloatRange(min=0), metavar="秒", help="两次请求之间至少隔几秒(默认 1)"),
)


def at_midnight(context: click.Context, option: click.Parameter, words: str | None) -> str | None:
    """A close told by its date alone is the beginning of that day: said aloud, most judges mean its end."""
    if words is not None and words.strip() and ":" not in words and "T" not in words.upper():
        from referee.commands.saying import complain_line

        complain_line(f"referee: 注意：--closes {words} 只写了日期，按那天 00:00 截止；要算到那天夜里，写出时刻")
    return words


def by_ending(*faces: str) -> Callable[[Command], Command]:
    """Before anything is fetched: the file to write must be named for one of `faces`, or the format be said."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def checked(**given: Any) -> Any:
            from referee.wishes import face

            face(given["format_"], given["output"], faces)
            return command(**given)

        return checked

    return decorate


report_options = options(
    click.option("--format", "format_", type=click.Choice(FORMATS), help="输出格式(默认 text)"),
    click.option("-o", "output", metavar="FILE", help="写到文件(按扩展名定格式)"),
    click.option("--judge/--public", "judge", default=False, help="法官版(含秘密) / 公开版(默认)"),
    by_ending(*FORMATS),
)


class Desk(ChineseGroup):
    """The commands; a wish the pure parts find wrong is a stop for wrong usage."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""

        from referee.commands.saying import stop
        from referee.wrong import Wrong

        try:
            return super().invoke(ctx)
        except Wrong as wrong:
            stop(wrong.code, wrong.what, wrong.advice, 2)


@click.group("referee", cls=Desk, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="referee", message="referee %(version)s", help="显示版本")
def desk() -> None:
    """论坛版杀的法官助手：数票、查潜水、夜间结算、存档。

    \b
    例：referee demo
        referee tally http://bbs.example.net/read.php?tid=12
        referee tally --help
    """


@desk.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="|".join(SHELLS))
def completion(shell: str) -> None:
    """打印让 shell 补全命令和选项的几行，放进它的启动文件。

    \b
    例：referee completion bash >> ~/.bashrc
        referee completion zsh >> ~/.zshrc
        referee completion fish > ~/.config/fish/completions/referee.fish
        referee completion powershell >> $PROFILE
    """

    from referee.commands.saying import say
    from scraper.usage import completion_script

    say(completion_script(desk, shell))


@desk.command("rule")
@click.argument("post")
@click.option("--game", "game_path", metavar="FILE", required=True, help="游戏文件，裁定写在里面")
@click.option("--as", "reads", metavar="算作", required=True, help="vote:乙[,丙] | change:乙 | abstain | unvote | none")
@click.option("--why", default="", metavar="理由", help="写进战报的理由")
@click.option("--thread", metavar="地址", help="一局有几个帖子时，这一帖在哪个里面")
@click.option("--alias", metavar="叫法", help="帖里对他的叫法，记作他的别名，以后都认得")
@click.option("--archive", "archive_path", metavar="DB", help="存档数据库，核对这一帖在不在(默认在用户数据目录)")
def rule(
    post: str, game_path: str, reads: str, why: str, thread: str | None, alias: str | None, archive_path: str | None
) -> None:
    """把法官对一帖的裁定写进游戏文件。

    POST 是帖子编号(pid)，或楼层 '#12'(带引号，或写 12楼)。同一帖已有裁定就改那一条；文件别处一字不动。
    不上网；帖子在存档里或是保存的网页，就核对这一帖在不在。不像票的帖子也可以裁定。

    \b
    例：referee rule 10086 --game game.toml --as vote:乙 --why "问过本人"
        referee rule 12楼 --game game.toml --as none
        referee rule 12楼 --game game.toml --as vote:乙 --alias 小乙
    """
    from referee.commands.ruling import write_ruling

    write_ruling(post, game_path, reads, why, thread, alias, archive_path)


@desk.command("init")
@click.argument("urls", nargs=-1, metavar="URL…")
@click.option("--title", metavar="局名", help="这一局叫什么(默认从标题看)")
@click.option("--rules", metavar="规则", help="规则的名称或中文名(默认从标题看)")
@click.option("--judge-name", "judges", metavar="账号", multiple=True, help="法官的账号，可写几次(默认楼主)")
@click.option("--timezone", default="Asia/Shanghai", metavar="时区", help="论坛时钟的时区(默认 Asia/Shanghai)")
@click.option("-o", "--out", "output", metavar="FILE", help="写到这个文件(默认打印出来)")
@click.option("--force", is_flag=True, help="文件已有也写")
@click.option("--yes", is_flag=True, help="不提问，看出什么就写什么")
@click.option("--schema", is_flag=True, help="只打印游戏文件的 JSON Schema，给编辑器用")
@source_options
def init(**options: Any) -> None:
    """从报名帖、名单帖起草一份游戏文件：玩家、座位号、别名、替补、法官、投票的时间。

    看不出的写在 # 后面等法官补。在终端上运行会问几个问题；写全选项或加 --yes 就不问。

    \b
    例：referee init http://bbs.example.net/read.php?tid=12 -o game.toml
        referee init 名单帖地址 投票帖地址 --rules 金枝 --judge-name 天神
    """
    from referee.commands.drafting import draft_file

    draft_file(**options)


@desk.command("tally")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：名单、阶段、规则、裁定都在里面")
@click.option("--stage", "stage_id", metavar="ID", help="数哪个阶段(默认正在进行的，没有就上一个)")
@click.option("--rules", metavar="规则", help="规则的名称、中文名或自己的 .toml(默认看游戏文件，没有就 plain)")
@click.option("--opens", metavar="T", help="投票开始")
@click.option("--closes", metavar="T", callback=at_midnight, help="投票截止(只写日期就是那天 00:00)")
@click.option("--as-of", "as_of", metavar="T", help="只数到这一刻；#60 是第 60 楼的时刻(默认现在)")
@click.option("--players", metavar="甲,乙,…", help="玩家，按座位号顺序；别名写在等号后：甲=小甲/阿甲,乙")
@click.option("-v", "--verbose", is_flag=True, help="也列出像票而不算票的帖子和原因")
@click.option("--against", metavar="FILE|-", help="与别人公布的票数对照：文件，或 - 从标准输入贴")
@click.option("--since", is_flag=True, help="与上次数的(存档里的)相比，变了什么")
@source_options
@report_options
def tally(**options: Any) -> int:
    """抓帖、读票、按规则数票，给出结果和依据。

    SOURCE 是帖子网址、保存的网页、文件夹、WARC、粘贴的文本，或存档里的帖子；有 --game 就不用写。
    结果要等法官裁定时，退出状态是 3。

    \b
    例：referee tally http://bbs.example.net/read.php?tid=12
        referee tally --game game.toml --stage D1 --as-of 2009-03-11T12:00
        referee tally --game game.toml --judge --format json -o D1.json
        referee tally --game game.toml --stage D1 --against 公布的票数.txt
    """
    from referee.commands.tallying import count_votes

    return count_votes(**options)


@desk.command("demo")
@click.option("-o", "output", default="referee-demo.html", metavar="FILE", help="网页战报写到哪里")
def demo(output: str) -> None:
    """在本机开一个样板论坛，跑一遍真正的计票：第一天投票平票，生死投票定胜负。

    \b
    例：referee demo
        referee demo -o 样板.html
    """

    from tempfile import TemporaryDirectory

    from referee.commands.saying import say
    from scraper.sample_board import sample_board, sample_game

    with sample_board() as base, TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        game = Path(folder) / "game.toml"
        game.write_text(sample_game(base), "utf-8")
        words = ["--game", str(game), "--archive", str(Path(folder) / "demo.db"), "--delay", "0"]
        say(f"样板论坛开在 {base}/ ；以下等于运行 referee tally --game game.toml --stage D1\n")
        desk.main(["tally", *words, "--stage", "D1"], standalone_mode=False)
        say("\n接着是 --stage D1.runoff：候选人由第一轮的平票推出\n")
        desk.main(["tally", *words, "--stage", "D1.runoff"], standalone_mode=False)
        desk.main(["tally", *words, "--stage", "D1.runoff", "-o", output, "--format", "html"], standalone_mode=False)
    say(f"\n网页战报写在 {output}，用浏览器打开看；数自己的帖子：referee tally 帖子网址")


@desk.command("rules")
@click.argument("name", required=False, metavar="[NAME]")
@report_options
def rules(name: str | None, format_: str | None, output: str | None, judge: bool) -> None:
    """规则：有哪些，各自的条款(程序判的、要法官定的)和开关。

    \b
    例：referee rules
        referee rules 金枝
        referee rules golden-bough --format md -o 金枝.md
    """
    from referee.commands.judging import show_rules

    show_rules(name, format_, output, judge)


@desk.command("audit")
@click.option("--game", "game_path", metavar="FILE", required=True, help="游戏文件：读里面所有的帖子")
@click.option("--as-of", "as_of", metavar="T", help="查到这一刻为止(默认现在)")
@source_options
@report_options
def audit(
    game_path: str, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """查潜水、签到、漏投、违规发言，排出换人次序，附发帖统计。

    默认只给可以公布的；--format ubb 是可以直接贴上论坛的公告。

    \b
    例：referee audit --game game.toml
        referee audit --game game.toml --as-of 2009-03-14T20:05 --format ubb
    """
    from referee.commands.judging import show_audit

    return show_audit(game_path, as_of, format_, output, judge, **source)


def _noted_audit(found: Audit, notes: tuple[str, ...]) -> Audit:
    from dataclasses import replace

    return replace(found, notes=(*found.notes, *notes))


@desk.command("night")
@click.option("--game", "game_path", metavar="FILE", required=True, help="游戏文件，夜里的行动写在里面")
@click.option("--night", "number", type=int, metavar="N", required=True, help="第几夜")
@click.option("--as-of", "as_of", metavar="T", help="只算到这一刻为止的公布与行动")
@source_options
@report_options
def night(
    game_path: str, number: int, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """结算一夜：谁的行动有效、谁死、公布什么、私信什么、下一夜怎样。

    默认只给可以公布的；--judge 才有行动、死因、身份和依据。要法官裁定的，退出状态是 3。

    \b
    例：referee night --game game.toml --night 2
        referee night --game game.toml --night 2 --judge
    """
    from referee.commands.judging import show_night

    return show_night(game_path, number, as_of, format_, output, judge, **source)


@desk.command("status")
@click.option("--game", "game_path", metavar="FILE", required=True, help="游戏文件")
@click.option("--as-of", "as_of", metavar="T", help="那一刻的局面(默认现在)")
@source_options
@report_options
def status(
    game_path: str, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """局面：谁活着、到哪个阶段、接下来的截止、法官要做什么、谁胜。

    \b
    例：referee status --game game.toml
        referee status --game game.toml --as-of 2009-03-11T12:00 --judge
    """
    from referee.commands.judging import show_status

    return show_status(game_path, as_of, format_, output, judge, **source)


@desk.command("explain")
@click.argument("text", required=False)
@click.option("--players", metavar="A,B,…", help="玩家，按座位号 1… 的次序；别名写在等号后：老猫=猫/猫哥,阿七")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：名单、别名、法官照它")
@click.option("--judges", metavar="A,B,…", help="法官")
@click.option("--author", metavar="名字", help="这一帖是谁发的")
@click.option("--stage", metavar="KIND", help="正在进行的阶段(sheriff、recall、execution …)；有 --game 也可写它的 ID")
@click.option("--standing", metavar="名字", help="他现在的票")
@click.option("--talk", is_flag=True, help="这一帖在讨论帖里，不在投票帖里")
@click.option("--jsonl", is_flag=True, help="从标准输入逐行读 JSON，逐行答 JSON")
def explain(text: str | None, jsonl: bool, game_path: str | None, **known: Any) -> None:
    """一帖话会怎样读成票，为什么：哪些字读成了什么。不写 TEXT 就读标准输入。

    \b
    例：referee explain "想了想，还是投老猫" --players 老猫=猫哥,阿七,小满
        referee explain "改投3号" --game game.toml --stage D1
    """
    from referee.commands.explaining import explain_post

    explain_post(text, jsonl, game_path, **known)


@desk.command("posts")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option("--format", "format_", type=click.Choice(["text", "jsonl"]), help="输出格式(默认 text)")
@click.option("-o", "output", metavar="FILE", help="写到文件(按扩展名定格式)")
@by_ending("text", "jsonl")
@source_options
def posts(sources: tuple[str, ...], format_: str | None, output: str | None, **source: Any) -> None:
    """把帖子读成一条条发言：谁、几楼、何时、说了什么。核对读得对不对用。

    
    例：referee posts http://bbs.example.net/read.php?tid=12
        referee posts 保存的网页/ --format jsonl -o posts.jsonl
    """
    from referee.commands.keeping import show_posts

    show_posts(sources, format_, output, **source)


@desk.command("archive")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：里面的帖子都存，阶段和裁定也存")
@click.option("--verify", is_flag=True, help="不抓取，只查存档完整不完整；有缺，退出状态是 1")
@click.option("--check-edits", is_flag=True, help="已存过的帖子每一页都再问一遍，找编辑和删除")
@source_options
def archive(sources: tuple[str, ...], game_path: str | None, verify: bool, check_edits: bool, **source: Any) -> int:
    """把帖子(每一页、每一帖的每个版本)存进存档；再运行只取可能变了的页。

    \b
    例：referee archive http://bbs.example.net/read.php?tid=12
        referee archive --game game.toml
        referee archive --verify
    """
    from referee.commands.keeping import archive_threads

    return archive_threads(sources, game_path, verify, check_edits, **source)


@desk.command("edits")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：查里面的帖子，按名单读票")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), help="输出格式(默认 text)")
@click.option("-o", "output", metavar="FILE", help="写到文件(按扩展名定格式)")
@by_ending("text", "json")
@source_options
def edits(
    sources: tuple[str, ...], game_path: str | None, format_: str | None, output: str | None, **source: Any
) -> None:
    """哪些帖子被编辑、屏蔽、删除过：以前写什么，现在写什么，何时看到，票改了没有。

    以存档里的旧版本为准，所以要先存过(referee archive 或 watch)。已存过的帖子会把每一页再问一遍；
    加 --offline 只看存档。

    \b
    例：referee edits http://bbs.example.net/read.php?tid=12
        referee edits --game game.toml --offline
    """
    from referee.commands.keeping import show_edits

    show_edits(sources, game_path, format_, output, **source)


@desk.command("search")
@click.argument("words", nargs=-1, required=True, metavar="WORDS")
@click.option("--author", metavar="账号", help="只找这个人的帖子")
@click.option("--game", "game_title", metavar="局名", help="只找这一局(referee archive --game 存过的)")
@click.option("--stage", metavar="ID", help="只找这个阶段里的帖子")
@click.option("--since", metavar="T", help="从这一刻起")
@click.option("--until", metavar="T", help="到这一刻止")
@click.option("--limit", type=click.IntRange(1), default=20, metavar="N", help="最多几条(默认 20)")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), help="输出格式(默认 text)")
@click.option("--archive", "archive_path", metavar="DB", help="存档数据库(默认在用户数据目录)")
def search(
    words: tuple[str, ...], game_title: str | None, since: str | None, until: str | None, limit: int, **more: Any
) -> None:
    """在存档里找字词；一个字也行，写几个词就要都有。旧版本里的也找得到。

    \b
    例：referee search 狼人
        referee search 遗言 票出 --author 老猫 --since 2009-03-01 --limit 50
    """
    from referee.commands.keeping import search_archive

    search_archive(words, game_title, since, until, limit, **more)


@desk.command("watch")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：名单、阶段、规则、裁定都在里面")
@click.option("--stage", "stage_id", metavar="ID", help="看哪个阶段(默认正在进行的，没有就上一个)")
@click.option("--rules", metavar="规则", help="规则的名称、中文名或自己的 .toml(默认看游戏文件，没有就 plain)")
@click.option("--opens", metavar="T", help="投票开始")
@click.option("--closes", metavar="T", callback=at_midnight, help="投票截止(只写日期就是那天 00:00)")
@click.option("--players", metavar="甲,乙,…", help="玩家，按座位号顺序；别名写在等号后：甲=小甲/阿甲,乙")
@click.option("--until", metavar="T", help="看到什么时候(默认投票截止)")
@click.option("--once", is_flag=True, help="只看一次(给 cron 用)")
@source_options
@report_options
def watch(**options: Any) -> int:
    """一直看着投票帖：隔一会儿取一次，留下每个版本，显示票数和新发生的事，到时候给出结果。

    离截止越近看得越勤，从不快过 --delay。论坛一时上不去会等。Ctrl-C 随时可停，看过的都在存档里。

    \b
    例：referee watch http://bbs.example.net/read.php?tid=12 --until 21:00
        referee watch --game game.toml --once
    """
    from referee.commands.watching import watch_stage

    return watch_stage(**options)


@desk.command("export")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：里面的帖子都写出来")
@click.option("--as", "face", type=click.Choice(BOOKS), help="写成什么(默认看文件的扩展名)")
@click.option("-o", "output", metavar="PATH", required=True, help="写到哪个文件")
@click.option("--images", is_flag=True, help="把图片也抓来放进 html(有数量和大小的限制)")
@click.option("--judge/--public", "judge", default=False, help="法官版(含身份、真身) / 公开版(默认)")
@source_options
def export(
    sources: tuple[str, ...],
    game_path: str | None,
    face: str | None,
    output: str,
    images: bool,
    judge: bool,
    **source: Any,
) -> None:
    """把一局写成书(html、md)、逐帖的数据(jsonl)或网页存档(warc)。

    html 是一个文件，不联网也能看。warc 里是抓到的网页原文，可以直接当 SOURCE 数票。

    \b
    例：referee export --game game.toml -o 第一局.html
        referee export http://bbs.example.net/read.php?tid=12 -o 12.warc.gz
    """
    from referee.commands.keeping import export_game

    export_game(sources, game_path, face, output, images, judge, **source)


def main() -> None:
    """Start the command line; every stop is one line on stderr and an exit status, never a traceback."""
    _speak_chinese()
    if COMPLETE in os.environ:
        from scraper.usage import register_powershell

        register_powershell()
    try:
        status = desk.main(prog_name="referee", complete_var=COMPLETE, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as nothing:
        status = _help(nothing)
    except click.exceptions.Abort:
        status = _complain("interrupted", "已中断", "已抓到的都在存档里，再运行一次会接着来", 1)
    except click.ClickException as fault:
        from scraper.usage import told

        status = _complain("usage", *told(fault), 2)
    except Exception as fault:
        status = _explain(fault)
    sys.exit(status if isinstance(status, int) else 0)


def _speak_chinese() -> None:
    """No encoding of the terminal stops a command: signs it lacks are replaced, a pipe gets UTF-8."""
    if not sys.flags.utf8_mode and os.name == "posix" and any("\udc80" <= c <= "\udcff" for w in sys.argv for c in w):
        # In the C locale Python cannot read Chinese words and paths it is given; it can when told so at its start.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    # A thread in memory is tens of thousands of values that stay: looking through them for rubbish took a tenth
    # of a tally.
    gc.set_threshold(50_000, 20, 100)
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding=None if sys.stdout.isatty() else "utf-8", errors="replace")


def _help(nothing: click.UsageError) -> int:
    """Called without a word: the help page, and the status of wrong usage."""
    click.echo(nothing.ctx.get_help() if nothing.ctx else "", err=True)
    return 2


def _explain(fault: Exception) -> int:
    from scraper.trouble import Trouble

    if isinstance(fault, Trouble):
        click.echo(f"referee: {fault}", err=True)
        return fault.status
    if isinstance(fault, BrokenPipeError):
        return 1
    if isinstance(fault, OSError):
        from scraper.files import why

        named = f" {fault.filename}" if fault.filename else ""
        return _complain("system", f"读写{named} 时出错：{why(fault)}", "看看路径、权限和磁盘", 1)
    from referee.variants import BrokenRules

    if isinstance(fault, BrokenRules):
        return _complain("rules", f"装着的规则包 {fault.name} 用不了：{fault.what}", "改好它，或卸掉这个包", 1)
    return _complain("internal", f"{type(fault).__name__}: {fault}", "这是程序的错，请带上命令和存档报告", 1)


def _complain(code: str, what: str, advice: str, status: int) -> int:
    from referee.commands.saying import complain_line

    complain_line(f"referee: [{code}] {what}；{advice}")
    return status


if __name__ == "__main__":
    main()
