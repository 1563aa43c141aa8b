"""game-twelve by day: execution, runoff, summoning of the dead, lots, votes entrusted to the god, clause by clause."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.tally import Tally
from tests.support import forum

ROSTER = "甲=杀手 乙=杀手 丙=庶民 丁=庶民 戊=庶民 己=束魂 庚=诅咒 辛=庇佑 壬=蝴蝶夫人"
GONE = "3-3 20:00 death 戊\n3-4 20:00 execution 辛\n3-5 20:00 death 壬"
DAY3 = "execution 3-5 20:10 to 3-6 20:00"
RUNOFF = "runoff 3-6 20:30 to 3-7 20:00"
CURSED = """
[[actions]]
night = 2
by = "庚"
power = "诅咒"
target = "丙"
at = 2009-03-04T23:00:00
"""


def game(events: str = GONE, house: str = "", more: str = "", **stages: str) -> Game:
    return forum.game("game-twelve", ROSTER, events, more, house, **(stages or {"D3": DAY3}))


def votes(plan: str, day: str = "3-5", clock: str = "21", first: int = 1) -> str:
    """Ballots in a row, one a minute: `甲乙→丙` is 甲's and 乙's ballot for 丙; `甲→` an abstention."""
    lines: list[str] = []
    for group in plan.split():
        who, whom = group.split("→")
        for name in who:
            said = f"投{'、'.join(whom)}" if whom else "弃权"
            lines.append(f"{first + len(lines)} {name} {day} {clock}:{len(lines):02} {said}")
    return "\n".join(lines)


def execution(table: str, one: Game | None = None, as_of: str | None = None) -> Tally:
    return forum.count(one or game(), forum.thread(table, "D3"), stage="D3", as_of=as_of)


# -- 3.12 the execution vote --


def test_g12_3_12_the_unique_highest_is_executed() -> None:
    counted = execution(votes("甲乙→丙 丙丁己→甲 庚→丁"))
    assert forum.told(counted.outcome) == "execute 甲"
    assert forum.votes(counted) == {"甲": 3, "丙": 2, "丁": 1}


def test_g12_2_5a_the_curse_ties_and_the_highest_face_a_runoff() -> None:
    counted = execution(votes("甲乙→丙 丙丁己→甲 庚→丁"), game(more=CURSED))
    assert forum.told(counted.outcome) == "runoff 丙、甲"
    assert counted.outcome.clauses == ("G12-6.2a",)
    assert "丙 3" in counted.outcome.reason


def test_g12_6_5b_nobody_abstains_and_who_does_not_vote_is_out() -> None:
    events = GONE + "\n3-5 20:00 no-vote 丁 cause=束魂\n3-5 20:00 leave 己 from=3-5T20:00 to=3-7T20:00"
    counted = execution(votes("甲→丙 乙→ 丁→甲"), game(events))
    assert forum.lines(counted) == [
        "1 甲→丙 counted",
        "2 乙→· void:abstain-not-allowed abstain",
        "3 丁→甲 void:no-vote",
    ]
    assert {one.player: one.treated_as for one in counted.not_voted} == {
        "乙": "out",
        "丙": "out",
        "己": "exempt",
        "庚": "out",
    }
    assert any("乙、丙、庚 没有投票" in note for note in counted.notes)


def test_g12_6_5b_a_name_after_an_abstention_is_a_vote() -> None:
    assert forum.lines(execution("1 甲 3-5 21:00 弃权\n2 甲 3-5 22:00 投丙"))[1] == "2 甲→丙 counted"


def test_g12_6_1_an_execution_vote_is_not_changed() -> None:
    table = "1 甲 3-5 21:00 投丙\n2 甲 3-5 22:00 改投丁\n3 乙 3-5 22:00 投戊\n4 乙 3-5 22:10 投丙"
    assert [b.code for b in execution(table).ballots] == ["counted", "locked", "dead-target", "counted"]
    cast = execution(table, game(house='vote.void_target = "cast_as_void"'))
    assert [b.code for b in cast.ballots] == ["counted", "locked", "dead-target", "locked"]


def test_g12_3_12_an_execution_vote_with_seven_living_is_noted() -> None:
    counted = execution(votes("甲→丙"), game("3-3 20:00 death 戊"))
    assert any("活着 8 人" in note for note in counted.notes)


@pytest.mark.parametrize(("house", "code"), [("", "counted"), ('dead.ballot = "drop"', "dropped")])
def test_g12_4_7_a_ballot_outlives_its_voter(house: str, code: str) -> None:
    counted = execution(votes("甲→丙"), game(GONE + "\n3-6 08:00 departure 甲", house))
    assert [b.code for b in counted.ballots] == [code]


# -- 6.2, 6.3 runoff and summoning --

VOTE = votes("甲乙→丙 丙丁己→甲 庚→丁")
TIED = votes("甲乙庚→丙 丙丁己→甲", "3-6")
SUMMONED = (
    "\n3-7 08:00 summon players=壬 stage=D3R until=3-7T14:00\n3-7 14:00 summon players=戊 stage=D3R until=3-7T20:00"
)


def runoff(table: str, events: str = "", house: str = "", as_of: str | None = None) -> Tally:
    one = game(GONE + events, house, CURSED, D3=DAY3, D3R=f"{RUNOFF} after=D3")
    threads = forum.thread(VOTE, "D3"), forum.thread(table, "D3R", url="http://b.example/2")
    return forum.count(one, *threads, stage="D3R", as_of=as_of)


def test_g12_6_2b_no_curse_in_the_runoff_and_only_the_tied_stand() -> None:
    counted = runoff(votes("甲乙→丙 丁己→甲 庚→丁", "3-6"))
    assert forum.votes(counted) == {"丙": 2, "甲": 2}
    assert forum.lines(counted)[-1] == "5 庚→丁 void:not-a-candidate"


def test_g12_6_2c_a_runoff_ballot_is_not_changed() -> None:
    counted = runoff("1 庚 3-6 21:00 投甲\n2 庚 3-6 21:10 改投丙\n3 乙 3-6 21:11 弃权")
    assert [b.code for b in counted.ballots] == ["counted", "locked", "abstain-not-allowed"]


def test_g12_7_1_5_who_misses_the_runoff_is_out_too() -> None:
    assert {one.treated_as for one in runoff("1 甲 3-6 21:00 投丙").not_voted} == {"out"}
    warned = runoff("1 甲 3-6 21:00 投丙", house='g12.novote.runoff = "warn"')
    assert {one.treated_as for one in warned.not_voted} == {"warning"}


def test_g12_6_3a_a_second_tie_summons_last_nights_dead() -> None:
    counted = runoff(TIED, as_of="3-7 07:00")
    assert forum.told(counted.outcome) == "summon 壬"
    assert not counted.final
    assert "仍并列" in counted.outcome.reason


def test_g12_6_3b_then_those_of_the_night_before() -> None:
    assert forum.told(runoff(TIED, SUMMONED, as_of="3-7 10:00").outcome) == "summon 壬"
    assert forum.told(runoff(TIED, SUMMONED, as_of="3-7 15:00").outcome) == "summon 戊"
    first = SUMMONED.split("\n3-7 14:00")[0]
    assert forum.told(runoff(TIED, first).outcome) == "summon 戊"
    assert forum.told(runoff(TIED, first, "g12.summon.must = false").outcome) == "none"


def test_g12_6_3b_the_dead_decide_and_the_executed_are_not_called() -> None:
    table = TIED + "\n20 辛 3-7 15:00 投丙\n21 戊 3-7 16:00 投甲\n22 壬 3-7 16:10 投丙\n23 丁 3-7 16:20 投丙"
    counted = runoff(table, SUMMONED)
    assert forum.lines(counted)[6:] == [
        "20 辛→丙 void:dead-voter",
        "21 戊→甲 counted dead",
        "22 壬→丙 void:late",
        "23 丁→丙 void:locked change",
    ]
    assert forum.told(counted.outcome) == "execute 甲"
    assert "戊" not in [one.player for one in counted.not_voted]


def test_g12_6_3c_a_summons_of_the_executed_calls_nobody() -> None:
    events = "\n3-7 08:00 summon players=辛,壬 stage=D3R until=3-7T14:00"
    counted = runoff(TIED + "\n20 辛 3-7 09:00 投丙", events)
    assert forum.lines(counted)[-1] == "20 辛→丙 void:dead-voter"


@pytest.mark.parametrize(("house", "outcome"), [("", "none"), ("g12.summon.cumulative = false", "execute 甲")])
def test_g12_6_3b_the_rounds_of_summoning_add_up_unless_the_house_says_not(house: str, outcome: str) -> None:
    table = TIED + "\n20 壬 3-7 09:00 投丙\n21 戊 3-7 15:00 投甲"
    counted = runoff(table, SUMMONED, house)
    assert forum.told(counted.outcome) == outcome


def test_g12_6_3e_still_tied_executes_nobody() -> None:
    counted = runoff(TIED, SUMMONED)
    assert forum.told(counted.outcome) == "none"
    assert counted.outcome.clauses == ("G12-6.3e",)


ELECTION = {"D1": "election 3-1 20:05 to 3-2 20:00", "D1R": "runoff 3-2 20:30 to 3-3 20:00 after=D1"}
FIRST = votes("甲乙戊→丙丁甲 己庚辛→丙丁己", "3-1")


def election_runoff(table: str, events: str = "", as_of: str | None = None) -> Tally:
    one = game(events, **ELECTION)
    threads = forum.thread(FIRST, "D1"), forum.thread(table, "D1R", url="http://b.example/2")
    return forum.count(one, *threads, stage="D1R", as_of=as_of)


def test_g12_6_3d_nobody_has_died_before_day_1_so_lots_are_drawn() -> None:
    table = votes("甲乙戊庚→甲 丙丁己辛→己 庚→己", "3-2")
    counted = election_runoff(table)
    assert forum.lines(counted)[-1] == "9 庚→己 void:locked change"
    assert forum.told(counted.outcome) == "lots 甲、己"
    assert {one.treated_as for one in counted.not_voted} == {"abstain"}
    drawn = election_runoff(table, "3-3 20:05 lots 己 stage=D1R")
    assert forum.told(drawn.outcome) == "elect 己"


def test_g12_6_2a_the_runoff_elects_for_the_seat_that_is_left() -> None:
    counted = election_runoff(votes("甲乙→甲 丙→己", "3-2"), as_of="3-3 08:00")
    assert forum.told(counted.outcome) == "elect 甲"
    assert forum.told(election_runoff("1 甲 3-2 21:00 弃权", as_of="3-2 22:00").outcome) == "none"


# -- 6.4 votes entrusted to the god --


def entrusted(*told: str) -> str:
    """`voter target sent [published|conditional]`, times as D-HH:MM of March."""
    parts = []
    for line in told:
        voter, target, sent, *more = line.split()
        parts += ["[[delegations]]", 'stage = "D3"', f'voter = "{voter}"', f'target = "{target}"', f"at = {_at(sent)}"]
        parts += ["conditional = true" if word == "conditional" else f"published = {_at(word)}" for word in more]
    return "\n".join(parts)


def _at(text: str) -> str:
    day, clock = text.split("-")
    return f"2009-03-{int(day):02}T{clock}:00"


def with_entrusted(table: str, *told: str, house: str = "", as_of: str | None = None) -> list[str]:
    return forum.lines(execution(table, game(house=house, more=entrusted(*told)), as_of))


def test_g12_6_4a_the_god_casts_it_at_the_close() -> None:
    assert with_entrusted("", "庚 甲 6-09:00") == ["- 庚→甲 counted delegated"]
    counted = execution("", game(more=entrusted("庚 甲 6-09:00")))
    assert "庚" not in [one.player for one in counted.not_voted]
    assert with_entrusted("", "庚 甲 6-09:00", as_of="3-6 08:00") == []


def test_g12_6_4b_a_condition_makes_it_void_and_its_voter_is_out() -> None:
    counted = execution("", game(more=entrusted("庚 甲 6-09:00 conditional")))
    assert forum.lines(counted) == ["- 庚→· void:conditional delegated"]
    assert ("庚", "out") in [(one.player, one.treated_as) for one in counted.not_voted]


def test_g12_6_4c_ones_own_vote_makes_it_lapse() -> None:
    assert with_entrusted("1 庚 3-6 10:00 投丙", "庚 甲 6-09:00") == [
        "1 庚→丙 counted",
        "- 庚→甲 void:delegation-lapsed delegated",
    ]


def test_g12_6_4c_an_unclear_post_of_ones_own_keeps_it_waiting() -> None:
    counted = execution("1 庚 3-6 10:00 投甲或者丙吧", game(more=entrusted("庚 甲 6-09:00")))
    assert forum.lines(counted) == ["1 庚→· pending:unclear", "- 庚→甲 void:delegation-lapsed delegated"]
    assert forum.told(counted.pending[0].readings[-1].outcome) == "execute 甲"


def test_g12_6_4e_sent_in_time_is_in_time_however_late_it_is_read() -> None:
    assert with_entrusted("", "庚 甲 6-19:58 6-20:30") == ["- 庚→甲 counted delegated"]
    assert with_entrusted("", "庚 甲 6-20:00") == ["- 庚→甲 void:late delegated"]
    posted = with_entrusted("9 神的使者 3-6 20:30 代庚投：甲", "庚 甲 6-19:58")
    assert posted == ["9 庚→甲 counted delegated"]
    assert with_entrusted("9 神的使者 3-6 20:30 代庚投：甲") == ["9 庚→甲 void:late delegated"]


def test_g12_6_4f_the_last_message_before_publication_stands() -> None:
    assert with_entrusted("", "庚 甲 6-15:00", "庚 丙 6-12:00") == [
        "- 庚→丙 superseded delegated",
        "- 庚→甲 counted delegated",
    ]
    assert with_entrusted("", "庚 甲 6-12:00 6-15:00", "庚 丙 6-16:00") == [
        "- 庚→甲 counted delegated",
        "- 庚→丙 void:published delegated",
    ]


@pytest.mark.parametrize(
    ("house", "codes"),
    [("", ["published", "counted"]), ("g12.delegate.published_final = false", ["counted", "superseded"])],
)
def test_g12_6_4f_a_published_one_stands_against_ones_own_post(house: str, codes: list[str]) -> None:
    one = game(house=house, more=entrusted("庚 甲 6-12:00 6-19:30"))
    assert [b.code for b in execution("1 庚 3-6 19:45 投丙", one).ballots] == codes


def test_g12_6_4f_the_gods_own_post_publishes_it() -> None:
    table = "8 神的使者 3-6 19:30 代庚投：甲\n9 庚 3-6 19:45 投丙"
    assert with_entrusted(table, "庚 丁 6-12:00", "庚 甲 6-15:00") == [
        "8 庚→甲 counted delegated",
        "9 庚→丙 void:published change",
    ]


def test_g12_6_4d_nobody_else_votes_for_one() -> None:
    counted = execution("1 己 3-5 21:00 投甲，代庚投甲")
    assert {ballot.voter: ballot.code for ballot in counted.ballots} == {"庚": "proxy", "己": "counted"}
    assert "庚" in [one.player for one in counted.not_voted]


def test_g12_6_4a_an_entrusted_ballot_of_several_names() -> None:
    more = entrusted("庚 甲 2-09:00").replace('"D3"', '"D1"').replace('target = "甲"', 'targets = ["甲", "丙", "丁"]')
    one = game("", more=more, **ELECTION)
    counted = forum.count(one, forum.thread("", "D1"), stage="D1")
    assert forum.lines(counted) == ["- 庚→甲、丙、丁 counted delegated"]
    posted = forum.count(game("", **ELECTION), forum.thread("9 天神 3-2 09:30 代庚投：甲、丙、丁", "D1"), stage="D1")
    assert forum.lines(posted) == ["9 庚→甲、丙、丁 counted delegated"]
