"""no-casualties: what the imprisoned, the unconscious, the mad and the expelled may post."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta

from parsers.ballots.reading import Context
from parsers.folding import fold_chars
from parsers.names import Roster
from parsers.posts import Post
from referee import moment
from referee.audits.record import Record, Said, between
from referee.audits.speech.signs import Signs
from referee.audits.terms import GAME
from referee.audits.values import Speech
from referee.rulebook import clause
from referee.tally import StageWindow

CAP = 20
SILENT_HOURS = timedelta(hours=12)
MAY = frozenset("啊嗷嘎咕呱哼咴叽啾喵咩哞喔汪喳吱")


# -- imprisoned ------------------------------------------------------------------------------------------------------


@clause("NC-state-prison", asks="audit")
def imprisoned(record: Record, signs: Signs) -> Iterator[Speech]:
    """The imprisoned may post twenty times a discussion day, from the day after on; ballots are not counted."""
    for seat in record.seats:
        for day in _days(record):
            assert day.opens is not None
            assert day.closes is not None
            if record.status(seat, day.opens).state != "imprisoned":
                continue
            posts = [
                said
                for said in between(record.by_seat[seat], day.opens, day.closes, record.boundary)
                if _is_capped(record, said, day)
            ]
            for number, said in enumerate(posts[CAP:], CAP + 1):
                reason = f"囚禁者第 {day.day} 天的第 {number} 帖，至多 {CAP} 帖"
                yield Speech(said.post.author, said.post, "breach", ("NC-state-prison",), reason, at=said.at)


def _is_capped(record: Record, said: Said, day: StageWindow) -> bool:
    if record.game.house.get("nc.cap.count") == "all":
        return bool(said.kinds & GAME)
    return "discussion" in said.kinds and not ("vote" in said.kinds and _is_ballot(record, said, day))


def _days(record: Record) -> list[StageWindow]:
    """The discussion days: the stages, one a day, from the first opening to the last close of that day."""
    found: dict[object, StageWindow] = {}
    for window in record.windows:
        key = window.day if window.day is not None else window.id
        known = found.get(key)
        if known is None:
            found[key] = window
        elif known.closes and window.closes and window.closes > known.closes:
            found[key] = StageWindow(known.id, known.kind, known.opens, window.closes, None, known.day)
    return list(found.values())


# -- unconscious -----------------------------------------------------------------------------------------------------


@clause("NC-state-faint", asks="audit")
def unconscious(record: Record, signs: Signs) -> Iterator[Speech]:
    """The unconscious do not speak in the first twelve hours of any discussion day; a ballot is no speech."""
    barred = record.game.house.get("nc.faint.vote") == "barred"
    for day in _days(record):
        begins = _silence_begins(record, day)
        for seat in record.seats:
            for said in between(record.by_seat[seat], day.opens or begins, begins + SILENT_HOURS, "half_open"):
                if not said.kinds & GAME or record.status(seat, said.at).state != "faint":
                    continue
                if "vote" in said.kinds and not barred and _is_ballot(record, said, day):
                    continue
                reason = f"昏厥者在第 {day.day} 天的前 12 小时里发言(到 {begins + SILENT_HOURS:%m-%d %H:%M})"
                yield Speech(said.post.author, said.post, "breach", ("NC-state-faint",), reason, at=said.at)


def _silence_begins(record: Record, day: StageWindow) -> datetime:
    assert day.opens is not None
    if record.game.house.get("nc.faint.from") == "09:30":
        return day.opens.replace(hour=9, minute=30, second=0, microsecond=0)
    return day.opens


def _is_ballot(record: Record, said: Said, day: StageWindow) -> bool:
    from parsers.ballots.reader import read

    context = Context(thread="vote", author=said.seat, stage=day.kind, state="昏厥")
    return read(said.post.text, _roster(record), context).kind in ("vote", "change", "abstain", "unvote")


def _roster(record: Record) -> Roster:
    if "roster" not in record.kept:
        record.kept["roster"] = Roster.of(moment.roster(record.game, record.as_of), record.game.judges)
    found: Roster = record.kept["roster"]
    return found


# -- mad -------------------------------------------------------------------------------------------------------------

_SMILEYS = re.compile(r"\{:\d+_\d+:\}|\[s:\d+\]|\[(?:表情|smile|em)[^\[\]]{0,12}\]", re.I)
_FIELD = r"(?:投票对象|投票目标)\s*[:：]?\s*"
_WORDS = r"(?:我?(?:改投|改票|投票|投给|投)(?:给|为|至)?|弃权|弃票)\s*[:：]?\s*"


@clause("NC-state-mad", asks="audit")
def mad(record: Record, signs: Signs) -> Iterator[Speech]:
    """The mad write smilies, blanks, line breaks and sixteen characters, nothing else but the name they vote for."""
    for seat in record.seats:
        if not any(status.mad for status in record.courses[seat].status):
            continue
        for said in record.by_seat[seat]:
            if said.kinds & GAME and record.status(seat, said.at).mad:
                yield from _as_mad(record, said)


def _as_mad(record: Record, said: Said) -> Iterator[Speech]:
    """One post, in every wording that was kept: what may not be written is not made good by an edit."""
    for post in (said.post, *said.versions):
        wrong, doubtful = forbidden(record, post, "vote" in said.kinds)
        if wrong or doubtful:
            verdict = "breach" if wrong else "flagged"
            shown = " ".join(f"「{sign}」" for sign in wrong or doubtful)
            reason = f"癫狂者不得写 {shown}" + ("" if wrong else "；只是投票的话，由法官看")
            yield Speech(said.post.author, said.post, verdict, ("NC-state-mad",), reason, at=said.at)
            return


def forbidden(record: Record, post: Post, voting: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters a mad player may not write, each once, in order; and those of words that only go with a ballot.

    In a vote thread the name voted for (and the field it is asked for in) is free.
    """
    text = _SMILEYS.sub("", "\n".join((post.text, *post.struck)))
    if not voting:
        return _odd(text), ()
    names = _names(record)
    bare = _without(text, f"(?:{_FIELD})(?:{names}|弃权|弃票)|(?:{names})")
    wrong = _odd(_without(bare, _WORDS))
    return (wrong, ()) if wrong else ((), _odd(bare))


def _without(text: str, pattern: str) -> str:
    """The text without what the pattern finds in it, however it is spelt."""
    kept, start = [], 0
    for found in re.finditer(pattern, fold_chars(text)):
        kept.append(text[start : found.start()])
        start = found.end()
    return "".join((*kept, text[start:]))


def _names(record: Record) -> str:
    roster = _roster(record)
    numbers = "|".join(rf"{number}\s*号" for number in sorted(roster.numbers, reverse=True))
    return f"{roster.pattern}|{numbers}" if numbers else roster.pattern


def _odd(text: str) -> tuple[str, ...]:
    """Every character that is none of the sixteen (in either script), no blank, no pictograph; each once."""
    return tuple(dict.fromkeys(sign for sign in text if not (sign in MAY or fold_chars(sign) in MAY or _free(sign))))


def _free(sign: str) -> bool:
    """Blanks, pictographs and what nobody sees."""
    return (
        sign.isspace()
        or unicodedata.category(sign) in ("Cf", "Mn")
        or (unicodedata.category(sign) in ("So", "Sk") and ord(sign) > 0x1F000)
    )


# -- expelled --------------------------------------------------------------------------------------------------------


@clause("NC-penalty", asks="audit")
def expelled(record: Record, signs: Signs) -> Iterator[Speech]:
    """Who was expelled neither discusses nor votes any more, not even last words."""
    for seat in record.seats:
        for said in record.by_seat[seat]:
            if said.kinds & GAME and record.status(seat, said.at).state in ("expelled", "left"):
                yield Speech(said.post.author, said.post, "breach", ("NC-penalty",), "罚下的角色不得发言", at=said.at)
