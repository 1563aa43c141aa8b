"""What an audit gives: who spoke how often, who signed in, whose words break a rule, who is to be replaced by whom.

These values mirror `referee audit --format json` (schema referee/audit@1). Times are naive, on the board's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from parsers.posts import Post, Stamp


@dataclass(frozen=True, slots=True)
class Counted:
    """One player in one stage: how many posts counted, and what that comes to (ok, lurking, exempt)."""

    player: str
    posts: int
    verdict: str = "ok"
    clauses: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StageCount:
    """A stage (or day): posts of everybody who lived through it.

    Nobody is judged before it is over (`final`), nor where the rules judge no stages (`judged`). `average` is over all
    of them, `average_posters` over those who posted at all.
    """

    id: str
    opens: datetime | None
    closes: datetime | None
    average: float
    average_posters: float
    players: tuple[Counted, ...]
    final: bool = True
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning that fell due: the `count`-th of that player for that cause (`of`: lurking, no-vote, points)."""

    player: str
    stage: str | None
    count: int
    verdict: str  # warned | replace | drown | out | exempt | flagged
    of: str = "lurking"
    at: datetime | None = None
    clauses: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """The earliest stretch of hours in which a player posted too little: (`begins`, `ends`]."""

    player: str
    begins: datetime
    ends: datetime
    posts: int
    verdict: str  # out | exempt | lurking
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SignIn:
    """Whether a player signed in under the roster in time; `flagged` while the time is still running."""

    player: str
    signed: Stamp | None
    verdict: str  # ok | missing | flagged
    clauses: tuple[str, ...] = ()
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Speech:
    """Words that break a rule, or that the judge should look at. `player` is the posting account.

    `post` is None where something due was not posted. `secret` is for the judge only. `outsider`: the account plays no
    seat, and may be anybody's.
    """

    player: str
    post: Post | None
    verdict: str  # breach | flagged | missing
    clauses: tuple[str, ...]
    reason: str
    secret: str = ""
    at: datetime | None = None
    outsider: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """A seat to be filled: who goes, since when nobody of that seat posted, who steps in (None: nobody yet)."""

    out: str
    last_post: Stamp | None
    by: str | None
    since: datetime
    clauses: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the rules lead to and the judge announces: a longer stage, a seat taken back or given up."""

    kind: str  # extension | cancel | wasted
    text: str
    player: str | None = None
    stage: str | None = None
    until: datetime | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Activity:
    """A player's posts over the game. `gap` is the longest silence between two posts (or to the end), `topics` opened.

    `stages` holds (stage id, posts, characters).
    """

    player: str
    posts: int
    characters: int
    first: Stamp | None
    last: Stamp | None
    gap: float | None
    topics: int
    stages: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Posts of each player in equal stretches of `hours` from `begins` on."""

    begins: datetime | None = None
    hours: int = 24
    players: tuple[str, ...] = ()
    values: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole audit as of one moment. `counts` says in Chinese what was counted as a post."""

    rules: str
    as_of: datetime
    counts: str
    stages: tuple[StageCount, ...] = ()
    warnings: tuple[Warned, ...] = ()
    windows: tuple[Window, ...] = ()
    sign_in: tuple[SignIn, ...] = ()
    speech: tuple[Speech, ...] = ()
    swaps: tuple[Swap, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    activity: tuple[Activity, ...] = ()
    heat: HeatMap = HeatMap()
    notes: tuple[str, ...] = ()
    secret_notes: tuple[str, ...] = ()


def public_audit(audit: Audit) -> Audit:
    """The audit without what only the judge may know: which accounts are players' real ones.

    All accounts without a seat are left out alike, so that nobody learns from who is missing.
    """
    shown = tuple(replace(found, secret="") for found in audit.speech if not found.outsider)
    return replace(audit, speech=shown, secret_notes=())
