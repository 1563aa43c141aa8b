"""What a post says as a ballot: the values the reader gives out."""

from __future__ import annotations

from typing import Literal

from parsers.values import dataclass

Kind = Literal[
    "vote",
    "change",
    "abstain",
    "unvote",
    "delegate",
    "conditional",
    "ambiguous",
    "none",
]


@dataclass(frozen=True, slots=True)
class Context:
    """What a careful judge knows while reading one post (contract §5). Everything but `thread` may be unknown.

    `standing`: the author's ballot so far (names, or 弃权).
    `prev_vote`: the ballot in the post before ("voter→target").
    `state`: 束魂|囚禁|昏厥|癫狂. `called_dead`: the summoned dead.
    """

    thread: Literal["vote", "talk"] = "vote"
    author: str | None = None
    stage: str | None = None
    also_open: tuple[str, ...] = ()
    names_per_ballot: int | None = None
    standing: tuple[str, ...] = ()
    candidates: tuple[str, ...] | None = None
    jury: tuple[str, ...] = ()
    sheriff: str | None = None
    dead: tuple[str, ...] = ()
    state: str | None = None
    op: bool = False
    prev_vote: str | None = None
    edited: bool = False
    hidden: bool = False
    called_dead: tuple[str, ...] = ()
    changes_used: int | None = None
    abstain_allowed: bool | None = None


@dataclass(frozen=True, slots=True)
class NameFound:
    """A name in the text: the words, where they stand, whom they mean (one: resolved; several: a question) and how."""

    words: str
    start: int
    end: int
    players: tuple[str, ...]
    how: str  # exact | folded | alias | number | part | near


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing said.

    `start`/`end` are the exact words in the post's text, `stage` the stage kind it names (罢免, 补选), if any.
    """

    kind: Kind
    start: int
    end: int
    targets: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    proxies: tuple[tuple[str, str], ...] = ()  # (voter, target or 弃权)
    candidates: tuple[str, ...] = ()  # whom an unclear statement may mean
    names: tuple[NameFound, ...] = ()
    stage: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The post as a whole: the statement that holds (the last meant), all statements, the words, the reason in Chinese.

    `follows`: whose ballot he would join who only says that he does as they do (跟X的票); `candidates` then holds nobody
    but whom that ballot is known to be for. `looks_like_ballot`: the post holds a voting word or nothing but names, so a tally must account for it.
    """

    kind: Kind
    targets: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    proxies: tuple[tuple[str, str], ...] = ()
    candidates: tuple[str, ...] = ()
    quote: str = ""
    why: str = ""
    statements: tuple[Statement, ...] = ()
    looks_like_ballot: bool = False
    follows: tuple[str, ...] = ()
