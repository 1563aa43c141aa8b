"""Golden files: saved pages and what was read off them; `pytest --accept` rewrites them, a diff reviews them.

A folder of `fixtures/pages` belongs to one board line. `addresses.tsv` says under which address each page was got; what
is read off `first.html` stands in `first.json`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from parsers.boards import registry
from parsers.pages import Clock, Page
from parsers.posts import BoardMessage, LayoutChanged, Post, Stamp, ThreadPage

PAGES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "pages"
FETCHED = Clock(ZoneInfo("Asia/Shanghai"), datetime(2013, 3, 1, 12, 0))
_TYPES = {".wml": "text/vnd.wap.wml;", ".xml": "application/xml", ".json": "application/json"}


def saved_pages(*lines: str) -> list[Any]:
    """One pytest parameter for each page of these lines' folders."""
    found = []
    for line in lines:
        for row in (PAGES / line / "addresses.tsv").read_text("utf-8").splitlines():
            name, address = row.split("\t")
            found.append(pytest.param(PAGES / line / name, address, id=f"{line}/{name}"))
    return found


def read(path: Path, address: str, clock: Clock = FETCHED) -> ThreadPage | BoardMessage:
    """What the registry makes of a saved page."""
    return registry.read(Page(address, path.read_bytes(), _TYPES.get(path.suffix, "text/html")), clock)


def check(path: Path, address: str, accept: bool) -> None:
    """Compare what is read off a page with the file beside it; with `accept`, write that file anew."""
    try:
        result: ThreadPage | BoardMessage | LayoutChanged = read(path, address)
    except LayoutChanged as changed:
        result = changed
    told = json.dumps(_plain(result), ensure_ascii=False, indent=1) + "\n"
    golden = path.with_suffix(".json")
    if accept:
        golden.write_text(told, "utf-8", newline="\n")
    assert told == golden.read_text("utf-8"), f"{golden.name}: read the diff, then run pytest --accept"


def _plain(result: ThreadPage | BoardMessage | LayoutChanged) -> dict[str, Any]:
    """As JSON, without what stands at its default: what a reviewer has to read is what the page really said."""
    if isinstance(result, LayoutChanged):
        return {"layout_changed": str(result)}
    if isinstance(result, BoardMessage):
        return {"message": result.text, "board": result.board, "title": result.title}
    told = {
        "board": result.thread.board,
        "thread": result.thread.url,
        "view": result.thread.view,
        "title": result.title,
        "page": f"{result.number}/{result.total}",
        "links": {str(number): address for number, address in result.links.items()},
        "missing": result.missing,
        "whole_view": result.whole_view,
        "notes": result.notes,
        "posts": [_post(post) for post in result.posts],
    }
    return {key: value for key, value in told.items() if value or key == "posts"}


def _post(post: Post) -> dict[str, Any]:
    told: dict[str, Any] = {"pid": post.pid, "floor": post.floor, "author": post.author, "uid": post.uid}
    told |= {"time": _stamp(post.time), "text": post.text.split("\n") if "\n" in post.text else post.text}
    if post.edited:
        told["edited"] = f"{post.edited.by} {_stamp(post.edited.time)}"
    told["comments"] = [asdict(c) | {"time": _stamp(c.time)} for c in post.comments]
    told |= {"quotes": post.quotes, "struck": post.struck, "images": post.images, "hidden": post.hidden}
    told["url"] = post.url
    return {key: value for key, value in told.items() if value or key in ("floor", "uid", "text", "time")}


def _stamp(stamp: Stamp | None) -> str | None:
    return None if stamp is None else f"{stamp.when} ({stamp.precision})"
