"""A TOML text as a judge writes it → its values, the line of each, and every place that is no TOML.

`tomllib` stops at the first fault. Here the faulty statement is set aside and the rest read on, so that a judge who
forgot two quotes hears of both, and of a misspelt name further down.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, Final

from parsers.values import dataclass
from referee.game import Fault
from referee.toml_lines import Path, outline

LONGEST: Final = 2_000_000  # characters; a game of twenty players and thirty days fills a tenth of this
_MANY: Final = 40  # statements set aside before the rest is not worth reading
_LARGE: Final = 200_000  # from here on only a few are set aside: each costs another reading

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_STATEMENT: Final = re.compile(r"^(\s*(?:[\w.-]|\"[^\"\n]*\"|'[^'\n]*')+\s*=\s*)(.*)$")
_HEADER: Final = re.compile(r"^\s*(\[{1,2})\s*([\w.-]+)")
# TOML 1.1 lets a time go without seconds, the reader of Python 3.11 does not know that yet.
_NO_SECONDS: Final = re.compile(
    r"^([ \t]*[\w.-]+[ \t]*=[ \t]*\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d)(?=(?:[Zz]|[+-]\d\d:\d\d)?[ \t]*(?:#.*)?\r?$)", re.M
)
_LONG_PATH: Final = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){32}")
_WIDE: Final = re.compile(r"[“”‘’＝［］【】「」，＂＇：]")

_SAID: Final = (
    ("Cannot overwrite", "这个名字前面已经写过", "同一张表里一个键只写一次；几项并列的表每项都用 [[表名]]"),
    ("Cannot declare", "这张表前面已经写过", "合成一张；几项并列的表每项都用 [[表名]]"),
    ("Cannot mutate", "这个名字前面已经写过", "同一张表里一个键只写一次"),
    ("Duplicate inline", "花括号里同一个键写了两次", "一个键只写一次"),
    ("Expected '='", "键后面没有半角等号", "写成 键 = 值"),
    ("Expected ']", "表名没有收尾", "写成 [表名] 或 [[表名]]"),
    ("Expected newline", "值的后面还有别的字", "一行一个 键 = 值，文字放在半角引号里，说明写在 # 后面"),
    ("Unclosed array", "方括号没有收尾，或两项之间少了逗号", '写成 ["甲", "乙"]'),
    ("Unclosed inline", "花括号没有收尾，或两项之间少了逗号", '写成 {键 = "值", 键 = "值"}'),
    ("Unterminated", "引号没有收尾", '文字两头都要有半角引号："甲"'),
    ("Illegal character '\\n'", "引号没有收尾", '文字两头都要有半角引号："甲"'),
    ("Illegal character", "有不能出现的控制字符", "删掉它"),
    ("Found invalid", "有不能出现的控制字符", "删掉它"),
    ("Unescaped", "双引号里的反斜杠看不懂", r"反斜杠写成 \\，或者改用单引号"),
    ("Escaped", "双引号里的反斜杠看不懂", r"反斜杠写成 \\，或者改用单引号"),
    ("Invalid hex", "双引号里的反斜杠看不懂", r"反斜杠写成 \\，或者改用单引号"),
    ("Invalid date", "没有这样的日期或时刻", "写成 2009-03-10T21:00:00"),
    ("Invalid value", "值看不懂", '文字放在半角引号里："甲"；时间写成 2009-03-10T21:00:00；是否写成 true 或 false'),
    ("Invalid", "看不懂这一行", "一行写 [表名]、[[表名]] 或 键 = 值"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """What could be read: `values` as tomllib gives them, `lines` by path, `spoiled` lines that are no TOML."""

    values: dict[str, Any]
    lines: dict[Path, int]
    faults: tuple[Fault, ...] = ()
    spoiled: frozenset[int] = frozenset()


def read_source(text: str) -> Source:
    """The values of a TOML text. Never raises: a text that cannot be read at all has no values and one fault."""
    if refusal := _refusal(text):
        return Source({}, {(): 1}, (refusal,))
    lines = with_seconds(text.removeprefix("\ufeff").replace("\r\n", "\n")).split("\n")
    faults: list[Fault] = []
    spoiled: set[int] = set()
    while True:
        source = "\n".join(lines)
        try:
            values = tomllib.loads(source)
            if faults and not values:  # a web page, a table of some other kind: one word is enough
                return Source({}, {(): 1}, tuple(faults[:1]))
            return Source(values, outline(source).lines, tuple(faults), frozenset(spoiled))
        except RecursionError:
            return Source({}, {(): 1}, (Fault(1, "", "括号套得太深；游戏文件用不着这么多层"),))
        except ValueError as refused:
            fault, block = _place(str(refused), lines)
            faults.append(fault)
            seen = block.start + 1 in spoiled
            if len(faults) > (_MANY if len(source) < _LARGE else 4) or (seen and not lines[block.start].strip()):
                return Source({}, {(): 1}, tuple(faults[:1]))
            if seen:
                faults.pop()  # one word on a line is enough
            _set_aside(lines, block, str(refused), again=seen)
            spoiled |= {number + 1 for number in block}


def with_seconds(text: str) -> str:
    """The text with `:00` added to every unquoted time that has no seconds."""
    return _NO_SECONDS.sub(r"\1:00", text)


def _refusal(text: str) -> Fault | None:
    if len(text) > LONGEST:
        return Fault(1, "", f"文件有 {len(text)} 个字，太大了；游戏文件最多 {LONGEST} 个字")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        return Fault(line, "", "这不是文字文件；要的是 UTF-8 的 TOML")
    if found := _LONG_PATH.search(text):
        return Fault(text[: found.start()].count("\n") + 1, "", "键里的点太多；游戏文件用不着这么多层")
    return None


def _place(said: str, lines: list[str]) -> tuple[Fault, range]:
    """The fault in our words, and the lines of the statement it is in (from 0)."""
    found = _PLACE.search(said)
    line = int(found[1]) - 1 if found and found[1] else len(lines) - 1
    line = min(line, len(lines) - 1)
    start = end = line
    if said.startswith(("Unclosed", "Unterminated")):
        start = _opening(lines, line)
        end = line if start == line or not _STATEMENT.match(lines[line]) else line - 1
    what, advice = next(
        ((what, advice) for mark, what, advice in _SAID if said.startswith(mark)), ("不是合法的 TOML", "")
    )
    wide = "".join(dict.fromkeys(_WIDE.findall(lines[start].split("#")[0])))
    hint = f"（这一行有全角的 {wide}，TOML 的符号要用半角）" if wide and not said.startswith("Cannot") else ""
    return Fault(start + 1, "", f"不是 TOML：{what}{hint}；{advice}"), range(start, end + 1)


def _opening(lines: list[str], line: int) -> int:
    """The line of the statement whose bracket or quotes are still open at `line`."""
    for number in range(line, -1, -1):
        found = _STATEMENT.match(lines[number])
        if found and re.match(r"[\[{\"']", found[2]) and not (number == line and number and found[2].endswith('"')):
            return number
    return line


def _set_aside(lines: list[str], block: range, said: str, again: bool) -> None:
    """Make the faulty statement harmless. A value that was not understood stays as a word, so that its key is there."""
    found = _STATEMENT.match(lines[block.start])
    keeps = found and not again and not said.startswith(("Cannot", "Duplicate", "Expected '='"))
    if found and keeps:
        word = "".join(c for c in found[2].split("#")[0] if c.isprintable()).strip(" \t\"'“”‘’「」")
        lines[block.start] = found[1] + json.dumps(word, ensure_ascii=False)
    elif (header := _HEADER.match(lines[block.start])) and not again:
        name = header[2] if said.startswith("Expected ']") else f"_spoiled_{block.start}"
        lines[block.start] = f"[[{name}]]" if header[1] == "[[" else f"[{name}]"
    else:
        lines[block.start] = ""
    for number in block[1:]:
        lines[number] = ""
