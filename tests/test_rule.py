"""`referee rule`: the judge's word on a post, written into a file that otherwise stays as it was."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from referee.game import JudgeRuling
from referee.game_file import load
from referee.ruling_file import NoRuling, read_post, read_ruling, with_alias, with_ruling

GAME = """# 渡口局，法官自留
[game]
title = "渡口局"      # 名字
rules = "golden-bough"

[[players]]
name = "艄公"
aliases = ["船家"]
[[players]]
name = "绣娘"
[[players]]
name = "货郎,卖糖"   # 名字里有逗号

[[threads]]
url = "http://bbs.example.net/read.php?tid=7"
"""
RULED = (
    GAME
    + """
[[rulings]]   # 第一晚的争议
  floor = 4
  reads = "vote"   # 先这样
  targets = [
    "艄公",  # 他说的是船家
  ]

# 下面是公布过的事
[[events]]
at = 2010-05-01 21:00
kind = "dawn"
# 完"""
)


def lines_added(before: str, after: str) -> list[str]:
    """The lines of `after` that are not in `before`; every line of `before` must still be there, in order."""
    new = []
    rest = iter(before.split("\n"))
    old = next(rest, None)
    for line in after.split("\n"):
        if line == old:
            old = next(rest, None)
        else:
            new.append(line)
    assert old is None, f"lost or changed: {old!r}"
    return [line for line in new if line]


def test_a_ruling_is_added_at_the_end() -> None:
    after = with_ruling(GAME, JudgeRuling("vote", ("绣娘",), post="10086", why="问过本人"))
    assert after.startswith(GAME)
    assert lines_added(GAME, after) == [
        "[[rulings]]",
        'post = "10086"',
        'reads = "vote"',
        'targets = ["绣娘"]',
        'why = "问过本人"',
    ]


def test_it_stands_behind_the_others() -> None:
    after = with_ruling(RULED, JudgeRuling("none", floor=9))
    assert after.index("floor = 9") < after.index("# 下面是公布过的事") < after.index("[[events]]")
    assert lines_added(RULED, after) == ["[[rulings]]", "floor = 9", 'reads = "none"']
    assert [ruling.floor for ruling in load(after).rulings] == [4, 9]


def test_a_ruling_on_the_same_post_is_changed_where_it_stands() -> None:
    after = with_ruling(RULED, JudgeRuling("change", ("绣娘",), floor=4, why="说错了"))
    assert '  reads = "change"   # 先这样\n  targets = ["绣娘"]\n  why = "说错了"\n\n# 下面' in after
    assert "[[rulings]]   # 第一晚的争议\n  floor = 4\n" in after
    assert len(load(after).rulings) == 1


def test_taking_the_vote_out_again() -> None:
    after = with_ruling(RULED, JudgeRuling("none", floor=4, why="玩笑"))
    assert load(after).rulings == (JudgeRuling("none", (), None, None, 4, "玩笑"),)


@pytest.mark.parametrize("text", [GAME, RULED], ids=["first", "again"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "bom"])
def test_line_endings_and_mark_stay(text: str, newline: str, mark: str) -> None:
    before = mark + text.replace("\n", newline)
    after = with_ruling(before, JudgeRuling("abstain", floor=4, why="他说弃权"))
    assert after.startswith(mark + "# 渡口局")
    assert after.count("\n") == after.count(newline)
    assert load(after).rulings[-1].reads == "abstain"


def test_no_line_break_at_the_end() -> None:
    text = GAME.rstrip("\n")
    assert with_ruling(text, JudgeRuling("none", floor=1)).startswith(text + "\n\n[[rulings]]\n")


@pytest.mark.parametrize(
    "rulings",
    [
        "rulings = []\n",
        'rulings = [{ floor = 1, reads = "none" }]\n',
        'rulings = [\n  { floor = 1, reads = "none" },  # 一\n]\n',
    ],
)
def test_rulings_written_on_one_line(rulings: str) -> None:
    text = rulings + GAME
    before = len(load(text).rulings)
    after = with_ruling(text, JudgeRuling("vote", ("绣娘",), floor=2))
    assert len(load(after).rulings) == before + 1
    assert after.endswith(GAME)
    again = with_ruling(after, JudgeRuling("vote", ("艄公",), floor=2, why="改判"))
    assert load(again).rulings[-1] == JudgeRuling("vote", ("艄公",), None, None, 2, "改判")
    assert len(load(again).rulings) == before + 1


@pytest.mark.parametrize("url", [None, "http://bbs.example.net/read.php?tid=7"])
def test_the_only_thread_need_not_be_named(url: str | None) -> None:
    text = with_ruling(GAME, JudgeRuling("none", floor=1, thread=url))
    assert len(load(with_ruling(text, JudgeRuling("vote", ("绣娘",), floor=1))).rulings) == 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("10086", ("10086", None)),
        ("tpc", ("tpc", None)),
        ("#12", (None, 12)),
        ("12楼", (None, 12)),
        ("12#", (None, 12)),
        ("＃0", (None, 0)),
    ],
)
def test_which_post(words: str, found: tuple[str | None, int | None]) -> None:
    assert read_post(words) == found


@pytest.mark.parametrize("words", ["", "#", "第几楼", "#1x", "a b"])
def test_no_post(words: str) -> None:
    with pytest.raises(NoRuling):
        read_post(words)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("vote:绣娘", ("vote", ("绣娘",))),
        ("vote：绣娘，船家", ("vote", ("绣娘", "船家"))),
        ("VOTE: 绣娘 、 船家 ", ("vote", ("绣娘", "船家"))),
        ("vote:货郎,卖糖", ("vote", ("货郎,卖糖",))),
        ("change:弃权", ("change", ("弃权",))),
        ("none", ("none", ())),
    ],
)
def test_taken_for_what(words: str, found: tuple[str, tuple[str, ...]]) -> None:
    assert read_ruling(words, load(GAME)) == found


@pytest.mark.parametrize("words", ["", "votes:绣娘", "vote", "vote:", "change:，", "none:绣娘", "abstain:"])
def test_taken_for_nothing_known(words: str) -> None:
    with pytest.raises(NoRuling):
        read_ruling(words, load(GAME))


@pytest.mark.parametrize(
    ("aliases", "written"),
    [
        (None, 'aliases = ["小绣"]'),
        ("[]", 'aliases = ["小绣"]'),
        ('["绣姐"]', 'aliases = ["绣姐", "小绣"]'),
        ('[ "绣姐", ]  # 都这么叫', 'aliases = [ "绣姐", "小绣", ]  # 都这么叫'),
    ],
)
def test_a_name_somebody_goes_by(aliases: str | None, written: str) -> None:
    text = GAME.replace('name = "绣娘"\n', 'name = "绣娘"\n' + (f"aliases = {aliases}\n" if aliases else ""))
    after = with_alias(text, "绣娘", "小绣")
    assert f'name = "绣娘"\n{written}\n' in after
    assert load(after).players[1].aliases[-1] == "小绣"
    assert with_alias(after, "小绣", "小 绣") == after  # he does already


@pytest.mark.parametrize(("name", "alias"), [("路人", "小路"), ("绣娘", "艄公"), ("绣娘", " ")])
def test_no_alias(name: str, alias: str) -> None:
    with pytest.raises(NoRuling):
        with_alias(GAME, name, alias)


NAMES = st.sampled_from(["艄公", "绣娘", "货郎,卖糖"])
RULINGS = st.builds(
    lambda reads, name, post, floor, why: JudgeRuling(
        reads, (name,) if reads in ("vote", "change") else (), None, post, None if post else floor, why.strip()
    ),
    st.sampled_from(["vote", "change", "abstain", "unvote", "none"]),
    NAMES,
    st.none() | st.sampled_from(["1", "77", "tpc"]),
    st.integers(0, 3),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(RULINGS, max_size=6), st.booleans())
def test_the_last_word_on_each_post_is_in_the_file(rulings: list[JudgeRuling], crlf: bool) -> None:
    text = GAME.replace("\n", "\r\n") if crlf else GAME
    last: dict[tuple[str | None, int | None], JudgeRuling] = {}
    for ruling in rulings:
        text = with_ruling(text, ruling)
        last[ruling.post, ruling.floor] = ruling
    assert {(r.post, r.floor): r for r in load(text).rulings} == last
    assert {key: value for key, value in tomllib.loads(text).items() if key != "rulings"} == tomllib.loads(GAME)


def run(path: Path, *words: str) -> Result:
    return CliRunner().invoke(cli.desk, ["rule", *words, "--game", str(path)])


def status(result: Result) -> int:
    """The exit status the front desk would end with."""
    return getattr(result.exception, "status", result.exit_code)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_bytes(GAME.encode())
    return path


def test_the_command_writes_and_says_so(file: Path) -> None:
    file.chmod(0o640)
    result = run(file, "#12", "--as", "vote:船家", "--why", "问过本人")
    assert status(result) == 0, result.output
    assert "#12 → 投 船家(问过本人)" in result.output
    assert load(file.read_text("utf-8")).rulings[0].targets == ("艄公",)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(file.parent) == ["game.toml"]


def test_the_word_in_the_post_becomes_an_alias(file: Path) -> None:
    result = run(file, "12", "--as", "vote:船家", "--alias", "摆渡的")
    assert status(result) == 0, result.output
    game = load(file.read_text("utf-8"))
    assert (game.rulings[0].targets, game.players[0].aliases) == (("艄公",), ("船家", "摆渡的"))


@pytest.mark.parametrize(
    "words",
    [
        ["12", "--as", "none", "--alias", "摆渡的"],
        ["12", "--as", "vote:艄公", "--alias", "绣娘"],
        ["12", "--as", "vote:路人"],
        ["12", "--as", "maybe"],
        ["？", "--as", "none"],
        ["12"],
    ],
)
def test_a_ruling_that_does_not_fit_leaves_the_file_alone(file: Path, words: list[str]) -> None:
    assert status(run(file, *words)) == 2
    assert file.read_bytes() == GAME.encode()


def test_a_faulty_file_is_not_written(file: Path) -> None:
    file.write_text(GAME + "[[player]]\n", "utf-8")
    result = run(file, "12", "--as", "none")
    assert status(result) == 2
    assert "[game-file] game.toml:16 player：" in result.output
    assert file.read_text("utf-8") == GAME + "[[player]]\n"


def test_no_such_file(tmp_path: Path) -> None:
    result = run(tmp_path / "none.toml", "12", "--as", "none")
    assert status(result) == 2


def test_a_floor_of_several_threads(file: Path) -> None:
    vote, talk = "http://bbs.example.net/read.php?tid=7", "http://bbs.example.net/read.php?tid=8"
    more = f'[[threads]]\nurl = "{talk}"\nkind = '
    file.write_text(GAME + more + '"discussion"\n', "utf-8")
    assert status(run(file, "#3", "--as", "none")) == 0
    assert load(file.read_text("utf-8")).rulings[0].thread == vote  # the one with ballots
    file.write_text(GAME + more + '"vote"\n', "utf-8")
    refused = run(file, "#3", "--as", "none")
    assert status(refused) == 2
    assert "--thread" in str(refused.exception)
    assert status(run(file, "tpc", "--as", "none")) == 2
    assert status(run(file, "10086", "--as", "none")) == 0
    file.write_text(GAME + more + '"vote"\n', "utf-8")
    assert status(run(file, "#3", "--as", "none", "--thread", talk)) == 0
    assert load(file.read_text("utf-8")).rulings[0].thread == talk
