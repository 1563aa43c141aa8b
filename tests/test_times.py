"""Every way a board writes a moment, and the moments it does not name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.pages import Clock
from parsers.times import board_time

NOW = datetime(2009, 3, 12, 9, 30, 20)
FETCHED = Clock(UTC, NOW)
UNKNOWN = Clock(UTC)

ABSOLUTE = [
    ("2009-3-10 21:05", "2009-03-10 21:05:00", "minute"),
    ("发表于 2009-3-10 21:05:09", "2009-03-10 21:05:09", "second"),
    ("发表于:\xa02009-03-10\xa021:05 |", "2009-03-10 21:05:00", "minute"),
    ("Posted: 2009-03-10 21:05 | 7 楼", "2009-03-10 21:05:00", "minute"),
    ("2009-03-10T21:05:09", "2009-03-10 21:05:09", "second"),
    ("2009/3/10", "2009-03-10 00:00:00", "day"),
    ("2009.3.10 8:04", "2009-03-10 08:04:00", "minute"),
    ("10-3-2009 21:05", "2009-03-10 21:05:00", "minute"),
    ("25/3/2009 21:05", "2009-03-25 21:05:00", "minute"),
    ("3/25/2009 21:05", "2009-03-25 21:05:00", "minute"),
    ("09-3-10 21:05", "2009-03-10 21:05:00", "minute"),
    ("2009年3月10日 21:05", "2009-03-10 21:05:00", "minute"),
    ("2009年03月10日21时05分09秒", "2009-03-10 21:05:09", "second"),
    ("2009-3-10 星期二 21:05", "2009-03-10 21:05:00", "minute"),
    ("２００９-３-１０ ２１:０５", "2009-03-10 21:05:00", "minute"),
    ("２００９－３－１０　２１：０５", "2009-03-10 21:05:00", "minute"),
    ("21:05 2009-3-10", "2009-03-10 21:05:00", "minute"),
]
TWELVE_HOURS = [
    ("2009-3-10 08:04 PM", "2009-03-10 20:04:00", "minute"),
    ("2009-3-10 08:04:31 pm", "2009-03-10 20:04:31", "second"),
    ("2009-3-10 PM 8:04", "2009-03-10 20:04:00", "minute"),
    ("2009-3-10 下午 8:04", "2009-03-10 20:04:00", "minute"),
    ("2009-3-10 晚上8:04", "2009-03-10 20:04:00", "minute"),
    ("2009-3-10 上午 8:04", "2009-03-10 08:04:00", "minute"),
    ("2009-3-10 12:04 AM", "2009-03-10 00:04:00", "minute"),
    ("2009-3-10 12:04 PM", "2009-03-10 12:04:00", "minute"),
    ("2009-3-10 凌晨 12:04", "2009-03-10 00:04:00", "minute"),
    ("2009-3-10 中午 12:04", "2009-03-10 12:04:00", "minute"),
    ("2009-3-10 中午 1:04", "2009-03-10 13:04:00", "minute"),
]
NEAR = [
    ("今天 08:04", "2009-03-12 08:04:00", "minute"),
    ("昨天 21:07", "2009-03-11 21:07:00", "minute"),
    ("昨天\xa021:07:30", "2009-03-11 21:07:30", "second"),
    ("前天 下午 9:07", "2009-03-10 21:07:00", "minute"),
    ("昨天", "2009-03-11 00:00:00", "day"),
    ("6\xa0天前 21:07", "2009-03-06 21:07:00", "minute"),  # calendar days; 7.2 adds the clock
    ("3天前 下午 9:07", "2009-03-09 21:07:00", "minute"),
    ("03-10", "2009-03-10 00:00:00", "day"),
    ("03-10 21:05", "2009-03-10 21:05:00", "minute"),
    ("3月10日 21:05", "2009-03-10 21:05:00", "minute"),
    ("12-31 21:05", "2008-12-31 21:05:00", "minute"),
    ("2-29 21:05", "2008-02-29 21:05:00", "minute"),
    ("08:04", "2009-03-12 08:04:00", "minute"),
    ("30秒前", "2009-03-12 09:29:50", "rough"),
    ("5 分钟前", "2009-03-12 09:25:20", "rough"),
    ("5\xa0分鐘前", "2009-03-12 09:25:20", "rough"),
    ("3 小时前", "2009-03-12 06:30:20", "rough"),
    ("3小時前", "2009-03-12 06:30:20", "rough"),
    ("半小时前", "2009-03-12 09:00:20", "rough"),
    ("半小時前", "2009-03-12 09:00:20", "rough"),
    ("1小时5分钟前", "2009-03-12 08:25:20", "rough"),
    ("2天前", "2009-03-10 09:30:20", "rough"),
    ("2 个小时以前", "2009-03-12 07:30:20", "rough"),
    ("刚刚", "2009-03-12 09:30:20", "rough"),
    ("剛才", "2009-03-12 09:30:20", "rough"),
]
NOTHING = [
    "",
    "楼主",
    "2009-13-10 21:05",
    "2009-2-30",
    "2009-3-10 25:05",
    "0000-1-1 00:00",
    "发表于",
    "13-40",
    "4294967296",
]


@pytest.mark.parametrize(("text", "when", "precision"), ABSOLUTE + TWELVE_HOURS)
@pytest.mark.parametrize("clock", [FETCHED, UNKNOWN], ids=["fetched", "unknown"])
def test_a_full_time_needs_no_clock(text: str, when: str, precision: str, clock: Clock) -> None:
    stamp = board_time(text, clock)
    assert stamp is not None
    assert (str(stamp.when), stamp.precision) == (when, precision)


@pytest.mark.parametrize(("text", "when", "precision"), NEAR)
def test_a_near_time_is_counted_from_the_fetch(text: str, when: str, precision: str) -> None:
    stamp = board_time(text, FETCHED)
    assert stamp is not None
    assert (str(stamp.when), stamp.precision) == (when, precision)
    assert board_time(text, UNKNOWN) is None


@pytest.mark.parametrize("text", NOTHING)
def test_what_names_no_moment_gives_none(text: str) -> None:
    assert board_time(text, FETCHED) is None


def test_a_title_gives_what_the_words_leave_out() -> None:
    assert str(board_time("3小时前", FETCHED, "2009-03-12 06:48:11").when) == "2009-03-12 06:48:11"  # type: ignore[union-attr]
    assert str(board_time("03-10", UNKNOWN, "2009-03-10 21:05").when) == "2009-03-10 21:05:00"  # type: ignore[union-attr]


def test_a_title_that_is_no_time_or_coarser_changes_nothing() -> None:
    for title in (None, "", "复制此楼地址", "2009-3-10"):
        stamp = board_time("2009-3-10 21:05:09", FETCHED, title)
        assert stamp is not None
        assert (str(stamp.when), stamp.precision) == ("2009-03-10 21:05:09", "second")
    assert str(board_time("昨天 21:07", FETCHED, "作者").when) == "2009-03-11 21:07:00"  # type: ignore[union-attr]


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)),
    st.sampled_from(["%Y-%m-%d %H:%M:%S", "%Y/%m/%d %I:%M:%S %p"]),
)
def test_what_is_written_in_full_comes_back(when: datetime, form: str) -> None:
    stamp = board_time(when.strftime(form), UNKNOWN)
    assert stamp is not None
    assert stamp.when == when.replace(microsecond=0)


@given(st.datetimes(datetime(1991, 1, 1), datetime(2100, 1, 1)), st.integers(0, 364))
def test_a_yearless_day_is_never_more_than_a_day_ahead(now: datetime, back: int) -> None:
    posted = now - timedelta(days=back)
    stamp = board_time(f"{posted:%m-%d}", Clock(UTC, now))
    assert stamp is not None
    assert timedelta(days=-1) <= now - stamp.when <= timedelta(days=366)


@given(st.text(alphabet="0123456789-/.:：年月日时分秒前昨今前天小时钟半刚下午上PMAM 　\xa0", max_size=24))
def test_no_text_whatever_raises(text: str) -> None:
    board_time(text, FETCHED, text)
