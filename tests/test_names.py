"""Who is meant: exact, folded, alias, number, piece; otherwise a question."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, NameFound
from parsers.folding import HOLE, fold, fold_chars, fold_name, squeeze
from parsers.names import Roster, Seat

SEATS = [
    Seat("江雪", ("雪雪", "jx"), 1),
    Seat("小光", (), 2),
    Seat("小光头", ("光头",), 3),
    Seat("貓眼石", ("貓",), 4),
    Seat("Old Ben", ("ben",), 5),
    Seat("[Kx]Moon", (), 6),
    Seat("六指琴魔", ("琴魔",), 7),
    Seat("三号楼", (), 8),
    Seat("橘子汽水", (), 9),
    Seat("橘子皮", (), 10),
    Seat("明月几时有", (), 11),
]
ROSTER = Roster.of(SEATS, ["司仪", "场务"])


def named(text: str, roster: Roster = ROSTER) -> tuple[str, tuple[str, ...]]:
    reading = read(text, roster, Context())
    return reading.kind, reading.targets or reading.candidates


SURE = [
    ("投江雪", "江雪"),
    ("投雪雪", "江雪"),
    ("投 江 雪", "江雪"),
    ("投JX", "江雪"),
    ("投ｊｘ", "江雪"),
    ("投猫眼石", "貓眼石"),
    ("投貓眼石", "貓眼石"),
    ("投猫", "貓眼石"),
    ("vote old ben", "Old Ben"),
    ("vote OldBen", "Old Ben"),
    ("投OLD  BEN", "Old Ben"),
    ("vote [kx]moon", "[Kx]Moon"),
    ("vote kxmoon", "[Kx]Moon"),
    ("投小光头", "小光头"),
    ("投小光", "小光"),
    ("投小光明天再看", "小光"),
    ("投2号", "小光"),
    ("投贰号", "小光"),
    ("投②", "小光"),
    ("投no.2", "小光"),
    ("投十一", "明月几时有"),
    ("投11号", "明月几时有"),
    ("投1号江雪", "江雪"),
    ("江雪（1号）", "江雪"),
    ("投明月", "明月几时有"),
    ("投琴魔", "六指琴魔"),
    ("投汽水", "橘子汽水"),
    ("投三号楼", "三号楼"),
]


@pytest.mark.parametrize(("text", "player"), SURE)
def test_one_player_is_meant(text: str, player: str) -> None:
    assert named(text)[1] == (player,)
    assert named(text)[0] in ("vote", "ambiguous" if "明天" in text else "vote")


ASKED = [
    ("投橘子", {"橘子汽水", "橘子皮"}),  # a piece of two names
    ("投江雨", {"江雪"}),  # one sign off: never by likeness alone
    ("投小光光", {"小光头", "小光"}),
    ("投三号", {"小光头", "三号楼"}),  # the seat, or the beginning of a name
    ("投2号江雪", {"小光", "江雪"}),  # number and name disagree
    ("投99号", set()),
    ("投0号", set()),
    ("投张三", set()),
    ("投5楼", set()),  # a floor is no seat
    ("投司仪", {"司仪"}),
]


@pytest.mark.parametrize(("text", "candidates"), ASKED)
def test_a_question_is_asked_with_whom_it_may_be(text: str, candidates: set[str]) -> None:
    kind, found = named(text)
    assert kind == "ambiguous"
    assert set(found) <= candidates if not candidates else set(found) & candidates


def test_a_floor_a_count_a_date_are_no_seats() -> None:
    for text in ("2楼说得对", "2票对3票", "今天2号", "2点了", "还有2个人", "第2天了", "2L", "22:02"):
        assert read(text, ROSTER, Context()).kind == "none", text


def test_without_numbers_a_number_only_suggests() -> None:
    roster = Roster.of([Seat("江雪"), Seat("小光")])
    assert named("2", roster) == ("ambiguous", ("小光",))
    unordered = Roster.of([Seat("江雪"), Seat("小光")], ordered=False)
    assert named("2", unordered) == ("ambiguous", ())


def found_in(text: str) -> list[NameFound]:
    return [name for said in read(text, ROSTER, Context()).statements for name in said.names]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我[b]投[/b] 江　雪！", "江　雪"),
        ("[quote]投小光[/quote]投 貓[i]眼[/i]石", "貓[i]眼[/i]石"),
        ("投&#27743;雪", "&#27743;雪"),
        ("先说一句，vote ＯＬＤ　Ｂｅｎ", "ＯＬＤ　Ｂｅｎ"),
        ("投\u200b江\u200b雪\u200b", "江\u200b雪"),
    ],
)
def test_the_words_stand_where_they_stood(text: str, words: str) -> None:
    assert [text[name.start : name.end] for name in found_in(text)] == [words]


def test_names_that_fold_together_clash() -> None:
    roster = Roster.of(
        [Seat("猫头鹰"), Seat("貓頭鷹"), Seat("ABC", ("小甲",)), Seat("ａｂｃ"), Seat("小乙", ("小甲",))]
    )
    assert set(roster.clashes) == {("猫头鹰", "貓頭鷹"), ("ABC", "ａｂｃ"), ("ABC", "小乙")}


def test_a_name_is_its_owners_whoever_else_is_called_so() -> None:
    roster = Roster.of([Seat("老猫"), Seat("大橘", ("老猫",))])
    assert named("投老猫", roster) == ("vote", ("老猫",))
    assert roster.clashes == (("老猫", "大橘"),)


def test_an_alias_of_two_is_a_question() -> None:
    roster = Roster.of([Seat("大熊", ("熊",)), Seat("小熊", ("熊",))])
    assert named("投熊", roster) == ("ambiguous", ("大熊", "小熊"))


@pytest.mark.parametrize(
    ("one", "other"), [("Mr.Bottle", "Mr.BottIe"), ("K0ala", "Koala"), ("未来", "末来"), ("小李", "小季")]
)
def test_lookalikes_are_warned_of(one: str, other: str) -> None:
    assert Roster.of([Seat(one), Seat(other)]).lookalikes == ((one, other),)
    assert Roster.of([Seat(one), Seat("完全两样")]).lookalikes == ()


@pytest.mark.parametrize("other", ["Mr.BottIe", "Mr Botle", "mister bottle"])
def test_a_lookalike_is_never_taken_for_the_player(other: str) -> None:
    assert named(f"vote {other}", Roster.of([Seat("Mr.Bottle"), Seat("阿七")]))[0] == "ambiguous"


def test_signs_that_mean_something_in_a_pattern_are_letters_of_a_name() -> None:
    for odd in ("(^_^)", "a.b*c", "C++", "$x", "阿[七]", "…", "[b]", "小\\猫", "*", "?"):
        roster = Roster.of([Seat(odd), Seat("阿八")])
        assert named("投阿八", roster) == ("vote", ("阿八",)), odd


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6, unique_by=fold_name), st.text(max_size=30))
@settings(max_examples=80, deadline=None)
def test_any_names_make_a_roster(names: list[str], text: str) -> None:
    roster = Roster.of([Seat(name) for name in names])
    read(text, roster, Context())
    read("投" + names[0], roster, Context())


@given(st.text(alphabet=st.sampled_from("投江雪 　\u200b\nＡb貓&;[]0"), max_size=40))
@settings(max_examples=150, deadline=None)
def test_a_fold_keeps_every_place(text: str) -> None:
    folded = fold(text)
    assert len(fold_chars(text)) == len(text) == folded.size
    for at, char in enumerate(folded.text):
        start, end = folded.span(at, at + 1)
        assert end == start + 1 or char == " "
        assert fold_chars(text[start:end])[:1] in (char, " ")


def test_squeezing_keeps_blanks_between_latin_words_only() -> None:
    assert squeeze(fold_chars("Old  Ben 投 江 雪")).text == "old ben投江雪"
    assert squeeze(f"投{HOLE}{HOLE}江").span(1, 2) == (3, 4)


def test_judges_are_no_players() -> None:
    assert ROSTER.is_judge("司仪")
    assert not ROSTER.is_judge("江雪")
    assert not ROSTER.is_judge(None)
    assert ROSTER.player("ＪＸ") == "江雪"
    assert ROSTER.player("司仪") is None
