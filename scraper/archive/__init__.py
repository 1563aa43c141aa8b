"""The archive: an SQLite file that keeps what boards sent and every version of every post. See `docs/archive.md`."""

from scraper.archive.shelf import Count, Deletion, Kept, counted, find, kept_pages, kept_thread, known, page_times
from scraper.archive.store import Archive, default_path, moment

__all__ = [
    "Archive",
    "Count",
    "Deletion",
    "Kept",
    "counted",
    "default_path",
    "find",
    "kept_pages",
    "kept_thread",
    "known",
    "moment",
    "page_times",
]
