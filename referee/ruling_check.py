"""Whether a ruling can mean something: the post is there, the ballot holds as many names."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Game, JudgeRuling
from referee.reading import Reading
from referee.rulebook import Rulebook
from referee.ruling_file import NoRuling
from referee.threads import ThreadPosts


def check_names(ruling: JudgeRuling, game: Game, book: Rulebook, serves: Sequence[str | None]) -> None:
    """`serves`: the only stages the ruling's thread is for (None: any). Raises NoRuling for more names than they take.

    What a clause would make of the ballot is no matter: the judge has the last word.
    """
    kinds = [book.kind(s.kind) for s in game.stages if s.kind != "night" and (None in serves or s.id in serves)]
    most = max((kind.names for kind in kinds if kind), default=max(kind.names for kind in book.kinds))
    if len(set(ruling.targets)) > most:
        raise NoRuling(f"写了 {len(set(ruling.targets))} 个名字({'、'.join(ruling.targets)})；一票只投 {most} 个")


def check_post(ruling: JudgeRuling, reading: Reading, whole: bool) -> bool:
    """Whether the post a ruling is about was found; `whole`: all threads it can be in were read.

    `reading.game` holds the ruling as its last, its thread under the name the posts carry. Raises NoRuling where it is
    in none of them.
    """
    placed = [one for one in reading.game.rulings if (one.post, one.floor) == (ruling.post, ruling.floor)]
    threads = [t for t in reading.threads if any(one.thread in (None, t.url) for one in placed)]
    if any(_holds(thread, ruling) for thread in threads):
        return True
    if not whole or not threads:
        return False
    floors = [post.floor for thread in threads for post in thread.posts if post.floor is not None]
    if ruling.post is not None:
        raise NoRuling(f"读到的帖子里没有编号 {ruling.post} 的一帖；按楼层写：'#12'，或用 referee posts 看编号")
    if not floors:
        raise NoRuling("这样的页面看不到楼层；写帖子编号，用 referee posts --format jsonl 看 pid")
    raise NoRuling(
        f"没有 #{ruling.floor} 楼，读到的是 #{min(floors)} 到 #{max(floors)}；楼层刚有的话，先 referee archive 取新的"
    )


def _holds(thread: ThreadPosts, ruling: JudgeRuling) -> bool:
    if ruling.post is not None:
        return ruling.post in thread.history or any(post.pid == ruling.post for post in thread.posts)
    return any(post.floor == ruling.floor for post in thread.posts)
