"""Pictures of a game for its book: fetched within limits, taken only where they are what they say."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable

from scraper.trouble import Trouble
from scraper.visit import Client

MOST = 300  # pictures of one book
LARGEST = 3_000_000  # bytes of one picture
ALL = 60_000_000  # bytes of all together

_KINDS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
)


def fetch_pictures(
    addresses: Iterable[str], client: Client, progress: Callable[[int, int], None] | None = None
) -> dict[str, str]:
    """Address → data URI of the pictures that could be had. Those that could not stay links; nothing is raised."""
    wanted = [address for address in dict.fromkeys(addresses) if address.startswith(("http://", "https://"))][:MOST]
    found: dict[str, str] = {}
    size = 0
    for number, address in enumerate(wanted, 1):
        if progress:
            progress(number, len(wanted))
        body = _body(client, address)
        kind = kind_of(body)
        if kind and len(body) <= LARGEST and size + len(body) <= ALL:
            size += len(body)
            found[address] = f"data:{kind};base64,{b64encode(body).decode()}"
    return found


def _body(client: Client, address: str) -> bytes:
    try:
        page = client.get(address)
    except Trouble:
        return b""
    return page.body if page.status == 200 else b""


def kind_of(body: bytes) -> str | None:
    """What kind of picture these bytes are, by how they begin; None where they are none (an error page, a script)."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _KINDS if body.startswith(start)), None)
