"""Discuz X: the thread page of X1.5 to X3.5 and after, simplified or traditional, also as the AJAX answer of one post.

Per post `table#pidN`: `.authi` left (author) and right (time, links), `a#postnumN` the floor, `td#postmessage_N` the
words, `div.locked` in its place where the board withholds them, `div#comment_N.cm` the 点评.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from parsers.boards.discuz_floors import floor_named, label_of
from parsers.boards.discuz_page import (
    Piece,
    assemble,
    frame,
    inner_page,
    only_author,
    paged,
    shows_one_author,
    uid_of,
)
from parsers.boards.discuz_table import Marks, children, is_space, piece_of, post_tables
from parsers.boards.discuz_url import REVERSE
from parsers.boards.markup import has_class
from parsers.pages import Clock
from parsers.posts import Comment, LayoutChanged, ThreadPage
from parsers.times import board_time
from parsers.words import one_line, plain, tidy

_COMMENTS: Final = 3  # a page of 点评 holds five by default; copies of replies among them are left out
_GUESTS: Final = ("游客", "遊客", "訪客")
_END: Final = ("postlistreply", 'id="ft"', "</html", "Powered by")


def recognise(text: str) -> bool:
    """Thread pages and AJAX answers of X; its message pages have no posts and are left to others."""
    moment = text.find('id="authorposton')
    if moment >= 0:  # 7.2 has such ids too, in cells of other names
        start = max(0, moment - 12000)
        before = text[start:moment]
        ours = 'class="pl' in before or any(has_class(before, name) for name in ("plc", "pls", "plhin"))
        return ours and not ("postauthor" in before and has_class(before, "postauthor"))
    return 'id="postlist"' in text and ("pg_viewthread" in text or has_class(text, "plhin"))


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of one page. Raises LayoutChanged where a post, its author, its time or its body is not found."""
    html, wrapped = inner_page(text)
    tree = LexborHTMLParser(html)
    tables = post_tables(tree)
    if not tables:
        raise LayoutChanged('Discuz X 的帖子页里没有 table[id^="pid"]')
    if not wrapped and not _is_whole(html):
        raise LayoutChanged("Discuz X 的帖子页没有传完")
    subject = tree.css_first("#thread_subject") or tree.css_first("h1.ts")
    around = frame(html, url, clock, modern=True, title=plain(subject) if subject else "")
    around = paged(around, tree.css_first("div.pg"))
    filter_link = tables[0].css_first('.authi a[rel="nofollow"]')
    if filter_link is not None and shows_one_author(filter_link.text()):
        around = only_author(around)
    parts = _MARKS.parts()
    found = [piece_of(table, _MARKS, parts, around.clock) for table in tables]
    pieces = [piece for piece in found if piece is not None]
    if any(not piece.author for piece in pieces):
        pieces = _named_elsewhere(pieces, tree)
    if any(len(piece.comments) >= _COMMENTS and "action=commentmore" in html for piece in pieces):
        around = replace(around, notes=(*around.notes, f"第 {around.number} 页有的点评不止一页，只读了每层最新的几条"))
    replies = _replies(tree) if around.total == 1 or around.thread.view == REVERSE or not _rises(pieces) else None
    pieces = _counted_right(pieces, around.number, around.total, replies)
    return assemble(around, pieces, complete=around.total == 1 and replies == len(pieces) - 1)


def _comments(box: LexborNode, clock: Clock) -> tuple[Comment, ...]:
    """点评, oldest first. One with a link to a reply is the board's copy of that reply and is left out."""
    found = []
    for node in box.css(".pstl"):
        if node.css_first('a[href*="goto=findpost"]') is not None:
            continue
        name, said = node.css_first("a.xw1"), node.css_first(".psti")
        if said is None:
            continue
        moment = said.css_first("span.xg1")
        exact = moment.css_first("span[title]") if moment else None
        text = tidy("".join([child.text_content or "" for child in children(said, "-text")])).strip()
        author = one_line(name.text()) if name else _guest(node, text)
        found.append(
            Comment(
                author=author,
                time=board_time(moment.text(), clock, exact.attributes.get("title") if exact else None)
                if moment
                else None,
                text=text if name else text.removeprefix(author).strip(),
            )
        )
    return tuple(reversed(found))


def _guest(comment: LexborNode, text: str) -> str:
    """A guest has no link: X3 names him beside the avatar, X2 before his words."""
    beside = comment.css_first(".psta")
    shown = one_line(beside.text()) if beside is not None else ""
    first = text.split(maxsplit=1)
    return shown or (first[0] if first and first[0] in _GUESTS else "")


def _named_elsewhere(pieces: list[Piece], tree: LexborHTMLParser) -> list[Piece]:
    """Boards without an author panel may show no name beside a post; the account may be named elsewhere on the page."""
    names: dict[str, str] = {}
    for link in tree.css('a[href*="uid"]'):
        href = link.attributes.get("href") or ""
        uid = uid_of(href) if is_space(href) and "do=" not in href else None
        if uid and (name := one_line(link.text())):
            names.setdefault(uid, name)
    return [piece if piece.author else piece._replace(author=names.get(piece.uid or "", "")) for piece in pieces]


def _is_whole(html: str) -> bool:
    """Whether something follows the last post: a page cut between two posts would look like a short one."""
    last = html.rfind('id="postmessage_')
    return any(html.find(sign, last) >= 0 for sign in _END)


def _replies(tree: LexborHTMLParser) -> int | None:
    """How many replies the thread has by the page's own count, over the first post."""
    counts = tree.css_first("#postlist .hm")
    numbers = re.findall(r"\d+", counts.text()) if counts else []
    return int(numbers[-1]) if numbers else None


def _rises(pieces: list[Piece]) -> bool:
    """Oldest first, as far as the numbers tell."""
    if len(pieces) < 3:
        return True
    last, before = label_of(pieces[-1].label).number, label_of(pieces[-2].label).number
    return last is None or before is None or before < last


def _counted_right(pieces: list[Piece], page: int, total: int, replies: int | None) -> list[Piece]:
    """X3.4 numbers the first and the last page of a reversed thread one short once posts were deleted: the newest post
    must be the number of replies and the opening post, the oldest on the last page must be floor 2."""
    labels = [label_of(piece.label) for piece in pieces]
    shown = [floor_named(label) for label in labels if not label.moved]
    if page == 1:  # the opening post leads, without a number where floors were counted anew
        counted_anew = bool(shown) and shown[0] is None and not labels[0].name
        shown = shown[1:] if counted_anew else []
    falling = [floor for floor in shown if floor is not None]
    if total < 2 or len(shown) < 2 or falling != sorted(shown, key=lambda floor: -(floor or 0)):
        return pieces
    if not ((page == 1 and falling[0] == replies) or (1 < page == total and falling[-1] == 1)):
        return pieces
    return [
        piece if label.moved or floor is None else piece._replace(label=f"{floor + 1}#")
        for piece, label, floor in zip(pieces, labels, map(floor_named, labels), strict=True)
    ]


_MARKS: Final = Marks(
    link=".authi a",
    corner=".pi",
    over=".authi",
    files=".pattl",
    comments="div.cm",
    read_comments=_comments,
)
