"""The front desk: click commands, a few lines each. The only module that knows all the others.

Nothing but click and its Chinese is imported at the top: a command imports what it needs inside itself (start-up time).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, overload

import click

from scraper.usage import COMPLETE, SHELLS, ChineseGroup

if TYPE_CHECKING:
    from datetime import datetime, tzinfo
    from zoneinfo import ZoneInfo

    from parsers.posts import Post, Thread
    from referee.audits import Audit
    from referee.draft import Draft
    from referee.game import Fault, Game, JudgeRuling, Stage
    from referee.game_kinds import Kinds
    from referee.reading import Reading
    from referee.rulebook import Rulebook
    from referee.tally import Tally
    from referee.threads import ThreadPosts
    from scraper.archive import Archive
    from scraper.archive.printed import Printed
    from scraper.gather import Gathered, GatherSettings, WalkedThread
    from scraper.keep import Taken
    from scraper.live import Board
    from scraper.sources import Source
    from scraper.visit import Boards
    from scraper.watch import Look

FORMATS = ("text", "json", "md", "ubb", "html", "csv")


def say(text: str, output: str | None = None) -> None:
    """Print or write a report: UTF-8 whatever the locale; a file is written whole or not at all."""
    if output is None:
        stream = sys.stdout
        if hasattr(stream, "reconfigure"):
            # A terminal keeps its own encoding (cp936 consoles); a pipe gets UTF-8.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace", newline="\n")
        # Whether colours stand in the text was decided before; click makes them work on old Windows consoles.
        click.echo(text, file=stream, nl=not text.endswith("\n"), color=True)
        return
    from scraper.files import write_text

    write_text(Path(output), text if text.endswith("\n") else text + "\n")


def stop(code: str, what: str, advice: str, status: int) -> NoReturn:
    """End with one clear line on stderr and the contract's exit status."""
    from scraper.trouble import Trouble

    raise Trouble(code, what, advice, status)


def load_game(path: str) -> Game:
    """The game a file tells. Every fault of the file is a line on stderr; any ends the command with status 2."""
    return _at(path, _sound(path, _game_bytes(path)))


def _at(path: str, game: Game) -> Game:
    """The game of a file, which names other files from where it lies."""
    from dataclasses import replace

    return replace(game, folder=str(Path(path).parent))


def _game_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(16_000_000)  # far beyond any game; the reader says so
    except OSError as fault:
        from scraper.files import why

        stop("game-file", f"读不了 {path}：{why(fault)}", "看看路径；referee init 可以起草一份游戏文件", 2)


def _sound(path: str, data: bytes, quiet: bool = False) -> Game:
    from referee.game_file import GameFaults, decode_file, load

    broken: list[str] = []
    try:
        game = load(decode_file(data), _other_rules(Path(path).parent, broken))
    except GameFaults as refused:
        _list_faults(path, refused.faults)
        raise click.exceptions.Exit(2) from None
    if broken:
        raise click.exceptions.Exit(2)
    _list_faults(path, () if quiet else game.warnings, code="warning")
    return game


def _other_rules(folder: Path, broken: list[str] | None = None) -> Callable[[str], Kinds | None]:
    """How to find the words of a rule set that is not built in: one of an installed package, or a file in `folder`.

    The faults of a file are told at once and end the command; with `broken` they are told and its name noted there, so
    that what names it can be looked through as well.
    """

    def other(name: str) -> Kinds | None:
        from dataclasses import replace

        from referee.game_kinds import ANY, of_book
        from referee.own_rules import ENDING, RulesFaults
        from referee.variants import third_party

        if not name.lower().endswith(ENDING):
            return next((of_book(book) for book in third_party() if name.strip() in (book.name, book.title)), None)
        try:
            return replace(of_book(_own_book(folder / name)), name=name)
        except RulesFaults as refused:
            _list_faults(name, refused.faults, code="rules-file")
        if broken is None:
            raise click.exceptions.Exit(2)
        broken.append(name)
        return ANY

    return other


def _own_book(path: Path) -> Rulebook:
    """The rule set a file tells. Raises RulesFaults."""
    from referee.game_file import GameFaults, decode_file
    from referee.own_rules import RulesFaults, load_rules
    from referee.variants import NoSuchRules, find

    def base(name: str) -> Rulebook | None:
        try:
            return find(name)
        except NoSuchRules:
            return None

    try:
        return load_rules(decode_file(path.read_bytes()), base, path.stem)
    except GameFaults as refused:
        raise RulesFaults(refused.faults) from None
    except (OSError, ValueError) as fault:  # a path with a NUL in it is a ValueError
        from scraper.files import why

        said = why(fault) if isinstance(fault, OSError) else "没有这样的路径"
        stop("rules-file", f"读不了 {path}：{said}", "规则文件的路径从游戏文件所在的文件夹算起", 2)


def _list_faults(path: str, faults: tuple[Fault, ...], code: str = "game-file", most: int = 100) -> None:
    for fault in faults[:most]:
        place = f"{Path(path).name}:{fault.line or 1}" + (f" {fault.field}" if fault.field else "")
        _say_error(f"referee: [{code}] {place}：{fault.text}")
    if len(faults) > most:
        _say_error(f"referee: [game-file] {Path(path).name}：还有 {len(faults) - most} 处；改好这些再看")


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
    click.option("--delay", type=float, metavar="秒", help="两次请求之间至少隔几秒(默认 1)"),
)


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
    from referee.game import JudgeRuling
    from referee.ruling_file import (
        NoRuling,
        only_name,
        read_post,
        read_ruling,
        thread_of,
        told,
        with_alias,
        with_ruling,
    )
    from scraper.files import replace_file

    data = _game_bytes(game_path)
    game, other = _at(game_path, _sound(game_path, data)), _other_rules(Path(game_path).parent)
    same = partial(_same_thread, game)
    try:
        pid, floor = read_post(post)
        kind, targets = read_ruling(reads, game)
        ruling = JudgeRuling(kind, targets, thread_of(game, thread, pid, same), pid, floor, why.strip())
        text = with_ruling(data.decode("utf-8"), ruling, other, same)
        if alias:
            text = with_alias(text, only_name(ruling), alias, other)
        checked = _checked(_at(game_path, _sound(game_path, text.encode("utf-8"), quiet=True)), ruling, archive_path)
    except NoRuling as wrong:
        stop("ruling", str(wrong), "文件没有动", 2)
    replace_file(Path(game_path), text.encode("utf-8"), data)
    say(f"已写入 {game_path}：{told(ruling)}" + (f"；{alias} 以后就是 {ruling.targets[0]}" if alias else ""))
    if not checked:
        _say_error("referee: 注意：手头没有这个帖子(存档里也没有)，没有核对这一帖在不在")


def _checked(game: Game, ruling: JudgeRuling, path: str | None) -> bool:
    """Whether the post of a ruling was looked for, and is there. Raises NoRuling for one that cannot be meant."""
    from referee.ruling_check import check_names, check_post

    walked, whole = _at_hand(game, path)
    reading = _reading(game, walked)
    where = [t for t in game.threads if ruling.thread is None or _same_thread(game, t.url, ruling.thread)]
    named = [w for w in walked if ruling.thread and _is_named(game, ruling.thread, w.thread, w.keys)]
    if ruling.thread is not None and game.threads and not where and not named:
        from referee.ruling_file import NoRuling

        words = "  ".join(dict.fromkeys(thread.url for thread in game.threads))
        raise NoRuling(f"游戏文件里没有 {ruling.thread} 这个帖子；有：{words}")
    check_names(ruling, game, _book(game), [thread.stage for thread in where] or [None])
    return check_post(ruling, reading, whole)


def _at_hand(game: Game, path: str | None) -> tuple[list[WalkedThread], bool]:
    """The game's threads as far as they can be had without asking a board, and whether that is all of them."""
    from referee.reading import thread_words
    from scraper.trouble import Trouble

    source = {"archive_path": path, "offline": True, "refresh": False, "cookies": None, "delay": None, "quiet": True}
    walked: list[WalkedThread] = []
    whole = True
    told: list[Source] = []
    for word in thread_words(game.threads):
        try:
            told += _of_game(game, [word])
        except Trouble:  # a folder that is not there any more
            whole = False
    saved = [one for one in told if one.path is not None]
    for some in [saved, *([one] for one in told if one not in saved)]:
        try:
            walked += gathered(some, game.zone, source, whole=False).threads if some else ()
        except Trouble:
            whole = False
    return walked, whole


def _same_thread(game: Game, one: str, other: str) -> bool:
    from parsers.boards import registry
    from scraper.sources import key_of

    folder = Path(game.folder)
    return key_of(one, registry.thread_of, folder) == key_of(other, registry.thread_of, folder)


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
def init(
    urls: tuple[str, ...],
    title: str | None,
    rules: str | None,
    judges: tuple[str, ...],
    timezone: str,
    output: str | None,
    force: bool,
    yes: bool,
    schema: bool,
    **source: Any,
) -> None:
    """从报名帖、名单帖起草一份游戏文件：玩家、座位号、别名、替补、法官、投票的时间。

    看不出的写在 # 后面等法官补。在终端上运行会问几个问题；写全选项或加 --yes 就不问。

    \b
    例：referee init http://bbs.example.net/read.php?tid=12 -o game.toml
        referee init 名单帖地址 投票帖地址 --rules 金枝 --judge-name 天神
    """
    from dataclasses import replace

    from referee.draft import Wishes, draft
    from referee.draft_text import told, write
    from referee.draft_votes import read_from
    from referee.threads import ThreadPosts
    from scraper.files import replace_file
    from scraper.sources import copies_of

    if schema:
        say(_schema(), output)
        return
    if not urls:
        stop("usage", "没有说从哪个帖子起草", "referee init 报名帖或名单帖的网址", 2)
    if output and Path(output).exists() and not force:
        stop("exists", f"{output} 已经有了", "换个名字，或加 --force 盖掉它", 2)
    zone, kinds = _zone_named(timezone), _rules_named(rules)
    walked = gathered(urls, zone, source).threads
    threads = [ThreadPosts(w.thread.url, w.thread.board, w.title, w.pages, w.posts) for w in walked]
    copies = {w.thread.url: words for w in walked if (words := copies_of(w.sources, output))}
    found = draft(threads, Wishes(title, kinds, judges))
    if not yes and sys.stdin.isatty() and sys.stderr.isatty():
        found, output = _asked(threads, found, output, force)
    for line in told(found):
        _say_error(f"referee: {line}")
    text = write(replace(found, threads=read_from(found.threads, copies)), timezone)
    _sound(output or "draft", text.encode("utf-8"))
    if output is None:
        say(text)
        return
    replace_file(Path(output), text.encode("utf-8"), Path(output).read_bytes() if Path(output).exists() else None)
    say(f"已写入 {output}；看一遍 # 后面的话，改好再用")


def _schema() -> str:
    import json

    from referee.game_schema import schema

    return json.dumps(schema(), ensure_ascii=False, indent=1)


def _asked(threads: list[ThreadPosts], found: Draft, output: str | None, force: bool) -> tuple[Draft, str]:
    """The draft after the judge was asked what a machine cannot be sure of, and the file to write."""
    from referee.draft import Wishes, draft
    from referee.draft_text import told
    from referee.game_kinds import KINDS
    from scraper.wizard import ask_file, ask_game

    names = {kinds.name: kinds.titled for kinds in KINDS}
    title, rules, judges = ask_game("\n".join(told(found)), found.title, names, found.kinds.name, tuple(found.judges))
    return draft(threads, Wishes(title, _rules_named(rules), judges)), output or ask_file("game.toml", force)


def _rules_named(rules: str | None) -> Kinds | None:
    from referee.game_kinds import KINDS, named

    if rules is None:
        return None
    kinds = named(KINDS, rules) or _other_rules(Path())(rules)
    if kinds is None:
        stop("rules", f"没有 {rules} 这套规则", f"可用：{'、'.join(kinds.name for kinds in KINDS)}", 2)
    return kinds


def _zone_named(name: str) -> ZoneInfo:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        stop("timezone", f"没有 {name} 这个时区", "写时区的名字，如 Asia/Shanghai", 2)


@desk.command("tally")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：名单、阶段、规则、裁定都在里面")
@click.option("--stage", "stage_id", metavar="ID", help="数哪个阶段(默认正在进行的，没有就上一个)")
@click.option("--rules", metavar="规则", help="规则的名称、中文名或自己的 .toml(默认看游戏文件，没有就 plain)")
@click.option("--opens", metavar="T", help="投票开始")
@click.option("--closes", metavar="T", help="投票截止")
@click.option("--as-of", "as_of", metavar="T", help="只数到这一刻；#60 是第 60 楼的时刻(默认现在)")
@click.option("--players", metavar="甲,乙,…", help="玩家，按座位号顺序(没有游戏文件时)")
@click.option("-v", "--verbose", is_flag=True, help="也列出像票而不算票的帖子和原因")
@click.option("--against", metavar="FILE|-", help="与别人公布的票数对照：文件，或 - 从标准输入贴")
@click.option("--since", is_flag=True, help="与上次数的(存档里的)相比，变了什么")
@source_options
@report_options
def tally(
    sources: tuple[str, ...],
    game_path: str | None,
    stage_id: str | None,
    as_of: str | None,
    verbose: bool,
    against: str | None,
    since: bool,
    format_: str | None,
    output: str | None,
    judge: bool,
    **more: Any,
) -> int:
    """抓帖、读票、按规则数票，给出结果和依据。

    SOURCE 是帖子网址、保存的网页、文件夹、WARC、粘贴的文本，或存档里的帖子；有 --game 就不用写。
    结果要等法官裁定时，退出状态是 3。

    \b
    例：referee tally http://bbs.example.net/read.php?tid=12
        referee tally --game game.toml --stage D1 --as-of 2009-03-11T12:00
        referee tally --game game.toml --judge --format json -o D1.json
        referee tally --game game.toml --stage D1 --against 公布的票数.txt
    """
    told = _said_by_others(against) if against else None
    plain = more["offline"] and _face(format_, output) == "json" and not (judge or since or against)
    file = _digest(game_path) if plain else None
    game = _game_of(game_path, stage_id, more)
    urls, more = _ballot_sources(game, sources, stage_id, as_of, more)
    asks = partial(_key, game, urls, (stage_id, as_of, verbose, sources), more)
    key = asks(file) if plain else None
    if key and (printed := _printed_before(key, more["archive_path"])):
        say(printed.report, output)
        return printed.status
    reading = _read(game, urls, more)
    game, found = _counted(reading, stage_id, _as_of(as_of, reading))
    extras = _compared(game, found if judge else None, found, told, _last_tally(game, found, more, since))
    kept = _keep_tally(game, found, reading.threads, more["archive_path"])
    text, status = _reported(game, found, judge, format_, output, verbose, extras)
    if key and kept and asks(_digest(game_path)) == key:  # nothing was written meanwhile
        _remember(key, text, status, kept, more["archive_path"])
    return status


def _said_by_others(against: str) -> str:
    from scraper.said import read_said

    return read_said(against)


def _digest(path: str | None) -> str | None:
    from hashlib import sha256

    return sha256(_game_bytes(path)).hexdigest() if path else None


def _key(
    game: Game, urls: Sequence[str | Source], asked: tuple[Any, ...], source: dict[str, Any], file: str | None
) -> str | None:
    """What a tally out of the archive is kept under as printed: a digest of all it is made from.

    None where not all of that can be told: pages are fetched or lie in files, the rules are not built in.
    """
    from referee.variants import BUILT_IN, find
    from scraper.archive import Archive
    from scraper.archive.printed import held, key_of
    from scraper.gather import threads_kept
    from scraper.trouble import Trouble

    book = _book(game)
    only_addresses = all(thread.url.startswith(("http://", "https://")) for thread in game.threads)
    if not only_addresses or book.name not in BUILT_IN or find(book.name) is not book:
        return None
    said = sorted((name, repr(value)) for name, value in source.items() if name not in ("cookies", "delay"))
    try:
        with Archive(source["archive_path"], read_only=True) as archive:
            threads = threads_kept(archive, urls, _boards())
            all_held = held(archive, threads) if threads else None
            if all_held is None:
                return None
            now = _now(game.zone)
            moment = None if asked[1] else min(now, _read_at(all_held.settled, game.zone) or now)
            return key_of(archive, file, asked, said, urls, moment, str(game.zone), all_held.digest)
    except (Trouble, OSError):
        return None  # counted without it, or refused there


def _read_at(settled: str | None, zone: tzinfo) -> datetime | None:
    from scraper.wordings import moment_of

    when = moment_of(settled)
    return when.astimezone(zone).replace(tzinfo=None) if when else None


def _printed_before(key: str, path: str | None) -> Printed | None:
    from scraper.archive import Archive
    from scraper.archive.printed import found

    with Archive(path, read_only=True) as archive:
        return found(archive, key)


def _remember(key: str, report: str, status: int, verdict: int, path: str | None) -> None:
    from scraper.archive import Archive
    from scraper.archive.printed import Printed, remember

    with Archive(path, read_only=True) as archive:
        remember(archive, key, Printed(report, status, verdict))


def _last_tally(game: Game, found: Tally, source: dict[str, Any], since: bool) -> tuple[str, dict[str, Any]] | None:
    """The tally of the same stage that was kept last; asked for and not there, that is said."""
    if not since:
        return None
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import last_tally

    path = source["archive_path"]
    last = None
    if Path(path or default_path()).exists():
        with Archive(path, read_only=True) as archive:
            urls = [thread.url for thread in found.threads]
            last = last_tally(archive, game.title, found.rules, found.stage.id, urls)
    if last is None:
        _say_error("referee: 注意：存档里没有上次的结果，没有可比的")
    return last


def _compared(
    game: Game, told: Tally | None, found: Tally, said: str | None, last: tuple[str, dict[str, Any]] | None
) -> dict[str, Any]:
    """What `--against` and `--since` add: key in the JSON → plain values; "blocks" → blocks of the report."""
    from referee.reports.json_face import tally_json
    from referee.secrecy import public_view

    shown = told or public_view(found)
    extras: dict[str, Any] = {"blocks": []}
    if said is not None:
        from parsers.names import Roster, Seat
        from referee.announced import read_announcement
        from referee.announced_check import compare
        from referee.reports.against_report import against_blocks, against_json

        roster = Roster.of([Seat(p.name, p.aliases, p.number) for p in game.players], game.judges)
        compared = compare(shown, read_announcement(said, roster))
        extras["against"] = against_json(compared, game.zone)
        extras["blocks"] += against_blocks(compared)
    if last is not None:
        from datetime import datetime

        from referee.reports.since_report import since_blocks, since_json

        now = tally_json(public_view(found), game.zone)
        extras["since"] = since_json(last[1], now, datetime.fromisoformat(last[0]), game.zone)
        extras["blocks"] += since_blocks(extras["since"])
    return extras


def _counted(reading: Reading, stage_id: str | None, moment: datetime) -> tuple[Game, Tally]:
    """The tally of what was read, and the game with the roster it was made by."""
    from referee.counting import tally as count
    from referee.reading import with_roster

    game = with_roster(reading)
    with _named_stage(game):
        found = count(game, stage_id, reading.threads, moment, book=_book(game))
    return game, _noted(found, reading.notes)


def _reported(
    game: Game,
    found: Tally,
    judge: bool,
    format_: str | None,
    output: str | None,
    verbose: bool = False,
    extras: dict[str, Any] | None = None,
) -> tuple[str, int]:
    """Show a tally; what was shown and the exit status it stands for. `extras`: what it was compared with."""
    from referee.dusk import at_dusk
    from referee.reports.json_face import tally_json
    from referee.secrecy import public_view

    shown = found if judge else public_view(found)
    lines = at_dusk(game, found)
    more = dict(extras or {"blocks": ()})
    blocks, report = more.pop("blocks"), None
    if _face(format_, output) != "json":
        from referee.reports.happenings import happenings
        from referee.reports.night_report import with_announcement
        from referee.reports.tally_report import tally_report

        told = happenings(game, shown.stage, shown.as_of)
        report = with_announcement(tally_report(shown, game.title, verbose, told, blocks, judge), lines)
    data = tally_json(shown, game.zone) | {"announce": list(lines)} | more
    text = _show(report, data, format_, output, _board_of(found))
    return text, 3 if "undecided" in (found.outcome.kind, shown.outcome.kind) else 0


def _board_of(found: Tally) -> str | None:
    return found.threads[0].board if found.threads else None


def _game_board(game: Game) -> str | None:
    """The engine of the board the game is played on, by the address of its first thread."""
    from parsers.boards import registry

    found = registry.thread_of(game.threads[0].url) if game.threads else None
    return found.board if found else None


def _game_of(path: str | None, stage_id: str | None, more: dict[str, Any]) -> Game:
    """The game file's game, or one made of what the command line tells."""
    from referee.wishes import game_of_words, limited

    if path is None:
        game = game_of_words(more["players"], _book_named(more["rules"] or "plain"), stage_id)
    else:
        game = load_game(path)
        game = game.under(_book_named(more["rules"])) if more["rules"] else game
    return limited(game, stage_id, _moment(more["opens"], game.zone), _moment(more["closes"], game.zone))


def _book_named(name: str) -> Rulebook:
    from referee.variants import NoSuchRules, find

    if name.lower().endswith(".toml"):
        return _own_file(name)
    try:
        return find(name)
    except NoSuchRules as unknown:
        stop("rules", f"没有 {name} 这套规则", f"可用：{'、'.join(unknown.names)}，或一个 .toml 规则文件", 2)


def _own_file(name: str) -> Rulebook:
    """The rule set of a file named on the command line; its faults end the command."""
    from referee.own_rules import RulesFaults

    try:
        return _own_book(Path(name))
    except RulesFaults as refused:
        _list_faults(name, refused.faults, code="rules-file")
        raise click.exceptions.Exit(2) from None


def _book(game: Game) -> Rulebook:
    return game.book or _book_named(game.rules)


@contextmanager
def _named_stage(game: Game) -> Iterator[None]:
    """A stage that is not there, or several where one is meant, said to the judge."""
    from referee.counting import NoSuchStage, SeveralStages
    from referee.wishes import stage_ids

    try:
        yield
    except SeveralStages as several:
        stop("stage", f"同时有几个阶段：{several}", "加 --stage 说明数哪一个", 2)
    except NoSuchStage as missing:
        stop("stage", f"没有这个阶段：{missing}", f"可用：{stage_ids(game)}", 2)


def _ballot_sources(
    game: Game, sources: Sequence[str], stage_id: str | None, as_of: str | None, source: dict[str, Any]
) -> tuple[list[str | Source], dict[str, Any]]:
    """The sources of the threads a tally needs, and how to read them: those handed in, else those of the stage."""
    from referee.counting import choose, wanted
    from referee.reading import thread_words
    from referee.wishes import window

    named, stage = game.threads, None
    if not sources:
        if stage_id is not None or not (as_of or "").startswith("#"):
            with _named_stage(game):
                clock = None if (as_of or "").startswith("#") else _moment(as_of, game.zone)
                stage = choose(game, stage_id, clock or _now(game.zone), _book(game))
            named = wanted(game, stage, _book(game))
        if not named:
            stop("no-thread", "没有说数哪个帖子", "给出帖子的网址，或在游戏文件里写 [[threads]]", 2)
    urls: list[str | Source] = [*sources] or [*_of_game(game, thread_words(named))]
    return urls, source | {"window": window(game, stage_id, stage)}


def _read(game: Game, sources: Sequence[str | Source], source: dict[str, Any]) -> Reading:
    """The threads of some SOURCEs, read for a game."""
    return _reading(game, gathered(sources, game.zone, source).threads)


def _reading(game: Game, walked: Sequence[WalkedThread]) -> Reading:
    from referee.reading import reading_of

    return reading_of(game, walked, lambda word, one: _is_named(game, word, one.thread, one.keys))


def _is_named(game: Game, word: str, thread: Thread, keys: frozenset[str]) -> bool:
    from parsers.boards import registry
    from scraper.sources import is_named

    return is_named(word, thread, keys, registry.thread_of, Path(game.folder))


def _of_game(game: Game, words: Sequence[str]) -> list[Source]:
    """The SOURCEs a game file names; files are looked for where it lies."""
    from parsers.boards import registry
    from scraper.sources import source_of

    return [source_of(word, registry.thread_of, Path(game.folder)) for word in words]


def _canonical(url: str) -> str:
    from parsers.boards import registry

    thread = registry.thread_of(url)
    return thread.url if thread is not None else url


def _now(zone: tzinfo) -> datetime:
    from datetime import datetime

    return datetime.now(zone).replace(tzinfo=None, microsecond=0)


def _as_of(text: str | None, reading: Reading) -> datetime:
    """The moment to count to: as given, that of a floor, else now (what was read earlier is known up to then)."""
    from referee.reading import at_floor

    if text is None:
        return reading.now(_now(reading.game.zone))
    return at_floor(text, reading) if text.startswith("#") else _moment(text, reading.game.zone)


def _noted(found: Tally, notes: tuple[str, ...]) -> Tally:
    from dataclasses import replace

    public = found.notes if found.public_notes is None else found.public_notes
    return replace(found, notes=(*found.notes, *notes), public_notes=(*public, *notes))


@desk.command("demo")
@click.option("-o", "output", default="referee-demo.html", metavar="FILE", help="网页战报写到哪里")
def demo(output: str) -> None:
    """在本机开一个样板论坛，跑一遍真正的计票：第一天投票平票，生死投票定胜负。

    \b
    例：referee demo
        referee demo -o 样板.html
    """
    from tempfile import TemporaryDirectory

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
    from referee.reports.rules_report import books_report, rules_json, rules_report
    from referee.variants import every

    if name is None:
        books = every()
        _show(
            books_report(books), {"schema": "referee/rules@1", "rules": [book.name for book in books]}, format_, output
        )
        return
    book = _book_named(name)
    tests = _tests_that_name(book)
    _show(rules_report(book, tests), rules_json(book, tests), format_, output)


def _tests_that_name(book: Rulebook) -> dict[str, list[str]]:
    """Clause id → the tests that name it, where the tests are at hand (a checkout); a wheel has none."""
    from referee.clause_tests import tests_of

    ids = [article.id for article in book.articles]
    found: dict[str, list[str]] = {id_: [] for id_ in ids}
    for path in sorted((Path(__file__).parent / "tests").glob("test_*.py")):
        for id_, test in tests_of(path.read_text("utf-8", errors="replace"), ids):
            found[id_].append(f"{path.stem}::{test}")
    return found if any(found.values()) else {}


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
    from referee.audits import audit as examine
    from referee.audits import public_audit
    from referee.reading import thread_words, with_roster
    from referee.reports.audit_json import audit_json
    from referee.reports.audit_notice import warning_post
    from referee.reports.audit_report import audit_report

    game = load_game(game_path)
    if not game.threads:
        stop("no-thread", "游戏文件里没有帖子", "在游戏文件里写 [[threads]]", 2)
    asked = None if (as_of or "").startswith("#") else _moment(as_of, game.zone)
    reading = _read(game, _of_game(game, thread_words(game.threads)), source)
    game = with_roster(reading)
    moment = asked if as_of is None or asked else _as_of(as_of, reading)
    found = _noted_audit(examine(game, reading.threads, moment, _as_of(None, reading)), reading.notes)
    if _face(format_, output) == "ubb":
        _show(warning_post(public_audit(found), game.title), {}, "ubb", output, reading.threads[0].board)
        return 0
    shown = found if judge else public_audit(found)
    _show(audit_report(shown, game.title), audit_json(shown, game.zone), format_, output)
    return 0


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
    from referee.nights import first_night, has_nights, night_of
    from referee.nights.public import public_view
    from referee.reports.night_report import night_json, night_report

    game = load_game(game_path)
    if not has_nights(game.rules):
        stop("no-nights", f"{game.rules} 没有夜晚", "referee rules 列出有夜晚的规则", 2)
    if number < first_night(game):
        stop("no-night", f"没有第 {number} 夜", f"这套规则从第 {first_night(game)} 夜数起", 2)
    moment = _moment_of(as_of, game, source)
    found = night_of(game, number, tally_of=_ballots(game, moment, source), as_of=moment)
    shown = found if judge else public_view(found)
    _show(night_report(shown, game.title, judge), night_json(shown, game.zone), format_, output, _game_board(game))
    return 3 if found.pending else 0


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
    from referee.reports.status_report import status_json, status_report
    from referee.status import public_status, status_of

    game = load_game(game_path)
    moment = _moment_of(as_of, game, source) or _now(game.zone)
    found = status_of(game, moment, tally_of=_ballots(game, moment, source))
    shown = found if judge else public_status(found)
    data = status_json(shown, game.zone, judge)
    _show(status_report(shown, game.title, judge), data, format_, output, _game_board(game))
    return 3 if found.pending else 0


def gathered(
    sources: Sequence[str | Source], zone: tzinfo, source: dict[str, Any], window: Any = None, whole: bool = True
) -> Gathered:
    """The threads of some SOURCEs, with the source options of a command. `window`: (opens, closes) of the stage."""
    from scraper.gather import gather

    with _settings(zone, source, window or source.get("window"), whole) as settings:
        return gather(sources, _boards(), settings)


@contextmanager
def _settings(zone: tzinfo, source: dict[str, Any], window: Any = None, whole: bool = True) -> Iterator[GatherSettings]:
    """The source options of a command as settings, a progress bar on the terminal meanwhile."""
    from scraper.gather import GatherSettings
    from scraper.progress import ProgressBar

    path = Path(source["archive_path"]) if source["archive_path"] else None
    with ProgressBar(source.get("quiet", False)) as bar:
        client = partial(_client, source, bar.say)
        recheck = source.get("recheck", False)
        yield GatherSettings(zone, path, source["offline"], source["refresh"], window, whole, client, bar.page, recheck)


def _boards() -> Boards:
    from parsers.boards import registry
    from scraper.visit import Boards

    return Boards(registry.thread_of, registry.page_address, registry.read, _read_paste)


def _client(source: dict[str, Any], say_line: Callable[[str], None]) -> Any:
    from scraper.fetch import Fetcher, FetchSettings

    cookies = Path(source["cookies"]) if source["cookies"] else None
    delay = FetchSettings().delay if source["delay"] is None else source["delay"]
    return Fetcher(FetchSettings(delay=delay, cookies=cookies), say_line)


def _read_paste(text: str, clock: Any, url: str) -> Any:
    from parsers.boards import paste

    return paste.read_paste(text, clock, url)


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
    if jsonl:
        _answer_lines()
        return
    import json

    from parsers.ballots.records import Answerer
    from referee.reports.explained import lines, pieces
    from referee.wishes import question

    text = sys.stdin.buffer.read().decode("utf-8-sig", "replace") if text is None else text
    players, judges = known.pop("players"), known.pop("judges")
    game = load_game(game_path) if game_path else None
    context = {"thread": "talk" if known.pop("talk") else "vote", **known}
    record = question(text, players, judges, context, game, _book(game) if game else None)
    reading = Answerer().read(json.dumps(record))
    bright: dict[str, dict[str, Any]] = {
        "plain": {},
        "ballot": {"fg": "green"},
        "name": {"fg": "cyan", "bold": True},
        "doubt": {"fg": "yellow"},
    }
    colours = sys.stdout.isatty()
    shown = "".join(click.style(p.text, **bright[p.style]) if colours else p.text for p in pieces(text, reading))
    note = [] if record["roster"] else ["(没有给 --players 或 --game，名字一个也认不得)"]
    say("\n".join([shown, *lines(text, reading), *note]))


def _answer_lines() -> None:
    """Answer every line of standard input as it comes; a line that is no question ends it."""
    import json

    from parsers.ballots.records import Answerer, BadRecord

    answerer = Answerer()
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            answer = answerer.answer(line.decode("utf-8-sig"))
        except UnicodeDecodeError:
            stop("jsonl", f"第 {number} 行不是 UTF-8", "换成 UTF-8 再来", 2)
        except BadRecord as fault:
            stop("jsonl", f"第 {number} 行{fault}", "每行一个 JSON 对象：text、roster、judges、context", 2)
        say(json.dumps(answer, ensure_ascii=False))
        sys.stdout.flush()


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
    from zoneinfo import ZoneInfo

    from referee.reports.post_lines import jsonl, plain
    from referee.wishes import face

    zone = ZoneInfo("Asia/Shanghai")
    threads = gathered(sources, zone, source, whole=False).threads
    write = jsonl if face(format_, output, ("text", "jsonl")) == "jsonl" else plain
    say("".join(write(thread.posts, zone) for thread in threads), output)
    for note in dict.fromkeys(note for thread in threads for note in thread.notes):
        _say_error(f"referee: 注意：{note}")


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
    from zoneinfo import ZoneInfo

    game = load_game(game_path) if game_path else None
    wanted = _wanted(sources, game)
    if verify:
        return _verified(wanted, source)
    if not wanted:
        stop("usage", "没有说存什么", "给出帖子的网址、保存的网页，或 --game FILE", 2)
    _archived(wanted, game, game.zone if game else ZoneInfo("Asia/Shanghai"), source | {"recheck": check_edits})
    return 0


def _wanted(sources: Sequence[str], game: Game | None) -> list[str | Source]:
    """The SOURCEs handed in and those of the game, each once."""
    from referee.reading import thread_words

    return [*dict.fromkeys(sources), *(_of_game(game, thread_words(game.threads)) if game else ())]


def _verified(wanted: Sequence[str | Source], source: dict[str, Any]) -> int:
    from scraper.archive import Archive, find
    from scraper.archive.verify import told, verify

    urls = _addresses(wanted, source)
    with Archive(source["archive_path"], read_only=True) as archive:
        threads = [find(archive, url) for url in urls]
        if None in threads:
            lost = urls[threads.index(None)]
            stop("not-kept", f"存档里没有这个帖子：{lost}", "先 referee archive 存它", 4)
        proofs = [verify(archive, thread.url) for thread in threads if thread] or [verify(archive)]
    say("\n".join(map(told, proofs)))
    return 0 if all(proof.whole for proof in proofs) else 1


def _addresses(wanted: Sequence[str | Source], source: dict[str, Any]) -> list[str]:
    """The canonical addresses of the threads some SOURCEs hold; saved pages are read for theirs."""
    from zoneinfo import ZoneInfo

    from parsers.boards import registry
    from scraper.sources import source_of

    told = [source_of(one, registry.thread_of) if isinstance(one, str) else one for one in wanted]
    saved = [one for one in told if one.path is not None]
    walked = gathered(saved, ZoneInfo("Asia/Shanghai"), source, whole=False).threads if saved else ()
    return [*(_canonical(one.text) for one in told if one.path is None), *(one.thread.url for one in walked)]


def _archived(wanted: Sequence[str | Source], game: Game | None, zone: tzinfo, source: dict[str, Any]) -> None:
    from scraper.keep import keep, told

    with _settings(zone, source) as settings:
        taken = keep(wanted, _boards(), settings)
    if game is not None:
        _keep_game(game, taken, settings.archive)
    say("\n".join(told(one) for one in taken))


def _keep_game(game: Game, taken: Sequence[Taken], path: Path | None) -> None:
    from referee.reading import called_as_read
    from scraper.archive import Archive

    game = called_as_read(
        game, taken, lambda word, one: word.strip() == one.source or _is_named(game, word, one.thread, frozenset())
    )
    kept = {one.thread.url for one in taken}
    with Archive(path) as archive:
        _game_number(archive, game, [(thread.url, thread.kind) for thread in game.threads if thread.url in kept])


def _game_number(archive: Archive, game: Game, threads: Sequence[tuple[str, str]]) -> int:
    """Keep what a game file says in public, and give the game's number in the archive."""
    from scraper.archive.ledger import RulingRow, StageRow, keep_game

    return keep_game(
        archive,
        game.title,
        game.rules_name,
        str(game.zone),
        [StageRow(stage.id or "", stage.kind, stage.day, stage.opens, stage.closes) for stage in game.stages],
        threads,
        [RulingRow(r.reads, r.targets, r.thread, r.post, r.floor, r.why) for r in game.rulings],
    )


def _keep_tally(game: Game, found: Tally, threads: Sequence[ThreadPosts], path: str | None) -> int | None:
    """Keep the public tally beside the threads it was made of; the number it is kept under.

    Without an archive to write in nothing is kept.
    """
    from hashlib import sha256

    from referee.reports.json_face import tally_json
    from referee.secrecy import public_view
    from referee.version import VERSION
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import keep_tally, last_number
    from scraper.trouble import Trouble

    if not Path(path or default_path()).exists():
        return None
    said = [(thread.url, [(post.pid, post.text, post.edited) for post in thread.posts]) for thread in threads]
    source = sha256(repr((said, game)).encode("utf-8", "replace")).hexdigest()
    try:
        with Archive(path) as archive:
            kinds = [(thread.url, thread.kind) for thread in threads]
            number = _game_number(archive, game, kinds) if game.title else None
            keep_tally(archive, tally_json(public_view(found), game.zone), VERSION, source, number)
            return last_number(archive, number, found.rules, found.stage.id)
    except Trouble as trouble:
        _say_error(f"referee: 注意：这次的结果没有存下({trouble.what})")
    return None


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
    from zoneinfo import ZoneInfo

    from referee.reports.edits_report import edits_json, edits_text, unproven
    from referee.wishes import face

    game = load_game(game_path) if game_path else None
    wanted = _wanted(sources, game)
    if not wanted:
        stop("usage", "没有说查哪个帖子", "给出帖子的网址，或 --game FILE", 2)
    zone = game.zone if game else ZoneInfo("Asia/Shanghai")
    threads = gathered(wanted, zone, source | {"recheck": not source["offline"]}, whole=False).threads
    found = [change for thread in threads for change in thread.changes]
    ballot = _ballot_words(game, [post.author for thread in threads for post in thread.posts])
    if face(format_, output, ("text", "json")) == "json":
        import json

        say(json.dumps(edits_json(found, zone, ballot), ensure_ascii=False, indent=1), output)
        return
    say(edits_text(found, zone, ballot), output)
    marked = unproven((post for thread in threads for post in thread.posts), found)
    if marked:
        floors = "、".join(f"{post.floor}楼" for post in marked[:20]) + ("…" if len(marked) > 20 else "")
        _say_error(f"referee: 注意：{len(marked)} 帖有编辑标记，但没有存过旧版本：{floors}")


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
    from zoneinfo import ZoneInfo

    from referee.reports.search_report import search_json, search_text
    from scraper.archive import Archive
    from scraper.archive.search import Wanted, search

    zone = ZoneInfo("Asia/Shanghai")
    wanted = Wanted(
        " ".join(words),
        more["author"],
        game_title,
        more["stage"],
        _moment(since, zone),
        _moment(until, zone),
        limit,
    )
    with Archive(more["archive_path"], read_only=True) as archive:
        hits = search(archive, wanted)
    if more["format_"] == "json":
        import json

        say(json.dumps(search_json(hits, zone), ensure_ascii=False, indent=1))
        return
    bold = sys.stdout.isatty()
    say(search_text(hits, lambda word: click.style(word, fg="yellow", bold=True) if bold else f"【{word}】"))


@desk.command("watch")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：名单、阶段、规则、裁定都在里面")
@click.option("--stage", "stage_id", metavar="ID", help="看哪个阶段(默认正在进行的，没有就上一个)")
@click.option("--rules", metavar="规则", help="规则的名称、中文名或自己的 .toml(默认看游戏文件，没有就 plain)")
@click.option("--opens", metavar="T", help="投票开始")
@click.option("--closes", metavar="T", help="投票截止")
@click.option("--players", metavar="甲,乙,…", help="玩家，按座位号顺序(没有游戏文件时)")
@click.option("--until", metavar="T", help="看到什么时候(默认投票截止)")
@click.option("--once", is_flag=True, help="只看一次(给 cron 用)")
@source_options
@report_options
def watch(
    sources: tuple[str, ...],
    game_path: str | None,
    stage_id: str | None,
    until: str | None,
    once: bool,
    format_: str | None,
    output: str | None,
    judge: bool,
    **more: Any,
) -> int:
    """一直看着投票帖：隔一会儿取一次，留下每个版本，显示票数和新发生的事，到时候给出结果。

    离截止越近看得越勤，从不快过 --delay。论坛一时上不去会等。Ctrl-C 随时可停，看过的都在存档里。

    \b
    例：referee watch http://bbs.example.net/read.php?tid=12 --until 21:00
        referee watch --game game.toml --once
    """
    from datetime import UTC, datetime, timedelta
    from time import sleep

    from scraper.live import Board
    from scraper.watch import Pace
    from scraper.watch import watch as keep_looking

    if more["offline"]:
        stop("usage", "watch 要上网，不能带 --offline", "看存档用 referee tally --offline", 2)
    game = _game_of(game_path, stage_id, more)
    urls, stage = _watched(game, sources, stage_id)
    end = _end(until, game.zone) if until else stage.closes if stage else None
    pace = Pace(end.replace(tzinfo=game.zone) if end else None, timedelta(seconds=max(more["delay"] or 0.0, 1.0)))
    with Board() as board:
        tell = partial(_tell, board, game, stage_id, end, pace.until)
        ask = partial(_looked, game, urls, stage, more)
        before = _before(urls, game, more)
        found = keep_looking(ask, pace, tell, lambda: datetime.now(UTC), sleep, before, once)
    reading = _reading(game, found)
    game, tally = _counted(reading, stage_id, _as_of(None, reading))
    _keep_tally(game, tally, reading.threads, more["archive_path"])
    return _reported(game, tally, judge, format_, output)[1]


def _watched(game: Game, sources: Sequence[str], stage_id: str | None) -> tuple[list[str | Source], Stage | None]:
    """The addresses to watch, and the stage they are watched for."""
    from referee.counting import choose, wanted
    from referee.reading import thread_words

    stages = [stage for stage in game.stages if stage.id == stage_id or len(game.stages) == 1]
    stage = stages[0] if stages else None
    if stage is None and game.stages:
        with _named_stage(game):
            stage = choose(game, stage_id, _now(game.zone), _book(game))
    named = wanted(game, stage, _book(game)) if stage else game.threads
    urls: list[str | Source] = [*sources] or [*_of_game(game, thread_words(named))]
    if not urls:
        stop("no-thread", "没有说看哪个帖子", "给出帖子的网址，或在游戏文件里写 [[threads]]", 2)
    return urls, stage


def _end(until: str, zone: Any) -> datetime:
    """`--until`: a moment, or a time of today (of tomorrow where it has passed)."""
    from datetime import datetime, time, timedelta

    try:
        found = datetime.combine(_now(zone).date(), time.fromisoformat(until.strip()))
    except ValueError:
        moment: datetime = _moment(until, zone)
        return moment
    return found if found > _now(zone) else found + timedelta(days=1)


def _looked(
    game: Game, urls: Sequence[str | Source], stage: Stage | None, source: dict[str, Any], edits: bool
) -> tuple[WalkedThread, ...]:
    """One look; for edits the pages of the stage are asked for again, without a stage those of the last day."""
    from datetime import timedelta

    opens = stage.opens if stage and stage.opens else _now(game.zone) - timedelta(days=1)
    return gathered(urls, game.zone, source | {"window": (opens, None) if edits else None, "quiet": True}).threads


def _before(urls: Sequence[str | Source], game: Game, source: dict[str, Any]) -> tuple[WalkedThread, ...]:
    """What the archive knew before the first look; nothing where it knew nothing."""
    from scraper.trouble import Trouble

    try:
        return gathered(urls, game.zone, source | {"offline": True}).threads
    except Trouble:
        return ()


def _tell(
    board: Board, game: Game, stage_id: str | None, end: datetime | None, until: datetime | None, look: Look
) -> None:
    """Draw one look: the count as it stands, and what has happened since the one before."""
    from referee.reading import with_roster
    from referee.reports import render
    from referee.reports.tally_report import tally_report
    from referee.reports.watch_report import happened, status
    from referee.secrecy import public_view
    from scraper.screen import screen
    from scraper.watch import in_last_minutes

    late = {post.pid for post in in_last_minutes(look.posts, end)}
    reading = _reading(game, look.threads)
    known = with_roster(reading) if reading.threads else game
    ballot = _ballot_words(known, [])
    trouble = f"{look.trouble}，等一会儿再试" if look.trouble else ""
    at = look.at.astimezone(game.zone).replace(tzinfo=None)
    lines = happened(at, look.posts, look.changes, ballot, late, trouble)
    count = ""
    if look.threads and sys.stdout.isatty() and look.pause is not None:
        known, found = _counted(reading, stage_id, _as_of(None, reading))
        to = screen(sys.stdout)
        count = render(tally_report(public_view(found), known.title), "text", to.width, to.colour)
    pause = look.pause.total_seconds() if look.pause is not None else None
    board.show(count, lines, status(look.at, until, pause, game.zone))


@desk.command("export")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option("--game", "game_path", metavar="FILE", help="游戏文件：里面的帖子都写出来")
@click.option("--as", "face", type=click.Choice(["html", "md", "jsonl", "warc"]), required=True, help="写成什么")
@click.option("-o", "output", metavar="PATH", required=True, help="写到哪个文件")
@click.option("--images", is_flag=True, help="把图片也抓来放进 html(有数量和大小的限制)")
@click.option("--judge/--public", "judge", default=False, help="法官版(含身份、真身) / 公开版(默认)")
@source_options
def export(
    sources: tuple[str, ...],
    game_path: str | None,
    face: str,
    output: str,
    images: bool,
    judge: bool,
    **source: Any,
) -> None:
    """把一局写成书(html、md)、逐帖的数据(jsonl)或网页存档(warc)。

    html 是一个文件，不联网也能看。warc 里是抓到的网页原文，可以直接当 SOURCE 数票。

    \b
    例：referee export --game game.toml --as html -o 第一局.html
        referee export http://bbs.example.net/read.php?tid=12 --as warc -o 12.warc.gz
    """
    from zoneinfo import ZoneInfo

    game = load_game(game_path) if game_path else None
    wanted = _wanted(sources, game)
    if not wanted:
        stop("usage", "没有说写哪个帖子", "给出帖子的网址，或 --game FILE", 2)
    zone = game.zone if game else ZoneInfo("Asia/Shanghai")
    threads = gathered(wanted, zone, source).threads
    if face == "warc":
        _export_warc([walked.thread for walked in threads], source["archive_path"], output, game, judge)
    else:
        _export_book(game, threads, face, output, images, judge, zone, source)


def _export_warc(threads: Sequence[Any], path: str | None, output: str, game: Game | None, judge: bool) -> None:
    from referee.reports.book import real_names
    from scraper.archive import Archive
    from scraper.warc_out import write_warc

    with Archive(path, read_only=True) as archive:
        pages = write_warc(archive, threads, Path(output))
    say(f"写好 {output}：{pages} 个网页")
    if game is not None and not judge and real_names(game):
        _say_error("referee: 注意：warc 是网页原文，里面若有真身的名字不会去掉")


def _export_book(
    game: Game | None,
    threads: Sequence[Any],
    face: str,
    output: str,
    images: bool,
    judge: bool,
    zone: tzinfo,
    source: dict[str, Any],
) -> None:
    from referee.reports.book import Chapter, book_of, html, markdown
    from referee.reports.post_lines import jsonl

    pictures = _pictures(threads, source) if images and face == "html" and not source["offline"] else {}
    chapters = [Chapter(w.title or w.thread.url, w.thread.url, w.posts, w.changes, w.notes, pictures) for w in threads]
    verdicts = _kept_verdicts(game, source["archive_path"]) if game is not None else []
    book = book_of(game, chapters, verdicts, judge)
    if face == "jsonl":
        text = "".join(jsonl(chapter.posts, zone) for chapter in book.chapters)
    else:
        text = (html if face == "html" else markdown)(book, zone)
    say(text, output)
    count = book.count()
    say(f"写好 {output}：{count['posts']} 帖，图 {count['pictures']} 张(存了 {count['kept']} 张)")


def _pictures(threads: Sequence[Any], source: dict[str, Any]) -> dict[str, str]:
    from scraper.pictures import fetch_pictures
    from scraper.progress import ProgressBar

    addresses = [image for walked in threads for post in walked.posts for image in post.images]
    with ProgressBar() as bar, _client(source, bar.say) as client:
        return fetch_pictures(addresses, client, bar.page)


def _kept_verdicts(game: Game, path: str | None) -> list[dict[str, Any]]:
    from scraper.archive import Archive, default_path
    from scraper.archive.ledger import kept_tallies

    if not Path(path or default_path()).exists():
        return []
    with Archive(path, read_only=True) as archive:
        return kept_tallies(archive, game.title, game.rules_name)


def _ballot_words(game: Game | None, authors: Sequence[str]) -> Callable[[Post], str]:
    """What a post says as a ballot, in a word or two, by the game's roster or by who posts."""
    from parsers.ballots.reader import read
    from parsers.ballots.reading import Context
    from parsers.names import Roster, Seat

    seats = [Seat(player.name, player.aliases, player.number) for player in game.players] if game else []
    roster = Roster.of(seats or [Seat(name) for name in dict.fromkeys(authors) if name])
    voters = {seat.name for seat in roster.seats}

    def words(post: Post) -> str:
        if post.author not in voters:
            return ""
        found = read(post.text, roster, Context(author=post.author))
        named = {"abstain": "弃权", "unvote": "撤票", "ambiguous": "看不清", "conditional": "附条件"}
        return "投" + "、".join(found.targets) if found.kind in ("vote", "change") else named.get(found.kind, "")

    return words


@overload
def _moment(text: str, zone: tzinfo) -> datetime: ...


@overload
def _moment(text: str | None, zone: tzinfo) -> datetime | None: ...


def _moment(text: str | None, zone: tzinfo) -> datetime | None:
    from referee.wishes import moment

    return None if text is None else moment(text, zone)


def _moment_of(text: str | None, game: Game, source: dict[str, Any]) -> Any:
    """A moment as given: an ISO time, or a floor of the game's threads (#60)."""
    from referee.reading import thread_words

    if not (text or "").startswith("#"):
        return _moment(text, game.zone)
    if not game.threads:
        stop("no-thread", f"游戏文件里没有帖子，不知道 {text} 楼是什么时刻", "写出时间", 2)
    return _as_of(text, _read(game, _of_game(game, thread_words(game.threads)), source))


def _ballots(game: Game, moment: Any, source: dict[str, Any]) -> Any:
    """What counts a stage where the answer hangs on its ballots; the threads are read the first time it is asked."""
    from functools import cache

    from referee.counting import NoSuchStage
    from referee.counting import tally as count
    from referee.reading import thread_words, with_roster

    known: dict[str | None, Tally | None] = {}
    urls = thread_words(game.threads, "vote")
    reading = cache(lambda: _read(game, _of_game(game, urls), source))

    def tally_of(stage: str) -> Tally | None:
        if not urls:
            return None
        try:
            return count(with_roster(reading()), stage, reading().threads, moment, book=_book(game), known=known)
        except NoSuchStage:
            return None

    return tally_of


def _face(format_: str | None, output: str | None) -> str:
    """The format asked for, else the one the file is named for, else text."""
    from referee.wishes import face

    return face(format_, output, FORMATS)


def _show(report: Any, data: dict[str, Any], format_: str | None, output: str | None, board: str | None = None) -> str:
    """Show a report in the format asked for, else as the file is named, else as text, and give what was shown.

    `board` settles the UBB dialect.
    """
    from referee.reports import json_text, render

    face = _face(format_, output)
    if face == "json":
        text = json_text(data)
        say(text, output)
        return text
    from scraper.screen import screen

    to = screen(sys.stdout)
    text = render(report, face, to.width, to.colour and output is None, board)
    # Excel takes a CSV for UTF-8 only with a mark in front; a terminal would show it.
    marked = face == "csv" and (output is not None or not sys.stdout.isatty())
    say("\ufeff" + text if marked else text, output)
    return text


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
    _say_error(f"referee: [{code}] {what}；{advice}")
    return status


def _say_error(line: str) -> None:
    click.echo("".join(c if c.isprintable() else " " for c in line), err=True)


if __name__ == "__main__":
    main()
