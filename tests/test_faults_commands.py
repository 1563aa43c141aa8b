"""Whole commands against a board that does everything wrong: the right result, or one line and exit 4; nothing lost.

`make trust` goes through the same table with each fault on every page; here each meets one page and one command.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from scraper.sample_board import sample_game
from tests.support.faulty_board import QUICK, Answer, gzipped, html, redirect, self_signed
from tests.support.thread_board import THREAD, TYPE, Ran, Spoil, Story, game_file, run, thread_board
from tests.test_refusals import GATES, SAID

FULL = os.environ.get("TRUST") == "full"
COMMANDS = ("posts", "tally", "archive")
LONGEST = 20.0  # seconds a command may take here on a busy machine, whatever the board does


def first(times: int, wrong: Spoil) -> Spoil:
    """Wrong so many times, then right."""
    return lambda whole, nth: wrong(whole, nth) if nth <= times else whole


def always(answer: Answer) -> Spoil:
    return lambda whole, nth: answer


def packed(whole: Answer, cut: int | None = None) -> Answer:
    return replace(gzipped(whole.body, cut), content_type=TYPE)


def page_of(words: str) -> Answer:
    return Answer(html("提示", words))


# Faults that are sat out: everything comes, as if nothing had been.
PASSING: dict[str, Spoil] = {
    "slow": lambda whole, nth: replace(whole, wait=0.2),
    "silent once": first(1, lambda whole, nth: replace(whole, wait=0.6)),
    "cut once": first(1, lambda whole, nth: replace(whole, cut=len(whole.body) // 2)),
    "cut in the middle of a character": first(1, lambda whole, nth: replace(whole, cut=whole.body.index(b"\xcd") + 1)),
    "cut with no length told": first(1, lambda whole, nth: replace(whole, cut=len(whole.body) - 99, framing="close")),
    "reset once": first(1, lambda whole, nth: replace(whole, cut=len(whole.body) // 3, reset=True)),
    "closed without a word": first(1, lambda whole, nth: Answer(raw=b"")),
    "no HTTP once": first(1, lambda whole, nth: Answer(raw=b"\x00\x01 nonsense\r\n\r\n")),
    "length too long": lambda whole, nth: replace(whole, length=len(whole.body) + 7),
    "chunks": lambda whole, nth: replace(whole, framing="chunked"),
    "no length": lambda whole, nth: replace(whole, framing="close"),
    "packed": lambda whole, nth: packed(whole),
    "packed and cut once": first(1, lambda whole, nth: packed(whole, 300)),
    "packing announced, not done": lambda whole, nth: replace(whole, headers=(("Content-Encoding", "gzip"),)),
    "charset of the header wrong": lambda whole, nth: replace(whole, content_type="text/html; charset=iso-8859-1"),
    "charset of the header utf-8": lambda whole, nth: replace(whole, content_type="text/html; charset=utf-8"),
    "charset unknown": lambda whole, nth: replace(whole, content_type="text/html; charset=x-no-such"),
    "no content type": lambda whole, nth: replace(whole, content_type=""),
    "sent as plain text": lambda whole, nth: replace(whole, content_type="text/plain"),
    "500, 502, then fine": first(2, lambda whole, nth: Answer(html("忙"), 500 + 2 * (nth - 1))),
    "429 without Retry-After": first(1, lambda whole, nth: Answer(b"", 429)),
    "429 with Retry-After": first(1, lambda whole, nth: Answer(b"", 429, (("Retry-After", "0"),))),
    "flood page with seconds": first(1, lambda whole, nth: page_of("论坛设置:刷新不要快于 3 秒")),
    "CC defence once": first(1, lambda whole, nth: Answer(b"Forbidden, Please Refresh")),
    "reload gate once": first(1, lambda whole, nth: Answer(html("&#x9875;&#x9762;&#x91cd;&#x8f7d;&#x5f00;&#x542f;"))),
    "cookies for other hosts": lambda whole, nth: replace(
        whole, headers=(("Set-Cookie", "a=1; Domain=other.example"), ("Set-Cookie", "b=2; Domain=.com; Path=/"))
    ),
    "odd headers": lambda whole, nth: replace(
        whole, headers=(("Set-Cookie", b"x=\xcd\xb6"), ("Server", b"\xff\xfe"), ("Set-Cookie", ";;="))
    ),
    "NUL bytes between tags": lambda whole, nth: replace(whole, body=whole.body.replace(b"<div", b"\0<div")),
}  # fmt: skip

# Faults that stay: the command ends with status 4 and says what to do.
STAYING: dict[str, Spoil] = {
    "silent": always(Answer(wait=0.6)),
    "drips its head": lambda whole, nth: replace(whole, drip=0.05, drip_head=True),
    "drips its body": lambda whole, nth: replace(whole, drip=0.05),
    "always cut": lambda whole, nth: replace(whole, cut=len(whole.body) // 2),
    "cut elsewhere each time": lambda whole, nth: replace(whole, cut=len(whole.body) // 2 + 200 * nth, framing="close"),
    "always reset": lambda whole, nth: replace(whole, cut=len(whole.body) // 3, reset=True),
    "no HTTP at all": always(Answer(raw=b"SSH-2.0-OpenSSH_9\r\n")),
    "packed and always cut": lambda whole, nth: packed(whole, 300),
    "packed with brotli": lambda whole, nth: replace(whole, headers=(("Content-Encoding", "br"),)),
    "200 MB announced": always(Answer(b"x", length=200_000_000)),
    "endless body": always(Answer(b"<html>" + b"x" * 65536, framing="chunked", endless=True)),
    "endless headers": always(Answer(raw=b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 400_000)),
    "gzip bomb": always(gzipped(b"<p>" * 20_000_000)),
    "gzip in gzip": always(
        Answer(gzip.compress(gzip.compress(b"\0" * 30_000_000)), headers=(("Content-Encoding", "gzip, gzip"),))
    ),
    "redirect loop": lambda whole, nth: redirect(THREAD + "&page=2"),
    "redirect to another host": always(redirect("http://board.example/t")),
    "redirect to this machine by name": always(redirect("http://localhost:1/t")),
    "redirect to another port": always(redirect("http://127.0.0.1:1/latest/meta-data")),
    "redirect to a cloud's metadata": always(redirect("http://169.254.169.254/latest/meta-data")),
    "redirect to a file": always(redirect("file:///etc/hostname")),
    "429 for an hour": always(Answer(b"", 429, (("Retry-After", "3600"),))),
    "429 for ever": always(Answer(html("慢一点"), 429)),
    "503 for ever": always(Answer(html("维护中", "论坛维护中，请稍后"), 503)),
    "404": always(Answer(b"", 404)),
    "403 of a firewall": always(Answer(html("403 Forbidden"), 403)),
    "flood limit of an hour": always(page_of("刷新不要快于 3600 秒")),
    "empty page": always(Answer(b"")),
    "a picture": always(Answer(b"\x89PNG\r\n\x1a\n" + bytes(100), content_type="image/png")),
    "another thread": lambda whole, nth: replace(whole, body=whole.body.replace(b"tid=7", b"tid=8")),
    "half a page that ends well": lambda whole, nth: replace(whole, body=whole.body[:2000] + b"</html>"),
    **{f"gate: {name}": always(Answer(body.encode("utf-8"))) for name, code, body, cure in GATES},
    **{f"message: {words[:12]}": always(page_of(words)) for code, board, words in SAID},
}  # fmt: skip

# What may also come out whole: nobody can tell half a page that ends well from one whose posts are gone.
EITHER = {"another thread", "half a page that ends well"}


def command(name: str, url: str, folder: Path) -> Ran:
    """One of COMMANDS on a thread, with an archive in the folder."""
    game = folder / "game.toml"
    game.write_text(sample_game(url.removesuffix(THREAD)), "utf-8")
    words = {
        "posts": [url, "--format", "jsonl", "-o", str(folder / "out.jsonl")],
        "tally": ["--game", str(game), "--stage", "D1", "-o", str(folder / "out.json")],
        "archive": [url],
    }
    return run(name, *words[name], "--archive", str(folder / "a.db"), "--delay", "0")


def kept(folder: Path) -> list[tuple[str, str]]:
    """Every standing post in the archive: pid and words."""
    with sqlite3.connect(folder / "a.db") as db:
        query = "SELECT pid, text FROM posts JOIN versions ON versions.id = version WHERE gone IS NULL ORDER BY pid"
        rows = [(str(pid), str(text)) for pid, text in db.execute(query)]
    db.close()
    return rows


def check_stop(ran: Ran, folder: Path) -> None:
    """The manners of a stop: status 4, one line with advice, nothing half written, no traceback."""
    told = [line for line in ran.lines if "稍等再试" not in line and "论坛要求等" not in line]
    assert (ran.status, len(told)) == (4, 1), ran.lines
    assert told[0].startswith("referee: [")
    assert "；" in told[0]
    assert "Traceback" not in "".join(ran.lines)
    assert not ran.out
    assert {path.name for path in folder.iterdir()} <= {"game.toml", "a.db", "a.db-wal", "a.db-shm"}
    assert ran.seconds < LONGEST


def undisturbed(folder: Path) -> list[tuple[str, str]]:
    folder.mkdir()
    with thread_board(Story()) as board:
        assert command("archive", board.url(THREAD), folder).status == 0
    return kept(folder)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    return undisturbed(tmp_path_factory.mktemp("right") / "right")


def met(faults: dict[str, Spoil]) -> list[tuple[str, int, str]]:
    """Fault, page, command: every page for `make trust`, else one page each and a part of what boards say."""
    pages = (0, 1, 2) if FULL else (0,)
    rows = [
        (fault, 1 + (at + page) % 3, COMMANDS[(at // 3 + page) % 3])
        for at, fault in enumerate(faults)
        for page in pages
    ]
    return rows if FULL else [row for at, row in enumerate(rows) if ": " not in row[0] or at % 4 == 0]


@pytest.mark.parametrize(("fault", "page", "name"), met(PASSING))
def test_what_passes_changes_nothing(
    fault: str, page: int, name: str, tmp_path: Path, right: list[tuple[str, str]]
) -> None:
    with thread_board(Story(spoil={page: PASSING[fault]})) as board:
        ran = command(name, board.url(THREAD), tmp_path)
    assert ran.status == 0, ran.lines
    assert kept(tmp_path) == right
    assert ran.seconds < LONGEST


@pytest.mark.parametrize(("fault", "page", "name"), met(STAYING))
def test_what_stays_is_a_stop_and_the_next_run_goes_on(
    fault: str, page: int, name: str, tmp_path: Path, right: list[tuple[str, str]]
) -> None:
    story = Story(spoil={page: STAYING[fault]})
    with thread_board(story) as board:
        ran = command(name, board.url(THREAD), tmp_path)
        if fault in EITHER and ran.status != 4:
            assert len(kept(tmp_path)) <= len(right)
        else:
            check_stop(ran, tmp_path)
            assert set(kept(tmp_path)) <= set(right)
        story.spoil.clear()
        again = command(name, board.url(THREAD), tmp_path)
        if fault in EITHER and ran.status != 4:
            again = run("archive", board.url(THREAD), "--archive", str(tmp_path / "a.db"), "--refresh", "--delay", "0")
    assert again.status == 0, again.lines
    assert kept(tmp_path) == right


# -- threads that change while they are read ---------------------------------------------------------------------------


def at(moments: dict[int, str], *said: str) -> Story:
    """A thread from which posts vanish (`-PID`) or to which some come (`+N`) before the given requests."""
    story = Story()
    for nth, what in moments.items():
        if what[0] == "-":
            story.before[nth] = lambda story, pid=what[1:]: story.delete(pid)  # type: ignore[misc]
        else:
            story.before[nth] = lambda story, many=int(what[1:]): story.add(*["路过"] * many)  # type: ignore[misc]
    return story


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    "moments",
    [{2: "+1"}, {2: "+9"}, {3: "+15"}, {4: "+1"}, {2: "-703"}, {3: "-703"}, {3: "-715"}, {4: "-723"},
     {2: "-701", 3: "+3"}, {3: "-702", 4: "-703", 5: "+12"}, {2: "+30", 4: "-704", 6: "-705"}],
)  # fmt: skip
def test_a_thread_that_changes_while_it_is_walked_is_whole_in_the_end(
    moments: dict[int, str], name: str, tmp_path: Path
) -> None:
    story = at(moments)
    with thread_board(story) as board:
        ran = command(name, board.url(THREAD), tmp_path)
    assert ran.status == 0, ran.lines
    standing = {pid for pid, _ in story.posts}
    found = {pid for pid, _ in kept(tmp_path)}
    late = standing - found
    assert not late or max(moments) >= story.asked  # nothing that stood while it was read is missing
    assert len(found - standing) <= sum(what[0] == "-" for what in moments.values())


def test_a_page_sent_twice_is_no_second_page(tmp_path: Path, right: list[tuple[str, str]]) -> None:
    story = Story()
    story.spoil[2] = lambda whole, nth: Answer(story.page(1), content_type=TYPE)
    with thread_board(story) as board:
        ran = command("posts", board.url(THREAD), tmp_path)
        check_stop(ran, tmp_path)
        story.spoil.clear()
        assert command("posts", board.url(THREAD), tmp_path).status == 0
    assert kept(tmp_path) == right


def test_a_thread_that_never_stands_still_ends_and_says_so(tmp_path: Path) -> None:
    story = Story()
    for nth in range(2, 400):
        story.before[nth] = lambda story: (
            story.delete(story.posts[1][0]) if len(story.posts) > 12 else story.add("又来")
        )
    with thread_board(story) as board:
        ran = command("posts", board.url(THREAD), tmp_path)
    assert ran.status in (0, 4)
    assert story.asked < 60
    assert ran.lines


# -- nothing is taken elsewhere ----------------------------------------------------------------------------------------


def test_cookies_go_nowhere_else_and_are_kept_nowhere(tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    rows = ["127.0.0.1\tFALSE\t/\tFALSE\t0\twinduser\tSECRETMINE", ".other.example\tTRUE\t/\tFALSE\t0\tz\tSECRETOTHER"]
    cookies.write_text("\n".join(rows) + "\n")
    folder = tmp_path / "kept"
    folder.mkdir()
    with thread_board(Story()) as board:
        words = ["archive", "--game", game_file(tmp_path, board), "--archive", str(folder / "a.db"), "--delay", "0"]
        ran = run(*words, "--cookies", str(cookies))
        sent = {asked.headers.get("cookie", "") for asked in board.asked}
    assert sent == {"winduser=SECRETMINE"}
    everything = "".join([ran.out, *ran.lines]).encode() + b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"SECRET" not in everything


def test_a_certificate_nobody_signed_ends_a_command(tmp_path: Path) -> None:
    certificate = self_signed(tmp_path)
    if certificate is None:
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path / "kept"
    folder.mkdir()
    with thread_board(Story(), certificate) as board:
        ran = command("posts", board.url(THREAD), folder)
        check_stop(ran, folder)
    assert "[certificate]" in ran.lines[-1]
    assert not board.asked


@pytest.mark.parametrize("fault", ["gzip bomb", "endless body", "endless headers", "gzip in gzip"])
def test_memory_stays_small_whatever_is_sent(fault: str, tmp_path: Path) -> None:
    with thread_board(Story(spoil={2: STAYING[fault]})) as board:
        command("archive", board.url(THREAD), tmp_path)  # imports and caches are in place
        tracemalloc.start()
        command("archive", board.url(THREAD), tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 20 * QUICK.max_bytes
