"""Every form of address a phpwind thread is known by, and what page N of it is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.boards import phpwind

SITE = "http://fog.example/bbs/"
# address below the site, page, view, post it jumps to
FORMS = [
    ("read.php?tid=42", None, None, None),
    ("read.php?fid=2&tid=42&page=3", 3, None, None),
    ("read.php?page=3&toread=1&tid=42&fpage=7&u=9&ds=1", 3, None, None),
    ("read.php?tid=42&amp;page=3", 3, None, None),
    ("read.php?tid=42&page=e", None, None, None),
    ("read.php?tid=42&page=abc", None, None, None),
    ("read.php?tid=42&page=0", None, None, None),
    ("read.php?tid=42&fpage=0&toread=&page=2#701", 2, None, "701"),
    ("read.php?tid=42#tpc", None, None, "tpc"),
    ("read.php?tid=42#a", None, None, None),
    ("read.php?tid=42#read_701", None, None, "701"),
    ("read.php?tid=42&keyword=%CD%B6", None, None, None),
    ("read.php?tid=42&uid=8", None, "author-only", None),
    ("read.php?tid=42&uid=8&page=2", 2, "author-only", None),
    ("read.php?tid=42&ordertype=desc", None, "reverse", None),
    ("read.php?tid=42&fid=2&desc=1&page=2", 2, "reverse", None),
    ("read.php?tid=42&ordertype=asc", None, None, None),
    ("read.php?tid-42.html", None, None, None),
    ("read.php?tid-42-page-2.html", 2, None, None),
    ("read.php?tid-42-page-e.html", None, None, None),
    ("read-htm-tid-42.html", None, None, None),
    ("read-htm-tid-42-page-2.html", 2, None, None),
    ("read-htm-tid-42-fpage-0-toread--page-2.html", 2, None, None),
    ("read-htm-tid-42-fpage-3.htm", None, None, None),
    ("read-htm-tid-42-uid-8.html", None, "author-only", None),
    ("read-htm-tid-42-ds-1-page-2.html#701", 2, None, "701"),
    ("read_htm_tid-42-page-2.shtml", 2, None, None),
    ("htm_data/2/0905/42.html", 1, None, None),
    ("htm_data/0905/2/42.html", 1, None, None),
    ("html_data/2/0905/42.html", 1, None, None),
    ("html/read/2/0905/42.html", 1, None, None),
    ("simple/index.php?t42.html", 1, "print", None),
    ("simple/index.php?t42_3.html", 3, "print", None),
    ("simple/?t42_3.html", 3, "print", None),
    ("job.php?action=topost&tid=42&pid=701", None, None, "701"),
    ("job.php?action=tofloor&tid=42&floor=12", None, None, None),
    ("index.php?m=bbs&c=read&tid=42&fid=2&page=2", 2, None, None),
    ("index.php?c=read&tid=42", None, None, None),
    ("index.php?c=read&a=jump&tid=42&pid=701", None, None, "701"),
    ("read-42-2.html", 2, None, None),
    ("read-42", None, None, None),
    ("wap/read.php?tid=42&page=2", 2, "mobile", None),
    ("wap/index.php?prog=read&tid=42", None, "mobile", None),
    ("m/index.php?a=read&tid=42", None, "mobile", None),
    ("rss.php?tid=42", None, "rss", None),
]
OTHERS = [
    "read.php",
    "read.php?tid=",
    "read.php?tid=abc",
    "thread.php?fid=2",
    "simple/index.php?f2.html",
    "job.php?rd_previous=1&fid=2&tid=42&fpage=0&goto=next",
    "index.php?m=bbs&c=thread&fid=2",
    "profile.php?action=show&uid=42",
    "viewthread.php?tid=42",
    "thread-42-1-1.html",
    "",
]


@pytest.mark.parametrize(("below", "page", "view", "post"), FORMS)
@pytest.mark.parametrize("archive", ["", "https://web.archive.org/web/20100301000000/"], ids=["live", "archived"])
def test_every_form_names_the_same_thread(
    below: str, page: int | None, view: str | None, post: str | None, archive: str
) -> None:
    thread = phpwind.thread_of(f"{archive}{SITE}{below}")
    assert thread is not None
    assert (thread.base, thread.tid) == (f"{archive}{SITE}", "42")
    assert (thread.page, thread.view) == (page, view)
    if not archive:
        assert thread.post == post
        assert thread.url == f"{SITE}read.php?tid=42"
        assert phpwind.page_address(thread, 5) == f"{SITE}read.php?tid=42&page=5"


@pytest.mark.parametrize("below", OTHERS)
def test_other_addresses_name_none(below: str) -> None:
    assert phpwind.thread_of(SITE + below) is None


def test_the_first_page_is_asked_for_past_the_stored_copy() -> None:
    thread = phpwind.thread_of(f"{SITE}htm_data/2/0905/42.html")
    assert thread is not None
    assert phpwind.page_address(thread, 1) == f"{SITE}read.php?tid=42&toread=1"
    assert phpwind.is_stored(f"{SITE}htm_data/2/0905/42.html")
    assert not phpwind.is_stored(f"{SITE}read.php?tid=42")


def test_an_archive_is_asked_for_pages_as_they_were_linked() -> None:
    kept = "http://web.archive.org/web/2010/http://fog.example/"
    for pasted, third in [
        ("read-htm-tid-42.html", "read-htm-tid-42-page-3.html"),
        ("read-htm-tid-42-page-2.html", "read-htm-tid-42-page-3.html"),
        ("read.php?tid=42&fpage=1", "read.php?tid=42&page=3&fpage=1"),
        ("read.php?tid-42-page-7.html", "read.php?tid-42-page-3.html"),
        ("read-42-7.html", "read-42-3.html"),
        ("htm_data/2/0905/42.html", "read.php?tid=42&page=3"),
    ]:
        thread = phpwind.thread_of(kept + pasted)
        assert thread is not None
        assert phpwind.page_address(thread, 3) == kept + third


def test_a_jump_without_a_thread_is_left_to_the_board() -> None:
    thread = phpwind.thread_of(f"{SITE}index.php?c=read&a=jump&pid=701")
    assert thread is not None
    assert (thread.tid, thread.view, thread.post) == ("", "jump", "701")
    assert phpwind.page_address(thread, 1) == f"{SITE}index.php?c=read&a=jump&pid=701"


def test_sites_are_told_apart_as_browsers_do() -> None:
    same = [
        "http://fog.example/read.php?tid=42",
        "http://FOG.example:80/read.php?tid=42&page=2",
        "fog.example/read.php?tid=42",
        " http://fog.example/read.php?tid=42#701 ",
    ]
    assert len({(t.base, t.tid, t.url) for t in map(phpwind.thread_of, same) if t}) == 1
    assert all(map(phpwind.thread_of, same))
    ported = phpwind.thread_of("http://[::1]:8081/read.php?tid=42")
    assert ported is not None
    assert ported.base == "http://[::1]:8081/"


@given(st.text(alphabet="htp:/.?&=-_#%readtidpage0123456789simplewapjobindexc ", max_size=60))
def test_no_address_whatever_raises(address: str) -> None:
    for url in (address, f"http://x.example/{address}", f"https://web.archive.org/web/2010/{address}"):
        thread = phpwind.thread_of(url)
        if thread is not None:
            assert phpwind.page_address(thread, 2)
            assert phpwind.post_address(thread, 1, "9")
