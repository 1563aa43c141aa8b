"""Bodies as they were sent → bodies as they are meant, never larger than asked for."""

from __future__ import annotations

import zlib

_MOST_LAYERS = 3


class TooLarge(Exception):
    """More bytes than the limit."""


def unpacked(body: bytes, encoding: str, limit: int) -> tuple[bytes, bool]:
    """`body` without its Content-Encoding, and whether the packed stream was whole (True where none was packed).

    Raises TooLarge where it unpacks to more than `limit` bytes, ValueError for a packing nobody asked for or for
    bytes that do not unpack.
    """
    layers = [name.strip().lower() for name in encoding.split(",") if name.strip()]
    if len(layers) > _MOST_LAYERS:
        raise ValueError(encoding)
    whole = True
    for layer in reversed(layers):
        if layer in ("gzip", "x-gzip"):
            body, ended = _gunzipped(body, limit)
        elif layer == "deflate":
            body, ended = _inflated(body, limit)
        elif layer in ("br", "zstd", "compress"):
            raise ValueError(layer)
        else:  # "identity", "none", "utf-8": boards write all of these and mean nothing by it
            ended = True
        whole = whole and ended
    return body, whole


def _gunzipped(body: bytes, limit: int) -> tuple[bytes, bool]:
    if body and not body.startswith(b"\x1f\x8b"):
        return body, True  # announced, not done: a cache in between has unpacked it
    found, ended = b"", False
    while body.startswith(b"\x1f\x8b"):  # several members one after another are one body
        part, ended, body = _run(zlib.decompressobj(31), body, limit - len(found))
        found += part
    return found, ended


def _inflated(body: bytes, limit: int) -> tuple[bytes, bool]:
    try:
        return _run(zlib.decompressobj(15), body, limit)[:2]
    except ValueError:  # half the servers leave out the zlib header
        return _run(zlib.decompressobj(-15), body, limit)[:2]


def _run(machine: zlib._Decompress, body: bytes, limit: int) -> tuple[bytes, bool, bytes]:
    try:
        found = machine.decompress(body, limit + 1)
    except zlib.error as fault:
        raise ValueError(str(fault)) from None
    if len(found) > limit:
        raise TooLarge
    return found, machine.eof, machine.unused_data
