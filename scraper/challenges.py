"""Gates in front of a board: pages of script, cookie or question that stand where the thread should be.

Told by what such a page must contain to work, not by its words. A thread page is never looked at here, so the rules
may be broad; still they ask for a small page, because a board's own message may carry a shield's script in its head.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Literal

from parsers.pages import Page

_SMALL = 8192  # letters: a page that only sets a cookie and reloads is smaller than this

_FEW_WORDS = 200  # letters a reader sees on it


@dataclass(frozen=True, slots=True)
class Challenge:
    """A gate: `clears` says what opens it without a person: waiting, repeating, a cookie whose value stands there."""

    code: str
    what: str
    advice: str
    clears: Literal["wait", "reload", "cookie", "person"] = "person"
    seconds: float = 1.5


_BROWSER = "在浏览器里打开帖子，过了验证后马上导出 cookies.txt，用 --cookies 交来"
_AGING = _BROWSER + "(这种 cookie 半小时左右就失效)；也可以把网页另存后直接交文件"

_ANTITHEFT = Challenge(
    "antitheft",
    "开了防采集，给的是一段跳转脚本",
    "在浏览器里打开帖子，把地址栏里带 _dsign= 的网址整个交来(这个网址对同一帖一直有效)",
)
_TOO_FAST = Challenge(
    "flood", "开了频繁刷新限制", "过几分钟再运行，加大 --delay(例如 --delay 5)", clears="wait", seconds=2.5
)
_RELOAD = Challenge(
    "reload",
    "要求先带上 cookie 再刷新一次，刷新后仍不放行",
    "加大 --delay 再试；不行就用浏览器的 cookies.txt",
    "reload",
)
_PROXY = Challenge("proxy", "不接受经过代理的访问", "关掉代理(HTTP_PROXY、HTTPS_PROXY)，换个网络再运行")
_QUESTION = Challenge("question", "要先回答一道验证题", _BROWSER)
_PHPWIND_CC = Challenge(
    "flood", "的防 CC 攻击功能拦下了访问", "过几分钟再运行，加大 --delay(例如 --delay 5)", "reload", seconds=3.5
)
_JUMP = Challenge("jump", "要浏览器自动跳转到别的页面", "在浏览器里打开，把跳转以后地址栏里的网址交来", "reload")
_SCRIPT = Challenge("script", "先给了一段要浏览器运行的脚本", _BROWSER, clears="cookie")

# Discuz writes these titles as numeric entities, so they are looked for after unescaping only.
_TITLES = (
    (re.compile("[频頻]繁刷新|刷新[过過][于於][频頻]繁"), _TOO_FAST),
    (re.compile("代理(?:服[务務]器|伺服器)?[访訪存][问問取]限制"), _PROXY),
    (re.compile("[页頁]面重[载載](?:[开開][启啟])?"), _RELOAD),
    (re.compile(r"^\s*\d+\s*[-+*×x]\s*\d+\s*=\s*[?？]"), _QUESTION),
)
_TITLE = re.compile(r"(?is)<title[^>]{0,200}>(.{0,200}?)</title")


def _shield(code: str, name: str, advice: str = _AGING) -> Challenge:
    return Challenge(code, f"前面有{name}，要浏览器验证", advice)


# Marks each shield leaves in its page: the names of its cookies, paths and form fields.
_MARKS = (
    (# (the path alone is in ordinary pages behind Cloudflare too)
     re.compile(r"_cf_chl_|cf-browser-verification|challenge-platform/\S{0,40}orchestrate|captcha-bypass", re.I),
     _shield("cloudflare", " Cloudflare 人机验证", _AGING + "；要用同一台机器的同一个浏览器导出(cf_clearance)")),
    (re.compile(r"ddos-guard|__ddg\d", re.I), _shield("ddos-guard", " DDoS-Guard")),
    (re.compile(r"acw_sc__v\d|\barg1\s*=\s*['\"][0-9A-F]{20,}", re.I), _shield("aliyun", "阿里云防火墙")),
    (re.compile(r"__jsl_clearance|__jsluid", re.I), _shield("jiasule", "加速乐(创宇)防护")),
    (re.compile(r"wzws[-_]|wzwschallenge", re.I), _shield("wzws", " 360 网站卫士")),
    (re.compile(r"yunsuo_session|security_session_verify", re.I), _shield("yunsuo", "云锁防护")),
    (re.compile(r"slowAES|toNumbers\s*\(", re.I), _shield("script", "一段设置 __test cookie 的脚本")),
    (re.compile(r"TencentCaptcha|geetest|hcaptcha|recaptcha|/captcha/", re.I), _shield("captcha", "验证码")),
)  # fmt: skip


def challenge(text: str, page: Page) -> Challenge | None:
    """The gate a page is, None where it is none. `text`: the page decoded."""
    head = text.lstrip("\ufeff \t\r\n")
    if head.startswith("Forbidden") and len(head) < 200:
        return _PHPWIND_CC
    title = _TITLE.search(head[:4000])
    words = unescape(title.group(1)) if title else ""
    for pattern, found in _TITLES:
        if len(text) < _SMALL and pattern.search(words):
            return found
    if "secqsubmit" in text and len(text) < _SMALL:
        return _QUESTION
    return _scripted(text, head, page.status)


def literal_cookie(text: str) -> tuple[str, str] | None:
    """Name and value where a page's only trick is to set one cookie to a value written out in it, and reload.

    Anything computed stays closed to us: a script that works something out is there to keep programs away.
    """
    scripts = " ".join(re.findall(r"(?is)<script[^>]{0,200}>(.*?)</script", text))
    once = len(re.findall(r"document\s*[.\[]\s*['\"]?cookie", scripts)) == 1
    if not once or not re.search(r"\blocation\b", scripts) or _COMPUTED.search(scripts):
        return None
    found = _LITERAL.search(scripts)
    return (found.group(2), found.group(3)) if found else None


# One string literal, whole: name, value, attributes, closing quote, end of statement.
_LITERAL = re.compile(
    r"document\.cookie\s*=\s*(['\"])\s*([\w.-]{1,100})=([\w.%~:/|,+*!@-]{0,400})\s*(?:;[^'\"<>+]{0,200})?\1\s*(?=[;\n}<]|$)"
)
_COMPUTED = re.compile(
    r"\beval\b|\bFunction\b|fromCharCode|charCodeAt|\batob\b|\bunescape\b|\bMath\b|parseInt|\bcrypto|toString\s*\(|\\x[0-9a-f]{2}",
    re.I,
)


def _scripted(text: str, head: str, status: int) -> Challenge | None:
    small = len(text) < _SMALL
    lower = head[:400].lower()
    if "getName.caller" in text or (
        lower.startswith("<script") and "<body" not in text and re.search(r"\blocation\b|\bwindow\b", text) and small
        and "document.cookie" not in text
    ):  # fmt: skip
        return _ANTITHEFT
    if small or status in (403, 429, 503, 521):
        for pattern, found in _MARKS:
            if pattern.search(text):
                return found
    if not small or len(_bare(text)) >= _FEW_WORDS:
        return None
    if re.search(r"<meta[^>]{0,80}http-equiv\s*=\s*['\"]?refresh", text, re.I):
        return _JUMP
    sets = re.search(r"document\s*(?:\.\s*cookie|\[\s*['\"]cookie)", text)
    moves = re.search(r"\blocation\b\s*(?:[.=\[]|$)", text)
    return _SCRIPT if "<script" in text.lower() and (sets or moves) else None


def _bare(text: str) -> str:
    """What a reader would see: next to nothing on a page that is all script."""
    return "".join(
        unescape(re.sub(r"(?is)<(script|style|noscript|title)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", "", text)).split()
    )
