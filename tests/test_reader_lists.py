"""Ballots of several names: a list is read whole or asked about, never in part, however it is laid out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat

POOLS = (
    ("松", "鹤", "梅花", "石桥", "晚风", "阿灯", "Nemo", "渡口"),
    ("东坡", "放翁", "易安", "稼轩", "少游", "山谷", "半山", "六一"),
)
SEPARATORS = (
    "、",
    "，",
    "；",
    " ",
    "\n",
    "/",
    "+",
    " | ",
    "¦",
    "·",
    " > ",
    "～",
    "-",
    "，还有",
    "以及",
    "、再加",
    "和",
)
ORDINALS = (
    ("", "", ""),
    ("1.", "2.", "3."),
    ("1、", "2、", "3、"),
    ("①", "②", "③"),
    ("【1】", "【2】", "【3】"),
    ("（1）", "（2）", "（3）"),
    ("A.", "B.", "C."),
    ("一、", "二、", "三、"),
    ("首选", "次选", "再选"),
    ("第一票", "第二票", "第三票"),
    ("@", "@", "@"),
)
BEHIND = ("", "√", "（发言稳）", "：敢说话", " 一票", ":1")
LABELS = ("", "选", "我投", "选举票：", "我的三票：\n", "【选举】", "投票对象：")
TAILS = ("", "。", "，谢谢", " 完毕", "\n辛苦司仪", "。今天先这样")
CHATTER = ("", "\n刚下班，先看帖", "\n今晚月色不错。", "\n祝游戏愉快", "\n明天还要早起。", "\n这局真长！")


def elect(text: str, roster: Roster, names: int = 3) -> Reading:
    return read(text, roster, Context(stage="election", names_per_ballot=names))


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Roster, tuple[str, ...], str]:
    pool = draw(st.permutations(draw(st.sampled_from(POOLS))))
    chosen = tuple(draw(st.permutations(pool))[:3])
    before, behind = draw(st.sampled_from(ORDINALS)), draw(st.sampled_from(BEHIND))
    items = [f"{mark}{name}{behind}" for mark, name in zip(before, chosen, strict=True)]
    text = draw(st.sampled_from(LABELS)) + draw(st.sampled_from(SEPARATORS)).join(items)
    roster = Roster.of([Seat(name, (), number) for number, name in enumerate(pool, 1)], ["司仪"])
    return roster, chosen, text


@given(laid_out(), st.sampled_from(TAILS), st.sampled_from(CHATTER))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_three_names_come_out_in_their_order_however_they_are_laid_out(
    case: tuple[Roster, tuple[str, ...], str], tail: str, chatter: str
) -> None:
    roster, chosen, text = case
    reading = elect(text + tail + chatter, roster)
    assert (reading.kind, reading.targets) == ("vote", chosen), (text + tail + chatter, reading.why)


@given(laid_out(), st.sampled_from(CHATTER))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_where_one_name_is_nobodys_the_list_is_asked_and_no_part_counts(
    case: tuple[Roster, tuple[str, ...], str], chatter: str
) -> None:
    roster, chosen, text = case
    fewer = Roster.of([seat for seat in roster.seats if seat.name != chosen[1]], ["司仪"])
    reading = elect(text + chatter, fewer)
    assert reading.kind in ("ambiguous", "none", "conditional"), (text + chatter, reading.targets)


PLAYERS = Roster.of([Seat(name, (), number) for number, name in enumerate(POOLS[1], 1)], ["司仪"])
ELECTED = ("放翁", "稼轩", "半山")  # 2, 4, 7


@pytest.mark.parametrize(
    "text",
    [
        "2 4 7",
        "2/4/7",
        "2-4-7",
        "选2.4.7",
        "2,4,7号",
        "#2 #4 #7",
        "②④⑦",
        "2放翁 4稼轩 7半山",
        "2.放翁 4.稼轩 7.半山",
        "2号：放翁\n4号：稼轩\n7号：半山",
        "放翁（2）、稼轩（4）、半山（7）",
        "放翁2号，稼轩4号，半山7号",
        "1. 2号\n2. 4号\n3. 7号",
        "2号、4号还有7号",
        "放翁，4号，半山",
        "放翁——诗好\n稼轩——词好，比东坡还硬气\n半山——敢说",
        "放翁（东坡也想选，可惜只有三票）、稼轩、半山",
        "放翁第一，稼轩第二，半山第三",
        "放翁、稼轩，最后是半山",
        "放翁 稼轩 东坡……不对，东坡换成半山",
        "选放翁\n选稼轩\n选半山\n别的明天聊",
        "放翁、稼轩、半山各一票",
        "1.放翁 2.稼轩 3.大师兄半山",
        "A.放翁:1 > B.稼轩:1 > C.半山:1",
        "放翁 > 稼轩 > 半山",
        "放翁:1 稼轩:1 半山:1，谢谢\n回家吃饭",
        "放翁、稼轩、半山，没有备选",
        "嘿：放翁，稼轩，半山（不是少游那座山）",
    ],
)
def test_seats_reasons_and_corrections(text: str) -> None:
    reading = elect(text, PLAYERS)
    assert (reading.kind in ("vote", "change"), reading.targets) == (True, ELECTED), reading.why


@pytest.mark.parametrize(
    "text",
    [
        "放翁、稼轩、老查",
        "放翁，稼轩，查",
        "2 4",
        "2 4 99",
        "放翁/稼轩",
        "选放翁、稼轩和另一个人",
        "放翁，诗好。稼轩，词好。半山，敢说。",
        "7放翁 2稼轩 1半山",
        "放翁、稼轩、半山。改投东坡",
        "放翁（待定）、稼轩、半山",
        "嫌疑：放翁、稼轩、半山",
        "放翁、稼轩、半山，你们怎么看",
        "放翁:1 稼轩:2 半山:3",
        "小放翁、老稼轩、半山",
        "二 四 十九",
        "二 四 七",
    ],
)
def test_what_cannot_be_read_whole_is_asked(text: str) -> None:
    reading = elect(text, PLAYERS)
    assert reading.kind == "ambiguous", (reading.kind, reading.targets)


@pytest.mark.parametrize(
    "text",
    ["放翁、稼轩、半山都没说话", "放翁投稼轩，稼轩投半山", "2、4、7都没说话", "3票 2票 1票", "谢谢放翁、稼轩、半山"],
)
def test_talk_about_three_players_is_no_list(text: str) -> None:
    assert elect(text, PLAYERS).kind not in ("vote", "change")


@pytest.mark.parametrize(
    "text", ["放翁、稼轩、半山，备选东坡", "放翁、稼轩、半山。替补：东坡", "放翁 稼轩 半山（候补东坡）"]
)
def test_a_spare_is_asked_with_the_whole_list(text: str) -> None:
    reading = elect(text, PLAYERS)
    assert (reading.kind, reading.candidates) == ("ambiguous", (*ELECTED, "东坡")), reading.why


@pytest.mark.parametrize("text", ["放翁、稼轩", "选放翁和稼轩，第三票空着", "放翁 稼轩 谢谢"])
def test_fewer_names_stay_a_ballot_of_those(text: str) -> None:
    reading = elect(text, PLAYERS)
    assert (reading.kind, reading.targets) == ("vote", ELECTED[:2]), reading.why


def test_where_a_ballot_holds_one_name_a_list_is_asked() -> None:
    reading = read("放翁；稼轩", PLAYERS, Context(stage="execution", names_per_ballot=1))
    assert reading.kind != "vote" or len(reading.targets) == 1
