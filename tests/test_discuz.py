"""What the Discuz lines may be relied on for: every post or a loud stop, and the same of every saved page."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from importlib import import_module
from types import ModuleType
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.boards import registry
from parsers.boards.discuz_floors import label_of, settle
from parsers.boards.discuz_page import split_notice, without_reply_head
from parsers.pages import Clock, Page, decode
from parsers.posts import BoardMessage, LayoutChanged, ThreadPage
from tests.support import golden

LINES = tuple(line for line in registry.LINES if line.startswith("discuz"))
MODULES: dict[str, ModuleType] = {line: import_module(f"parsers.boards.{line}") for line in LINES}
PAGES = {param.id: (param.values[0], param.values[1]) for param in golden.saved_pages(*LINES)}
TEXTS = {name: decode(Page(address, path.read_bytes())).text for name, (path, address) in PAGES.items()}
MESSAGES = ("discuz_message/", "gone", "closed", "refused")
THREADS = sorted(name for name in TEXTS if not any(word in name for word in MESSAGES))
CHINA = Clock(ZoneInfo("Asia/Shanghai"), datetime(2013, 3, 2, 10, 0))


def read(text: str, address: str = "http://fog.example/forum.php?mod=viewthread&tid=308") -> ThreadPage:
    page = registry.read(Page(address, text.encode("utf-8"), "text/html; charset=utf-8"), CHINA)
    assert isinstance(page, ThreadPage)
    return page


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_is_first_recognised_by_its_line(name: str) -> None:
    knowing = [line for line in registry.LINES if import_module(f"parsers.boards.{line}").recognise(TEXTS[name])]
    assert knowing[0] == name.split("/")[0]


@given(st.sampled_from(sorted(TEXTS)), st.sampled_from(LINES), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_no_page_whatever_raises_but_layout_changed(name: str, line: str, chance: random.Random) -> None:
    text = damaged(TEXTS[name], chance)
    for address in (PAGES[name][1], "file:///saved.html", ""):
        try:
            found = MODULES[line].read(text, address, Clock(UTC))
        except LayoutChanged:
            continue
        assert isinstance(found, ThreadPage | BoardMessage)


@given(st.binary(max_size=300), st.sampled_from(sorted(TEXTS)))
@settings(max_examples=60, deadline=None)
def test_no_bytes_whatever_raise_but_layout_changed(noise: bytes, name: str) -> None:
    body = TEXTS[name].encode("gb18030", "replace")
    middle = len(body) // 2
    for given_bytes in (noise, body[:middle] + noise + body[middle:]):
        try:
            registry.read(Page(PAGES[name][1], given_bytes), CHINA)
        except LayoutChanged:
            continue


def damaged(text: str, chance: random.Random) -> str:
    """A page as cables, proxies and skins leave it: pieces cut out, doubled, turned round, names of classes changed."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((1, 7, 60, 900)))
        piece = text[start:end]
        spoilt = chance.choice(
            ("", piece * 2, piece[::-1], "<table><td>", "</div></table>", "\x00\ufffd", "<!--", piece.upper())
        )
        text = text[:start] + spoilt + text[end:]
    return text


@pytest.mark.parametrize("name", [name for name in THREADS if not name.endswith((".xml", ".api"))])
def test_a_page_that_was_cut_short_is_no_shorter_thread(name: str) -> None:
    path, address = PAGES[name]
    whole = golden.read(path, address)
    assert isinstance(whole, ThreadPage)
    text = TEXTS[name]
    for at in range(len(text) // 3, len(text) - 900, max(1, len(text) // 7)):
        try:
            cut = registry.read(Page(address, text[:at].encode("utf-8"), "text/html; charset=utf-8"), CHINA)
        except LayoutChanged:
            continue
        assert isinstance(cut, BoardMessage) or len(cut.posts) == len(whole.posts)


# Without these a post would be there with a hole in it: a missing vote is worse than a stop.
NEEDED = [
    ("discuz_x/first.html", 'id="postmessage_9003"'),
    ("discuz_x/first.html", 'id="authorposton9004"'),
    ("discuz_7/first.html", 'id="postmessage_12"'),
    ("discuz_7/first.html", 'id="authorposton13"'),
    ("discuz_6/first.html", 'id="postmessage_2"'),
    ("discuz_6/first.html", "<cite>"),
    ("discuz_4/second.html", "viewpro.php?uid=3"),
    ("discuz_touch/x35.html", 'class="message"'),
    ("discuz_json/page.api", '"message":'),
    ("discuz_archiver/seven.html", "<strong>阿绿</strong>"),
    ("discuznt_page/first.html", 'class="t_msgfont"'),
    ("discuznt_page/first.html", 'class="poster"'),
]


@pytest.mark.parametrize(("name", "piece"), NEEDED)
def test_a_page_without_a_piece_every_post_has_stops_loudly(name: str, piece: str) -> None:
    text = TEXTS[name]
    assert piece in text
    spoilt = text.replace(piece, 'id="renamed"' if "=" in piece and "?" not in piece else "<i>", 1)
    if "?" in piece:
        spoilt = re.sub(r"<a href=\"viewpro\.php\?uid=3\".*?</a>", "", text)
    if piece == '"message":':
        spoilt = text.replace(piece, '"massage":')
    with pytest.raises(LayoutChanged):
        MODULES[name.split("/")[0]].read(spoilt, PAGES[name][1], CHINA)


def test_relative_words_count_from_the_boards_own_clock() -> None:
    """A page saved years ago and read today: its footer says when 半小时前 was."""
    text = TEXTS["discuz_x/first.html"].replace("发表于 2013-3-1 20:01:09", "发表于 半小时前")
    then = registry.read(Page("", text.encode("utf-8")), Clock(CHINA.zone, datetime(2026, 1, 1)))
    assert isinstance(then, ThreadPage)
    stamp = then.posts[1].time
    assert stamp is not None
    assert (stamp.when, stamp.precision) == (datetime(2013, 3, 2, 9, 30), "rough")
    assert "times" in then.missing


def test_a_page_that_shows_another_zone_says_so() -> None:
    text = TEXTS["discuz_x/first.html"].replace("GMT+8, 2013", "GMT+9, 2013")
    assert any("GMT+9" in note for note in read(text).notes)


def test_a_saved_page_tells_its_thread_without_an_address() -> None:
    for name, tid in (("discuz_x/first.html", "308"), ("discuz_7/first.html", "41"), ("discuz_4/second.html", "5")):
        page = registry.read(Page("", TEXTS[name].encode("utf-8"), "text/html; charset=utf-8"), CHINA)
        assert isinstance(page, ThreadPage)
        assert page.thread.tid == tid


@pytest.mark.parametrize("asked", ["filter=debate&stand=1", "checkrush=1", "authorid=4", "viewpid=9002&inajax=1"])
def test_a_view_of_some_posts_leads_to_the_whole_thread(asked: str) -> None:
    address = "http://bbs.teahouse.example/forum.php?mod=viewthread&tid=308"
    page = read(TEXTS["discuz_x/first.html"], f"{address}&{asked}")
    assert page.whole_view == address
    assert "posts" in page.missing


FLOORS = [
    ("the usual names", "楼主 沙发 板凳 地板 5# 6#", [1, 2, 3, 4, 5, 6]),
    ("names of the board's own, counted up to the first number", "茶王 茶神 茶仙 4楼", [1, 2, 3, 4]),
    ("a hole among the usual names: only they are sure", "楼主 板凳 地板 5#", [1, 3, 4, 5]),
    ("a hole among own names: nobody knows which is missing", "茶王 茶仙 4#", [1, None, 4]),
    ("own names on a short page", "茶王 茶神 茶仙", [1, None, None]),
    ("own names on a full page", "茶王 茶神 茶仙 茶圣 茶侠", [1, 2, 3, 4, 5]),
    ("a sofa where the board sells it as third", "楼主 板凳 沙发 4#", [1, 2, 3, 4]),
    ("usual names at the end of a reversed thread", "6# 5# 地板 板凳 沙发", [6, 5, 4, 3, 2]),
    ("a sticky reply stands aside", "楼主 顶_来自_3# 沙发 4#", [1, 3, 2, 4]),
    ("other suffixes", "第1层 2樓 3F", [1, 2, 3]),
]


@pytest.mark.parametrize(("shown", "floors"), [row[1:] for row in FLOORS], ids=[row[0] for row in FLOORS])
def test_floors(shown: str, floors: list[int | None]) -> None:
    labels = [label_of(word.replace("_", " ")) for word in shown.split()]
    first = labels[0].number in (1, None)
    assert settle(labels, [""] * len(labels), page=1 if first else 0, complete=False) == floors


def test_a_recommended_reply_takes_the_one_gap_beside_it() -> None:
    labels = [label_of(word) for word in ("楼主", "推荐", "沙发", "4#")]
    assert settle(labels, ["10", "12", "11", "13"], page=1, complete=False) == [1, 3, 2, 4]
    assert settle(labels, ["10", "99", "11", "13"], page=1, complete=False) == [1, None, 2, 4]


NOTICES = [
    ("at the start", "本帖最后由 阿绿 于 2013-3-1 20:05 编辑\n\n投青蛙", "投青蛙", "阿绿"),
    ("traditional", "本帖最後由 阿綠 於 2013-3-1 20:05 編輯\n\n投青蛙", "投青蛙", "阿綠"),
    ("at the end, in brackets", "投青蛙\n\n[ 本帖最后由 阿绿 于 2013-3-1 20:05 编辑 ]", "投青蛙", "阿绿"),
    ("a name with the word in it", "本帖最后由 身 于 曹营 于 2013-3-1 20:05 编辑\n投青蛙", "投青蛙", "身 于 曹营"),
    ("twelve hours", "本帖最后由 阿绿 于 2013-3-1 08:05 PM 编辑\n投青蛙", "投青蛙", "阿绿"),
    ("somewhere else it is somebody's words", "投青蛙\n本帖最后由 阿绿 于 2013-3-1 20:05 编辑\n投河马", None, None),
]


@pytest.mark.parametrize(("text", "rest", "by"), [row[1:] for row in NOTICES], ids=[row[0] for row in NOTICES])
def test_edit_notices(text: str, rest: str | None, by: str | None) -> None:
    own, edit = split_notice(text, CHINA)
    assert own == (text if rest is None else rest)
    assert (edit.by if edit else None) == by
    if edit:
        assert edit.time is not None
        assert edit.time.when == datetime(2013, 3, 1, 20, 5)


def test_a_notice_the_page_does_not_mark_is_typed() -> None:
    typed = TEXTS["discuz_x/first.html"].replace('<i class="pstatus"> 本帖最后由', "本帖最后由")
    assert read(typed).posts[0].edited is None
    assert read(typed).posts[0].text.startswith("本帖最后由 掌柜")


def test_the_reply_buttons_head_is_taken_off_once() -> None:
    assert without_reply_head("回复 27# 河马\n\n\n    投青蛙") == ("    投青蛙", "回复 27# 河马")
    assert without_reply_head("回复大家：投青蛙") == ("回复大家：投青蛙", "")


def test_a_post_of_a_megabyte_and_ten_thousand_tags() -> None:
    body = "<b>投</b><br />\n" * 30_000
    text = TEXTS["discuz_x/first.html"].replace("昨夜茶壶碎了一只", body)
    assert read(text).posts[0].text.count("投") == 30_000


@pytest.mark.parametrize(
    ("page", "shown", "floors"),
    [
        (2, "茶童 茶客 13# 14#", [11, 12, 13, 14]),
        (3, "茶童 22# 23#", [21, 22, 23]),
        (3, "茶童 23# 24#", [None, 23, 24]),  # two pages before it cannot hold 21 posts
        (2, "茶童 茶客", [None, None]),
    ],
)
def test_names_a_later_page_begins_with(page: int, shown: str, floors: list[int | None]) -> None:
    labels = [label_of(word) for word in shown.split()]
    assert settle(labels, [""] * len(labels), page=page, complete=False) == floors
