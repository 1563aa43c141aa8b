"""九天的阴谋 by night: one test a clause, in the shape of the orders the judge receives."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import Event, Game, Stage
from referee.nights import Night, night_of
from referee.nights.public import public_view
from referee.status import status_of, verdict_at
from tests.support.night_games import DAYS, announced, dawn_events, night_start, nine


def told(night: Night) -> str:
    """The dead, then the poisoned."""
    dead = "".join(d.player for d in night.deaths) or "—"
    return " ".join([dead, *(f"毒{s.player}" for s in night.states)])


# clause, nights, what the last of them brings
NIGHTS = [
    ("ND-2.1.2b 暗杀", {1: "子→申"}, "申"),
    ("ND-2.1.4b 银针救治，主杀中毒", {1: "丑→申 未→申"}, "— 毒丑"),
    ("ND-2.1.4b 隔一天公布死亡", {1: "丑→申 未→申", 2: "丑→酉"}, "丑酉"),
    ("ND-2.1.4b 再中一针也不提前", {1: "丑→申 未→申", 2: "子→酉 未→丑"}, "丑酉"),
    ("ND-2.1.4c 没有被杀则身中余毒", {1: "子→申 未→酉"}, "申 毒酉"),
    ("ND-2.1.4c 连续两夜余毒而死", {1: "子→申 未→酉", 2: "子→戌 未→酉"}, "酉戌"),
    ("ND-2.1.4d 隔一夜就排出体外", {1: "子→申 未→酉", 2: "子→戌", 3: "子→亥 未→酉"}, "亥 毒酉"),
    ("ND-2.1.4c 救人的那一针不算余毒", {1: "子→申 未→酉", 2: "丑→酉 未→酉"}, "— 毒丑"),
    ("ND-2.1.4a 使者同夜被杀，针仍有效", {1: "子→未 未→申"}, "未 毒申"),
    ("ND-2.1.4a 针救自己", {1: "子→未 未→未"}, "— 毒子"),
    ("ND-2.3.2.1.2c 一夜一人，后来的算", {1: "子→申 子→酉"}, "酉"),
    ("ND-2.1.2b 可以杀自己人", {1: "子→丑"}, "丑"),
]


@pytest.mark.parametrize(("clause", "nights", "brings"), NIGHTS)
def test_what_a_night_brings(clause: str, nights: dict[int, str], brings: str) -> None:
    night = night_of(nine(nights), max(nights))
    assert told(night) == brings, clause
    assert not night.pending


def test_the_poison_of_a_killer_voted_out_lapses() -> None:
    """ND-2.1.4b: he is dead already."""
    night = night_of(nine({1: "丑→申 未→申", 2: "子→酉"}, {2: ("execution", "丑")}), 2)
    assert told(night) == "酉"


def test_one_needle_a_night_and_three_in_all() -> None:
    """ND-2.1.4a: the first of a night is used, the fourth of the game is refused."""
    night = night_of(nine({1: "子→申 未→酉 未→戌"}), 1)
    assert [(d.targets, d.status, d.code) for d in night.actions if d.power == "施毒"] == [
        (("酉",), "effective", ""),
        (("戌",), "void", "second-needle"),
    ]
    nights = {1: "子→申 未→酉", 2: "子→戌 未→亥", 3: "子→金 未→木", 4: "子→水 未→辰"}
    assert night_of(nine(nights), 4).actions[-1].code == "spent"


def test_a_refused_needle_is_not_spent() -> None:
    nights = {1: "子→申 未→龙", 2: "子→戌 未→亥", 3: "子→金 未→木", 4: "子→水 未→辰"}
    assert night_of(nine(nights), 4).actions[-1].status == "effective"


def test_two_needles_of_one_minute_are_a_question() -> None:
    game = nine({1: "子→申 未→酉 未→戌"})
    at = game.actions[-1].at
    night = night_of(replace(game, actions=tuple(replace(a, at=at) for a in game.actions)), 1)
    assert "施毒分不出先后" in night.pending[0].question


def test_every_officer_hears_what_a_check_found() -> None:
    """ND-2.2.2.1.3: killer or not; by house rule the role; also whoever dies that night."""
    night = night_of(nine({1: "子→巳 辰→丑"}), 1)
    assert [(x.to, x.text) for x in night.private[:3]] == [(name, "第 1 夜查证丑：杀手。") for name in "辰巳午"]
    (check,) = [d for d in night.actions if d.power == "查证"]
    assert check.result == "杀手"
    assert "不是杀手" in night_of(nine({1: "子→申 辰→未"}), 1).private[0].text
    assert "银针使者" in night_of(nine({1: "子→申 辰→未"}, nd__check__detail="role"), 1).private[0].text


def test_the_last_check_sent_is_made() -> None:
    night = night_of(nine({1: "子→申 辰→丑 午→寅"}), 1)
    assert [(d.by, d.status) for d in night.actions if d.power == "查证"] == [("辰", "replaced"), ("午", "effective")]


def test_the_dead_are_told_and_posts_are_due() -> None:
    """ND-2.3.2.2a, 2.3.2.1.2b, 2.3.2.1.1c."""
    night = night_of(nine({1: "子→申 未→酉", 2: "子→戌 未→酉"}), 2)
    letters = {(x.to, x.text[:8]) for x in night.private}
    assert ("酉", "你昨夜中毒身亡。") in letters
    assert ("戌", "你昨夜暗杀身亡。") in letters
    assert {to for to, _ in letters} == set("酉戌子丑寅卯未")


FORGONE = [
    ("只放弃一夜", {1: "", 2: "子→申"}, 0),
    ("第二次放弃", {1: "", 2: "子→申", 3: ""}, 1),
    ("被银针挡住不算放弃", {1: "", 2: "子→申 未→申"}, 0),
]


@pytest.mark.parametrize(("case", "nights", "asked"), FORGONE)
def test_a_second_night_without_a_kill(case: str, nights: dict[int, str], asked: int) -> None:
    """ND-2.1.2c, 2.3.2.1.2d: the judge may reveal a killer."""
    night = night_of(nine(nights), max(nights))
    assert len(night.pending) == asked, case


def test_by_house_rule_a_night_nobody_dies_counts_too() -> None:
    nights = {1: "", 2: "子→申 未→申"}
    assert night_of(nine(nights, nd__nokill="no_death"), 2).pending
    assert any("nd.nokill" in note for note in night_of(nine(nights), 2).notes)


KILLED_BY_NIGHT = [("暗杀", False), (None, False), ("中毒", True), ("淹死", True), ("场外证据", True)]


@pytest.mark.parametrize(("cause", "asked"), KILLED_BY_NIGHT)
def test_nd_2_1_2c_a_night_with_a_dead_announced_was_not_forgone(cause: str | None, asked: bool) -> None:
    """The order was never written down, but the judge announced whom the killers had killed."""
    game = nine({1: "辰→子", 2: "辰→丑"})
    dawn = night_start("nine-days", 1) + timedelta(hours=24)
    dead = Event(dawn, "death", "申", cause)
    assert bool(night_of(replace(game, events=(dead,)), 2).pending) is asked


def test_nd_2_1_2c_nobody_is_revealed_once_the_game_is_won() -> None:
    night = night_of(gone(nine({1: "", 2: ""}), "丑寅卯"), 2)
    assert "公开一名杀手" in night.pending[0].question
    won = night_of(gone(nine({1: "", 2: ""}), "辰巳午"), 2)
    assert won.victory is not None
    assert won.pending == ()
    at = night_start("nine-days", 2) + timedelta(hours=30)
    assert status_of(gone(nine({1: "", 2: ""}), "辰巳午"), at).pending == ()


def test_once_revealed_nobody_asks_again() -> None:
    game = nine({1: "辰→子", 2: "辰→丑"})
    revealed = Event(night_start("nine-days", 2) + timedelta(hours=26), "reveal", "子")
    assert night_of(game, 2).pending
    assert not night_of(replace(game, events=(*game.events, revealed)), 2).pending


BAD = [
    ("申暗→酉", "wrong-power", "ND-2.3.2.1.2a", "void"),
    ("子毒→酉", "wrong-power", "ND-2.3.2.1.1a", "void"),
    ("辰→龙", "unknown-name", "ND-2.2.2.1.3", "void"),
    ("子→申、酉", "too-many-targets", "ND-2.3.2.1.2a", "void"),
    ("龙暗→申", "not-a-player", "ND-2.1", "void"),
]


@pytest.mark.parametrize(("order", "code", "clause", "status"), BAD)
def test_an_order_that_does_not_hold(order: str, code: str, clause: str, status: str) -> None:
    (deed,) = night_of(nine({1: order}), 1).actions
    assert (deed.code, deed.clauses, deed.status) == (code, (clause,), status)


def test_an_order_the_judge_never_confirmed_was_not_sent() -> None:
    """ND-2.3.2.2d."""
    game = nine({1: "子→申"})
    (deed,) = night_of(replace(game, actions=(replace(game.actions[0], accepted=False),)), 1).actions
    assert deed.code == "unconfirmed"


@pytest.mark.parametrize(("clock", "status"), [((19, 59), "effective"), ((20, 0), "late")])
def test_orders_until_eight_in_the_evening(clock: tuple[int, int], status: str) -> None:
    """ND-2.4b: from the close of the day's last stage; 20:00 itself is too late."""
    noon = datetime(2012, 5, 4, 12, 0)
    stages = (
        Stage("D1.trial", "trial", 1, noon - timedelta(days=1), noon),
        Stage("D2.trial", "trial", 2, noon + timedelta(days=1), noon + timedelta(days=2)),
    )
    game = nine({1: "子→申"})
    sent = replace(game.actions[0], at=noon.replace(hour=clock[0], minute=clock[1]))
    assert night_of(replace(game, stages=stages, actions=(sent,)), 1).actions[0].status == status


SWITCHES = [
    ("nd__needle__dead_user", "void", {1: "子→未 未→申"}, "未"),
    ("nd__residual__delay", "plus_one", {1: "子→申 未→酉", 2: "子→戌 未→酉"}, "戌 毒酉"),
    ("nd__residual__delay", "plus_one", {1: "子→申 未→酉", 2: "子→戌 未→酉", 3: "子→亥"}, "酉亥"),
    ("nd__poison__acts", False, {1: "丑→申 未→申", 2: "丑→酉"}, "丑"),
    ("nd__needle__self", False, {1: "子→未 未→未"}, "未"),
]


@pytest.mark.parametrize(("switch", "value", "nights", "brings"), SWITCHES)
def test_a_house_switch(switch: str, value: object, nights: dict[int, str], brings: str) -> None:
    assert told(night_of(nine(nights, **{switch: value}), max(nights))) == brings


def test_what_is_announced() -> None:
    """ND-2.3.2.1.1b, C-ND-24: poison is named, an assassination is not."""
    night = night_of(nine({1: "子→申 未→酉", 2: "子→戌 未→酉"}), 2)
    assert night.announce == ("天亮了。昨夜死亡：酉(中毒)、戌。",)
    assert [d.announced_cause for d in night.deaths] == ["中毒", None]
    silent = night_of(nine({1: "子→申 未→酉", 2: "子→戌 未→酉"}, nd__announce__cause=False), 2)
    assert silent.announce == ("天亮了。昨夜死亡：酉、戌。",)


# --- victory ------------------------------------------------------------------------------------------------------


def gone(game: Game, names: str, kind: str = "execution") -> Game:
    at = night_start("nine-days", 1) - timedelta(hours=5)
    return replace(game, events=(*(Event(at, kind, name) for name in names), *game.events))


WINS = [
    ("ND-2.3.3.1a", "辰巳", {1: "子→午"}, ("杀手",)),
    ("ND-2.3.3.1a", "申酉戌亥金木", {1: "子→水"}, None),
    ("ND-2.3.3.1a", "未申酉戌亥金木", {1: "子→水"}, ("杀手",)),
    ("ND-2.3.3.1b", "丑寅卯", {1: "子→子"}, ("好人",)),
    ("ND-2.3.3.1b", "丑寅卯", {1: "子→申 未→申", 2: "子→酉"}, ("好人",)),
]


@pytest.mark.parametrize(("clause", "out", "nights", "camps"), WINS)
def test_victory(clause: str, out: str, nights: dict[int, str], camps: tuple[str, ...] | None) -> None:
    won = night_of(gone(nine(nights), out), max(nights)).victory
    assert (won.camps if won else None) == camps
    assert won is None or won.clauses == (clause,)


def test_both_at_one_dawn() -> None:
    """C-ND-11: no killer lives, so the good win, and the note says so."""
    game = gone(nine({1: "子→申 未→申", 2: "子→辰"}), "丑寅卯巳午")
    night = night_of(game, 2)
    assert night.victory is not None
    assert night.victory.camps == ("好人",)
    assert any("同时满足" in note for note in night.notes)
    killers = night_of(replace(game, house={"nd.win.both": "killers"}), 2).victory
    assert killers is not None
    assert killers.camps == ("杀手",)
    assert night_of(replace(game, house={"nd.win.both": "prompt"}), 2).pending


def test_seven_daytimes() -> None:
    """ND-2.3.3.2: once the seventh day's last stage has closed with a killer alive, the killers have won."""
    noon = datetime(2012, 5, 20, 12, 0)
    day = (
        Stage("D7.trial", "trial", 7, noon - timedelta(days=2), noon - timedelta(days=1)),
        Stage("D7.debate", "debate", 7, noon - timedelta(days=1), noon),
    )
    game = replace(nine({1: ""}), actions=(), stages=day)
    assert verdict_at(game, noon - timedelta(minutes=1)).victory is None
    won = verdict_at(game, noon).victory
    assert won is not None
    assert (won.camps, won.clauses) == (("杀手",), ("ND-2.3.3.2",))
    executed = replace(gone(game, "丑寅卯"), events=(*gone(game, "丑寅卯").events, Event(noon, "execution", "子")))
    good = verdict_at(executed, noon).victory
    assert good is not None
    assert good.camps == ("好人",)


# --- laws over random games ---------------------------------------------------------------------------------------

NAMES = "".join(DAYS.values())
ACTORS = "子丑寅卯辰巳午未申"
order = st.builds(
    lambda by, power, target: f"{by}{power}→{target}",
    st.sampled_from(ACTORS),
    st.sampled_from(["暗", "毒", "查"]),
    st.sampled_from(NAMES),
)
lines = st.lists(order, max_size=8).map(" ".join)


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A random game, announced night by night as computed, and its last night."""
    game = nine({1: draw(lines)})
    last = draw(st.integers(2, 5))
    for number in range(2, last + 1):
        game = announced(game, night_of(game, number - 1))
        game = replace(game, actions=(*game.actions, *nine({number: draw(lines)}).actions))
    return game, last


@settings(max_examples=40, deadline=None)
@given(games(), st.randoms())
def test_laws(played: tuple[Game, int], random: object) -> None:
    game, number = played
    night = night_of(game, number)
    dead, out = {d.player for d in night.deaths}, {e.player for e in game.events}
    assert not dead & out, "nobody dies twice"
    for deed in night.actions:
        assert deed.by not in out or deed.status in ("void", "late"), "the dead do not act"
    assert set(night.after.alive) == set(NAMES) - out - dead
    assert all(s.player in night.after.alive for s in night.states)
    spent = [d for n in range(1, number + 1) for d in night_of(game, n).actions]
    assert sum(d.power == "施毒" and d.status == "effective" for d in spent) <= 3
    shuffled = list(game.actions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert night_of(replace(game, actions=tuple(shuffled)), number) == night, "order of entry does not matter"
    known = replace(game, events=(*game.events, *dawn_events(game, night)))
    assert night_of(known, number).deaths == night.deaths


@settings(max_examples=25, deadline=None)
@given(games())
def test_nothing_secret_is_public(played: tuple[Game, int]) -> None:
    full = night_of(*played)
    night = public_view(full)
    said = " ".join((*night.announce, *night.notes, *(q.question for q in night.pending)))
    if night.victory is None:
        for word in ("杀手", "警察", "银针", "平民", "暗杀", "查证", "余毒", "主杀"):
            assert word not in said
        named = {name for name in NAMES if name in said}
        assert named <= {d.player for d in full.deaths}
    assert not night.states
