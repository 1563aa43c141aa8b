"""Laws of reading: what must not change a ballot does not, and what must, does."""

from __future__ import annotations

import time
from collections.abc import Callable

import opencc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.ballots.own_words import own_words
from parsers.ballots.quiet import ear
from parsers.ballots.reader import read, read_closely
from parsers.ballots.reading import Context, Reading
from parsers.ballots.strange import holds_picture
from parsers.folding import fold, fold_chars
from parsers.names import Roster, Seat
from tests.support.readings import BALLOTS, phrases, roster

QUICK = settings(max_examples=60, deadline=None)
NAMES = ("江雪", "大熊", "大熊猫", "风铃草", "老魏", "Tom", "七夕")
ROSTER = Roster.of([Seat(name, (), number) for number, name in enumerate(NAMES, 1)], ["司仪"])
VOTER = Context(author="老魏")
SHAPES = (
    "投{}",
    "我投{}",
    "投票：{}",
    "票{}",
    "{}一票",
    "我这一票给{}",
    "想了很久，还是投{}",
    "改投{}",
    "改票：{}",
    "投票对象：{}\n理由：发言太少",
    "{}",
    "就{}吧",
)
TALK = (
    "今天天气真好",
    "大家晚上好",
    "刚下班，先看帖",
    "这局好难猜",
    "哈哈哈哈",
    "分析晚点发",
    "楼上说得有道理",
    "有没有人整理一下发言",
    "剧情写得不错",
)
shapes, names, talk = st.sampled_from(SHAPES), st.sampled_from(NAMES), st.sampled_from(TALK)


def said(text: str) -> tuple[str, tuple[str, ...]]:
    reading = read(text, ROSTER, VOTER)
    kind = "vote" if reading.kind == "change" else reading.kind
    return kind, reading.targets


@given(shapes, names, st.lists(talk, max_size=3), st.lists(talk, max_size=3))
@QUICK
def test_talk_around_a_ballot_never_changes_it(shape: str, name: str, before: list[str], after: list[str]) -> None:
    ballot = shape.format(name)
    assert said("\n".join([*before, ballot, *after])) == said(ballot) == ("vote", (name,))


@given(shapes, names, st.sampled_from(NAMES), st.sampled_from(SHAPES))
@QUICK
def test_quoting_a_ballot_never_changes_it(shape: str, name: str, other: str, quoted: str) -> None:
    words = quoted.format(other)
    for quote in (
        f"[quote]{other} 发表于 2012-3-4 20:11\n{words}[/quote]\n",
        f"> {words.replace(chr(10), ' ')}\n",
        f"[s]{words}[/s]",
    ):
        assert said(quote + shape.format(name)) == ("vote", (name,))
        assert said(quote + "今天先不说了")[0] == "none"


BLANKS = ("", " ", "\u3000", "\u200b", "\xa0")


@given(shapes.filter(lambda shape: "\n" not in shape), names.filter(lambda name: not name.isascii()), st.data())
@QUICK
def test_blanks_and_unseen_signs_inside_never_change_it(shape: str, name: str, data: st.DataObject) -> None:
    ballot = shape.format(name)
    strewn = "".join(char + data.draw(st.sampled_from(BLANKS)) for char in ballot)
    assert said(strewn) == said(ballot)


WRAPS: dict[str, Callable[[str], str]] = {
    "bold": lambda text: f"[b]{text}[/b]",
    "colour": lambda text: f"[size=5][color=#ff0000]{text}[/color][/size]",
    "a sign in bold": lambda text: f"[b]{text[0]}[/b]{text[1:]}",
    "smiley": lambda text: f"{text}[em05]",
    "emoji": lambda text: f"{text}😂👍",
    "shouting": lambda text: f"{text}！！！",
    "entities": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "traditional": opencc.OpenCC("s2t").convert,
    "wide": lambda text: "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text),
}


@pytest.mark.parametrize("wrap", WRAPS)
def test_dress_never_changes_a_ballot(wrap: str) -> None:
    for shape in SHAPES:
        for name in NAMES:
            assert said(WRAPS[wrap](shape.format(name))) == ("vote", (name,)), (wrap, shape, name)


NICKNAMES = ("小鹿", "阿呆", "墨水瓶", "Kitty", "老北京", "西瓜汁", "四眼", "云中君", "Q先生", "糯米", "不二", "给力")


@given(shapes, names, st.permutations(NICKNAMES))
@QUICK
def test_renaming_the_players_renames_the_ballot(shape: str, name: str, order: list[str]) -> None:
    anew = dict(zip(NAMES, order, strict=False))
    renamed = Roster.of([Seat(anew[seat.name], (), seat.number) for seat in ROSTER.seats])
    reading = read(shape.format(anew[name]), renamed, Context(author=anew["老魏"]))
    assert reading.targets == tuple(anew[target] for target in said(shape.format(name))[1])


ASIDE = (
    "不投{}",
    "别投{}",
    "昨天投了{}",
    "为什么投{}？",
    "{}，你怎么看？",
    "如果{}不来我就投他",
    "{}说投江雪",
    "投{}的人出来",
)


@given(st.sampled_from(ASIDE), names)
@QUICK
def test_what_is_denied_past_asked_or_told_is_never_counted(shape: str, name: str) -> None:
    assert read(shape.format(name), ROSTER, VOTER).kind not in BALLOTS


def test_talk_put_aside_unread_would_read_as_nothing() -> None:
    for phrase in phrases():
        folded = fold(own_words(phrase.text))
        if ear(roster(phrase.roster)).quiet(folded) and not holds_picture(phrase.text):
            closely = read_closely(phrase.text, folded, roster(phrase.roster), phrase.context)
            assert closely.kind == "none", phrase.text


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_and_keeps_its_places(text: str) -> None:
    assert len(own_words(text)) == len(fold_chars(text)) == len(text)
    reading = read(text, ROSTER, VOTER)
    assert reading.quote in text
    assert set(reading.targets) <= {*NAMES, "弃权"}


@given(
    st.lists(st.sampled_from("投票改弃权我你不是昨天大熊猫江雪，。？！：“”（）[]s/quote\n 3号一→"), max_size=40).map(
        "".join
    )
)
@settings(max_examples=200, deadline=None)
def test_any_heap_of_voting_words_is_read(text: str) -> None:
    assert isinstance(read(text, ROSTER, VOTER), Reading)


FLOODS = ("投江", "改票", "投江雪\n", "投江雪，", "江雪、", "“投江雪”", "谁", "江雪->", "代江雪", "推 a: 投\n")
MARKUP = (
    "[quote]",
    "[quote][/quote]",
    "[b]",
    "[s]投",
    "[",
    "引用第1楼江\n",
    "(",
    "- ",
    "&#30333;",
    "> 投\n",
    "《",
    "0 ",
)


@pytest.mark.parametrize(("unit", "size"), [*((u, 1_000_000) for u in FLOODS), *((u, 200_000) for u in MARKUP)])
def test_reading_is_linear(unit: str, size: int) -> None:
    """A megabyte of near-ballots takes well under a second of an idle machine."""
    flood = unit * (size // len(unit.encode()))
    start = time.process_time()
    read(flood, ROSTER, VOTER)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("unit", ["投江雪，", "江雪，", "我说投江雪吧，", "改投江雪\n", "江雪他昨天投了大熊。"])
def test_twice_the_text_takes_twice_the_time(unit: str) -> None:
    def spent(times: int) -> float:
        start = time.process_time()
        read(unit * times, ROSTER, VOTER)
        return time.process_time() - start

    spent(10)
    once, twice = min(spent(250) for _ in range(3)), min(spent(500) for _ in range(3))
    assert twice < 4 * once + 0.02
