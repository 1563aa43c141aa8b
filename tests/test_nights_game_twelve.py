"""游戏十二 by night: one test a clause, in the shape of the messages the god receives."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import Event, Game, Stage
from referee.nights import Night, night_of
from referee.nights.public import public_view
from tests.support.night_games import TWELVE, announced, dawn_events, night_start, twelve


def told(night: Night) -> str:
    """The dead, then who has no vote, is cursed, is blessed."""
    marks = {"no-vote": "束", "cursed": "咒", "blessed": "佑"}
    dead = "".join(d.player for d in night.deaths) or "—"
    return " ".join([dead, *(marks[s.state] + s.player for s in night.states)])


ALL_PRAY = "丙→庚 丁→庚 戊→庚"
PRAYED = f"甲→庚100 {ALL_PRAY}"

# clause, nights, what the last of them brings
NIGHTS = [
    ("G12-2.1a 杀手杀一人", {1: "甲→丙100"}, "丙"),
    ("G12-2.3a 九十九字是放弃", {1: "甲→丙99"}, "—"),
    ("G12-2.4a 束中就不死", {1: "甲→丙100 己→丙"}, "— 束丙"),
    ("G12-2.4c 束空不公布", {1: "甲→丙100 己→丁"}, "丙"),
    ("G12-2.8a 庶民一致祈祷", {1: PRAYED}, "—"),
    ("G12-2.8a 有人没有祈祷", {1: "甲→庚100 丙→庚 丁→庚"}, "庚"),
    ("G12-2.8a 有人为别人祈祷", {1: "甲→庚100 丙→庚 丁→庚 戊→丙"}, "庚"),
    ("G12-4.5b 今夜要死的庶民照样祈祷", {1: "甲→戊100 丙→戊 丁→戊 戊→戊"}, "—"),
    ("G12-2.8a 束中和祈祷同时，束魂照样公布", {1: f"甲→庚100 己→庚 {ALL_PRAY}"}, "— 束庚"),
    ("G12-2.8b 只剩一名庶民", {1: "甲→丁100", 2: "甲→戊100", 3: "甲→丙100 丙→丙"}, "丙"),
    ("G12-2.5a 诅咒", {1: "庚→丙 甲→丁100"}, "丁 咒丙"),
    ("G12-2.6a 庇佑", {1: "辛→丙 甲→丁100"}, "丁 佑丙"),
    ("G12-2.5c 同一人身上相抵", {1: "庚→丙 辛→丙 甲→丁100"}, "丁"),
    ("G12-2.7a 舞伴的诅咒失效", {1: "庚→丙 壬→庚 甲→丁100"}, "丁"),
    ("G12-2.7a 舞伴的束魂失效", {1: "己→丁 壬→己 甲→丁100"}, "丁"),
    ("G12-2.7b 两名杀手，一名跳舞", {1: "甲→丁100 壬→甲"}, "丁"),
    ("G12-2.7c 杀蝴蝶夫人连舞伴", {1: "甲→壬100 壬→丙"}, "丙壬"),
    ("G12-2.7c 杀手做舞伴也死", {1: "乙→壬100 壬→甲"}, "甲壬"),
    ("G12-2.7c 束蝴蝶夫人救两人", {1: "甲→壬100 壬→丙 己→壬"}, "— 束丙 束壬"),
    ("G12-2.7c 诅咒蝴蝶夫人及于舞伴", {1: "庚→壬 壬→丙 甲→丁100"}, "丁 咒丙 咒壬"),
    ("G12-2.7c 抵消只在同一人身上", {1: "庚→壬 壬→丙 辛→壬 甲→丁100"}, "丁"),
    ("G12-2.7c 为蝴蝶夫人祈祷及于舞伴", {1: "甲→壬100 壬→庚 丙→壬 丁→壬 戊→壬"}, "—"),
    ("G12-2.7d 直接杀舞伴无效", {1: "甲→丙100 壬→丙"}, "—"),
    ("G12-2.7d 直接诅咒舞伴无效", {1: "庚→丙 壬→丙 甲→丁100"}, "丁"),
    ("G12-2.8a 为舞伴祈祷有效", {1: "甲→壬100 壬→庚 丙→庚 丁→庚 戊→庚"}, "壬"),
    ("G12-2.2a 放弃一夜，次夜一击必杀", {1: "", 2: "甲→丙100 己→丙"}, "丙"),
    ("G12-2.2a 连续两夜失败", {1: "甲→丙100 己→丙", 2: "甲→丙100 己→丙", 3: "甲→丙100 己→丙"}, "丙"),
    ("G12-2.2a 失败一夜还不是", {1: "甲→丙100 己→丙", 2: "甲→丙100 己→丙"}, "— 束丙"),
    ("G12-2.2a 放弃后失败，不算连续两夜", {1: "", 2: PRAYED, 3: "甲→庚100 己→庚"}, "— 束庚"),
    ("G12-2.2a 再放弃，再一击必杀", {1: "", 2: "", 3: "甲→丙100 己→丙"}, "丙"),
    ("G12-2.2b 宣言不合格也是放弃", {1: "甲→丙99", 2: "甲→丙100 己→丙"}, "丙"),
    ("G12-2.2d 一击必杀直取舞伴", {1: "", 2: "甲→丙100 壬→丙"}, "丙"),
    ("G12-2.2d 祈祷挡得住一击必杀", {1: "", 2: PRAYED}, "—"),
    ("G12-2.2e 一击必杀之夜不牵连杀手", {1: "", 2: "甲→壬100 壬→乙"}, "壬"),
    ("G12-2.2e 一击必杀之夜不能自杀", {1: "", 2: "甲→甲100"}, "—"),
    ("G12-2.1b 平常可以自杀", {1: "甲→甲100"}, "甲"),
    ("G12-2.4d 连续两夜空束", {1: "甲→丁100 己→丙", 2: "甲→戊100 己→丙"}, "丙戊"),
    ("G12-2.4d 换了人不算连续", {1: "甲→丁100 己→丙", 2: "甲→戊100 己→辛", 3: "甲→庚100 己→丙"}, "庚"),
    ("G12-2.4e 前一夜被杀手所杀", {1: "甲→丙100 己→丙", 2: "甲→丁100 己→丙"}, "丁"),
    ("G12-2.4e 后一夜被杀手所杀", {1: "甲→丁100 己→丙", 2: "甲→丙100 己→丙"}, "— 束丙"),
    ("G12-2.2f 一击必杀之夜束杀手从头算", {1: "己→甲", 2: "甲→丙100 己→甲", 3: "甲→丁100 己→甲"}, "丁"),
    ("G12-2.2f 束别人照旧计", {1: "己→辛", 2: "甲→丙100 己→辛"}, "丙辛"),
    ("G12-2.4d 祈祷救得了空束", {1: "甲→辛100 己→庚", 2: f"甲→壬100 己→庚 {ALL_PRAY}"}, "壬"),
    ("G12-2.4d 照样往下滑", {1: "甲→辛100 己→庚", 2: f"己→庚 甲→壬100 {ALL_PRAY}", 3: "甲→丙100 己→庚"}, "丙庚"),
    ("G12-2.7c 空束蝴蝶夫人两夜，舞伴换人", {1: "己→壬 壬→丙 甲→辛100", 2: "己→壬 壬→丁 甲→戊100"}, "戊壬"),
    ("G12-2.7d 束舞伴无效，中断空束", {1: "己→丙 壬→丙 甲→辛100", 2: "己→丙 甲→戊100"}, "戊"),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "nights", "brings"), NIGHTS)
def test_what_a_night_brings(clause: str, nights: dict[int, str], brings: str) -> None:
    night = night_of(twelve(nights), max(nights))
    assert told(night) == brings, clause
    assert not night.pending


def test_the_last_killer_cannot_kill_while_he_dances() -> None:
    """G12-2.7a: with the other killer executed his kill is his alone; it fails, so two such nights arm the strike."""
    days = {2: ("execution", "乙")}
    nights = {1: "甲→丁100", 2: "甲→戊100 壬→甲 己→戊", 3: "甲→戊100 壬→甲"}
    assert told(night_of(twelve({n: nights[n] for n in (1, 2)}, days), 2)) == "—"
    assert told(night_of(twelve(nights, days), 3)) == "—"
    assert told(night_of(twelve(nights | {4: "甲→戊100 壬→甲"}, days), 4)) == "戊"


SWITCHES = [
    ("g12__kill_failed__by_prayer", False, {1: PRAYED, 2: PRAYED, 3: "甲→丙100 己→丙"}, "— 束丙"),
    ("g12__onestrike__reset", True, {1: "", 2: PRAYED, 3: "甲→丁100 己→丁", 4: "甲→丁100 己→丁"}, "— 束丁"),
    ("g12__onestrike__suicide", "allowed", {1: "", 2: "甲→甲100"}, "甲"),
    ("g12__dance__prayer_on_partner", "void", {1: "甲→壬100 壬→庚 丙→庚 丁→庚 戊→庚"}, "庚壬"),
    ("g12__bind__void_breaks", False, {1: "己→丙 甲→辛100", 2: "己→丙 壬→丙 甲→庚100", 3: "己→丙 甲→戊100"}, "丙戊"),
    ("g12__dance__copy", "effect", {1: "己→壬 壬→丙 甲→辛100", 2: "己→壬 壬→丁 甲→戊100"}, "丁戊壬"),
    ("g12__kill__conflict", "forgone", {1: "甲→丙100 乙→丁100"}, "—"),
]  # fmt: skip


@pytest.mark.parametrize(("switch", "value", "nights", "brings"), SWITCHES)
def test_a_house_switch(switch: str, value: object, nights: dict[int, str], brings: str) -> None:
    assert told(night_of(twelve(nights, **{switch: value}), max(nights))) == brings
    usual = night_of(twelve(nights), max(nights))
    assert told(usual) != brings
    assert any(switch.replace("__", ".") in note for note in usual.notes), usual.notes


def test_killers_with_two_targets() -> None:
    """G12-2.1a: the last message stands; by house rule the god is asked."""
    game = twelve({1: "甲→丙100 乙→丁100"})
    night = night_of(game, 1)
    assert told(night) == "丁"
    assert [d.status for d in night.actions] == ["replaced", "effective"]
    assert night_of(twelve({1: "甲→丙100 乙→丁100"}, g12__kill__conflict="prompt"), 1).pending


def test_two_messages_with_one_target_are_one_kill() -> None:
    night = night_of(twelve({1: "甲→丙 乙→丙120"}), 1)
    assert [(d.by, d.status) for d in night.actions] == [("甲", "void"), ("乙", "effective")]
    assert told(night) == "丙"


BAD = [
    ("己杀→丙100", "wrong-power", "G12-2.1a", "void"),
    ("甲束→丙", "wrong-power", "G12-2.4a", "void"),
    ("壬→壬", "self-target", "G12-2.7e", "void"),
    ("庚→龙", "unknown-name", "G12-2.5a", "void"),
    ("辛→丙、丁", "too-many-targets", "G12-2.6a", "void"),
    ("路祷→丙", "not-a-player", "G12-9.2", "void"),
    ("甲→丙", "no-declaration", "G12-2.2b", "void"),
]


@pytest.mark.parametrize(("message", "code", "clause", "status"), BAD)
def test_a_message_that_does_not_hold(message: str, code: str, clause: str, status: str) -> None:
    (deed,) = night_of(twelve({1: message}), 1).actions
    assert (deed.code, deed.clauses, deed.status) == (code, (clause,), status)
    assert deed.reason


def test_own_story_needs_no_length_unless_refused() -> None:
    """G12-2.3a, 2.3c: the killers' own story spares the count; refused, it spares nothing."""
    game = twelve({1: "甲→丙"})
    story = replace(game.actions[0], story=True)
    assert told(night_of(replace(game, actions=(story,)), 1)) == "丙"
    refused = replace(story, accepted=False)
    (deed,) = night_of(replace(game, actions=(refused,)), 1).actions
    assert (deed.status, deed.code) == ("void", "no-declaration")


def test_everybody_but_the_butterfly_may_choose_himself() -> None:
    """G12-2.9b."""
    assert told(night_of(twelve({1: "甲→丁100 庚→庚 辛→辛"}), 1)) == "丁 咒庚 佑辛"


def test_changes_stop_ten_minutes_before_the_nominal_end() -> None:
    """G12-2.9a, C-G12-24: by house rule the actual dawn is what counts."""
    game = twelve({1: "甲→丁100"})
    opens = night_start("game-twelve", 1)
    stage = Stage("N1", "night", 1, opens, opens + timedelta(hours=24))
    dawn = (Event(opens + timedelta(hours=26), "dawn"),)
    sent = replace(game.actions[0], at=opens + timedelta(hours=23, minutes=51))
    late = replace(game, stages=(stage,), actions=(sent,), events=dawn)
    assert night_of(late, 1).actions[0].status == "late"
    assert night_of(replace(late, house={"g12.cutoff.base": "actual_dawn"}), 1).actions[0].status == "effective"


def test_a_substitution_makes_the_night_longer() -> None:
    """G12-4.6b: twelve hours more, so a message at the old end is in time."""
    game = twelve({1: "甲→丁100"})
    opens = night_start("game-twelve", 1)
    stage = Stage("N1", "night", 1, opens, opens + timedelta(hours=24))
    sent = replace(game.actions[0], at=opens + timedelta(hours=24))
    longer = (Event(opens + timedelta(hours=5), "substitution", "辛", by="替"),)
    assert night_of(replace(game, stages=(stage,), actions=(sent,)), 1).actions[0].status == "late"
    assert night_of(replace(game, stages=(stage,), actions=(sent,), events=longer), 1).actions[0].status == "effective"


def test_what_is_announced() -> None:
    """G12-2.3d, 2.4a, 4.8a: names only, in seat order; whoever a bind saved is named; never a cause or a role."""
    night = night_of(twelve({1: "甲→丁100 己→丙", 2: "甲→戊100 己→丙"}), 2)
    assert night.announce[0] == "天亮了。昨夜死亡：丙、戊。"
    assert [d.announced_cause for d in night.deaths] == [None, None]
    saved = night_of(twelve({1: "甲→丙100 己→丙"}), 1)
    assert saved.announce[0] == "天亮了。昨夜无人死亡。"
    assert "丙" in saved.announce[1]
    assert night_of(twelve({1: "甲→丙99 己→丁"}), 1).announce == ("天亮了。昨夜无人死亡。",)


def test_the_jury_is_dissolved_at_six() -> None:
    """G12-3.12."""
    nights = {1: "甲→丁100", 2: "甲→戊100", 3: "甲→庚100"}
    assert "陪审团解散" in night_of(twelve(nights), 3).announce[1]
    assert len(night_of(twelve({n: nights[n] for n in (1, 2)}), 2).announce) == 1


def test_an_empty_seat_of_the_jury_is_filled_today() -> None:
    """G12-3.8b, 3.9."""
    game = twelve({1: "甲→丁100"})
    elected = Event(night_start("game-twelve", 1), "elected", players=("丙", "丁", "辛"))
    assert "缺 1 席" in night_of(replace(game, events=(elected,)), 1).announce[1]


def test_an_unknown_role_is_a_question() -> None:
    game = twelve({1: "甲→丁100"})
    players = tuple(replace(p, role=None) if p.name == "戊" else p for p in game.players)
    assert "戊" in night_of(replace(game, players=players), 1).pending[0].question


# --- laws over random games ---------------------------------------------------------------------------------------

NAMES = "".join(TWELVE.values())
message = st.builds(
    lambda by, power, target, length: f"{by}{power}→{target}{length}",
    st.sampled_from(NAMES),
    st.sampled_from(["", "", "", "杀", "祷", "束"]),
    st.sampled_from(NAMES),
    st.sampled_from(["", "99", "100", "150"]),
)
lines = st.lists(message, max_size=10).map(" ".join)


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A random game, announced night by night as computed, and the number of its last night."""
    game = twelve({1: draw(lines)})
    last = draw(st.integers(2, 5))
    for number in range(2, last + 1):
        game = announced(game, night_of(game, number - 1))
        game = replace(game, actions=(*game.actions, *twelve({number: draw(lines)}).actions))
    return game, last


@settings(max_examples=40, deadline=None)
@given(games(), st.randoms())
def test_laws(played: tuple[Game, int], random: object) -> None:
    game, number = played
    night = night_of(game, number)
    dead = {d.player for d in night.deaths}
    out = {e.player for e in game.events}
    assert not dead & out, "nobody dies twice"
    for deed in night.actions:
        assert deed.by not in out or deed.status in ("void", "late"), "the dead do not act"
    assert night.after.roles == {p.name: p.role for p in game.players}, "roles are conserved"
    assert set(night.after.alive) == set(NAMES) - out - dead
    assert all(s.player in night.after.alive for s in night.states)
    shuffled = list(game.actions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert night_of(replace(game, actions=tuple(shuffled)), number) == night, "order of entry does not matter"
    known = replace(game, events=(*game.events, *dawn_events(game, night)))
    assert night_of(known, number).deaths == night.deaths, "announcing it changes nothing"


@settings(max_examples=25, deadline=None)
@given(games())
def test_nothing_secret_is_public(played: tuple[Game, int]) -> None:
    full = night_of(*played)
    night = public_view(full)
    said = " ".join((*night.announce, *night.notes, *(q.question for q in night.pending)))
    if night.victory is None:
        for word in ("杀手", "庶民", "诅咒", "庇佑", "蝴蝶", "共舞", "祈祷", "宣言", "空束", "牵连"):
            assert word not in said
        bound = {s.player for s in full.states if s.state == "no-vote"}
        named = {name for name in NAMES if name in said}
        assert named <= {d.player for d in full.deaths} | bound
    assert {s.state for s in night.states} <= {"no-vote"}
