"""What each rule set asks of its players, as parameters; `[house]` sets them otherwise for other boards' rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final, Literal

from referee.game import Game
from referee.variants import book_of

Per = Literal["none", "stage", "day", "window"]

EVERY_KIND: Final = frozenset({"roster", "discussion", "vote", "last-words", "chat", "rules"})
TALK: Final = frozenset({"discussion"})
TALK_AND_VOTE: Final = frozenset({"discussion", "vote"})
GAME: Final = frozenset({"discussion", "vote", "last-words"})  # where the game is played: no roster, no chat, no rules


@dataclass(frozen=True, slots=True)
class Lurking:
    """What lurking is.

    In a unit (`per`: stage, day, or any `hours` in a row) fewer than `posts` posts and, where `share` is not 0, fewer
    than that percentage of the average (`of`: all living, or those who posted). Posts of thread kinds `kinds` count,
    `topics_only`: only those that opened a thread. A post of fewer than `min_chars` characters is none; `discount`:
    padding is no character; `once`: a repeated post is none. Warning number `warnings` is no warning but `then`.
    `carry`: what was posted between two stages belongs to the later one. `start`: roster or day2.
    """

    per: Per = "none"
    posts: float = 5
    share: float = 0
    hours: float = 48
    of: str = "living"
    kinds: frozenset[str] = TALK_AND_VOTE
    topics_only: bool = False
    min_chars: float = 0
    discount: bool = False
    once: bool = False
    warnings: float = 2
    then: str = "replace"
    cap: bool = False
    carry: bool = False
    start: str = "roster"
    clauses: tuple[str, ...] = ()
    sanction: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """A rule set's terms.

    `sign_in` hours after the roster (0: no such rule). `pairing`: substitutes step in as they signed up, or as they
    replied (the longest silence goes first). `transition`: what one substitution adds to a running stage.
    """

    lurk: Lurking = Lurking()
    sign_in: float = 0
    inclusive: bool = True
    sign_in_clauses: tuple[str, ...] = ()
    vest_passes_on: bool = False  # from the rule set's book
    pairing: Literal["signed-up", "replied"] = "signed-up"
    pairing_clauses: tuple[str, ...] = ()
    transition: timedelta = timedelta(0)
    extension_clauses: tuple[str, ...] = ()
    house: Mapping[str, Any] = field(default_factory=dict)


_TWELVE_HOURS: Final = timedelta(hours=12)
_BY_RULES: Final[Mapping[str, Terms]] = {
    "game-twelve": Terms(
        Lurking("window", kinds=TALK, warnings=1, then="out", clauses=("G12-7.1.6",), leave=("G12-7.2",)),
        24,
        sign_in_clauses=("G12-4.2b", "G12-7.1.4"),
        pairing="replied",
        pairing_clauses=("G12-7.3b", "G12-7.3e"),
        transition=_TWELVE_HOURS,
        extension_clauses=("G12-4.6b",),
    ),
    "golden-bough": Terms(
        Lurking("window", kinds=TALK, warnings=1, then="out", clauses=("GB-8.1.6",), leave=("GB-8.2",)),
        24,
        sign_in_clauses=("GB-5.2", "GB-8.1.4"),
        pairing="replied",
        pairing_clauses=("GB-8.3a", "GB-8.3c"),
        transition=_TWELVE_HOURS,
        extension_clauses=("GB-5.6",),
    ),
    "nine-days": Terms(
        Lurking(
            "stage",
            share=20,
            carry=True,
            clauses=("ND-3.1.1",),
            sanction=("ND-3.1.2",),
            leave=("ND-3.1.4",),
        ),
        pairing_clauses=("ND-2.1.6",),
    ),
}


def terms_of(game: Game) -> Terms:
    """The terms of the game's rule set with what its house has set."""
    terms = _BY_RULES.get(game.rules, Terms())
    house = game.house
    hours = _given(house, "signin.hours", terms.sign_in)
    transition = terms.transition
    if game.rules == "golden-bough" and "gb.ext.hours" in house:
        transition = timedelta(hours=float(house["gb.ext.hours"]))
    return replace(
        terms,
        lurk=_lurking(terms.lurk, house),
        sign_in=hours,
        vest_passes_on=book_of(game).vest_passes_on,
        inclusive=bool(house.get("within.inclusive", True)),
        transition=transition,
        house=house,
    )


def _given(house: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    value = house.get(name, "by_rules")
    return otherwise if value == "by_rules" else value


def _lurking(lurk: Lurking, house: Mapping[str, Any]) -> Lurking:
    kinds, topics = _kinds(lurk, str(house.get("lurk.count", "by_variant")))
    per: Per = _given(house, "lurk.per", lurk.per)
    if house.get("nd.lurk.day") == "game_day" and "lurk.per" not in house:
        per = "day"
    return replace(
        lurk,
        per=per,
        posts=_given(house, "lurk.posts", lurk.posts),
        share=_given(house, "lurk.share", lurk.share),
        hours=_given(house, "lurk.hours", lurk.hours),
        of=str(house.get("nd.lurk.avg", lurk.of)),
        kinds=kinds,
        topics_only=topics,
        min_chars=house.get("lurk.min_chars", 0),
        discount=house.get("lurk.padding") == "discount",
        once=house.get("lurk.repeats") == "once",
        warnings=max(1, _given(house, "lurk.warnings", lurk.warnings)),
        then=_given(house, "lurk.then", lurk.then),
        cap=house.get("nd.lurk.cap") == "one_per_game_day",
        start=str(house.get("lurk.start", lurk.start)),
    )


def _kinds(lurk: Lurking, count: str) -> tuple[frozenset[str], bool]:
    if count == "all_posts":
        return EVERY_KIND, False
    if count in ("discussion", "topics_only"):
        return TALK, count == "topics_only"
    return lurk.kinds, False


# -- in words --------------------------------------------------------------------------------------------------------

_KINDS: Final = {
    "roster": "名单帖",
    "discussion": "讨论帖",
    "vote": "投票帖",
    "last-words": "遗言帖",
    "chat": "灌水帖",
    "rules": "规则帖",
}


def what_counts(lurk: Lurking) -> str:
    """What counts as a post, in one Chinese sentence for the head of the report."""
    where = "各种帖子" if lurk.kinds == EVERY_KIND else "、".join(_KINDS[k] for k in _KINDS if k in lurk.kinds)
    what = "开的主题" if lurk.topics_only else "每一帖"
    said = [f"活着的玩家用参赛账号在{where}里发的{what}"]
    if lurk.kinds != EVERY_KIND:
        others = [_KINDS[k] for k in ("roster", "vote", "chat") if k not in lurk.kinds]
        said.append(f"{'、'.join(others)}里的不算")
    said.append("代发的暗杀、查证、银针帖不算" if lurk.carry else "")
    if lurk.min_chars:
        said.append(f"不足 {lurk.min_chars:g} 个字的不算(标点、空白、表情不算字)")
    said.append("重复的字、纯表情、顶贴不算字" if lurk.discount else "")
    said.append("连发相同的帖算一帖" if lurk.once else "")
    said.append("两个环节之间(夜里)发的算到后一个环节" if lurk.carry else "")
    return "；".join(part for part in said if part)


def what_is_lurking(lurk: Lurking) -> str:
    """When a player lurks, in words; empty where the rules ask nothing."""
    if lurk.per == "none":
        return ""
    unit = {"stage": "一个环节", "day": "一天", "window": f"任何连续 {lurk.hours:g} 小时"}[lurk.per]
    share = f"，且少于平均数的 {lurk.share:g}%" if lurk.share and lurk.per != "window" else ""
    return f"{unit}内少于 {lurk.posts:g} 帖{share}"
