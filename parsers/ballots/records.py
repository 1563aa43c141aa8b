"""One question to the reader as a JSON record, and its answer as another (referee explain --jsonl)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat


class BadRecord(ValueError):
    """A line that is no question; says in Chinese what is wrong with it."""


@dataclass(slots=True)
class Answerer:
    """Answers record after record; a roster that comes again is compiled once."""

    rosters: dict[str, Roster] = field(default_factory=dict)

    def answer(self, line: str) -> dict[str, Any]:
        """The answer to one line of JSON. Raises BadRecord."""
        record = _record(line)
        return {"id": record.get("id"), **answered(self._read(record))}

    def read(self, line: str) -> Reading:
        """The reading of one line of JSON. Raises BadRecord."""
        return self._read(_record(line))

    def _read(self, record: dict[str, Any]) -> Reading:
        return read(record["text"], self._roster(record), _context(record.get("context") or {}))

    def _roster(self, record: dict[str, Any]) -> Roster:
        key = json.dumps([record.get("roster"), record.get("judges")], ensure_ascii=False)
        if key not in self.rosters:
            if len(self.rosters) > 200:
                self.rosters.clear()
            self.rosters[key] = Roster.of([_seat(one) for one in _list(record, "roster")], _words(record, "judges"))
        return self.rosters[key]


def _record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise BadRecord(f"不是 JSON：{fault}") from None
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise BadRecord("没有 text：每行要有一个对象，其中 text 是帖子的文字")
    return record


def answered(reading: Reading) -> dict[str, Any]:
    """A reading as JSON: the keys others rely on, then candidates and the words it was read from."""
    return {
        "kind": reading.kind,
        "targets": list(reading.targets),
        "old": "、".join(reading.old) or None,
        "proxies": [{"voter": voter, "target": target} for voter, target in reading.proxies],
        "why": reading.why,
        "candidates": list(reading.candidates),
        "quote": reading.quote,
    }


def _list(record: dict[str, Any], key: str) -> list[Any]:
    value = record.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadRecord(f"{key} 要是一个列表")
    return value


def _words(record: dict[str, Any], key: str) -> tuple[str, ...]:
    """A name or a list of names; missing and null are none."""
    value = record.get(key)
    words = [value] if isinstance(value, str) else _list(record, key)
    if not all(isinstance(word, str) for word in words):
        raise BadRecord(f"{key} 里要是名字")
    return tuple(words)


def _seat(one: Any) -> Seat:
    if isinstance(one, str):
        return Seat(one)
    if not isinstance(one, dict) or not isinstance(one.get("name"), str):
        raise BadRecord("roster 里每人要有 name")
    number = one.get("number")
    if isinstance(number, str) and number.isdigit():
        number = int(number)
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise BadRecord(f"{one['name']} 的 number 不是整数")
    return Seat(one["name"], _words(one, "aliases"), number)


def _context(given: Any) -> Context:
    if not isinstance(given, dict):
        raise BadRecord("context 要是一个对象")
    candidates = given.get("candidates")
    opener = given.get("op")
    return Context(
        thread="talk" if given.get("thread") == "talk" else "vote",
        author=_text(given, "author"),
        stage=_text(given, "stage"),
        also_open=_words(given, "also_open"),
        names_per_ballot=_number(given, "names_per_ballot"),
        standing=_words(given, "standing"),
        candidates=None if candidates is None else _words(given, "candidates"),
        jury=_words(given, "jury"),
        sheriff=_text(given, "sheriff"),
        dead=_words(given, "dead"),
        state=_text(given, "state"),
        op=opener is True or (isinstance(opener, str) and opener == given.get("author")),
        prev_vote=_text(given, "prev_vote"),
        edited=bool(given.get("edited")),
        hidden=bool(given.get("hidden")),
        called_dead=_words(given, "called_dead"),
        changes_used=_number(given, "changes_used"),
        abstain_allowed=given.get("abstain_allowed"),
    )


def _text(given: dict[str, Any], key: str) -> str | None:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise BadRecord(f"context.{key} 要是文字")
    return value


def _number(given: dict[str, Any], key: str) -> int | None:
    value = given.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise BadRecord(f"context.{key} 要是整数")
    return value
