"""How a post was read, for one person at a terminal: the words with what each was read as, then the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from parsers.ballots.reading import NameFound, Reading, Statement

KINDS = {
    "vote": "投票",
    "change": "改票",
    "abstain": "弃权",
    "unvote": "撤票",
    "delegate": "代投",
    "conditional": "附条件，不能算定",
    "ambiguous": "看不清，要问法官",
    "none": "不是票",
}
_HOW = {
    "name": "名字",
    "exact": "名字",
    "alias": "别名",
    "number": "号码",
    "part": "名字的一部分",
    "piece": "名字里的一个字",
    "near": "只差一点，没有当作他",
    "word": "既是名字也是平常的词",
    "order": "名单里的次序",
    "self": "自己",
    "abstain": "弃权",
    "said before": "前面说到的人",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the post: `style` is plain, ballot (words of a statement), name, doubt (a name that is none yet)."""

    text: str
    style: str = "plain"


def pieces(text: str, reading: Reading) -> list[Piece]:
    """The post cut where the reading read something. Joined they are the post."""
    styles = ["plain"] * len(text)
    for said in reading.statements:
        _paint(styles, said.start, said.end, "ballot")
    for said in reading.statements:
        for name in said.names:
            _paint(styles, name.start, name.end, "name" if len(name.players) == 1 else "doubt")
    found: list[Piece] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or styles[at] != styles[start]:
            found.append(Piece(text[start:at], styles[start]))
            start = at
    return found


def _paint(styles: list[str], start: int, end: int, style: str) -> None:
    for at in range(max(0, start), min(end, len(styles))):
        styles[at] = style


def lines(text: str, reading: Reading) -> list[str]:
    """The verdict and what it rests on, a line each."""
    found = [f"读作：{_said(reading)}"]
    if reading.why:
        found.append(f"因为：{reading.why}")
    if reading.candidates:
        found.append(f"可能是：{'、'.join(reading.candidates)}")
    found += [f"  “{_words(text, said)}” → {_statement(text, said)}" for said in reading.statements]
    return found


def _said(reading: Reading) -> str:
    whom = f" {'、'.join(reading.targets)}" if reading.targets else ""
    old = f"(原来 {'、'.join(reading.old)})" if reading.old else ""
    handed = "；".join(f"{voter} → {target}" for voter, target in reading.proxies)
    return KINDS[reading.kind] + whom + old + (f" {handed}" if handed else "")


def _words(text: str, said: Statement) -> str:
    return " ".join(text[said.start : said.end].split())


def _statement(text: str, said: Statement) -> str:
    names = "，".join(_name(text, name) for name in said.names)
    why = f"({said.why})" if said.why else ""
    return "；".join(part for part in (KINDS[said.kind] + why, names) if part)


def _name(text: str, name: NameFound) -> str:
    players = "、".join(name.players) or "名单上没有"
    written = " ".join(text[name.start : name.end].split()) or name.words
    return f"“{written}” = {players}({_HOW.get(name.how, name.how)})"
