"""What the network did, in words the judge can act on; and whether another try may help."""

from __future__ import annotations

import errno
import socket
import ssl

import httpx

from scraper.sites import host_of
from scraper.trouble import USAGE, Trouble

_NO_ROUTE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, getattr(errno, "ENONET", -1)}
_CERTIFICATE = {
    10: "证书过期了", 9: "证书还没到生效日期", 18: "证书是自己签的", 19: "证书是自己签的",
    20: "证书的签发者不认得", 21: "证书的签发者不认得", 62: "证书是给别的网站的", 64: "证书是给别的网站的",
}  # fmt: skip
_LATER = "过一会儿再运行；能用浏览器打开的话，也可以另存网页后把文件交来"


class Again(Exception):
    """One try failed in a way the next may not. `trouble`: what to say when the tries run out."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.code)
        self.trouble = trouble


def said(fault: Exception, url: str, out_of_time: bool, silence: float) -> Trouble | Again:
    """The stop (or the reason to try again) for what httpx raised while asking for `url`."""
    host = host_of(url)
    if isinstance(fault, httpx.TimeoutException | TimeoutError) or "Timeout" in type(fault).__name__:
        if out_of_time:
            return Trouble("slow", f"{host} 发得太慢，等到时限还没发完一页", _LATER)
        return Again(Trouble("timeout", f"{host} 超过 {silence:g} 秒没有回音", _LATER))
    if isinstance(fault, httpx.InvalidURL | httpx.UnsupportedProtocol | UnicodeError):
        return Trouble("address", "这不是一个能读的网址", "从浏览器地址栏整个复制过来", USAGE)
    if isinstance(fault, httpx.ProxyError):
        return Trouble("proxy", f"代理没有把 {host} 接通", "检查 HTTP_PROXY、HTTPS_PROXY 两个环境变量，或换个网络")
    causes = _causes(fault)
    return _unreachable(causes, host) or _insecure(causes, host) or Again(_broken(host))


def too_large(url: str, limit: int) -> Trouble:
    """The stop for a page above the size limit."""
    size = f"{limit / 1e6:.0f} MB" if limit >= 1e6 else f"{limit} 字节"
    return Trouble("too-large", f"{host_of(url)} 的这一页超过 {size}，不像帖子，没有读完", "检查网址是不是帖子页")


def unreadable(url: str, encoding: str) -> Again:
    """A body that does not unpack."""
    return Again(Trouble("garbled", f"{host_of(url)} 发来的压缩数据解不开({encoding[:20]})", _LATER))


def cut(host: str) -> Again:
    """A body that broke off."""
    return Again(Trouble("cut", f"{host} 的页面没有发完整就断了", _LATER))


def _causes(fault: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    seen: BaseException | None = fault
    while seen is not None and seen not in chain:
        chain.append(seen)
        seen = seen.__cause__ or seen.__context__
    return chain


def _unreachable(causes: list[BaseException], host: str) -> Trouble | None:
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return Trouble("no-host", f"找不到网站 {host}", "检查网址有没有写错、网络通不通；论坛也可能已经换了域名")
        if isinstance(cause, ConnectionRefusedError):
            return Trouble(
                "refused", f"{host} 拒绝连接(没有网站在那里)", "检查网址和端口；网站也可能关了，过一会儿再试"
            )
        if isinstance(cause, OSError) and cause.errno in _NO_ROUTE:
            return Trouble("no-network", f"连不到 {host}，网络不通", "检查网络后再运行；只看存档可加 --offline")
    return None


def _insecure(causes: list[BaseException], host: str) -> Trouble | None:
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            why = _CERTIFICATE.get(cause.verify_code, "证书不可信")
            advice = "在浏览器里确认是不是这个网站；可以改用 http:// 的地址，或另存网页后把文件交来"
            return Trouble("certificate", f"{host} 的{why}，没有继续", advice)
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            return Trouble("tls", f"和 {host} 谈不成加密连接", "检查网址里的 https 和端口；可以试试 http:// 的地址")
    return None


def _broken(host: str) -> Trouble:
    return Trouble("reset", f"和 {host} 的连接中途断了", _LATER)
