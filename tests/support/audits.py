"""Audits as tables: posts in, findings out in one line each.

`D6.trial 小雨 4 lurking`, `小雨 D6.trial 1 warned`, `#7 琴师 flagged GB-6.4a`.
"""

from __future__ import annotations

from referee.audits import audit
from referee.audits.values import Audit
from referee.game import Game
from referee.threads import ThreadPosts
from tests.support import forum


def look(game: Game, *threads: ThreadPosts, as_of: str | None = None) -> Audit:
    """The audit as of `M-D HH:MM` (none: everything has happened)."""
    return audit(game, threads, forum.moment(as_of) if as_of else None)


def talk(table: str, url: str = "http://bbs.example.net/read.php?tid=2", kind: str = "discussion") -> ThreadPosts:
    """A discussion thread from a table."""
    return forum.thread(table, kind=kind, url=url)


def roster(table: str) -> ThreadPosts:
    """A roster thread from a table."""
    return forum.thread(table, kind="roster", url="http://bbs.example.net/read.php?tid=3")


def chat(table: str) -> ThreadPosts:
    """A chat thread from a table."""
    return forum.thread(table, kind="chat", url="http://bbs.example.net/read.php?tid=4")


def words(table: str, number: int = 5) -> ThreadPosts:
    """A thread of last words from a table."""
    return forum.thread(table, kind="last-words", url=f"http://bbs.example.net/read.php?tid={number}")


def vote(table: str, stage: str | None = None, number: int = 6) -> ThreadPosts:
    """A vote thread from a table."""
    return forum.thread(table, stage=stage, url=f"http://bbs.example.net/read.php?tid={number}")


def spares(*names: str) -> str:
    """Substitutes in the order they signed up, as TOML."""
    return "\n".join(f'[[substitutes]]\nname = "{name}"' for name in names)


def posts(author: str, times: str, first: int = 1, text: str = "看法") -> str:
    """Lines of one author, at each of `times` (`M-D HH:MM`, apart by commas), floors from `first` on."""
    each = enumerate(filter(None, (time.strip() for time in times.split(","))), first)
    return "\n".join(f"{floor} {author} {time} {text}{floor}" for floor, time in each)


def stages(found: Audit) -> list[str]:
    """Every player in every stage that is not simply ok."""
    return [f"{s.id} {p.player} {p.posts} {p.verdict}" for s in found.stages for p in s.players if p.verdict != "ok"]


def counts(found: Audit, stage: str) -> dict[str, int]:
    """How many posts everybody has in a stage."""
    return {p.player: p.posts for s in found.stages if s.id == stage for p in s.players}


def warnings(found: Audit) -> list[str]:
    """Every warning."""
    return [f"{w.player} {w.stage} {w.count} {w.verdict}" for w in found.warnings]


def windows(found: Audit) -> list[str]:
    """Every stretch with too few posts."""
    return [f"{w.player} {w.begins:%m-%d %H:%M} {w.ends:%m-%d %H:%M} {w.posts} {w.verdict}" for w in found.windows]


def signed(found: Audit) -> dict[str, str]:
    """Who signed in: verdict by player."""
    return {one.player: one.verdict for one in found.sign_in}


def speech(found: Audit) -> list[str]:
    """Every finding about words: `#floor account verdict clause…`."""
    return [
        f"{f'#{one.post.floor}' if one.post else '-'} {one.player} {one.verdict} {' '.join(one.clauses)}"
        for one in found.speech
    ]


def order(found: Audit) -> list[str]:
    """Who goes and who comes: `甲←替补甲`, `乙←?`."""
    return [f"{swap.out}←{swap.by or '?'}" for swap in found.swaps]
