"""How long a post is, and whether it says anything: characters without padding, marks and smilies."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from referee.audits.record import Said
from referee.audits.terms import Lurking

# The same one to eight signs three times or more in a row are padding.
_AGAIN = re.compile(r"(.{1,8}?)\1{2,}", re.S)
_SMILEY_CODES = re.compile(r"\{:\d+_\d+:\}|\[s:\d+\]|\[(?:表情|smile|em)[^\[\]]{0,12}\]|:[a-z]{2,12}:", re.I)
_BUMP = re.compile(
    r"(?:顶+|up|mark|马克|路过|飘过|飘走|占(?:座|楼|位|个位)|沙发|板凳|灌水|踩(?:一脚|踩)?|打酱油|围观|冒泡|水一?(?:帖|贴)"
    r"|帮顶|别沉|一下|前排|留名|签到|报到|到|呵+|哈+|嘻+|嘿+|额+|嗯+|哦+|啊+|了|吧|的)+",
    re.I,
)
_ROLE_POST = re.compile(r"\s{0,9}[【\[〔（(《]?\s{0,9}(?:暗杀|查证|银针(?:杀人)?|施毒)\s{0,9}[贴帖]")


def characters(text: str) -> int:
    """Han characters, letters and digits of a text; blanks, marks and smilies are none."""
    plain = _SMILEY_CODES.sub("", text) if "{" in text or "[" in text or ":" in text else text
    return sum(map(str.isalnum, plain))


def substance(text: str) -> int:
    """Characters that say something: repetitions once, none in a text that only repeats or bumps."""
    plain = unicodedata.normalize("NFKC", _SMILEY_CODES.sub("", text)).lower()
    plain = "".join(filter(str.isalnum, plain))
    if _AGAIN.fullmatch(plain) or _BUMP.fullmatch(plain):
        return 0
    return len(_AGAIN.sub(r"\1", plain))


def counting(posts: Iterable[Said], lurk: Lurking) -> tuple[Said, ...]:
    """Of one seat's posts, in order, those that count against lurking."""
    found: list[Said] = []
    for said in posts:
        if not said.kinds & lurk.kinds or (lurk.topics_only and not said.opening):
            continue
        if lurk.carry and is_role_post(said):
            continue
        if (lurk.min_chars or lurk.discount) and _length(said, lurk) < max(lurk.min_chars, 1):
            continue
        found.append(said)
    return tuple(found)


def repeats(posts: Sequence[Said]) -> list[bool]:
    """Of posts in order, which say the same as the one before."""
    words = [said.post.text.split() for said in posts]
    return [place > 0 and bool(said) and said == words[place - 1] for place, said in enumerate(words)]


def number(posts: Sequence[Said], lurk: Lurking) -> int:
    """How many posts these are: all, or one for each run of posts that say the same."""
    return len(posts) - (sum(repeats(posts)) if lurk.once else 0)


def _length(said: Said, lurk: Lurking) -> int:
    return substance(said.post.text) if lurk.discount else characters(said.post.text)


def is_role_post(said: Said) -> bool:
    """A post that tells of a night's deed (暗杀贴, 查证贴 …), not one's own analysis (ND-3.1.6)."""
    return _ROLE_POST.match(said.post.text) is not None
