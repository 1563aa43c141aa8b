"""The client's manners: pace, patience, whose cookies go where, which addresses are asked at all."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper import sites
from scraper.cookies import CookieBox
from scraper.fetch import Fetcher, FetchSettings
from scraper.pace import Pace, retry_after
from scraper.trouble import USAGE, Trouble
from scraper.unpack import TooLarge, unpacked
from tests.support.faulty_board import QUICK, Answer, FaultyBoard, html, in_turn, redirect

FINE = Answer(html("帖子", "<p>投 乙</p>"))


class Clock:
    """A clock that stands still unless somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 1000.0, list[float]()

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


# --- pace -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("delay", "slept"), [(1.0, [1.0, 1.0]), (2.5, [2.5, 2.5]), (0.0, []), (-1.0, [])])
def test_one_host_is_asked_once_in_a_while(delay: float, slept: list[float]) -> None:
    clock = Clock()
    settings = replace(QUICK, delay=delay)
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(settings, sleep=clock.sleep, clock=clock) as client:
        for _ in range(3):
            client.get(board.url("/t"))
    assert clock.slept == slept


def test_redirects_and_failures_count_as_requests() -> None:
    clock = Clock()
    pages = in_turn(redirect("/t"), Answer(status=503), FINE)
    with FaultyBoard(pages) as board, Fetcher(replace(QUICK, delay=1), sleep=clock.sleep, clock=clock) as client:
        client.get(board.url("/t"))
    assert clock.slept == [1.0, 1.0]


def test_the_pause_is_kept_by_a_real_clock() -> None:
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(replace(QUICK, delay=0.15)) as client:
        client.get(board.url("/t"))
        client.get(board.url("/u"))
    first, second = board.asked
    assert second.at - first.at >= 0.15


def test_another_host_need_not_wait() -> None:
    clock = Clock()
    pace = Pace(5.0, clock.sleep, clock)
    pace.turn("a.example")
    pace.done("a.example")
    pace.turn("b.example")
    assert clock.slept == []


def test_a_board_may_ask_for_a_minute_and_five_in_all() -> None:
    clock = Clock()
    pace = Pace(0, clock.sleep, clock)
    for _ in range(5):
        pace.wait(60)
    with pytest.raises(Trouble, match="再来") as stop:
        pace.wait(1)
    assert (stop.value.code, sum(clock.slept)) == ("busy", 300)
    with pytest.raises(Trouble):
        Pace(0, clock.sleep, clock).wait(61)
    with pytest.raises(Trouble):
        Pace(0, clock.sleep, clock).grant(40, before=30)


NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        (" 30 ", 30),
        ("Mon, 30 Nov 2026 12:01:30 GMT", 90),
        ("Mon, 30 Nov 2026 20:01:30 +0800", 90),
        ("Monday, 30-Nov-26 12:00:10 GMT", 10),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("soon", None),
        ("", None),
        ("-5", None),
        ("²", None),
    ],
)
def test_retry_after_in_both_forms(header: str, seconds: float | None) -> None:
    assert retry_after(header, NOW) == seconds


@given(st.text())
def test_no_retry_after_whatever_is_an_error(header: str) -> None:
    seconds = retry_after(header)
    assert seconds is None or seconds >= 0


def test_who_watches_is_told_of_each_new_try() -> None:
    said: list[str] = []
    pages = in_turn(Answer(status=502), replace(FINE, cut=5), FINE)
    with FaultyBoard(pages) as board, Fetcher(QUICK, said.append) as client:
        client.get(board.url("/t"))
    assert len(said) == 2
    assert "502" in said[0]
    assert "断" in said[1]


# --- what is sent -----------------------------------------------------------------------------------------------


def test_the_name_it_gives_is_no_robots() -> None:
    """Discuz shows pages without floors to names with bot, crawl or spider in them; phpwind looks for http: too."""
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(replace(QUICK, timeout=5)) as client:
        page = client.get(board.url("/t?tid=1#pid9"))
    sent = board.asked[0].headers
    assert sent["user-agent"].startswith("referee/")
    assert not any(word in sent["user-agent"].lower() for word in ("bot", "crawl", "spider", "slurp", "http:"))
    assert "cookie" not in sent
    assert page.url == board.url("/t?tid=1")
    assert page.content_type == "text/html; charset=utf-8"
    assert page.fetched is not None
    assert abs(page.fetched - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_proxy_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyBoard(in_turn(Answer(b"proxy"))) as proxy, FaultyBoard(in_turn(FINE)) as board:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url(""))
        monkeypatch.delenv("no_proxy", raising=False)
        with Fetcher(QUICK) as client:
            assert client.get(board.url("/t")).body == FINE.body
            assert client.get("http://bbs.example.net/t").body == b"proxy"
    assert [asked.path for asked in proxy.asked] == ["http://bbs.example.net/t"]


def test_a_proxy_that_cannot_be_used_is_a_clear_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks9://127.0.0.1:1")
    with Fetcher(QUICK) as client, pytest.raises(Trouble, match="代理"):
        client.get("http://bbs.example.net/t")


# --- cookies ----------------------------------------------------------------------------------------------------

FILE = """# Netscape HTTP Cookie File

127.0.0.1\tFALSE\t/\tFALSE\t0\tabc_auth\tsecret1
#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4000000000\tabc_saltkey\tsecret2
127.0.0.1\tFALSE\t/\tTRUE\t0\tonly_tls\tsecret3
127.0.0.1\tFALSE\t/elsewhere\tFALSE\t0\tother_path\tsecret4
127.0.0.1\tFALSE\t/\tFALSE\t1000000000\tlong_gone\tsecret5
.example.net\tTRUE\t/\tFALSE\t0\tother_host\tsecret6
"""


@pytest.fixture
def cookie_file(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        file = tmp_path / "cookies.txt"
        file.write_text(text, "utf-8")
        return file

    return write


def test_cookies_go_to_their_host_only(cookie_file: Callable[[str], Path]) -> None:
    """A session cookie is exported with expiry 0 and must go out: Discuz' login is one. Secure ones wait for https."""
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(replace(QUICK, cookies=cookie_file(FILE))) as client:
        client.get(board.url("/t"))
    assert board.asked[0].headers["cookie"] == "abc_auth=secret1; abc_saltkey=secret2"


def test_what_the_board_sets_comes_back_to_it(cookie_file: Callable[[str], Path]) -> None:
    sets = ("visit=1; Path=/", "theirs=2; Domain=example.net", "sub=3; Path=/sub", "gone=4; Max-Age=0")
    pages = in_turn(replace(FINE, headers=tuple(("Set-Cookie", one) for one in sets)))
    with FaultyBoard(pages) as board, Fetcher(QUICK) as client:
        client.get(board.url("/t"))
        client.get(board.url("/t"))
    assert board.asked[1].headers["cookie"] == "visit=1"


def test_a_cookie_can_be_given_for_a_host() -> None:
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(QUICK) as client:
        client.set_cookie(board.url("/t"), "guestJs", "170000")
        client.get(board.url("/t"))
    assert board.asked[0].headers["cookie"] == "guestJs=170000"


@pytest.mark.parametrize(
    ("line", "url", "sent"),
    [
        ("bbs.example.net\tFALSE\t/\tFALSE\t0\ta\t1", "http://bbs.example.net/t", True),
        ("bbs.example.net\tFALSE\t/\tFALSE\t0\ta\t1", "http://m.bbs.example.net/t", False),
        ("bbs.example.net\tFALSE\t/\tFALSE\t0\ta\t1", "http://example.net/t", False),
        (".example.net\tTRUE\t/\tFALSE\t0\ta\t1", "http://bbs.example.net/t", True),
        ("example.net\tTRUE\t/\tFALSE\t0\ta\t1", "http://bbs.example.net/t", True),
        (".example.net\tTRUE\t/\tFALSE\t0\ta\t1", "http://badexample.net/t", False),
        (".example.net\tTRUE\t/\tTRUE\t0\ta\t1", "http://bbs.example.net/t", False),
        (".example.net\tTRUE\t/\tTRUE\t0\ta\t1", "https://bbs.example.net/t", True),
        ("localhost\tFALSE\t/\tFALSE\t0\ta\t1", "http://localhost:8000/t", True),
        ("bbs.example.net FALSE / FALSE 0 a 1", "http://bbs.example.net/t", True),
        ("bbs.example.net\tFALSE\t/\tFALSE\t-1\ta\t1", "http://bbs.example.net/t", True),
        ("bbs.example.net\tFALSE\t/\tFALSE\t4000000000000\ta\t1", "http://bbs.example.net/t", True),
    ],
)
def test_whose_cookie_a_line_is(cookie_file: Callable[[str], Path], line: str, url: str, sent: bool) -> None:
    assert CookieBox(cookie_file(line + "\r\n")).header(url) == (b"a=1" if sent else b"")


def test_a_host_only_cookie_of_the_board_stays_with_that_host() -> None:
    box = CookieBox()
    box.keep("http://example.net/t", ["a=1; Path=/", "b=2; Path=/; Domain=example.net"])
    assert box.header("http://bbs.example.net/t") == b"b=2"


def test_bad_lines_are_named_and_no_value_is_shown(cookie_file: Callable[[str], Path]) -> None:
    text = FILE + "Cookie: abc_auth=secret7\n127.0.0.1\tFALSE\t/\tMAYBE\t0\tabc_auth\tsecret8\n"
    with pytest.raises(Trouble) as stop:
        Fetcher(replace(QUICK, cookies=cookie_file(text)))
    assert (stop.value.code, stop.value.status) == ("cookies", USAGE)
    assert "第 9、10 行" in str(stop.value)
    assert "secret" not in str(stop.value)


@pytest.mark.parametrize("text", ['[{"name": "abc_auth", "value": "secret"}]', '{"cookies": []}'])
def test_a_json_export_is_told_apart(cookie_file: Callable[[str], Path], text: str) -> None:
    with pytest.raises(Trouble, match="JSON") as stop:
        CookieBox(cookie_file(text))
    assert "secret" not in str(stop.value)


def test_no_such_cookie_file(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as stop:
        Fetcher(FetchSettings(cookies=tmp_path / "none.txt"))
    assert stop.value.status == USAGE


def test_no_secret_is_ever_said(cookie_file: Callable[[str], Path]) -> None:
    said: list[str] = []
    settings = replace(QUICK, cookies=cookie_file(FILE))
    with FaultyBoard(in_turn(replace(FINE, cut=3))) as board, Fetcher(settings, said.append) as client:
        with pytest.raises(Trouble) as stop:
            client.get(board.url("/t?sid=secret0"))
        told = [*said, str(stop.value), repr(stop.value), repr(client._cookies)]
    assert said
    assert not [line for line in told if "secret" in line]


# --- addresses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "bbs.example.net/read.php?tid=1",
        "ftp://bbs.example.net/t",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "http:///t",
        "http://[::1/t",
        "http://a..b/t",
        "http://host:port/t",
        "http://host:99999/t",
        "http://me:secret@bbs.example.net/t",
        "http://bbs.example.net/t\x00",
        "http://bbs exam.net/t",
        "http://" + "a" * 70 + ".net/",
        "",
        "看这里",
    ],
)
def test_no_web_address(address: str) -> None:
    with Fetcher(QUICK) as client, pytest.raises(Trouble) as stop:
        client.get(address)
    assert (stop.value.code, stop.value.status) == ("address", USAGE)
    assert "secret" not in str(stop.value)


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        (" HTTP://BBS.Example.net/t?tid=1#pid5 ", "http://bbs.example.net/t?tid=1"),
        ("http://bbs.example.net", "http://bbs.example.net/"),
        ("http://bbs.example.net/读?w=%CD%B6", "http://bbs.example.net/%E8%AF%BB?w=%CD%B6"),
        ("http://论坛.example.net/t", "http://xn--kfsr23j.example.net/t"),
        ("http://[::1]:80/t", "http://[::1]:80/t"),
    ],
)
def test_an_address_as_it_is_asked(address: str, asked: str) -> None:
    assert sites.checked(address) == asked


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://example.net/", "http://www.example.net/", True),
        ("http://bbs.example.net/", "https://bbs.example.net/", True),
        ("http://bbs.example.net/", "http://www.example.net/", True),
        ("http://bbs.example.com.cn/", "http://www.example.com.cn/", True),
        ("http://one.com.cn/", "http://two.com.cn/", False),
        ("http://example.net/", "http://example.net.evil.example/", False),
        ("http://example.net/", "http://notexample.net/", False),
        ("http://example.net/", "http://example.net:8080/", False),
        ("http://example.net:8080/", "https://example.net:8080/", True),
        ("http://127.0.0.1:80/", "http://127.0.0.2:80/", False),
        ("http://10.0.0.1/", "http://11.0.0.1/", False),
        ("http://[::1]/", "http://[::2]/", False),
        ("http://localhost/", "http://127.0.0.1/", False),
    ],
)
def test_what_one_site_is(one: str, other: str, same: bool) -> None:
    assert sites.same_site(one, other) is same
    assert sites.same_site(other, one) is same


def value_or_code(call: Callable[[], str]) -> tuple[str, str]:
    """What a call gives, or the code of its Trouble; any other exception is a fault."""
    try:
        return call(), ""
    except Trouble as stop:
        return "", stop.code


@given(st.text())
def test_any_text_is_an_address_or_a_clear_stop(text: str) -> None:
    address, code = value_or_code(lambda: sites.checked(text))
    assert address.isascii()
    assert code in ("", "address")


@given(st.binary(max_size=60))
def test_no_redirect_whatever_leaves_the_site(location: bytes) -> None:
    target, code = value_or_code(lambda: sites.redirected("http://bbs.example.net/a/read.php?tid=1", location))
    assert code == "redirect" or sites.same_site("http://bbs.example.net/", target)


# --- packed bodies ----------------------------------------------------------------------------------------------


@given(st.binary(max_size=2000), st.booleans())
def test_packed_bodies_come_out_as_they_went_in(body: bytes, twice: bool) -> None:
    packed = gzip.compress(gzip.compress(body)) if twice else gzip.compress(body)
    assert unpacked(packed, "gzip, gzip" if twice else "gzip", 5000) == (body, True)
    assert unpacked(zlib.compress(body), "deflate", 5000) == (body, True)


@given(st.binary(min_size=1, max_size=500), st.integers(1, 15))
def test_a_packed_body_cut_short_is_never_whole(body: bytes, missing: int) -> None:
    assert unpacked(gzip.compress(body)[:-missing], "gzip", 5000)[1] is False


def test_members_one_after_another_are_one_body() -> None:
    assert unpacked(gzip.compress(b"a" * 10) + gzip.compress(b"b") + b"\0\0", "gzip", 11) == (b"a" * 10 + b"b", True)
    with pytest.raises(TooLarge):
        unpacked(gzip.compress(b"a" * 10) * 2, "gzip", 19)
