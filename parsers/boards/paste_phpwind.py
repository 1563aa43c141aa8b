"""Text copied from a phpwind page in a browser: authors, times, floors and words as far as the text has them.

Line 5 closes each post with `Posted: … | 3 楼`; lines 7 to 9 open it with `3楼  发表于: …` or `3楼#` over `发布于：…`,
under the author's panel; the print view has name and time in one row; a post copied without its frame is one post
without an author. What no text can hold: numbers of posts and members, struck-out words (they look alive), and mostly
where a quote ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from parsers.boards.paste_phpwind_quotes import quotes_somebody, without_quotes
from parsers.boards.phpwind_boxes import EDITED
from parsers.pages import Clock
from parsers.posts import Edit, Post, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import tidy

BOARD: Final = "paste"

_FOOT: Final = re.compile(r"^[ \t]*Posted\s*:\s*(?P<time>[^|\n]*\d[^|\n]*)\|(?P<rest>[^\n]*)$", re.M)
_HEAD: Final = re.compile(r"^(?P<before>.*?)(?P<label>\S+|置顶\s*\(.*?\))\s+发表于\s*:\s*(?P<time>[^\n]*\S)\s*$", re.M)
_HEAD_9: Final = re.compile(r"^(?:更多\s*)?发布于\s*[:：]\s*(?P<time>[^\n，]*\d)[^\n]*$", re.M)
_ROW: Final = re.compile(
    r"^(?P<author>[^\t\n]+)\t(?P<time>\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}(?::\d{2})?)[ \t]*$", re.M
)
_PRINT_FOOT: Final = re.compile(r"^[ \t]*查看完整版本\s*:\s*\[--", re.M)
_TITLE: Final = re.compile(r"^\s*(?:本页主题|主题)\s*[:：]\s*(?P<title>[^\t\n]*?)(?:\t.*|\s+打印 \|.*|)$", re.M)
_TITLES: Final = (  # of 5.3 and 7.5, 8.7, 9, and the print view
    _TITLE,
    re.compile(r"^[ \t]*(?P<title>\S[^\n]*?)[ \t]*\[复制链接\][ \t]*$", re.M),
    re.compile(r"^[ \t]*阅读\s*[:：]\s*\d+\s*回复\s*[:：]\s*\d+\s*\n+[ \t]*(?P<title>\S[^\n]*?)[ \t]*$", re.M),
    re.compile(r" -> (?P<title>(?:(?! -> )[^\n])*?) *\[打印本页\]"),
)
_PAGES: Final = re.compile(r"Pages\s*:\s*\(?\s*(\d{1,6})\s*/\s*(\d{1,6})")
_LABEL_FLOOR: Final = re.compile(r"(?:来自)?(\d{1,7})\s*(?:楼|层|[#F])|^(\d{1,7})$")
_NAMED: Final = {"楼主": 0, "沙发": 1, "板凳": 2, "地板": 3}
_LEVEL: Final = re.compile(r"^\s*级别\s*[:：]")
_PANEL_END: Final = re.compile(r"^\s*最后登录\s*[:：]")
_PANEL: Final = re.compile(r"^\s*(?:[^\s:：]{1,8})\s*[:：]\s*[\w(（-].{0,40}$")
_ONLINE: Final = re.compile(r"^(?:在线|离线)(?=\S)|\s(?:在线|离线)\s*$")
_NUMBERED_MEMBER: Final = re.compile(r"UID\s*\d{1,12}\Z")
_PAGER: Final = re.compile(r"[«»]|下一页|返回列表")
_TOOLS: Final = re.compile(r"^\s*(?:只看楼主|只看该作者|全看)\s*\|.*$")
_TAILS: Final = re.compile(
    r"^\s*(?:举报(?: 顶端)?|顶端|回复引用|回复(?:\(\d+\))?\s+喜欢.*|喜欢\d*|回复|引用|分享到.{0,60}|上一页 下一页)\s*$"
)
_SUBJECT: Final = re.compile(r"^\s*(?:Re\s*[:：].*|回 \S.*的帖子)\s*$")
_NOTICE: Final = re.compile(r"^\s*(?:管理提醒\s*[:：].*|本帖被 .{1,40} 执行.{1,12}操作\(.*\).*|—\s*\S.*\s—|By：.*)\s*$")
_REFUSED: Final = re.compile(r"该主题已被管理员(?:屏蔽|删除)!?|用户被禁言.{0,12}|此帖已被屏蔽|该帖已被删除")
_WITHHELD: Final = re.compile(  # what the board says in place of a part, in lines of its own
    r"^[ \t]*(?:(?P<said>(?:本部分内容设定了(?:隐藏|加密)|此[帖段].{0,3}售).*|对不起!.{0,4}没有登.*)"
    r"|购买后.{0,6}显示.*|若发现会员.*)$\n?",
    re.M,
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """One post of the text: where its floor and time are written, and all its lines."""

    author: str
    label: str
    time: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Around:
    """What a post is read with: its page, and the posts before it."""

    url: str
    page: int
    title: str
    names: frozenset[str]
    before: Sequence[Post]


def recognise(text: str) -> bool:
    """Whether pasted text came from a phpwind page, also when it is one post without its frame."""
    text = _with_plain_ends(text)
    if _FOOT.search(text) or "本页主题:" in text:
        return True
    if _HEAD_9.search(text) or (_HEAD.search(text) and any(sign in text for sign in ("小 中 大", "加关注", "级别:"))):
        return True
    if "打印本页" in text and len(_ROW.findall(text)) > 1:
        return True
    return quotes_somebody(text) or text.lstrip().startswith("管理提醒")


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of a pasted page. What the text does not tell is named in `missing` and `notes`; nothing is raised."""
    text = _with_plain_ends(text)
    pieces = _by_feet(text) or _by_heads(text) or _by_rows(text) or [_Piece("", "", "", tuple(text.split("\n")))]
    title = next((found["title"].strip() for found in (form.search(text) for form in _TITLES) if found), "")
    counted = _PAGES.search(text)
    number, total = (int(counted[1]), int(counted[2])) if counted else (1, 1)
    names = frozenset(piece.author for piece in pieces)
    posts: list[Post] = []
    notes = ["粘贴的文字里看不出删除线，划掉的话会当成没划掉的"]
    for piece in pieces:
        post, remarks = _post(piece, _Around(url, number, title, names, posts), clock)
        if any((other.pid, other.author, other.text) == (post.pid, post.author, post.text) for other in posts):
            continue  # a topped post stands on the page twice
        posts.append(post)
        notes += [f"{_place(post)}{remark}" for remark in remarks]
    if _counted_backwards(posts):  # 9 numbers a newest-first page downwards: its floors are not the thread's
        posts = [*posts[:1], *(replace(post, floor=None) for post in reversed(posts[1:]))]
        notes.append("这一页新的在前，楼层是倒着数的，不能用")
    elif all(post.floor is not None for post in posts):
        posts.sort(key=lambda post: post.floor or 0)  # topped posts, and pages with the newest post first
    thread = Thread(BOARD, "", "", url)
    return ThreadPage(thread, title, number, total, tuple(posts), {}, _missing(posts), None, tuple(notes))


def _counted_backwards(posts: Sequence[Post]) -> bool:
    """Whether times fall while floors rise, the opening post apart."""
    seen = [(post.floor, post.time.when) for post in posts[1:] if post.floor is not None and post.time is not None]
    pairs = list(pairwise(seen))
    return len(pairs) > 1 and all(a[0] < b[0] and a[1] >= b[1] for a, b in pairs) and seen[0][1] > seen[-1][1]


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _missing(posts: Sequence[Post]) -> tuple[str, ...]:
    lacks = {
        "times": any(post.time is None or post.time.precision in ("day", "rough") for post in posts),
        "floors": any(post.floor is None for post in posts),
        "authors": any(not post.author for post in posts),
    }
    return tuple(name for name, lacking in lacks.items() if lacking)


def _place(post: Post) -> str:
    return f"{post.floor} 楼" if post.floor is not None else f"第 {post.pid} 帖"


def _by_feet(text: str) -> list[_Piece]:
    """Line 5: what stands before a `Posted:` is its post; the author is over his panel."""
    pieces: list[_Piece] = []
    start = 0
    top = _TITLE.search(text)
    for foot in _FOOT.finditer(text):
        begin = top.end() if not start and top and top.end() < foot.start() else start
        lines = text[begin : foot.start()].split("\n")
        rest, start = foot["rest"], foot.end()
        if "楼" not in rest:  # the label may have slipped to the line below
            below = re.match(r"\s*(\[楼 主\]|\d{1,7} 楼)[ \t]*(?:\n|\Z)", text[start:])
            if below:
                rest, start = below[1], start + below.end()
        author, body = _under_panel(lines)
        pieces.append(_Piece(author, rest, foot["time"], tuple(body)))
    return pieces


def _under_panel(lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Author and body: the name is the first line over 级别, the body comes under the panel's last line."""
    level = next((at for at, line in enumerate(lines) if _LEVEL.match(line)), None)
    if level is None:
        return "", lines
    above = [line.strip() for line in lines[:level] if line.strip()]
    end = next((at for at in range(level, min(len(lines), level + 30)) if _PANEL_END.match(lines[at])), None)
    if end is None:
        end = level
        while end + 1 < len(lines) and (_PANEL.match(lines[end + 1]) or not lines[end + 1].strip()):
            end += 1
    return above[0] if above else "", lines[end + 1 :]


def _by_heads(text: str) -> list[_Piece]:
    """Lines 7 to 9: floor and time stand over the body, the author over them."""
    heads = [*_HEAD.finditer(text)] or [*_HEAD_9.finditer(text)]
    pieces: list[_Piece] = []
    tail = 0
    for head in heads:
        panel = text[tail : head.start()].split("\n")
        label = head.groupdict().get("label") or next((line for line in reversed(panel) if line.strip()), "")
        following = next((other.start() for other in heads if other.start() > head.start()), len(text))
        lines, length = _to_the_tail(text[head.end() : following])
        pieces.append(_Piece(_in_panel(panel, first=not pieces), label, head["time"], tuple(lines)))
        tail = head.end() + length
    return pieces


def _in_panel(panel: Sequence[str], *, first: bool) -> str:
    """The author's name in the lines over a post; over the first post stands the whole head of the page."""
    lines = [line.strip() for line in panel]
    marked = next((line for line in reversed(lines) if _ONLINE.search(line)), None)
    if marked is not None:
        return _ONLINE.sub("", marked).strip()
    if first:
        numbered = next((at for at, line in enumerate(lines) if _NUMBERED_MEMBER.match(line)), 0)
        if numbered:  # 9: name, group and number in three lines, right under the paginator
            above = [line for line in lines[:numbered] if line and not _PAGER.search(line)]
            return above[-2:][0] if above else ""
        known = next((at for at, line in enumerate(lines) if line.startswith(("级别", "UID"))), len(lines))
        while known and not lines[known - 1]:
            known -= 1
        start = known
        while start and lines[start - 1]:
            start -= 1
        lines = lines[start:]
    return next((line for line in lines if line and not _TAILS.match(line)), "")


def _to_the_tail(text: str) -> tuple[list[str], int]:
    """The lines of a post up to the buttons under it, and how much of the text they take."""
    lines, taken = text.split("\n"), 0
    for at, line in enumerate(lines):
        below = lines[at + 1].strip() if at + 1 < len(lines) else ""
        closes = _TAILS.match(line) and (line.strip() not in ("回复", "引用", "顶端") or below == "举报")
        if closes:
            return lines[:at], taken
        taken += len(line) + 1
    return lines, len(text)


def _by_rows(text: str) -> list[_Piece]:
    """The print view: name and time in one row, the body under it."""
    rows = [*_ROW.finditer(text)]
    foot = _PRINT_FOOT.search(text, rows[-1].end()) if rows else None
    ends = [*(row.start() for row in rows[1:]), foot.start() if foot else len(text)][: len(rows)]
    return [
        _Piece(row["author"].strip(), "", row["time"], tuple(text[row.end() : end].split("\n")))
        for row, end in zip(rows, ends, strict=True)
    ]


def _post(piece: _Piece, around: _Around, clock: Clock) -> tuple[Post, list[str]]:
    """A post, and what there is to say about it."""
    text, edited = _without_notice("\n".join(_without_head(piece.lines, around.title)), clock)
    remarks = [found["said"].strip() for found in _WITHHELD.finditer(text) if found["said"]]
    words, quotes, doubt = without_quotes(_WITHHELD.sub("", text), around.before, around.names)
    if doubt:
        remarks.append("引用到哪里为止看不清，从第一个空行起当作他自己的话")
    words = tidy(words)
    hidden = _REFUSED.fullmatch(words) is not None
    floor = _floor(piece.label)
    pid = str(floor) if floor is not None else f"p{around.page}-{len(around.before) + 1}"
    time, own = board_time(piece.time, clock), "" if hidden else words
    return Post(BOARD, around.url, pid, floor, piece.author, None, time, own, edited, quotes, hidden=hidden), remarks


def _without_head(lines: Sequence[str], title: str) -> Sequence[str]:
    """The lines under the board's own that open a post: buttons, notices of moderators, the subject."""
    for at, line in enumerate(lines):
        ours = line.strip() and line.strip() != title and _SUBJECT.match(line) is None
        if ours and not (_TOOLS.match(line) or _NOTICE.match(line)):
            return lines[at:]
    return ()


def _floor(label: str) -> int | None:
    words = label.strip().strip("#[] \t")
    if "".join(words.split()) in _NAMED:
        return _NAMED["".join(words.split())]
    found = _LABEL_FLOOR.search(words)
    return int(found[1] or found[2]) if found else 0 if re.search(r"楼\s*主", label) else None


def _without_notice(text: str, clock: Clock) -> tuple[str, Edit | None]:
    """The board's edit notice is the last line; the same words higher up are somebody's text."""
    body = text.rstrip()
    last = body.rpartition("\n")[2]
    found = EDITED.search(last)
    if found is None or not last.strip().startswith("["):
        return text, None
    by, at = found["by"] or found["by9"], found["at"] or found["at9"]
    return body[: len(body) - len(last)], Edit(by.strip(), board_time(at, clock))
