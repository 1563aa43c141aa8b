"""The votes and threads of a drafted game: what each thread is for, which votes its judges announce, and when.

What a title or a judge's post does not say becomes a doubt of the stage; times that are no sure limits of a vote are
only quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from parsers.posts import Post
from referee.draft_times import announced_span, has_time
from referee.game_kinds import Kinds
from referee.threads import ThreadPosts


@dataclass(frozen=True, slots=True)
class DraftThread:
    """A thread of the game and what it seems to be for."""

    url: str
    title: str
    kind: str
    stage: str | None = None
    web: str = ""  # where it is on the web, where `url` is a copy of it


@dataclass(frozen=True, slots=True)
class DraftStage:
    """A vote that a thread announces; `doubts` in Chinese."""

    id: str
    kind: str
    day: int | None
    opens: datetime | None
    closes: datetime | None
    doubts: tuple[str, ...] = ()


_KIND_WORDS: Final = (
    ("last-words", r"遗言|遺言"),
    ("vote", r"投票|票选|票選|罢免|罷免|补选|補選|处决|處決|对决|對決|选举|選舉|评审|評審|vote"),
    ("roster", r"名单|名單|报名|報名|签到|簽到|招募|征集|徵集|招人|报到|報到"),
    ("discussion", r"讨论|討論|分析|发言|發言"),
    ("chat", r"灌水|聊天|闲聊|閒聊|水楼|水樓|茶馆|茶館"),
    ("rules", r"规则|規則|说明|說明"),
)
_ASIDE: Final = re.compile(r"[(（][^()（）]*[)）]")
_BALLOTS: Final = (
    r"投票(?:帖|贴|貼|[处處](?![决決])|楼|樓|中|区|區|截止|开始|開始|时间|時間|至|到|(?=[\s+＋&、/】\]])|$)|票选|票選"
)
_DAY: Final = re.compile(r"第\s*([一二三四五六七八九十\d]{1,3})\s*[天日轮輪]|\b[Dd](?:ay)?\s*\.?(\d{1,2})\b")
_HAN: Final = "一二三四五六七八九十"
_STAGE_WORDS: Final = {
    "golden-bough": (("life-or-death", r"生死|对决|對決"),),
    "game-twelve": (
        ("runoff", r"对决|對決|加赛|加賽"),
        ("by-election", r"补选|補選"),
        ("recall", r"罢免|罷免"),
        ("jury", r"评审|評審|陪审|陪審"),
        ("execution", r"处决|處決"),
        ("election", r"选举|選舉|竞选|競選"),
    ),
    "nine-days": (("runoff", r"对决|對決"), ("debate", r"辩论|辯論"), ("trial", r"试探|試探")),
    "no-casualties": (("sheriff", r"警长|警長|竞岗|競崗"), ("imprison", r"囚禁")),
}
_USUAL: Final = {"golden-bough": "vote", "game-twelve": "execution", "nine-days": "trial", "no-casualties": "imprison"}
_FIRST_DAY: Final = {"game-twelve": "election", "no-casualties": "sheriff"}


def kind_of(title: str) -> str:
    """What a thread of that title is for: a thread kind of the game file."""
    bare = _ASIDE.sub("", title)
    if re.search(_BALLOTS, bare):  # 第二天白天+遗言 投票截止…: whatever else it is for, ballots are cast in it
        return "vote"
    return next((kind for words in (bare, title) for kind in _told(words)), "discussion")


def _told(title: str) -> Iterator[str]:
    return (kind for kind, words in _KIND_WORDS if re.search(words, title, re.I))


def stages_of(
    told: list[tuple[ThreadPosts, str]], kinds: Kinds, judges: dict[str, str]
) -> tuple[tuple[DraftStage, ...], tuple[DraftThread, ...]]:
    """A stage for every vote announced in the threads of ballots: by the title, else by each opening of a judge."""
    stages: list[DraftStage] = []
    threads = []
    for thread, kind in told:
        found: list[DraftStage] = []
        if kind == "vote":
            for words, post in _openings(thread, judges):
                found.append(_stage(words, post, kinds, [*stages, *found]))
        alone = found[0].id if len(found) == 1 and _day(thread.title) is not None else None
        threads.append(DraftThread(thread.url, thread.title, kind, alone))
        stages += found
    return tuple(stages), tuple(threads)


def _openings(thread: ThreadPosts, judges: dict[str, str]) -> list[tuple[str, Post]]:
    """The words that announce a vote and the post they are in. A title with a day in it is one vote's own."""
    first = thread.posts[:1]
    if _day(thread.title) is None:
        theirs = [post for post in thread.posts if post.author in judges and post.time]
        said = [(post.text, post) for post in theirs if post.time and announced_span(post.text, post.time.when)[1]]
        if said:
            return said
    return [(f"{thread.title}\n{post.text}", post) for post in first]


def _stage(words: str, post: Post, kinds: Kinds, before: list[DraftStage]) -> DraftStage:
    told = _day(words)
    day = told if told is not None else max((stage.day or 0 for stage in before), default=0) + 1
    kind, sure = _stage_kind(words.split("\n")[0], kinds, day)
    doubts = ([] if told is not None else ["没看出是第几天"]) + ([] if sure else ["没看出是哪一种投票"])
    id_ = f"D{day}" + ("" if kind == _usual(kinds, day) else f".{kind}")
    while id_ in {stage.id for stage in before}:
        id_ += "+"
    opens = closes = None
    if post.time:
        opens, closes = announced_span(words, post.time.when)
        if opens is None:
            opens = post.time.when.replace(second=0)
            doubts.append("opens 是发帖的时刻")
        if closes is not None and closes <= opens:
            closes = None
        if closes is None:
            doubts.append("没看出什么时候截止")
    return DraftStage(id_, kind, day, opens, closes, tuple(doubts))


def _day(title: str) -> int | None:
    found = _DAY.search(title)
    if not found:
        return None
    word = found[1] or found[2]
    if word.isdigit():
        return int(word)
    tens, ten, ones = word.partition("十")
    if not ten:
        return _HAN.index(word[0]) + 1
    return (10 * (_HAN.index(tens[0]) + 1) if tens else 10) + (_HAN.index(ones[0]) + 1 if ones else 0)


def _usual(kinds: Kinds, day: int) -> str:
    """The vote a rule set holds on a day when nothing else is said."""
    if day == 1 and kinds.name in _FIRST_DAY:
        return _FIRST_DAY[kinds.name]
    return _USUAL.get(kinds.name, kinds.stages[0] if kinds.stages else "vote")


def _stage_kind(title: str, kinds: Kinds, day: int) -> tuple[str, bool]:
    """The kind of vote a title tells, and whether it does (or the rule set leaves no choice)."""
    for kind, pattern in _STAGE_WORDS.get(kinds.name, ()):
        if re.search(pattern, title):
            return kind, True
    certain = len(kinds.stages) < 2 or kinds.name in ("golden-bough", "no-casualties") or day == 1
    return _usual(kinds, day), certain and kinds.name != "nine-days"


_VOTE: Final = re.compile(r"投票|投選|票选|票選|处决|處決|对决|對決|选举|選舉|竞岗|競崗|罢免|罷免|唱票|收票|封票")
_SIGN_UP: Final = re.compile(r"报名|報名|签到|簽到|报到|報到|招募|讨论|討論|发言|發言|夜晚|夜间|夜間|天黑")


def planned(
    told: Sequence[tuple[ThreadPosts, str]], kinds: Kinds, judges: Mapping[str, str]
) -> tuple[tuple[DraftStage, ...], tuple[str, ...]]:
    """Votes a judge announces in threads that hold none, both limits named: and what else is said of their times.

    What else is said is quoted with its place, for the judge to read.
    """
    stages: dict[str, DraftStage] = {}
    quoted: dict[str, None] = {}
    for thread, kind in told:
        for post in thread.posts if kind != "vote" else ():
            if post.author not in judges or post.time is None:
                continue
            for words in _sentences(post.text):
                stage = _planned_stage(words, post, kinds)
                if stage is None or stages.get(stage.id, stage) != stage:
                    quoted[f"{_place(post)}：{words}"] = None
                else:
                    stages[stage.id] = stage
    return tuple(stages.values()), tuple(quoted)


def _sentences(text: str) -> Iterator[str]:
    """What is said of a vote and its time, and of nothing else."""
    for words in re.split(r"[\n。；;！!]", text):
        if _VOTE.search(words) and not _SIGN_UP.search(words) and has_time(words):
            yield " ".join(words.split())[:100]


def _planned_stage(words: str, post: Post, kinds: Kinds) -> DraftStage | None:
    """The vote a sentence announces, where it tells day, opening and close."""
    assert post.time is not None
    opens, closes = announced_span(words, post.time.when)
    day = _day(words)
    if opens is None or closes is None or day is None or opens < post.time.when:
        return None
    kind, sure = _stage_kind(words, kinds, day)
    id_ = f"D{day}" + ("" if kind == _usual(kinds, day) else f".{kind}")
    doubts = (f"时间照 {_place(post)} 说的", *(() if sure else ("没看出是哪一种投票",)))
    return DraftStage(id_, kind, day, opens, closes, doubts)


def _place(post: Post) -> str:
    return f"{post.author} {post.floor} 楼" if post.floor is not None else f"{post.author} 帖 {post.pid}"


def read_from(threads: Sequence[DraftThread], copies: Mapping[str, Sequence[str]]) -> tuple[DraftThread, ...]:
    """The threads as the file shall name them: one that was read from copies by each of them, else by its address."""
    return tuple(
        replace(thread, url=word, web=thread.url) if copies.get(thread.url) else thread
        for thread in threads
        for word in copies.get(thread.url) or [thread.url]
    )
