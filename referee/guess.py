"""A roster where none was given: whoever posts plays, except who opened the thread and never voted in it.

A guess is said to be one: `guessed_of` names everybody about whom a judge would think twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from parsers.ballots.reading import Context
from parsers.names import Roster, Seat
from parsers.posts import Post
from referee.collecting import Read
from referee.game import Game, Player
from referee.roster_lines import Known, accounts_of, read_roster
from referee.threads import ThreadPosts

_NOBODY: Final = re.compile(r"匿名|游客|遊客|guest|anonymous|[该該]用[户戶]已被[删刪]除", re.I)
_JUDGE: Final = re.compile(r"法官|主持人|裁判|天神")
_SAYS_DEAD: Final = re.compile(
    r"死者(?:发言|發言|说|說|飘过|飄過)|(?:我|偶|俺|本人)(?:已经|已經|都|早就?|昨晚|昨夜)*(?:死了|挂了|掛了|出局了|阵亡|陣亡|被杀了|被殺了|是死人)"
    r"|(?:死人|鬼魂|亡灵|亡靈)(?:发言|發言|飘过|飄過|说|說)"
)
_NAMES_DEAD: Final = re.compile(r"死亡|死者|死了|出局|阵亡|陣亡|遇[害难難]|被[害杀殺]|牺牲|犧牲|被?[处處][决決]|淘汰")
_ALIVE: Final = re.compile(r"存活|活[着著]|在世|幸存")
_MOST: Final = 20  # characters quoted of a post


def inferred(game: Game, threads: Iterable[ThreadPosts], read: Read) -> Game:
    """The game with players by who posts, in the order of their first post, and the opener as the judge."""
    threads = tuple(threads)
    authors = list(dict.fromkeys(post.author for thread in threads for post in thread.posts if post.author))
    judges = tuple(
        opener for opener in _openers(threads) if _judges(opener, threads) or not _votes(opener, authors, threads, read)
    )
    players = tuple(Player(name, aliases=()) for name in authors if name not in judges)
    return replace(game, players=players, judges=judges, inferred=True)


def _openers(threads: Iterable[ThreadPosts]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thread.posts[0].author for thread in threads if thread.posts))


def _judges(opener: str, threads: Sequence[ThreadPosts]) -> bool:
    """Whether an opener is called a judge, or lists the seats without a seat of his own: his ballots are relayed."""
    if _JUDGE.search(opener):
        return True
    known = Known(accounts_of({post.author for thread in threads for post in thread.posts}))
    listed = [
        {entry.name for entry in read_roster(thread.posts[0].text, known).players}
        for thread in threads
        if thread.posts and thread.posts[0].author == opener
    ]
    return any(len(names) >= 3 and opener not in names for names in listed)


def _votes(opener: str, authors: Iterable[str], threads: Iterable[ThreadPosts], read: Read) -> bool:
    """Whether the opener ever cast a ballot of his own after his opening post."""
    roster = Roster.of([Seat(name) for name in authors if name != opener])
    own = [post.text for thread in threads for post in thread.posts[1:] if post.author == opener]
    return any(read(text, roster, Context(author=opener)).kind in ("vote", "change", "abstain") for text in own)


def guessed_of(game: Game, threads: Iterable[ThreadPosts]) -> tuple[str, ...]:
    """What a judge should know of an inferred roster, in Chinese: who judges, who may be nobody, who may be dead."""
    threads = tuple(threads)
    names = [player.name for player in game.players]
    return tuple(
        note for part in (_judge_note(game), _nobodies(names, threads), _dead(names, threads)) for note in part
    )


def _judge_note(game: Game) -> Iterator[str]:
    if game.judges:
        yield f"没有游戏文件：楼主 {'、'.join(game.judges)} 当作法官，不算玩家；其余发过帖的都当作在局玩家"


def _nobodies(names: Sequence[str], threads: Sequence[ThreadPosts]) -> Iterator[str]:
    for name in names:
        if _NOBODY.fullmatch(name.strip()):
            floors = [_floor(post) for thread in threads for post in thread.posts if post.author == name]
            yield f"{name}（{'、'.join(floors[:5])}）不是哪一个人的账号，看不出是谁，照一名玩家计了；请法官看一眼"


def _dead(names: Sequence[str], threads: Sequence[ThreadPosts]) -> Iterator[str]:
    """Who says himself that he is dead, and whom an opening post names so."""
    for name in names:
        own = [post for thread in threads for post in thread.posts if post.author == name]
        said = next(((post, found) for post in own if (found := _SAYS_DEAD.search(post.text))), None)
        opening = next((t.posts[0] for t in threads if t.posts and name in _named_dead(t.posts[0].text, names)), None)
        if said:
            why = (
                f"{_floor(said[0])} 自己说“{said[0].text[said[1].start() : said[1].start() + _MOST].split(chr(10))[0]}”"
            )
        elif opening:
            why = f"{_floor(opening)} 说他已经出局"
        else:
            continue
        yield f"{name} 可能已经出局（{why}），没有游戏文件就照在局玩家计；请法官看一眼"


def _named_dead(text: str, names: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for words in re.split(r"[\n。；;]", text):
        if not _NAMES_DEAD.search(words) or _ALIVE.search(words):
            continue
        for name in sorted(names, key=len, reverse=True):  # 小白兔 is no 小白
            if name in words:
                found.add(name)
                words = words.replace(name, " ")
    return found


def _floor(post: Post) -> str:
    return f"#{post.floor}" if post.floor is not None else f"帖 {post.pid}"
