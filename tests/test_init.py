"""`referee init`: threads in, a game file out. What a thread does not say is left open, never invented."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from parsers.posts import Post, Stamp, Thread
from referee.commands import gathering
from referee.draft import Draft, Wishes, draft
from referee.draft_text import write
from referee.draft_times import announced_span
from referee.game import Game
from referee.game_file import load
from referee.game_kinds import GOLDEN_BOUGH, KINDS
from referee.roster_lines import Known, read_roster
from referee.threads import ThreadPosts
from scraper.gather import Gathered
from scraper.sample_board import sample_page
from scraper.threads import WalkedThread
from scraper.wizard import ask_file, ask_game
from tests.support import forum

ROLES = Known(frozenset({"老K", "夜航船", "阿水"}), ("平民", "逃奴", "祭司"))


def listed(text: str, known: Known = ROLES) -> list[str]:
    """The players of a post as `number name/alias/alias=role@owner`."""
    found = read_roster(text.replace("⏎", "\n"), known)
    return [
        (f"{p.number} " if p.number is not None else "")
        + "/".join((p.name, *p.aliases))
        + (f"={p.role}" if p.role else "")
        + (f"@{p.real}" if p.real else "")
        for p in found.players
    ]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        # numbers in every notation
        ("1. 甲⏎2. 乙⏎3. 丙", ["1 甲", "2 乙", "3 丙"]),
        ("1、甲⏎2、乙⏎3、丙", ["1 甲", "2 乙", "3 丙"]),
        ("01 甲⏎02 乙⏎03 丙", ["1 甲", "2 乙", "3 丙"]),
        ("1）甲⏎2）乙⏎3）丙", ["1 甲", "2 乙", "3 丙"]),
        ("（1）甲⏎（2）乙⏎（3）丙", ["1 甲", "2 乙", "3 丙"]),
        ("①甲⏎②乙⏎③丙", ["1 甲", "2 乙", "3 丙"]),
        ("1号 甲⏎2号 乙⏎3号 丙", ["1 甲", "2 乙", "3 丙"]),
        ("1号：甲⏎2号：乙⏎3号：丙", ["1 甲", "2 乙", "3 丙"]),
        ("No.1 甲⏎No.2 乙⏎No.3 丙", ["1 甲", "2 乙", "3 丙"]),
        ("一、甲⏎二、乙⏎三、丙", ["1 甲", "2 乙", "3 丙"]),
        ("1.甲 2.乙 3.丙 4.丁", ["1 甲", "2 乙", "3 丙", "4 丁"]),
        # what stands beside a name
        ("1. 甲(小甲)⏎2. 乙（阿乙、乙哥）⏎3. 丙【丙丙】", ["1 甲/小甲", "2 乙/阿乙/乙哥", "3 丙/丙丙"]),
        ("1. 甲(平民)⏎2. 乙 - 逃奴⏎3. 丙——祭司", ["1 甲=平民", "2 乙=逃奴", "3 丙=祭司"]),
        ("1号 老K 马甲：更夫⏎2号 阿水 马甲:渡子⏎3号 木木", ["1 更夫@老K", "2 渡子@阿水", "3 木木"]),
        ("1. 更夫（老K）⏎2. 渡子(阿水)⏎3. 丙(小丙)", ["1 更夫@老K", "2 渡子@阿水", "3 丙/小丙"]),
        ("1. 甲 真身：老K⏎2. 乙 别名：阿乙、乙哥⏎3. 丙 身份：逃奴", ["1 甲@老K", "2 乙/阿乙/乙哥", "3 丙=逃奴"]),
        # seats nobody has taken, and who took his name back
        ("1. 甲⏎2. 空缺⏎3. 乙⏎4. ⏎5. 待定", ["1 甲", "3 乙"]),
        ("1. 甲⏎2. 乙(已退出)⏎3. 丙⏎4. 丁", ["1 甲", "3 丙", "4 丁"]),
        # names in a row
        ("参赛玩家：甲、乙、丙、丁", ["甲", "乙", "丙", "丁"]),
        ("《游戏者名单》⏎⏎甲、乙、丙、丁⏎请各位在24小时之内签到。", ["甲", "乙", "丙", "丁"]),
        ("玩家名单⏎甲⏎乙⏎丙⏎⏎大家加油", ["甲", "乙", "丙"]),
        ("老K，夜航船，阿水", ["老K", "夜航船", "阿水"]),
        # tables
        ("序号\t玩家ID\t马甲\t身份⏎1\t老K\t更夫\t平民⏎2\t阿水\t渡子\t逃奴", ["1 更夫=平民@老K", "2 渡子=逃奴@阿水"]),
        ("| 号码 | 名字 | 别名 |⏎| 1 | 甲 | 小甲 |⏎| 2 | 乙 | |", ["1 甲/小甲", "2 乙"]),
        # names with signs in them
        ("1. Wile E. Coyote⏎2. 老K⏎3. 阿Q[正传]", ["1 Wile E. Coyote", "2 老K", "3 阿Q/正传"]),
        # no lists
        ("1. 本局共十三人，先到先得。⏎2. 报名请写清楚马甲。⏎3. 不得私下串通。", []),
        ("规则说明⏎1. 投票⏎2. 改票⏎3. 弃权", []),
        ("我投老K，夜航船太可疑了", []),
        ("1. 甲⏎2. 乙", []),  # too short to be sure
        ("玩家：⏎1. 甲⏎2. 乙", ["1 甲", "2 乙"]),
        ("", []),
    ],
)
def test_who_a_post_lists(text: str, players: list[str]) -> None:
    assert listed(text) == players


def test_substitutes_and_judges_beside_the_players() -> None:
    found = read_roster("法官：河伯、水鬼\n玩家(3/3)：\n1. 甲\n2. 乙\n3. 丙\n\n【替补】\n1. 丁\n2. 戊", ROLES)
    assert [p.name for p in found.players] == ["甲", "乙", "丙"]
    assert [p.name for p in found.substitutes] == ["丁", "戊"]
    assert found.judges == ("河伯", "水鬼")
    assert [p.name for p in read_roster("玩家：甲、乙、丙\n替补：丁", ROLES).substitutes] == ["丁"]


POSTED = datetime(2009, 3, 10, 20, 55)


@pytest.mark.parametrize(
    ("text", "opens", "closes"),
    [
        ("投票时间：3月10日21:00至3月12日9:00", "10 21:00", "12 09:00"),
        ("2009年3月10日21:00—2009年3月12日09:00:00", "10 21:00", "12 09:00"),
        ("3.10 21：00 ~ 3.11 21：00 投票", "10 21:00", "11 21:00"),
        ("今晚21:00开始，次日9:00截止", "10 21:00", "11 09:00"),
        ("开始：3月11日9:00 结束：3月12日9:00", "11 09:00", "12 09:00"),
        ("截止明晚9点", None, "11 21:00"),
        ("晚上9点半截止", None, "10 21:30"),
        ("12日上午9点截止", None, "12 09:00"),
        ("请于后天中午12点前投票", None, "12 12:00"),
        ("本次投票为期36小时", None, "12 08:55"),
        ("24小时之内签到", None, None),
        ("截止时间 32日 25:00", None, None),
        ("每人一票", None, None),
    ],
)
def test_when_a_vote_closes(text: str, opens: str | None, closes: str | None) -> None:
    found = announced_span(text, POSTED)
    assert tuple(moment and moment.strftime("%d %H:%M") for moment in found) == (opens, closes)


def thread(title: str, table: str, url: str = forum.URL) -> ThreadPosts:
    posts, _ = forum.posts(table, url)
    return ThreadPosts(url, "phpwind", title, 1, tuple(posts))


def loaded(found: Draft) -> Game:
    """The draft as the game its text tells: the text must always load."""
    return load(write(found))


LIST = """
    0 河伯 3-9 20:00 游戏者名单⏎1. 艄公(船家)⏎2. 绣娘⏎3. 货郎⏎替补：更夫⏎请24小时内签到
    1 艄公 3-9 20:10 签到
    2 路人 3-9 20:15 围观
"""


def test_from_a_roster() -> None:
    found = draft([thread("金枝第九局《游戏者名单》，请签到", LIST)])
    game = loaded(found)
    assert (game.title, game.rules, game.judges) == ("金枝第九局", "golden-bough", ("河伯",))
    assert [(p.name, p.number, p.aliases) for p in game.players] == [
        ("艄公", 1, ("船家",)),
        ("绣娘", 2, ()),
        ("货郎", 3, ()),
    ]
    assert [s.name for s in game.substitutes] == ["更夫"]
    assert [(t.url, t.kind) for t in game.threads] == [(forum.URL, "roster")]
    assert "# 名单贴出：2009-03-09T20:00:00" in write(found)


def test_the_last_list_is_the_one_that_holds() -> None:
    table = """
        0 河伯 3-9 20:00 报名中⏎1. 艄公⏎2. 绣娘⏎3. 货郎
        1 绣娘 3-9 20:10 我退了
        2 河伯 3-9 21:00 最终名单⏎1. 艄公⏎2. 更夫⏎3. 货郎
        3 货郎 3-9 21:10 玩家：⏎1. 甲⏎2. 乙⏎3. 丙⏎4. 丁
    """
    assert [p.name for p in draft([thread("报名帖", table)]).players] == ["艄公", "更夫", "货郎"]


def test_roles_are_kept_and_marked_secret() -> None:
    table = "0 河伯 3-9 20:00 名单⏎1. 艄公(平民)⏎2. 绣娘(祭司)⏎3. 货郎(逃奴)"
    text = write(draft([thread("金枝名单", table)]))
    assert 'role = "祭司"   # 不公开' in text
    assert [p.role for p in load(text).players] == ["平民", "祭司", "逃奴"]


SIGN_UP = """
    1 河伯 3-9 20:00 新局招人，跟帖报名，写明马甲
    2 艄公 3-9 20:05 报名！叫我船家就行
    3 绣娘 3-9 20:06 +1
    4 老路 3-9 20:07 围观，这次没空报名了
    5 货郎 3-9 20:08 报名替补
    6 石头 3-9 20:09 参加。马甲：铁匠
    7 更夫 3-9 20:10 我来
    8 更夫 3-9 20:30 不好意思，退出
    9 阿水 3-9 20:40 月色真好
"""


def test_from_sign_ups() -> None:
    found = draft([thread("渡口局报名帖", SIGN_UP)])
    game = loaded(found)
    assert [(p.name, p.aliases, p.real, p.number) for p in game.players] == [
        ("艄公", ("船家",), None, None),
        ("绣娘", (), None, None),
        ("铁匠", (), "石头", None),
    ]
    assert [s.name for s in game.substitutes] == ["货郎"]
    assert any("阿水" in doubt for doubt in found.doubts)
    assert game.title == "渡口局"


@pytest.mark.parametrize(
    ("title", "short", "kind"),
    [
        ("[游戏十二]《游戏者名单》", "游戏十二", "roster"),
        ("【金枝】第五局《游戏者名单》，请用马甲签到", "【金枝】第五局", "roster"),
        ("渡口局 报名帖(已满)", "渡口局", "roster"),
        ("渡口局第一天投票帖", "渡口局第一天", "vote"),
        ("渡口局 第一夜聊天讨论帖", "渡口局 第一夜聊天讨论帖", "discussion"),
        ("渡口局灌水楼", "渡口局灌水楼", "chat"),
        ("第一天 遗言", "第一天 遗言", "last-words"),
        ("名单", "名单", "roster"),
    ],
)
def test_what_a_title_tells(title: str, short: str, kind: str) -> None:
    found = draft([thread(title, "0 河伯 3-9 20:00 大家好")])
    assert (found.title, found.threads[0].kind) == (short, kind)


def test_votes_with_their_times() -> None:
    vote = thread(
        "金枝第九局 第三天投票",
        "0 河伯 3-12 21:05 投票开始，3月14日9:00截止",
        "http://bbs.example.net/read.php?tid=9",
    )
    runoff = thread("第三天生死投票", "0 河伯 3-14 10:00 限时24小时投票", "http://bbs.example.net/read.php?tid=10")
    game = loaded(draft([thread("金枝名单", LIST), vote, runoff]))
    assert [(s.id, s.kind, s.day, s.opens, s.closes) for s in game.stages] == [
        ("D3", "vote", 3, datetime(2009, 3, 12, 21, 5), datetime(2009, 3, 14, 9)),
        ("D3.life-or-death", "life-or-death", 3, datetime(2009, 3, 14, 10), datetime(2009, 3, 15, 10)),
    ]
    assert [(t.kind, t.stage) for t in game.threads] == [
        ("roster", None),
        ("vote", "D3"),
        ("vote", "D3.life-or-death"),
    ]


def test_one_thread_for_every_vote() -> None:
    table = """
        0 河伯 3-9 21:00 本局投票都在这里。第一天投票开始，3月11日9:00截止
        1 艄公 3-9 22:00 投绣娘，明晚9点截止前我再看看
        2 河伯 3-12 21:00 第二天投票开始，次日21:00截止
        3 河伯 3-13 21:00 投票结束，天黑
    """
    found = draft([thread("无人伤亡 投票专用帖", table)])
    assert [(s.id, s.kind, s.closes) for s in loaded(found).stages] == [
        ("D1", "sheriff", datetime(2009, 3, 11, 9)),
        ("D2", "imprison", datetime(2009, 3, 13, 21)),
    ]
    assert found.threads[0].stage is None
    assert "发过言的有：艄公" in found.doubts[0]


def test_what_the_judge_says_goes_first() -> None:
    found = draft([thread("招人", SIGN_UP)], Wishes("夜渡", GOLDEN_BOUGH, ("阿水",)))
    game = loaded(found)
    assert (game.title, game.rules, game.judges) == ("夜渡", "golden-bough", ("阿水",))


def test_names_that_would_be_faults_become_doubts() -> None:
    table = "0 河伯 3-9 20:00 名单⏎1. 艄公(绣娘)⏎2. 绣娘⏎2. 货郎⏎4. 貨郎"
    found = draft([thread("名单", table)])
    assert [p.name for p in loaded(found).players] == ["艄公", "绣娘", "货郎"]
    assert len(found.doubts) == 3


def test_nobody_found() -> None:
    text = write(draft([thread("闲聊", "0 河伯 3-9 20:00 今天天气不错")]))
    assert load(text).inferred
    assert "没看出谁参加" in text


NAMES = st.text(st.sampled_from('甲乙丙 K[](（)、.:"\\=#'), min_size=1, max_size=6).filter(str.strip)
LINES = st.lists(
    st.one_of(
        NAMES,
        st.builds("{}. {}".format, st.integers(0, 20), NAMES),
        st.builds("{}. {}({})".format, st.integers(0, 20), NAMES, NAMES),
        st.sampled_from(["替补：甲、乙", "法官：丙", "玩家：", "名单", "序号\t名字\t身份", "1\t甲\t平民", ""]),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(NAMES, LINES), min_size=1, max_size=4), st.text(max_size=8), st.sampled_from(KINDS))
def test_every_draft_is_a_game_file(said: list[tuple[str, list[str]]], title: str, kinds: object) -> None:
    posts = [
        Post("phpwind", forum.URL, str(place), place, author, None, Stamp(POSTED), "\n".join(lines))
        for place, (author, lines) in enumerate(said)
    ]
    threads = [ThreadPosts(forum.URL, "phpwind", title, 1, tuple(posts))]
    load(write(draft(threads, Wishes(kinds=kinds))))  # type: ignore[arg-type]  # one of KINDS


def run(*words: str) -> tuple[int, str, str]:
    """Exit status, what was printed, what was said on the side."""
    result = CliRunner().invoke(cli.desk, ["init", *words])
    return getattr(result.exception, "status", result.exit_code), result.stdout, result.stderr + str(result.exception)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board with one roster thread on it."""
    posts, _ = forum.posts(LIST)
    walked = WalkedThread(
        Thread("phpwind", "http://bbs.example.net/", "1", forum.URL), "金枝第九局名单", 1, tuple(posts)
    )
    monkeypatch.setattr(gathering, "gathered", lambda sources, zone, source: Gathered((walked,)))


@pytest.mark.usefixtures("board")
def test_the_command_prints_a_game_file() -> None:
    status, printed, said = run(forum.URL)
    assert status == 0
    assert load(printed).rules == "golden-bough"
    assert "玩家 3 人：艄公、绣娘、货郎" in said


@pytest.mark.usefixtures("board")
def test_the_command_writes_a_game_file(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    flags = ["--title", "夜渡", "--rules", "九天的阴谋", "--judge-name", "水鬼", "--timezone", "Asia/Taipei"]
    assert run(forum.URL, "-o", str(file), *flags)[0] == 0
    game = load(file.read_text("utf-8"))
    assert (game.title, game.rules, game.judges, game.zone.key) == ("夜渡", "nine-days", ("水鬼",), "Asia/Taipei")
    status, _, said = run(forum.URL, "-o", str(file))
    assert (status, load(file.read_text("utf-8")).title) == (2, "夜渡")
    assert "--force" in said
    assert run(forum.URL, "-o", str(file), "--force")[0] == 0
    assert load(file.read_text("utf-8")).title == "金枝第九局"


def test_the_wizard_asks_with_what_it_found_as_answers() -> None:
    names = {kinds.name: kinds.titled for kinds in KINDS}
    with CliRunner().isolation(input="\n金枝\n河伯、 水鬼\n"):
        assert ask_game("3 人", "渡口局", names, "plain", ("河伯",)) == ("渡口局", "金枝", ("河伯", "水鬼"))


def test_the_wizard_does_not_write_over_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "game.toml"
    mine.write_text("# mine\n", "utf-8")
    other = tmp_path / "other.toml"
    with CliRunner().isolation(input=f"{mine}\nn\n{other}\n"):
        assert ask_file("game.toml", force=False) == str(other)


@pytest.mark.parametrize(
    "words",
    [(), (forum.URL, "--rules", "无此规则"), (forum.URL, "--timezone", "Asia/Nowhere"), ("没有的网页.html",)],
)
def test_what_cannot_be_drafted(words: tuple[str, ...]) -> None:
    assert run(*words)[0] == 2


@pytest.mark.parametrize(
    ("said", "stages", "quoted"),
    [
        (
            "报名到3月9日晚上八点截止。3月10日晚上九点开始第一天投票，3月12日早上九点截止",
            {"D1": (datetime(2009, 3, 10, 21), datetime(2009, 3, 12, 9))},
            [],
        ),
        (
            "第一天投票：3月10日21:00-3月11日21:00⏎第二天投票：3月12日21:00-3月13日21:00",
            {
                "D1": (datetime(2009, 3, 10, 21), datetime(2009, 3, 11, 21)),
                "D2": (datetime(2009, 3, 12, 21), datetime(2009, 3, 13, 21)),
            },
            [],
        ),
        ("每天投票截止 22:00", {}, ["每天投票截止 22:00"]),
        ("第一天投票为期24小时", {}, ["第一天投票为期24小时"]),
        ("报名截止 3月9日20:00⏎有一点要说：投票要写清楚", {}, []),
    ],
)
def test_times_of_votes_told_where_players_sign_up(
    said: str, stages: dict[str, tuple[datetime, datetime]], quoted: list[str]
) -> None:
    """Both limits and the day named: a stage; less than that is quoted; when sign-up ends is no vote."""
    found = draft([thread("渡口局报名", f"0 河伯 3-08 20:00 金枝局，请报名⏎{said}⏎\n1 艄公 3-08 21:00 报名\n")])
    assert {stage.id: (stage.opens, stage.closes) for stage in found.stages} == stages
    assert [words.partition("：")[2] for words in found.times] == quoted
    text = write(found)
    assert all(words in text for words in quoted)
    assert len(load(text).stages) == len(stages)


@pytest.mark.parametrize("spelled", ["d1", "./d1/", "d1/1.html"])
def test_what_was_drafted_from_a_copy_is_read_from_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelled: str
) -> None:
    """The file names the folder, from where it lies itself; its address on the web is only told."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "d1").mkdir()
    body = (
        sample_page("/valley/read.php?tid=5&page=1").decode("gbk").replace('<a href="read.php?tid=5&page=2">2</a>', "")
    )
    noted = "<!-- saved from url=(0041)http://bbs.example.net/read.php?tid=5 -->"
    (tmp_path / "d1" / "1.html").write_bytes((noted + body).encode("gbk"))
    (tmp_path / "games").mkdir()
    for file, word in (("game.toml", Path(spelled).as_posix()), ("games/game.toml", f"../{Path(spelled).as_posix()}")):
        assert run(spelled, "-o", file)[0] == 0
        text = (tmp_path / file).read_text("utf-8")
        assert [thread.url for thread in load(text).threads] == [word]
        assert "网上在 http://bbs.example.net/read.php?tid=5" in text
        done = CliRunner().invoke(cli.desk, ["export", "--game", file, "--as", "jsonl", "-o", "posts.jsonl"])
        assert done.exception is None
        assert "报名" in (tmp_path / "posts.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("said", "number", "aliases"),
    [
        ("报名，1号，叫我阿艄也行", 1, ("阿艄",)),
        ("12号报名 别名：船家", 12, ("船家",)),
        ("报名，3月1号才有空", None, ()),
        ("报名，不过1号晚上不在", None, ()),
        ("报名，1号或者2号都行", None, ()),
        ("报名", None, ()),
    ],
)
def test_what_somebody_says_of_himself(said: str, number: int | None, aliases: tuple[str, ...]) -> None:
    (player,) = draft([thread("渡口局报名", f"0 河伯 3-08 20:00 请报名\n1 艄公 3-08 21:00 {said}")]).players
    assert (player.number, player.aliases) == (number, aliases)


def test_a_vote_with_last_words_in_it_is_a_vote_and_its_title_tells_when_it_ends() -> None:
    table = "0 河伯 3-10 9:00 昨夜死亡：渔翁⏎在世的三位：艄公、绣娘、货郎"
    found = draft([thread("第二天白天（含遗言） 投票截止3月11日21:30", table)])
    (stage,) = found.stages
    assert (stage.id, stage.kind, stage.closes) == ("D2", "vote", datetime(2009, 3, 11, 21, 30))
    assert [one.name for one in found.players] == ["艄公", "绣娘", "货郎"]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("处决者遗言", "last-words"),
        ("被投票处决者的遗言", "last-words"),
        ("第一天白天+遗言+投票", "vote"),
        ("报名帖（投票开始前截止）", "roster"),
    ],
)
def test_what_a_thread_is_for(title: str, kind: str) -> None:
    assert draft([thread(title, "0 河伯 3-10 9:00 开帖")]).threads[0].kind == kind


@pytest.mark.parametrize("head", ["存活", "存活玩家", "在世的十三位", "还活着的", "存活名单（3人）", "幸存者"])
def test_the_living_in_one_line_are_a_list(head: str) -> None:
    assert listed(f"{head}：艄公、绣娘、货郎") == ["艄公", "绣娘", "货郎"]


def test_who_is_listed_by_the_beginning_of_his_account_goes_by_the_account() -> None:
    table = "0 河伯 3-9 20:00 名单⏎1. 小鱼⏎2. 货郎⏎3. 艄公\n1 小鱼归来 3-9 20:10 来了"
    (first, *_) = draft([thread("名单", table)]).players
    assert (first.name, first.aliases) == ("小鱼归来", ("小鱼",))


def test_a_title_is_not_cut_through_a_quote() -> None:
    title = '渡口局 第二天 & "投票" 帖'
    found = draft([thread(title, LIST)])
    assert found.title == loaded(found).title == title
