"""Each line of the threat model in docs/security.md, tried."""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
import signal
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from fixtures.make_board import Written
from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.boards import registry
from parsers.names import Roster, Seat
from parsers.pages import Clock, Page
from parsers.posts import LayoutChanged
from referee.game import SHANGHAI
from referee.game_file import GameFaults, load
from scraper.archive import Archive
from scraper.archive.search import Wanted, search
from scraper.fetch import Fetcher, FetchSettings
from scraper.pictures import fetch_pictures
from scraper.trouble import Trouble
from scraper.unpack import TooLarge, unpacked
from scraper.warc import warc_pages
from tests.support.faulty_board import QUICK, Answer, FaultyBoard, redirect
from tests.support.patterns import adversaries, patterns
from tests.support.thread_board import THREAD, Ran, Story, game_file, run, thread_board

DOC = Path(__file__).resolve().parent.parent / "docs" / "security.md"
NASTY = (
    "&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(2)&gt; javascript:alert(3)"
    '<br />\x1b]0;owned\x07 \x1b[2J &#x202e; &#27;[31m &#x9b;2J<br />=HYPERLINK("http://evil.example")<br />'
    "../../../tmp/evil.html'; DROP TABLE posts; --<br />投红豆"
)
FACES = ("text", "json", "md", "ubb", "html", "csv")


def nasty_story() -> Story:
    """The sample thread, with a hostile player in it."""
    story = Story()
    for at, said in ((4, NASTY), (7, "=1+1<br />投红豆"), (9, NASTY)):
        pid, post = story.posts[at]
        story.posts[at] = (pid, Written(post.author, post.time, said))
    return story


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """Every face of the hostile thread's tally, and its posts, as printed."""
    folder = tmp_path_factory.mktemp("nasty")
    with thread_board(nasty_story()) as board:
        more = ["--archive", str(folder / "a.db"), "--delay", "0"]
        words = ["tally", "--game", game_file(folder, board), "--stage", "D1", "-v", *more]
        found = {face: run(*words, "--format", face) for face in FACES}
        found["posts"] = run("posts", board.url(THREAD), *more)
        found["search"] = run("search", "投红豆", "--archive", str(folder / "a.db"))
        for face in ("html", "md"):
            out = folder / f"book.{face}"
            found[f"book.{face}"] = run("export", board.url(THREAD), "--as", face, "-o", str(out), *more)
            found[f"book.{face}"] = Ran(0, out.read_text("utf-8"), [], 0)
    assert all(ran.status in (0, 3) for ran in found.values()), {name: ran.lines for name, ran in found.items()}
    return found


# -- players -----------------------------------------------------------------------------------------------------------


def test_html_runs_nothing_a_player_wrote(reports: dict[str, Ran]) -> None:
    for face in ("html", "book.html"):
        tree = LexborHTMLParser(reports[face].out)
        if face == "book.html":  # what he wrote is shown
            assert "alert(1)" in (tree.body.text() if tree.body else "")
        assert not tree.css("script, iframe, object, embed, form, base, link")
        for node in tree.css("*"):
            for name, value in node.attributes.items():
                assert not name.startswith("on")
                assert not re.match(r"\s*(?:javascript|data:text|vbscript|file):", value or "", re.I)
        policy = tree.css_first('meta[http-equiv="Content-Security-Policy"]')
        assert policy is not None
        assert "default-src 'none'" in str(policy.attributes["content"])


def test_a_terminal_is_steered_by_no_post_and_no_name(reports: dict[str, Ran]) -> None:
    for face, ran in reports.items():
        said = ran.out + "\n".join(ran.lines)
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said), face
        assert "owned" in said or face in ("ubb", "search", "html", "csv", "md", "json", "text")


def test_a_csv_cell_is_never_a_formula(reports: dict[str, Ran]) -> None:
    cells = [cell for row in csv.reader(io.StringIO(reports["csv"].out.lstrip("\ufeff"))) for cell in row]
    assert cells
    assert not [cell for cell in cells if re.match(r"[=@＝＠\t\r]|[+＋－-](?!\d+(?:\.\d+)?$)", cell)]


def test_an_export_writes_where_it_was_told_and_nowhere_else(tmp_path: Path) -> None:
    story = nasty_story()
    folder = tmp_path / "here"
    folder.mkdir()
    with thread_board(story) as board:
        text = Path(game_file(tmp_path, board)).read_text("utf-8").replace('title = "', 'title = "../../evil/', 1)
        (tmp_path / "game.toml").write_text(text, "utf-8")
        for face in ("html", "md", "jsonl", "warc"):
            words = ["export", board.url(THREAD), "--as", face, "-o", str(folder / f"out.{face}")]
            ran = run(*words, "--archive", str(tmp_path / "a.db"), "--delay", "0")
            assert ran.status == 0, ran.lines
    assert {path.name for path in folder.iterdir()} == {"out.html", "out.md", "out.jsonl", "out.warc"}
    assert {path.name for path in tmp_path.iterdir()} <= {"here", "game.toml", "a.db", "a.db-wal", "a.db-shm"}


WORDS = [
    "'",
    '"',
    "x' OR 1=1 --",
    '") OR (1=1',
    "*",
    "投*",
    "NEAR(投 票)",
    "grams:投",
    "AND",
    "-投",
    "^投",
    "\0",
    "投\0红",
    "%",
    "_",
    "；",
]


@pytest.mark.parametrize("words", WORDS)
def test_no_word_or_name_changes_a_query(words: str, tmp_path: Path) -> None:
    with thread_board(nasty_story()) as board:
        run("archive", board.url(THREAD), "--archive", str(tmp_path / "a.db"), "--delay", "0")
    with Archive(tmp_path / "a.db") as archive:
        everything = archive.db.execute("SELECT count(*) FROM posts").fetchone()[0]
        search(archive, Wanted(words, author=words, game=words, stage=words))
        hits = search(archive, Wanted(words, limit=1000))
        assert all(any(run_ in hit.snippet.casefold() for run_ in re.findall(r"\w+", words.casefold())) for hit in hits)
        assert archive.db.execute("SELECT count(*) FROM posts").fetchone()[0] == everything > 20
    address = f"http://bbs.example.net/read.php?tid=1{words}"
    assert run("posts", address, "--offline", "--archive", str(tmp_path / "a.db")).status in (2, 4)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail where the body takes more of the processor than that; on systems without such a timer, afterwards."""
    began = time.process_time()
    timer = getattr(signal, "setitimer", None)

    def late(*_: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    if timer:
        signal.signal(signal.SIGVTALRM, late)
        timer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        if timer:
            timer(signal.ITIMER_VIRTUAL, 0)
    assert time.process_time() - began < seconds


def test_every_pattern_is_quick_on_texts_made_for_it() -> None:
    known = patterns()
    assert len(known) > 200
    length, seconds = (1000, 0.5) if os.environ.get("TRUST") == "full" else (500, 0.2)
    slow = set()
    for where, pattern in known.items():
        for text in adversaries(pattern, length):
            try:
                with at_most(seconds):
                    pattern.search(text)
            except TimeoutError:
                slow.add(where)
                break
    assert not slow


LONG = [
    "投",
    "投乙",
    "不是投乙",
    "如果投乙",
    "(",
    "「投乙",
    "改投乙，",
    "1",
    " ",
    "\n",
    "乙" * 3 + "、",
    "[quote]",
    "<",
    "很",
    "必",
    "我觉得",
    "=1",
    "，",
]


@pytest.mark.parametrize("piece", LONG)
def test_long_and_deep_posts_are_read_in_step_with_their_length(piece: str) -> None:
    roster = Roster.of([Seat("甲"), Seat("乙"), Seat("丙")])
    with at_most(4):
        read((piece * 20_000)[:20_000], roster, Context(author="甲"))
        page = Story(posts=[("tpc", Written("山神", "2010-05-03 21:00:04", piece * 20_000))]).page(1)
        registry.read(Page("http://bbs.example.net/valley/read.php?tid=7", page, "text/html"), Clock(SHANGHAI))


@pytest.mark.parametrize(
    "mark", ["<div>", "<blockquote><div>", "<table><tr><td>", "<b><i>", "<!--", "<script>", "<a href='"]
)
def test_a_page_nested_without_end_is_read_or_refused(mark: str) -> None:
    page = Story().page(1).replace("先占个座".encode("gbk"), mark.encode() * 20_000)
    with at_most(8), suppress(LayoutChanged):
        registry.read(Page("http://bbs.example.net/valley/read.php?tid=7", page, "text/html"), Clock(SHANGHAI))


# -- the board ---------------------------------------------------------------------------------------------------------


def test_cookies_stay_with_their_host(tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text("127.0.0.1\tFALSE\t/\tFALSE\t0\tmine\t1\nlocalhost\tFALSE\t/\tFALSE\t0\tother\t2\n")
    with (
        FaultyBoard(
            lambda path, nth: Answer(b"<html></html>", headers=(("Set-Cookie", "x=3; Domain=localhost"),))
        ) as one,
        Fetcher(FetchSettings(delay=0, cookies=file)) as client,
    ):
        client.get(one.url("/a"))
        client.get(one.url("/b", host="localhost"))
    assert [asked.headers["cookie"] for asked in one.asked] == ["mine=1", "other=2"]


@pytest.mark.parametrize(
    "target",
    ["file:///etc/passwd", "http://localhost:{port}/t", "http://127.0.0.1:1/t", "http://127.0.0.2:{port}/t",
     "http://[::1]:{port}/t", "http://169.254.169.254/", "http://127.0.0.1.evil.example:{port}/", "//evil.example/",
     "ftp://127.0.0.1/", "http://127.0.0.1:{port}@evil.example/", "\\\\evil.example\\t", "http:/\\evil.example/", "gopher://x/",
     "http://2130706434:{port}/"],
)  # fmt: skip
def test_a_redirect_reaches_no_other_host_port_or_file(target: str) -> None:
    with FaultyBoard(
        lambda path, nth: redirect(target.format(port=board.port)) if path == "/t" else Answer(status=404)
    ) as board:
        with Fetcher(QUICK) as client, suppress(Trouble):
            assert client.get(board.url("/t")).url.startswith(board.url("/"))
        assert all(asked.headers["host"] == f"127.0.0.1:{board.port}" for asked in board.asked)


def test_a_picture_brings_in_nothing_but_pictures() -> None:
    answers = {
        "/a.png": redirect("file:///etc/passwd"),
        "/b.png": redirect("http://localhost:1/secret"),
        "/c.png": Answer(b"<script>alert(1)</script>", content_type="image/png"),
        "/d.svg": Answer(b"<svg onload='alert(1)'/>", content_type="image/svg+xml"),
        "/e.png": Answer(b"\x89PNG\r\n\x1a\n...", content_type="text/html"),
    }
    with FaultyBoard(lambda path, nth: answers[path]) as board, Fetcher(QUICK) as client:
        wanted = ["file:///etc/passwd", "javascript:alert(1)", *(board.url(path) for path in answers)]
        found = fetch_pictures(wanted, client)
    assert list(found) == [board.url("/e.png")]
    assert found[board.url("/e.png")].startswith("data:image/png;base64,")


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "gzip, gzip", "gzip, gzip, gzip, gzip", "deflate, gzip"])
def test_unpacking_stops_at_the_limit(encoding: str) -> None:
    body = b"\0" * 20_000_000
    for layer in encoding.split(", "):
        body = gzip.compress(body) if layer == "gzip" else zlib.compress(body)
    with pytest.raises((TooLarge, ValueError)):
        unpacked(body, encoding, 100_000)


def test_a_packed_file_stops_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scraper.warc.LARGEST_PAGE", 100_000)
    monkeypatch.setattr("scraper.saved.LARGEST", 100_000)
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + b"<p>" * 3_000_000
    head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://a.test/\r\n"
    head += f"WARC-Date: 2010-05-03T13:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {len(page)}\r\n\r\n"
    file = tmp_path / "a.warc.gz"
    file.write_bytes(gzip.compress(head.encode() + page + b"\r\n\r\n"))
    assert all(len(found.body) <= 100_000 for found in warc_pages(file))
    (tmp_path / "big.html").write_bytes(b"x" * 100_001)
    assert (
        run("posts", str(tmp_path / "big.html"), "--archive", str(tmp_path / "a.db"))
        .lines[0]
        .startswith("referee: [too-large]")
    )


# -- the laptop --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in the folder, not in modes")
def test_the_archive_is_the_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Archive(tmp_path / "deep" / "a.db") as archive:
            archive.db.execute("SELECT count(*) FROM posts").fetchone()
            modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "deep").iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes


def test_no_secret_reaches_a_log_an_archive_or_an_export(tmp_path: Path) -> None:
    story = Story()
    greeting = (
        "<a id=\"td_userinfomore\">我的真名</a> 您好<a href='login.php?verify=5ecre7'>退出</a>"
        "<input name=formhash value=5ecre7f0><input value='5ecre7f1' type=hidden name='verify'>"
    )

    def greeted(whole: Answer, nth: int) -> Answer:
        body = whole.body.replace(b"<body>", b"<body>" + greeting.encode("gbk"))
        return Answer(body, content_type=whole.content_type)

    story.spoil = dict.fromkeys((1, 2, 3), greeted)
    cookies = tmp_path / "cookies.txt"
    cookies.write_text("127.0.0.1\tFALSE\t/\tFALSE\t0\twinduser\tsecretcookie\n")
    folder = tmp_path / "kept"
    folder.mkdir()
    said = []
    with thread_board(story) as board:
        url = f"{board.url(THREAD)}&sid=5ecre7aa"
        more = ["--archive", str(folder / "a.db"), "--delay", "0", "--cookies", str(cookies)]
        for words in (["archive", url], ["posts", url], ["export", url, "--as", "warc", "-o", str(folder / "a.warc")],
                      ["export", url, "--as", "html", "-o", str(folder / "a.html")]):  # fmt: skip
            ran = run(*words, *more)
            assert ran.status == 0, ran.lines
            said += [ran.out, *ran.lines]
    with sqlite3.connect(folder / "a.db") as db:
        bodies = b"".join(zlib.decompress(body) for (body,) in db.execute("SELECT body FROM bodies"))
    db.close()
    everything = bodies + "".join(said).encode() + b"".join(path.read_bytes() for path in folder.iterdir())
    for secret in ("secretcookie", "5ecre7", "我的真名"):
        assert secret.encode("gbk") not in everything
        assert secret.encode("utf-8") not in everything


def test_roles_and_accounts_stay_out_of_the_archive(tmp_path: Path) -> None:
    with thread_board(Story()) as board:
        path = Path(game_file(tmp_path, board))
        path.write_text(path.read_text("utf-8").replace('role = "逃奴"', 'role = "逃奴"\nreal = "藏着的账号"'), "utf-8")
        more = ["--game", str(path), "--archive", str(tmp_path / "a.db"), "--delay", "0"]
        assert run("archive", *more).status in (0, 4)
        assert run("tally", "--stage", "D1", "--judge", *more).status == 0
    with sqlite3.connect(tmp_path / "a.db") as db:
        dump = "\n".join(db.iterdump())
    db.close()
    assert "藏着的账号" not in dump
    assert "逃奴" not in dump


# -- game files --------------------------------------------------------------------------------------------------------

HEAD = '[game]\ntitle = "x"\nrules = "plain"\n'
BOMBS = {
    "deep arrays": HEAD + "judges = " + "[" * 50_000 + "]" * 50_000,
    "deep tables": HEAD + "a = " + "{a = " * 20_000 + "1" + "}" * 20_000,
    "a long dotted key": HEAD + ".".join("a" * 20_000) + " = 1",
    "many tables": HEAD + "".join(f"[a{n}]\n" for n in range(30_000)),
    "many players": HEAD + "".join(f'[[players]]\nname = "p{n}"\n' for n in range(20_000)),
    "a huge number": HEAD + "players = " + "9" * 100_000,
    "a huge string": HEAD + 'house = "' + "x" * 3_000_000 + '"',
    "faults without end": HEAD + "x y z\n" * 50_000,
    "quotes without end": HEAD + '"""' * 50_001,
    "nested headers": HEAD + "".join(f"[{'.'.join(['a'] * n)}]\n" for n in range(1, 400)),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_toml_bomb_is_a_fault_and_quick(bomb: str) -> None:
    with at_most(10):
        try:
            load(BOMBS[bomb])
        except GameFaults as refused:
            told = refused.faults
        else:
            told = ()
    assert bool(told) is (bomb != "many players")


def test_a_rules_path_shows_nothing_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('token = "hunter2"\n[login]\npassword = "hunter2"\n', "utf-8")
    (tmp_path / "games").mkdir()
    for rules in (
        "../secret.toml",
        str(tmp_path / "secret.toml"),
        "/etc/passwd",
        "../secret.toml\\u0000.toml",
        "/dev/zero.toml",
    ):
        path = tmp_path / "games" / "game.toml"
        path.write_text(f'[game]\ntitle = "x"\nrules = "{rules}"\n', "utf-8")
        ran = run("status", "--game", str(path), "--archive", str(tmp_path / "a.db"))
        assert ran.status == 2, (rules, ran.lines)
        assert "hunter2" not in ran.out + "".join(ran.lines)


def test_a_game_file_runs_nothing(tmp_path: Path) -> None:
    for rules in ("os", "referee.variants", "__import__('os')", "{0.__class__}", "$(id)", "tests.test_security"):
        before = set(sys.modules)
        with pytest.raises(GameFaults):
            load(f'[game]\ntitle = "{{x}} %s $(id)"\nrules = "{rules}"\n')
        assert set(sys.modules) - before <= {"referee.variants"}
    ran = run("status", "--game", str(tmp_path / "$(touch evil).toml"), "--archive", str(tmp_path / "a.db"))
    assert ran.status == 2
    assert not list(tmp_path.glob("evil*"))


# -- the table and the tests -------------------------------------------------------------------------------------------


def test_every_line_of_the_threat_model_has_its_test_and_every_test_its_line() -> None:
    named = re.findall(r"^\|.*\| `(test_\w+(?:\.py)?)` \|$", DOC.read_text("utf-8"), re.M)
    rows = [line for line in DOC.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(named) == len(rows) > 15
    here = {name for name in globals() if name.startswith("test_")}
    apart = {
        "test_every_line_of_the_threat_model_has_its_test_and_every_test_its_line",
        "test_a_page_nested_without_end_is_read_or_refused",
    }
    assert {name for name in named if not name.endswith(".py")} == here - apart
    assert all((DOC.parent.parent / "tests" / name).exists() for name in named if name.endswith(".py"))
