"""Every house switch of game-twelve and golden-bough in a small game: each of its values gives another verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from referee.game import Event, Game
from referee.nights import Night, night_of
from referee.status import verdict_at
from referee.switches import GAME_TWELVE, GOLDEN_BOUGH, Switch, Value, shown
from referee.tally import Tally
from tests.support import audits, forum
from tests.support.night_games import bough, night_start, twelve

Teller = Callable[[str, Value], str]
ROSTER_12 = "甲=杀手 乙=杀手 丙=庶民 丁=庶民 戊=庶民 己=束魂 庚=诅咒 辛=庇佑 壬=蝴蝶夫人"
ROSTER_GB = "甲=逃奴 乙=平民 丙=祭司 丁=平民 戊=逃奴 己=平民"
SPARES = '\n[[substitutes]]\nname = "替补"\n'


def told(counted: Tally) -> str:
    """What a count says: the result, the numbers, each ballot's fate, when it closes, how much waits, the notes."""
    silent = " ".join(f"{one.player}:{one.treated_as}" for one in counted.not_voted)
    notes = " ".join(note for note in counted.notes if "换一种" not in note and "若按" not in note)
    lines = " ".join(forum.lines(counted))
    outcome = f"{forum.told(counted.outcome)} {counted.outcome.reason} {counted.outcome.seated}"
    return f"{outcome}|{forum.votes(counted)}|{lines}|{silent}|{counted.stage.closes}|{len(counted.pending)}|{notes}"


def of_night(night: Night) -> str:
    """What a night brings: the dead, who rose, the states, the branch, the announcement, who has won, what is asked."""
    dead = "".join(death.player for death in night.deaths)
    rose = "".join(f"{one.player}{one.to}" for one in night.promotions)
    states = "".join(f"{s.player}{s.state}" for s in night.states)
    won = "、".join(night.victory.camps) if night.victory else "-"
    return f"{dead}|{rose}|{states}|{night.branch}|{''.join(night.announce)}|{won}|{len(night.pending)}"


def line(name: str, value: Value) -> str:
    """As `[house]` has it."""
    return f"{name} = {shown(value)}"


def vote(
    rules: str, roster: str, table: str, stage: str, stages: dict[str, str], events: str = "", more: str = ""
) -> Teller:
    """What a stage of a thread comes to."""

    def tell(name: str, value: Value) -> str:
        game = forum.game(rules, roster, events, more, line(name, value), **stages)
        return told(forum.count(game, forum.thread(table), stage=stage))

    return tell


def night(
    make: Callable[..., Game],
    nights: dict[int, str],
    days: dict[int, tuple[str, str]] | None = None,
    gone: str = "",
) -> Teller:
    """The last of some nights; `gone`: who is out before the first."""

    def tell(name: str, value: Value) -> str:
        game = make(nights, days, **{name.replace(".", "__"): value})
        start = night_start(game.rules, min(nights)) - timedelta(days=1)
        game = replace(game, events=(*(Event(start, "expelled", who) for who in gone), *game.events))
        return of_night(night_of(game, max(nights)))

    return tell


# -- game-twelve --

SEATED = "3-2 20:05 elected players=甲,丙,丁 stage=D1"
E12 = "election 3-1 20:05 to 3-2 20:00"
REC = "recall 3-3 20:10 to 3-4 20:00"
BY = "by-election 3-3 20:10 to 3-4 20:00"
JUR = "jury 3-3 20:00 to 3-4 20:00"
SIX = "\n3-3 19:00 death players=戊\n3-3 19:30 execution 辛\n3-3 20:00 death players=壬"
CURSE = '[[actions]]\nnight = 1\nby = "庚"\npower = "诅咒"\ntarget = "甲"\nat = 2009-03-02T22:00:00\n'
PRAYED = "甲→庚100 丙→庚 丁→庚 戊→庚"


def said(plan: str, day: str, first: int = 1, clock: str = "21") -> str:
    """`甲乙→丙丁` is a ballot of 甲 and one of 乙 for 丙 and 丁; one a minute."""
    lines: list[str] = []
    for group in plan.split():
        who, whom = group.split("→")
        for name in who:
            words = f"投{'、'.join(whom)}" if whom else "弃权"
            lines.append(f"{first + len(lines)} {name} {day} {clock}:{len(lines):02} {words}")
    return "\n".join(lines)


def elect(plan: str, events: str = "", table: str = "") -> Teller:
    return vote("game-twelve", ROSTER_12, table or said(plan, "3-1"), "D1", {"D1": E12}, events)


def recall(plan: str, events: str = SEATED, more: str = "", table: str = "") -> Teller:
    stages = {"D1": E12, "D2": REC}
    return vote("game-twelve", ROSTER_12, table or said(plan, "3-3"), "D2", stages, events, more)


def by_elect(plan: str, events: str, table: str = "") -> Teller:
    return vote("game-twelve", ROSTER_12, table or said(plan, "3-3"), "D2", {"D1": E12, "D2": BY}, events)


def verdicts(table: str, events: str) -> Teller:
    return vote("game-twelve", ROSTER_12, table, "D2", {"D1": E12, "D2": JUR}, events)


def execute(table: str, events: str = "", more: str = "", stage: str = "D2") -> Teller:
    stages = {
        "D1": E12,
        "D2": "execution 3-3 20:10 to 3-4 20:00",
        "D2R": "runoff 3-4 20:30 to 3-5 20:00 after=D2",
    }
    return vote("game-twelve", ROSTER_12, table, stage, stages, SEATED + SIX + events, more)


TIED = said("甲乙→丙 丙丁→甲", "3-3") + "\n" + said("己→己 庚→庚", "3-3", 10, "22")
TWICE = f"{TIED}\n{said('甲乙己→丙 丙丁庚→甲', '3-4', 20)}"
OTHER_NIGHT = "\n3-3 20:00 death players=壬\n3-2 20:00 death players=戊"
PUBLISHED = (
    '[[delegations]]\nstage = "D2"\nvoter = "甲"\ntarget = "丙"\nat = 2009-03-04T09:00:00\n'
    "published = 2009-03-04T10:00:00\n"
)


def of_audit(threads: Callable[[], tuple[audits.ThreadPosts, ...]], events: str, as_of: str, **stages: str) -> Teller:
    """What is found out: too few posts, and posts of the dead."""

    def tell(name: str, value: Value) -> str:
        game = forum.game("game-twelve", ROSTER_12, events, "", line(name, value), **(stages or {"D1": E12}))
        found = audits.look(game, *threads(), as_of=as_of)
        return f"{audits.windows(found)} {audits.speech(found)}"

    return tell


def lurkers() -> tuple[audits.ThreadPosts, ...]:
    roster = "0 天神 3-1 20:00 名单\n1 甲 3-1 20:05 签到"
    return audits.roster(roster), audits.talk(
        audits.posts("甲", "3-4 08:00,3-4 09:00,3-4 10:00,3-4 11:00,3-4 12:00", 1)
    )


def long_reply() -> tuple[audits.ThreadPosts, ...]:
    return (audits.talk(f"1 甲 3-3 20:30 说说\n2 戊 3-4 21:00 {'我看甲很可疑' * 10}"),)


def very_long_reply() -> tuple[audits.ThreadPosts, ...]:
    return (audits.talk(f"1 甲 3-3 20:30 说说\n2 戊 3-4 21:00 {'我看甲很可疑' * 50}"),)


def late_curse(name: str, value: Value) -> str:
    """Sent five minutes before the nominal end, an hour before the dawn was announced."""
    act = CURSE.replace("2009-03-02T22:00:00", "2009-03-03T19:55:00")
    nominal = (
        '[[stages]]\nid = "N1"\nkind = "night"\nday = 1\nopens = 2009-03-02T20:00:00\ncloses = 2009-03-03T20:00:00\n'
    )
    game = forum.game("game-twelve", ROSTER_12, "3-3 21:00 death players=戊", act + nominal, line(name, value), D1=E12)
    return of_night(night_of(game, 1))


def expelled_commoners(name: str, value: Value) -> str:
    events = "3-3 20:00 death players=丙\n3-4 20:00 execution 丁\n3-5 09:00 expelled 戊"
    game = forum.game("game-twelve", ROSTER_12, events, "", line(name, value), D1=E12)
    found = verdict_at(game, forum.moment("3-5 10:00"))
    return str(found.victory and found.victory.camps)


BOTH_GONE = night(twelve, {1: "乙→丙100", 2: "甲→丁100 己→甲", 3: "甲→戊100 己→甲"}, {2: ("execution", "乙")}, "辛")
G12: dict[str, tuple[Teller, tuple[Value, ...]]] = {
    "g12.election.distinct": (elect("", table="1 甲 3-1 21:00 投乙、乙、丙"), ()),
    "g12.election.partial": (elect("甲→乙丙"), ()),
    "g12.runoff.scope": (elect("甲乙戊→丙丁甲 己庚→丙丁"), ()),
    "g12.recall.base": (recall("甲乙己庚→丙 丁→甲 戊→甲", SEATED + "\n3-3 20:00 no-vote 戊"), ()),
    "g12.recall.tie": (
        recall("甲乙丁庚→丙 丙戊己→甲", SEATED + "\n3-3 20:00 death players=壬\n3-3 20:00 expelled 辛", CURSE),
        (),
    ),
    "g12.byelection.close": (
        by_elect("", SEATED + "\n3-3 20:00 death players=丁", "1 甲 3-3 21:00 投戊\n2 乙 3-3 23:00 投己"),
        ("fixed_hours:2",),
    ),
    "g12.byelection.zero": (by_elect("甲→", SEATED + "\n3-3 20:00 death players=丁"), ()),
    "g12.dissolve.at": (
        verdicts("1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙", SEATED + "\n3-3 20:00 death players=戊,己,庚,辛"),
        (),
    ),
    "g12.kill_failed.by_prayer": (night(twelve, {1: PRAYED, 2: PRAYED, 3: "甲→丙100 己→丙"}), ()),
    "g12.onestrike.reset": (night(twelve, {1: "", 2: PRAYED, 3: "甲→丁100 己→丁", 4: "甲→丁100 己→丁"}), ()),
    "g12.onestrike.suicide": (night(twelve, {1: "", 2: "甲→甲100"}), ()),
    "g12.dance.prayer_on_partner": (night(twelve, {1: "甲→壬100 壬→庚 丙→庚 丁→庚 戊→庚"}), ()),
    "g12.bind.void_breaks": (
        night(twelve, {1: "己→丙 甲→辛100", 2: "己→丙 壬→丙 甲→庚100", 3: "己→丙 甲→戊100"}),
        (),
    ),
    "g12.bind.void_kill_is_hit": (
        night(twelve, {1: "乙→丙100", 2: "甲→庚100 壬→甲 己→庚", 3: "甲→丁100 己→庚"}, {2: ("execution", "乙")}),
        (),
    ),
    "g12.bound.juror_verdict": (
        verdicts("1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙", SEATED + "\n3-3 20:00 no-vote 丙"),
        (),
    ),
    "g12.jury.revisable": (
        verdicts("1 甲 3-3 21:00 处决乙\n2 丙 3-3 21:05 处决乙\n3 丙 3-3 22:05 处决戊", SEATED),
        (),
    ),
    "g12.delegate.published_final": (
        execute(f"{TIED}\n9 甲 3-4 11:00 投乙".replace("1 甲", "8 丁"), more=PUBLISHED),
        (),
    ),
    "g12.novote.runoff": (execute(f"{TIED}\n{said('甲乙→丙 丙丁己→甲', '3-4', 20)}", stage="D2R"), ()),
    "lurk.start": (of_audit(lurkers, "3-3 20:00 death players=戊", "3-5 21:00", D1=E12, D2=REC), ()),
    "g12.runoff.split": (elect("甲乙戊→丙丁甲 己庚辛→丙丁己"), ("10+14",)),
    "g12.summon.cumulative": (
        execute(
            f"{TWICE}\n30 壬 3-5 09:00 投甲\n31 戊 3-5 16:00 投丙",
            "\n3-5 08:00 summon players=壬 stage=D2R until=3-5T14:00"
            "\n3-5 15:00 summon players=戊 stage=D2R until=3-5T20:00",
            stage="D2R",
        ),
        (),
    ),
    "g12.summon.must": (
        execute(TWICE, "\n3-5 08:00 summon players=壬 stage=D2R until=3-5T14:00", stage="D2R"),
        (),
    ),
    "g12.zombie.scope": (of_audit(very_long_reply, "3-3 20:00 death players=戊", "3-5 21:00"), ()),
    "win.order": (BOTH_GONE, ()),
    "g12.win.commoner_out_counts": (expelled_commoners, ()),
    "g12.cutoff.base": (late_curse, ()),
    "g12.resign.effect": (
        verdicts("1 甲 3-3 21:00 处决乙\n2 丙 3-3 22:00 处决乙", SEATED + "\n3-3 21:30 resignation 丙"),
        (),
    ),
    "g12.noshow.elected": (
        elect("甲乙己→甲丙丁 丙丁戊→丙丁戊 庚→甲丁己 辛→丙丁 壬→", "3-2 20:30 transition 丙 cause=未签到"),
        (),
    ),
    "g12.abstain.is_ballot": (recall("", table="1 甲 3-3 21:00 弃权\n2 甲 3-3 22:00 罢免丙"), ()),
    "g12.dance.copy": (night(twelve, {1: "己→壬 壬→丙 甲→辛100", 2: "己→壬 壬→丁 甲→戊100"}), ()),
    "g12.kill.conflict": (night(twelve, {1: "甲→丙100 乙→丁100"}), ()),
    "g12.ballot.add_later": (elect("", table="1 甲 3-1 21:00 投乙\n2 甲 3-1 21:05 再投丙"), ()),
    "zombie.short_limit": (of_audit(long_reply, "3-3 20:00 death players=戊", "3-5 21:00"), (30,)),
}

# -- golden-bough --

DAY = "vote 3-10 21:00 to 3-12 09:00"
AGAIN = "life-or-death 3-12 09:30 to 3-13 09:00 after=D1"
LEVEL = said("甲丁→乙 乙丙→甲 戊→丙 己→丙", "3-10")
SWAP = "3-12 08:10 substitution 己 by=替补"
CHANGED = "1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丙"
BRANCH = '[branch]\ncycle = ["乙", "丁", "己"]\nholder = "乙"\n'
ASKS = '[[actions]]\nnight = 1\nby = "丁"\npower = "申请保管金枝"\nat = 2009-03-09T22:00:00\n'
TO_THE_LAST = {1: "鸦→松130", 2: "鸦→柏130", 3: "鸦→竹130", 4: "鸦→梅130", 5: "鸦→兰130", 6: "鸦→菊130"}


def by_day(table: str, events: str = "", more: str = "", stage: str = "D1", **stages: str) -> Teller:
    return vote("golden-bough", ROSTER_GB, table, stage, stages or {"D1": DAY}, events, more)


def at_noon(nights: dict[int, str], gone: str, executed: str = "") -> Teller:
    """Who has won after some nights and the executions of the next day."""

    def tell(name: str, value: Value) -> str:
        game = bough(nights, **{name.replace(".", "__"): value})
        start, noon = night_start(game.rules, 1) - timedelta(days=1), night_start(game.rules, max(nights))
        out = (*(Event(start, "expelled", who) for who in gone), *(Event(noon, "execution", who) for who in executed))
        found = verdict_at(replace(game, events=(*out[: len(gone)], *game.events, *out[len(gone) :])), noon)
        return f"{found.victory and (found.victory.camps, found.victory.players)} {len(found.pending)}"

    return tell


def without_an_end(name: str, value: Value) -> str:
    more = '[[stages]]\nid = "D1R"\nkind = "life-or-death"\nday = 1\nopens = 2009-03-12T09:10:00\n'
    game = forum.game("golden-bough", ROSTER_GB, "", more, line(name, value), D1=DAY)
    return told(forum.count(game, forum.thread(f"{LEVEL}\n9 丁 3-13 08:00 投乙"), stage="D1R"))


GB: dict[str, tuple[Teller, tuple[Value, ...]]] = {
    "gb.cycle.size": (night(bough, {1: "狐→竹"}), ()),
    "gb.runoff.base": (without_an_end, ()),
    "gb.ext.hours": (by_day("1 甲 3-12 22:00 投乙", SWAP, SPARES), ()),
    "gb.ext.fresh_change": (by_day(f"{CHANGED}\n3 甲 3-12 10:00 改投丁", SWAP, SPARES), ()),
    "gb.ext.stack": (
        by_day("1 甲 3-10 21:05 投乙\n2 甲 3-12 10:00 改投丙\n3 甲 3-12 11:00 改投丁", SWAP, SPARES),
        (),
    ),
    "gb.ext.edit_offender": (
        by_day("1 甲 3-10 21:05 投丙 | edited 3-11 08:00 | was 投乙\n2 甲 3-12 10:00 改投丁", SWAP, SPARES),
        (),
    ),
    "gb.novote": (by_day(said("甲→乙", "3-10")), ()),
    "gb.runoff.selfvote": (by_day(f"{LEVEL}\n20 丙 3-12 10:00 投甲", stage="D1R", D1=DAY, D1R=AGAIN), ()),
    "gb.abstain_then_vote": (by_day("1 甲 3-10 21:05 弃权\n2 甲 3-10 22:00 投乙\n3 甲 3-10 23:00 改投丙"), ()),
    "gb.ambiguous_change.consumes": (
        by_day("1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 改投丙或者丁\n3 甲 3-10 23:00 改投丁"),
        (),
    ),
    "gb.branch.day_holder": (by_day(said("甲丙丁→乙", "3-10"), more=BRANCH + ASKS), ()),
    "gb.applicant.dead": (night(bough, {1: "鸦→兰100 兰+"}), ()),
    "gb.interregnum": (night(bough, {1: "狐→竹 狼→竹 鹿→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼"}), ()),
    "gb.mixed": (night(bough, {1: "狐→竹", 2: "狐→鸦 狼→鸦 鹿→鸦"}, None, "松柏梅兰菊桂"), ()),
    "gb.mutual.cancels_hit": (night(bough, {1: "狐→竹 狼→竹 鹿→竹", 2: "鸦→狐100 狐→鸦 狼→鸦"}), ()),
    "gb.dead_promotes": (at_noon({1: "鸦→狐100 狐→竹", 2: ""}, "狼鹿兔獾松柏梅兰菊"), ()),
    "gb.priestkill.from": (night(bough, TO_THE_LAST | {7: "鸦→桂130 兔→鸦"}), ()),
    "gb.challengers.count": (at_noon({1: "狐→竹", 2: "狐→鸦", 3: ""}, "狼鹿兔獾松柏梅兰菊"), ()),
    "gb.civ_win.stops": (at_noon({1: "狐→竹 狼→竹", 2: ""}, "鹿兔獾"), ()),
    "gb.announce.night_priest_only": (night(bough, {1: "狐→竹"}), ()),
    "gb.silence.at": (night(bough, {1: "鸦→松130 狐→竹"}, None, "柏梅兰菊桂獾兔鹿"), ()),
    "gb.outage.fresh_change": (
        by_day(f"{CHANGED}\n3 甲 3-12 10:00 改投丁", "3-12 08:10 extension stage=D1 hours=12 cause=outage"),
        (),
    ),
    "gb.last_night": (
        night(bough, {1: "狐→竹 狼→竹 鹿→竹", 2: "狐→鸦 狼→鸦", 3: "狐→狼 狼→鹿 鹿→狐"}, None, "兔獾松柏兰菊"),
        (),
    ),
    "gb.edit.cosmetic": (
        by_day("1 甲 3-10 21:05 投乙！ | edited 3-11 08:00 | was 投乙\n2 甲 3-11 10:00 改投丁"),
        (),
    ),
    "gb.edit.unknown": (by_day("1 甲 3-10 21:05 投乙 | edited 3-11 08:00"), ()),
}


def choices(book: tuple[Switch, ...]) -> set[str]:
    return {switch.name for switch in book if len(switch.values) > 1 or switch.number or switch.pattern}


def test_every_switch_with_a_choice_is_played() -> None:
    assert choices(GAME_TWELVE) == set(G12)
    assert choices(GOLDEN_BOUGH) == set(GB)


SWITCHES = {switch.name: switch for switch in (*GAME_TWELVE, *GOLDEN_BOUGH)}


@pytest.mark.parametrize("name", [*G12, *GB])
def test_each_value_of_a_switch_gives_another_verdict(name: str) -> None:
    tell, more = (G12 | GB)[name]
    values = (*SWITCHES[name].values, *more)
    verdicts = {str(value): tell(name, value) for value in values}
    assert len(set(verdicts.values())) == len(values), verdicts
