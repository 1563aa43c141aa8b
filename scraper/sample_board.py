"""The bundled sample board, served on loopback for `referee demo` and the tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

Address = tuple[str, tuple[tuple[str, str], ...]]
Answer = tuple[str, bytes]


def _address(path: str) -> Address:
    """Path and parameters in whatever order; `page=1` and list positions make no difference to a page."""
    split = urlsplit(path)
    asked = [
        pair
        for pair in parse_qsl(split.query)
        if pair not in {("page", "1")} and pair[0] not in {"extra", "fpage", "toread"}
    ]
    return split.path, tuple(sorted(asked))


def _answers() -> dict[Address, Answer]:
    board = files("fixtures") / "board"
    index = json.loads((board / "index.json").read_text("utf-8"))
    return {_address(entry["path"]): (entry["type"], (board / entry["file"]).read_bytes()) for entry in index}


def sample_game(base: str) -> str:
    """The sample's game file, its threads at `base` (no slash at the end)."""
    return (files("fixtures") / "board" / "valley.toml").read_text("utf-8").replace("{BOARD}", base)


def sample_page(path: str) -> bytes:
    """One page of the sample board as sent, by its path and query."""
    return _answers()[_address(path)][1]


@contextmanager
def sample_board() -> Iterator[str]:
    """Serve the sample board on a free loopback port; gives its address without a slash at the end."""
    answers = _answers()

    class Board(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the terminal belongs to the report."""

        def do_GET(self) -> None:
            kind, body = answers.get(_address(self.path), ("text/html; charset=utf-8", b""))
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Board)
    server.daemon_threads = True
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
