"""The reader against the corpus: what it counts is right, what it cannot know it asks, what is talk it leaves alone."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from parsers.ballots.records import Answerer
from tests.support.readings import CORPUS, phrases, worth

FILES = sorted(path.stem for path in CORPUS.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES)
def test_nothing_wrong_nothing_missed_and_little_asked(file: str) -> None:
    counted: Counter[str] = Counter()
    faults = []
    for phrase in phrases(file):
        reading = phrase.read()
        verdict = worth(reading, phrase.expected)
        counted[verdict] += 1
        if verdict in ("wrong", "missed"):
            faults.append(f"{verdict} {phrase.id} {phrase.text!r}: {reading.kind} {reading.targets} ({reading.why})")
    assert not faults, "\n".join(faults)
    assert counted["asked"] <= 0.05 * counted.total()


def test_talk_is_never_counted() -> None:
    talk = [phrase for phrase in phrases() if phrase.expected["kind"] == "none" and "also" not in phrase.expected]
    assert len(talk) >= 300
    assert [p.text for p in talk if p.read().kind in ("vote", "change", "abstain", "unvote", "delegate")] == []


def test_every_answer_says_why() -> None:
    silent = [phrase.text for phrase in phrases() if not phrase.read().why]
    assert silent == []


def test_the_words_read_are_words_of_the_post() -> None:
    for phrase in phrases():
        reading = phrase.read()
        assert reading.quote in phrase.text
        for said in reading.statements:
            assert 0 <= said.start <= said.end <= len(phrase.text)
            assert all(0 <= name.start < name.end <= len(phrase.text) for name in said.names)


def test_the_handed_out_phrases_when_they_are_there() -> None:
    shared = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).parents[2] / "shared")
    if not (shared / "votes" / "phrases.jsonl").is_file():
        pytest.skip("no handed-out phrases here")
    answerer = Answerer()
    counted: Counter[str] = Counter()
    for line in (shared / "votes" / "phrases.jsonl").read_text(encoding="utf-8").splitlines():
        counted[worth(answerer.read(line), json.loads(line)["expected"])] += 1
    assert (counted["wrong"], counted["missed"]) == (0, 0)
    assert counted["asked"] <= 0.05 * counted.total()
