"""Discuz X as the telephone app gets it: `api/mobile/index.php?module=viewthread` answers with JSON.

Times are Unix seconds, floors are numbers, blocked posts carry a status bit. Edit notices are cut out of the words.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, tzinfo
from html import unescape
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from parsers.boards import discuz
from parsers.boards.discuz_page import Frame, Piece, assemble
from parsers.boards.discuz_url import AUTHOR_ONLY, JSON, cut
from parsers.boards.discuz_words import body_words
from parsers.pages import Clock
from parsers.posts import BoardMessage, Comment, LayoutChanged, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import Words, tidy

_BLOCKED: Final = 1  # bit of a post's status
_TWICE: Final = re.compile(r"&amp;(amp|lt|gt|quot|nbsp|#\d{1,7});")  # what was typed as & comes escaped twice
_ERRORS: Final = {
    "thread_nonexistence": "指定的主题不存在或已被删除或正在被审核",
    "mobile_is_closed": "论坛没有开放手机客户端接口",
    "module_not_exists": "论坛的手机客户端接口没有这一项",
}


def recognise(text: str) -> bool:
    """An object with the API's `Variables`, or its bare error."""
    head = text.lstrip("\ufeff \r\n\t")
    return head.startswith("{") and ('"Variables"' in head[:4000] or head.startswith('{"error"'))


def read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage:
    """The posts of one answer, or the API's message. Raises LayoutChanged where it is no such JSON."""
    try:
        answer = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as broken:
        raise LayoutChanged(f"接口返回的不是完整的 JSON：{type(broken).__name__}") from None
    variables = answer.get("Variables") if isinstance(answer, dict) else None
    posts = variables.get("postlist") if isinstance(variables, dict) else None
    if not posts:
        return BoardMessage(_message(answer if isinstance(answer, dict) else {}), discuz.BOARD)
    if not isinstance(posts, list) or not all(isinstance(post, dict) for post in posts):
        raise LayoutChanged("接口的 postlist 不是帖子的列表")
    assert isinstance(variables, dict)
    around = _frame(variables, url, clock)
    comments = _dict(variables.get("comments"))
    pieces = [_piece(post, comments, around.clock) for post in posts]
    return assemble(around, pieces, missing=("edits",))


def _message(answer: dict[str, Any]) -> str:
    message = _dict(answer.get("Message"))
    key = _text(message.get("messageval")) or _text(answer.get("error"))
    said = _text(message.get("messagestr"))
    if not said or said.startswith("mobile:"):
        said = _ERRORS.get(key.split("//")[0], key)
    return " ".join(tidy(said).split()) or "接口没有给帖子"


def _frame(variables: dict[str, Any], url: str, clock: Clock) -> Frame:
    about = _dict(variables.get("thread"))
    named = discuz.thread_of(url) if url else None
    tid = _text(about.get("tid")) or (named.tid if named else "")
    if not tid.isdecimal():
        raise LayoutChanged("接口的答复里没有帖子号 thread.tid")
    address = cut(url)
    base = named.base if named else address.base.removesuffix("api/mobile/") if address else ""
    per_page, replies = _int(variables.get("ppp")), _int(about.get("allreplies") or about.get("replies"))
    total = -(-(replies + 1) // per_page) if per_page and replies is not None else 1
    number = (named.page if named else None) or 1
    view = AUTHOR_ONLY if address and address.asked.get("authorid", "0") not in ("", "0") else JSON
    whole = discuz.whole(base, tid, modern=True)
    thread = Thread(discuz.BOARD, base, tid, whole, number, view)
    return Frame(thread, True, unescape(_text(about.get("subject"))), clock, base, min(number, total), total)


def _piece(post: dict[str, Any], comments: dict[str, Any], clock: Clock) -> Piece:
    pid, number = _text(post.get("pid")), _text(post.get("number")) or _text(post.get("position"))
    if not pid.isdecimal() or "message" not in post:
        raise LayoutChanged("接口的帖子缺 pid 或 message")
    message = _TWICE.sub(r"&\1;", _text(post.get("message")))
    body = LexborHTMLParser(f"<body>{message}</body>").body
    hidden = bool((_int(post.get("status")) or 0) & _BLOCKED) or message.startswith("提示: <em>")
    anonymous = _text(post.get("anonymous")) not in ("", "0")
    uid = _text(post.get("authorid"))
    return Piece(
        pid=pid,
        label=number if number != "-1" else "推荐",
        author=unescape(_text(post.get("author"))) or ("匿名" if anonymous else "游客"),
        uid=uid if uid.isdecimal() and uid != "0" and not anonymous else None,
        time=_moment(post, clock.zone),
        exact=None,
        words=Words("") if hidden or body is None else body_words(body),
        hidden=hidden,
        comments=_comments(comments.get(pid), clock),
    )


def _moment(post: dict[str, Any], zone: tzinfo) -> str:
    """Unix seconds on the board's clock, else the words shown."""
    seconds = _int(post.get("dbdateline"))
    if seconds is None or not 0 < seconds < 1 << 33:
        return _text(post.get("dateline"))
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def _comments(given: object, clock: Clock) -> tuple[Comment, ...]:
    """Newest first as given; the board's copies of replies are not in this list."""
    rows = [row for row in given if isinstance(row, dict)] if isinstance(given, list) else []
    found = [
        Comment(
            unescape(_text(row.get("author"))),
            board_time(_text(row.get("dateline")), clock),
            tidy(unescape(_text(row.get("comment")))),
        )
        for row in rows
    ]
    return tuple(reversed(found))


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _int(value: object) -> int | None:
    text = _text(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None
