"""The game as of a moment: who lives, who plays which seat, which stage is open and until when.

Pure functions over a Game. Events stamped up to and including the moment have happened, later ones have not. What a
rule set decides (how long a substitution extends a stage, whether an account passes on with its seat) is a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from parsers.names import Seat
from parsers.values import dataclass
from referee.game import Event, Game, Player, Stage
from referee.game_names import folded
from referee.tally import StageWindow

NOTHING: Final = timedelta(0)

# What takes a player out of the game, by event kind.
STATES: Final[Mapping[str, str]] = {
    "death": "dead",
    "execution": "dead",
    "imprison": "imprisoned",
    "faint": "faint",
    "departure": "left",
    "expelled": "expelled",
}
OUT: Final = frozenset(STATES.values())


@dataclass(frozen=True, slots=True)
class Status:
    """One seat at a moment.

    `state`: alive, dead, imprisoned, faint, left or expelled, since `event`; `cause` as the event gives it.
    `played_by`: the substitute who plays it now, None while the first player does. `fool`: has played the fool (装傻).
    """

    player: str
    state: str = "alive"
    event: Event | None = None
    mad: bool = False
    fool: bool = False
    on_leave: bool = False
    played_by: str | None = None

    @property
    def alive(self) -> bool:
        """In the game."""
        return self.state == "alive"

    @property
    def since(self) -> datetime | None:
        """When the state was announced."""
        return self.event.at if self.event else None

    @property
    def cause(self) -> str | None:
        """What the announcement gave as the cause."""
        return self.event.cause if self.event else None


Standing = Literal["player", "alias", "substitute", "replaced", "owner", "waiting", "judge", "outsider"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Whose an account is at a moment.

    `standing`: `player` and `substitute` play `seat`; `replaced` played it before; `owner` is the secret owner of the
    account that plays; `alias` only shares a name the players use for that seat; `waiting` is a substitute without a
    seat; `judge` and `outsider` have none.
    """

    seat: str | None
    standing: Standing

    @property
    def plays(self) -> bool:
        """The account acts for the seat."""
        return self.standing in ("player", "substitute")


@dataclass(frozen=True, slots=True)
class Extension:
    """A stage made longer: announced when, from the end before to the new end, by how many hours, why."""

    announced: datetime
    begins: datetime
    ends: datetime
    hours: float
    cause: str | None = None


def seats(game: Game) -> tuple[str, ...]:
    """Every seat, by seat number where all have one, else in the order of the file."""
    players = game.players
    if all(player.number is not None for player in players):
        players = tuple(sorted(players, key=lambda player: player.number or 0))
    return tuple(player.name for player in players)


def player_named(game: Game, name: str) -> Player | None:
    """The player of that seat."""
    return next((player for player in game.players if player.name == name), None)


def roster(game: Game, at: datetime | None, *, vest_passes_on: bool = False) -> tuple[Seat, ...]:
    """Every seat as names in ballots go, in seat order: a substitute's names mean the seat he plays by then."""
    people = {player.name: player for player in game.players}
    spares = {spare.name: spare for spare in game.substitutes}
    found = []
    for seat in seats(game):
        aliases = people[seat].aliases
        if not vest_passes_on and (spare := spares.get(played_by(game, seat, at) or "")):
            aliases = (*aliases, spare.name, *spare.aliases)
        found.append(Seat(seat, aliases, people[seat].number))
    return tuple(found)


def events(game: Game, at: datetime | None, *kinds: str) -> tuple[Event, ...]:
    """What had been announced by then (None: everything in the file), only of some kinds where they are named."""
    return tuple(e for e in game.events if (at is None or e.at <= at) and (not kinds or e.kind in kinds))


def about(event: Event) -> tuple[str, ...]:
    """Whom an event names, `player` first."""
    named = (event.player, *event.players) if event.player else event.players
    return tuple(dict.fromkeys(named))


def status(game: Game, player: str, at: datetime | None) -> Status:
    """How a seat stands at a moment."""
    state, last = "alive", None
    mad = fool = False
    for event in events(game, at):
        if player not in about(event):
            continue
        if event.kind in STATES:
            state, last = STATES[event.kind], event
        elif event.kind == "returned" and state == "left":
            state, last = "alive", event
        mad = event.kind == "mad" or (mad and event.kind != "sane")
        fool = fool or event.kind == "fool"
    leave = at is not None and on_leave(game, player, at)
    return Status(player, state, last, mad, fool, leave, played_by(game, player, at))


def alive(game: Game, at: datetime | None, out: frozenset[str] = OUT) -> tuple[str, ...]:
    """Who is in the game at a moment, in seat order. `out`: the states that take a player out."""
    gone: dict[str, str] = {}
    for event in events(game, at, *STATES, "returned"):
        for player in about(event):
            if event.kind != "returned":
                gone[player] = STATES[event.kind]
            elif gone.get(player) == "left":
                del gone[player]
    return tuple(seat for seat in seats(game) if gone.get(seat) not in out)


def played_by(game: Game, seat: str, at: datetime | None) -> str | None:
    """The substitute who plays a seat at a moment; None while the first player does."""
    entered = [e.by for e in events(game, at, "substitution") if e.player == seat and e.by]
    return entered[-1] if entered else None


def seat_of(
    game: Game,
    account: str,
    at: datetime | None,
    *,
    uid: str | None = None,
    uids: Mapping[str, str] | None = None,
    vest_passes_on: bool = False,
) -> Claim:
    """Whose an account is at a moment.

    `uid`/`uids`: the account's number and what numbers are known (`uids_of`), so that a renamed account keeps its
    seat. `vest_passes_on`: a substitute plays on with the account of the seat, so the account stays the player and
    the substitute's own account is only its owner.
    """
    key = folded(account)
    for player in game.players:
        if folded(player.name) == key or (uid is not None and uid == player.uid):
            return _first_player(game, player.name, at, vest_passes_on)
    if spare := next((s for s in game.substitutes if folded(s.name) == key), None):
        return _substitute(game, spare.name, at, vest_passes_on)
    if uid is not None and uids and (name := uids.get(uid)) and folded(name) != key:
        return seat_of(game, name, at, vest_passes_on=vest_passes_on)
    if key in {folded(judge) for judge in game.judges}:
        return Claim(None, "judge")
    return _other(game, key)


def _first_player(game: Game, seat: str, at: datetime | None, vest_passes_on: bool) -> Claim:
    replaced = played_by(game, seat, at) is not None and not vest_passes_on
    return Claim(seat, "replaced" if replaced else "player")


def _substitute(game: Game, name: str, at: datetime | None, vest_passes_on: bool) -> Claim:
    """A substitute's own account: the seat he took last, unless he plays it with the seat's account."""
    taken = [e.player for e in events(game, at, "substitution") if e.by == name]
    if not taken:
        return Claim(None, "waiting")
    seat = taken[-1]
    if vest_passes_on:
        return Claim(seat, "owner")
    return Claim(seat, "substitute" if seat and played_by(game, seat, at) == name else "replaced")


def _other(game: Game, key: str) -> Claim:
    if owned := next((p.name for p in game.players if p.real and folded(p.real) == key), None):
        return Claim(owned, "owner")
    if alike := [p.name for p in game.players if key in {folded(alias) for alias in p.aliases}]:
        return Claim(alike[0] if len(alike) == 1 else None, "alias" if len(alike) == 1 else "outsider")
    return Claim(None, "outsider")


def uids_of(game: Game, authors: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """uid → name of the player or substitute it was first seen with, from (author, uid) pairs of posts in order.

    Guests share one number (0 or -1), so that says nothing.
    """
    known = {folded(player.name): player.name for player in game.players}
    known |= {folded(spare.name): spare.name for spare in game.substitutes}
    found: dict[str, str] = {}
    for author, uid in authors:
        if uid and uid not in ("0", "-1") and (name := known.get(folded(author))):
            found.setdefault(uid, name)
    return found


def on_leave(
    game: Game, player: str, at: datetime, until: datetime | None = None, as_of: datetime | None = None
) -> bool:
    """Whether a seat is on leave at a moment, or at any time from `at` to `until`, as far as known by `as_of`.

    A leave runs from its `from` (else the announcement) to its `to` (else until he is back or replaced).
    """
    known = as_of if as_of is not None else max(at, until or at)
    ends = [e.at for e in events(game, known, "returned", "substitution") if player in about(e)]
    for event in events(game, known, "leave"):
        if player not in about(event):
            continue
        begins = event.from_ or event.at
        back = min((end for end in ends if end >= event.at), default=datetime.max)
        if begins <= (until or at) and at <= min(event.to or datetime.max, back):
            return True
    return False


def barred(game: Game, player: str, stage: Stage, at: datetime | None) -> Event | None:
    """The `no-vote` that keeps a seat from a stage: announced for that stage, or for the day the stage belongs to.

    Without `stage =` it is for the day that was running or came next when it was announced, all its stages.
    """
    for event in events(game, at, "no-vote"):
        if player in about(event) and _bars(game, event, stage):
            return event
    return None


def _bars(game: Game, event: Event, stage: Stage) -> bool:
    if event.stage is not None:
        return event.stage == stage.id
    if event.until is not None:
        return stage.opens is None or (event.at <= (stage.closes or datetime.max) and stage.opens < event.until)
    first = min(
        (s for s in voting_stages(game) if s.closes is not None and s.closes > event.at),
        key=lambda s: s.closes or datetime.max,
        default=None,
    )
    return first is not None and (stage.id == first.id or (stage.day is not None and stage.day == first.day))


def summoned(game: Game, stage: str | None, at: datetime | None) -> tuple[Event, ...]:
    """The announcements that called dead players to vote in a stage."""
    return tuple(e for e in events(game, at, "summon") if e.stage == stage)


def sheriff(game: Game, at: datetime | None, out: frozenset[str] = OUT) -> str | None:
    """The sheriff as announced; None where none was, where the office is vacant or its holder is out of the game."""
    said = events(game, at, "sheriff")
    holder = said[-1].player if said else None
    return holder if holder is not None and status(game, holder, at).state not in out else None


def jury(
    game: Game, at: datetime | None, vacant_from: Callable[[Event], datetime] = lambda event: event.at
) -> tuple[str, ...]:
    """The jurors as announced: everybody `elected` who has not resigned or left the game since.

    Winners of an `election` stage are a whole new jury, others join. `vacant_from`: when a resignation takes effect.
    """
    seated: dict[str, None] = {}
    kinds = {stage.id: stage.kind for stage in game.stages}
    for event in events(game, at, "elected", "resignation", *STATES):
        if event.kind == "elected":
            if kinds.get(event.stage) == "election":
                seated.clear()
            seated |= dict.fromkeys(about(event))
        elif event.kind != "resignation" or at is None or vacant_from(event) <= at:
            for player in about(event):
                seated.pop(player, None)
    return tuple(seated)


def voting_stages(game: Game) -> tuple[Stage, ...]:
    """The stages in which ballots are cast, in the order of the file."""
    return tuple(stage for stage in game.stages if stage.kind != "night")


def day_of(stage: Stage) -> int | None:
    """The day (or night) number of a stage: as given, else the first number in its id."""
    if stage.day is not None:
        return stage.day
    found = re.search(r"\d+", stage.id or "")
    return int(found.group()) if found else None


def stage_by_id(game: Game, id_: str | None) -> Stage | None:
    """The stage of that id."""
    return next((stage for stage in game.stages if stage.id == id_), None)


def extensions(
    game: Game, stage: Stage, as_of: datetime | None = None, *, substitution: timedelta = NOTHING
) -> tuple[Extension, ...]:
    """How a stage was made longer, as announced by `as_of`.

    An `extension` event says the whole: the last one for the stage holds, and substitutions add nothing beside it.
    Without one, each transition (a substitution announced while the stage runs, and all others within that time)
    adds `substitution` once.
    """
    if stage.closes is None:
        return ()
    said = [e for e in events(game, as_of, "extension") if e.stage == stage.id and e.hours is not None]
    if said:
        return _announced(stage.closes, said)
    return _transitions(stage, stage.closes, events(game, as_of, "substitution", "transition"), substitution)


def _announced(planned: datetime, said: list[Event]) -> tuple[Extension, ...]:
    found: list[Extension] = []
    for event in said:
        ends = planned + timedelta(hours=event.hours or 0)
        found = [ext for ext in found if ext.ends <= ends]  # a later word that says less takes the earlier one back
        begins = found[-1].ends if found else planned
        if ends > begins:
            found.append(Extension(event.at, begins, ends, (ends - begins) / timedelta(hours=1), event.cause))
    return tuple(found)


def _transitions(stage: Stage, planned: datetime, said: tuple[Event, ...], adds: timedelta) -> tuple[Extension, ...]:
    found: list[Extension] = []
    ends = planned
    for event in said:
        running = (stage.opens is None or stage.opens <= event.at) and event.at < ends
        if adds <= NOTHING or not running or (found and event.at <= found[-1].announced + adds):
            continue
        found.append(Extension(event.at, ends, ends + adds, adds / timedelta(hours=1), "substitution"))
        ends += adds
    return tuple(found)


def window(
    game: Game,
    stage: Stage,
    as_of: datetime | None = None,
    *,
    substitution: timedelta = NOTHING,
    change_stops: timedelta | None = None,
) -> StageWindow:
    """The limits of a stage in force at `as_of` (None: after everything in the file).

    `substitution`: what a substitution alone adds; `change_stops`: how long before the close changes stop.
    """
    longer = extensions(game, stage, as_of, substitution=substitution)
    closes = longer[-1].ends if longer else stage.closes
    changes = closes - change_stops if closes is not None and change_stops is not None else None
    return StageWindow(stage.id, stage.kind, stage.opens, closes, changes, stage.day)


def deadline(
    game: Game, stage: Stage, as_of: datetime | None = None, *, substitution: timedelta = NOTHING
) -> datetime | None:
    """When a stage closes, as known at `as_of`."""
    return window(game, stage, as_of, substitution=substitution).closes


def stages_at(
    game: Game, at: datetime, *, substitution: timedelta = NOTHING, closed: bool = False
) -> tuple[Stage, ...]:
    """The stages a moment is about: all that are open; else those that closed last; else those that open first.

    More than one is a question to the judge. Nights are no voting stages. `closed`: the closing minute is inside.
    """
    stages = voting_stages(game)
    ends = {stage.id: deadline(game, stage, at, substitution=substitution) for stage in stages}
    running = [s for s in stages if _opened(s, at) and not _over(ends[s.id], at, closed)]
    if running:
        return tuple(running)
    over = [(ends[s.id] or datetime.min, s) for s in stages if _over(ends[s.id], at, closed)]
    if over:
        return tuple(s for end, s in over if end == max(end for end, _ in over))
    first = min((s.opens for s in stages if s.opens is not None), default=None)
    return tuple(s for s in stages if s.opens == first)


def _opened(stage: Stage, at: datetime) -> bool:
    return stage.opens is None or stage.opens <= at


def _over(end: datetime | None, at: datetime, closed: bool) -> bool:
    return end is not None and (at > end if closed else at >= end)
