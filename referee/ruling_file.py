"""Write the judge's word into the text of a game file: a ruling on a post, a name somebody goes by.

Everything else in the file stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from operator import eq
from typing import Any, Final

from parsers.posts import Post
from referee.game import Game, JudgeRuling
from referee.game_checks import OPENING_PIDS
from referee.game_file import FindKinds, GameFaults, load, no_other
from referee.game_names import folded
from referee.toml_lines import Outline, Path, outline
from referee.toml_source import read_source

_BETWEEN: Final = re.compile(r"\s*[,，、]\s*")
_WORDS: Final = {"vote": "投", "change": "改投", "abstain": "弃权", "unvote": "撤票", "none": "不算票"}


Same = Callable[[str, str], bool]


class NoRuling(ValueError):
    """A ruling that cannot be written; the words say why and what to do, in Chinese."""


def read_post(words: str) -> tuple[str | None, int | None]:
    """`12345` → pid, `#12` → floor. Raises NoRuling."""
    words = words.strip()
    if found := re.fullmatch(r"[#＃](\d{1,9})|(\d{1,9})\s*[#＃楼樓]", words):
        return None, int(found[1] or found[2])
    if re.fullmatch(r"\d{1,20}|tpc|p\d{1,6}-\d{1,6}", words):
        return words, None
    raise NoRuling(f"不知道 {words} 是哪一帖；写帖子编号(一串数字)，或楼层 '#12'")


def read_ruling(words: str, game: Game) -> tuple[str, tuple[str, ...]]:
    """`vote:乙,丙` → what the post is taken for and whom it names. A name may hold a comma if a player's does."""
    reads, colon, named = words.strip().replace("：", ":", 1).partition(":")
    reads = reads.strip().lower()
    if reads not in _WORDS:
        raise NoRuling(f"不知道 {words} 算作什么；写 vote:乙、change:乙、abstain、unvote 或 none")
    names = (named.strip(),) if named.strip() in _known(game) else tuple(filter(None, _BETWEEN.split(named.strip())))
    if reads in {"vote", "change"} and not names:
        raise NoRuling(f"{reads} 后面要写投给谁；如 {reads}:乙")
    if reads not in {"vote", "change"} and (colon or names):
        raise NoRuling(f"{reads} 后面不写名字；只写 {reads}")
    return reads, names


def _known(game: Game) -> set[str]:
    return {word for player in game.players for word in (player.name, *player.aliases)}


def thread_of(game: Game, given: str | None, pid: str | None = None, same: Same = eq) -> str | None:
    """The thread a ruling is about: the one given, else the only one, or the only one with ballots.

    A thread given in another form is named as the file names it. A pid other than that of an opening post needs no
    thread. Raises NoRuling where a floor would leave it open.
    """
    urls = list(dict.fromkeys(thread.url for thread in game.threads))
    if given is not None:
        return next((url for url in urls if same(url, given)), given)
    if len(urls) < 2:
        return None
    votes = list(dict.fromkeys(thread.url for thread in game.threads if thread.kind == "vote"))
    if len(votes) == 1:
        return votes[0]
    if pid is not None and pid not in OPENING_PIDS:
        return None
    raise NoRuling(f"这一局有 {len(urls)} 个帖子；用 --thread 说是哪个：{'  '.join(votes or urls)}")


def only_name(ruling: JudgeRuling) -> str:
    """The one player a ruling names. Raises NoRuling where it names nobody or several: whose is the alias then?"""
    if len(ruling.targets) != 1:
        raise NoRuling("--alias 要与一个名字同用；如 --as vote:乙 --alias 小乙")
    return ruling.targets[0]


def told(ruling: JudgeRuling, found: Post | None = None) -> str:
    """The ruling in one line, for the judge; with whose post it is and its first words where the post is at hand."""
    post = f"#{ruling.floor}" if ruling.post is None else f"帖 {ruling.post}"
    if found is not None:
        words = " ".join(found.text.split())
        post += f"({found.author}「{words[:20]}{'…' if len(words) > 20 else ''}」)"
    names = f" {'、'.join(ruling.targets)}" if ruling.targets else ""
    return f"{post} → {_WORDS[ruling.reads]}{names}" + (f"({ruling.why})" if ruling.why else "")


def earlier_ruling(text: str, ruling: JudgeRuling, other: FindKinds = no_other, same: Same = eq) -> JudgeRuling | None:
    """The ruling on the same post that a new one replaces in the text of a game file."""
    before = load(text, other)
    place = _same_post(before, ruling, same)
    return None if place is None else before.rulings[place]


def with_ruling(text: str, ruling: JudgeRuling, other: FindKinds = no_other, same: Same = eq) -> str:
    """The text of a game file with one more ruling; a ruling on the same post is changed where it stands.

    `same`: whether two words of the file mean the same thread.
    Raises GameFaults where the file does not hold as it is, NoRuling where the ruling does not fit it.
    """
    before = load(text, other)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    bare = text.removeprefix("\ufeff")
    place = _same_post(before, ruling, same)
    changed = _append(bare, ruling) if place is None else _change(bare, place, ruling)
    try:
        after = load(mark + changed, other)
    except GameFaults as refused:
        raise NoRuling(refused.faults[0].text) from None
    kept = [each for number, each in enumerate(before.rulings) if number != place]
    if len(after.rulings) != len(kept) + 1 or _the_rest(after) != _the_rest(before):
        raise NoRuling("这份文件的写法改不动；请手工加一条 [[rulings]]")
    return mark + changed


def with_alias(text: str, name: str, alias: str, other: FindKinds = no_other) -> str:
    """The text of a game file in which a player goes by one more name. Unchanged where he does already.

    `name` is anything that means the player. Raises GameFaults where the file does not hold as it is, NoRuling where
    nobody is meant, or the alias is somebody else's name.
    """
    before = load(text, other)
    keys = {folded(word): player.name for player in reversed(before.players) for word in player.aliases}
    keys |= {folded(player.name): player.name for player in before.players}
    seat = keys.get(folded(name))
    place = next((at for at, player in enumerate(before.players) if player.name == seat), None)
    if place is None:
        raise NoRuling(f"名单上没有 {name}；可用：{'、'.join(player.name for player in before.players)}")
    if keys.get(folded(alias)) == seat:
        return text
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    changed = mark + _with_alias(text.removeprefix("\ufeff"), ("players", place), alias.strip())
    try:
        after = load(changed, other)
    except GameFaults as refused:
        raise NoRuling(refused.faults[0].text) from None
    if after.players[place].aliases != (*before.players[place].aliases, alias.strip()):
        raise NoRuling(f"这份文件的写法改不动；请手工给 {seat} 加上别名")
    return changed


def _with_alias(text: str, path: Path, alias: str) -> str:
    found = outline(text)
    span = found.values.get((*path, "aliases"))
    if span is None:
        return _add_key(text, found, path, f"aliases = {_toml([alias])}")
    inside = [end for each, (_, end) in found.values.items() if each[:-1] == (*path, "aliases")]
    if not inside:
        return text[: span[0]] + _toml([alias]) + text[span[1] :]
    return text[: max(inside)] + f", {_toml(alias)}" + text[max(inside) :]


def _the_rest(game: Game) -> Game:
    """The game without its rulings, and without lines, which a ruling may move."""
    events = tuple(replace(event, line=None) for event in game.events)
    return replace(game, rulings=(), warnings=(), events=events)


def _same_post(game: Game, ruling: JudgeRuling, alike: Same) -> int | None:
    threads = {thread.url for thread in game.threads}
    for number, each in enumerate(game.rulings):
        same = (each.post, each.floor) == (ruling.post, ruling.floor) or (
            each.post is not None and each.post == ruling.post
        )
        if same and _same_thread(each.thread, ruling.thread, len(threads) < 2, alike):
            return number
    return None


def _same_thread(one: str | None, other: str | None, only: bool, alike: Same) -> bool:
    if one is None or other is None:
        return only or one is other
    return alike(one, other)


def _fields(ruling: JudgeRuling) -> dict[str, Any]:
    """The ruling's keys in the order they are written."""
    keys: dict[str, Any] = {"thread": ruling.thread, "post": ruling.post, "floor": ruling.floor}
    keys |= {"reads": ruling.reads, "targets": list(ruling.targets) or None, "why": ruling.why or None}
    return {key: value for key, value in keys.items() if value is not None}


def _toml(value: Any) -> str:
    import tomlkit  # 40 ms: only when something is written

    return str(tomlkit.item(value).as_string())


def _newline(text: str) -> str:
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def _append(text: str, ruling: JudgeRuling) -> str:
    """A new ruling after the last one, else at the end of the file."""
    if isinstance(read_source(text).values.get("rulings"), list) and ("rulings", 0) not in outline(text).heads:
        return _append_inline(text, ruling)
    newline = _newline(text)
    lines = ["[[rulings]]", *(f"{key} = {_toml(value)}" for key, value in _fields(ruling).items())]
    block = newline.join(lines) + newline
    at = _end_of_last(text, outline(text))
    if at is None:
        head = text if not text or text.endswith("\n") else text + newline
        return head + (newline if head.strip() else "") + block
    return text[:at] + ("" if text[:at].endswith("\n") else newline) + newline + block + text[at:]


def _end_of_last(text: str, found: Outline) -> int | None:
    """Where the line ends on which the last ruling's last word stands."""
    heads = [path for path in found.heads if path[:1] == ("rulings",)]
    if not heads:
        return None
    last = max(heads, key=lambda path: found.heads[path])
    end = max([found.heads[last], *(end for path, (_, end) in found.values.items() if path[: len(last)] == last)])
    return text.find("\n", end) + 1 or len(text)


def _append_inline(text: str, ruling: JudgeRuling) -> str:
    start, end = outline(text).values[("rulings",)]
    entry = _inline(ruling)
    inside = text[start + 1 : end - 1].rstrip()
    if not inside.strip():
        return text[:start] + f"[{entry}]" + text[end:]
    last = max(end for path, (_, end) in outline(text).values.items() if path[:1] == ("rulings",) and len(path) == 2)
    return text[:last] + f", {entry}" + text[last:]


def _inline(ruling: JudgeRuling) -> str:
    return "{ " + ", ".join(f"{key} = {_toml(value)}" for key, value in _fields(ruling).items()) + " }"


def _change(text: str, place: int, ruling: JudgeRuling) -> str:
    """The ruling at `place` with new words: values are put in place of values, missing keys on lines of their own."""
    path: Path = ("rulings", place)
    keys: dict[str, Any] = {"reads": ruling.reads, "targets": list(ruling.targets), "why": ruling.why}
    for key, value in keys.items():
        found = outline(text)
        if (*path, key) in found.values:
            start, end = found.values[(*path, key)]
            text = text[:start] + _toml(value) + text[end:]
        elif value:
            text = _add_key(text, found, path, f"{key} = {_toml(value)}")
    return text


def _add_key(text: str, found: Outline, path: Path, pair: str) -> str:
    own = [span for each, span in found.values.items() if each[:-1] == path]
    end = max(end for _, end in own)
    if path not in found.heads:  # { … } on one line
        return text[:end] + f", {pair}" + text[end:]
    last = max(start for start, stop in own if stop == end)
    line = text.rfind("\n", 0, last) + 1
    indent = re.match(r"[ \t]*", text[line:])
    after = text.find("\n", end) + 1
    newline = _newline(text)
    said = (indent.group() if indent else "") + pair + newline
    return text[:after] + said + text[after:] if after else text + newline + said
