"""The same page in another hand: browsers save tags in capitals without quotes, skins add classes of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from parsers.boards import registry
from parsers.pages import Page, decode
from parsers.posts import BoardMessage, LayoutChanged, ThreadPage
from tests.support import golden

LINES = (
    "discuz_4",
    "discuz_6",
    "discuz_7",
    "discuz_archiver",
    "discuz_mobile",
    "discuz_print",
    "discuz_touch",
    "discuz_x",
    "discuznt_page",
    "phpwind53",
    "phpwind75",
    "phpwind87",
    "phpwind9",
    "phpwind_simple",
)
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)\s*/?>", re.I)
VALUE = re.compile(r'([\w:-]+)="([^"]*)"')
Hand = Callable[[re.Match[str]], str]


def capitals(tag: re.Match[str]) -> str:
    return f"<{tag[1]}{tag[2].upper()}{VALUE.sub(bare, tag[3])}>"


def bare(value: re.Match[str]) -> str:
    return f"{value[1]}={value[2]}" if re.fullmatch(r"[\w./:?=-]+", value[2]) else value[0]


def single(tag: re.Match[str]) -> str:
    return f"<{tag[1]}{tag[2]}{VALUE.sub(lambda v: v[0] if chr(39) in v[2] else f'{v[1]}={v[2]!r}', tag[3])}>"


def apart(tag: re.Match[str]) -> str:
    return f"<{tag[1]}{tag[2]}{VALUE.sub(lambda v: f'{v[1]} = {chr(34)}{v[2]}{chr(34)}', tag[3])}\n>"


def skinned(tag: re.Match[str]) -> str:
    return re.sub(r' class="([^"]+)"', r' class="skin \1 wide"', tag[0])


def in_hand(text: str, hand: Hand) -> str:
    """The page's tags as `hand` writes them; scripts and styles stay."""
    parts = re.split(r"(?is)(<script\b.*?</script>|<style\b.*?</style>)", text)
    return "".join(part if at % 2 else TAG.sub(hand, part) for at, part in enumerate(parts))


def read(text: str, address: str) -> ThreadPage | BoardMessage:
    page = Page(address, text.encode("utf-8", "surrogatepass"), "text/html; charset=utf-8")
    found = registry.read(page, golden.FETCHED)
    return replace(found, title="") if isinstance(found, ThreadPage) else found


@pytest.mark.parametrize("hand", [capitals, single, apart, skinned])
@pytest.mark.parametrize(("path", "address"), golden.saved_pages(*LINES))
def test_a_page_reads_the_same_in_every_hand(path: Path, address: str, hand: Hand) -> None:
    text = decode(Page(address, path.read_bytes())).text
    if text.lstrip().startswith("<?xml"):
        pytest.skip("an answer to a script is never saved by a browser")
    assert read(in_hand(text, hand), address) == read(text, address)


@pytest.mark.parametrize(("path", "address"), golden.saved_pages(*LINES))
def test_a_page_saved_without_its_scripts_reads_the_same(path: Path, address: str) -> None:
    text = decode(Page(address, path.read_bytes())).text
    if text.lstrip().startswith("<?xml") or "goto=next" in address:
        pytest.skip("never saved by a browser, or of a thread that only the script names")
    scriptless = re.sub(r"(?is)<script\b.*?</script>|\son[a-z]+=(?:\"[^\"]*\"|'[^']*')", "", text)
    assert read(scriptless, address) == read(text, address)


def test_a_print_view_saved_without_its_address_is_read_all_the_same() -> None:
    path, address = golden.saved_pages("discuz_print")[0].values
    named, nameless = golden.read(path, address), golden.read(path, "")
    assert isinstance(named, ThreadPage)
    assert isinstance(nameless, ThreadPage)
    assert [post.text for post in nameless.posts] == [post.text for post in named.posts]
    assert (nameless.thread.tid, nameless.whole_view) == ("", None)


@pytest.mark.parametrize(("path", "address"), golden.saved_pages("discuz_7", "phpwind75"))
def test_a_page_cut_short_is_not_made_whole(path: Path, address: str) -> None:
    """To write a page anew closes what was left open; that must not hide that posts are missing."""
    text = in_hand(decode(Page(address, path.read_bytes())).text, capitals)
    cut = text[: max(text.rfind("postmessage_"), text.rfind("tpc_content")) + 40]
    with pytest.raises(LayoutChanged):
        read(cut, address)
