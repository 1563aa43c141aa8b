"""The cookies of one run: a browser's exported file and what the board sets, each sent to its own host only."""

from __future__ import annotations

from email.message import Message
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from pathlib import Path
from urllib.request import Request

from scraper.files import why
from scraper.trouble import USAGE, Trouble

_HTTP_ONLY = "#HttpOnly_"
_HOW = "用浏览器扩展(例如 Get cookies.txt)导出 Netscape 格式的 cookies.txt"


class CookieBox:
    """Cookies by host, path and Secure as browsers keep them. Nothing is ever written back to the file."""

    def __init__(self, file: Path | None = None) -> None:
        # A cookie without Domain goes back to the very host that set it, not to hosts below it.
        policy = DefaultCookiePolicy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain)
        self._jar = CookieJar(policy)
        for cookie in _read(file) if file else ():
            self._jar.set_cookie(cookie)

    def header(self, url: str) -> bytes:
        """The Cookie header for an address; empty where nothing belongs to it."""
        request = Request(url)
        self._jar.add_cookie_header(request)
        return (request.get_header("Cookie") or "").encode("utf-8")

    def keep(self, url: str, set_cookies: list[str]) -> None:
        """Take what an answer from `url` set; cookies for other hosts are refused."""
        headers = Message()
        for line in set_cookies:
            headers.add_header("Set-Cookie", _plain(line))
        self._jar.extract_cookies(_Answer(headers), Request(url))  # type: ignore[arg-type]  # only .info() is used

    def put(self, url: str, name: str, value: str) -> None:
        """Set one cookie for the host of `url`, until the end of the run."""
        self.keep(url, [f"{name}={value}; Path=/"])

    def __repr__(self) -> str:
        """No names, no values: this may end up in a log."""
        return f"CookieBox({len(self._jar)})"


class _Answer:
    def __init__(self, headers: Message) -> None:
        self._headers = headers

    def info(self) -> Message:
        return self._headers


def _read(file: Path) -> list[Cookie]:
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace")
    except OSError as fault:
        raise Trouble("cookies", f"读不了 cookies 文件 {file}：{why(fault)}", "检查 --cookies 的路径", USAGE) from None
    if text.lstrip()[:1] in ("[", "{"):
        raise Trouble("cookies", f"{file.name} 是 JSON，不是 cookies.txt", _HOW, USAGE)
    found: list[Cookie] = []
    bad: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.removeprefix(_HTTP_ONLY)
        if not line.strip() or line.startswith("#"):
            continue
        cookie = _line(line)
        if cookie is None:
            bad.append(number)
        else:
            found.append(cookie)
    if bad:
        where = "、".join(map(str, bad[:10])) + (" 等" if len(bad) > 10 else "")
        what = f"{file.name} 第 {where} 行不是 cookies.txt 的写法(七栏，用制表符隔开)"
        raise Trouble("cookies", what, _HOW, USAGE)
    return found


def _line(line: str) -> Cookie | None:
    fields = line.split("\t")
    if len(fields) == 1:
        fields = line.split(None, 6)  # copied from a screen: the tabs have become blanks
    if len(fields) == 6:
        fields.append("")  # an editor took the tab before an empty value
    if len(fields) != 7:
        return None
    domain, below, path, secure, expires, name, value = (field.strip() for field in fields)
    flags = {below.upper(), secure.upper()} <= {"TRUE", "FALSE"}
    try:
        until = float(expires or 0)
    except ValueError:
        return None
    if not (flags and domain and path.startswith("/") and name and (name + value).isprintable() and until == until):
        return None
    return _cookie(domain.lower(), below.upper() == "TRUE", path, secure.upper() == "TRUE", until, name, value)


def _cookie(domain: str, below: bool, path: str, secure: bool, until: float | None, name: str, value: str) -> Cookie:
    domain = domain.lstrip(".")
    domain += "" if "." in domain else ".local"  # the jar's own name for a host without dots
    domain = "." + domain if below else domain
    # Exported session cookies say 0 (or -1) and must be sent: a board's login without "remember me" is one.
    until = None if not until or until < 0 else min(until / 1000 if until > 1e11 else until, 4e9)
    return Cookie(
        version=0, name=name, value=value, port=None, port_specified=False, domain=domain, domain_specified=below,
        domain_initial_dot=below, path=path, path_specified=True, secure=secure,
        expires=None if until is None else int(until), discard=until is None, comment=None, comment_url=None, rest={},
    )  # fmt: skip


def _plain(line: str) -> str:
    return "".join(c for c in line if c.isprintable())
