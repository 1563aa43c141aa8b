"""The game file: what a judge may write, and every fault named in one go with its line."""

from __future__ import annotations

import os
import time
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from referee.game import Fault, Game
from referee.game_file import GameFaults, decode_file, load
from referee.game_kinds import KINDS, Kinds, named, of_book

SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")

HEAD = """[game]
title = "桥头局"
rules = "golden-bough"
judges = ["老船夫"]
"""
PEOPLE = """
[[players]]
name = "艄公"
number = 1
aliases = ["船家"]
role = "平民"

[[players]]
name = "挑水的"
number = 2
role = "逃奴"

[[substitutes]]
name = "卖鱼的"
"""
STAGE = """
[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2010-03-10T21:00:00
closes = 2010-03-12T09:00:00
"""
THREAD = """
[[threads]]
url = "http://bbs.example.net/read.php?tid=12"
"""
SMALL = HEAD + PEOPLE + THREAD + STAGE


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(GameFaults) as refused:
        load(text)
    return refused.value.faults


def places(text: str) -> list[str]:
    """`line field` of every fault."""
    return [f"{fault.line} {fault.field}".strip() for fault in faults(text)]


def only(text: str) -> Fault:
    (fault,) = faults(text)
    return fault


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_small_file() -> None:
    game = load(SMALL)
    assert (game.title, game.rules, game.zone.key, game.judges) == (
        "桥头局",
        "golden-bough",
        "Asia/Shanghai",
        ("老船夫",),
    )
    assert [(p.name, p.number, p.aliases, p.role) for p in game.players] == [
        ("艄公", 1, ("船家",), "平民"),
        ("挑水的", 2, (), "逃奴"),
    ]
    assert game.stages[0].closes == datetime(2010, 3, 12, 9)
    assert game.threads[0].kind == "vote"
    assert not game.warnings


@pytest.mark.skipif(not SHARED.is_dir(), reason="the given cases are not here")
def test_the_given_game_files_load() -> None:
    for path in sorted(SHARED.glob("cases/*/game.toml")):
        assert isinstance(load(path.read_text("utf-8")), Game), path


def test_every_table() -> None:
    game = load(
        HEAD
        + """
[house]
time.boundary = "closed"
"gb.novote" = "first"
vote.thread_only = false
"""
        + PEOPLE
        + THREAD
        + STAGE
        + """
[branch]
cycle = ["艄公"]
holder = "船家"

[[events]]
at = 2010-03-11T10:00:00
kind = "leave"
player = "挑水的"
from = 2010-03-11T12:00:00
to = 2010-03-12T12:00:00

[[delegations]]
stage = "D1"
voter = "艄公"
target = "弃权"
at = 2010-03-11T10:00:00

[[actions]]
night = 1
by = "挑水的"
power = "杀人"
targets = ["艄公"]
at = 2010-03-09T22:00:00
to = "老船夫"
text_length = 120
accepted = false

[[rulings]]
post = 10086
reads = "vote"
targets = ["船家"]
why = "问过本人"
"""
    )
    assert game.house == {"time.boundary": "closed", "gb.novote": "first", "vote.thread_only": False}
    assert game.branch is not None
    assert (game.branch.cycle, game.branch.holder) == (("艄公",), "艄公")
    event, delegation, action, ruling = game.events[0], game.delegations[0], game.actions[0], game.rulings[0]
    assert (event.player, event.from_, event.to) == ("挑水的", datetime(2010, 3, 11, 12), datetime(2010, 3, 12, 12))
    assert (delegation.voter, delegation.targets) == ("艄公", ("弃权",))
    assert (action.targets, action.to, action.accepted) == (("艄公",), "老船夫", False)
    assert (ruling.post, ruling.targets) == ("10086", ("艄公",))


# --- how it may be written


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("golden-bough", "golden-bough"),
        ("金枝", "golden-bough"),
        ("《金枝》", "golden-bough"),
        ("Game_Twelve", "game-twelve"),
        ("遊戲十二", "game-twelve"),
        ("九天的阴谋", "nine-days"),
        ("『九天的陰謀』", "nine-days"),
        ("无人伤亡", "no-casualties"),
        ("plain", "plain"),
    ],
)
def test_rule_sets_by_name_or_title(rules: str, name: str) -> None:
    assert load(f'[game]\nrules = "{rules}"\n').rules == name


def test_a_rule_set_from_elsewhere() -> None:
    pub = Kinds("pub-night", ("酒馆之夜",), stages=("brawl",))
    text = '[game]\nrules = "酒馆之夜"\n[[stages]]\nid = "D1"\nkind = "brawl"\n'
    assert load(text, lambda name: pub if name == "酒馆之夜" else None).rules == "pub-night"
    assert places(text)[0] == "2 game.rules"


def test_the_words_of_a_rulebook() -> None:
    from referee.variants import find

    book = find("plain")
    kinds = of_book(book)
    assert (kinds.name, kinds.stages) == ("plain", ("vote",))
    assert named(KINDS, "plain") is not None


@pytest.mark.parametrize(
    "written",
    [
        "2010-03-10T21:00:00",
        "2010-03-10 21:00:00",
        "2010-03-10T21:00",
        "2010-03-10 21:00   # 九点",
        '"2010-03-10T21:00:00"',
        '"2010-03-10 21:00"',
        '"2010-3-10 21:00"',
        '"2010/3/10 21:00"',
        "2010-03-10T13:00:00Z",
        "2010-03-10T13:00Z",
        "2010-03-10T21:00:00+08:00",
        '"2010-03-10T14:00+01:00"',
        "2010-03-10T21:00:00.25",
    ],
)
def test_times(written: str) -> None:
    text = f'{HEAD}[[stages]]\nid = "D1"\nkind = "vote"\nopens = {written}\n'
    assert load(text).stages[0].opens == datetime(2010, 3, 10, 21)


def test_an_offset_is_turned_into_the_boards_clock() -> None:
    text = '[game]\ntimezone = "America/Chicago"\n[[stages]]\nid = "D1"\nkind = "vote"\nopens = '
    text += "2010-03-10T21:00:00+08:00\n"
    assert load(text).stages[0].opens == datetime(2010, 3, 10, 7)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + SMALL,
        SMALL.replace("\n", "\r\n"),
        "\ufeff" + SMALL.replace("\n", "\r\n"),
        SMALL.rstrip("\n"),
        SMALL.replace('"艄公"', "'艄公'"),
    ],
    ids=["bom", "crlf", "both", "no last break", "single quotes"],
)
def test_the_same_game(text: str) -> None:
    assert load(text) == load(SMALL)


def test_tables_on_one_line() -> None:
    game = load('players = [{ name = "艄公", number = 1 },\n  { name = "挑水的" }]\n[game]\ntitle = "x"\n')
    assert [(p.name, p.number) for p in game.players] == [("艄公", 1), ("挑水的", None)]
    text = 'players = [{ name = "艄公" },\n  { nome = "挑水的" }]\n[game]\n'
    assert places(text) == ["2 players[2]", "2 players[2].nome"]


def test_a_roster_may_be_left_to_the_threads() -> None:
    game = load('[game]\n[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = "谁都行"\n')
    assert game.inferred
    assert game.events[0].player == "谁都行"


def test_events_stand_in_the_order_of_their_times() -> None:
    told = "".join(
        f'[[events]]\nat = 2010-03-{day}T21:00:00\nkind = "{kind}"\n'
        for day, kind in ((12, "dawn"), (11, "nightfall"), (11, "dawn"))
    )
    assert [(e.at.day, e.kind) for e in load(HEAD + told).events] == [(11, "nightfall"), (11, "dawn"), (12, "dawn")]


def test_traditional_words_are_the_rule_sets_own() -> None:
    text = '[game]\nrules = "遊戲十二"\n[[players]]\nname = "燈伯"\nrole = "殺手"\n'
    assert load(text).players[0].role == "杀手"


def test_places_left_for_later() -> None:
    text = HEAD + '[[players]]\nname = "甲"\nrole = ""\nreal = " "\n'
    assert (load(text).players[0].role, load(text).players[0].real) == (None, None)
    assert "缺 player" in only(text + '[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = ""\n').text


def test_several_at_once() -> None:
    told = '[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayers = ["艄公", "挑水的"]\n'
    assert load(SMALL + told).events[0].players == ("艄公", "挑水的")


NAMED = (
    SMALL
    + """
[[events]]
at = 2010-03-11T10:00:00
kind = "substitution"
player = "艄公"
by = "卖鱼的"
[[events]]
at = 2010-03-11T12:00:00
kind = "death"
player = "{}"
"""
)


@pytest.mark.parametrize("name", ["艄公", "船家", "卖鱼的", "賣魚的", "　艄公"])
def test_whom_a_name_means(name: str) -> None:
    assert load(NAMED.format(name)).events[1].player == "艄公"


# --- faults


@pytest.mark.parametrize(
    ("more", "place", "words"),
    [
        # keys, tables
        ("[[player]]\n", "[[player]] player", "是不是 players"),
        ("[players]\n", "", "两层方括号"),
        ('[[threads]]\nurl = "x"\nknd = "vote"\n', "knd = threads[1].knd", "是不是 kind"),
        ('[[threads]]\nkind = "vote"\n', "[[threads]] threads[1]", "缺 url"),
        ('[[threads]]\nurl = ""\n', "url = threads[1].url", "不能空着"),
        ('[[threads]]\nurl = "x"\nkind = "ballot"\n', "kind = threads[1].kind", "last-words"),
        # types
        ("[[players]]\nname = 12\n", "name = 12 players[1].name", "引号"),
        ('[[players]]\nname = "甲"\nnumber = "3"\n', "number = players[1].number", "整数"),
        ('[[players]]\nname = "甲"\nnumber = 1.5\n', "number = players[1].number", "整数"),
        ('[[players]]\nname = "甲"\nnumber = true\n', "number = players[1].number", "true"),
        ('[[players]]\nname = "甲"\nnumber = -1\n', "number = players[1].number", "小于"),
        ('[[players]]\nname = "甲"\naliases = "阿甲"\n', "aliases = players[1].aliases", "一列"),
        ('[[players]]\nname = "甲"\naliases = [1]\n', "aliases = players[1].aliases", "一列"),
        # names
        ('[[players]]\nname = "甲"\n[[players]]\nname = "甲"\n', "", "已经有了"),
        ('[[players]]\nname = "Ａlpha"\n[[players]]\nname = "al pha"\n', "", "同一个名字"),
        ('[[players]]\nname = "龙哥"\n[[substitutes]]\nname = "龍哥"\n', "", "同一个名字"),
        ('[[players]]\nname = "甲"\naliases = ["乙"]\n[[players]]\nname = "乙"\n', "", "另一个人的名字"),
        ('[[players]]\nname = "甲"\naliases = [""]\n', "aliases = players[1].aliases", "空着"),
        ('[[players]]\nname = "\\u200b"\n', "name = players[1].name", "看得见"),
        ('[[players]]\nname = "' + "长" * 501 + '"\n', "name = players[1].name", "501"),
        ('[[players]]\nname = "甲"\nnumber = 1\n[[players]]\nname = "乙"\nnumber = 1\n', "", "1 号"),
        ('[[players]]\nname = "甲"\nrole = "狼人"\n', "role = players[1].role", "平民、逃奴、祭司、挑战者"),
        # stages
        ('[[stages]]\nkind = "vote"\n', "[[stages]] stages[1]", "缺 id"),
        ('[[stages]]\nid = "A"\nkind = "trial"\n', "kind = stages[1].kind", "life-or-death"),
        ('[[stages]]\nid = "A"\nkind = "vote"\n[[stages]]\nid = "A"\nkind = "vote"\n', "", "已经用了"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nafter = "B"\n', "after = stages[1].after", "没有阶段"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nafter = "A"\n', "after = stages[1].after", "自己后面"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nseats = 0\n', "seats = stages[1].seats", "小于 1"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nopens = 2010-03-10\n', "opens = stages[1].opens", "缺钟点"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nopens = 21:00:00\n', "opens = stages[1].opens", "缺日期"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nopens = "明天"\n', "opens = stages[1].opens", "2009-"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nopens = "2010-02-30 21:00"\n', "opens = stages[1].opens", "没有这样"),
        ('[[stages]]\nid = "A"\nkind = "vote"\nopens = 1268226000\n', "opens = stages[1].opens", "时间"),
        # events
        ('[[events]]\nkind = "dawn"\n', "[[events]] events[1]", "缺 at"),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "deaht"\n', "kind = events[1].kind", "是不是 death"),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\n', "[[events]] events[1]", "缺 player"),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "summon"\nstage = "D9"\n', "", "缺 player 或 players"),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "dawn"\nstage = "D9"\n', "stage = events[1].stage", "先写"),
        # delegations, actions
        ("[[delegations]]\nat = 2010-03-10T21:00:00\n", "", "缺 voter"),
        ('[[actions]]\npower = "杀人"\nnight = 0\nby = "甲"\n', "night = actions[1].night", "从 1 数起"),
        ('[[actions]]\npower = "杀人"\nnight = 1\n', "[[actions]] actions[1]", "缺 by"),
        ('[[actions]]\npower = "杀人"\nby = "甲"\n', "[[actions]] actions[1]", "缺 night"),
        ('[[actions]]\npower = "杀入"\nnight = 1\nby = "甲"\n', "power = actions[1].power", "是不是 杀人"),
        ('[[actions]]\npower = "杀人"\nnight = 1\nby = "甲"\ntext_length = -5\n', "", "小于 0"),
        # rulings
        ('[[rulings]]\nreads = "none"\n', "[[rulings]] rulings[1]", "哪一帖"),
        ('[[rulings]]\nfloor = 3\nreads = "void"\n', "reads = rulings[1].reads", "abstain"),
        ('[[rulings]]\nfloor = 3\nreads = "vote"\n', "[[rulings]] rulings[1]", "缺 targets"),
        ('[[rulings]]\nfloor = 3\nreads = "none"\ntargets = ["甲"]\n', "targets = rulings[1].targets", "不投给谁"),
        ('[[rulings]]\nfloor = 3\nreads = "none"\n[[rulings]]\nfloor = 3\nreads = "unvote"\n', "", "已经裁定"),
        # house
        ('[house]\ntime.boundry = "closed"\n', "time. house.time.boundry", "time.boundary"),
        ('[house]\ntime.boundary = "open"\n', "time. house.time.boundary", "half_open"),
        ('[house]\n"within.inclusive" = "true"\n', '"within house.within.inclusive', "true | false"),
        ('[house]\nnd.novote = "warn"\n', "nd. house.nd.novote", "九天的阴谋的开关"),
        # branch
        ('[branch]\ncycle = ["甲", "甲"]\n', "cycle = branch.cycle", "两次"),
    ],
)
def test_one_fault(more: str, place: str, words: str | None) -> None:
    """Where it stands (`first letters of the line, then the field`), and part of what is said."""
    text = HEAD + more
    found = faults(text)
    said = " / ".join(f"{f.field}：{f.text}" for f in found)
    if words:
        assert words in said
    if place:
        start, field = place.rsplit(" ", 1)
        assert (line_of(text, start.rstrip("=").rstrip() if start not in text else start), field) in [
            (f.line, f.field) for f in found
        ], said


KNOWN = HEAD + PEOPLE + STAGE


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            '[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = "挑山的"\n',
            "没有玩家 “挑山的”；是不是 挑水的",
        ),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = "老船夫"\n', "可用：艄公、挑水的"),
        ('[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = "卖鱼的"\n', "还没有上场"),
        (
            '[[events]]\nat = 2010-03-10T21:00:00\nkind = "substitution"\nplayer = "艄公"\nby = "卖菜的"\n',
            "没有替补 “卖菜的”；是不是 卖鱼的",
        ),
        (
            '[[events]]\nat = 2010-03-10T21:00:00\nkind = "extension"\nstage = "D1"\nhours = -1\n',
            "不能小于 0",
        ),
        (
            '[[events]]\nat = 2010-03-10T21:00:00\nkind = "extension"\nstage = "D1"\nhours = 12\ncause = "换人"\n',
            "可用：substitution、outage、runoff",
        ),
        (
            '[[events]]\nat = 2010-03-10T21:00:00\nkind = "leave"\nplayer = "艄公"\n'
            "from = 2010-03-11T00:00:00\nto = 2010-03-10T00:00:00\n",
            "止要在起之后",
        ),
        (
            '[[delegations]]\nstage = "D5"\nvoter = "艄公"\ntarget = "挑水的"\nat = 2010-03-10T21:00:00\n',
            "没有阶段 “D5”",
        ),
        ('[[delegations]]\nstage = "D1"\nvoter = "艄公"\nat = 2010-03-10T21:00:00\n', "缺 target"),
        (
            '[[delegations]]\nstage = "D1"\nvoter = "艄公"\ntarget = "挑水的"\nat = 2010-03-10T21:00:00\n'
            "published = 2010-03-10T20:00:00\n",
            "不能在托付之前",
        ),
        (
            '[[delegations]]\nstage = "D1"\nvoter = "艄公"\ntarget = "挑水的"\ntargets = []\n'
            "at = 2010-03-10T21:00:00\n",
            "只留一样",
        ),
        ('[[rulings]]\nfloor = 3\nreads = "vote"\ntargets = ["谁谁"]\n', "没有玩家 “谁谁”"),
        ('[[rulings]]\nfloor = 3\nreads = "change"\ntargets = ["艄公", "弃权"]\n', "弃权不能与名字"),
        ('[branch]\ncycle = ["无此人"]\n', "没有玩家 “无此人”"),
        ('[[stages]]\nid = "A"\nkind = "vote"\ncandidates = ["无名氏"]\n', "没有玩家 “无名氏”"),
        ('[[stages]]\nid = "A"\nkind = "vote"\njurors = ["艄公", "无名氏"]\n', "没有玩家 “无名氏”"),
    ],
)
def test_one_fault_of_a_game_with_people(more: str, words: str) -> None:
    assert words in only(KNOWN + more).text


def test_a_wrong_name_in_a_private_message_is_for_the_night_to_void() -> None:
    text = KNOWN + '[[actions]]\nnight = 1\nby = "艄工"\npower = "杀人"\ntarget = "挑水的"\nto = "老渔夫"\n'
    game = load(text)
    assert (game.actions[0].by, game.actions[0].to) == ("艄工", "老渔夫")
    assert [w.text for w in game.warnings if "无效" in w.text] == ["没有玩家 “艄工”；是不是 艄公？；这一条当作无效"]


def test_a_floor_of_several_threads() -> None:
    two = SMALL + '[[threads]]\nurl = "http://bbs.example.net/read.php?tid=13"\nkind = "discussion"\n'
    ruling = '[[rulings]]\nfloor = 3\nreads = "none"\n'
    assert "加上 thread" in only(two + ruling).text
    assert load(SMALL + ruling).rulings
    assert load(two + ruling + 'thread = "http://bbs.example.net/read.php?tid=13"\n').rulings
    assert load(two + ruling.replace("floor = 3", 'post = "77"')).rulings
    assert "主楼" in only(two + ruling.replace("floor = 3", 'post = "tpc"')).text
    # the same thread twice, for two stages, is one thread
    again = '[[stages]]\nid = "D2"\nkind = "vote"\n' + THREAD + 'stage = "D2"\n'
    assert load(SMALL + again + ruling).rulings


def test_a_choice_belongs_to_a_stage_not_to_a_night() -> None:
    nine = SMALL.replace("golden-bough", "nine-days").replace('kind = "vote"\nday', 'kind = "runoff"\nday')
    nine = nine.replace('"逃奴"', '"警察"')
    choice = '[[actions]]\npower = "选择"\ntarget = "艄公"\n'
    assert load(nine + choice + 'stage = "D1"\n').actions[0].stage == "D1"
    assert "缺 stage" in only(nine + choice).text


def test_no_night_zero_but_where_the_rules_have_one() -> None:
    action = '[[actions]]\nnight = 0\nby = "甲"\npower = "归群"\n'
    text = '[game]\nrules = "无人伤亡"\n[[players]]\nname = "甲"\n' + action
    assert load(text).actions[0].night == 0


def test_all_faults_in_one_go() -> None:
    text = """[game]
title = 3
rules = "golden-bow"
timezone = "Asia/Shanghia"
jugdes = ["老船夫"]

[[players]]
name = "艄公"
number = 1
roel = "平民"

[[players]]
name = "艄 公"
number = 1

[[stages]]
id = "D1"
kind = "vots"
opens = 2010-03-12T09:00:00
closes = 2010-03-10T21:00:00

[[events]]
at = 2010-03-12
kind = "death"
player = "艄工"

[[rulings]]
reads = "votes"
"""
    assert places(text) == [
        "2 game.title",
        "3 game.rules",
        "4 game.timezone",
        "5 game.jugdes",
        "10 players[1].roel",
        "13 players[2].name",
        "14 players[2].number",
        "18 stages[1].kind",
        "20 stages[1].closes",
        "23 events[1].at",
        "25 events[1].player",
        "27 rulings[1]",
        "28 rulings[1].reads",
    ]


# --- what is no TOML


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + "[[players]]\nname = 艄公\n", 6, "引号"),
        (HEAD + "[[players]]\nname = “艄公”\n", 6, "半角"),
        (HEAD + '[[players]]\nname = "艄公\n', 6, "没有收尾"),
        (HEAD + '[[players]]\nname = "艄公"\nname = "船家"\n', 7, "已经写过"),
        (HEAD + "[game]\n", 5, "已经写过"),
        (HEAD + "[[players]\n", 5, "没有收尾"),
        (HEAD + '[[players]]\nname = "甲"\naliases = ["乙" "丙"]\n', 7, "逗号"),
        (HEAD + '[[players]]\nname = "甲"\naliases = [\n "乙",\n "丙"\nnumber = 3\n', 7, "没有收尾"),
        (HEAD + '[[stages]]\nid = "A"\nkind = "vote"\nopens = 2010-02-30T21:00:00\n', 8, "没有这样的日期"),
        (HEAD + '[[threads]]\nurl = "x"   vote\n', 6, "还有别的字"),
        (HEAD + '[[threads]]\nurl = "C:\\games"\n', 6, "反斜杠"),
        ("<html>\n<body>\n</html>\n", 1, "看不懂"),
        ('{"game": {}}\n', 1, "看不懂"),
        ("\n\n今晚九点天黑\n请闭眼\n", 3, "看不懂"),
        ("a\0b", 1, "不是文字"),
        ("x = " + "[" * 100_000, 1, "太深"),
        (".".join("a" * 20_000) + " = 1", 1, "点太多"),
        ("# " + "长" * 2_000_000, 1, "太大"),
    ],
    ids=range(18),
)
def test_no_toml(text: str, line: int, words: str) -> None:
    started = time.perf_counter()
    found = only(text)
    assert found.line == line
    assert words in found.text
    assert time.perf_counter() - started < 5


def test_what_is_no_toml_does_not_hide_the_rest() -> None:
    text = HEAD + '[[players]]\nname = 艄公\n[[players]]\nnome = "挑水的"\n[[events]]\nat = 昨天\nkind = "deth"\n'
    assert places(text) == ["6", "7 players[2]", "8 players[2].nome", "10", "11 events[1].kind"]


def test_a_name_without_quotes_is_still_known() -> None:
    text = HEAD + '[[players]]\nname = 艄公\n[[events]]\nat = 2010-03-10T21:00:00\nkind = "death"\nplayer = "艄公"\n'
    assert places(text) == ["6"]


def test_nothing_in_it() -> None:
    assert places("") == ["1 game"]
    assert places("# 空的\n") == ["1 game"]


def test_bytes_that_are_no_utf8() -> None:
    with pytest.raises(GameFaults) as refused:
        decode_file(b"[game]\ntitle = " + "桥头".encode("gb18030"))
    (fault,) = refused.value.faults
    assert (fault.line, "UTF-8" in fault.text) == (2, True)


def test_many_entries_take_no_time() -> None:
    event = '[[events]]\nat = 2010-03-10T21:00:00\nkind = "deth"\nplayer = "某人"\n'
    started = time.perf_counter()
    assert len(faults(SMALL + event * 2000)) == 4000
    assert time.perf_counter() - started < 5


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(SMALL.split("\n")), max_size=30), st.text(max_size=10))
def test_any_text_gives_a_game_or_faults(lines: list[str], junk: str) -> None:
    found: tuple[Fault, ...] | Game
    try:
        found = load("\n".join([*lines, junk]))
    except GameFaults as refused:
        found = refused.faults
    assert isinstance(found, Game) or (found and all(fault.line and fault.text for fault in found))


# --- doubts


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        ("栗子狗 栗子喵", "栗子狗 与 栗子喵"),
        ("土豆 士豆", "土豆 与 士豆"),
        ("B0b BOb", "B0b 与 BOb"),
        ("厨师 律师", ""),
        ("甲 乙", ""),
    ],
)
def test_names_easily_mixed_up_are_warned_of(names: str, pairs: str) -> None:
    said = [w.text for w in load(HEAD + "".join(f'[[players]]\nname = "{n}"\n' for n in names.split())).warnings]
    assert [pairs in text for text in said] == ([True] if pairs else [])


def test_other_doubts() -> None:
    text = HEAD + (
        '[[players]]\nname = "老船夫"\naliases = ["老大"]\n[[players]]\nname = "艄公"\naliases = ["老大"]\n'
        + THREAD * 2
        + '[[actions]]\nnight = 1\nby = "艄公"\npower = "杀人"\n'
    )
    game = load(text)
    assert [(w.line, w.field) for w in game.warnings] == [
        (10, "players[2].aliases"),
        (6, "players[1].name"),
        (16, "threads[2].url"),
        (17, "actions[1]"),
    ]
    assert len(game.threads) == 1


def test_where_the_rules_are_unknown_no_rule_set_is_named() -> None:
    with pytest.raises(GameFaults) as refused:
        load('[game]\nrules = "无此规则"\n[[stages]]\nid = "A"\nkind = "votes"\n')
    said = [fault.text for fault in refused.value.faults if fault.field == "stages[1].kind"]
    assert len(said) == 1
    assert said[0].startswith("哪套规则都没有 “votes” 这种阶段")


# --- the front desk


def test_every_command_tells_faults_the_same_way(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(HEAD + "[[player]]\n[[stage]]\n", "utf-8")
    result = CliRunner().invoke(cli.desk, ["rule", "1", "--as", "none", "--game", str(file)])
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert [line.split("：")[0] for line in lines] == [
        "referee: [game-file] game.toml:5 player",
        "referee: [game-file] game.toml:6 stage",
    ]


def test_no_fault_breaks_the_line(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(HEAD + '[[players]]\nname = "甲"\nrole = "a\\u001b[31m\\nb"\n', "utf-8")
    result = CliRunner().invoke(cli.desk, ["rule", "1", "--as", "none", "--game", str(file)])
    assert result.output.count("\n") == 1
    assert "\x1b" not in result.output
