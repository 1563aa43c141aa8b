"""The pieces of phpwind pages, and how every line picks its own out of the tree.

A line names the elements it wants; one pass puts them together to posts. What they mean is told in `phpwind_page`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from selectolax.lexbor import LexborNode

from parsers.pages import Clock
from parsers.posts import LayoutChanged

_POSTED: Final = re.compile("[发發](?:表|布|佈)")
# A floor copies its address when clicked; what browsers save has lost the script, and skins the hint.
FLOOR_LINKS: Final = 'a[onclick^="copy"], a[title^="复制此楼"], a[title^="複製此樓"]'
_UID: Final = re.compile(r"(?:\buid=|(?:^|/)u/|space-)(\d{1,12})\b")


class Found(NamedTuple):
    """The pieces of one post: `label` is the floor as the page words it, `around` holds all that belongs to the post.

    `shown` is the time as written, `exact` what a title attribute adds; `notice` an edit notice outside the body.
    """

    pid: str
    author: str
    uid: str | None
    label: str
    shown: str
    exact: str | None
    body: LexborNode
    around: LexborNode
    notice: str = ""
    unnumbered: bool = False  # its floor is not shown, or a sticky reply stands under one that is not its own


@dataclass(frozen=True, slots=True)
class Pages:
    """What a paginator tells: the page shown, how many there are, and the addresses it links."""

    number: int = 1
    total: int = 1
    links: tuple[tuple[int, str], ...] = ()


class Source(NamedTuple):
    """A page as the lines get it, what they call their quote boxes and what attachments are known by."""

    text: str
    url: str
    clock: Clock
    quote_class: str
    attached: str = '"att_'  # what the page holds where something is attached to a post


Pieces = dict[str, LexborNode]


def in_a_tag(text: str, sign: str) -> bool:
    """Whether `sign` stands inside a tag of a page: what players write cannot, style sheets and scripts do not."""
    at = text.find(sign)
    while at >= 0:
        near = max(0, at - 200)
        if text.rfind("<", near, at) > text.rfind(">", near, at):
            return True
        at = text.find(sign, at + len(sign))
    return False


def gathered(nodes: Iterable[LexborNode], role: Callable[[LexborNode], str]) -> tuple[list[Pieces], list[LexborNode]]:
    """Nodes in page order, put together to posts: a `post` begins the next one, the first of every other role counts.

    One pass over one query, because a query for each field of each post costs more than parsing the page. Paginators
    (`pages`) are given back apart.
    """
    posts: list[Pieces] = []
    bars: list[LexborNode] = []
    for node in nodes:
        name = role(node)
        if name == "post":
            posts.append({name: node})
        elif name == "pages":
            bars.append(node)
        elif name and posts:
            posts[-1].setdefault(name, node)
        elif name in ("body", "content"):
            raise LayoutChanged("第一个帖子之前就有正文")
    return posts, bars


def need(pieces: Mapping[str, LexborNode | None], name: str, pid: str) -> LexborNode:
    """A piece every post of the line has. Raises LayoutChanged where this one has not."""
    node = pieces.get(name)
    if node is None:
        raise LayoutChanged(f"帖子 {pid or '(无号)'} 缺 {name}")
    return node


def child(node: LexborNode, tag: str) -> LexborNode | None:
    """The first child element of that name."""
    below = node.first_child
    while below is not None and below.tag != tag:
        below = below.next
    return below


def enclosing(node: LexborNode, tag: str) -> LexborNode:
    """The nearest element of that name around a node, else the node."""
    above = node.parent
    while above is not None and above.tag != tag:
        above = above.parent
    return node if above is None else above


def uid_in(address: str | None) -> str | None:
    """The member a profile address names; guests (0) and hidden authors have none."""
    found = _UID.search(address or "")
    return None if found is None or not int(found[1]) else found[1]


def name_and_uid(box: LexborNode) -> tuple[str, str | None]:
    """Author and uid from the element that names him: by his profile link, or by bare text where he has none."""
    link = box if box.tag == "a" else child(box, "a")  # beside it stand on-line marks, told by words too
    name = (link.text() or "").strip() if link is not None else ""
    uid = uid_in(link.attributes.get("href")) if link is not None else None
    return name or (box.text(deep=False) or "").strip(), uid


def dated(pieces: Pieces) -> tuple[str, str | None]:
    """Time as shown, and as a title says it exactly: from the dated span (`time`), else from the line over the post."""
    span = pieces.get("time")
    if span is not None:
        return span.text() or "", span.attributes.get("title")
    head = pieces.get("head")
    shown = (head.text() or "") if head is not None else ""
    posted = _POSTED.search(shown)
    return shown[posted.start() :] if posted else shown, None


def body_in(content: LexborNode) -> LexborNode | None:
    """The element of a post's content that holds what was written: `#read_PID`, behind advertisements and the like."""
    node = content.first_child
    while node is not None and not (node.id or "").startswith("read_"):
        node = node.next
    return node if node is not None else content.css_first('[id^="read_"]')


def by_class(roles: Mapping[str, str]) -> Callable[[str | None], str]:
    """What a class attribute makes of an element, given what its tokens mean; skins add tokens of their own."""

    @lru_cache(512)
    def role(classes: str | None) -> str:
        return next((roles[token] for token in (classes or "").split() if token in roles), "")

    return role


def label_of(link: LexborNode | None) -> str:
    """What a floor calls itself. A sticky reply says where it comes from behind its label: 置顶 (来自5楼)."""
    if link is None:
        return ""
    behind = link.next
    if behind is None or not behind.is_text_node or "自" not in (behind.text_content or ""):
        return link.text() or ""
    source = behind.next
    return (behind.text_content or "") + ((source.text() or "") if source is not None else "")
