"""诈尸: what the dead may post. Last words, short replies, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from referee import moment
from referee.audits.lurking import units
from referee.audits.measure import characters
from referee.audits.record import GONE, Record, Said, between
from referee.audits.speech.days import by_night, died, first_night, first_words
from referee.audits.speech.mourning import silence_since
from referee.audits.speech.signs import Signs
from referee.audits.terms import GAME
from referee.audits.values import Speech
from referee.game import Event
from referee.rulebook import clause

SHORT = 200  # characters of a short reply (C-G12-32)
LAST_WORDS_AFTER = timedelta(
    hours=8
)  # nine-days: the night's first eight hours are for powers, the rest for last words


def posts_of_the_dead(record: Record) -> Iterator[tuple[str, Said]]:
    """Every post of an account whose seat had been announced dead (left, expelled), where the game is played."""
    for seat in record.seats:
        if died(record, seat) is None:
            continue
        for said in record.by_seat[seat]:
            if said.kinds & GAME and record.status(seat, said.at).state in GONE:
                yield seat, said


def short_limit(record: Record) -> float:
    """How long a short reply may be."""
    return float(record.game.house.get("zombie.short_limit", SHORT))


# -- game-twelve -----------------------------------------------------------------------------------------------------


@clause("G12-5.2c", asks="audit")
def game_twelve(record: Record, signs: Signs) -> Iterator[Speech]:
    """An execution leaves nothing more to say. A dead player's post that is not his last words is 诈尸."""
    words = LastWords()
    for seat, said in posts_of_the_dead(record):
        if _allowed_g12(record, seat, said, words) or summoned(record, seat, said):
            continue
        if not _silent_for(record, seat):
            continue
        yield _zombie(record, said, ("G12-5.2c",), "G12-5.3a")


@clause("G12-5.3a", asks="audit")
def _zombie(record: Record, said: Said, clauses: tuple[str, ...], limit_clause: str) -> Speech:
    """The dead open no topics; short replies are let pass, long ones the judge moves away."""
    if said.opening:
        return Speech(said.post.author, said.post, "breach", (limit_clause, *clauses), "死者开主题", at=said.at)
    length = characters(said.post.text)
    if length > short_limit(record):
        reason = f"死者的长篇跟帖({length} 字，超过 {short_limit(record):g} 字)"
        return Speech(said.post.author, said.post, "flagged", (limit_clause, *clauses), reason, at=said.at)
    return Speech(said.post.author, said.post, "flagged", clauses, f"诈尸：死者的短跟帖({length} 字)", at=said.at)


class LastWords:
    """Which threads hold each dead player's last words: the one topic he opened, a common thread for them, or wherever
    he says that these are his last words."""

    def __init__(self) -> None:
        self.topic: dict[str, str] = {}
        self.common: set[tuple[str, str]] = set()

    def take(self, seat: str, said: Said) -> bool:
        """Whether a post is part of his last words, in the time for them; the first topic he opens is his one."""
        if said.opening:
            return self.topic.setdefault(seat, said.post.thread) == said.post.thread
        if self.topic.get(seat) == said.post.thread:
            return True
        if "last-words" in said.kinds or "遗言" in said.post.text:
            self.common.add((seat, said.post.thread))
        return self.hold(seat, said)

    def hold(self, seat: str, said: Said) -> bool:
        """Whether a post stands in a thread that already holds them."""
        return self.topic.get(seat) == said.post.thread or (seat, said.post.thread) in self.common


@clause("G12-5.2a", asks="audit")
@clause("G12-5.2b", asks="audit")
def _allowed_g12(record: Record, seat: str, said: Said, words: LastWords) -> bool:
    """A night's victim may open one topic of last words in the day after his death and name his killer; he may name
    another, that same day only."""
    due = first_words(record, seat)
    if due is None or not due[0].at <= said.at < due[1]:
        return False
    return words.take(seat, said)


@clause("G12-5.3b", asks="audit")
def summoned(record: Record, seat: str, said: Said) -> bool:
    """Who was summoned to vote is free of all that while the summoning lasts."""
    for event in moment.events(record.game, record.as_of, "summon"):
        if (
            seat in moment.about(event)
            and event.at <= said.at
            and said.at <= (event.until or _stage_end(record, event))
        ):
            return True
    return False


def _stage_end(record: Record, event: Event) -> datetime:
    return next((w.closes for w in record.windows if w.id == event.stage and w.closes), event.at + timedelta(hours=24))


def _silent_for(record: Record, seat: str) -> bool:
    """The house may bind only those whose identity was announced: the executed (C-G12-21)."""
    event = died(record, seat)
    only_known = record.game.house.get("g12.zombie.scope") == "identity_known_only"
    return not only_known or (event is not None and event.kind == "execution")


# -- golden-bough ----------------------------------------------------------------------------------------------------


@clause("GB-6.2b", asks="audit")
@clause("GB-6.3a", asks="audit")
def golden_bough(record: Record, signs: Signs) -> Iterator[Speech]:
    """Only the night's victims have last words. The dead open no topics and, if they post at all, are brief: 诈尸."""
    silence = silence_since(record)
    words = LastWords()
    for seat, said in posts_of_the_dead(record):
        if _free(record, seat, said) or _allowed_gb(record, seat, said, words):
            continue
        if silence and said.at >= silence and not said.opening:
            continue  # then only analysis matters, and that is looked for there
        yield _zombie(record, said, ("GB-6.2b",), "GB-6.3a")


@clause("GB-6.3b", asks="audit")
def _free(record: Record, seat: str, said: Said) -> bool:
    """The first night's victims speak like the living through the day after their death, its runoff included."""
    due = first_words(record, seat)
    return due is not None and first_night(record, due[0]) and due[0].at <= said.at < due[1]


@clause("GB-6.2a", asks="audit")
def _allowed_gb(record: Record, seat: str, said: Said, words: LastWords) -> bool:
    """A night's victim may open one topic of last words in the day after; he may change whom he accuses at any time."""
    due = first_words(record, seat)
    if due is None:
        return False
    return words.hold(seat, said) or (due[0].at <= said.at < due[1] and words.take(seat, said))


# -- nine-days -------------------------------------------------------------------------------------------------------


@clause("ND-2.1", asks="audit")
@clause("ND-2.3.2.2c", asks="audit")
def nine_days(record: Record, signs: Signs) -> Iterator[Speech]:
    """The dead neither discuss nor vote, the executed have no last words; in the chat they watch what they say."""
    for seat in record.seats:
        event = died(record, seat)
        if event is None:
            continue
        allowed = {id(said) for said in _last_words(record, seat)}
        for said in record.by_seat[seat]:
            if said.at < event.at or id(said) in allowed or record.status(seat, said.at).state not in GONE:
                continue
            if said.kinds & GAME:
                yield Speech(seat_name(said), said.post, "breach", ("ND-2.1",), "死者不得发言", at=said.at)
            elif "chat" in said.kinds and (why := signs.analyses(said.post.text, short_limit(record))):
                yield Speech(seat_name(said), said.post, "flagged", ("ND-2.1",), f"死者在灌水帖里{why}", at=said.at)
        yield from _copies(record, seat)


def seat_name(said: Said) -> str:
    """The account that posted."""
    return said.post.author


def _words_time(record: Record, seat: str) -> tuple[datetime, datetime] | None:
    """From when to when a night's victim may post his last words: the later part of the night he died in."""
    event = died(record, seat)
    if event is None or not by_night(event):
        return None
    before = [unit.closes for unit in units(record) if unit.closes <= event.at]
    after = [unit.opens for unit in units(record) if unit.opens >= event.at]
    opens = min(after, default=event.at)
    if opens - event.at > timedelta(hours=24):
        opens = event.at
    night = max(before, default=opens - timedelta(hours=24))
    night = max(night, opens - timedelta(hours=24))
    return night + LAST_WORDS_AFTER, opens


def _last_words(record: Record, seat: str) -> list[Said]:
    """The posts that are his last words: the first in each kind of thread in that time."""
    time = _words_time(record, seat)
    if time is None:
        return []
    found: dict[str, Said] = {}
    for said in between(record.by_seat[seat], *time):
        kind = _place(said)
        if said.kinds & GAME and (kind not in found or _says_so(said) > _says_so(found[kind])):
            found[kind] = said
    return list(found.values())


def _place(said: Said) -> str:
    return "vote" if "vote" in said.kinds else "discussion"


def _says_so(said: Said) -> bool:
    return "遗言" in said.post.text


@clause("ND-2.3.2.2b", asks="audit")
def _copies(record: Record, seat: str) -> Iterator[Speech]:
    """A night's victim posts his last words once in the discussion and once in the vote thread, himself."""
    time = _words_time(record, seat)
    if time is None or not record.over(time[1]):
        return
    posted = {_place(said) for said in _last_words(record, seat)}
    if posted and record.game.house.get("nd.lastwords") == "one_total":
        return
    for kind, title in (("discussion", "讨论帖"), ("vote", "投票帖")):
        if kind in posted or not _was_there(record, kind, time[0]):
            continue
        clauses = ("ND-2.3.2.2b",)
        yield Speech(seat, None, "missing", clauses, f"{title}里没有遗言({time[0]:%m-%d %H:%M} 起)", at=time[1])


def _was_there(record: Record, kind: str, when: datetime) -> bool:
    """Whether a thread of that kind had been opened by then: nothing is missed in threads that were not handed in."""
    firsts = [next((p.time for p in t.posts if p.time), None) for t in record.threads if t.kind == kind]
    return any(first is not None and first.when <= when for first in firsts)
