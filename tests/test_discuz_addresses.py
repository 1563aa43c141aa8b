"""Which thread an address of a Discuz board names, in every form and view, and what its pages are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.boards import discuz, discuznt, registry

H = "http://bbs.teahouse.example/"
X, OLD = f"{H}forum.php?mod=viewthread&tid=5", f"{H}viewthread.php?tid=5"

# address, its canonical form, page, view, post
FORMS = [
    ("forum.php?mod=viewthread&tid=5", X, None, None, None),
    ("forum.php?page=3&extra=page%3D1&tid=5&mod=viewthread", X, 3, None, None),
    ("forum.php?mod=viewthread&amp;tid=5&amp;page=2", X, 2, None, None),
    ("forum.php?mod=viewthread&tid=5&highlight=x&fromuid=9#pid77", X, None, None, "77"),
    ("forum.php?mod=viewthread&tid=5&page=1&authorid=3", X, 1, "author-only", None),
    ("forum.php?mod=viewthread&tid=5&authorid=0&ordertype=2", X, None, None, None),
    ("forum.php?mod=viewthread&tid=5&extra=&ordertype=1", X, None, "reverse", None),
    ("forum.php?mod=viewthread&tid=5&action=printable", X, None, "print", None),
    ("forum.php?mod=viewthread&tid=5&mobile=2", X, None, "mobile", None),
    ("forum.php?mod=viewthread&tid=5&mobile=no", X, None, None, None),
    ("forum.php?mod=viewthread&tid=5&viewpid=88&inajax=1", X, None, "one-post", "88"),
    ("forum.php?mod=viewthread&tid=5&extra=&filter=debate&stand=2", X, None, "filtered", None),
    ("forum.php?mod=viewthread&tid=5&checkrush=1", X, None, "filtered", None),
    ("forum.php?mod=viewthread&tid=5&_dsign=25cd8f70", f"{X}&_dsign=25cd8f70", None, None, None),
    ("forum.php?mod=redirect&goto=findpost&ptid=5&pid=88", X, None, "jump", "88"),
    ("forum.php?mod=redirect&tid=5&goto=lastpost", X, None, "jump", None),
    ("forum.php?mod=redirect&ptid=5&authorid=0&postno=15", X, None, "jump", None),
    ("thread-5-2-1.html", f"{H}thread-5-1-1.html", 2, None, None),
    ("viewthread.php?tid=5&extra=page%3D1&page=4", OLD, 4, None, None),
    ("viewthread.php?action=printable&tid=5", OLD, None, "print", None),
    ("viewthread.php?tid=5&rpid=88&ordertype=0&page=7#pid88", OLD, 7, None, "88"),
    ("viewthread.php?tid=5&sid=AbCdEf", OLD, None, None, None),
    ("redirect.php?pid=88&ptid=5&goto=findpost", OLD, None, "jump", "88"),
    ("redirect.php?goto=newpost&tid=5", OLD, None, "jump", None),
    ("archiver/?tid-5.html", f"{H}archiver/?tid-5.html", None, "archiver", None),
    ("archiver/?tid-5.html&page=2", f"{H}archiver/?tid-5.html", 2, "archiver", None),
    ("archiver/tid-5-page-3.html", f"{H}archiver/?tid-5.html", 3, "archiver", None),
    ("archiver/index.php?tid-5-page-3.html", f"{H}archiver/?tid-5.html", 3, "archiver", None),
    ("api/mobile/index.php?version=4&module=viewthread&tid=5&page=2", X, 2, "json", None),
    ("wap/index.php?action=thread&tid=5", OLD, None, "mobile", None),
]


@pytest.mark.parametrize(("path", "url", "page", "view", "post"), FORMS)
def test_every_form_names_the_thread(path: str, url: str, page: int | None, view: str | None, post: str | None) -> None:
    thread = registry.thread_of(H + path)
    assert thread is not None
    assert (thread.board, thread.base, thread.tid, thread.url) == ("discuz", H, "5", url)
    assert (thread.page, thread.view, thread.post) == (page, view, post)


@pytest.mark.parametrize("path", [row[0] for row in FORMS])
def test_pages_of_the_whole_thread_lead_back_to_it(path: str) -> None:
    thread = discuz.thread_of(H + path)
    assert thread is not None
    for number in (1, 2, 31):
        again = discuz.thread_of(discuz.page_address(thread, number))
        assert again is not None
        assert (again.tid, again.page or 1, again.view if again.view != "archiver" else None) == ("5", number, None)


ARCHIVED = [
    (
        "http://x.example/viewthread.php?tid=5&extra=page%3D1&page=2",
        "http://x.example/viewthread.php?tid=5&extra=page%3D1&page=3",
    ),
    ("http://x.example/bbs/thread-5-2-1.html", "http://x.example/bbs/thread-5-3-1.html"),
    ("http://x.example/forum.php?mod=viewthread&tid=5", "http://x.example/forum.php?mod=viewthread&tid=5&page=3"),
    ("http://x.example/archiver/?tid-5.html", "http://x.example/archiver/?tid-5.html&page=3"),
]


@pytest.mark.parametrize(("kept", "third"), ARCHIVED)
def test_copies_in_the_web_archive_keep_the_form_they_were_kept_in(kept: str, third: str) -> None:
    for prefix in ("https://web.archive.org/web/20090310120000/", "http://web.archive.org/web/2009id_/"):
        thread = discuz.thread_of(prefix + kept)
        assert thread is not None
        assert thread.base.startswith(prefix + "http://x.example/")
        assert discuz.page_address(thread, 3) == prefix + third


@pytest.mark.parametrize("path", ["redirect.php?goto=findpost&pid=9", "forum.php?mod=redirect&tid=5&goto=nextnewset"])
def test_a_jump_that_names_no_thread_is_asked_for_as_it_is(path: str) -> None:
    thread = discuz.thread_of(H + path)
    assert thread is not None
    assert (thread.tid, thread.view) == ("", "jump")
    assert discuz.page_address(thread, 2) == H + path


NONE = [
    "forum.php", "forum-4-1.html", "forum.php?mod=forumdisplay&fid=4", "viewthread.php?tid=0", "viewthread.php",
    "space.php?uid=2", "space-uid-2.html", "archiver/?fid-4.html", "post.php?action=reply&tid=5", "misc.php?tid=5",
    "read.php?tid=5", "forum.php?mod=viewthread&tid=abc", "index.php?tid=5",
]  # fmt: skip


@pytest.mark.parametrize("path", NONE)
def test_other_addresses_name_none(path: str) -> None:
    assert discuz.thread_of(H + path) is None
    assert discuznt.thread_of(H + path) is None


NT = [
    ("showtopic-5.aspx", None, None, None),
    ("showtopic-5-3.aspx", 3, None, None),
    ("showtopic.aspx?topicid=5&forumpage=2&page=4", 4, None, None),
    ("showtopic.aspx?topicid=5&onlyauthor=1&posterid=3", None, "author-only", None),
    ("showtopic.aspx?topicid=5&postid=77#77", None, "one-post", "77"),
    ("showtree-5.aspx", None, None, None),
    ("archiver/showtopic-5.aspx", None, "archiver", None),
]


@pytest.mark.parametrize(("path", "page", "view", "post"), NT)
def test_discuznt_addresses(path: str, page: int | None, view: str | None, post: str | None) -> None:
    thread = registry.thread_of(H + path)
    assert thread is not None
    assert (thread.board, thread.tid, thread.url) == ("discuznt", "5", f"{H}showtopic-5.aspx")
    assert (thread.page, thread.view, thread.post) == (page, view, post)
    second = discuznt.thread_of(discuznt.page_address(thread, 2))
    assert second is not None
    assert (second.tid, second.page) == ("5", 2)


@given(st.text(max_size=80))
def test_no_text_whatever_is_an_error(text: str) -> None:
    for family in (discuz, discuznt):
        family.thread_of(text)
        family.thread_of(H + text)
