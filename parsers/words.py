"""The author's own words in the body of a post: what a reader sees him say, and nothing else.

An engine says which elements of its pages are quotes, struck text and junk; everything else is the same on every
board: a `<br>` or the end of a block is a new line, bold or colour leaves no gap (投<b>票</b>), a smiley or picture
leaves nothing and does not cut a word, white or tiny text stays (it is the author's).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

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
_SMILEY = re.compile(r"/smil|/emot|/face/", re.I)
# Anti-copy junk as every board hides it, and what stricken text is with some editors.
_UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)", re.I)
_LINE_THROUGH = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.I)

# Dropped without a gap: control characters (boards send them, NUL too) and characters without width or direction.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_BLANKS = re.compile(" {2,}")
_BOX = "\ud800"  # where a quote box stood: half a character, which no page text can hold
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


def own_words(
    body: LexborNode, *, quote: str, struck: str = "strike, s, del", junk: str = "", keep: Collection[int] = ()
) -> Words:
    """The author's own words in `body`; `quote`, `struck` and `junk` are CSS selectors of what is not.

    `keep` are elements (by `mem_id`) the selectors hit that are his own after all. The tree is left as it is.
    A quote box that holds a literal `[quote]` (boards that close nested quotes too early) ends at the literal
    `[/quote]` behind it.
    """
    marks = _marks(body, quote, struck, junk)
    for spared in keep:
        marks.pop(spared, None)
    return marked_words(body, marks)


def marked_words(body: LexborNode, marks: dict[int, str]) -> Words:
    """`own_words` where it is known already what is not: "quote", "struck" or "junk" by `mem_id`."""
    found = _Found([], [], [])
    text = _walk(body, marks, found)
    if _CLOSES.search(text):
        text = _without_literal_quotes(text, found.quotes)
    return Words(tidy(text.replace(_BOX, "")), *(tuple(filter(None, words)) for words in found.all()))


def plain(node: LexborNode, junk: str = "") -> str:
    """What a reader sees in an element, quotes and strikes included: lines kept, junk dropped."""
    marks = dict.fromkeys((found.mem_id for found in node.css(junk)), "junk") if junk else {}
    return tidy(_walk(node, marks, None))


def tidy(text: str) -> str:
    """Text as every later stage sees it: breaks are lines, nbsp is a blank, blanks that a browser folds are folded,
    nothing without width, no blanks at line ends, no empty lines at either end."""
    lines = _BLANKS.sub(" ", _UNSEEN.sub("", text)).split("\n")
    return "\n".join([line.strip(" ").replace("\xa0", " ").rstrip() for line in lines]).strip("\n")


@dataclass(slots=True)
class _Found:
    """What a walk takes out on its way; one quote for each box, even an empty one."""

    quotes: list[str]
    struck: list[str]
    images: list[str]

    def all(self) -> tuple[list[str], list[str], list[str]]:
        return self.quotes, self.struck, self.images


def _marks(body: LexborNode, quote: str, struck: str, junk: str) -> dict[int, str]:
    """Elements to take out, by node identity. Most posts have none: one query finds that out."""
    marked = body.css(f"{quote}, {struck}, {junk}" if junk else f"{quote}, {struck}")
    if not marked:
        return {}
    marks = dict.fromkeys((node.mem_id for node in marked), "junk")
    marks |= dict.fromkeys((node.mem_id for node in body.css(quote)), "quote")
    marks |= dict.fromkeys((node.mem_id for node in body.css(struck)), "struck")
    return marks


def _walk(top: LexborNode, marks: dict[int, str], found: _Found | None) -> str:
    """One pass over the nodes under `top`, without recursion (pages nest tags thousands deep)."""
    out: list[str] = []
    at_start = True  # of a line: a block border then adds no second break
    root, node = top.mem_id, top.first_child
    while node is not None:
        enter = None
        if node.is_text_node:
            words = node.text_content or ""
            if "\n" in words or "\r" in words or "\t" in words:
                words = words.replace("\n", " ").replace("\r", " ").replace("\t", " ")
            out.append(words)
            at_start = at_start and not words.strip(" ")
        elif (tag := node.tag) == "br":
            out.append("\n")
            at_start = True
        else:
            if tag in _BLOCKS and not at_start:
                out.append("\n")
                at_start = True
            kind = marks.get(node.mem_id) if marks else None
            given = node.attributes
            if kind is None and (style := given.get("style")):
                kind = _kind_of_style(style)
            if kind == "struck" and found is None:  # inside a quote everything is the quote's
                kind = None
            if kind is not None:
                out.append(_taken(node, kind, marks, found))
            elif tag == "img":
                _picture(given, found)
            elif tag == "pre":
                out.append(node.text() + "\n")
            elif tag not in _NEVER:
                enter = node.first_child
        if enter is not None:
            node = enter
            continue
        while (following := node.next) is None:
            node = node.parent
            if node is None or node.mem_id == root:
                return "".join(out)
            if (tag := node.tag) in _BLOCKS:
                if not at_start:
                    out.append("\n")
                    at_start = True
            elif tag in _CELLS:
                out.append("\t")
        node = following
    return "".join(out)


def _kind_of_style(style: str) -> str | None:
    if _UNSHOWN.search(style):
        return "junk"
    return "struck" if _LINE_THROUGH.search(style) else None


def _taken(node: LexborNode, kind: str, marks: dict[int, str], found: _Found | None) -> str:
    """Keep what a marked element says where it belongs; return what stands in its place."""
    if kind == "junk" or found is None:
        return ""
    words = tidy(_walk(node, {key: value for key, value in marks.items() if value == "junk"}, None))
    (found.quotes if kind == "quote" else found.struck).append(words)
    return _BOX if kind == "quote" else ""


def _picture(given: dict[str, str | None], found: _Found | None) -> None:
    """Remember a picture's address; smilies are no evidence. Lazy pages hold the real address aside."""
    if found is None or "smilieid" in given:
        return
    address = given.get("file") or given.get("zoomfile") or given.get("data-original") or given.get("src") or ""
    if address and not _SMILEY.search(address):
        found.images.append(address)


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
