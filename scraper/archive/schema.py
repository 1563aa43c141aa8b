"""The archive's tables and how an older file is brought up to date. `docs/archive.md` describes them for readers.

Only this module needs sqlite-utils, and it is imported only where a file is new or old: opening costs nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

VERSION = 1  # PRAGMA user_version of a file that needs nothing done to it


def migrate(path: str) -> None:
    """Create or update the tables of the file at `path`. Of several that do it at once, one does."""
    import sqlite3

    from sqlite_utils import Database

    connection = sqlite3.connect(path, timeout=30, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            _migrations().apply(Database(connection))
            connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")
    finally:
        connection.close()


def _migrations() -> Migrations:
    from sqlite_utils.migrations import Migrations

    steps = Migrations("referee")

    @steps()
    def threads_and_posts(db: Database) -> None:
        _what_boards_sent(db)
        _what_was_read(db)

    @steps()
    def games_and_tallies(db: Database) -> None:
        _what_was_ruled(db)
        for name, query in VIEWS.items():
            db.create_view(name, query)

    @steps()
    def words(db: Database) -> None:
        db.conn.execute(WORDS)

    return steps


def _what_boards_sent(db: Database) -> None:
    db.table("threads").create(
        {
            "id": int,
            "board": str,
            "base": str,
            "tid": str,
            "url": str,
            "title": str,
            "total": int,
            "settled": str,  # when the thread was last read to the end and found standing still
            "moving": int,  # 1: posts were found moved and the walk was broken off; 2: it ended and they still moved
            "post_url": str,  # the form of its posts' addresses, {pid} and {page} to be filled in
        },
        pk="id",
        not_null={"board", "base", "tid", "url"},
    )
    db.table("threads").create_index(["board", "url"], unique=True)
    db.table("bodies").create({"digest": str, "body": bytes}, pk="digest", not_null={"body"})
    db.table("fetches").create(
        {
            "id": int,
            "thread": int,
            "address": str,
            "fetched": str,
            "status": int,
            "content_type": str,
            "digest": str,
            "page": int,
        },
        pk="id",
        not_null={"address", "fetched", "status", "digest"},
        foreign_keys=[("thread", "threads", "id"), ("digest", "bodies", "digest")],
    )
    db.table("fetches").create_index(["thread", "page"])
    db.table("fetches").create_index(["address"])
    db.table("pages").create(
        {
            "thread": int,
            "number": int,
            "fetch": int,
            "seen": str,
            "shown": str,  # JSON: [[pid, floor], …] as they stood
            "notes": str,  # JSON: what its reader had to say of it
            "missing": str,  # JSON: what this page cannot tell
        },
        pk=("thread", "number"),
        not_null={"seen", "shown"},
        foreign_keys=[("thread", "threads", "id"), ("fetch", "fetches", "id")],
    )


def _what_was_read(db: Database) -> None:
    db.table("posts").create(
        {
            "id": int,
            "thread": int,
            "pid": str,
            "floor": int,
            "page": int,
            "place": int,
            "time": str,
            "precision": str,
            "url": str,  # null where the thread's post_url gives it
            "version": int,  # the newest version, in `versions`
            "wordings": int,  # how many versions there are
            "gone": str,  # when it was found missing from the board; null while it stands
        },
        pk="id",
        not_null={"thread", "pid", "page", "place", "version", "wordings"},
        foreign_keys=[("thread", "threads", "id")],
    )
    db.table("posts").create_index(["thread", "pid"], unique=True)
    db.table("posts").create_index(["time", "version"])  # newest first, without looking at the posts themselves
    # The few posts with a history are found without going through all the others.
    db.conn.execute("CREATE INDEX posts_reworded ON posts (thread) WHERE wordings > 1")
    db.conn.execute("CREATE INDEX posts_gone ON posts (thread) WHERE gone IS NOT NULL")
    db.table("versions").create(
        {
            "id": int,
            "post": int,
            "seen": str,
            "fetch": int,
            "author": str,
            "uid": str,
            "text": str,
            "hidden": int,
            "edited_by": str,
            "edited_at": str,
            "edited_precision": str,
            "more": str,  # JSON of quotes, struck, comments, images; null where there are none
        },
        pk="id",
        not_null={"post", "seen", "author", "text", "hidden"},
        foreign_keys=[("post", "posts", "id"), ("fetch", "fetches", "id")],
    )
    db.table("versions").create_index(["post"])
    db.table("deletions").create(
        {"id": int, "post": int, "noticed": str, "returned": str},
        pk="id",
        not_null={"post", "noticed"},
        foreign_keys=[("post", "posts", "id")],
    )


def _what_was_ruled(db: Database) -> None:
    db.table("games").create(
        {"id": int, "title": str, "rules": str, "timezone": str},
        pk="id",
        not_null={"title", "rules"},
    )
    db.table("games").create_index(["title", "rules"], unique=True)
    db.table("stages").create(
        {"game": int, "stage": str, "kind": str, "day": int, "opens": str, "closes": str},
        pk=("game", "stage"),
        foreign_keys=[("game", "games", "id")],
    )
    db.table("game_threads").create(
        {"game": int, "thread": int, "kind": str},
        pk=("game", "thread"),
        foreign_keys=[("game", "games", "id"), ("thread", "threads", "id")],
    )
    db.table("rulings").create(
        {
            "id": int,
            "game": int,
            "kept": str,
            "thread": str,
            "post": str,
            "floor": int,
            "reads": str,
            "targets": str,
            "why": str,
        },
        pk="id",
        foreign_keys=[("game", "games", "id")],
    )
    db.table("verdicts").create(
        {
            "id": int,
            "game": int,
            "printed": str,
            "rules": str,
            "rules_version": str,
            "stage": str,
            "as_of": str,
            "final": int,
            "outcome": str,
            "players": str,
            "source": str,  # digest of the posts and the game it was computed from
            "report": str,  # JSON as printed
        },
        pk="id",
        not_null={"printed", "rules", "source", "report"},
        foreign_keys=[("game", "games", "id")],
    )


WORDS = "CREATE VIRTUAL TABLE words USING fts5(grams, content='', tokenize=\"unicode61 remove_diacritics 0\")"

VIEWS = {
    "tallies": """
        select verdicts.id, printed, games.title as game, verdicts.rules, rules_version, verdicts.stage, as_of, final,
          outcome, players, json_extract(row.value, '$.player') as player, json_extract(row.value, '$.votes') as votes,
          (select group_concat(value, '、') from json_each(row.value, '$.voters')) as voters, source
        from verdicts left join games on games.id = verdicts.game, json_each(verdicts.report, '$.tally') as row
    """,
    "ballots": """
        select verdicts.id as verdict, printed, verdicts.stage, json_extract(row.value, '$.voter') as voter,
          (select group_concat(value, '、') from json_each(row.value, '$.targets')) as targets,
          json_extract(row.value, '$.kind') as kind, json_extract(row.value, '$.status') as status,
          json_extract(row.value, '$.code') as code, json_extract(row.value, '$.post.floor') as floor,
          json_extract(row.value, '$.post.time') as time, json_extract(row.value, '$.quote') as quote,
          json_extract(row.value, '$.reason') as reason, json_extract(row.value, '$.post.url') as url
        from verdicts, json_each(verdicts.report, '$.ballots') as row
    """,
    "edits": """
        select threads.url as thread, threads.title, posts.pid, posts.floor, posts.time, later.author,
          earlier.text as before, later.text as after, earlier.seen as before_seen, later.seen as seen,
          0 as deleted
        from versions as later join posts on posts.id = later.post join threads on threads.id = posts.thread
          join versions as earlier on earlier.id =
            (select id from versions where post = later.post and (seen, id) < (later.seen, later.id)
             order by seen desc, id desc limit 1)
        where earlier.text <> later.text and not earlier.hidden and not later.hidden
        union all
        select threads.url, threads.title, posts.pid, posts.floor, posts.time, versions.author,
          versions.text, null, versions.seen, deletions.noticed, 1
        from deletions join posts on posts.id = deletions.post join threads on threads.id = posts.thread
          join versions on versions.id = posts.version
        where deletions.returned is null
    """,
}
