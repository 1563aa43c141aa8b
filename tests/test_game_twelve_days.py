"""game-twelve by day: what the votes of a day and of the days before are to each other, clause by clause."""

from __future__ import annotations

from referee.counting import wanted
from referee.dusk import at_dusk
from referee.game import Game
from referee.secrecy import public_view
from referee.tally import Tally
from referee.variants.game_twelve import GAME_TWELVE
from tests.support import audits, forum

ROSTER = "甲=杀手 乙=杀手 丙=庶民 丁=庶民 戊=庶民 己=束魂 庚=诅咒 辛=庇佑 壬=蝴蝶夫人"
SEATED = "3-2 20:05 elected players=甲,丙,丁 stage=D1"
D1 = "election 3-1 20:05 to 3-2 20:00"
RECALL = "recall 3-3 20:10 to 3-4 20:00"
BY = "by-election 3-3 20:10 to 3-4 20:00"
JURY = "jury 3-3 20:00 to 3-4 20:00"


def game(events: str = SEATED, house: str = "", more: str = "", **stages: str) -> Game:
    return forum.game("game-twelve", ROSTER, events, more, house, **stages)


def count(table: str, one: Game, **more: str) -> Tally:
    return forum.count(one, forum.thread(table), **more)


def threads(*stages: str) -> str:
    tables = (f'[[threads]]\nurl = "http://b.example/{s}"\nkind = "vote"\nstage = "{s}"\n' for s in stages)
    return "\n".join(tables)


def test_g12_3_10c_the_verdicts_need_the_by_election_of_the_day_though_it_opens_later() -> None:
    days = {"D1": D1, "D2.by": BY, "D2.jury": JURY, "D3.by": "by-election 3-5 20:10 to 3-6 20:00"}
    one = game(more=threads(*days), **{name.replace(".", "_"): told for name, told in days.items()})
    verdicts = next(stage for stage in one.stages if stage.id == "D2.jury")
    assert [thread.stage for thread in wanted(one, verdicts, GAME_TWELVE)] == ["D1", "D2.by", "D2.jury"]


def test_g12_3_10c_without_an_opening_time_the_stages_above_it_in_the_file_are_needed() -> None:
    more = threads("D1", "D2.recall") + '[[stages]]\nid = "D2.recall"\nkind = "recall"\nday = 2\n'
    one = game(more=more, D1=D1)
    assert [thread.stage for thread in wanted(one, one.stages[-1], GAME_TWELVE)] == ["D1", "D2.recall"]


# -- 2.5, 2.6: curse and blessing --

MARKED = """
[[actions]]
night = 1
by = "庚"
power = "诅咒"
target = "{cursed}"
at = 2009-03-02T10:00:00
[[actions]]
night = 1
by = "辛"
power = "庇佑"
target = "{blessed}"
at = 2009-03-02T10:05:00
"""


def test_g12_2_6b_no_blessing_in_the_election_though_sent_on_that_day() -> None:
    """The message of day 1 works on day 2: the count of the election is the raw one."""
    table = "1 甲 3-1 21:00 投丙、丁、戊\n2 乙 3-1 21:01 投丙、丁、戊"
    one = game("", more=MARKED.format(cursed="己", blessed="丙"), D1=D1, D2=RECALL)
    assert forum.votes(count(table, one, stage="D1")) == {"丙": 2, "丁": 2, "戊": 2}
    recall = count(table + "\n3 乙 3-3 21:00 罢免丙", one, stage="D2")
    assert forum.votes(recall) == {"丙": 0}
    assert recall.rows[0].raw == 1


def test_g12_2_6b_with_6_2b_neither_mark_enters_the_runoff_of_the_election() -> None:
    vote = "1 甲 3-1 21:00 投丙、丁、戊\n2 乙 3-1 21:01 投丙、丁、己"
    table = f"{vote}\n3 丙 3-2 21:00 投戊\n4 丁 3-2 21:01 投戊\n5 戊 3-2 21:02 投己"
    one = game("", more=MARKED.format(cursed="己", blessed="戊"), D1=D1, D1R="runoff 3-2 20:30 to 3-3 20:00 after=D1")
    counted = count(table, one, stage="D1R")
    assert forum.votes(counted) == {"戊": 2, "己": 1}
    assert forum.told(counted.outcome) == "elect 戊"


# -- 3.7, 6.2d, 6.5a: the recall --


def test_g12_3_7d_at_most_one_juror_goes_on_a_day() -> None:
    """The cursed and another are both over half: only a unique highest goes, and nobody is run off."""
    gone = SEATED + "\n3-3 20:00 death players=壬\n3-3 20:00 expelled 辛"
    table = "\n".join(
        f"{n} {who} 3-3 21:{n:02} 罢免{whom}"
        for n, (who, whom) in enumerate(zip("甲乙丁庚丙戊己", "丙丙丙丙甲甲甲", strict=True), 1)
    )
    one = game(gone, more=MARKED.format(cursed="甲", blessed="乙"), D1=D1, D2=RECALL)
    counted = count(table, one, stage="D2")
    assert forum.votes(counted) == {"甲": 4, "丙": 4}
    assert (forum.told(counted.outcome), counted.outcome.players) == ("none", ())


def test_g12_6_2d_a_tied_recall_has_no_runoff_whatever_the_numbers() -> None:
    one = game(SEATED, D1=D1, D2=RECALL)
    counted = count("1 乙 3-3 21:00 罢免甲\n2 戊 3-3 21:01 罢免丙", one, stage="D2")
    assert forum.told(counted.outcome) == "none"


def test_g12_6_5a_election_recall_and_by_election_may_be_abstained_from() -> None:
    gone = SEATED + "\n3-3 20:00 death players=丁"
    stages = {"D1": D1, "D2_recall": RECALL, "D2_by": BY}
    table = "1 乙 3-1 21:00 弃权\n2 乙 3-3 21:00 罢免弃权，补选弃权"
    for stage in ("D1", "D2.recall", "D2.by"):
        counted = count(table, game(gone, **stages), stage=stage)
        assert forum.lines(counted)[-1].endswith("乙→· counted abstain")
        assert {one.player: one.treated_as for one in counted.not_voted}["乙"] == "abstain"


# -- 4.4c: runoff and summoning --


def test_g12_4_4c_runoff_and_summoning_share_one_day_more() -> None:
    """The note suggests how the 24 hours are shared; whoever posts after them is late, summoned or not."""
    table = "1 甲 3-3 21:00 投丙\n2 丙 3-3 21:01 投甲"
    six = SEATED + "\n3-3 20:00 death players=戊,壬\n3-3 19:00 execution 辛"
    days = {"D1": D1, "D2": "execution 3-3 20:10 to 3-4 20:00", "D2R": "runoff 3-4 20:30 to 3-5 20:00 after=D2"}
    one = game(six + "\n3-5 08:00 summon players=戊,壬 stage=D2R until=3-5T20:00", **days)
    assert any("合计把白天延长 24 小时" in note for note in count(table, one, stage="D2").notes)
    runoff = "3 甲 3-4 21:00 投丙\n4 丙 3-4 21:01 投甲\n5 戊 3-5 19:59 投甲\n6 壬 3-5 20:00 投丙"
    counted = count(f"{table}\n{runoff}", one, stage="D2R")
    assert forum.lines(counted)[2:4] == ["5 戊→甲 counted dead", "6 壬→丙 void:late dead"]
    assert forum.told(counted.outcome) == "execute 甲"


# -- 3.3b, 4.8b: what is told of the executed --


def test_g12_3_3b_whoever_is_no_killer_is_called_a_civilian() -> None:
    """The binder, voted out, is announced like any commoner."""
    for whom, identity in (("己", "平民"), ("乙", "杀手")):
        verdicts = f"1 甲 3-3 21:00 处决{whom}\n2 丙 3-3 21:05 处决{whom}"
        one = game(SEATED, D1=D1, D2=JURY)
        assert at_dusk(one, count(verdicts, one, stage="D2"))[0] == f"{whom}被处决，身份是{identity}。"


# -- two clauses at once --


def test_g12_2_4b_with_6_4a_the_bound_entrust_no_vote_either() -> None:
    entrusted = '[[delegations]]\nstage = "D2"\nvoter = "戊"\ntarget = "甲"\nat = 2009-03-04T09:00:00\n'
    one = game(SEATED + "\n3-3 20:00 no-vote 戊", more=entrusted, D1=D1, D2=RECALL)
    counted = count("1 乙 3-3 21:00 罢免甲", one, stage="D2")
    assert forum.lines(counted) == ["1 乙→甲 counted", "- 戊→甲 void:no-vote delegated"]
    assert "戊" not in [silent.player for silent in counted.not_voted]


def test_g12_3_8a_with_3_10b_who_was_recalled_yesterday_stands_today() -> None:
    recalled = "\n".join(f"{n} {who} 3-3 21:{n:02} 罢免丙" for n, who in enumerate("乙戊己庚辛", 1))
    table = f"{recalled}\n10 丙 3-5 21:00 投丙\n11 乙 3-5 21:01 投甲"
    one = game(SEATED, D1=D1, D2=RECALL, D3="by-election 3-5 20:10 to 3-6 20:00")
    counted = count(table, one, stage="D3")
    assert forum.lines(counted) == ["10 丙→丙 counted", "11 乙→甲 void:not-a-candidate"]
    assert forum.told(counted.outcome) == "elect 丙"


def test_g12_4_7_with_3_3a_a_juror_killed_at_night_leaves_two_who_must_agree() -> None:
    one = game(SEATED + "\n3-3 20:00 death players=丙", D1=D1, D2=JURY)
    counted = count("1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙", one, stage="D2")
    assert forum.lines(counted) == ["1 甲→乙 counted", "2 丙→乙 void:dead-voter"]
    assert forum.told(counted.outcome) == "none"


def test_g12_6_5b_with_6_4b_an_open_wish_and_nothing_else_is_no_vote() -> None:
    six = SEATED + "\n3-3 20:00 death players=戊,壬\n3-3 19:00 execution 辛"
    wish = '[[delegations]]\nstage = "D2"\nvoter = "丁"\nat = 2009-03-04T09:00:00\nconditional = true\n'
    one = game(six, more=wish, D1=D1, D2="execution 3-3 20:10 to 3-4 20:00")
    counted = count("1 甲 3-3 21:00 投丙", one, stage="D2")
    assert forum.lines(counted)[1:] == ["- 丁→· void:conditional delegated"]
    assert {silent.player: silent.treated_as for silent in counted.not_voted}["丁"] == "out"


# -- 5.2b: last words --


def test_g12_5_2b_the_victim_may_change_whom_he_accuses_on_that_day_only() -> None:
    own = audits.words("0 戊 3-3 21:00 杀我的是乙\n1 戊 3-4 19:59 不，是甲\n2 戊 3-4 20:30 还是乙")
    found = audits.look(game("3-3 20:00 death players=戊", D1=D1), own, as_of="3-5 12:00")
    assert audits.speech(found) == ["#2 戊 flagged G12-5.2c"]


# -- 6.4: what was entrusted in private --

SIX = SEATED + "\n3-3 20:00 death players=戊,壬\n3-3 19:00 execution 辛"
ENTRUSTED = """
[[delegations]]
stage = "D2"
voter = "{voter}"
target = "{target}"
at = 2009-03-04T{at}
"""


def test_g12_6_4a_what_was_entrusted_is_not_told_before_the_god_posts_it() -> None:
    """The judge's running count holds it, the public one does not; at the close it is cast and told."""
    wish = ENTRUSTED.format(voter="己", target="甲", at="09:00:00")
    one = game(SIX, more=wish, D1=D1, D2="execution 3-3 20:10 to 3-4 20:00")
    table = "1 甲 3-3 21:00 投丙\n2 丙 3-3 21:01 投丙"
    running = count(table, one, stage="D2", as_of="3-4 12:00")
    assert forum.votes(running) == {"丙": 2, "甲": 1}
    shown = public_view(running)
    assert forum.votes(shown) == {"丙": 2}
    assert not any(ballot.kind == "delegated" for ballot in shown.ballots)
    assert "己" in [silent.player for silent in shown.not_voted]
    assert forum.votes(public_view(count(table, one, stage="D2"))) == {"丙": 2, "甲": 1}
    posted = table + "\n3 神的使者 3-4 11:00 代己投：甲"
    assert forum.votes(public_view(count(posted, one, stage="D2", as_of="3-4 12:00"))) == {"丙": 2, "甲": 1}


def test_g12_6_4f_a_wish_that_was_taken_back_or_lapsed_is_never_told() -> None:
    wishes = [("己", "丙", "09:00:00"), ("己", "甲", "10:00:00"), ("庚", "丙", "09:30:00")]
    more = "".join(ENTRUSTED.format(voter=voter, target=target, at=at) for voter, target, at in wishes)
    one = game(SIX, more=more, D1=D1, D2="execution 3-3 20:10 to 3-4 20:00")
    counted = count("1 庚 3-4 12:00 投甲", one, stage="D2")
    assert {ballot.code for ballot in counted.ballots} == {"counted", "superseded", "delegation-lapsed"}
    assert forum.lines(public_view(counted)) == ["1 庚→甲 counted", "- 己→甲 counted delegated"]


def test_g12_6_1_who_deletes_his_ballot_and_casts_another_is_named_to_the_judge() -> None:
    one = game(SEATED, D1=D1, D2=RECALL)
    counted = count("1 乙 3-3 21:00 罢免甲 | gone\n2 乙 3-3 22:00 罢免丙", one, stage="D2")
    assert forum.lines(counted) == ["1 乙→甲 void:deleted", "2 乙→丙 counted"]
    assert any("乙 删了投 甲 的帖子，又投 丙" in note for note in counted.notes)
    same = count("1 乙 3-3 21:00 罢免甲 | gone\n2 乙 3-3 22:00 罢免甲", one, stage="D2")
    assert not any("删了" in note for note in same.notes)


def test_g12_6_1_a_place_holder_edited_into_a_vote_is_none_and_said_to_be() -> None:
    one = game(SEATED, D1=D1, D2=RECALL)
    counted = count("1 乙 3-3 21:00 罢免丙 | edited 3-3 21:30 | was 占楼", one, stage="D2")
    assert forum.lines(counted) == []
    assert [passed.why for passed in counted.passed_over] == ["编辑之后才像一票，原来不是：按原文没有投票"]
