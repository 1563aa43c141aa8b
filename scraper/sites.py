"""Addresses on the way to a board: which are fit to ask for, and which belong to the same site."""

from __future__ import annotations

import ipaddress
from urllib.parse import quote, unquote_to_bytes, urljoin, urlsplit, urlunsplit

from scraper.trouble import USAGE, Trouble

_PORTS = {"http": 80, "https": 443}
# Second-level names that registries sell under a two-letter country: bbs.example.com.cn is a site, com.cn is none.
_SHARED = frozenset({"ac", "co", "com", "edu", "go", "gob", "gov", "idv", "mil", "ne", "net", "nom", "or", "org"})
_KEPT = "!#$%&'()*+,/:;=?@[]~"  # what may stand in an address as it is; "%" because escapes are left alone


def checked(address: str) -> str:
    """The address as it can be asked for: http(s), a host, escapes for anything not ASCII, no fragment.

    Raises Trouble `address` (status 2) where it is no web address. What it names is not looked at.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise _unfit(address, "这不是一个能读的网址") from None
    if parts.scheme.lower() not in _PORTS:
        raise _unfit(address, "网址要以 http:// 或 https:// 开头")
    if not host or any(c.isspace() or not c.isprintable() for c in address.strip()) or len(address) > 4000:
        raise _unfit(address, "这不是一个能读的网址")
    if parts.username is not None:
        # Would be kept in archives and reports with the page's address.
        raise Trouble("address", "网址里带着用户名或口令", "去掉 @ 前面的部分；登录状态用 --cookies 给", USAGE)
    where = f"[{host}]" if ":" in host else host
    where += f":{port}" if port is not None else ""
    return urlunsplit((parts.scheme.lower(), where, _escaped(parts.path) or "/", _escaped(parts.query), ""))


def redirected(address: str, location: bytes) -> str:
    """Where a redirect leads, resolved against the address that was asked; only ever on the same site.

    Raises Trouble `redirect` for another host, another port, or anything that is no web address.
    """
    # Old boards put raw GBK bytes here: they must go back as the same bytes.
    readable = quote(location.strip(), safe=_KEPT)
    try:
        target = checked(urljoin(address, readable))
    except (Trouble, ValueError):
        target = ""
    if not target or not same_site(address, target):
        host = (urlsplit(target).netloc if target else "") or "一个不是网页的地址"
        advice = "若这确是同一个论坛，请直接用新的网址；也可能要先在浏览器里登录"
        raise Trouble("redirect", f"{host_of(address)} 把请求转到了别处({host})，没有跟去", advice)
    return target


def same_site(one: str, other: str) -> bool:
    """Whether two checked addresses belong to one site: same registrable name, same port (or the two usual ones)."""
    first, second = urlsplit(one), urlsplit(other)
    ports = {first.port or _PORTS[first.scheme], second.port or _PORTS[second.scheme]}
    if len(ports) > 1 and ports != {80, 443}:
        return False
    return _registrable(first.hostname or "") == _registrable(second.hostname or "")


def host_of(address: str) -> str:
    """The host an address names, for messages and for keeping pace."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # a saved page says anything about where it came from
        return ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by name or number."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _registrable(host: str) -> str:
    host = host.rstrip(".").lower()
    if ":" in host or host.replace(".", "").isdigit():
        return host
    labels = host.split(".")
    shared = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SHARED
    return ".".join(labels[-3 if shared else -2 :])


def _escaped(text: str) -> str:
    return quote(text, safe=_KEPT)


def _unfit(address: str, why: str) -> Trouble:
    shown = unquote_to_bytes(address[:120]).decode("utf-8", "replace").split("?")[0]
    return Trouble("address", f"{why}：{shown}", "从浏览器地址栏整个复制过来", USAGE)
