"""What in a post are the author's own words: board markup, quotes, struck-out text, edit notices and junk blanked.

Every blanked character becomes a hole, so that positions in the text stay what they were.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from parsers.folding import HOLE

_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(nbsp|amp|lt|gt|quot|ensp|emsp|middot));?")
_ENTITIES = {
    "nbsp": " ",
    "ensp": " ",
    "emsp": " ",
    "amp": "&",
    "lt": "<",
    "gt": ">",
    "quot": '"',
    "middot": "·",
}
# Containers whose content is somebody else's or withdrawn.
_DROPPED = (
    "quote",
    "blockquote",
    "s",
    "strike",
    "del",
    "code",
    "spoiler",
    "img",
    "attach",
    "attachimg",
    "flash",
    "media",
    "free",
)
_DROP = re.compile(rf"\[(/?)({'|'.join(_DROPPED)})(?:[=\s][^\[\]\n]{{0,200}})?\]", re.I)
_TAG = (
    r"\[(?=[^\[\]\n])/?(?:b|i|u|color|size|font|align|url|email|backcolor|center|left|right|p|hr|list|\*|sub|sup|table|tr|td|"
    r"th|hide|sell|post|float|indent|h\d?|em\d*|em:\d+:?|s:\d+|smile\w*|face\w*|emot\w*|pid|uid|tid|collapse|box|quote|"
    r"fly|move|glow|shadow|qq|audio|rm|wmv|iframe|password|index|page|ac:?\w*|bq\w*|表情|图片|@)(?:[=:,\s][^\[\]\n]{0,200})?/?\]"
)
_TAGS = re.compile(rf"(?:{_TAG})+", re.I)  # every tag ends with its bracket, so a run is read one way only
_CELL = re.compile(r"\[(?:td|tr|th|\*|hr|list)", re.I)
# What boards write into or around a post in plain text.
_NOTES = re.compile(
    r"\[?[ \t\u3000]*(?:本[帖贴]最后由|本主[题題]由|此[帖贴]子?已?经?被)[^\n\]]{0,80}?(?:重新)?[编編][辑輯]过?[過]?[ \t\u3000]*\]?"
    r"|Posted:[ \t]*\d{4}-\d\d?-\d\d?[^\n]{0,40}"
    r"|^[ \t]*TOP[ \t]*$"
    r"|^[ \t]*发[表布]于[：: ]*\d{4}-[^\n]{0,40}$"
    r"|(?<=[ \t])\d\d/\d\d[ \t]\d\d:\d\d[ \t]*$",
    re.M,
)
_NAMED = r"(?!投|票|改|弃|选|罢|vote)[^\s\n]{1,24}"
# What a board puts in front of an answer, on a line of its own or glued to the author's words.
_REPLY_HEAD = re.compile(
    r"^[ \t\0]*(?:回[复復]|回帖|Re:?)[ \t\0]*[:：]?[ \t\0]*(?:\d+#|#\d+|第?\d+[楼樓#])"
    rf"(?:[^\n]{{0,40}}?的[帖贴]子(?:[ \t\0]|(?=[^\n]))|[ \t\0]*{_NAMED}[ \t\0]*$|[ \t\0]*$)",
    re.M | re.I,
)
_QUOTED_LINE = re.compile(r"^[ \t\0]*(?:>|：(?=[ \u3000])|:(?=[ \u3000]))(?!>)[^\n]*$", re.M)
_QUOTE_HEAD = re.compile(
    r"^[ \t]*(?:Quote:?[ \t]*\n[ \t]*)?(?:引用第?\s*\d+\s*[楼樓#]|(?:以下是)?引用[^\n]{1,60}?的[发發]言|引用[^\n]{0,40}(?:发表|發表|于|於)|原[帖贴]由|※ ?引[述用])[^\n]*$"
    r"|^[ \t]*Quote:[ \t]*$",
    re.M | re.I,
)
_PUSH = re.compile(r"^[ \t]*(?:推|嘘|噓|→)[ \t]+([^\s:：]{1,24})[ \t]*[:：]", re.M)
_JUMBLE = re.compile(
    r"(?:^|(?<=[^\x21-\x7e]))(?:[\x21-\x7e]{1,3}[ \t]{1,2}){2,40}[\x21-\x7e]{0,3}|[\x21-\x7e]{0,3}(?:[ \t]{1,2}[\x21-\x7e]{1,3}){2,40}"
)
_SEAT = re.compile(r"#\d{1,3}")
_PARTS_ITEMS = re.compile(
    r"[A-Za-z]{0,3}:?\d? +[>|+/=~-] +[@#]?(?:[A-Za-z]|\d{1,2})?[.:)]? *[A-Za-z]{0,3}"
)  # 甲:1 > 2.乙
_MARKS = re.compile(r"[\[&>＞:：\d引原※推嘘噓→]|Quote|TOP|Posted", re.I)


def own_words(text: str) -> str:
    """`text` with everything that is not the author's own words turned into holes: same length, same positions."""
    if not _MARKS.search(text):
        return text
    if _UNSEEN.search(text):
        return _seen_only(text)
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if "[" in text:
        if "[/" in text:
            text = _without_containers(text)
        text = _TAGS.sub(_tags, text)
    text = _NOTES.sub(_hole, text)
    text = _REPLY_HEAD.sub(_hole, text)
    if _QUOTE_HEAD.search(text):
        text = _without_plain_quotes(text)
    text = _QUOTED_LINE.sub(_hole, text)
    text = _PUSH.sub(_hole, text)
    return _JUMBLE.sub(_junk, text)


_UNSEEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


def _seen_only(text: str) -> str:
    """The same without signs nobody sees, put back in their places."""
    places = [at for at, char in enumerate(text) if not _UNSEEN.match(char)]
    own = own_words("".join(text[at] for at in places))
    out = [HOLE] * len(text)
    for at, char in zip(places, own, strict=True):
        out[at] = char
    return "".join(out)


def _hole(match: re.Match[str]) -> str:
    return HOLE * (match.end() - match.start())


def _tags(match: re.Match[str]) -> str:
    """Tags leave nothing, but the cells of a table and the points of a list stand apart."""
    gap = "\n" if _CELL.search(match.group()) else HOLE
    gap = "@" if "[@]" in match.group() else gap  # whoever is called by the tag is called as by the sign
    return gap + HOLE * (match.end() - match.start() - 1)


def _entity(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
    char = _ENTITIES[name] if name else chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
    return char + HOLE * (match.end() - match.start() - 1)


def _without_containers(text: str) -> str:
    """Blank quotes, struck text and the like with everything in them; a stray end tag is only a tag.

    One that is never closed is blanked as a tag alone: what follows is more likely the author's.
    """
    spans: list[tuple[int, int]] = []
    opened: list[tuple[str, int, int]] = []
    for tag in _DROP.finditer(text):
        name = tag.group(2).lower()
        if not tag.group(1):
            opened.append((name, tag.start(), tag.end()))
            continue
        spans.append(tag.span())
        for depth in range(len(opened) - 1, max(-1, len(opened) - 40), -1):
            if opened[depth][0] == name:
                spans.append((opened[depth][1], tag.end()))
                del opened[depth:]
                break
    spans += [(start, end) for _, start, end in opened]
    return _blanked(text, spans)


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    out, at = [], 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        start = max(start, at)
        out += [text[at:start], HOLE * (end - start)]
        at = end
    return "".join(out) + text[at:]


_EMPTY_LINE = re.compile(r"\n[ \t\u3000\0]*\n")


def _without_plain_quotes(text: str) -> str:
    """A quote pasted as plain text runs from its head line to the first empty line; where none follows, one line."""
    spans = []
    gaps = [gap.start() for gap in _EMPTY_LINE.finditer(text)]
    done = 0
    for head in _QUOTE_HEAD.finditer(text):
        if head.start() < done:
            continue
        place = bisect_right(gaps, head.end())
        if place < len(gaps):
            done = gaps[place]
        elif "※" in head.group():
            done = head.end()
        else:
            line = text.find("\n", head.end() + 1)
            done = len(text) if line < 0 else line
        spans.append((head.start(), done))
    return _blanked(text, spans)


def _junk(match: re.Match[str]) -> str:
    """Anti-copy junk: single signs and letters strewn with blanks. Real words and lists of numbers are not junk."""
    words = match.group().split()
    if all(_SEAT.fullmatch(word) for word in words) or _PARTS_ITEMS.fullmatch(match.group()):
        return match.group()  # #3 #7 #12
    odd = sum(
        1 for word in words if not word.isalnum() or (any(map(str.isdigit, word)) and any(map(str.isalpha, word)))
    )
    strewn = odd * 3 >= len(words) if len(words) >= 4 else len(words) == 3 and odd == 3
    return _hole(match) if strewn else match.group()
