"""What a post says of who plays: numbered lines, tables, names in a row, a form filled in. Words → entries.

Nothing is known for sure: whatever is not understood stays beside the entry as a note for the judge.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

Section = Literal["players", "substitutes", "judges", "other"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody in a roster. `real`: whose account `name` is; `notes`: words beside him that were not understood."""

    name: str
    number: int | None = None
    aliases: tuple[str, ...] = ()
    role: str | None = None
    real: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """What one post says: players and substitutes in its order, judges it names."""

    players: tuple[Entry, ...] = ()
    substitutes: tuple[Entry, ...] = ()
    judges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What helps to read names: accounts seen in the threads, words for roles."""

    accounts: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()


_SECTIONS: Final[tuple[tuple[Section, str], ...]] = (
    ("judges", r"法官|主持人?|裁判|天神|上帝|gm|dm"),
    ("substitutes", r"替补|替補|候补|候補|备选|備選|板凳"),
    (
        "players",
        r"(?:(?:[在现現]世|存活|[还還]?活[着著]|幸存|生存|在场|在場)(?:的|者|人)*)?"
        r"(?:正式|正选|正選|参赛|參賽|本局|本场|全体|最终|最終)?"
        r"(?:游戏者|遊戲者|玩家|选手|選手|演员|演員|成员|成員|参与者|參與者|参加者|报名者|報名者|角色|马甲|馬甲|人员|正选|正選)"
        r"|(?:[在现現]世|存活|[还還]?活[着著]|幸存|生存|在场|在場)(?:的|者|人)*",
    ),
    ("other", r"规则|規則|说明|說明|注意|流程|时间|時間|身份|配置|奖励|獎勵|剧情|劇情|备注|備註|要求|公告"),
)
_TAIL: Final = r"(?:名单|名單|列表|表|一览|一覽|情况|們|们|团|人员|如下|有|为|為|是)*"
_COUNT: Final = (
    r"(?:[(（\[【]?\s*\d{0,2}\s*/?\s*(?:\d{1,2}|[一二三四五六七八九十两兩]{1,3})\s*(?:人|名|位)?\s*[)）\]】]?)?"
)
_LABELS: Final = tuple(
    (section, re.compile(rf"(?:{words})+{_TAIL}\s*{_COUNT}{_TAIL}", re.I)) for section, words in _SECTIONS
)
_ORNAMENT: Final = " \t-=*#~·•●○■□◆◇★☆※▲△▶►→>—《》<〈〉【】[]「」『』〓:："
_MARKS: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_HAN: Final = "一二三四五六七八九十"
_NUMBER: Final = re.compile(
    rf"\s*(?:[(（\[【]\s*(?P<boxed>\d{{1,2}})\s*(?:号|號)?\s*[)）\]】]"
    rf"|(?P<mark>[{_MARKS}])"
    rf"|(?:no|NO|No|№|#|＃)\s*\.?\s*(?P<no>\d{{1,2}})(?!\d)"
    rf"|(?P<plain>\d{{1,2}})\s*(?:[号號位楼樓]\s*(?:玩家|选手|馬甲|马甲)?|(?=[.、．。)）:：\t|｜/-]|\s+\S))(?!\d)"
    rf"|(?P<han>[{_HAN}]{{1,3}})\s*(?=[、.．号號]))"
    r"\s*[号號]?\s*[.、．。)）:：\t|｜/-]?\s*"
)
_SPLIT: Final = re.compile(r"\s*[、,，;；/／|｜\t]+\s*")
_BRACKET: Final = re.compile(r"[(（\[【〔]([^()（）\[\]【】〔〕]*)[)）\]】〕]")
_SENTENCE: Final = re.compile(r"[。！？!?；;…]|[，,].{6}")
_REAL: Final = r"真身|本尊|主人|原id|原ID|真实id|真实ID|实名|大号|大號|玩家id|玩家ID|论坛id|论坛ID"
_VEST: Final = r"马甲|馬甲|游戏id|游戏ID|遊戲id|角色名?|扮演|演员号|小号|小號|vest"
_ALIAS: Final = r"别名|別名|外号|外號|昵称|暱稱|简称|簡稱|绰号|綽號|又名|人称|人稱|代号|代號|aka|AKA"
_ROLE: Final = r"身份|职业|職業|牌"
_ACCOUNT: Final = r"id|ID|账号|帳號|名字|姓名|玩家|用户名|论坛名"
_FIELD: Final = re.compile(
    rf"(?P<key>{_REAL}|{_VEST}|{_ALIAS}|{_ROLE}|{_ACCOUNT}|性别|性別|宣言|备注|備註|口号)\s*(?:[:：=]|是(?=\S))\s*"
)
_PLACEHOLDER: Final = re.compile(r"[?？—_/.。\s-]*|空缺?|待定|虚位以待|虛位以待|无|無|暂无|招募中|缺人?")
_PROSE: Final = re.compile(
    r"请|請|游戏|遊戲|开始|開始|签到|簽到|报名|報名|投票|本局|欢迎|歡迎|大家|各位|小时|小時|名单|名單"
)
_LEFT: Final = re.compile(r"退出|取消|放弃|放棄|作废|已退|换人|換人")


def read_roster(text: str, known: Known) -> Roster:
    """Who a post lists. Empty where it lists nobody (fewer than three in a row are no list, unless a label says so)."""
    reader = _Reader(known)
    for line in text.split("\n"):
        reader.line(line.strip(" "))
    return reader.roster()


@dataclass(slots=True)
class _Reader:
    """Goes through a post line by line, knowing the heading it is under."""

    known: Known
    section: Section = "players"
    labelled: bool = False
    open: bool = False  # right under a heading: a line of its own may be a name
    columns: tuple[str, ...] = ()
    found: dict[Section, list[Entry]] = field(default_factory=dict)
    vacant: int = 0
    loose: list[Entry] = field(default_factory=list)  # numbered lines under no heading: a list only if there are enough

    def line(self, line: str) -> None:
        if not line.strip():
            self.open = self.open and not self.found.get(self.section)
            return
        if self._heading(line) or self._table(line):
            return
        if self.section == "other":
            return
        parts = list(numbered_parts(line))
        entries = [entry for part in parts if (entry := self._entry(*part))]
        self.vacant += sum(_is_empty(words) or bool(_LEFT.search(words)) for _, words in parts)
        if entries:
            (self.found.setdefault(self.section, []) if self.labelled else self.loose).extend(entries)
            return
        names = self._row_of_names(line)
        self.open = self.open and bool(names)
        self._add([Entry(name) for name in names])

    def roster(self) -> Roster:
        players = self.found.get("players", [])
        if self.loose and len(self.loose) + self.vacant >= 3 and _counts_up(self.loose):
            players = [*self.loose, *players] if len(self.loose) > len(players) or not players else players
        judges = tuple(dict.fromkeys(entry.name for entry in self.found.get("judges", [])))
        players, substitutes = _each_once(players), _each_once(self.found.get("substitutes", []))
        out = {entry.name for entry in substitutes} | set(judges)
        return Roster(tuple(p for p in players if p.name not in out), tuple(substitutes), judges)

    def _add(self, entries: list[Entry]) -> None:
        self.found.setdefault(self.section, []).extend(entries)

    def _heading(self, line: str) -> bool:
        """A label, with its names behind a colon or on the lines that follow."""
        label, colon, rest = _cut(line)
        section = _section_of(label)
        if section is None or (not colon and len(line.strip(_ORNAMENT)) > 24):
            return False
        self.section, self.labelled, self.columns = section, True, ()
        self.open = not rest.strip(_ORNAMENT)
        if section != "other" and rest.strip(_ORNAMENT):
            names = [self._entry(None, part) for part in _SPLIT.split(rest.strip())]
            good = [entry for entry in names if entry]
            if section == "judges" or len(good) == len(names):
                self._add(good)
            if section == "judges":
                self.section, self.labelled = "players", False
        return True

    def _table(self, line: str) -> bool:
        """A row of cells: the head names the columns, the rows fill them."""
        cells = [cell.strip() for cell in re.split(r"\t|\||｜", line.strip("\t|｜ "))]
        if len(cells) < 2:
            return False
        kinds = tuple(_column(cell) for cell in cells)
        if sum(1 for kind in kinds if kind) >= 2:
            self.columns, self.labelled = kinds, True
            if self.section == "other":
                self.section = "players"
            return True
        if not self.columns or self.section == "other":
            return False
        row = dict(zip(self.columns, cells, strict=False))
        entry = self._from_cells({key: value for key, value in row.items() if key and not _is_empty(value)})
        if entry:
            self._add([entry])
        return True

    def _from_cells(self, row: dict[str, str]) -> Entry | None:
        name = row.get("vest") or row.get("account")
        entry = self._entry(_whole(row.get("number", "")), name) if name else None
        if entry is None:
            return None
        real = row.get("real") or (row.get("account") if "vest" in row else None)
        aliases = tuple(filter(None, _SPLIT.split(row.get("alias", ""))))
        role = self._role(row.get("role", ""))
        notes = tuple(value for key, value in row.items() if key == "note" or (key == "role" and not role))
        return replace(
            entry,
            aliases=(*entry.aliases, *aliases),
            real=real or entry.real,
            role=role or entry.role,
            notes=(*entry.notes, *notes),
        )

    def _entry(self, number: int | None, words: str) -> Entry | None:
        """One person: a name, then brackets, labels, dashes with whatever else is told."""
        words = words.strip(" \t*·•●★☆")
        if not words or _LEFT.search(words):
            return None
        name, rest = self._name_and_rest(words)
        if not name or _is_empty(name) or len(name) > 30 or _SENTENCE.search(name):
            return None
        return self._told(Entry(name, number), rest)

    def _name_and_rest(self, words: str) -> tuple[str, str]:
        known = max((account for account in self.known.accounts if words.startswith(account)), key=len, default="")
        if known and (len(known) == len(words) or not _continues(known, words)):
            return known, words[len(known) :]
        if found := _FIELD.match(words):
            inside = words[found.end() :]
            name, rest = self._name_and_rest(inside)
            return name, rest
        found = re.search(r"[(（\[【〔]|\s*[:：|｜\t]|\s+-+\s*|-{2,}|—+|\s{2,}|\s*[、,，]", words)
        name = words[: found.start()] if found else words
        if not name.isascii() and " " in name.strip():
            name = name.strip().split(" ")[0]
        name = name.strip()
        return name, words[words.index(name) + len(name) :] if name else ""

    def _told(self, entry: Entry, rest: str) -> Entry:
        for inside in _BRACKET.findall(rest):
            entry = self._bracket(entry, inside.strip())
        rest = _BRACKET.sub(" ", rest)
        marks = list(_FIELD.finditer(rest))
        loose = rest[: marks[0].start()] if marks else rest
        for place, mark in enumerate(marks):
            end = marks[place + 1].start() if place + 1 < len(marks) else len(rest)
            entry = self._field(entry, mark["key"], rest[mark.end() : end].strip(" \t,，、;；|｜/"))
        for word in _SPLIT.split(loose.strip(" \t-—:：|｜、,，")):
            if word.strip(_ORNAMENT):
                entry = self._loose_word(entry, word.strip())
        return entry

    def _bracket(self, entry: Entry, inside: str) -> Entry:
        if not inside:
            return entry
        if found := _FIELD.match(inside):
            return self._field(entry, found["key"], inside[found.end() :].strip())
        if role := self._role(inside):
            return replace(entry, role=role)
        if inside in self.known.accounts and entry.name not in self.known.accounts:
            return replace(entry, real=inside)  # the account that posts here stands behind the name that plays
        aliases = [word for word in _SPLIT.split(inside) if word]
        if all(len(word) <= 12 and not _SENTENCE.search(word) for word in aliases):
            return replace(entry, aliases=(*entry.aliases, *aliases))
        return replace(entry, notes=(*entry.notes, inside))

    def _field(self, entry: Entry, key: str, value: str) -> Entry:
        if _is_empty(value):
            return entry
        if re.fullmatch(_VEST, key) and value != entry.name:
            return replace(entry, name=value, real=entry.name)
        if re.fullmatch(_REAL, key) or re.fullmatch(_ACCOUNT, key):
            return replace(entry, real=value)
        if re.fullmatch(_ALIAS, key):
            return replace(entry, aliases=(*entry.aliases, *filter(None, _SPLIT.split(value))))
        if re.fullmatch(_ROLE, key) and (role := self._role(value)):
            return replace(entry, role=role)
        return replace(entry, notes=(*entry.notes, f"{key}：{value}"))

    def _loose_word(self, entry: Entry, word: str) -> Entry:
        if role := self._role(word):
            return replace(entry, role=role)
        return replace(entry, notes=(*entry.notes, word))

    def _role(self, word: str) -> str | None:
        return word if word in self.known.roles else None

    def _row_of_names(self, line: str) -> list[str]:
        """`甲、乙、丙`: under a label, or all of them known accounts."""
        words = [word for word in _SPLIT.split(line.strip("。. ")) if word]
        if not words or (len(words) < 3 and not self.open):
            return []
        if any(len(word) > 16 or _SENTENCE.search(word) or _is_empty(word) for word in words):
            return []
        strangers = [word for word in words if word not in self.known.accounts]
        if strangers and (not self.labelled or any(_PROSE.search(word) for word in strangers)):
            return []
        return [entry.name for word in words if (entry := self._entry(None, word))]


def numbered_parts(line: str) -> Iterator[tuple[int, str]]:
    """`1. 甲  2. 乙` → (1, 甲), (2, 乙); nothing where the line does not begin with a number."""
    starts: list[tuple[int, int, int]] = []
    at = 0
    while found := _NUMBER.match(line, at):
        starts.append((_number(found), found.start(), found.end()))
        following = re.compile(r"(?<=[\s、,，;；])(?=[(（【\[]?(?:\d{1,2}\s*[.、．)）:：号號】\]]|[①-⑳]))").search(
            line, found.end() + 1
        )
        if not following:
            break
        at = following.start()
    for place, (number, _, end) in enumerate(starts):
        stop = starts[place + 1][1] if place + 1 < len(starts) else len(line)
        yield number, line[end:stop].strip(" \t、,，;；")


def _number(found: re.Match[str]) -> int:
    if found["mark"]:
        return _MARKS.index(found["mark"]) + 1
    if found["han"]:
        return _han(found["han"])
    return int(found["boxed"] or found["no"] or found["plain"])


def _han(word: str) -> int:
    tens, ten, ones = word.partition("十")
    if not ten:
        return _HAN.index(word[0]) + 1
    return (10 * (_HAN.index(tens) + 1) if tens else 10) + (_HAN.index(ones) + 1 if ones else 0)


def _whole(words: str) -> int | None:
    found = re.search(r"\d{1,3}", words)
    return int(found.group()) if found else None


def _cut(line: str) -> tuple[str, str, str]:
    label, colon, rest = re.sub("：", ":", line, count=1).partition(":")
    if colon:
        return label, colon, rest
    bare = line.strip(_ORNAMENT)
    return bare, "", ""


def _section_of(label: str) -> Section | None:
    bare = re.sub(r"\s+", "", label.strip(_ORNAMENT)).strip(_ORNAMENT)
    if not bare or len(bare) > 24:
        return None
    for section, pattern in _LABELS:
        if pattern.fullmatch(bare):
            return section
    found = re.fullmatch(r".{0,10}?(?:名单|名單)" + _COUNT, bare)
    return "players" if found else None


_COLUMNS: Final = (
    ("number", r"序号?|編?号|编号|座位号?|号码|號碼|no\.?|#|位置|楼层?"),
    ("real", _REAL),
    ("vest", _VEST),
    ("alias", _ALIAS),
    ("role", _ROLE),
    ("account", _ACCOUNT + "|游戏者|选手|演员|成员|报名人"),
    ("note", "备注|備註|状态|狀態|性别|宣言|说明"),
)


def _column(cell: str) -> str:
    bare = cell.strip(_ORNAMENT)
    return next((kind for kind, words in _COLUMNS if re.fullmatch(f"(?:{words})", bare, re.I)), "")


def _is_empty(words: str) -> bool:
    return bool(_PLACEHOLDER.fullmatch(words.strip()))


def _continues(known: str, words: str) -> bool:
    """Whether the name goes on behind the known account (老K王 behind 老K): no sign that ends a name follows."""
    return words[len(known)].isalnum()


def _counts_up(entries: list[Entry]) -> bool:
    numbers = [entry.number for entry in entries if entry.number is not None]
    return bool(numbers) and numbers[0] in (0, 1) and numbers == sorted(set(numbers))


def _each_once(entries: list[Entry]) -> list[Entry]:
    """A list given twice in a post stands in its last form, in the first order."""
    last: dict[str, Entry] = {}
    for entry in entries:
        last[entry.name] = entry
    return list(last.values())


def accounts_of(authors: Collection[str]) -> frozenset[str]:
    """Accounts that can be told apart in a text: nothing empty."""
    return frozenset(author for author in authors if author.strip())
