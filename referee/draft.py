"""A game file drafted from the threads of a game: who plays, who judges, which votes. Posts → Draft.

What a thread does not say is left out and said so; nothing is invented. `draft_text.write` makes the file of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from parsers.posts import Post
from referee.draft_votes import DraftStage, DraftThread, kind_of, planned, stages_of
from referee.game_kinds import KINDS, PLAIN, Kinds
from referee.game_names import folded
from referee.roster_lines import Entry, Known, Roster, accounts_of, read_roster
from referee.threads import ThreadPosts


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything found. `judges` name → why; `doubts`: what a person must look at, in Chinese."""

    title: str
    kinds: Kinds
    judges: dict[str, str]
    players: tuple[Entry, ...]
    substitutes: tuple[Entry, ...]
    threads: tuple[DraftThread, ...]
    stages: tuple[DraftStage, ...]
    source: str = ""  # where the players are from, in Chinese
    rules_from: str = ""
    started: datetime | None = None  # when the roster was posted
    times: tuple[str, ...] = ()  # what judges said of votes and their times, where no stage came of it
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the judge said beforehand; nothing said is found out."""

    title: str | None = None
    kinds: Kinds | None = None
    judges: tuple[str, ...] = ()


NO_WISHES: Final = Wishes()


_TITLE_TAIL: Final = re.compile(
    r"《[^》]*(?:名单|名單|签到|報名|报名)[^》]*》|[【\[(（]?(?:游戏者|遊戲者|玩家|参赛|參賽)?(?:名单|名單)[】\])）]?.*$"
    r"|[,，、\s]*(?:请|請).*$|[【\[(（]?(?:报名|報名|签到|簽到|投票|招募)(?:帖|贴|貼|中|开始|處|处)?[】\])）]?.*$"
)
_JOINS: Final = re.compile(
    r"报名|報名|参加|參加|参赛|參賽|我来|我來|算我|带我|帶我|占座|占位|\+\s*1|＋\s*1|加一|签到|簽到|报到|報到|想玩|我玩|我要玩|求组|上车|上車"
)
_NOT_JOINS: Final = re.compile(
    r"围观|圍觀|路过|路過|帮顶|幫頂|打酱油|打醬油|(?:不|没法|沒法|没有?空|无法|無法|没时间|沒時間)[^，。,\n]{0,6}(?:参加|參加|报名|報名|玩|来|來)"
    r"|(?:报名|報名|参加|參加)[^，。\n]{0,8}[吗嗎么麼?？]|下(?:次|局|回)"
)
_LEAVES: Final = re.compile(r"退出|取消报名|取消報名|撤销报名|不玩了|不参加了|不參加了|放弃报名|退赛|退賽")
_SPARE: Final = re.compile(r"替补|替補|候补|候補|备选|備選|板凳")
_CALL_ME: Final = re.compile(
    r"(?:叫我|喊我|简称|簡稱|人称|人稱|外号|外號|昵称|暱稱|别名|別名)\s*[:：]?\s*([^\s，。,.!！、:：]{1,8}?)(?=就|即可|也行|也可|都行|都可|好了|吧|啦|[\s，。,.!！、]|$)"
)
# 1号 as a seat, not as a day: `3月1号`, `1号晚上`, `1号才有空`.
_SEAT: Final = re.compile(r"(?<![\d月第/.-])(\d{1,2})\s*[号號](?!\d|[晚早上下中凌才起开開之前后後有没沒回到能可])")
_VEST: Final = re.compile(r"(?:马甲|馬甲|游戏id|游戏ID|角色)\s*(?:名|ID|id)?\s*[:：]\s*([^\s，。,、;；()（）]{1,20})")


def draft(threads: Sequence[ThreadPosts], wishes: Wishes = NO_WISHES) -> Draft:
    """What the threads tell of a game, the roster or sign-up thread among them."""
    kinds, rules_from = _rules(threads, wishes)
    authors = accounts_of({post.author for thread in threads for post in thread.posts})
    known = Known(authors, kinds.roles)
    told = [(thread, kind_of(thread.title)) for thread in threads]
    judges = _judges(threads, known, wishes)
    roster, source, started = _roster(told, known, judges)
    doubts: list[str] = []
    if not roster.players:
        roster, source, doubts = _signed_up(told, known, judges)
    for judge in roster.judges:
        judges.setdefault(judge, "名单帖里写的")
    players, spares, clashes = _settled(roster, judges)
    stages, kept = stages_of(told, kinds, judges)
    times: tuple[str, ...] = ()
    if not stages:
        stages, times = planned(told, kinds, judges)
    return Draft(
        title=wishes.title or _title(threads),
        kinds=kinds,
        judges=judges,
        players=players,
        substitutes=spares,
        threads=kept,
        stages=stages,
        source=source,
        rules_from=rules_from,
        started=started,
        times=times,
        doubts=(*doubts, *clashes),
    )


def _rules(threads: Sequence[ThreadPosts], wishes: Wishes) -> tuple[Kinds, str]:
    if wishes.kinds is not None:
        return wishes.kinds, ""
    titles = folded(" ".join(thread.title for thread in threads))
    opening = folded(" ".join(post.text for thread in threads for post in thread.posts[:1]))
    for words, where in ((titles, "从标题看的"), (opening, "从主楼看的")):
        for kinds in KINDS:
            if any(len(title) > 1 and folded(title) in words for title in kinds.titles) and kinds is not PLAIN:
                return kinds, where
    return PLAIN, "没看出是哪套规则"


def _title(threads: Sequence[ThreadPosts]) -> str:
    title = threads[0].title.strip() if threads else ""
    short = _TITLE_TAIL.sub("", title).strip(" -—:：,，、|·")
    if _cut_short(short):
        return title
    boxed = re.fullmatch(r"[\[【「『]([^\[\]【】「」『』]+)[\]】」』]", short)
    return (boxed[1] if boxed else short) or title


def _cut_short(title: str) -> bool:
    """Whether a cut went through what belongs together: a quote or bracket left open, a sign that joins at the end."""
    pairs = ("()", "[]", "（）", "【】", "《》", "「」", "『』", "“”", "‘’")
    torn = any(title.count(pair[0]) != title.count(pair[1]) for pair in pairs)
    return torn or title.count('"') % 2 == 1 or title.endswith(("&", "+", "/", "＋", "＆"))


def _judges(threads: Sequence[ThreadPosts], known: Known, wishes: Wishes) -> dict[str, str]:
    """Who judges: as told, else who opened the threads judges open, and whom their opening posts name."""
    if wishes.judges:
        return dict.fromkeys(wishes.judges, "")
    theirs = [thread for thread in threads if kind_of(thread.title) in ("roster", "vote", "rules")] or threads[:1]
    openings = [thread.posts[0] for thread in theirs if thread.posts]
    found = {post.author: "楼主" for post in openings if post.author.strip()}
    for post in openings:
        for judge in read_roster(post.text, known).judges:
            found.setdefault(judge, "主楼写的")
    return found


def _roster(
    told: list[tuple[ThreadPosts, str]], known: Known, judges: dict[str, str]
) -> tuple[Roster, str, datetime | None]:
    """The longest list a judge posted, the newest of equals; roster threads before the others."""
    best: tuple[tuple[bool, int, int], Roster, Post] | None = None
    order = 0
    for thread, kind in told:
        for post in thread.posts:
            order += 1
            if post.author not in judges:
                continue
            roster = read_roster(post.text, known)
            rank = (kind == "roster", len(roster.players), order)
            if roster.players and (best is None or rank > best[0]):
                best = rank, roster, post
    if best is None:
        return Roster(), "", None
    _, roster, post = best
    roster = _by_account(roster, known)
    return roster, f"{post.author} 在 {_place(post)} 列的名单", post.time.when if post.time else None


def _by_account(roster: Roster, known: Known) -> Roster:
    """Who is listed by the beginning of one account's name only goes by the account, what was written as an alias."""
    taken = {entry.name for entry in (*roster.players, *roster.substitutes)}

    def account(entry: Entry) -> Entry:
        if entry.name in known.accounts or entry.real or len(entry.name) < 2:
            return entry
        meant = [name for name in known.accounts if name.startswith(entry.name) and name not in taken]
        return replace(entry, name=meant[0], aliases=(entry.name, *entry.aliases)) if len(meant) == 1 else entry

    return replace(roster, players=tuple(map(account, roster.players)))


def _place(post: Post) -> str:
    return f"{post.floor} 楼" if post.floor is not None else f"帖 {post.pid}"


def _signed_up(
    told: list[tuple[ThreadPosts, str]], known: Known, judges: dict[str, str]
) -> tuple[Roster, str, list[str]]:
    """No list: whoever signed up in a reply, in that order; whoever took it back is out."""
    players: dict[str, Entry] = {}
    spares: dict[str, Entry] = {}
    unclear: dict[str, str] = {}
    threads = [thread for thread, kind in told if kind == "roster" or (len(told) == 1 and kind == "discussion")]
    if not threads:
        spoke = dict.fromkeys(post.author for thread, _ in told for post in thread.posts if post.author.strip())
        others = [author for author in spoke if author not in judges]
        return Roster(), "", [f"没有名单帖或报名帖；发过言的有：{'、'.join(others)}"] if others else []
    for thread in threads:
        for post in thread.posts[1:]:
            author = post.author
            if author in judges or not author.strip():
                continue
            if _LEAVES.search(post.text):
                players.pop(author, None)
                spares.pop(author, None)
                unclear.pop(author, None)
            elif author not in players and author not in spares:
                _sign_up(post, known, players, spares, unclear)
    doubts = [f"没看出 {author} 是不是报名：{where}" for author, where in unclear.items()]
    roster = Roster(tuple(players.values()), tuple(spares.values()))
    return roster, "跟帖报名的先后" if players else "", doubts


def _sign_up(
    post: Post, known: Known, players: dict[str, Entry], spares: dict[str, Entry], unclear: dict[str, str]
) -> None:
    text = post.text.strip()
    if _NOT_JOINS.search(text):
        return
    entry = _own_entry(post, known)
    if _SPARE.search(text) and not re.search(r"不(?:做|当|當|要)替", text):
        spares[post.author] = entry
        unclear.pop(post.author, None)
    elif _JOINS.search(text) or entry.real:
        players[post.author] = entry
        unclear.pop(post.author, None)
    else:
        words = " ".join(text.split())
        unclear.setdefault(post.author, f"{_place(post)}“{words[:20]}{'…' if len(words) > 20 else ''}”")


def _own_entry(post: Post, known: Known) -> Entry:
    """What somebody says of himself when he signs up."""
    vest = _VEST.search(post.text)
    aliases = tuple(dict.fromkeys(found.strip("“”\"'「」") for found in _CALL_ME.findall(post.text)))
    aliases = tuple(alias for alias in aliases if alias and alias not in known.accounts)
    seats = {int(found) for found in _SEAT.findall(post.text)}
    number = seats.pop() if len(seats) == 1 else None
    if vest and vest[1] != post.author:
        return Entry(vest[1], number, aliases, real=post.author)
    return Entry(post.author, number, aliases)


def _settled(roster: Roster, judges: dict[str, str]) -> tuple[tuple[Entry, ...], tuple[Entry, ...], list[str]]:
    """The roster made sound: names once, numbers once, no alias that is somebody's name; the rest becomes a doubt."""
    doubts: list[str] = []
    owners: dict[str, str] = {}
    players = _named_once(roster.players, owners, doubts)
    spares = _named_once(roster.substitutes, owners, doubts)
    numbers: set[int] = set()
    sound = []
    for entry in players:
        if entry.number is not None and entry.number in numbers:
            doubts.append(f"{entry.name} 的座位号 {entry.number} 与别人重复，没有写")
            entry = replace(entry, number=None)
        numbers |= {entry.number} if entry.number is not None else set()
        sound.append(entry)
        if entry.name in judges and judges[entry.name] == "楼主":
            doubts.append(f"{entry.name} 是楼主，也在名单里：是法官还是玩家？")
    return (
        tuple(_own_aliases(entry, owners, doubts) for entry in sound),
        tuple(_own_aliases(entry, owners, doubts) for entry in spares),
        doubts,
    )


def _named_once(entries: tuple[Entry, ...], owners: dict[str, str], doubts: list[str]) -> list[Entry]:
    sound = []
    for entry in entries:
        key = folded(entry.name)
        if not key or len(entry.name) > 100:
            continue
        if key in owners:
            doubts.append(f"{entry.name} 与 {owners[key]} 是同一个名字，只写了一次")
            continue
        owners[key] = entry.name
        sound.append(entry)
    return sound


def _own_aliases(entry: Entry, owners: dict[str, str], doubts: list[str]) -> Entry:
    aliases = []
    for alias in dict.fromkeys(entry.aliases):
        owner = owners.get(folded(alias))
        if owner and owner != entry.name:
            doubts.append(f"{entry.name} 的别名 {alias} 是 {owner} 的名字，没有写")
        elif folded(alias) and owner is None:
            aliases.append(alias)
    return replace(entry, aliases=tuple(aliases))
