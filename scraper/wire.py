"""One request and its answer over httpx, bounded in time and in bytes. The only module that imports httpx at its top.

Imported by `fetch` when the first request is made, never before: httpx costs a fifth of a second.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from scraper import faults
from scraper.sites import host_of, is_loopback
from scraper.trouble import Trouble
from scraper.unpack import TooLarge, unpacked


@dataclass(frozen=True, slots=True)
class Limits:
    """`silence`: seconds without a byte; `page`: seconds for one whole answer; `size`: bytes of it, unpacked."""

    silence: float
    page: float
    size: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What one request brought: `whole` is False where the body broke off and does not end like a page."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    whole: bool

    def all(self, name: bytes) -> list[bytes]:
        """Every value of a header."""
        return [value for key, value in self.headers if key.lower() == name]

    def one(self, name: bytes) -> str:
        """The first value of a header as text, else empty."""
        return next((value.decode("latin-1").strip() for value in self.all(name)), "")


class Wire:
    """Connections of one run. `verify`: False or a context only in tests; otherwise the usual certificates."""

    def __init__(self, limits: Limits, clock: Callable[[], float], verify: ssl.SSLContext | bool = True) -> None:
        self._limits, self._clock, self._verify = limits, clock, verify
        self._deadline = Deadline(clock)
        self._ways: dict[tuple[bool, str | None], _Patient] = {}

    def ask(self, url: str, headers: dict[str, str | bytes]) -> Answer:
        """Send one GET. Raises Trouble where another try would not help, faults.Again where it may."""
        self._deadline.until = self._clock() + self._limits.page
        try:
            # The transport is asked itself: httpx' client would read redirects and keep cookies in its own way.
            timeout = httpx.Timeout(self._limits.silence).as_dict()
            request = httpx.Request("GET", url, headers=_encoded(headers), extensions={"timeout": timeout})
            with closing(self._way(url).handle_request(request)) as response:
                return self._answer(url, response)
        except TooLarge:
            raise faults.too_large(url, self._limits.size) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpcore.ReadTimeout, OSError, UnicodeError) as fault:
            raise faults.said(fault, url, self._deadline.passed, self._limits.silence) from None

    def close(self) -> None:
        """Close every connection."""
        for way in self._ways.values():
            way.close()

    def _answer(self, url: str, response: httpx.Response) -> Answer:
        headers = tuple(response.headers.raw)
        if response.is_redirect and "location" in response.headers:  # nobody reads the words under a redirect
            return Answer(response.status_code, headers, b"", True)
        packed, framed = self._packed(response)
        encoding = response.headers.get("content-encoding", "")
        try:
            body, complete = unpacked(packed, encoding, self._limits.size)
        except ValueError:
            raise faults.unreadable(url, encoding) from None
        # A packed body has its own end, right where Content-Length is wrong; a plain one must be as long as announced
        # or at least end like a page (old boards count characters, or leave out a BOM).
        whole = complete if body is not packed else framed or body.rstrip().lower().endswith(b"</html>")
        return Answer(response.status_code, headers, body, whole)

    def _packed(self, response: httpx.Response) -> tuple[bytes, bool]:
        announced = response.headers.get("content-length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:18]) > self._limits.size:
            raise TooLarge
        found = bytearray()
        try:
            for part in response.iter_raw():
                found += part
                if len(found) > self._limits.size:
                    raise TooLarge
                if self._deadline.passed:
                    raise httpx.ReadTimeout("page")
        except (httpx.RemoteProtocolError, httpx.ReadError):
            return bytes(found), False
        return bytes(found), True

    def _way(self, url: str) -> _Patient:
        secure, proxy = url.startswith("https:"), _proxy(url)
        if (secure, proxy) not in self._ways:
            # Reading the certificates takes longer than a page; a plain connection gets a context that trusts nobody.
            trust = self._verify if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            try:
                self._ways[secure, proxy] = _Patient(self._deadline, trust, proxy)
            except (ImportError, ValueError):
                what = "环境变量里的代理(HTTP_PROXY、ALL_PROXY)用不了"
                raise Trouble("proxy", what, "改成 http:// 的代理，或去掉这个变量") from None
        return self._ways[secure, proxy]


class Deadline:
    """The moment by which the answer under way must be complete; set anew for each request."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self.until = clock, 0.0

    @property
    def left(self) -> float:
        return self.until - self._clock()

    @property
    def passed(self) -> bool:
        return self.left <= 0


class _Patient(httpx.HTTPTransport):
    """httpx's transport, with a deadline under every read: its own timeouts start again with each byte, so a server
    that drips a header a byte at a time would hold it for ever."""

    def __init__(self, deadline: Deadline, verify: ssl.SSLContext | bool, proxy: str | None) -> None:
        super().__init__(verify=verify, proxy=proxy)
        self._pool._network_backend = _Backend(self._pool._network_backend, deadline)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, inner: httpcore.NetworkBackend, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.connect_tcp(host, port, timeout, local_address, socket_options), self._deadline)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = self._deadline.left
        if left <= 0:
            raise httpcore.ReadTimeout("page")
        return self._inner.read(max_bytes, left if timeout is None else min(timeout, left))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _proxy(url: str) -> str | None:
    host, scheme = host_of(url), urlsplit(url).scheme
    if is_loopback(host):
        return None
    proxies = getproxies()
    found = proxies.get(scheme) or proxies.get("all")
    return None if not found or proxy_bypass(host) else found if "://" in found else f"http://{found}"


def _encoded(headers: dict[str, str | bytes]) -> list[tuple[bytes, bytes]]:
    return [
        (name.encode("ascii"), value if isinstance(value, bytes) else value.encode("utf-8"))
        for name, value in headers.items()
        if value
    ]
