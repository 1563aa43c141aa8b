"""What a board sends instead of a thread: which kind it is, what the judge can do, what we may do about it ourselves.

    remedy(page, message)    a wait or a repeat that clears it politely, or None
    refusal(page, message)   the Trouble to stop with

Both look at a page that was read and found to be no thread. Nothing here fetches. Scripts are never run, questions
never answered, forms never sent: what needs a person is left to a person and a browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from parsers.pages import Page, decode
from parsers.posts import BoardMessage
from scraper.challenges import Challenge, challenge, literal_cookie
from scraper.refusal_words import (
    DATABASE,
    GATEWAY,
    LOGIN_ADVICE,
    Kind,
    fold,
    hours_in,
    kind_of,
    level_in,
    reason,
    seconds_in,
)
from scraper.sites import host_of
from scraper.trouble import Trouble

_TAGS = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style|title|noscript)\b.*?(?:</\1\s*>|\Z)|<[^<>]{0,2000}>")
_TITLE = re.compile(r"(?is)<title[^>]{0,200}>(.{0,400}?)</title")
_COOKIE_PREFIX = re.compile(r"cookiepre\s*=\s*['\"](\w{1,40})['\"]", re.I)
_LOGIN_ADDRESS = re.compile(r"mod=logging|action=login|[?&/]c=login|/login\b|logging\.php|register\.php", re.I)
_HTML = re.compile(rb"<(?:html|!doctype|head|body|div|table|script|\?xml|wml|meta)\b", re.I)
_MAGIC = (
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"%PDF",
    b"PK\x03\x04",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x1f\x8b",
    b"MZ",
    b"RIFF",
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LONGEST_NOTICE = 1500  # letters: a page of no known board that says more than this is a page, not a notice

_LATER = "过一会儿再运行；急用可以看存档(--offline)"
_STATUS: dict[int, tuple[str, str, str]] = {
    401: ("login", "网站要求登录(401)", LOGIN_ADVICE),
    402: ("permission", "网站要求付费(402)", "在浏览器里打开看看"),
    403: ("forbidden", "网站拒绝访问(403)", "在浏览器里能打开的话，导出 cookies.txt 用 --cookies 交来，并加大 --delay"),
    404: ("gone", "没有这个网页(404)", "核对网址；若帖子被删，只能用存档(--offline)或保存过的网页"),
    410: ("gone", "网页已被撤下(410)", "只能用存档(--offline)或保存过的网页"),
    429: ("busy", "网站嫌访问太快(429)", "过几分钟再运行，加大 --delay(例如 --delay 5)"),
    451: ("gone", "网页因法律原因看不了(451)", "只能用存档(--offline)或保存过的网页"),
    503: ("server", "网站暂时不能服务(503)", _LATER),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wait:
    """Leave the board alone for `seconds`, then ask for the same address once more."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Reload:
    """Ask for the same address once more after `seconds`, with the cookies the answer set and `cookie`, if any."""

    seconds: float = 1.5
    cookie: tuple[str, str] | None = None


def remedy(page: Page, message: BoardMessage) -> Wait | Reload | None:
    """What clears the refusal without a person: a wait it asks for, a cookie it sets. None where nothing does.

    To be done once for a page; what comes back then is a thread or goes to `refusal`.
    """
    text = decode(page).text
    found = _gate(text, page, message)
    if found is not None:
        if found.clears == "wait":
            return Wait(found.seconds)
        return Reload(found.seconds) if found.clears == "reload" else _cookie_reload(text)
    words = reason(fold(_said(text, message)))
    kind = kind_of(words)
    if kind is None or kind.code != "flood" or len(words) > _LONGEST_NOTICE:
        return None
    # Seconds are counted from the last request by the board's clock: one more is on the safe side.
    return Wait((seconds_in(words) or 4.0) + 1.0)


def refusal(page: Page, message: BoardMessage) -> Trouble:
    """The stop (status 4) for a page that is no thread: its kind, the board's own words, what to do next."""
    host = host_of(page.url) or "论坛"
    if not page.body.strip():
        return _by_status(page, host) or Trouble("empty", f"{host} 发来一个空白页", _LATER)
    if message.board is None and _binary(page):
        return _no_page(host_of(page.url))
    text = decode(page).text
    found = _gate(text, page, message)
    if found is not None:
        return _challenged(found, host)
    words = _said(text, message)
    folded = reason(fold(words))
    if message.board is not None:
        return _board_said(text, message, folded)
    return _unknown_said(page, text, folded, host)


def _gate(text: str, page: Page, message: BoardMessage) -> Challenge | None:
    # A board's own message may carry a shield's script in its head; what it says in words counts. A line without any
    # markup has no head: phpwind's CC defence answers so.
    return challenge(text, page) if message.board is None or "<" not in text else None


def _board_said(text: str, message: BoardMessage, folded: str) -> Trouble:
    """A message page of a known board: the kind its words are, else its words alone."""
    if DATABASE.search(folded):
        return _database(folded)
    kind = kind_of(folded)
    if kind is not None:
        return _worded(kind, folded, message.text, text, message.board)
    if not folded:  # only the frame was there: rights or login, the board does not say which
        return Trouble("login", "要登录，或者没有权限看", _which_cookie(text, message.board) or LOGIN_ADVICE)
    return Trouble("message", f"论坛没有给帖子，只说：{_short(message.text)}", "在浏览器里打开这个网址看看")


def _unknown_said(page: Page, text: str, folded: str, host: str) -> Trouble:
    """A page of no known board: by what it is, by what it says, by its status."""
    if DATABASE.search(folded[:2000]):
        return _database(folded)
    if GATEWAY.search(folded[:2000]) and (page.status >= 500 or len(folded) < _LONGEST_NOTICE):
        return Trouble("gateway", f"{host} 前面的代理或网关出错，论坛没有回音", _LATER)
    kind = kind_of(folded) if len(folded) <= _LONGEST_NOTICE else None
    if kind is not None and not (page.status in (404, 410) and kind.code != "gone"):
        return _worded(kind, folded, _said(text, BoardMessage("")), text, None)
    if _LOGIN_ADDRESS.search(page.url) or _is_login_form(text, folded):
        return Trouble("login", "要登录才能看，论坛给的是登录页", _which_cookie(text, None) or LOGIN_ADVICE)
    said = _by_status(page, host)
    if said is not None:
        return said
    shown = _short(_title(text) or _visible(text)) or "(没有字)"
    advice = "检查网址是不是帖子页；是的话请把网页另存后反馈，好加上这种论坛"
    return Trouble("no-thread", f"这一页不是认得的论坛帖子，开头是：{shown}", advice)


def _worded(kind: Kind, folded: str, said: str, text: str, board: str | None) -> Trouble:
    what, advice = kind.what, kind.advice
    if kind.code == "level" and (level := level_in(folded)):
        what = f"帖子要求阅读权限高于 {level}"
    if kind.code == "hours" and (hours := hours_in(folded)):
        advice = f"论坛写的时段是 {hours}(论坛时间)，到开放的时候再运行"
    if kind.code == "flood" and (seconds := seconds_in(folded)):
        advice = f"过 {seconds:.0f} 秒以上再运行，并加上 --delay {seconds + 1:.0f}"
    if kind.code == "login":
        advice = _which_cookie(text, board) or advice
    return Trouble(kind.code, f"{what}(论坛说：{_short(_telling(said, kind))})", advice)


def _telling(said: str, kind: Kind) -> str:
    """The part of a board's words that says it: the fewest words in a row that still show the kind."""
    words = re.split(r"\s+|(?<=[。！；])|(?<=原因)(?=\d)", said[:2000])
    for count in range(1, 8):
        for start in range(len(words) - count + 1):
            part = " ".join(words[start : start + count])
            if kind.words.search(reason(fold(part))):
                return re.sub(r"^\d{1,2}[、.]", "", part)
    return said


def _challenged(found: Challenge, host: str) -> Trouble:
    return Trouble(found.code, f"{host} {found.what}", found.advice)


def _database(folded: str) -> Trouble:
    advice = _LATER
    if "query" in folded or "select" in folded:
        # Discuz 6.0 answers so for a filter that finds no post: not always an outage.
        advice = "网址里有 authorid、uid 之类的筛选就去掉再试；否则过一会儿再运行"
    return Trouble("database", "论坛的数据库出错", advice)


def _by_status(page: Page, host: str) -> Trouble | None:
    if page.status < 400:
        return None
    if page.status in _STATUS:
        code, what, advice = _STATUS[page.status]
        return Trouble(code, f"{host}：{what}", advice)
    if page.status >= 500:
        return Trouble("server", f"{host}：网站出错({page.status})", _LATER)
    return Trouble("forbidden", f"{host}：网站不给这一页({page.status})", "在浏览器里打开看看")


def _which_cookie(text: str, board: str | None) -> str:
    """Which cookies carry a login, where the page or the engine tells."""
    prefix = _COOKIE_PREFIX.search(text)
    if prefix:
        names = f"{prefix.group(1)}auth 和 {prefix.group(1)}saltkey"
    elif board == "discuz":
        names = "名字以 auth 结尾的那个，有 saltkey 的连它"
    elif board == "phpwind":
        names = "名字以 winduser 结尾的那个"
    else:
        return ""
    return f"在浏览器里登录，导出 cookies.txt(里面要有 {names})，用 --cookies 交来；已经交过就是过期了，重新导出"


def _cookie_reload(text: str) -> Reload | None:
    cookie = literal_cookie(text)
    return Reload(cookie=cookie) if cookie else None


def _said(text: str, message: BoardMessage) -> str:
    return message.text[:2000] if message.board is not None else f"{_title(text)} {_visible(text)}"


def _title(text: str) -> str:
    found = _TITLE.search(text[:20000])
    return " ".join(unescape(found.group(1)).split()) if found else ""


def _visible(text: str) -> str:
    """The words of a page without its markup (the first of them: enough for any notice)."""
    return " ".join(unescape(_TAGS.sub(" ", text[:60000])).split())[:6000]


def _is_login_form(text: str, folded: str) -> bool:
    asks = re.search(r"<input[^<>]{0,300}type\s*=\s*[\"']?password", text[:200_000], re.I)
    return bool(asks) and (len(folded) < 600 or bool(re.search("登[录入]|log ?in|sign ?in", _title(text), re.I)))


def _no_page(host: str) -> Trouble:
    """What is said of a body that is no text; without an address it is a file of one's own."""
    if host:
        return Trouble("binary", f"{host} 发来的不是网页(图片、压缩包之类)", "检查网址是不是帖子页")
    return Trouble("binary", "这个文件不是网页(是图片、压缩包之类)", "换成浏览器保存的网页、WARC，或粘贴成文本的帖子")


def _binary(page: Page) -> bool:
    head = page.body[:2048]
    if _HTML.search(head):
        return False
    kind = page.content_type.split("/")[0].strip().lower()
    return (
        kind in ("image", "audio", "video", "font")
        or head.startswith(_MAGIC)
        or len(_CONTROL.findall(head)) > len(head) / 20
    )


def _short(words: str, most: int = 60) -> str:
    flat = " ".join(unescape(words).split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
