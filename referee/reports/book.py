"""A finished game as a book: every thread with every post, what was edited or deleted, and the verdicts as printed.

One HTML page without script, or Markdown. The original addresses stay; pictures are links, or lie in the page as data
where they were fetched. The real accounts behind the players are named only in the judge's copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from html import escape
from typing import Any

from parsers.posts import Change, Comment, Post, Stamp
from referee.game import Game
from referee.reports.html_style import STYLE
from referee.reports.plain_text import web_address

HIDDEN_NAME = "某人"


@dataclass(frozen=True, slots=True)
class Chapter:
    """One thread. `pictures`: address → data URI, of the pictures that were fetched."""

    title: str
    url: str
    posts: tuple[Post, ...]
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Book:
    """A game: `verdicts` are tallies as printed (`referee/tally@1`); `people` the judge's list of who was who."""

    title: str
    rules: str
    chapters: tuple[Chapter, ...]
    verdicts: tuple[Mapping[str, Any], ...] = ()
    people: tuple[tuple[str, str, str], ...] = ()  # player, role, real account
    made: datetime | None = None

    def count(self) -> dict[str, int]:
        """How much there is of what."""
        posts = [post for chapter in self.chapters for post in chapter.posts]
        pictures = {image for post in posts for image in post.images}
        kept = {image for chapter in self.chapters for image in chapter.pictures}
        return {
            "threads": len(self.chapters),
            "posts": len(posts),
            "pictures": len(pictures),
            "kept": len(pictures & kept),
            "changes": sum(len(chapter.changes) for chapter in self.chapters),
        }


def book_of(game: Game | None, chapters: Sequence[Chapter], verdicts: Iterable[Mapping[str, Any]], judge: bool) -> Book:
    """The book of a game, or of threads without one. The public copy names no real account and no role."""
    found = tuple(chapters)
    if game is not None and not judge:
        found = tuple(_without(real_names(game), chapter) for chapter in found)
    people: tuple[tuple[str, str, str], ...] = ()
    if game is not None and judge:
        people = tuple((player.name, player.role or "", player.real or "") for player in game.players)
    title = (game.title if game else "") or (found[0].title if found else "")
    return Book(title, game.rules_name if game else "", found, tuple(verdicts), people)


def real_names(game: Game) -> tuple[str, ...]:
    """Accounts behind the players that are not also a name in the game, longest first."""
    open_names = {name for player in game.players for name in (player.name, *player.aliases)} | set(game.judges)
    open_names |= {name for one in game.substitutes for name in (one.name, *one.aliases)}
    behind = [player.real for player in game.players] + [one.real for one in game.substitutes]
    reals = {real for real in behind if real and len(real) > 1}
    return tuple(sorted(reals - open_names, key=lambda name: (-len(name), name)))


def unnamed(post: Post, names: Sequence[str]) -> Post:
    """A post in which these names stand nowhere."""

    def hide(text: str) -> str:
        for name in names:
            text = text.replace(name, HIDDEN_NAME)
        return text

    edited = replace(post.edited, by=hide(post.edited.by)) if post.edited and post.edited.by else post.edited
    return replace(
        post,
        author=hide(post.author),
        uid=None if post.author in names else post.uid,
        text=hide(post.text),
        edited=edited,
        quotes=tuple(map(hide, post.quotes)),
        struck=tuple(map(hide, post.struck)),
        comments=tuple(Comment(hide(c.author), c.time, hide(c.text)) for c in post.comments),
    )


def _without(names: Sequence[str], chapter: Chapter) -> Chapter:
    if not names:
        return chapter
    changes = tuple(
        replace(c, before=unnamed(c.before, names), after=unnamed(c.after, names) if c.after else None)
        for c in chapter.changes
    )
    return replace(chapter, posts=tuple(unnamed(post, names) for post in chapter.posts), changes=changes)


_STYLE = """
article{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.6rem .9rem;margin:.7rem 0}
article header{color:var(--soft);font-size:.9rem}article header b{color:var(--ink)}
.words{white-space:pre-wrap;margin:.4rem 0}blockquote{margin:.3rem 0;padding-left:.7rem;border-left:.2rem solid
var(--line);color:var(--soft);white-space:pre-wrap}img{max-width:100%}del{color:var(--soft)}
details{font-size:.9rem;color:var(--soft)}article.gone{border-style:dashed}nav ul{columns:2}
"""


def html(book: Book, zone: tzinfo) -> str:
    """The book as one HTML page that needs nothing from outside."""
    count = book.count()
    body = [
        f"<h1>{escape(book.title)}</h1>",
        f"<p class=mute>{_counted(count)}</p>",
        _people(book),
        _verdicts(book),
        "<nav><ul>",
        *(f'<li><a href="#t{n}">{escape(chapter.title)}</a></li>' for n, chapter in enumerate(book.chapters, 1)),
        "</ul></nav>",
        *(_chapter(n, chapter, zone) for n, chapter in enumerate(book.chapters, 1)),
    ]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="zh"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">'
        f"<title>{escape(book.title)}</title><style>{STYLE}{_STYLE}</style></head>\n<body><main>\n"
        + "\n".join(part for part in body if part)
        + "\n</main></body></html>\n"
    )


def _counted(count: Mapping[str, int]) -> str:
    said = f"{count['threads']} 个帖子，{count['posts']} 帖，{count['changes']} 处编辑或删除"
    return said + (f"，{count['pictures']} 张图(存了 {count['kept']} 张，其余是链接)" if count["pictures"] else "")


def _people(book: Book) -> str:
    if not book.people:
        return ""
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(role)}</td><td>{escape(real)}</td></tr>"
        for name, role, real in book.people
    )
    return f"<h2>玩家(法官版)</h2><table><tr><th>账号</th><th>身份</th><th>真身</th></tr>{rows}</table>"


def _verdicts(book: Book) -> str:
    rows = "".join(f"<li>{escape(line)}</li>" for line in map(verdict_line, book.verdicts))
    return f"<h2>结果</h2><ul>{rows}</ul>" if rows else ""


def verdict_line(report: Mapping[str, Any]) -> str:
    """A kept tally in one line."""
    outcome, stage = report.get("outcome") or {}, report.get("stage") or {}
    votes = "，".join(f"{row['player']} {row['votes']} 票" for row in report.get("tally") or ())
    who = "、".join(outcome.get("players") or ()) or outcome.get("kind", "")
    return f"{stage.get('id') or '投票'}：{who}　{outcome.get('reason', '')}　{votes}".strip("　")


def _chapter(number: int, chapter: Chapter, zone: tzinfo) -> str:
    changed: dict[str, list[Change]] = {}
    for change in chapter.changes:
        changed.setdefault(change.before.pid, []).append(change)
    standing = {post.pid for post in chapter.posts}
    gone = [said[-1].before for pid, said in changed.items() if pid not in standing]
    posts = sorted([*chapter.posts, *gone], key=_place) if gone else list(chapter.posts)
    parts = [f'<section id="t{number}"><h2>{_link(chapter.url, chapter.title)}</h2>']
    parts += [f"<p class=warn>{escape(note)}</p>" for note in chapter.notes]
    for post in posts:
        parts.append(_article(number, post, changed.get(post.pid, []), post.pid not in standing, chapter, zone))
    return "\n".join([*parts, "</section>"])


def _place(post: Post) -> tuple[int, str]:
    return (post.floor if post.floor is not None else 1 << 30, post.pid)


def _article(number: int, post: Post, changes: Sequence[Change], gone: bool, chapter: Chapter, zone: tzinfo) -> str:
    floor = f"{post.floor}楼" if post.floor is not None else "?"
    marks = [mark for mark, there in (("已被删除", gone), ("内容不给看", post.hidden)) if there]
    if post.edited:
        when = f" {_clock(post.edited.time)}" if post.edited.time else ""
        marks.append(f"{post.edited.by or ''}{when} 编辑过")
    head = f"{_link(post.url, floor)} <b>{escape(post.author)}</b> {_clock(post.time)} {escape(' '.join(marks))}"
    parts = [f'<article id="t{number}-{escape(post.pid)}"{" class=gone" if gone else ""}><header>{head}</header>']
    parts += [f"<blockquote>{escape(quote)}</blockquote>" for quote in post.quotes]
    parts.append(f"<div class=words>{escape(post.text)}</div>")
    parts += [f"<del>{escape(struck)}</del>" for struck in post.struck]
    parts += [_picture(image, chapter.pictures) for image in post.images]
    parts += [f"<p class=mute>点评 {escape(c.author)}：{escape(c.text)}</p>" for c in post.comments]
    for change in changes:
        if not change.deleted:
            seen = f"{change.seen.astimezone(zone):%Y-%m-%d %H:%M} 看到改动；" if change.seen else ""
            words = f"<div class=words>{escape(change.before.text)}</div>"
            parts.append(f"<details><summary>{seen}原来写的</summary>{words}</details>")
    return "".join([*parts, "</article>"])


def _picture(address: str, kept: Mapping[str, str]) -> str:
    if address in kept:
        return f'<p><img src="{escape(kept[address])}" alt="图">{_link(address, "原图")}</p>'
    return f"<p class=mute>{_link(address, '图')}</p>"


def _link(address: str, text: str) -> str:
    safe = web_address(address)
    return f'<a href="{escape(safe)}" rel="noreferrer">{escape(text)}</a>' if safe else escape(text)


def _clock(stamp: Stamp | None) -> str:
    if stamp is None:
        return "时间不明"
    return f"{stamp.when:%Y-%m-%d %H:%M:%S}" if stamp.precision == "second" else f"{stamp.when:%Y-%m-%d %H:%M}"


def markdown(book: Book, zone: tzinfo) -> str:
    """The book as Markdown."""
    lines = [f"# {_plain(book.title)}", "", _counted(book.count()), ""]
    if book.people:
        lines += ["## 玩家(法官版)", "", *(f"- {_plain(' / '.join(filter(None, row)))}" for row in book.people), ""]
    if book.verdicts:
        lines += ["## 结果", "", *(f"- {_plain(verdict_line(report))}" for report in book.verdicts), ""]
    for chapter in book.chapters:
        lines += [f"## [{_plain(chapter.title)}](<{chapter.url}>)", ""]
        lines += [f"*{_plain(note)}*\n" for note in chapter.notes]
        for post in chapter.posts:
            lines += _entry(post)
        for change in chapter.changes:
            lines += _change(change, zone)
    return "\n".join(lines) + "\n"


def _entry(post: Post) -> list[str]:
    floor = f"{post.floor}楼" if post.floor is not None else "?"
    head = f"**[{floor}](<{post.url}>) {_plain(post.author)}** {_clock(post.time)}" + (
        " (编辑过)" if post.edited else ""
    )
    body = [f"> {_plain(line)}" for quote in post.quotes for line in quote.splitlines()]
    body += [f"{_plain(line)}  " for line in post.text.splitlines()]
    body += [f"~~{_plain(' '.join(struck.split()))}~~" for struck in post.struck]
    body += [f"[图](<{image}>)" for image in post.images]
    return [head, "", *body, ""]


def _change(change: Change, zone: tzinfo) -> list[str]:
    post = change.after or change.before
    floor = f"{post.floor}楼" if post.floor is not None else post.pid
    what = "被删除，原来写的" if change.deleted else "改动前写的"
    seen = f"({change.seen.astimezone(zone):%Y-%m-%d %H:%M} 看到)" if change.seen else ""
    return [
        f"*{floor} {_plain(post.author)} {what}{seen}：*",
        "",
        *(f"> {_plain(x)}" for x in change.before.text.splitlines()),
        "",
    ]


def _plain(text: str) -> str:
    """Text that Markdown takes as it stands."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~" else c for c in text)
