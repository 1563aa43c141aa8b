"""A board on loopback that does everything wrong a board or a network can do.

    with FaultyBoard(lambda path, nth: Answer(b"<html>…</html>") if nth > 2 else Answer(status=503)) as board:
        Fetcher(QUICK).get(board.url("/read.php?tid=1"))
        board.asked            # what came in, in order

`pages(path, nth)` is called for each request with the path and how often that path has been asked for (from 1), so a
thread can grow, shrink or repeat itself while it is walked. Raw sockets: an answer may be slow, cut, reset or lie about
its length.
"""

from __future__ import annotations

import contextlib
import gzip
import socket
import ssl
import struct
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from scraper.fetch import FetchSettings

# Impatient settings, so that a fault shows within a second.
QUICK = FetchSettings(delay=0, timeout=0.4, page_seconds=1.0, patience=10, tries=3, first_wait=0.002, max_bytes=300_000)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. `length`: Content-Length to announce (None: the true one; with `framing` "close" none at all).

    `wait`: seconds before the first byte; `drip`: seconds between single bytes of the body (`drip_head`: of the head
    too); `cut`: bytes of the body after which the connection is closed, or reset with `reset`; `endless`: send the
    body again and again, counted in `FaultyBoard.sent`.
    """

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str | bytes], ...] = ()
    content_type: str = "text/html; charset=utf-8"
    framing: Literal["length", "chunked", "close"] = "length"
    length: int | None = None
    wait: float = 0.0
    drip: float = 0.0
    drip_head: bool = False
    cut: int | None = None
    reset: bool = False
    endless: bool = False
    raw: bytes | None = None  # sent as it is, instead of everything else


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in: `at` is the monotonic clock; header names are lower case."""

    path: str
    headers: dict[str, str]
    at: float


Pages = Callable[[str, int], Answer]


@dataclass(slots=True)
class FaultyBoard:
    """Serves `pages` on 127.0.0.1 until the `with` ends. `tls`: certificate file with key, for https."""

    pages: Pages
    tls: Path | None = None
    asked: list[Asked] = field(default_factory=list)
    sent: int = 0
    port: int = 0
    _counts: Counter[str] = field(default_factory=Counter)
    _listening: socket.socket | None = None
    _open: list[socket.socket] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._listening is not None
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits in accept
        self._listening.close()
        with self._lock:
            for connection in self._open:
                _close(connection)

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """The address of a path on this board."""
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [one.path for one in self.asked]

    def _accept(self) -> None:
        assert self._listening is not None
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self.tls:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(self.tls)
                connection = context.wrap_socket(connection, server_side=True)
            with self._lock:
                self._open.append(connection)
            while (asked := _read_request(connection)) is not None:
                with self._lock:
                    self.asked.append(asked)
                    self._counts[asked.path] += 1
                    nth = self._counts[asked.path]
                if not self._send(connection, self.pages(asked.path, nth)):
                    break
        _close(connection)

    def _send(self, connection: socket.socket, answer: Answer) -> bool:
        """Send one answer; whether the connection may be used again."""
        if answer.wait:
            time.sleep(answer.wait)
        if answer.raw is not None:
            connection.sendall(answer.raw)
            return False
        _drip(connection, _head(answer), answer.drip if answer.drip_head else 0)
        while answer.endless:
            connection.sendall(_framed(answer.body, answer))
            self.sent += len(answer.body)
        body = answer.body if answer.cut is None else answer.body[: answer.cut]
        _drip(connection, _framed(body, answer), answer.drip)
        self.sent += len(body)
        if answer.reset:
            _reset(connection)
        if answer.framing == "chunked" and answer.cut is None:
            connection.sendall(b"0\r\n\r\n")
        return answer.framing != "close" and answer.cut is None and answer.length is None and not answer.reset


def html(title: str, body: str = "", charset: str = "utf-8") -> bytes:
    """A small whole page."""
    text = f'<html><head><meta charset="{charset}"><title>{title}</title></head><body>{body}</body></html>'
    return text.encode("gb18030" if charset.startswith("gb") else charset)


def redirect(to: str | bytes, status: int = 302, *set_cookies: str) -> Answer:
    """A redirect, setting cookies on the way."""
    return Answer(status=status, headers=(("Location", to), *(("Set-Cookie", one) for one in set_cookies)))


def gzipped(body: bytes, cut: int | None = None) -> Answer:
    """A packed answer; with `cut`, the packed stream stops there and the length says so."""
    packed = gzip.compress(body)[:cut]
    return Answer(packed, headers=(("Content-Encoding", "gzip"),))


def in_turn(*answers: Answer) -> Pages:
    """Answers one after another, the last one for ever."""
    return lambda path, nth: answers[min(nth, len(answers)) - 1]


def self_signed(folder: Path) -> Path | None:
    """A certificate nobody signed, with its key, in one file; None where there is no openssl to make it."""
    file = folder / "self-signed.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    try:
        subprocess.run(
            [*command, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", file, "-out", f"{file}.crt"],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    file.write_bytes(file.read_bytes() + Path(f"{file}.crt").read_bytes())
    return file


def _head(answer: Answer) -> bytes:
    lines: list[bytes] = [f"HTTP/1.1 {answer.status} X".encode()]
    if answer.content_type:
        lines.append(f"Content-Type: {answer.content_type}".encode())
    if answer.framing == "chunked":
        lines.append(b"Transfer-Encoding: chunked")
    elif answer.framing == "close":
        lines.append(b"Connection: close")
    else:
        lines.append(f"Content-Length: {len(answer.body) if answer.length is None else answer.length}".encode())
    for name, value in answer.headers:
        lines.append(name.encode() + b": " + (value if isinstance(value, bytes) else value.encode()))
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _framed(body: bytes, answer: Answer) -> bytes:
    if answer.framing != "chunked" or not body:
        return body
    return f"{len(body):x}\r\n".encode() + body + b"\r\n"


def _drip(connection: socket.socket, data: bytes, pause: float) -> None:
    if not pause:
        connection.sendall(data)
        return
    for byte in data:
        connection.sendall(bytes([byte]))
        time.sleep(pause)


def _read_request(connection: socket.socket) -> Asked | None:
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part or part[0] == 0x16:  # the client has gone, or speaks TLS to us
            return None
        data += part
    first, *lines = data.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Asked(first.split(" ")[1], headers, time.monotonic())


def _reset(connection: socket.socket) -> None:
    """Close with RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def _close(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
