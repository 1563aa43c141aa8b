"""Names in a game file: who is who, which names are one name, which only look like one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from parsers.folding import fold_name
from parsers.names import Roster, Seat
from parsers.values import dataclass
from referee.game import Fault
from referee.game_rows import Row, listed, nearest, shown

LONGEST: Final = 500  # characters in a name; no board allows a tenth of it
ABSTAIN: Final = "弃权"
_ABSTAINS: Final = {"弃权", "弃票", "棄權", "棄票"}


def folded(name: str) -> str:
    """What all spellings of a name have in common: width, case, blanks, simplified or traditional."""
    return fold_name(unicodedata.normalize("NFKC", name)).replace(" ", "").casefold()


@dataclass(frozen=True, slots=True)
class Names:
    """Everybody a game file names. `seats`: spelling → player; `substitutes`: spelling → substitute; `accounts`: all.

    `seated`: substitute → the seat he took over. An empty roster knows nobody and asks nobody.
    """

    seats: dict[str, str]
    substitutes: dict[str, str]
    accounts: dict[str, str]
    seated: dict[str, str]

    def player(self, name: str) -> str | None:
        """The seat a name stands for: the player's own spelling, or the seat a substitute has taken."""
        key = folded(name)
        return self.seats.get(key) or self.seated.get(self.substitutes.get(key, ""))

    def substitute(self, name: str) -> str | None:
        """The substitute a name stands for."""
        return self.substitutes.get(folded(name))

    def account(self, name: str) -> str | None:
        """Anybody: judge, player, owner, substitute."""
        key = folded(name)
        return self.seats.get(key) or self.substitutes.get(key) or self.accounts.get(key)


def gather_names(players: list[Row], substitutes: list[Row], judges: tuple[str, ...], taken: dict[str, str]) -> Names:
    """The names of a file. `taken`: substitute as written → player as written, in order of the substitutions."""
    seats = _spellings(players)
    spare = _spellings(substitutes)
    accounts = {folded(name): name for name in judges}
    accounts |= {
        folded(row.values["real"]): row.values["real"] for row in players + substitutes if "real" in row.values
    }
    seated: dict[str, str] = {}
    for by, out in taken.items():
        seat = seats.get(folded(out)) or seated.get(spare.get(folded(out), ""))
        newcomer = spare.get(folded(by))
        if seat and newcomer:
            seated[newcomer] = seat
    return Names(seats, spare, accounts, seated)


def _spellings(rows: list[Row]) -> dict[str, str]:
    named = [row for row in rows if row.values.get("name", "").strip()]
    found: dict[str, str] = {}
    shared: set[str] = set()
    for row in named:
        for alias in row.values.get("aliases", ()):
            if found.setdefault(folded(alias), row.values["name"]) != row.values["name"]:
                shared.add(folded(alias))
    for alias in shared:
        del found[alias]  # whom it means is a question, not a default
    return found | {folded(row.values["name"]): row.values["name"] for row in named}


def name_faults(players: list[Row], substitutes: list[Row]) -> Iterator[Fault]:
    """Two people of one name, an alias that is somebody else's name, one seat number twice."""
    owners: dict[str, Row] = {}
    for row in players + substitutes:
        name = row.values.get("name", "")
        if not folded(name):
            if name.strip():
                yield row.fault("name", f"写的是 {shown(name)}；名字里要有看得见的字")
            continue
        if len(name) > LONGEST:
            yield row.fault("name", f"{shown(name)} 有 {len(name)} 个字；最多 {LONGEST} 个")
        first = owners.setdefault(folded(name), row)
        if first is not row:
            yield row.fault("name", _doubled(row, first))
    for row in players + substitutes:
        for alias in row.values.get("aliases", ()):
            owner = owners.get(folded(alias))
            if not folded(alias):
                yield row.fault("aliases", f"写的是 {shown(alias)}；别名不能空着")
            elif owner and folded(owner.values["name"]) != folded(row.values.get("name", "")):
                said = f"{shown(alias)} 是另一个人的名字(第 {owner.line()} 行 {owner.values['name']})"
                yield row.fault("aliases", f"{said}；别名不能与别人的名字相同")
    yield from _number_faults(players)


def _doubled(row: Row, first: Row) -> str:
    name, other = row.values["name"], first.values["name"]
    if name == other:
        return f"{shown(name)} 在第 {first.line('name')} 行已经有了；每个名字只能有一个人"
    why = "大小写、全半角、空格、繁简不算区别"
    return f"{shown(name)} 与第 {first.line('name')} 行的 {shown(other)} 读起来是同一个名字；{why}，请改一个"


def _number_faults(players: list[Row]) -> Iterator[Fault]:
    seen: dict[int, Row] = {}
    for row in players:
        number = row.values.get("number")
        if number is None:
            continue
        first = seen.setdefault(number, row)
        if first is not row:
            yield row.fault("number", f"{number} 号在第 {first.line('number')} 行已经给了别人；每个座位号只能用一次")


def name_warnings(players: list[Row], judges: tuple[str, ...]) -> Iterator[Fault]:
    """Names easily taken for one another: no fault, but the judge should know before the first ballot."""
    rows = {row.values["name"]: row for row in players}
    alike = [
        pair for pair in Roster.of(Seat(name) for name in rows if len(name) < 60).lookalikes if _easily_mixed(*pair)
    ]
    if alike:
        pairs = listed((f"{one} 与 {other}" for one, other in alike), 12)
        yield rows[alike[0][1]].fault("name", f"容易看混的名字：{pairs}；差一个字的票会问法官")
    yield from _shared_aliases(players)
    officials = {folded(judge) for judge in judges}
    for name, row in rows.items():
        if folded(name) in officials:
            yield row.fault("name", f"{shown(name)} 也是法官；他的话按玩家的票来读")


def _easily_mixed(one: str, other: str) -> bool:
    """Whether a near miss is more than one sign of two: 厨师 and 律师 nobody mixes up, 土豆 and 士豆 everybody does."""
    if max(len(one), len(other)) > 2 or len(one) != len(other):
        return True
    return all(a == b or Roster.of((Seat(a), Seat(b))).lookalikes for a, b in zip(one, other, strict=True))


def _shared_aliases(players: list[Row]) -> Iterator[Fault]:
    owners: dict[str, Row] = {}
    for row in players:
        for alias in row.values.get("aliases", ()):
            first = owners.setdefault(folded(alias), row)
            if first is not row:
                said = f"别名 {shown(alias)} 第 {first.line('aliases')} 行的 {first.values['name']} 也有"
                yield row.fault("aliases", f"{said}；投给它的票会问法官是谁")


def resolve_names(row: Row, names: Names) -> tuple[Row, list[Fault]]:
    """The row with every name as the roster spells it, and a fault for each name nobody has."""
    faults: list[Fault] = []
    found: dict[str, object] = {}
    lost: list[str] = []
    for field in row.table.fields:
        if not field.who or field.key not in row.values:
            continue
        who = "substitute" if row.values.get("kind") == "reply" else field.who
        given = row.values[field.key]
        each = [given] if isinstance(given, str) else list(given)
        known = [_known(name, who, names) for name in each]
        if row.table.name == "actions" and "night" in row.values:
            # A wrong name in a private message is the sender's fault, not the file's: the night voids the message.
            known = [found or name for found, name in zip(known, each, strict=True)]
        faults += [row.fault(field.key, _unknown(n, who, names)) for n, k in zip(each, known, strict=True) if k is None]
        if None in known:
            lost.append(field.key)
        found[field.key] = known[0] if isinstance(given, str) else tuple(known)
    return row.with_values(found, lost), faults


def _known(name: str, who: str, names: Names) -> str | None:
    if who == "choice" and name in _ABSTAINS:
        return ABSTAIN
    if not names.seats and who != "substitute":
        return name  # the roster is inferred from who posts: nobody can be unknown yet
    if who == "substitute":
        return names.substitute(name)
    return names.account(name) if who == "account" else names.player(name)


def _unknown(name: str, who: str, names: Names) -> str:
    if who == "substitute":
        spare = list(dict.fromkeys(names.substitutes.values()))
        allowed = f"可用：{listed(spare)}" if spare else "先在 [[substitutes]] 里登记"
        return f"没有替补 {shown(name)}{nearest(name, spare)}；{allowed}"
    if names.substitute(name):
        return f'替补 {shown(name)} 还没有上场；上场要有一条 kind = "substitution" 的 [[events]]'
    people = list(dict.fromkeys(names.seats.values()))
    if who == "account":
        people = list(dict.fromkeys([*names.accounts.values(), *people]))
        return f"没有 {shown(name)} 这个人{nearest(name, people)}；可用：法官、玩家、替补的名字"
    close = nearest(name, [*people, *names.seats])
    return f"没有玩家 {shown(name)}{close}；可用：{listed(people)}"
