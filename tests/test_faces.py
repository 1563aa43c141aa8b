"""Every face of a report states the same, and no stranger's text does harm in any of them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from referee import wishes
from referee.reports import FACES, json_text, render
from referee.reports.document import (
    Cell,
    Column,
    Facts,
    Heat,
    Lines,
    Matrix,
    Report,
    Series,
    Table,
    Timeline,
    Verdict,
    facts,
    trimmed,
)
from referee.reports.plain_text import cut, in_context, one_line, sparkline, width
from referee.reports.ubb_face import POST_LIMITS, size, ubb_face
from referee.wrong import Wrong
from tests.support.faces import UBB_TAG, as_said, said

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "</title><iframe src=//evil.example>",
    "</style><b>",
    "\x1b[31m红\x1b[0m\x1b]0;标题\x07",
    "\x9b2J清屏",
    "[b]粗[/b][url=javascript:alert(1)]点我[/url]",
    "[/td][/tr][/table]",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "@SUM(A1)",
    "-2+3",
    "\t=1+1",
    "甲;=1+1",
    "‮反过来‬",
    "\u2066藏\u2069\u200b\ufeff",
    "名" * 500,
    "a" * 500,
    "两\n行\r\n三",
    "空\x00字",
    "| 竖 | 线 |",
    "`代码` **粗** [链](http://evil.example) ![图](x) <u>",
    "&lt;b&gt;&#60;script&#62;",
    "{{ 7*7 }}{% raw %}",
    "【投谁】",
    "😀👨‍👩‍👧",
    "é́́",
    "' OR 1=1",
    "\\",
    "--------",
    "1. 一",
]
words = st.sampled_from(HOSTILE) | st.text(max_size=12)
links = st.none() | st.sampled_from(
    ["http://bbs.example.net/read.php?tid=1#p3", "javascript:alert(1)", "data:text/html,x", "http://x/]<b>", "//evil"]
)
tones = st.sampled_from(["", "good", "bad", "warn", "mute", "strong"])
cells = st.builds(Cell, words, links, tones, words)
texts = st.lists(words, min_size=1, max_size=3).map(tuple)


@st.composite
def tables(draw: Any) -> Table:
    columns = draw(st.lists(st.builds(Column, words, st.just(False), st.booleans()), min_size=1, max_size=4))
    rows = draw(st.lists(st.tuples(*[cells] * len(columns)), max_size=4))
    return Table(draw(words), tuple(columns), tuple(rows), draw(words), "x")


@st.composite
def grids(draw: Any) -> Matrix | Heat:
    rows, columns = draw(texts), draw(texts)
    if draw(st.booleans()):
        each = st.lists(cells, max_size=2).map(tuple)
        return Matrix(draw(words), rows, columns, tuple(tuple(draw(each) for _ in columns) for _ in rows))
    return Heat(draw(words), rows, columns, tuple(tuple(draw(st.integers(0, 9)) for _ in columns) for _ in rows))


timelines = st.builds(
    Timeline,
    words,
    st.lists(st.builds(Series, words, st.just(((0.0, 0.0), (40.0, 2.0)))), min_size=1, max_size=8).map(tuple),
    st.just(100.0),
    words,
    words,
    st.lists(st.tuples(st.just(3.0), words), max_size=2).map(tuple),
    st.lists(st.tuples(st.just(3.0), words), max_size=2).map(tuple),
    st.booleans(),
    st.lists(st.tuples(st.just(80.0), st.just(100.0), words), max_size=1).map(tuple),
)
blocks = st.one_of(
    st.builds(Verdict, words, words, texts, tones),
    st.builds(Facts, st.lists(st.tuples(words, cells), min_size=1, max_size=2).map(tuple)),
    st.builds(Lines, words, st.lists(cells, min_size=1, max_size=2).map(tuple), tones),
    tables(),
    timelines,
    grids(),
)
reports = st.builds(Report, words, st.lists(blocks, max_size=3).map(tuple), st.just(()))
quick = settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate))


@quick
@given(reports)
def test_every_face_states_every_fact(report: Report) -> None:
    for face in FACES:
        shown = said(face, render(report, face, 60))
        for fact in facts(report):
            assert as_said(face, fact) in shown, (face, fact)


@quick
@given(reports)
def test_html_holds_no_script_no_handler_and_no_odd_link(report: Report) -> None:
    page = LexborHTMLParser(render(report, "html"))
    tags = {node.tag for node in page.root.traverse()} if page.root else set()
    assert not tags & {"script", "iframe", "img", "object", "embed", "link", "base", "form", "input", "video", "u"}
    for node in page.css("*"):
        assert not [name for name in node.attributes if name.startswith("on") or name == "style"], node.html
        address = node.attributes.get("href") or "http://"
        assert address.startswith(("http://", "https://"))
        assert "src" not in node.attributes
    metas = [m.attributes for m in page.css("meta[http-equiv]")]
    assert [m["http-equiv"] for m in metas] == ["Content-Security-Policy"]
    assert metas[0]["content"].startswith("default-src 'none'; style-src 'sha256-")


CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


@quick
@given(reports, st.sampled_from([20, 40, 80]))
def test_a_terminal_is_steered_by_nobody_and_no_line_is_too_wide(report: Report, room: int) -> None:
    plain = render(report, "text", room)
    assert not CONTROL.search(plain)
    assert max(map(width, plain.splitlines()), default=0) <= room
    coloured = render(report, "text", room, colour=True)
    assert re.sub(r" +$", "", re.sub(r"\x1b\[\d*m", "", coloured), flags=re.MULTILINE) == plain


@quick
@given(reports, st.sampled_from(["discuz", "phpwind"]), st.sampled_from([0, 700]))
def test_ubb_holds_our_tags_only_all_of_them_closed_and_fits_its_posts(report: Report, board: str, limit: int) -> None:
    posts = ubb_face(report, board, limit).split("\n\n-------- 下一帖 --------\n\n")
    for post in posts:
        assert size(post) <= (limit or POST_LIMITS[board])
        open_: list[str] = []
        for closing, tag, value in UBB_TAG.findall(post):
            assert tag in {"b", "url", "table", "tr", "td", "color", "size"}
            assert tag != "url" or closing or value.startswith("http")
            if not closing:
                open_.append(tag)
            else:
                assert open_.pop() == tag
        assert not open_
        assert "@" not in UBB_TAG.sub("", post)
        assert not CONTROL.search(post)


@quick
@given(reports)
def test_no_cell_is_a_formula(report: Report) -> None:
    for row in csv.reader(render(report, "csv").splitlines(keepends=True)):
        for cell in row:
            assert not cell.startswith(("=", "@", "\t", "＝", "＠"))
            assert not cell.startswith(("+", "-")) or re.fullmatch(r"[+-]*[\d.]+", cell)
            assert "\n" not in cell


@quick
@given(reports)
def test_markdown_shows_a_strangers_signs_as_signs(report: Report) -> None:
    for line in render(report, "md").splitlines():
        bare = re.sub(r"\\.", "", line)
        bare = re.sub(r"\]\(<https?://[^<>]*>\)", "", bare)
        assert not re.search(r"[<`~_]|!\[", bare), line


@given(st.recursive(words | st.integers(), lambda inner: st.dictionaries(words, inner, max_size=3), max_leaves=5))
def test_json_is_the_same_value_and_steers_nothing(value: Any) -> None:
    written = json_text(value)
    assert json.loads(written) == value
    assert not CONTROL.search(written)


def names() -> Iterator[str]:
    yield from (f"玩家{number}" for number in range(1, 61))


def test_a_long_report_is_split_between_rows_and_numbered() -> None:
    rows = tuple(
        (Cell("#1", "http://bbs.example.net/read.php?tid=1#p1"), Cell(name), Cell("话" * 60)) for name in names()
    )
    report = Report("长", (Table("票", (Column("楼"), Column("谁"), Column("原话")), rows),))
    posts = ubb_face(report).split("-------- 下一帖 --------")
    assert len(posts) > 1
    assert [post.split()[0] for post in posts] == [f"({n}/{len(posts)})" for n in range(1, len(posts) + 1)]
    assert all(post.count("[table]") == post.count("[/table]") for post in posts)
    assert "-------- 下一帖" not in ubb_face(report, "phpwind")


def test_every_floor_is_linked_in_the_faces_that_have_links() -> None:
    address = "http://bbs.example.net/read.php?tid=1#p1"
    report = Report("票", (Table("票", (Column("楼"),), ((Cell("#1", address),),)),))
    assert f"[url={address}]#1[/url]" in render(report, "ubb")
    assert f"(<{address}>)" in render(report, "md")
    assert f'href="{address}"' in render(report, "html")


@pytest.mark.parametrize(
    ("suffix", "face"), [(".html", "html"), (".HTM", "html"), (".md", "md"), (".json", "json"), ("", "text")]
)
def test_a_files_ending_says_its_face(suffix: str, face: str) -> None:
    assert wishes.face(None, f"D1{suffix}", (*FACES, "json")) == face


def test_a_file_no_face_is_written_in_is_refused() -> None:
    with pytest.raises(Wrong):
        wishes.face(None, "D1.xyz", (*FACES, "json"))


@pytest.mark.parametrize(
    ("text", "quote", "told"),
    [
        ("投乙", "投乙", "投乙"),
        ("想了想\n还是投乙吧", "投乙", "想了想 ⏎ 还是【投乙】吧"),
        ("前" * 40 + "投乙" + "后" * 40, "投乙", "…" + "前" * 10 + "【投乙】" + "后" * 9 + "…"),
        ("别的话", "投乙", "投乙"),
        ("", "乙", "乙"),
        ("随便", "", ""),
    ],
)
def test_words_stand_in_their_context(text: str, quote: str, told: str) -> None:
    assert in_context(text, quote, 10) == told


def test_columns_nobody_fills_are_left_out() -> None:
    table = Table("票", (Column("楼"), Column("理由")), ((Cell("#1"), Cell("")), (Cell("#2"), Cell(""))))
    assert [column.title for column in trimmed(table).columns] == ["楼"]
    assert trimmed(Table("票", table.columns, ())).columns == table.columns


@pytest.mark.parametrize(
    ("values", "top", "drawn"), [((0, 1, 8), 0, "·▁█"), ((4.0,), 8, "▄"), ((0, 0), 0, ""), ((0.1,), 100, "▁")]
)
def test_a_sparkline_shows_little_and_nothing_apart(values: tuple[float, ...], top: float, drawn: str) -> None:
    assert sparkline(values, top) == drawn


@pytest.mark.parametrize(
    ("text", "columns", "told"), [("红豆", 4, "红豆"), ("红豆沙", 4, "红…"), ("abcdef", 4, "abc…")]
)
def test_names_are_cut_by_columns(text: str, columns: int, told: str) -> None:
    assert cut(text, columns) == told
    assert width(cut(text, columns)) <= columns


def test_a_name_of_many_lines_is_one() -> None:
    assert one_line("两\r\n行") == "两 ⏎ 行"
