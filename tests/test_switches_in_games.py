"""Every house switch of nine-days and no-casualties in a small game: each of its values gives another verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from referee.game import Action, Event, Game, Stage
from referee.nights import Night, night_of
from referee.status import verdict_at
from referee.switches import NINE_DAYS, NO_CASUALTIES, Value, shown
from tests.support import audits, forum
from tests.support.night_games import casualties, night_start, nine
from tests.test_nine_days import LEVEL, cast, day
from tests.test_no_casualties import SHERIFF
from tests.test_no_casualties import cast as cast_nc
from tests.test_no_casualties import game as game_nc

Teller = Callable[[str, Value], str]


def switched(name: str, value: Value) -> dict[str, Any]:
    """A switch as the games by night take it."""
    return {name.replace(".", "__"): value}


def told(night: Night) -> str:
    """A night in a line: the dead, the states, what each message came to, who has won, how much is asked."""
    dead = "".join(death.player for death in night.deaths)
    states = "".join(f"{s.player}{s.state} " for s in night.states if s.state in ("faint", "mad", "poisoned"))
    deeds = "".join(f"{d.by}{d.power}:{d.status}{d.result or ''} " for d in night.actions)
    won = "、".join(night.victory.camps) if night.victory else "-"
    return f"{dead}|{states}|{deeds}|{won}|{len(night.pending)}"


@dataclass(frozen=True, slots=True)
class Nights:
    """Some nights and the day's results between them; called, it tells the last of them."""

    make: Callable[..., Game]
    nights: dict[int, str]
    days: dict[int, tuple[str, str]] | None = None

    def __call__(self, name: str, value: Value) -> str:
        game = self.make(self.nights, self.days, **switched(name, value))
        return told(night_of(game, max(self.nights)))


nd_night = partial(Nights, nine)
nc_night = partial(Nights, casualties)


def line(name: str, value: Value) -> str:
    """As `[house]` has it."""
    return f"{name} = {shown(value)}" if not isinstance(value, str) else f'{name} = "{value}"'


def nd_vote(table: str, stage: str = "D1.trial", more: str = "", events: str = "", number: int = 1) -> Teller:
    """What a round decides."""

    def tell(name: str, value: Value) -> str:
        game = day(number, events, line(name, value), more)
        return forum.told(forum.count(game, forum.thread(table), stage=stage).outcome)

    return tell


def nc_vote(table: str, stage: str = "D2", events: str = SHERIFF, more: str = "") -> Teller:
    """What a day decides, and the votes."""

    def tell(name: str, value: Value) -> str:
        counted = forum.count(game_nc(events, line(name, value), more), forum.thread(table), stage=stage)
        return f"{forum.told(counted.outcome)} {forum.votes(counted)} {'；'.join(counted.notes)}"

    return tell


# -- nine-days --------------------------------------------------------------------------------------------------------

TWO_SUSPECTS = cast("甲乙丙丁→甲 戊己庚辛→乙 壬癸→丙")
SECOND = TWO_SUSPECTS + "\n" + cast(LEVEL, "6-2", 30)
THREE_LEVEL = cast("甲乙丙→甲 丁戊己→乙 庚辛壬→丙 癸→弃权")
THIRD = "\n".join([THREE_LEVEL, cast("甲乙丙→甲 丁戊己→乙 庚辛壬→丙 癸→弃权", "6-2", 30)])
ALL_NAMED = cast("甲→乙 乙→丙 丙→丁 丁→戊 戊→己 己→庚 庚→辛 辛→壬 壬→癸 癸→甲")
CHOICE = '[[actions]]\nstage = "D1.runoff"\nby = "甲"\npower = "选择"\ntarget = "丙"\n'


def nd_silence(name: str, value: Value) -> str:
    """How a silent player is treated, and whether the audit warns him."""
    game = day(house=line(name, value))
    votes = forum.thread(cast("甲乙丙丁→甲 戊己庚辛→乙 壬→弃权"), stage="D1.trial")
    counted = forum.count(game, votes, stage="D1.trial")
    treated = {one.player: one.treated_as for one in counted.not_voted}
    return f"{treated['癸']} {audits.warnings(audits.look(game, votes, as_of='6-2 12:30'))}"


def nd_lurk(posts: str, as_of: str = "6-5 12:00") -> Teller:
    def tell(name: str, value: Value) -> str:
        rounds = {"D1_trial": "trial 6-1 12:00 to 6-2 12:00", "D1_debate": "debate 6-2 12:00 to 6-3 12:00"}
        game = forum.game("nine-days", "甲 乙 丙", house=line(name, value), **rounds)
        found = audits.look(game, audits.talk("0 天神 6-1 12:00 讨论\n" + posts), as_of=as_of)
        return f"{audits.stages(found)} {audits.warnings(found)}"

    return tell


def nd_last_words(name: str, value: Value) -> str:
    rounds = {"D1_trial": "trial 6-1 12:00 to 6-2 12:00", "D2_trial": "trial 6-3 12:00 to 6-4 12:00"}
    game = forum.game("nine-days", "甲 乙 丙", "6-2 20:00 death 甲 cause=暗杀", house=line(name, value), **rounds)
    said = audits.talk("0 天神 6-1 12:00 讨论\n1 甲 6-2 20:30 遗言：是乙")
    return str(audits.speech(audits.look(game, said, audits.vote("0 天神 6-1 12:00 投票"), as_of="6-3 13:00")))


def out(game: Game, names: str, kind: str = "death", cause: str | None = None) -> Game:
    at = night_start("nine-days", 1) - timedelta(hours=5)
    return replace(game, events=(*(Event(at, kind, name, cause) for name in names), *game.events))


def nd_won(game: Game, name: str, value: Value) -> str:
    found = verdict_at(replace(game, house={name: value}), night_start("nine-days", 1))
    return f"{found.victory.camps[0] if found.victory else '-'}{len(found.pending)}"


def nd_good_gone(name: str, value: Value) -> str:
    """Civilians gone with the Needle alive, and the Needle gone too."""
    civilians = "申酉戌亥金木水"
    return " ".join(nd_won(out(nine({1: ""}), names), name, value) for names in (civilians, civilians + "未"))


def nd_calendar(name: str, value: Value) -> str:
    """Seven days after the first noon, on the third game day."""
    noon = datetime(2012, 5, 4, 12, 0)
    stages = tuple(
        Stage(f"D{n}.trial", "trial", n, noon + timedelta(days=3 * n - 3), noon + timedelta(days=3 * n - 2))
        for n in (1, 2, 3)
    )
    game = replace(nine({1: "子→申"}), stages=stages, house={name: value})
    found = verdict_at(game, noon + timedelta(days=7, hours=1))
    return found.victory.reason if found.victory else "-"


def nd_no_main(name: str, value: Value) -> str:
    game = nine({1: "子→申 未→申"}, **switched(name, value))
    sent = tuple(replace(action, main=action.power != "暗杀") for action in game.actions)
    night = night_of(replace(game, actions=sent), 1)
    return told(night) + "".join(note for note in night.notes if "主杀" in note)


def nd_announced(name: str, value: Value) -> str:
    game = nine({1: "子→申 未→酉", 2: "子→戌 未→酉"}, **switched(name, value))
    return night_of(game, 2).announce[0]


ND: dict[str, tuple[Teller, tuple[Value, ...]]] = {
    "nd.percent_base": (nd_vote(cast("甲乙丙→甲 丁戊→乙 己庚辛→弃权")), ()),
    "nd.novote": (nd_silence, ()),
    "nd.day_unit": (nd_calendar, ()),
    "nd.daycount": (nd_vote(cast("甲乙丙→甲 丁戊己→乙 庚→丙 辛壬癸→弃权")), ()),
    "nd.suspects.min": (nd_vote(cast("甲乙丙→甲 丁→乙 戊→丙 己→丁 庚→戊 辛壬癸→弃权")), (1,)),
    "nd.r2.all_by_votes": (
        nd_vote(ALL_NAMED + "\n" + cast("甲乙丙→甲 丁戊→乙 己→弃权", "6-2", 30), "D3.debate", number=3),
        (),
    ),
    "nd.r2.zero": (nd_vote(TWO_SUSPECTS + "\n" + cast("甲乙丙丁戊己庚辛壬癸→弃权", "6-2", 30), "D1.debate"), ()),
    "nd.r3.choice": (
        nd_vote(THIRD + "\n" + cast("甲乙丙丁→甲 戊己庚辛→乙 壬→丙 癸→弃权", "6-3", 60), "D1.runoff", CHOICE),
        (),
    ),
    "nd.extra_change": (
        nd_vote(cast("甲乙丙→甲 丁戊己→乙 庚辛壬癸→弃权") + "\n40 丙 6-1 15:00 改投乙\n41 丙 6-1 16:00 改投丙"),
        (),
    ),
    "nd.win.good": (nd_good_gone, ()),
    "nd.win.both": (partial(nd_won, out(nine({1: ""}), "子丑寅卯辰巳午")), ()),
    "nd.deadline.cause": (partial(nd_won, out(nine({1: ""}), "子丑寅卯")), ()),
    "nd.win.cause": (partial(nd_won, out(nine({1: ""}), "辰巳午", "execution")), ()),
    "nd.poison.acts": (nd_night({1: "丑→申 未→申", 2: "丑→酉"}), ()),
    "nd.residual.delay": (nd_night({1: "子→申 未→酉", 2: "子→戌 未→酉"}), ()),
    "nd.needle.dead_user": (nd_night({1: "子→未 未→申"}), ()),
    "nd.needle.self": (nd_night({1: "子→未 未→未"}), ()),
    "nd.nokill": (nd_night({1: "", 2: "子→申 未→申"}), ()),
    "nd.check.detail": (nd_night({1: "子→申 辰→未"}), ()),
    "nd.main.default": (nd_no_main, ()),
    "nd.announce.cause": (nd_announced, ()),
    "nd.lurk.day": (
        nd_lurk(
            audits.posts("甲", ",".join(f"6-1 13:{n:02d}" for n in range(30)))
            + "\n"
            + audits.posts("乙", ",".join(f"6-2 13:{n:02d}" for n in range(30)), 40)
            + "\n"
            + audits.posts("丙", ",".join(f"6-1 14:{n:02d}" for n in range(4)), 80)
        ),
        (),
    ),
    "nd.lurk.avg": (
        nd_lurk(
            audits.posts("甲", ",".join(f"6-1 13:{n:02d}" for n in range(26)))
            + "\n60 乙 6-1 15:00 嗯\n61 乙 6-1 15:01 哦",
            "6-2 12:30",
        ),
        (),
    ),
    "nd.lurk.cap": (
        nd_lurk(
            audits.posts("甲", ",".join(f"6-1 13:{n:02d}" for n in range(30)))
            + "\n"
            + audits.posts("甲", ",".join(f"6-2 13:{n:02d}" for n in range(30)), 40)
        ),
        (),
    ),
    "nd.lastwords": (nd_last_words, ()),
}

# -- no-casualties ----------------------------------------------------------------------------------------------------

HELD = SHERIFF + "\n3-3 09:20 faint 丙"
RACE = """
    1 甲 3-1 10:00 投乙
    2 丙 3-1 10:05 投乙
    3 丁 3-1 11:00 投戊
    4 己 3-1 11:05 投戊
    5 丙 3-1 12:00 改投庚
    6 丙 3-1 13:00 改投乙
"""
FOOL = SHERIFF.replace("甲", "戊") + "\n3-2 21:50 fool 戊"


def nc_audit(said: str, votes: str = "", opens: str = "3-3 09:30") -> Teller:
    """What the audit finds of words: 丙 unconscious, 丁 in prison, 戊 mad."""

    def tell(name: str, value: Value) -> str:
        events = "3-2 21:40 imprison 丁\n3-3 08:00 faint 丙"
        game = forum.game(
            "no-casualties", "甲 乙 丙 丁 戊", events, house=line(name, value), D2=f"imprison {opens} to 3-4 21:30"
        )
        found = audits.look(game, audits.talk(said), audits.vote(votes or "0 天神 3-3 08:00 投票"), as_of="3-4 21:31")
        return str(audits.speech(found))

    return tell


def nc_heir(name: str, value: Value) -> str:
    """What is said of an office nobody was named for."""
    game = game_nc(SHERIFF + "\n3-4 21:40 imprison 甲", line(name, value))
    counted = forum.count(game, forum.thread(cast_nc("乙→丙", "3-5")), stage="D3")
    return "；".join(counted.notes)


def nc_pack(name: str, value: Value) -> str:
    night = night_of(casualties({0: ""}, **switched(name, value)), 0)
    return next(letter.text for letter in night.private if letter.to == "甲")


def nc_lover_seer(name: str, value: Value) -> str:
    night = night_of(casualties({0: "木→未、寅", 1: "未→甲 甲→寅"}, **switched(name, value)), 1)
    return str([letter.text for letter in night.private if letter.to == "未"])


def nc_at(nights: dict[int, str], events: tuple[Event, ...], day_: int) -> Teller:
    """Who has won by day `day_`."""

    def tell(name: str, value: Value) -> str:
        game = casualties(nights, **switched(name, value))
        days = [(f"D{n}", n, night_start("no-casualties", n)) for n in range(1, 6)]
        stages = tuple(Stage(id_, "imprison", n, at - timedelta(hours=36), at) for id_, n, at in days)
        game = replace(game, stages=stages, events=(*game.events, *events))
        found = verdict_at(game, night_start("no-casualties", day_) - timedelta(hours=1))
        return found.victory.camps[0] if found.victory else "-"

    return tell


def fallen(names: str, number: int, kind: str = "faint", minutes: int = 0) -> tuple[Event, ...]:
    """Events at the dawn after night `number`."""
    at = night_start("no-casualties", number) + timedelta(hours=12, minutes=10 + minutes)
    return tuple(Event(at, kind, name) for name in names)


def nc_link(name: str, value: Value) -> str:
    """The hunter dragged down by his lover shoots in step 15 or in the quarter of an hour after step 16."""
    begins = night_start("no-casualties", 1)
    stages = (Stage("D1", "sheriff", 1, begins - timedelta(hours=36), begins),)
    found = []
    for minute in (70, 80):
        game = casualties({0: "木→亥、寅"}, **switched(name, value))
        at = [begins + timedelta(minutes=m) for m in (35, minute)]
        sent = (Action("甲", "杀人", ("寅",), 1, at=at[0]), Action("亥", "麻醉", ("乙",), 1, at=at[1]))
        found.append(told(night_of(replace(game, stages=stages, actions=(*game.actions, *sent)), 1)))
    return " / ".join(found)


def nc_redraw(name: str, value: Value) -> str:
    game = casualties({1: "甲→ 乙→寅"}, **switched(name, value))
    drawn = tuple(replace(a, drawn=a.by == "甲") if a.power == "杀人" else a for a in game.actions)
    return told(night_of(replace(game, actions=drawn), 1))


def nc_dying_target(name: str, value: Value) -> str:
    return told(night_of(casualties({1: "甲→亥 火→寅 亥→寅"}, **switched(name, value)), 1))


NC: dict[str, tuple[Teller, tuple[Value, ...]]] = {
    "nc.vote.voters": (nc_vote(cast_nc("乙丙→丁 己→庚"), events=HELD), ()),
    "nc.vote.targets": (nc_vote(cast_nc("乙己→丙 庚→丁"), events=HELD), ()),
    "nc.change": (
        nc_vote("1 乙 3-3 12:00 投丙\n2 乙 3-3 13:00 改投丁\n3 乙 3-3 14:00 改投己\n4 庚 3-3 15:00 弃权"),
        (),
    ),
    "nc.sheriff.first": (nc_vote(RACE, "D1", ""), ()),
    "nc.idiot.repeat": (
        nc_vote(
            cast_nc("乙丙丁→戊 己→丁"),
            events=SHERIFF + "\n3-2 21:50 fool 戊",
            more='[[actions]]\nnight = 2\nby = "戊"\npower = "装傻"\nat = 2009-03-04T21:40:00\n',
        ),
        (),
    ),
    "nc.idiot.sheriff_tiebreak": (nc_vote(cast_nc("戊乙→丁 己→庚"), events=FOOL), ()),
    "nc.faint.vote": (nc_vote(cast_nc("乙→丁 丙→丁 己→庚"), events=HELD), ()),
    "nc.sheriff.no_choice": (nc_heir, ()),
    "nc.cap.count": (
        nc_audit(
            audits.posts("丁", ",".join(f"3-3 22:{n:02d}" for n in range(20))),
            "0 天神 3-3 08:00 投票\n1 丁 3-3 23:00 投甲，再说一句",
        ),
        (),
    ),
    "nc.faint.from": (nc_audit("1 丙 3-3 21:15 早", opens="3-3 09:00"), ()),
    "nc.mad.is_alive": (
        nc_at({1: ""}, (*fallen("丙丁子丑寅卯辰巳未申酉戌亥金木", 2), *fallen("乙", 2, "mad")), 3),
        (),
    ),
    "nc.win.piper_needs_alive": (nc_at({1: ""}, fallen("水丙丁子丑寅卯辰巳未申酉戌亥金木乙", 2), 3), ()),
    "nc.win.when": (
        nc_at({1: ""}, (*fallen("丙丁子丑寅卯辰巳未申酉戌亥金", 2), *fallen("木甲", 2, "imprison", 60)), 3),
        (),
    ),
    "nc.win.joined_ww": (
        nc_at({0: "木→子、丑 火归→", 1: ""}, fallen("甲乙丙丁", 3), 5),
        (),
    ),
    "nc.expelled.cleanup": (nc_night({1: "水→寅、卯", 2: "甲→辰"}, {2: ("expelled", "水")}), ()),
    "nc.shield.covers": (nc_night({1: "酉盾→寅 甲→寅 火→寅"}), ()),
    "nc.elder.mark_if_shielded": (nc_night({1: "酉盾→戌 甲→戌 火→戌", 2: "甲→戌"}), ()),
    "nc.n0.order": (nc_at({0: "木→甲、火 火归→", 1: ""}, (), 5), ()),
    "nc.limited.illegal": (nc_night({1: "甲→申 申毒→寅", 2: "申毒→寅"}), ()),
    "nc.hunter.target": (nc_dying_target, ()),
    "nc.hunter.link": (nc_link, ()),
    "nc.wolf.private": (nc_pack, ()),
    "nc.wolf.redraw": (nc_redraw, ()),
    "nc.seer.lover_answer": (nc_lover_seer, ()),
}


def test_every_switch_with_a_choice_is_played() -> None:
    for book, played in ((NINE_DAYS, ND), (NO_CASUALTIES, NC)):
        choices = {switch.name for switch in book if len(switch.values) > 1 or switch.number}
        assert choices == set(played)


SWITCHES = {switch.name: switch for switch in (*NINE_DAYS, *NO_CASUALTIES)}


@pytest.mark.parametrize("name", [*ND, *NC])
def test_each_value_of_a_switch_gives_another_verdict(name: str) -> None:
    tell, more = (ND | NC)[name]
    values = (*SWITCHES[name].values, *more)
    verdicts = {str(value): tell(name, value) for value in values}
    assert len(set(verdicts.values())) == len(values), verdicts
