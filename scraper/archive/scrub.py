"""What of a page must not be kept: the reader's own account and the keys of his session. Works on bytes, any charset.

Posts are not touched: only the places where boards greet the reader, and values whose field says that they are keys.
Every value is blanked out at its length, so the page keeps its shape.
"""

from __future__ import annotations

import re

_KEYS = (
    rb"formhash|verifyhash|verify|csrf_token|loginhash|idhash|sechash|saltkey|authkey|authcode|auth|hash|sid|SIGN|TOKEN"
)
_SECRETS = re.compile(
    rb"(?<![\w-])(?:" + _KEYS + rb")"
    rb"(?:=|[\"']?\s{0,9}[:=]\s{0,9}[\"']|[\"']?\s?[^<>]{0,80}?value=[\"']?)"  # in a link, in a script, in a form
    rb"([0-9A-Za-z%+/_.-]{4,}={0,2})"
)
_VALUE_FIRST = re.compile(
    rb"value=[\"']?([0-9A-Za-z%+/_.-]{4,200}={0,2})[\"']?\s[^<>]{0,80}?name=[\"']?(?:" + _KEYS + rb")\b"
)
_READER = [
    re.compile(pattern, re.I)
    for pattern in (
        rb"\bdiscuz_uid\s*=\s*'?(\d+)",
        rb"\b(?:winduid|windid|username|loginuser|g_uid|G_USERNAME)\s*[:=]\s*'([^'\r\n]{1,60})'",
        # Discuz X: the box at the top right; 7.x and 6.x: the bar above the board.
        rb"<strong[^>]*class=[\"']?vwmy[^>]*>\s*<a[^>]*>([^<]{1,60})</a>",
        rb"<div id=[\"']um(?:enu)?[\"'][^>]*>(?:(?!</div>).){0,600}?<a[^>]*>([^<]{1,60})</a>",
        rb"<cite>\s*<a[^>]*class=[\"']?noborder[^>]*>([^<]{1,60})</a>",
        rb"href=[\"'][^\"']*(?:home\.php\?mod=space|u\.php|space\.php)[^\"']*[\"'][^>]*\btitle=[\"'](?:"
        + "访问我的空间".encode()
        + rb"|"
        + "访问我的空间".encode("gbk")
        + rb")[\"'][^>]*>([^<]{1,60})</a>",
        # phpwind: "NAME 您好", the name menu.
        rb"<(?:a|span|td)[^>]*id=[\"']?(?:td_userinfomore|td_userinfo|user_info|J_head_user_a)[\"']?[^>]*>\s*(?:<[^>]*>\s*)*([^<]{1,60}?)\s*<",
    )
]
_WELCOME = [
    # In the board's own charset: "欢迎您回来, NAME", "您好, NAME".
    re.compile(
        b"(?:"
        + b"|".join(words.encode(charset) for words in ("欢迎您回来", "您好", "歡迎您回來"))
        + rb")[^<\w]{0,6}(?:<[^>]*>\s*)*([^<\s]{1,60})<"
    )
    for charset in ("utf-8", "gb18030")
]
_ADDRESS = re.compile(r"([?&](?:formhash|sid|auth|hash|verify|csrf_token|\w+_auth)=)[^&#]*")


def scrub(body: bytes) -> bytes:
    """The page without session keys and without the name the board greets its reader by."""
    body = _VALUE_FIRST.sub(_blank, _SECRETS.sub(_blank, body))
    head = _head(body)
    names: set[bytes] = set()
    for pattern in (*_READER, *_WELCOME):
        names.update(match.group(1).strip() for match in pattern.finditer(head))
    cleaned = head
    for name in sorted((name for name in names if len(name) > 1 and not name.isdigit()), key=len, reverse=True):
        cleaned = cleaned.replace(name, b"*" * len(name))
    for pattern in _READER[:2]:
        cleaned = pattern.sub(_blank, cleaned)
    return cleaned + body[len(head) :]


def scrub_address(url: str) -> str:
    """An address without the values of session parameters."""
    return _ADDRESS.sub(r"\1", url)


_FIRST_POST = re.compile(
    rb"id=[\"']?(?:postlist|post_\d|pid\d|readfloor_|td_tpc|read_tpc|J_read)|name=[\"']?(?:tpc|pid\d)", re.I
)


def _head(body: bytes) -> bytes:
    """What stands before the first post; at most 60 kB where none is recognised."""
    first = _FIRST_POST.search(body)
    return body[: first.start() if first else min(len(body), 60_000)]


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match.group()
    return whole[:start] + b"0" * (end - start) + whole[end:]
