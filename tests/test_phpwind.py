"""What the phpwind lines may be relied on for: every post or a loud stop, the same words by every way of reading."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import UTC
from importlib import import_module
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from parsers.boards import phpwind_boxes, registry
from parsers.pages import Clock, Page, decode
from parsers.posts import BoardMessage, LayoutChanged, ThreadPage
from tests.support import golden

LINES = tuple(line for line in registry.LINES if line.startswith("phpwind"))
MODULES: dict[str, ModuleType] = {line: import_module(f"parsers.boards.{line}") for line in LINES}
NOBODY_KNOWS = Clock(UTC)
TEXTS = {
    param.id: decode(Page(param.values[1], param.values[0].read_bytes())).text for param in golden.saved_pages(*LINES)
}
THREADS = {name: text for name, text in TEXTS.items() if "message" not in name}


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_is_first_recognised_by_its_line(name: str) -> None:
    knowing = [line for line, module in MODULES.items() if module.recognise(TEXTS[name])]
    assert knowing[0] == name.split("/")[0]


@given(st.sampled_from(sorted(TEXTS)), st.sampled_from(LINES), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_no_page_whatever_raises_but_layout_changed(name: str, line: str, chance: random.Random) -> None:
    text = damaged(TEXTS[name], chance)
    for address in ("http://fog.example/read.php?tid=1", "file:///saved.html", ""):
        try:
            read = MODULES[line].read(text, address, NOBODY_KNOWS)
        except LayoutChanged:
            continue
        assert isinstance(read, ThreadPage | BoardMessage)


@given(st.binary(max_size=300), st.sampled_from(sorted(TEXTS)))
@settings(max_examples=60, deadline=None)
def test_no_bytes_whatever_raise_but_layout_changed(noise: bytes, name: str) -> None:
    page = TEXTS[name].encode("gb18030", "replace")
    middle = len(page) // 2
    for body in (noise, page[:middle] + noise + page[middle:]):
        try:
            registry.read(Page("http://fog.example/read.php?tid=1", body), golden.FETCHED)
        except LayoutChanged:
            continue


def damaged(text: str, chance: random.Random) -> str:
    """A page with pieces cut out, doubled, moved, or filled with what markup is made of."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((1, 20, 400, 3000)))
        piece = chance.choice(
            ("", text[at:end] * 2, "<div>" * 50, "</table></div>", '<a name=7></a><a name="">', "\x00<!--")
        )
        text = text[:at] + piece + text[end:]
    return text


@pytest.mark.parametrize("name", [name for name in THREADS if "wap" not in name])
def test_a_page_cut_short_is_no_page(name: str) -> None:
    text = THREADS[name]
    whole = read(name, text)
    for sign in ("tpc_content", "editor_content"):
        ends = [at for at in range(len(text)) if text.startswith(sign, at)]
        for at in ends[2:]:
            with pytest.raises(LayoutChanged):
                raise_or_count(name, text[:at], len(whole.posts))


def raise_or_count(name: str, text: str, posts: int) -> None:
    page = read(name, text)
    assert len(page.posts) < posts, "nothing is missing, so nothing was cut"


def read(name: str, text: str) -> ThreadPage:
    page = MODULES[name.split("/")[0]].read(text, "http://fog.example/read.php?tid=1", golden.FETCHED)
    assert isinstance(page, ThreadPage)
    return page


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("phpwind53/first.html", "<b>阿船</b>"),
        ("phpwind53/first.html", "Posted: 2006-04-02 20:04"),
        ("phpwind53/first.html", '<div class="tpc_content" >'),
        ("phpwind75/first.html", '<div class="f14" id="read_701">'),
        ("phpwind75/first.html", 'title="2009-02-11 20:03" style="white-space:nowrap;">发表于: 3小时前'),
        ("phpwind87/stubs.html", '<a href="u.php?uid=7">阿船</a>'),
        ("phpwind87/stubs.html", '<div class="f14 mb10" id="read_920">'),
        ("phpwind9/first.html", '<div class="editor_content">'),
        ("phpwind9/first.html", "发布于：2013-02-11 20:03"),
    ],
)
def test_a_post_without_author_time_or_body_stops_the_run(name: str, piece: str) -> None:
    assert piece in TEXTS[name]
    text = TEXTS[name].replace(piece, "<span>")
    if "阿船" in piece:
        text = text.replace("(阿船)", "")  # the reply button tells the author too
    with pytest.raises(LayoutChanged):
        read(name, text)


def test_the_reply_button_tells_an_author_without_a_panel() -> None:
    text = TEXTS["phpwind53/first.html"].replace("<b>阿船</b>", "<b></b>")
    assert [post.author for post in read("phpwind53/first.html", text).posts][1] == "阿船"


def test_a_thread_page_in_an_unknown_dress_is_not_taken_for_a_message() -> None:
    text = TEXTS["phpwind87/first.html"].replace("readfloor_", "floor-").replace("tpc_content", "words")
    with pytest.raises(LayoutChanged):
        registry.read(Page("http://fog.example/pw8/read.php?tid=55", text.encode()), golden.FETCHED)


def test_a_saved_page_says_itself_which_thread_it_is_of() -> None:
    for name, text in THREADS.items():
        if "wap" in name:
            continue
        page = MODULES[name.split("/")[0]].read(text, "file:///home/judge/saved.html", golden.FETCHED)
        assert (page.thread.tid, page.thread.base[:7]) != ("", "file://"), name


def test_a_sticky_reply_shown_first_has_no_floor_there_also_without_a_mark() -> None:
    text = TEXTS["phpwind9/sticky.html"]
    marked = read("phpwind9/sticky.html", text)
    assert [(post.pid, post.floor) for post in marked.posts][1] == ("1010", None)
    assert read("phpwind9/sticky.html", text.replace("inside_digs_icon", "x")) == marked
    original = text.index('id="read_1010"', text.index('id="read_1010"') + 1)
    elsewhere = text[:original] + text[original:].replace("1010", "1003").replace("21:09", "20:09")
    assert [post.floor for post in read("phpwind9/sticky.html", elsewhere).posts] == [0, None, 2, 3, 4]


def test_a_view_keeps_to_its_own_pages() -> None:
    page = registry.read(
        Page("http://fog.example/pw8/read.php?tid=55&ordertype=desc", TEXTS["phpwind87/newest_first.html"].encode()),
        golden.FETCHED,
    )
    assert isinstance(page, ThreadPage)
    assert page.whole_view == "http://fog.example/pw8/read.php?tid=55&ordertype=asc"
    assert page.links[2] == "http://fog.example/pw8/read.php?tid=55&ordertype=desc&page=2"


WRITTEN = re.compile(r"(\d{4})-(\d\d?)-(\d\d?) (\d\d):(\d\d)(?!:| [AP]M)")


def twelve(hour: str) -> tuple[str, str]:
    return f"{int(hour) % 12 or 12:02d}", "PM" if int(hour) >= 12 else "AM"


@pytest.mark.parametrize("name", [name for name in THREADS if "wap" not in name])
@pytest.mark.parametrize(
    "write",
    [
        lambda m: "{}/{}/{} {}:{}".format(*m.groups()),
        lambda m: "{}-{}-{} {}:{}:00".format(*m.groups()),
        lambda m: "{}-{}-{} {}:{} {}".format(*m.groups()[:3], twelve(m[4])[0], m[5], twelve(m[4])[1]),
        lambda m: "{}-{}-{} {} {}:{}".format(*m.groups()[:3], twelve(m[4])[1], twelve(m[4])[0], m[5]),
    ],
    ids=["slashes", "seconds", "twelve hours", "twelve hours, mark first"],
)
def test_times_are_the_same_however_the_board_is_set_to_write_them(
    name: str, write: Callable[[re.Match[str]], str]
) -> None:
    before, after = read(name, THREADS[name]), read(name, WRITTEN.sub(write, THREADS[name]))
    assert moments(after) == moments(before)
    assert [(post.pid, post.floor, post.author) for post in after.posts] == [
        (post.pid, post.floor, post.author) for post in before.posts
    ]


def moments(page: ThreadPage) -> list[object]:
    return [
        (post.time and post.time.when, post.edited and post.edited.time and post.edited.time.when)
        for post in page.posts
    ]


def test_a_relative_time_without_a_clock_is_none_and_said_to_be_missing() -> None:
    text = TEXTS["phpwind75/first.html"].replace('title="2009-02-11 20:03"', 'title=""')
    page = MODULES["phpwind75"].read(text, "http://fog.example/read.php?tid=1", NOBODY_KNOWS)
    assert page.posts[1].time is None
    assert "times" in page.missing


PIECES = (
    "投 阿船", "<br>", "<br />", "<b>投</b>", "&nbsp;", "  ", "&lt;b&gt;", "\n", "\t", "\u3000", "\u200b", "🌊",
    '<span style="color:red ">', "</span>", '<font size="3">', "</font>", "<i>", "</i>", "[quote]", "[/quote]", "'",
    '<img src="images/post/smile/default/2.gif" />', '<span style="display:none"> q&lt;1\x01 </span>&nbsp;<br />',
    "<strike>改</strike>", '<span style="text-decoration:line-through">划</span>', '<img src="attachment/1.jpg" />',
    '<blockquote class="blockquote3"><div class="quote">引用 </div><div class="text">引用楼主<br />投 <b>盐罐</b></div>'
    "</blockquote>", "&amp;",
    '<blockquote class="blockquote cc"><span class="fl"><a href="x">甲</a>：话</span>'
    '<a href="y" class="return">回</a></blockquote>',
    '<div id="alert_9" style="color:gray;margin-top:30px">[ 此帖被阿船在2009-02-11 20:40重新编辑 ]</div>',
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), st.sampled_from(["blockquote3", "blockquote"]))
@settings(max_examples=300, deadline=None)
def test_the_short_way_of_reading_a_body_reads_what_the_long_way_does(html: str, quote_class: str) -> None:
    body = LexborHTMLParser(f"<div id=x>{html}</div>").css_first("#x")
    assert body is not None
    short = phpwind_boxes.read_body(body, quote_class)
    long = phpwind_boxes.read_with_boxes(body, quote_class)
    assert short == long
