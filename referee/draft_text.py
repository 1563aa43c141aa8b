"""A draft as the text of a game file, with a comment wherever a person must look. The text always loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from referee.draft import Draft
from referee.draft_votes import DraftStage, DraftThread
from referee.game_kinds import Kinds
from referee.roster_lines import Entry


def write(draft: Draft, timezone: str = "Asia/Shanghai") -> str:
    """The game file. Secrets (roles, owners) are in it and marked as such: it is the judge's own."""
    parts = [
        _head(draft),
        _game(draft, timezone),
        _people(draft),
        *(_substitute(entry) for entry in draft.substitutes),
        *_threads(draft),
        *(_stage(stage) for stage in draft.stages),
        _what_follows(draft),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _head(draft: Draft) -> list[str]:
    lines = ["# 游戏文件，法官自留：里面的身份和真身不公开。referee init 起草，来自："]
    lines += [f"#   {_plain(thread.url)}  {_plain(_about(thread))}" for thread in draft.threads]
    lines.append("# 看过一遍、改好 # 后面说的几处再用；查错：referee status --game 这个文件")
    if draft.doubts:
        lines += ["#", "# 拿不准的："]
        lines += [f"#   {_plain(doubt)}" for doubt in draft.doubts]
    return lines


def _game(draft: Draft, timezone: str) -> list[str]:
    judges = "、".join(f"{name} 是{why}" for name, why in draft.judges.items() if why)
    kinds = draft.kinds
    rules = f"{kinds.titled}" + (f"；{draft.rules_from}，不对就改" if draft.rules_from else "")
    return [
        "[game]",
        _pair("title", draft.title),
        _pair("rules", kinds.name, rules),
        _pair("timezone", timezone, "论坛的时钟"),
        _pair("judges", list(draft.judges), judges or ("" if draft.judges else "没看出法官是谁")),
        "",
        f"# [house]   # 本局另有规定的地方；有哪些开关：referee rules {kinds.name}",
    ]


def _people(draft: Draft) -> list[str]:
    if not draft.players:
        return ["# 没看出谁参加。每人写一项：", "# [[players]]", '# name = "下场的账号"', "# number = 1"]
    lines = [f"# {len(draft.players)} 人，来自{_plain(draft.source)}" if draft.source else ""]
    if draft.kinds.roles and not any(entry.role for entry in draft.players):
        lines.append(f'# 身份帖里没有；结果要看身份时每人补一行 role = "…"，可用：{"、".join(draft.kinds.roles)}')
    if all(entry.number is None for entry in draft.players):
        lines.append("# 座位号帖里没有；投票写号数的局补上 number = …")
    for entry in draft.players:
        lines += ["[[players]]", *_entry(entry, draft.kinds), ""]
    return [line for line in lines[:-1] if line is not None]


def _entry(entry: Entry, kinds: Kinds) -> Iterator[str]:
    yield _pair("name", entry.name)
    if entry.number is not None:
        yield _pair("number", entry.number)
    if entry.aliases:
        yield _pair("aliases", list(entry.aliases))
    if entry.role and entry.role in kinds.roles:
        yield _pair("role", entry.role, "不公开")
    if entry.real and entry.real != entry.name:
        yield _pair("real", entry.real, "不公开")
    for note in entry.notes:
        yield f"# 名单上还写着：{_plain(note)}"


def _substitute(entry: Entry) -> list[str]:
    lines = ["[[substitutes]]", _pair("name", entry.name)]
    if entry.aliases:
        lines.append(_pair("aliases", list(entry.aliases)))
    if entry.real and entry.real != entry.name:
        lines.append(_pair("real", entry.real, "不公开"))
    return [*lines, *(f"# 名单上还写着：{_plain(note)}" for note in entry.notes)]


def _threads(draft: Draft) -> Iterator[list[str]]:
    for thread in draft.threads:
        lines = ["[[threads]]", _pair("url", thread.url, _about(thread)), _pair("kind", thread.kind)]
        yield [*lines, _pair("stage", thread.stage)] if thread.stage else lines


def _about(thread: DraftThread) -> str:
    """The title, and where a thread is on the web that is read from a copy, if anything told."""
    known = thread.web.startswith("http") and "//saved.invalid/" not in thread.web
    return f"{thread.title}；网上在 {thread.web}" if known else thread.title


def _stage(stage: DraftStage) -> list[str]:
    lines = ["[[stages]]", _pair("id", stage.id), _pair("kind", stage.kind, "；".join(stage.doubts))]
    if stage.day is not None:
        lines.append(_pair("day", stage.day))
    if stage.opens is not None:
        lines.append(f"opens = {_clock(stage.opens)}")
    lines.append(
        f"closes = {_clock(stage.closes)}" if stage.closes else "# closes = 2009-03-12T09:00:00   # 截止，补上"
    )
    return lines


def _what_follows(draft: Draft) -> list[str]:
    lines = [f"# 名单贴出：{_clock(draft.started)}"] if draft.started else []
    if draft.times:
        lines += ["# 帖里说到的投票时间，照着写进 [[stages]]：", *(f"#   {_plain(words)}" for words in draft.times)]
    if not draft.stages:
        kinds = "、".join(draft.kinds.stages) or "由规则定"
        lines += [
            "# 每次投票写一项(kind 可用：" + kinds + ")，投票帖也写进 [[threads]]：",
            "# [[stages]]",
            '# id = "D1"',
            f'# kind = "{draft.kinds.stages[0] if draft.kinds.stages else "vote"}"',
            "# day = 1",
            "# opens = 2009-03-10T21:00:00",
            "# closes = 2009-03-12T09:00:00",
        ]
    return [
        *lines,
        "# 当众宣布过的事照先后写：",
        "# [[events]]",
        "# at = 2009-03-10T20:55:00",
        '# kind = "death"',
        '# player = "…"',
    ]


def _pair(key: str, value: Any, comment: str = "") -> str:
    import tomlkit  # 40 ms: only when a file is written

    words = tomlkit.item(value).as_string()
    return f"{key} = {words}" + (f"   # {_plain(comment)}" if comment else "")


def _clock(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _plain(words: str) -> str:
    """Words fit for a comment: one line, nothing unseen."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:400]


def told(draft: Draft) -> Iterable[str]:
    """What was found, line by line, for the judge who asked."""
    yield f"局名：{draft.title or '(没看出)'}；规则：{draft.kinds.titled}"
    yield f"法官：{'、'.join(draft.judges) or '(没看出)'}"
    yield f"玩家 {len(draft.players)} 人：{'、'.join(entry.name for entry in draft.players) or '(没看出)'}"
    if draft.substitutes:
        yield f"替补 {len(draft.substitutes)} 人：{'、'.join(entry.name for entry in draft.substitutes)}"
    for stage in draft.stages:
        closes = stage.closes.strftime("%m-%d %H:%M") if stage.closes else "(没看出)"
        yield f"投票 {stage.id}：截止 {closes}"
    yield from draft.doubts
