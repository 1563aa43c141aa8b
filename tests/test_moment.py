"""The game as of a moment, told in small games: what was announced, and who then lives, plays, votes until when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from referee import moment
from referee.game import Game
from referee.game_file import load

HEAD = """
[game]
title = "渡口局"
rules = "golden-bough"
judges = ["老船夫"]
"""
PLAYERS = [("艄公", 1), ("挑水的", 2), ("绣娘", 3), ("货郎", 4)]
STAGES = """
[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2010-05-01T20:00:00
closes = 2010-05-03T08:00:00
[[stages]]
id = "D1.runoff"
kind = "life-or-death"
day = 1
opens = 2010-05-03T09:00:00
closes = 2010-05-04T09:00:00
after = "D1"
[[stages]]
id = "D2"
kind = "vote"
day = 2
opens = 2010-05-05T20:00:00
closes = 2010-05-07T08:00:00
"""


def at(text: str) -> datetime:
    """`1 20:00`: the first of May, eight in the evening."""
    day, clock = text.split()
    hour, minute = clock.split(":")
    return datetime(2010, 5, int(day), int(hour), int(minute))


def game(*told: str, stages: str = STAGES, substitutes: str = "卖鱼的 打更的") -> Game:
    """A small game in which things were announced: `1 20:00 death player=艄公 cause=落水`."""
    players = "".join(f'[[players]]\nname = "{name}"\nnumber = {number}\n' for name, number in PLAYERS)
    spares = "".join(f'[[substitutes]]\nname = "{name}"\n' for name in substitutes.split())
    return load(HEAD + players + spares + stages + "".join(map(event, told)))


def event(line: str) -> str:
    day, clock, kind, *rest = line.split()
    text = f'[[events]]\nat = {at(f"{day} {clock}").isoformat()}\nkind = "{kind}"\n'
    for pair in rest:
        key, value = pair.split("=")
        if key in ("from", "to", "until"):
            value = at(value.replace("/", " ")).isoformat()
        elif key == "players":
            value = str(value.split("、")).replace("'", '"')
        elif key not in ("hours", "points"):
            value = f'"{value}"'
        text += f"{key} = {value}\n"
    return text


def test_dead_only_when_announced() -> None:
    told = game("2 20:00 death player=艄公 cause=落水")
    assert moment.alive(told, at("2 19:59")) == ("艄公", "挑水的", "绣娘", "货郎")
    assert moment.alive(told, at("2 20:00")) == ("挑水的", "绣娘", "货郎")
    status = moment.status(told, "艄公", at("3 00:00"))
    assert (status.state, status.cause, status.since) == ("dead", "落水", at("2 20:00"))


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("death", "dead"),
        ("execution", "dead"),
        ("imprison", "imprisoned"),
        ("faint", "faint"),
        ("departure", "left"),
        ("expelled", "expelled"),
    ],
)
def test_what_takes_a_player_out(kind: str, state: str) -> None:
    told = game(f"2 20:00 {kind} player=绣娘")
    assert moment.status(told, "绣娘", at("2 20:00")).state == state
    assert "绣娘" not in moment.alive(told, at("2 20:00"))


def test_only_some_states_may_count_as_out() -> None:
    told = game("2 20:00 imprison player=绣娘", "2 20:00 expelled player=货郎")
    assert moment.alive(told, at("2 20:00"), frozenset({"expelled"})) == ("艄公", "挑水的", "绣娘")


def test_mad_until_sane_and_the_fool_for_good() -> None:
    told = game("1 20:00 mad player=绣娘", "2 20:00 sane player=绣娘", "2 21:00 fool player=绣娘")
    assert [moment.status(told, "绣娘", at(when)).mad for when in ("1 19:00", "1 20:00", "2 20:00")] == [
        False,
        True,
        False,
    ]
    assert moment.status(told, "绣娘", at("3 00:00")).fool
    assert moment.status(told, "绣娘", at("3 00:00")).alive


def test_a_player_who_left_may_come_back() -> None:
    told = game("1 20:00 departure player=绣娘", "2 20:00 returned player=绣娘")
    assert [moment.status(told, "绣娘", at(when)).state for when in ("1 21:00", "2 21:00")] == ["left", "alive"]


SWAPS = ("2 12:00 substitution player=绣娘 by=卖鱼的", "4 12:00 substitution player=卖鱼的 by=打更的")


@pytest.mark.parametrize(
    ("account", "when", "seat", "standing"),
    [
        ("绣娘", "2 11:59", "绣娘", "player"),
        ("绣娘", "2 12:00", "绣娘", "replaced"),
        ("卖鱼的", "2 11:59", None, "waiting"),
        ("卖鱼的", "2 12:00", "绣娘", "substitute"),
        ("卖鱼的", "4 12:00", "绣娘", "replaced"),
        ("打更的", "4 12:00", "绣娘", "substitute"),
        ("老船夫", "2 12:00", None, "judge"),
        ("过路的", "2 12:00", None, "outsider"),
    ],
)
def test_whose_an_account_is(account: str, when: str, seat: str | None, standing: str) -> None:
    claim = moment.seat_of(game(*SWAPS), account, at(when))
    assert (claim.seat, claim.standing) == (seat, standing)


def test_an_account_that_passes_on_with_its_seat() -> None:
    told = game(*SWAPS)
    assert moment.seat_of(told, "绣娘", at("3 00:00"), vest_passes_on=True).plays
    assert moment.seat_of(told, "卖鱼的", at("3 00:00"), vest_passes_on=True).standing == "owner"


def test_owner_and_nickname_are_not_the_player() -> None:
    told = load(HEAD + '[[players]]\nname = "艄公"\nreal = "水上漂"\naliases = ["船家"]\n')
    assert moment.seat_of(told, "水上漂", None).standing == "owner"
    assert moment.seat_of(told, "船家", None).standing == "alias"


def test_a_renamed_account_keeps_its_seat() -> None:
    told = game()
    uids = moment.uids_of(told, [("艄公", "17"), ("摆渡人", "17"), ("绣娘", "0"), ("路人", "0")])
    assert uids == {"17": "艄公"}
    assert moment.seat_of(told, "摆渡人", None, uid="17", uids=uids).seat == "艄公"


def test_a_substitutes_name_means_the_seat() -> None:
    told = game(*SWAPS)
    aliases = [
        {seat.name: seat.aliases for seat in moment.roster(told, at(when))}["绣娘"] for when in ("1 00:00", "3 00:00")
    ]
    assert aliases == [(), ("卖鱼的",)]
    assert moment.seats(told) == ("艄公", "挑水的", "绣娘", "货郎")


def test_an_event_may_name_the_substitute() -> None:
    told = game(SWAPS[0], "3 20:00 death player=卖鱼的")
    assert moment.alive(told, at("3 20:00")) == ("艄公", "挑水的", "货郎")


TWELVE = timedelta(hours=12)


@pytest.mark.parametrize(
    ("told", "as_of", "closes"),
    [
        ((), "2 00:00", "3 08:00"),
        (("2 18:00 extension stage=D1 hours=24",), "2 17:59", "3 08:00"),
        (("2 18:00 extension stage=D1 hours=24",), "2 18:00", "4 08:00"),
        (("2 18:00 extension stage=D2 hours=24",), "2 18:00", "3 08:00"),
        # in all: the last word is the whole
        (("2 18:00 extension stage=D1 hours=12", "3 10:00 extension stage=D1 hours=18"), "3 10:00", "4 02:00"),
        (("2 18:00 extension stage=D1 hours=24", "2 20:00 extension stage=D1 hours=12"), "3 10:00", "3 20:00"),
        # a substitution alone adds what the rule set says, once a transition
        (("2 18:00 substitution player=绣娘 by=卖鱼的",), "2 18:00", "3 20:00"),
        (
            ("2 18:00 substitution player=绣娘 by=卖鱼的", "2 19:00 substitution player=货郎 by=打更的"),
            "2 19:00",
            "3 20:00",
        ),
        (
            ("2 18:00 substitution player=绣娘 by=卖鱼的", "3 19:00 substitution player=货郎 by=打更的"),
            "3 19:00",
            "4 08:00",
        ),
        (("2 17:00 transition", "2 18:00 substitution player=绣娘 by=卖鱼的"), "3 00:00", "3 20:00"),
        # outside the stage it adds nothing
        (("1 18:00 substitution player=绣娘 by=卖鱼的",), "2 18:00", "3 08:00"),
        (("3 08:00 substitution player=绣娘 by=卖鱼的",), "3 09:00", "3 08:00"),
        # beside a word of the judge it adds nothing
        (("2 18:00 substitution player=绣娘 by=卖鱼的", "2 18:00 extension stage=D1 hours=6"), "2 18:00", "3 14:00"),
    ],
)
def test_the_close_in_force(told: tuple[str, ...], as_of: str, closes: str) -> None:
    found = game(*told)
    assert moment.deadline(found, found.stages[0], at(as_of), substitution=TWELVE) == at(closes)


def test_each_stretch_of_an_extension() -> None:
    told = game(
        "2 18:00 extension stage=D1 hours=12 cause=substitution", "3 10:00 extension stage=D1 hours=18 cause=outage"
    )
    stretches = moment.extensions(told, told.stages[0])
    assert [(e.announced, e.begins, e.ends, e.hours, e.cause) for e in stretches] == [
        (at("2 18:00"), at("3 08:00"), at("3 20:00"), 12, "substitution"),
        (at("3 10:00"), at("3 20:00"), at("4 02:00"), 6, "outage"),
    ]


def test_when_changes_stop() -> None:
    told = game("2 18:00 extension stage=D1 hours=24")
    found = moment.window(told, told.stages[0], change_stops=timedelta(hours=1))
    assert (found.closes, found.changes_close) == (at("4 08:00"), at("4 07:00"))


OPEN_TOGETHER = """
[[stages]]
id = "A"
kind = "vote"
opens = 2010-05-01T20:00:00
closes = 2010-05-02T20:00:00
[[stages]]
id = "N1"
kind = "night"
opens = 2010-05-02T20:00:00
closes = 2010-05-03T20:00:00
[[stages]]
id = "B"
kind = "vote"
opens = 2010-05-01T21:00:00
closes = 2010-05-02T20:00:00
"""


@pytest.mark.parametrize(
    ("stages", "when", "found"),
    [
        (STAGES, "1 12:00", ["D1"]),  # none yet: the first to open
        (STAGES, "1 20:00", ["D1"]),
        (STAGES, "3 08:00", ["D1"]),  # closed, and none open: the one that closed last
        (STAGES, "3 09:00", ["D1.runoff"]),
        (STAGES, "5 00:00", ["D1.runoff"]),
        (STAGES, "5 20:00", ["D2"]),
        (STAGES, "9 00:00", ["D2"]),
        (OPEN_TOGETHER, "1 20:30", ["A"]),
        (OPEN_TOGETHER, "1 21:00", ["A", "B"]),  # a question to the judge
        (OPEN_TOGETHER, "3 00:00", ["A", "B"]),
        ("", "3 00:00", []),
    ],
)
def test_the_stage_a_moment_is_about(stages: str, when: str, found: list[str]) -> None:
    assert [stage.id for stage in moment.stages_at(game(stages=stages), at(when))] == found


def test_the_closing_minute_may_be_inside() -> None:
    told = game()
    assert [s.id for s in moment.stages_at(told, at("7 08:00"), closed=True)] == ["D2"]


def test_leave_and_return() -> None:
    told = game("1 10:00 leave player=绣娘 from=2/00:00 to=4/00:00", "3 12:00 returned player=绣娘")
    times = ("1 12:00", "2 00:00", "3 12:00", "3 13:00")
    assert [moment.on_leave(told, "绣娘", at(when)) for when in times] == [False, True, True, False]
    # the stage from the 1st to the 3rd falls into it
    assert moment.on_leave(told, "绣娘", at("1 20:00"), at("3 08:00"))
    assert not moment.on_leave(told, "货郎", at("1 20:00"), at("3 08:00"))


def test_a_substitute_is_not_on_leave() -> None:
    told = game("1 10:00 leave player=绣娘", "2 12:00 substitution player=绣娘 by=卖鱼的")
    assert [moment.on_leave(told, "绣娘", at(when)) for when in ("2 11:00", "2 13:00")] == [True, False]


def test_barred_for_the_day_it_was_announced_for() -> None:
    told = game("1 20:00 no-vote player=绣娘 cause=束魂")
    d1, runoff, d2 = told.stages
    assert [bool(moment.barred(told, "绣娘", stage, None)) for stage in (d1, runoff, d2)] == [True, True, False]
    assert not moment.barred(told, "绣娘", d1, at("1 19:59"))
    named = game("1 20:00 no-vote player=绣娘 stage=D2")
    assert [bool(moment.barred(named, "绣娘", stage, None)) for stage in named.stages] == [False, False, True]


def test_the_sheriff_is_who_was_announced_last_and_is_not_out() -> None:
    told = game(
        "1 20:00 sheriff player=绣娘", "2 20:00 imprison player=绣娘", "2 21:00 sheriff player=货郎", "4 20:00 sheriff"
    )
    assert [moment.sheriff(told, at(w)) for w in ("1 00:00", "1 20:00", "2 20:00", "2 21:00", "5 00:00")] == [
        None,
        "绣娘",
        None,
        "货郎",
        None,
    ]


def test_the_jury_changes_with_elections_and_deaths() -> None:
    told = game(
        "1 20:00 elected players=艄公、绣娘、货郎",
        "2 20:00 death player=艄公",
        "3 20:00 resignation player=绣娘",
        "4 20:00 elected player=挑水的",
    )
    assert moment.jury(told, at("1 20:00")) == ("艄公", "绣娘", "货郎")
    assert moment.jury(told, at("2 20:00")) == ("绣娘", "货郎")
    assert moment.jury(told, at("4 20:00")) == ("货郎", "挑水的")
    later = moment.jury(told, at("3 21:00"), vacant_from=lambda event: event.at + timedelta(hours=12))
    assert later == ("绣娘", "货郎")


def test_the_summoned() -> None:
    told = game("2 20:00 death player=艄公", "3 10:00 summon players=艄公 stage=D1.runoff until=4/09:00")
    assert [e.players for e in moment.summoned(told, "D1.runoff", at("3 10:00"))] == [("艄公",)]
    assert not moment.summoned(told, "D1.runoff", at("3 09:59"))
