"""金枝 by night: one test a clause, in the shape of the messages the god receives."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import Action, Event, Game
from referee.nights import branch_holder, night_of, nights_over, roles_at
from referee.nights.public import public_view
from tests.support.night_games import BOUGH, announced, bough, fates, night_start

NO_PRIEST = {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→鸦"}
NO_PRIEST_NOR_CHALLENGER = NO_PRIEST | {3: "狐→狼 狼→狐"}
TO_THE_LAST_CIVILIAN = {
    1: "鸦→松130 狐→竹",
    2: "鸦→柏130 狼→梅",
    3: "鸦→菊130 鹿→兰 狐→狼 狼→狐",
    4: "鸦→桂130",
}

# clause, nights, what the last of them brings, who keeps the branch then
BLOWS = [
    ("GB-3.1b 逃奴杀不死没有金枝的平民", {1: "狐→松"}, "—", "竹"),
    ("GB-3.2.2b 逃奴杀中金枝，天亮升格", {1: "狐→竹"}, "竹 狐挑战者", "梅"),
    ("GB-3.3b 几个逃奴一起杀中，一起升格", {1: "狐→竹 狼→竹"}, "竹 狐挑战者 狼挑战者", "梅"),
    ("GB-3.2.2c 祭司同夜也杀中金枝", {1: "鸦→竹100 狐→竹"}, "竹", "梅"),
    ("GB-3.2.2b 升格前被祭司所杀，金枝照死", {1: "鸦→狐100 狐→竹"}, "竹狐", "梅"),
    ("GB-3.3a 逃奴杀不死逃奴", {1: "狐→狼"}, "—", "竹"),
    ("GB-3.3d 还有平民时逃奴杀不死祭司", {1: "狐→鸦"}, "—", "竹"),
    ("GB-3.5a 祭司谁都杀得死", {1: "鸦→兔100"}, "兔", "竹"),
    ("GB-3.6a 宣言九十九字，祭司当夜放弃", {1: "鸦→竹99 狐→竹"}, "竹 狐挑战者", "梅"),
    ("GB-3.6a 没有宣言", {1: "鸦→竹"}, "—", "竹"),
    ("GB-3.2.2d 挑战者杀不死金枝", {1: "狐→竹", 2: "狐→梅"}, "—", "梅"),
    ("GB-3.4a 挑战者杀不死平民", {1: "狐→竹", 2: "狐→松"}, "—", "梅"),
    ("GB-3.4a 挑战者杀得死挑战者", {1: "狐→竹 狼→竹", 2: "狐→狼"}, "狼", "梅"),
    ("GB-3.4d 挑战者互杀", {1: "狐→竹 狼→竹", 2: "狐→狼 狼→狐"}, "狐狼", "梅"),
    ("GB-3.4b 挑战者独自杀死祭司而继任", {1: "狐→竹", 2: "狐→鸦 鸦→松100"}, "松鸦 狐祭司", "梅"),
    ("GB-3.4c 两名挑战者同杀祭司，没有祭司", {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→鸦"}, "鸦", "梅"),
    ("GB-3.4c 第三名不在其中也要等到只剩一名", {1: "狐→竹 狼→竹 鹿→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼"}, "狼", "梅"),
    ("GB-3.5d 只剩一名挑战者时担任祭司", NO_PRIEST | {3: "狐→狼"}, "狼 狐祭司", "梅"),
    ("GB-3.5d 杀死祭司的人同夜被杀，剩下的继任", {1: "狐→竹 狼→竹", 2: "狐→鸦 狼→狐"}, "狐鸦 狼祭司", "梅"),
    ("GB-3.5e 没有祭司也没有挑战者，升格即祭司", NO_PRIEST_NOR_CHALLENGER | {4: "鹿→梅"}, "梅 鹿祭司", "兰"),
    ("GB-3.5e 两人一起升格", NO_PRIEST_NOR_CHALLENGER | {4: "鹿→梅 兔→梅"}, "梅 鹿挑战者 兔挑战者", "兰"),
    ("GB-3.5c 祭司与挑战者互杀，祭司活", {1: "狐→竹", 2: "鸦→狐100 狐→鸦"}, "狐", "梅"),
    ("GB-3.5c 互杀的不算，另一人算独自杀死", {1: "狐→竹 狼→竹", 2: "鸦→狐100 狐→鸦 狼→鸦"}, "狐鸦 狼祭司", "梅"),
    ("GB-3.6c 宣言不合格，互杀也赢不了", {1: "狐→竹", 2: "鸦→狐99 狐→鸦"}, "鸦 狐祭司", "梅"),
    ("GB-3.3d 平民入夜前都已出局", TO_THE_LAST_CIVILIAN | {5: "兔→鸦"}, "鸦 兔祭司", None),
    ("GB-3.3e 几名逃奴", TO_THE_LAST_CIVILIAN | {5: "鸦→鹿130", 6: "兔→鸦 獾→鸦"}, "鸦 兔挑战者 獾挑战者", None),
    ("GB-3.3e 逃奴独自杀死祭司", TO_THE_LAST_CIVILIAN | {5: "鸦→鹿130", 6: "兔→鸦"}, "鸦 兔祭司", None),
    ("GB-3.4e 一名挑战者一名逃奴", TO_THE_LAST_CIVILIAN | {5: "鹿→鸦 兔→鸦"}, "鸦 鹿祭司 兔挑战者", None),
    ("GB-3.5c 有权杀祭司的逃奴与祭司互杀", TO_THE_LAST_CIVILIAN | {5: "鸦→兔130 兔→鸦"}, "兔", None),
    ("GB-3.7a 什么都可以放弃", {1: ""}, "—", "竹"),
    ("GB-5.4b 今夜要死的人今夜照样行动", {1: "鸦→狐130 狐→竹 狼→竹"}, "竹狐 狼挑战者", "梅"),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "nights", "brings", "keeper"), BLOWS)
def test_what_a_night_brings(clause: str, nights: dict[int, str], brings: str, keeper: str | None) -> None:
    night = night_of(bough(nights), max(nights))
    assert (fates(night), night.branch) == (brings, keeper), clause
    assert not night.pending


def test_a_lone_escapee_takes_the_throne_before_an_idle_challenger() -> None:
    """GB-3.3e: 鹿, a challenger, did not strike; 兔 alone killed the priest and is priest at once."""
    night = night_of(bough(TO_THE_LAST_CIVILIAN | {5: "兔→鸦"}), 5)
    assert [(p.player, p.to) for p in night.promotions] == [("兔", "祭司")]


# nights, the keeper after the last of them, the clause
KEEPERS = [
    ({1: ""}, "竹", "GB-3.2.1b"),
    ({1: "桂+"}, "桂", "GB-3.2.1b"),
    ({1: "松+ 兰+"}, "兰", "GB-3.2.1b"),
    ({1: "狐→竹 松+ 菊+"}, "菊", "GB-3.2.1b"),
    ({1: "狐→竹"}, "梅", "GB-3.2.1d"),
    ({1: "鸦→兰100 兰+"}, "竹", "GB-3.2.1b"),
    ({1: "鸦→兰100 兰+ 松+"}, "松", "GB-3.2.1b"),
    ({1: "鸦→竹100 桂+", 2: "鸦→桂100"}, "松", "GB-3.2.1d"),
]


@pytest.mark.parametrize(("nights", "keeper", "clause"), KEEPERS)
def test_who_keeps_the_branch_next(nights: dict[int, str], keeper: str, clause: str) -> None:
    night = night_of(bough(nights), max(nights))
    assert night.branch == keeper
    assert night.trail[-1].clause == clause
    assert any(letter.to == keeper for letter in night.private)


def test_the_vote_keeps_the_branch_where_it_is() -> None:
    """GB-3.2.1c: 竹 was the day's unique highest, so 桂, told at dawn, does not get it; 狐 strikes the branch."""
    game = bough({1: "桂+", 2: "狐→竹"}, {2: ("top", "竹")})
    assert night_of(game, 1).branch == "桂"
    assert branch_holder(game, 2) == "竹"
    assert fates(night_of(game, 2)) == "竹 狐挑战者"


def test_the_vote_on_anybody_else_changes_nothing() -> None:
    """GB-3.2.1c: the keeper of the night past is meant, not the one told at dawn."""
    game = bough({1: "桂+", 2: ""}, {2: ("top", "桂")})
    assert branch_holder(game, 2) == "桂"


def test_a_wasted_seat_passes_the_branch_on() -> None:
    """GB-8.3b: the keeper left the game by day; the next clockwise has it."""
    game = bough({1: "", 2: ""}, {2: ("departure", "竹")})
    assert branch_holder(game, 2) == "梅"


def test_the_last_civilian_keeps_it_for_ever() -> None:
    """GB-3.2.1f."""
    nights = {n: f"鸦→{name}130" for n, name in enumerate("松柏竹兰菊桂", start=1)}
    assert night_of(bough(nights), 6).branch == "梅"
    assert night_of(bough(nights | {7: ""}), 7).trail[-1].clause == "GB-3.2.1f"


# message, code, clause, status
BAD = [
    ("松→狐130", "wrong-power", "GB-3.1a", "void"),
    ("狐+", "wrong-power", "GB-3.2.1b", "void"),
    ("狐→狐", "self-target", "GB-3.7b", "void"),
    ("狐→龙", "unknown-name", "GB-3.3a", "void"),
    ("狐→松、柏", "too-many-targets", "GB-3.3a", "void"),
    ("龟→松", "not-a-player", "GB-6.5", "void"),
    ("鸦→松", "no-declaration", "GB-3.6a", "void"),
    ("竹+", "self-target", "GB-3.2.1b", "void"),
]


@pytest.mark.parametrize(("message", "code", "clause", "status"), BAD)
def test_a_message_that_does_not_hold(message: str, code: str, clause: str, status: str) -> None:
    (deed,) = night_of(bough({1: message}), 1).actions
    assert (deed.code, deed.clauses, deed.status) == (code, (clause,), status)
    assert deed.reason


def test_the_dead_neither_act_nor_die() -> None:
    """GB-5.7."""
    night = night_of(bough({1: "狐→竹 鸦→狼100", 2: "狼→梅 兔→竹 鸦→狼100"}), 2)
    assert [(d.by, d.code) for d in night.actions] == [
        ("狼", "dead-actor"),
        ("兔", "dead-target"),
        ("鸦", "dead-target"),
    ]
    assert fates(night) == "—"


def test_only_the_messenger_receives() -> None:
    """GB-3.8."""
    game = bough({1: "狐→竹"})
    elsewhere = replace(game, actions=(replace(game.actions[0], to="天神"),))
    (deed,) = night_of(elsewhere, 1).actions
    assert (deed.code, deed.clauses) == ("wrong-recipient", ("GB-3.8",))
    assert night_of(replace(game, actions=(replace(game.actions[0], to="神的使者"),)), 1).deaths


def with_night_stage(game: Game) -> Game:
    """The game with night 1 limited to its 24 hours."""
    from referee.game import Stage

    opens = night_start(game.rules, 1)
    return replace(game, stages=(Stage("N1", "night", 1, opens, opens + timedelta(hours=24)),))


@pytest.mark.parametrize(
    ("minutes_before", "by_then", "dead"), [(11, "effective", True), (10, "effective", True), (9, "late", False)]
)
def test_until_ten_minutes_before_dawn(minutes_before: int, by_then: str, dead: bool) -> None:
    """GB-3.7a: the limit itself is still in time."""
    game = with_night_stage(bough({1: "狐→竹"}))
    at = night_start(game.rules, 1) + timedelta(hours=24, minutes=-minutes_before)
    night = night_of(replace(game, actions=(replace(game.actions[0], at=at),)), 1)
    assert (night.actions[0].status, bool(night.deaths)) == (by_then, dead)


def test_the_last_message_in_time_holds() -> None:
    """GB-3.7a: a change replaces what was sent before, a late one changes nothing."""
    night = night_of(bough({1: "狐→松 狐→竹"}), 1)
    assert [d.status for d in night.actions] == ["replaced", "effective"]
    game = with_night_stage(bough({1: "狐→松 狐→竹"}))
    late = replace(game.actions[1], at=night_start(game.rules, 1) + timedelta(hours=23, minutes=55))
    night = night_of(replace(game, actions=(game.actions[0], late)), 1)
    assert [d.status for d in night.actions] == ["failed", "late"]


def test_a_rejected_message_replaces_nothing() -> None:
    """GB-3.7b: trying to kill oneself leaves the order before it as it was."""
    night = night_of(bough({1: "狐→竹 狐→狐"}), 1)
    assert [d.status for d in night.actions] == ["effective", "void"]


def test_a_message_without_a_name_forgoes_the_night() -> None:
    """GB-3.7a: everything may be forgone, also what was ordered before."""
    night = night_of(bough({1: "狐→竹 狐→"}), 1)
    assert [(d.status, d.code) for d in night.actions] == [("replaced", "replaced"), ("failed", "forgone")]


def test_two_messages_of_one_minute_are_a_question() -> None:
    game = bough({1: "狐→竹 狐→松"})
    at = game.actions[0].at
    night = night_of(replace(game, actions=tuple(replace(a, at=at) for a in game.actions)), 1)
    assert not night.deaths
    assert len(night.pending) == 1
    assert {d.code for d in night.actions} == {"which-last"}


def test_a_file_without_the_branch_is_asked_for_it() -> None:
    game = replace(bough({1: "狐→竹"}), branch=None)
    assert "金枝在谁手里" in night_of(game, 1).pending[0].question
    assert not night_of(replace(bough({1: ""}), branch=None), 1).pending


def test_an_unknown_role_is_a_question_not_a_guess() -> None:
    game = bough({1: "狐→竹"})
    nobody = tuple(replace(p, role=None) if p.name == "狐" else p for p in game.players)
    night = night_of(replace(game, players=nobody), 1)
    assert not night.deaths
    assert "身份没有写" in night.pending[0].question


def test_the_announcement_wins() -> None:
    """What was announced at dawn is what happened; a blow that was not announced raises nobody."""
    game = bough({1: "狐→竹 鸦→松100"})
    at = night_start(game.rules, 1) + timedelta(hours=24)
    night = night_of(replace(game, events=(Event(at, "death", "松"), Event(at, "death", "兔"))), 1)
    assert fates(night) == "松兔"
    assert "竹死亡" in night.notes[0]
    assert "兔死亡" in night.notes[0]


def test_what_was_never_announced_has_not_happened() -> None:
    game = bough({1: "狐→竹"})
    later = replace(game, actions=(*game.actions, *bough({2: "狐→鸦"}).actions))
    assert night_of(later, 1).deaths == night_of(later, 1).deaths
    night = night_of(later, 2)
    assert fates(night) == "—"
    assert "竹" in night.after.alive


# --- house switches -----------------------------------------------------------------------------------------------

SWITCHES = [
    ("gb__mutual__cancels_hit", False, {1: "狐→竹 狼→竹 鹿→竹", 2: "鸦→狐100 狐→鸦 狼→鸦"}, "狐鸦"),
    ("gb__priestkill__from", "same_night", TO_THE_LAST_CIVILIAN | {4: "鸦→桂130 兔→鸦"}, "桂鸦 兔祭司"),
    ("gb__applicant__dead", "keep", {1: "鸦→兰100 兰+"}, "兰"),
    ("gb__interregnum", "cokillers", {1: "狐→竹 狼→竹 鹿→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼"}, "狼 狐祭司"),
]  # fmt: skip


@pytest.mark.parametrize(("switch", "value", "nights", "brings"), SWITCHES)
def test_a_house_switch(switch: str, value: object, nights: dict[int, str], brings: str) -> None:
    house = night_of(bough(nights, **{switch: value}), max(nights))
    assert fates(house) == brings
    usual = night_of(bough(nights), max(nights))
    named = switch.replace("__", ".")
    assert any(named in note for note in usual.notes), usual.notes


def test_a_dead_applicant_kept_passes_it_on() -> None:
    assert night_of(bough({1: "鸦→兰100 兰+"}, gb__applicant__dead="keep"), 1).branch == "菊"


def test_mixed_slayers_may_be_a_question() -> None:
    nights = TO_THE_LAST_CIVILIAN | {5: "鹿→鸦 兔→鸦 獾→鸦"}
    assert not night_of(bough(nights), 5).pending
    assert "规则没有写这种人数" in night_of(bough(nights, gb__mixed="prompt"), 5).pending[0].question


# --- what is announced --------------------------------------------------------------------------------------------


def test_a_dead_priest_is_named_and_nobody_else() -> None:
    """GB-4.1."""
    night = night_of(bough({1: "狐→竹", 2: "狐→鸦 鸦→松100"}), 2)
    assert night.announce == ("天亮了。昨夜死亡：松、鸦。", "鸦的身份是祭司。")
    assert night_of(bough({1: "狐→竹"}), 1).announce == ("天亮了。昨夜死亡：竹。",)


def test_a_house_may_tell_who_everybody_was_that_died_at_night() -> None:
    """GB-4.1: by the document only of a priest is it told."""
    night = night_of(bough({1: "狐→竹"}, gb__announce__night_priest_only=False), 1)
    assert night.announce == ("天亮了。昨夜死亡：竹。", "竹的身份是平民。")


def test_in_a_cycle_of_six_the_first_keeper_stands_outside() -> None:
    """GB-3.2.1a: 竹 keeps the branch; in a circle of seven 梅 comes after him, with him outside it 松 does."""
    assert night_of(bough({1: "狐→竹"}), 1).branch == "梅"
    assert night_of(bough({1: "狐→竹"}, gb__cycle__size=6), 1).branch == "松"


def test_silence_begins_with_four_left() -> None:
    """GB-6.4a."""
    (_, mourning) = night_of(bough(TO_THE_LAST_CIVILIAN), 4).announce
    assert mourning.startswith("还剩 4 人")
    assert len(night_of(bough(TO_THE_LAST_CIVILIAN | {5: "鸦→鹿130"}), 5).announce) == 1


# --- laws over random games ---------------------------------------------------------------------------------------

NAMES = "".join(BOUGH.values())
message = st.builds(
    lambda by, target, length, ask: f"{by}+" if ask else f"{by}→{target}{length}",
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from(["", "99", "100", "130"]),
    st.integers(0, 5).map(lambda n: n == 0),
)
lines = st.lists(message, max_size=8).map(" ".join)
days = st.one_of(st.none(), st.tuples(st.sampled_from(["execution", "top", "departure"]), st.sampled_from(NAMES)))


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A random game, announced night by night as computed, and its last night. By day only escapees are executed."""
    game = bough({1: draw(lines)})
    last = draw(st.integers(2, 6))
    for number in range(2, last + 1):
        night = night_of(game, number - 1)
        game = announced(game, night)
        event = draw(days)
        if event and event[1] in night.after.alive:
            kind = event[0] if event[0] != "execution" or night.after.roles[event[1]] == "逃奴" else "top"
            game = bough_day(game, number, kind, event[1])
        game = replace(game, actions=(*game.actions, *bough({number: draw(lines)}).actions))
    return game, last


def bough_day(game: Game, number: int, kind: str, name: str) -> Game:
    from tests.support.night_games import day_event

    return replace(game, events=(*game.events, day_event(game, number, kind, name)))


@settings(max_examples=40, deadline=None)
@given(games(), st.randoms())
def test_laws(played: tuple[Game, int], random: object) -> None:
    game, number = played
    night = night_of(game, number)
    before = night_of(game, number - 1).after if number > 1 else None
    dead = {d.player for d in night.deaths}
    out = {e.player for e in game.events if e.kind in ("death", "execution", "departure")}
    assert not dead & (out - dead), "nobody dies twice"
    assert dead.isdisjoint(night.after.alive)
    for deed in night.actions:
        assert deed.by in night.after.alive or deed.by in dead or deed.status in ("void", "late"), "the dead do not act"
    roles = night.after.roles
    assert set(roles) == set(NAMES), "roles are conserved"
    assert {n for n, r in roles.items() if r == "平民"} == set(BOUGH["平民"])
    assert sum(roles[n] == "祭司" for n in night.after.alive) <= 1, "never two priests"
    if before:
        assert {n for n in before.roles if before.roles[n] == "平民"} == {n for n in roles if roles[n] == "平民"}
    civilians = [n for n in night.after.alive if roles[n] == "平民"]
    assert (night.branch in civilians) if civilians else night.branch is None
    shuffled = list(game.actions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert night_of(replace(game, actions=tuple(shuffled)), number) == night, "order of entry does not matter"
    assert night_of(game, number) == night, "the same again"


@settings(max_examples=25, deadline=None)
@given(games())
def test_nothing_secret_is_public(played: tuple[Game, int]) -> None:
    night = public_view(night_of(*played))
    said = " ".join((*night.announce, *night.notes, *(q.question for q in night.pending)))
    if night.victory is None:
        for word in ("逃奴", "挑战者", "平民", "金枝", "杀人", "申请"):
            assert word not in said
        named = {n for n in NAMES if n in said.replace("祭司", "").replace("死亡", "").replace("昨夜", "")}
        assert named <= {d.player for d in night.deaths}
    assert (night.actions, night.states, night.promotions, night.private, night.trail) == ((), (), (), (), ())


@settings(max_examples=25, deadline=None)
@given(games(), st.integers(1, 14))
def test_replaying_to_a_moment_is_running_to_it(played: tuple[Game, int], halves: int) -> None:
    game = played[0]
    at = night_start(game.rules, 1) + timedelta(hours=30) * halves
    cut = replace(
        game,
        events=tuple(e for e in game.events if e.at <= at),
        actions=tuple(a for a in game.actions if a.at and a.at <= at),
    )
    assert roles_at(game, at) == roles_at(cut, at)
    assert nights_over(game, at) == nights_over(cut, at)


def test_roles_change_at_dawn_not_before() -> None:
    game = announced(bough({1: "狐→竹"}), night_of(bough({1: "狐→竹"}), 1))
    dawn = game.events[-1].at
    assert roles_at(game, dawn - timedelta(minutes=1))["狐"] == "逃奴"
    assert roles_at(game, dawn)["狐"] == "挑战者"


def test_an_action_by_somebody_without_a_name_is_void() -> None:
    game = replace(bough({1: ""}), actions=(Action(None, "杀人", ("竹",), 1),))
    assert night_of(game, 1).actions[0].code == "not-a-player"
