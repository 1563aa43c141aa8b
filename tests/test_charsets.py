"""What a page's bytes mean, whatever its header says of them."""

from __future__ import annotations

import time

import pytest

from parsers.pages import Page, decode

WORDS = "<html><head><meta charset={}></head>改票，由二胡改为红豆</html>"


@pytest.mark.parametrize(
    "header", ["iso-8859-1", "latin1", "windows-1252", "us-ascii", "ISO-8859-15", "koi8-r", "no-such"]
)
@pytest.mark.parametrize("charset", ["gbk", "utf-8", "big5"])
def test_a_servers_default_charset_is_not_believed_against_the_page(header: str, charset: str) -> None:
    text = WORDS.format(charset).replace("红豆", "紅豆").replace("为", "為")
    page = Page("http://bbs.example.net/t", text.encode(charset, "ignore"), f"text/html; charset={header}")
    assert decode(page).text == text.encode(charset, "ignore").decode(charset)


def test_a_western_page_is_one_where_nothing_chinese_can_be_read() -> None:
    page = Page("http://bbs.example.net/t", "caf\xe9 ".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert decode(page).text == "caf\xe9 "


@pytest.mark.parametrize(
    "header", ["punycode", "idna", "utf-7", "unicode_escape", "rot13", "zlib", "hex", "undefined", "mbcs"]
)
def test_no_codec_of_pythons_own_is_run_on_a_page(header: str) -> None:
    began = time.process_time()
    body = b"<html>" + b"\\N{x} a-b" * 40_000
    assert decode(Page("http://bbs.example.net/t", body, f"text/html; charset={header}")).text == body.decode()
    assert time.process_time() - began < 1
