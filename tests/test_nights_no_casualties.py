"""无人伤亡 by night: one test a clause, in the shape of the skills used in their slots."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import Action, Event, Game, Stage
from referee.nights import Night, night_of
from referee.nights.public import public_view
from referee.status import verdict_at
from tests.support.night_games import CAST, announced, casualties, dawn_events, messages, night_start


def told(night: Night) -> str:
    """Who is unconscious, in the order announced, then who is mad."""
    line = next((x for x in night.announce if x.startswith("昨夜昏厥")), "")
    faint = line.removeprefix("昨夜昏厥：").removesuffix("。").replace("、", "") or "—"
    return " ".join([faint, *(f"癫{s.player}" for s in night.states if s.state == "mad")])


# clause, nights, what the last of them brings
NIGHTS = [
    ("NC-wolf 狼人杀人", {1: "甲→寅"}, "寅"),
    ("NC-guard-shield 守护之盾", {1: "酉盾→寅 甲→寅 火→寅"}, "—"),
    ("NC-guard-shield 不挡毒药", {1: "酉盾→寅 申毒→寅"}, "寅"),
    ("NC-guard-sound 隔音之盾", {1: "酉隔→寅 水→寅、卯"}, "— 癫卯"),
    ("NC-piper 一名或两名", {1: "水→寅"}, "— 癫寅"),
    ("NC-piper 已癫狂的不再", {1: "水→寅、卯", 2: "水→卯、辰"}, "— 癫寅 癫卯 癫辰"),
    ("NC-whitewolf-bite 撕咬", {1: "火→寅 甲→卯"}, "卯寅"),
    ("NC-whitewolf-bite 两夜一次", {1: "火→寅", 2: "火→卯"}, "—"),
    ("NC-whitewolf-bite 二三两夜各算各的", {2: "火→寅", 3: "火→卯"}, "卯"),
    ("NC-witch-antidote 解药", {1: "甲→寅 申解→寅"}, "—"),
    ("NC-witch-antidote 只有一次", {1: "甲→寅 申解→寅", 2: "甲→卯 申解→卯"}, "卯"),
    ("NC-witch-antidote 不能救自己", {1: "甲→申 申解→申"}, "申"),
    ("NC-witch-antidote 有盾的不在濒死，没用掉", {1: "酉盾→寅 甲→寅 申解→寅", 2: "甲→卯 申解→卯"}, "—"),
    ("NC-witch-poison 毒药", {1: "申毒→寅"}, "寅"),
    ("NC-witch-poison 女巫濒死时无效，没用掉", {1: "甲→申 申毒→寅", 2: "申毒→寅"}, "寅"),
    ("NC-witch-poison 毒比刀先倒", {1: "甲→寅 申毒→卯"}, "卯寅"),
    ("NC-elder-save 无标记不昏厥", {1: "甲→戌"}, "—"),
    ("NC-elder-save 第二次昏厥", {1: "甲→戌", 2: "甲→戌"}, "戌"),
    ("NC-elder-mark 同夜双中得标记而昏厥", {1: "甲→戌 火→戌"}, "戌"),
    ("NC-elder-mark 双中被救，留下标记", {1: "甲→戌 火→戌 申解→戌", 2: "甲→戌"}, "戌"),
    ("NC-elder-mark 双中有盾，照留标记", {1: "酉盾→戌 甲→戌 火→戌", 2: "甲→戌"}, "戌"),
    ("NC-elder-loss 中毒昏厥，村民方失去技能", {1: "申毒→戌", 2: "酉盾→寅 甲→寅"}, "寅"),
    ("NC-elder-loss 被杀昏厥则不失", {1: "甲→戌", 2: "甲→戌", 3: "酉盾→寅 甲→寅"}, "—"),
    ("NC-hunter 昏厥时带走一人", {1: "甲→亥 亥→乙"}, "乙亥"),
    ("NC-hunter 没有昏厥", {1: "亥→乙"}, "—"),
    ("NC-hunter 中毒也可以", {1: "申毒→亥 亥→乙"}, "亥乙"),
    ("NC-lovers-link 移情", {1: "甲→子"}, "子丑"),
    ("NC-lovers-link 情侣被毒，一同昏厥", {1: "申毒→子"}, "子丑"),
    ("NC-lovers-link 被救则不牵连", {1: "甲→子 申解→子"}, "—"),
    ("NC-flow-hunter 随情侣昏厥另有十五分钟", {0: "木→子、亥", 1: "甲→子 亥→乙"}, "子亥乙"),
    ("NC-elder-loss 因移情昏厥", {0: "木→子、戌", 1: "甲→子", 2: "酉盾→寅 甲→寅"}, "寅"),
    ("NC-elder-loss 情侣阵营的长老不算", {0: "木→甲、戌", 1: "乙→甲", 2: "酉盾→寅 乙→寅"}, "—"),
    ("NC-piper-lift 吹笛昏厥，当夜的癫狂也解除", {1: "水→寅", 2: "水→卯 甲→水"}, "水"),
    ("NC-piper-lift 从此不能吹笛", {1: "甲→水", 2: "水→寅"}, "—"),
    ("NC-def-skill 昏厥者照样用技能", {1: "甲→申", 2: "申毒→寅"}, "寅"),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "nights", "brings"), NIGHTS)
def test_what_a_night_brings(clause: str, nights: dict[int, str], brings: str) -> None:
    night = night_of(casualties(nights), max(nights))
    assert told(night) == brings, clause
    assert not night.pending


BAD = [
    ({1: "子杀→寅"}, "wrong-power", "NC-wolf"),
    ({1: "龙杀→寅"}, "not-a-player", "NC-def-role"),
    ({1: "酉盾→龙"}, "unknown-name", "NC-guard-shield"),
    ({1: "水→寅、卯、辰"}, "too-many-targets", "NC-piper"),
    ({1: "木箭→寅、卯"}, "wrong-night", "NC-slots"),
    ({1: "酉盾→寅", 2: "酉盾→寅"}, "repeated", "NC-guard-shield"),
    ({1: "酉隔→寅", 2: "酉隔→寅"}, "repeated", "NC-guard-sound"),
    ({1: "甲→寅", 2: "乙→寅"}, "dead-target", "NC-wolf"),
    ({1: "申毒→甲", 2: "甲→寅"}, "dead-actor", "NC-wolf"),
    ({1: "申毒→戌", 2: "未→甲"}, "lost-skill", "NC-elder-loss"),
    ({1: "未→甲 未→乙"}, "repeated", "NC-seer"),
    ({1: "甲→寅 申解→卯"}, "not-dying", "NC-witch-antidote"),
    ({1: "亥→甲"}, "not-triggered", "NC-hunter"),
    ({1: "子殉→寅"}, "dead-target", "NC-sheriff-succ"),
]


@pytest.mark.parametrize(("nights", "code", "clause"), BAD)
def test_a_skill_that_does_not_hold(nights: dict[int, str], code: str, clause: str) -> None:
    deed = night_of(casualties(nights), max(nights)).actions[-1]
    assert (deed.code, deed.clauses, deed.status) == (code, (clause,), "void")
    assert deed.reason


NINE_THIRTY = datetime(2015, 6, 2, 21, 30)
DAYS = (
    Stage("D1", "sheriff", 1, NINE_THIRTY - timedelta(hours=36), NINE_THIRTY),
    Stage("D2", "imprison", 2, NINE_THIRTY + timedelta(hours=12), NINE_THIRTY + timedelta(hours=48)),
)


def at(line: str, minutes: int, *more: tuple[str, int]) -> Game:
    """Night 1 with its slots: messages at so many minutes after 21:30."""
    game = replace(casualties({}), stages=DAYS)
    arrow = replace(game.actions[0], at=NINE_THIRTY - timedelta(days=2))
    sent = [
        replace(action, at=NINE_THIRTY + timedelta(minutes=late))
        for text, late in ((line, minutes), *more)
        for action in messages(game, 1, text)
    ]
    return replace(game, actions=(arrow, *sent))


SLOTS = [
    ("酉盾→寅", 14, ""),
    ("酉盾→寅", 15, "late"),
    ("水→寅", 14, "early"),
    ("水→寅", 15, ""),
    ("水→寅", 30, "late"),
    ("未→甲", 30, ""),
    ("甲→寅", 44, ""),
    ("甲→寅", 45, "late"),
    ("申毒→寅", 45, ""),
    ("申毒→寅", 60, "late"),
]


@pytest.mark.parametrize(("line", "minutes", "code"), SLOTS)
def test_each_skill_in_its_quarter_of_an_hour(line: str, minutes: int, code: str) -> None:
    """NC-slots, NC-flow-night: the end of a slot is outside."""
    assert night_of(at(line, minutes), 1).actions[0].code == code


@pytest.mark.parametrize(("minutes", "code"), [(59, "early"), (60, ""), (74, ""), (75, "late")])
def test_the_hunter_has_the_fifth_quarter(minutes: int, code: str) -> None:
    assert night_of(at("甲→亥", 40, ("亥→乙", minutes)), 1).actions[-1].code == code


DRAGGED = [("extra_window", 89, ""), ("extra_window", 90, "late"), ("none", 80, "not-triggered"), ("foresee", 70, "")]


@pytest.mark.parametrize(("house", "minutes", "code"), DRAGGED)
def test_a_hunter_dragged_down(house: str, minutes: int, code: str) -> None:
    """C-NC-08."""
    game = at("甲→子", 40, ("亥→乙", minutes))
    arrow = replace(game.actions[0], targets=("子", "亥"))
    game = replace(game, actions=(arrow, *game.actions[1:]), house={"nc.hunter.link": house})
    assert night_of(game, 1).actions[-1].code == code


def test_slots_slide_with_the_announced_nightfall() -> None:
    """NC-flow-night."""
    game = at("酉盾→寅", 20)
    late = Event(NINE_THIRTY + timedelta(minutes=10), "nightfall")
    assert night_of(game, 1).actions[0].code == "late"
    assert night_of(replace(game, events=(late,)), 1).actions[0].code == ""


def test_one_wolf_is_drawn() -> None:
    """NC-wolf: several messages and no word who was drawn is a question, with a lot anybody can draw again."""
    game = casualties({1: "甲→寅 乙→卯"})
    asked = night_of(game, 1)
    assert "种子" in asked.pending[0].question
    assert told(asked) == "—"
    assert night_of(game, 1).pending == asked.pending
    drawn = tuple(replace(a, drawn=a.by == "乙") for a in game.actions)
    night = night_of(replace(game, actions=drawn), 1)
    assert told(night) == "卯"
    assert {d.by: d.code for d in night.actions}["甲"] == "not-drawn"


def test_a_drawn_wolf_who_passes() -> None:
    """C-NC-19: nobody kills, unless the house draws again."""
    game = casualties({1: "甲→ 乙→卯"})
    drawn = replace(game, actions=tuple(replace(a, drawn=a.by == "甲") for a in game.actions))
    assert told(night_of(drawn, 1)) == "—"
    assert told(night_of(replace(drawn, house={"nc.wolf.redraw": True}), 1)) == "卯"


# --- camps, letters, announcements --------------------------------------------------------------------------------

CAMPS = [
    ("子、丑", "", {"子": "村民阵营", "木": "村民阵营", "火": "白狼阵营"}),
    ("甲、丑", "", {"甲": "情侣阵营", "丑": "情侣阵营", "木": "情侣阵营", "乙": "狼人阵营"}),
    ("甲、乙", "", {"甲": "狼人阵营", "木": "狼人阵营"}),
    ("甲、火", "火归", {"甲": "狼人阵营", "火": "狼人阵营", "木": "狼人阵营"}),
    ("子、水", "火归", {"水": "情侣阵营", "火": "狼人阵营"}),
]


def night_zero(lovers: str, joins: str, **house: object) -> Game:
    game = casualties({0: f"木→{lovers}"}, **house)
    return replace(game, actions=(*game.actions, *([Action("火", "归群", (), 0)] if joins else [])))


@pytest.mark.parametrize(("lovers", "joins", "camps"), CAMPS)
def test_camps_after_night_zero(lovers: str, joins: str, camps: dict[str, str]) -> None:
    """NC-def-camps, NC-whitewolf-join, NC-lovers-elope, NC-cupid."""
    after = night_of(night_zero(lovers, joins), 0).after.memory.camps
    assert {name: after[name] for name in camps} == camps


def test_the_arrow_first_by_house_rule() -> None:
    """C-NC-15: the white wolf is still of his own camp when the arrow flies."""
    after = night_of(night_zero("甲、火", "火归", nc__n0__order="arrow_first"), 0).after.memory.camps
    assert after["甲"] == "情侣阵营"


def test_cupid_must_shoot() -> None:
    """NC-cupid: a locked skill."""
    game = casualties({})
    assert "爱神木必须指定" in night_of(replace(game, actions=()), 0).pending[0].question


def test_who_is_told_what() -> None:
    """NC-witch-know, NC-seer, NC-piper."""
    night = night_of(casualties({1: "酉盾→寅 水→卯 未→甲 甲→寅 火→辰"}), 1)
    letters = {x.to: x.text for x in night.private}
    assert letters["申"] == "今夜成为目标的角色：寅、辰。"
    assert letters["未"] == "甲：非村民阵营。"
    assert "癫狂" in letters["卯"]
    (seer,) = [d for d in night.actions if d.power == "预言"]
    assert seer.result == "非村民阵营"


def test_the_seer_hears_the_camp_not_the_identity() -> None:
    night = night_of(casualties({0: "木→甲、丑", 1: "未→丑"}), 1)
    assert any(x.text == "丑：非村民阵营。" for x in night.private)


def test_the_witch_hears_nothing_once_the_antidote_is_used() -> None:
    night = night_of(casualties({1: "甲→寅 申解→寅", 2: "甲→卯"}), 2)
    assert all(x.to != "申" for x in night.private)


def test_daybreak() -> None:
    """NC-announce-day, NC-announce-live: lists in order of time, the sheriff, what ended at night."""
    start = night_start("no-casualties", 2)
    game = casualties({1: "水→卯", 2: "甲→水 申毒→寅"}, {2: ("imprison", "辰")})
    elected = Event(start - timedelta(hours=60), "sheriff", "巳")
    night = night_of(replace(game, events=(elected, *game.events)), 2)
    assert night.announce == (
        "第 3 天白天开始。",
        "昨日囚禁：辰。",
        "昨夜昏厥：寅、水。",
        "今日警长：巳。",
        "所有癫狂状态解除，吹笛失去技能。",
    )


def sheriff(game: Game, name: str) -> Game:
    return replace(
        game, events=(Event(night_start("no-casualties", 1) - timedelta(minutes=1), "sheriff", name), *game.events)
    )


def test_a_fallen_sheriff_names_the_next() -> None:
    """NC-sheriff-succ: not somebody who is out, and the last valid name holds."""
    game = sheriff(casualties({1: "甲→寅 寅殉→甲 寅殉→寅 寅殉→卯"}), "寅")
    night = night_of(game, 1)
    assert [(d.targets[0], d.status) for d in night.actions if d.power == "殉职"] == [
        ("甲", "effective"),
        ("寅", "void"),
        ("卯", "effective"),
    ]
    assert "今日警长：卯。" in night.announce
    silent = night_of(sheriff(casualties({1: "甲→寅"}), "寅"), 1)
    assert "今日没有警长。" in silent.announce
    assert any("空缺" in note for note in silent.notes)


SWITCHES = [
    ("nc__elder__mark_if_shielded", False, {1: "酉盾→戌 甲→戌 火→戌", 2: "甲→戌"}, "—"),
    ("nc__limited__illegal", "spent", {1: "甲→申 申毒→寅", 2: "申毒→寅"}, "—"),
    ("nc__hunter__target", "alive_or_dying", {1: "甲→亥 火→寅 亥→寅"}, "寅亥"),
]


@pytest.mark.parametrize(("switch", "value", "nights", "brings"), SWITCHES)
def test_a_house_switch(switch: str, value: object, nights: dict[int, str], brings: str) -> None:
    assert told(night_of(casualties(nights, **{switch: value}), max(nights))) == brings


def test_a_shield_for_one_skill_only_asks_which() -> None:
    """C-NC-09."""
    assert night_of(casualties({1: "酉盾→寅 甲→寅 火→寅"}, nc__shield__covers="one_chosen"), 1).pending


# --- victory ------------------------------------------------------------------------------------------------------


def out(game: Game, names: str, kind: str = "imprison") -> Game:
    when = night_start("no-casualties", 1) - timedelta(minutes=2)
    return replace(game, events=(*(Event(when, kind, name) for name in names), *game.events))


WINS = [
    ("NC-win-whitewolf", "", {3: ""}, "白狼阵营"),
    ("NC-win-whitewolf", "火", {3: ""}, None),
    ("NC-win-piper", "乙丙丁子丑寅卯辰巳未申酉戌亥金火", {2: ""}, "吹笛阵营"),
    ("NC-win-lovers", "火", {0: "木→甲、丑", 4: ""}, "情侣阵营"),
    ("NC-win-wolf", "火甲", {4: ""}, "狼人阵营"),
    ("NC-win-village", "火甲乙丙丁", {4: ""}, "村民阵营"),
]


@pytest.mark.parametrize(("clause", "gone", "nights", "camp"), WINS)
def test_victory(clause: str, gone: str, nights: dict[int, str], camp: str | None) -> None:
    won = night_of(out(casualties(nights), gone), max(nights)).victory
    assert (won.camps[0] if won else None) == camp
    assert won is None or won.clauses == (clause,)


def test_the_first_condition_alone_wins() -> None:
    """NC-win-one: the white wolf before the piper, whose condition holds too."""
    won = night_of(out(casualties({3: ""}), "甲乙丙丁子丑寅卯辰巳未申酉戌"), 3).victory
    assert won is not None
    assert won.camps == ("白狼阵营",)


def test_a_joined_white_wolf_counts_as_wolf() -> None:
    """C-NC-14."""
    game = out(night_zero("子、丑", "火归"), "甲乙丙丁")
    won = night_of(game, 4).victory
    assert won is not None
    assert (won.camps, "火" in won.players) == (("狼人阵营",), True)
    other = night_of(replace(game, house={"nc.win.joined_ww": False}), 4).victory
    assert other is not None
    assert other.camps == ("村民阵营",)


def test_the_mad_are_alive_unless_the_house_says_not() -> None:
    """C-NC-05."""
    gone = "甲乙丙丁子丑寅卯辰巳未申酉戌"
    game = out(casualties({1: "水→亥、金"}), gone + "火")
    assert night_of(game, 1).victory is None
    won = night_of(replace(game, house={"nc.mad.is_alive": False}), 1).victory
    assert won is not None
    assert won.camps == ("吹笛阵营",)


def test_victory_waits_for_the_day_to_begin() -> None:
    """NC-win-when: whoever is imprisoned by day changes nothing until the next day begins."""
    game = out(casualties({1: "甲→寅"}), "乙丙丁卯辰巳未申酉戌亥金火")
    known = replace(game, events=(*game.events, *dawn_events(game, night_of(game, 1))))
    dawn = known.events[-1].at
    by_day = Event(dawn + timedelta(hours=20), "imprison", "木")
    later = replace(known, events=(*known.events, by_day))
    assert verdict_at(later, by_day.at).victory == verdict_at(known, dawn).victory


# --- laws over random games ---------------------------------------------------------------------------------------

NAMES = "".join(CAST.values())
skills = st.sampled_from(
    ["甲杀", "乙杀", "火咬", "酉盾", "酉隔", "水吹", "未验", "申解", "申毒", "亥麻", "寅殉", "子杀"]
)
message = st.builds(lambda who, target: f"{who}→{target}", skills, st.sampled_from(NAMES))
lines = st.lists(message, max_size=9).map(" ".join)


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A random game, announced night by night as computed, and its last night."""
    first, second = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True))
    game = casualties({0: f"木→{first}、{second}"})
    last = draw(st.integers(1, 4))
    for number in range(1, last + 1):
        game = announced(game, night_of(game, number - 1))
        game = replace(game, actions=(*game.actions, *messages(game, number, draw(lines))))
    return game, last


@settings(max_examples=40, deadline=None)
@given(games(), st.randoms())
def test_laws(played: tuple[Game, int], random: object) -> None:
    game, number = played
    night = night_of(game, number)
    before = {e.player for e in game.events if e.kind == "faint"}
    faint = {s.player for s in night.states if s.state == "faint"}
    assert not night.deaths, "nobody dies"
    assert before <= faint, "nobody wakes up"
    assert set(night.after.alive) == set(NAMES) - faint
    assert night.after.roles == {p.name: p.role for p in game.players}, "identities are conserved"
    assert set(night.after.memory.camps) == set(NAMES)
    line = next(x for x in night.announce if x.startswith("昨夜"))
    assert all(line.count(name) <= 1 for name in NAMES), "nobody falls twice"
    shuffled = list(game.actions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert night_of(replace(game, actions=tuple(shuffled)), number) == night, "order of entry does not matter"
    known = replace(game, events=(*game.events, *dawn_events(game, night)))
    assert told(night_of(known, number)) == told(night), "announcing it changes nothing"


@settings(max_examples=25, deadline=None)
@given(games())
def test_nothing_secret_is_public(played: tuple[Game, int]) -> None:
    full = night_of(*played)
    night = public_view(full)
    said = " ".join((*night.announce, *night.notes, *(q.question for q in night.pending)))
    if night.victory is None:
        for word in ("狼", "先知", "女巫", "守卫", "猎人", "爱神", "毒", "杀", "咬", "情侣", "阵营", "盾"):
            assert word not in said
        faint = {s.player for s in full.states if s.state == "faint"}
        heir = {d.targets[0] for d in full.actions if d.power == "殉职" and d.status == "effective"}
        assert {name for name in NAMES if name in said} <= faint | heir | {full.after.memory.sheriff}
    assert {s.state for s in night.states} <= {"faint", "imprisoned"}
