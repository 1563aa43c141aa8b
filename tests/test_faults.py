"""Every fault of a board or a network: the right page, or a stop the judge can act on; in bounded time and memory."""

from __future__ import annotations

import errno
import gzip
import socket
import ssl
import time
import zlib
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from parsers.pages import Clock, Page
from parsers.posts import BoardMessage, Thread, ThreadPage
from scraper.fetch import Fetcher, FetchSettings
from scraper.trouble import REFUSED, Trouble
from scraper.visit import Boards, Visitor
from tests.support.faulty_board import (
    QUICK,
    Answer,
    FaultyBoard,
    Pages,
    gzipped,
    html,
    in_turn,
    redirect,
    self_signed,
)

WHOLE = html("第一天 投票", "<p>投 乙</p>" + "票" * 5000)
FINE = Answer(WHOLE)
BUSY = Answer(html("忙"), 503)


def fetched(pages: Pages, settings: FetchSettings = QUICK, path: str = "/t") -> tuple[bytes | Trouble, FaultyBoard]:
    """What comes of asking one board for one page: its bytes or the stop; never anything else, never for long."""
    began = time.monotonic()
    with FaultyBoard(pages) as board:
        found = page_or_stop(board.url(path), settings)
    assert time.monotonic() - began < 30  # a fault that is waited out holds for ever, a busy machine for a while
    if isinstance(found, Trouble):
        assert (found.status, bool(found.what), bool(found.advice)) == (REFUSED, True, True)
    return found, board


def page_or_stop(url: str, settings: FetchSettings) -> bytes | Trouble:
    try:
        with Fetcher(settings) as client:
            return client.get(url).body
    except Trouble as stop:
        return stop


CLEARED: dict[str, tuple[Pages, int]] = {
    "5xx twice, then fine": (in_turn(BUSY, Answer(b"", 500), FINE), 3),
    "429, then fine": (in_turn(Answer(b"", 429), FINE), 2),
    "429 with seconds": (in_turn(Answer(b"", 429, (("Retry-After", "0"),)), FINE), 2),
    "429 with a date gone by": (
        in_turn(Answer(b"", 429, (("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"),)), FINE),
        2,
    ),
    "silent once": (in_turn(replace(FINE, wait=0.7), FINE), 2),
    "cut once": (in_turn(replace(FINE, cut=500), FINE), 2),
    "cut in a chunk": (in_turn(replace(FINE, cut=500, framing="chunked"), FINE), 2),
    "cut where nothing told the length": (in_turn(replace(FINE, cut=9000, framing="close"), FINE), 2),
    "reset before the answer": (in_turn(Answer(raw=b""), FINE), 2),
    "reset in the middle": (in_turn(replace(FINE, cut=500, reset=True), FINE), 2),
    "packed body cut": (in_turn(gzipped(WHOLE, cut=60), gzipped(WHOLE)), 2),
    "no HTTP at all, once": (in_turn(Answer(raw=b"\x00\x01 nonsense\r\n\r\n"), FINE), 2),
    "length too long, but the page is whole": (in_turn(replace(FINE, length=len(WHOLE) + 7)), 1),
    "length too long, but the packing is whole": (
        in_turn(Answer(gzip.compress(WHOLE), headers=(("Content-Encoding", "gzip"),), length=99_999)),
        1,
    ),
    "deflate without its header": (
        in_turn(Answer(zlib.compress(WHOLE)[2:-4], headers=(("Content-Encoding", "deflate"),))),
        1,
    ),
    "packing announced, not done": (in_turn(Answer(WHOLE, headers=(("Content-Encoding", "gzip"),))), 1),
    "a charset for an encoding": (in_turn(Answer(WHOLE, headers=(("Content-Encoding", "utf-8"),))), 1),
    "sent to itself once": (in_turn(redirect("/t"), FINE), 2),
    "relative redirect": (lambda path, nth: redirect("there?tid=1#pid9") if path == "/t" else FINE, 2),
}


@pytest.mark.parametrize("fault", CLEARED)
def test_what_passes_is_sat_out(fault: str) -> None:
    pages, asked = CLEARED[fault]
    found, board = fetched(pages)
    assert found == WHOLE
    assert len(board.asked) == asked


STOPPED: dict[str, tuple[Pages, str]] = {
    "silent": (in_turn(Answer(wait=0.6)), "timeout"),
    "drips its head": (in_turn(replace(FINE, drip=0.05, drip_head=True)), "slow"),
    "drips its body": (in_turn(replace(FINE, drip=0.05)), "slow"),
    "always cut": (in_turn(replace(FINE, cut=500)), "cut"),
    "always reset": (in_turn(replace(FINE, cut=500, reset=True)), "cut"),
    "closes without a word": (in_turn(Answer(raw=b"")), "reset"),
    "no HTTP at all": (in_turn(Answer(raw=b"SSH-2.0-OpenSSH_9\r\n")), "reset"),
    "packed body always cut": (in_turn(gzipped(WHOLE, cut=60)), "cut"),
    "packed with what nobody asked for": (in_turn(Answer(WHOLE, headers=(("Content-Encoding", "br"),))), "garbled"),
    "packed bytes that are none": (in_turn(Answer(b"\x1f\x8bxx", headers=(("Content-Encoding", "gzip"),))), "garbled"),
    "200 MB announced": (in_turn(Answer(b"x", length=200_000_000)), "too-large"),
    "endless": (in_turn(Answer(b"x" * 65536, framing="chunked", endless=True)), "too-large"),
    "gzip bomb": (in_turn(gzipped(b"\0" * 50_000_000)), "too-large"),
    "gzip in gzip bomb": (
        in_turn(
            Answer(gzip.compress(gzip.compress(b"\0" * 30_000_000)), headers=(("Content-Encoding", "gzip, gzip"),))
        ),
        "too-large",
    ),
    "redirect to itself for ever": (in_turn(redirect("/t")), "redirect-loop"),
    "redirects for ever": (lambda path, nth: redirect(path + "x"), "redirect-loop"),
    "redirect to another host": (in_turn(redirect("http://board.example/t")), "redirect"),
    "redirect to a name of this machine": (in_turn(redirect("http://localhost/t")), "redirect"),
    "redirect to another port": (in_turn(redirect("http://127.0.0.1:1/t")), "redirect"),
    "redirect to a file": (in_turn(redirect("file:///etc/hostname")), "redirect"),
    "redirect to a script": (in_turn(redirect("javascript:alert(1)")), "redirect"),
    "redirect to nonsense": (in_turn(redirect("http://[::1")), "redirect"),
    "429 for an hour": (in_turn(Answer(b"", 429, (("Retry-After", "3600"),))), "busy"),
    "503 until next year": (in_turn(Answer(b"", 503, (("Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT"),))), "busy"),
}


@pytest.mark.parametrize("fault", STOPPED)
def test_what_does_not_pass_is_a_stop_with_advice(fault: str) -> None:
    pages, code = STOPPED[fault]
    found, board = fetched(pages)
    assert isinstance(found, Trouble)
    assert found.code == code
    assert len(board.asked) <= 11
    if code in ("timeout", "cut", "reset", "garbled"):
        assert len(board.asked) == QUICK.tries


def test_a_page_above_the_limit_is_left_at_the_limit() -> None:
    _, board = fetched(in_turn(Answer(b"x" * 65536, framing="chunked", endless=True)))
    assert board.sent < 20_000_000  # the limit and what the sockets' buffers hold, not 200 MB


@pytest.mark.parametrize("status", [500, 502, 503, 504, 520])
def test_an_error_that_stays_comes_back_as_the_page_it_is(status: int) -> None:
    with FaultyBoard(in_turn(Answer(html("System Error"), status))) as board, Fetcher(QUICK) as client:
        page = client.get(board.url("/t"))
    assert page.status == status
    assert b"System Error" in page.body
    assert len(board.asked) == QUICK.tries


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451, 501])
def test_an_error_that_will_not_pass_is_asked_for_once(status: int) -> None:
    with FaultyBoard(in_turn(Answer(html("没有"), status))) as board, Fetcher(QUICK) as client:
        assert client.get(board.url("/t")).status == status
    assert len(board.asked) == 1


def test_a_shield_is_not_asked_again() -> None:
    gate = Answer(html("Just a moment...", "<script>window._cf_chl_opt={}</script>"), 503)
    found, board = fetched(in_turn(gate))
    assert found == gate.body
    assert len(board.asked) == 1


def test_an_hour_of_retry_after_says_when_to_come_back() -> None:
    found, board = fetched(in_turn(Answer(b"", 429, (("Retry-After", "7200"),))))
    assert isinstance(found, Trouble)
    assert "2 小时" in found.what
    assert "之后再运行" in found.advice
    assert len(board.asked) == 1


def test_a_page_without_an_end_is_believed_when_it_ends_so_twice() -> None:
    """A template without </html> is no cut page; only the digits of its last line may differ."""

    def pages(path: str, nth: int) -> Answer:
        return Answer(f"<html><body>{'票' * 4000}<p>Processed in 0.{nth}23 s".encode(), framing="close")

    found, board = fetched(pages)
    assert isinstance(found, bytes)
    assert len(board.asked) == 2


def test_a_page_cut_elsewhere_each_time_is_never_believed() -> None:
    found, _ = fetched(lambda path, nth: replace(FINE, framing="close", cut=9000 + nth * 31))
    assert isinstance(found, Trouble)
    assert found.code == "cut"


def test_a_chain_of_redirects_keeps_its_cookies() -> None:
    def pages(path: str, nth: int) -> Answer:
        if path == "/t":
            return redirect("/u", 301, "visit=1; Path=/")
        return redirect("/v", 302, "seen=2; Path=/") if path == "/u" else FINE

    found, board = fetched(pages)
    assert found == WHOLE
    assert board.asked[2].headers["cookie"] == "visit=1; seen=2"


def test_a_redirect_elsewhere_is_not_followed() -> None:
    with FaultyBoard(in_turn(FINE)) as other:
        found, _ = fetched(lambda path, nth: redirect(other.url("/t")))
        assert isinstance(found, Trouble)
        assert other.asked == []


def test_a_redirect_in_raw_gbk_goes_back_as_the_same_bytes() -> None:
    found, board = fetched(lambda path, nth: redirect("/read?w=投".encode("gbk")) if path == "/t" else FINE)
    assert found == WHOLE
    assert board.paths()[1] == "/read?w=%CD%B6"


def test_a_stale_connection_is_opened_anew() -> None:
    """Boards close idle connections; the next page must not suffer for it."""
    with FaultyBoard(in_turn(FINE)) as board, Fetcher(QUICK) as client:
        client.get(board.url("/t"))
        for connection in board._open:
            connection.shutdown(socket.SHUT_RDWR)
        assert client.get(board.url("/t")).body == WHOLE


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert stop_of(f"http://127.0.0.1:{port}/t").code == "refused"


def test_no_such_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*args: object, **more: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    stop = stop_of("http://bbs.example.net/read.php?tid=1")
    assert (stop.code, stop.status) == ("no-host", REFUSED)
    assert "bbs.example.net" in stop.what


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object, **more: object) -> object:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket, "create_connection", unreachable)
    assert stop_of("http://192.0.2.1/t").code == "no-network"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = self_signed(tmp_path_factory.mktemp("tls"))
    if made is None:
        pytest.skip("no openssl here to make a certificate")
    return made


def test_a_certificate_nobody_signed(certificate: Path) -> None:
    with FaultyBoard(in_turn(FINE), tls=certificate) as board:
        stop = stop_of(board.url("/t"))
    assert stop.code == "certificate"
    assert "自己签的" in stop.what


def test_a_certificate_for_another_host(certificate: Path) -> None:
    with FaultyBoard(in_turn(FINE), tls=certificate) as board:
        settings = replace(QUICK, verify=trusting(certificate))
        stop = stop_of(board.url("/t", host="localhost"), settings)
        with Fetcher(settings) as client:
            assert client.get(board.url("/t")).body == WHOLE
    assert "别的网站" in stop.what


def test_https_asked_of_a_server_that_has_none() -> None:
    with FaultyBoard(in_turn(FINE)) as board:
        stop = stop_of(board.url("/t").replace("http:", "https:"))
    assert stop.code in ("tls", "reset")


def test_a_flaky_thread_comes_out_whole() -> None:
    """Forty pages off a board that fails, cuts or resets every third answer."""
    with FaultyBoard(failing_every_third()) as board, Fetcher(replace(QUICK, tries=4)) as client:
        bodies = [client.get(board.url(f"/t?page={number}")).body for number in range(1, 41)]
    assert bodies == [html(f"/t?page={number}", "票" * 3000) for number in range(1, 41)]


def failing_every_third() -> Pages:
    count = [0]

    def pages(path: str, nth: int) -> Answer:
        count[0] += 1
        whole = Answer(html(path, "票" * 3000))
        faults = (BUSY, replace(whole, cut=4000), replace(whole, cut=700, reset=True), Answer(raw=b""))
        return faults[count[0] // 3 % 4] if count[0] % 3 == 0 else whole

    return pages


# --- refusals over the wire: what clears by itself is cleared once, the rest stops --------------------------------

THREAD = html("帖子", "<p class='post'>投 乙</p>")


def read(page: Page, clock: Clock) -> ThreadPage | BoardMessage:
    """The smallest engine there can be: a page with a post is a thread."""
    if b"class='post'" not in page.body:
        return BoardMessage("")
    thread = Thread("none", page.url, "1", page.url)
    return ThreadPage(thread, "帖子", 1, 1, ())


def visited(pages: Pages) -> tuple[ThreadPage | Trouble, FaultyBoard, list[float]]:
    slept: list[float] = []
    boards = Boards(lambda url: None, lambda thread, number: thread.url, read)
    with FaultyBoard(pages) as board, Fetcher(QUICK, sleep=slept.append) as client:
        visitor = Visitor(client, boards, UTC, lambda page: None)
        try:
            return visitor.look(board.url("/t"), 3), board, slept
        except Trouble as stop:
            return stop, board, slept


CURABLE: dict[str, tuple[bytes, tuple[tuple[str, str], ...], float]] = {
    "flood limit": (html("提示", "刷新不要快于 2 秒"), (), 3.0),
    "refresh limit": (html("&#x9891;&#x7e41;&#x5237;&#x65b0;&#x9650;&#x5236;"), (), 2.5),
    "reload wanted": (
        html("&#x9875;&#x9762;&#x91cd;&#x8f7d;&#x5f00;&#x542f;"),
        (("Set-Cookie", "lastrequest=1"),),
        1.5,
    ),
    "CC defence": (b"Forbidden, Please Refresh", (("Set-Cookie", "c_stamp=1"),), 3.5),
    "cookie in a script": (b"<script>document.cookie='guest=1';location.reload()</script>", (), 1.5),
}


@pytest.mark.parametrize("gate", CURABLE)
def test_what_clears_by_itself_is_asked_for_once_more(gate: str) -> None:
    body, headers, seconds = CURABLE[gate]
    found, board, slept = visited(in_turn(Answer(body, headers=headers), Answer(THREAD)))
    assert isinstance(found, ThreadPage)
    assert (len(board.asked), slept) == (2, [seconds])
    cookies = board.asked[1].headers.get("cookie", "")
    assert cookies == {
        "reload wanted": "lastrequest=1",
        "CC defence": "c_stamp=1",
        "cookie in a script": "guest=1",
    }.get(gate, "")


@pytest.mark.parametrize("gate", CURABLE)
def test_what_does_not_clear_is_a_stop_and_no_storm(gate: str) -> None:
    body, headers, _ = CURABLE[gate]
    found, board, _ = visited(in_turn(Answer(body, headers=headers)))
    assert isinstance(found, Trouble)
    assert found.status == REFUSED
    assert found.what.startswith("第 3 页：")
    assert len(board.asked) == 2


def test_a_flood_limit_of_an_hour_is_not_sat_out() -> None:
    found, board, slept = visited(in_turn(Answer(html("提示", "刷新不要快于 3600 秒"))))
    assert isinstance(found, Trouble)
    assert found.code == "busy"
    assert (len(board.asked), slept) == (1, [])


def test_a_login_page_is_asked_for_once() -> None:
    found, board, _ = visited(in_turn(Answer(html("登录", "<input type='password'>您尚未登录"))))
    assert isinstance(found, Trouble)
    assert found.code == "login"
    assert len(board.asked) == 1


def stop_of(url: str, settings: FetchSettings = QUICK) -> Trouble:
    """The stop for an address that cannot be had."""
    with Fetcher(settings) as client, pytest.raises(Trouble) as stop:
        client.get(url)
    assert stop.value.advice
    return stop.value


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))
