"""Whether a ruling can mean something: the post is there, the ballot holds as many names."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.ballots.reader import read
from parsers.ballots.reading import Context
from parsers.names import Roster
from parsers.posts import Post
from referee import moment
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


def check_author(ruling: JudgeRuling, post: Post, game: Game, vest_passes_on: bool) -> None:
    """Raises NoRuling for a vote ruled in a post nobody's vote can stand in: its author plays no seat when he posts.

    A judge's post may cast the vote one player entrusted to him. Without a roster only judges are known not to play.
    """
    if ruling.reads == "none":
        return
    when = post.time.when if post.time else None
    claim = moment.seat_of(game, post.author, when, uid=post.uid, vest_passes_on=vest_passes_on)
    if claim.plays or (not game.players and claim.standing != "judge"):
        return
    who = {"replaced": "已由替补接替", "waiting": "是还没上场的替补"}.get(claim.standing, "不是玩家")
    if claim.standing != "judge":
        raise NoRuling(f"{post.author} {who}，这一帖不能算票；真是哪位玩家的票，写一条 [[delegations]]")
    roster = Roster.of(moment.roster(game, when, vest_passes_on=vest_passes_on), game.judges)
    voters = dict.fromkeys(voter for voter, _ in read(post.text, roster, Context(author=post.author)).proxies)
    if len(voters) == 1:
        return
    why = f"替 {'、'.join(voters)} 几个人投票，一条裁定说不清是谁的" if voters else "没有替谁投票"
    raise NoRuling(f"{post.author} 是法官，不是玩家，这一帖{why}；代投的票各写一条 [[delegations]]")


def check_post(ruling: JudgeRuling, reading: Reading, whole: bool) -> Post | None:
    """The post a ruling is about, None where not all was at hand; `whole`: all threads it can be in were read.

    `reading.game` holds the ruling as its last, its thread under the name the posts carry. Raises NoRuling where it is
    in none of them.
    """
    placed = [one for one in reading.game.rulings if (one.post, one.floor) == (ruling.post, ruling.floor)]
    threads = [t for t in reading.threads if any(one.thread in (None, t.url) for one in placed)]
    found = [post for thread in threads for post in _posts_of(thread, ruling)]
    if found:
        return found[0]
    if not whole or not threads:
        return None
    floors = [post.floor for thread in threads for post in thread.posts if post.floor is not None]
    if ruling.post is not None:
        raise NoRuling(f"读到的帖子里没有编号 {ruling.post} 的一帖；按楼层写：'#12'，或用 referee posts 看编号")
    if not floors:
        raise NoRuling("这样的页面看不到楼层；写帖子编号，用 referee posts --format jsonl 看 pid")
    raise NoRuling(
        f"没有 #{ruling.floor} 楼，读到的是 #{min(floors)} 到 #{max(floors)}；楼层刚有的话，先 referee archive 取新的"
    )


def _posts_of(thread: ThreadPosts, ruling: JudgeRuling) -> list[Post]:
    """The post a ruling names, as it stands, else as it last stood before it was taken away."""
    if ruling.post is None:
        return [post for post in thread.posts if post.floor == ruling.floor]
    gone = thread.history.get(ruling.post, ())[-1:]
    return [*(post for post in thread.posts if post.pid == ruling.post), *gone]
