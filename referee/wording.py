"""What a post said first: the versions that were kept, and what others quoted before it was edited."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from parsers.ballots.reading import Reading
from parsers.posts import Post
from referee.threads import Placed


def first_wording(item: Placed, placed: Iterable[Placed], read: Callable[[str], Reading]) -> tuple[str, str]:
    """The first wording as far as anybody kept it, and what is known of the edit.

    "": the author edited nothing; "changed": the first wording is known (whether it says otherwise, `really_changed`
    tells); "unknown": edited, and nobody knows what it said.
    """
    post = item.post
    versions = item.thread.history.get(post.pid, ())
    if post.edited is None and not versions:
        return post.text, ""
    kept = [version for version in (*versions, post) if version.edited is None]
    if kept and kept[0].text != post.text:
        return kept[0].text, "changed"
    if post.edited is None or post.edited.by not in (None, post.author):
        return post.text, ""  # no notice, or a moderator's hand: the voter did not change his words
    if kept:  # an unedited version says the same as now
        return post.text, "changed"
    quoted = _quoted_before(post, placed, read)
    return (quoted, "changed") if quoted else (post.text, "unknown")


def really_changed(first: Reading, now: Reading) -> str:
    """Whether an edit whose first wording is known changed the ballot: "changed" or "same"."""
    return "same" if (first.kind, first.targets) == (now.kind, now.targets) else "changed"


def _quoted_before(post: Post, placed: Iterable[Placed], read: Callable[[str], Reading]) -> str | None:
    """The words of an edited post as somebody else quoted them before the edit, where they read as a ballot."""
    edited = post.edited.time if post.edited else None
    for other in placed:
        quoter = other.post
        if quoter.author == post.author or not quoter.quotes or quoter.time is None:
            continue
        if edited is None or quoter.time.when > edited.when:
            continue
        for quote in quoter.quotes:
            words = _words_of(quote, post)
            if words and read(words).kind not in ("none", "ambiguous"):
                return words
    return None


def _words_of(quote: str, post: Post) -> str | None:
    """The words a quotation gives of `post`: its head must name the author, and his floor or time."""
    head, _, body = quote.strip().partition("\n")
    if post.author not in head:
        return None
    when = post.time.when if post.time else None
    floors = {int(a or b) for a, b in re.findall(r"第\s*(\d+)\s*楼|(\d+)\s*[#楼]", head)}
    same_time = when is not None and f"{when:%Y-%m-%d}" in _days(head)
    if post.floor not in floors and not same_time:
        return None
    return re.sub(r"\.{4,}\s*$", "", body.strip() or head.split(":", 1)[-1]).strip() or None


def _days(head: str) -> str:
    """`2009-3-5 9:07` written with leading zeros."""
    return re.sub(r"(?<!\d)(\d)(?=[-: ]|$)", r"0\1", head)
