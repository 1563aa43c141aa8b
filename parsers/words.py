"""The author's own words in the body of a post: what a reader sees him say, and nothing else.

An engine says which elements of its pages are quotes, struck text and junk; everything else is the same on every
board: a `<br>` or the end of a block is a new line, bold or colour leaves no gap (投<b>票</b>), a smiley or picture
leaves nothing and does not cut a word, white or tiny text stays (it is the author's).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborNode

_NEVER = frozenset(
    ("script", "style", "noscript", "template", "textarea", "select", "button", "iframe", "object", "svg", "title")
)
_BLOCKS = frozenset(
    ("blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "form", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "p")
) | frozenset(
    ("article", "caption", "legend", "li", "ol", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul")
)
_CELLS = frozenset(("td", "th"))
# Smilies and the boards' own little pictures: of a file's type, in place of one still loading.
_NO_PICTURE = re.compile(r"/smil|/emot|/face/|/filetype/|/attachicons/|attachimg\.gif|/none\.gif|imgloading", re.I)
# Anti-copy junk as every board hides it, and what stricken text is with some editors.
_UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)", re.I)
_LINE_THROUGH = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.I)

# Dropped without a gap: control characters (boards send them, NUL too) and characters without width or direction.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_BLANKS = re.compile(" {2,}")
# Marks in the text while it is put together: halves of characters, which no page can hold.
_BOX, _BREAK, _CELL = "\ud800", "\ud801", "\ud802"  # where a quote box stood, a line ends, a table cell ends
_OPENS = re.compile(r"\[quote(?:=[^\]\n]*)?\]", re.I)
_CLOSES = re.compile(r"\[/quote\]", re.I)
_MARKS = re.compile(f"{_BOX}|{_OPENS.pattern}|{_CLOSES.pattern}", re.I)


@dataclass(frozen=True, slots=True)
class Words:
    """`text` own words, lines kept; `quotes` and `struck` what was taken out, in order; `images` their addresses."""

    text: str
    quotes: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    images: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kinds:
    """What elements are by their tag, class or style, where that is enough: "quote", "struck", "junk" or "files" (junk
    that holds pictures or leads to files)."""

    tags: Mapping[str, str]
    classes: Mapping[str, str]
    styles: tuple[tuple[re.Pattern[str], str], ...] = ()


_NONE: Final = Kinds({}, {})
_DROPPED: Final = ("junk", "unseen")  # what the page hides is dropped like junk, and does not end a line


def own_words(body: LexborNode, *, quote: str, struck: str = "strike, s, del", junk: str = "") -> Words:
    """The author's own words in `body`; `quote`, `struck` and `junk` are CSS selectors of what is not.

    The tree is left as it is. A quote box that holds a literal `[quote]` (boards that close nested quotes too early)
    ends at the literal `[/quote]` behind it.
    """
    return marked_words(body, _marks(body, quote, struck, junk))


def marked_words(body: LexborNode, marks: Mapping[int, str], kinds: Kinds = _NONE) -> Words:
    """`own_words` where it is known already what is not: "quote", "struck" or "junk" by `mem_id`, else by `kinds`.

    A mark "own" is the author's whatever `kinds` say.
    """
    found = _Found([], [], [])
    text = _walk(body, marks, found, kinds)
    if "quote]" in text or "QUOTE]" in text:
        text = _without_literal_quotes(text, found.quotes)
    return Words(
        tidy(text.replace(_BOX, "") if found.quotes else text),
        *[tuple(filter(None, words)) if words else () for words in (found.quotes, found.struck, found.images)],
    )


def plain(node: LexborNode, junk: str = "") -> str:
    """What a reader sees in an element, quotes and strikes included: lines kept, junk dropped."""
    marks = dict.fromkeys((found.mem_id for found in node.css(junk)), "junk") if junk else {}
    return tidy(_walk(node, marks, None, _NONE))


def one_line(text: str) -> str:
    """A name or title: without characters of no width, blanks folded, on one line."""
    line = text.strip()
    return line if line.isprintable() and "  " not in line else " ".join(tidy(line).split())


def tidy(text: str) -> str:
    """Text as every later stage sees it: breaks are lines, nbsp is a blank, blanks that a browser folds are folded,
    nothing without width, no blanks at line ends, no empty lines at either end."""
    text = _UNSEEN.sub("", text)
    if "  " in text:
        text = _BLANKS.sub(" ", text)
    return "\n".join([line.strip(" ").replace("\xa0", " ").rstrip() for line in text.split("\n")]).strip("\n")


@dataclass(slots=True)
class _Found:
    """What a walk takes out on its way; one quote for each box, even an empty one."""

    quotes: list[str]
    struck: list[str]
    images: list[str]


def _marks(body: LexborNode, quote: str, struck: str, junk: str) -> dict[int, str]:
    """Elements to take out, by node identity. Most posts have none: one query finds that out."""
    marked = body.css(f"{quote}, {struck}, {junk}" if junk else f"{quote}, {struck}")
    if not marked:
        return {}
    marks = dict.fromkeys((node.mem_id for node in marked), "junk")
    marks |= dict.fromkeys((node.mem_id for node in body.css(quote)), "quote")
    marks |= dict.fromkeys((node.mem_id for node in body.css(struck)), "struck")
    return marks


def _walk(top: LexborNode, marks: Mapping[int, str], found: _Found | None, kinds: Kinds) -> str:
    """One pass over the nodes under `top`, without recursion (pages nest tags thousands deep)."""
    out: list[str] = []
    at_start = True  # of a line: a block border then adds no second break
    root, node, tags = top.mem_id, top.first_child, kinds.tags
    while node is not None:
        enter = None
        tag = node.tag or ""
        if tag == "-text":
            words = node.text_content or ""
            out.append(words)
            if at_start and not words.isspace():
                at_start = False
        elif tag == "br":
            out.append(_BREAK)
            at_start = True
        else:
            kind = marks.get(node.mem_id) if marks else None
            given = node.attributes
            if kind is None:
                kind = tags.get(tag) or (_kind_of(given, kinds) if given else None)
            if not at_start and kind != "unseen" and tag in _BLOCKS:
                out.append(_BREAK)
                at_start = True
            if kind == "own" or (found is None and kind not in _DROPPED):  # inside a quote everything is the quote's
                kind = None
            if kind is not None:
                out.append(_taken(node, kind, marks, found, kinds))
            elif tag == "img":
                if found is not None:
                    _picture(given, found.images)
            elif tag == "pre":
                out.append(node.text().replace("\n", _BREAK) + _BREAK)
            elif tag not in _NEVER:
                enter = node.first_child
        if enter is not None:
            node = enter
            continue
        while (following := node.next) is None:
            node = node.parent
            if node is None or node.mem_id == root:
                return _lines(out)
            tag = node.tag or ""
            if tag in _BLOCKS:
                if not at_start:
                    out.append(_BREAK)
                    at_start = True
            elif tag in _CELLS:
                out.append(_CELL)
        node = following
    return _lines(out)


def _lines(out: list[str]) -> str:
    """Line ends of the page's source fold like blanks; breaks and cells become what they are."""
    text = "".join(out).replace("\n", " ").replace("\t", " ").replace("\r", " ")
    return text.replace(_BREAK, "\n").replace(_CELL, "\t")


def _kind_of(given: Mapping[str, str | None], kinds: Kinds) -> str | None:
    """What an element is by its attributes: what the page hides is junk on every board."""
    names = given.get("class")
    if names and kinds.classes:
        for name in names.split():
            if kind := kinds.classes.get(name):
                return kind
    style = given.get("style")
    if not style:
        return None
    if _UNSHOWN.search(style):
        return "unseen"
    for pattern, kind in kinds.styles:
        if pattern.search(style):
            return kind
    return "struck" if _LINE_THROUGH.search(style) else None


def _taken(node: LexborNode, kind: str, marks: Mapping[int, str], found: _Found | None, kinds: Kinds) -> str:
    """Keep what a marked element says where it belongs; return what stands in its place."""
    if kind in _DROPPED or found is None:
        return ""
    if kind == "files":
        before = len(found.images)
        for picture in node.css("img"):
            _picture(picture.attributes, found.images)
        if len(found.images) == before:
            links = (link.attributes.get("href") for link in node.css('a[href*="attachment"]'))
            found.images.extend(filter(None, links))
        return ""
    inner = {key: value for key, value in marks.items() if value == "junk"}
    words = tidy(_walk(node, inner, None, kinds))
    (found.quotes if kind == "quote" else found.struck).append(words)
    return _BOX if kind == "quote" else ""


def _picture(given: Mapping[str, str | None], images: list[str]) -> None:
    """Remember a picture's address; smilies are no evidence. Lazy pages hold the real address aside."""
    if "smilieid" in given:
        return
    address = given.get("file") or given.get("zoomfile") or given.get("data-original") or given.get("src") or ""
    if address and not _NO_PICTURE.search(address):
        images.append(address)


def _without_literal_quotes(text: str, quotes: list[str]) -> str:
    """Take out what literal [quote] … [/quote] encloses, a [quote] inside a box before it counting as opened."""
    kept: list[str] = []
    rest: list[str] = []
    depth = at = box = 0
    for mark in _MARKS.finditer(text):
        (rest if depth else kept).append(text[at : mark.start()])
        at = mark.end()
        if mark[0] == _BOX:
            depth += max(0, len(_OPENS.findall(quotes[box])) - len(_CLOSES.findall(quotes[box])))
            box += 1
        elif mark[0][1] != "/":
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept.append(mark[0])
    if depth:  # never closed: better too many words than too few
        return text
    quotes += [tidy(piece.replace(_BOX, "")) for piece in rest]
    return "".join([*kept, text[at:]])
