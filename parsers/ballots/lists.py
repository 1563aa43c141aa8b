"""Ballots of several names: a list is read whole or asked about, never cut.

`with_list` puts what the grammar of lists read in the place of what single verbs and names made of its words; `whole`
asks where a reading names part of what stands in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from parsers.ballots.casting import stage_in
from parsers.ballots.items import Item, Page
from parsers.ballots.listing import Run, run_at
from parsers.ballots.objects import UNCLEAR, Found, Scope
from parsers.ballots.rows import all_but_one, in_front, oddly_named, seats, unread_item
from parsers.ballots.said import SURE, UNSURE, VOID, Said
from parsers.ballots.tokens import Token
from parsers.values import dataclass

_STAGE_SIZE = {"election": 3}
_LONGEST = 4000  # signs of a post that is searched for lists
_STARTS = 120
_SIZE = r"(?:[二两三四五六]|[2-6])"
_KIND = (
    rf"选举投票|选举票|选举|补选投票|补选票|补选|陪审团|陪审员|投票对象|投票名单|投票给|投票|选票|票选|我的{_SIZE}票|{_SIZE}票|"
    rf"{_SIZE}个?名额|{_SIZE}个?席位?|人选|名单|选择|选的人|投的人|要选的|要投的|推举|推选|支持|投给|选|投|票|vote|ballot"
)
_LABEL = re.compile(
    r"[\[*\"]?(?:我们?|俺|本人|在下|个人|老夫)?(?:的)?(?:就|还是|决定|这次|今天|今晚|本轮|那就|那|先|也|来|要|会|的|最终|最后|自己|一共)*"
    rf"(?:{_KIND})(?:{_KIND}|的)*[\]*\"]?"
    rf"(?:如下|分别|都|依次|是|为|给|投给|投了?|了|选|这{_SIZE}[位个人]|以下{_SIZE}?[位个人]|下面{_SIZE}?[位个人])*[:\-= ]*\n?"
)
_LOUD = re.compile(
    r"\?|吗|呢|么|谁|哪|什么|怎么|为何|你们?|大家|各位|不对|错了|算了|等等|等下|改|换|撤|作废|收回|如果|要是|除非|暂|待定|"
    r"可能|也许|或者|还是|备选|候补|替补|不算|先别|再想|再看|考虑|不确定|没想好|玩笑|误"
)
_TALK_BEFORE = re.compile(
    r"[:?]\W*$|嫌疑|怀疑|可疑|排[名序行]|凶手|杀手|狼|匪|好人|平民|坏|昨|得票|票数|结果|公布|候选|参选|当选|竞选|推荐|报名|名单|谁|如果|要是|玩家|"
    r"出局|死|样本|样例|例如|比如|举例|格式|规则|假如|感谢|谢谢|欢迎|恭喜|祝贺|现任|上届|辞职|罢免|不投|不选|别投|别选|不要"
)
_WORDS_OF_PARTING = (
    r"(?:以上|完毕|完了|完|over|谢谢|谢了|多谢|感谢|辛苦|拜托|请查收|请计票|请记票|就这样|就这些|就这[两三几]|收工|晚安|加油|"
    r"没了|好了|报告完毕|投完了?|选完了?|祝)"
)
_FAREWELL = re.compile(rf"[,。.!~\s]*+(?:{_WORDS_OF_PARTING}[^?\n]{{0,12}})?[。.!~\s]*+$")
_PARTING = re.compile(rf"[,.~ ]*{_WORDS_OF_PARTING}[^?\n。!,:]{{0,12}}(?=[\n。!])")  # and more lines behind it
_CORRECTS = re.compile(
    r"[,。…!.~\s]*(?:(?:啊|哦|呃|噢)?(?:不对|错了|写错了|打错了|不是|不不|更正|纠正|等等|不|修正|手滑)了?[,。…:!~\s]*)*"
)
_SPARE = re.compile(r"备选|备胎|候补|替补|后补|备用")
_SWAP = re.compile(r"(?:换成|换为|换|改成|改为|改投|改选|改|应该是|应为|→|->)")


_HEADED = re.compile(
    r"(?:^|[\n。!;,])(?P<head>[^\n。!;,:]{0,12}(?:嫌疑|怀疑|可疑|凶手|杀手|狼|好人|候选|参选|当选|报名|格式|样[本例]|例如|比如|得票|结果|现任|上届)"
    r"[^\n。!;,:投选]{0,8}):\W*\w?$"
)
_TO_OTHERS = re.compile(r"你们|大家|谁|怎么|哪|吗|呢|\?|昨|都[很没不太挺]|^,(?:很|太|真)")
_AND = re.compile(
    r"(?:、|和|与|以及|还有|加上)(?!一票|1票|第|剩|下|最后)(?P<more>[^\s,。;:!?\n、\d]{1,8})(?:$|[,。;!\n、])"
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list found in a post: its run of items, where its label begins, whether it has one, and what it makes unclear."""

    run: Run
    start: int
    labelled: bool
    doubt: str = ""

    @property
    def end(self) -> int:
        """Where the last item ends."""
        return self.run.end

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody it may mean."""
        return self.run.players


def page_of(text: str, gaps: frozenset[int], tokens: list[Token], scope: Scope) -> Page | None:
    """The post as the grammar of lists wants it; None where a ballot holds one name, or no list can stand."""
    if not scope.many or len(text) > _LONGEST:
        return None
    named = sum(token.kind in "Nn#19h" for token in tokens)
    named += sum(token.start < gap < token.end for token in tokens if token.kind == "n" for gap in gaps)  # 三 七 二
    return Page.of(text, gaps, tokens, scope.roster, _room(scope), scope.author) if named > 1 else None


def _room(scope: Scope) -> int | None:
    allowed = scope.context.names_per_ballot
    return allowed if allowed is not None else _STAGE_SIZE.get(scope.context.stage or "")


def with_list(things: list[Said], page: Page | None, scope: Scope) -> list[Said]:
    """The things said, those of the words of a list joined into one ballot of all its names."""
    listed = longest(page) if page is not None else None
    if page is None or listed is None or listed.run.broken:
        return things
    spare = _spare(page, listed)
    if spare:
        return [*(one for one in things if one.end <= listed.start), _said(spare, [], page, None, spare.end)]
    corrected = _corrected(page, listed)
    end = corrected[1] if corrected else listed.end
    inside = [one for one in things if one.start < end and one.end > listed.start]
    others = [one for one in things if one not in inside]
    later = [one for one in others if one.start >= end]
    changes = [one for one in later if one.kind == "change" and one.status == SURE]
    alone = _stands_alone(
        page, listed, [one for one in others if one not in changes], max([end, *(c.end for c in changes)])
    )
    voted = any(one.status == SURE and one.kind in ("vote", "change") for one in inside)
    if not (alone or voted) or any(one.kind in ("not", "abstain", "unvote", "delegate") for one in inside):
        return things
    listed = _overtaken(listed, later)
    later = [one for one in later if not (listed.doubt and one.kind == "change")]
    one = _said(listed, inside, page, corrected[0] if corrected else None, end)
    before = [said for said in others if said.start < listed.start]
    return [*before, one, *later]


def whole(holds: Said, things: list[Said], page: Page | None) -> Said:
    """The statement that holds, or a question where more names stand in its list than it carries."""
    if page is None or (page.room or 2) < 2:
        return holds
    if holds.kind == "none":
        named = oddly_named(page) or all_but_one(page)
        return _asked(holds, named, "像一份名单，可是名字没有写全") if named else holds
    if holds.kind not in ("vote", "change"):
        return holds
    denied = {p for one in things if one.kind in ("not", "keep") or one.status == VOID for p in one.players}
    rows = [run.players for run in runs(page)] + [tuple(in_front(page)), tuple(seats(page))]
    row = tuple(dict.fromkeys(p for some in rows if set(some) & set(holds.players) for p in some))
    missing = [p for p in row if p not in holds.players and p not in denied and p not in holds.old]
    if missing:
        names = (*holds.players, *missing)
        return _asked(holds, names, f"并排写的还有{'、'.join(missing)}，看不出算不算在这张票里")
    odd = unread_item(page, holds.players)
    why = _not_a_ballot(page, holds) or _one_more(page, holds) or (odd and f"并排写的“{odd}”，看不出是谁")
    return _asked(holds, holds.players, why) if why else holds


def _asked(holds: Said, names: tuple[str, ...], why: str) -> Said:
    return Said(
        "ambiguous", UNSURE, holds.found, tuple(dict.fromkeys(names)), start=holds.start, end=holds.end, why=why
    )


def _not_a_ballot(page: Page, holds: Said) -> str:
    """What makes names that merely stand in a row no ballot: 嫌疑：…, …，你们怎么看."""
    if (not holds.bare and not holds.why.startswith("名单")) or len(holds.players) < 2:
        return ""
    head = _HEADED.search(page.text[: holds.start + 1])
    if head:
        return f"“{head['head']}”后面的名字看不出是不是投票"
    rest = re.split(r"[。!\n;]", page.text[holds.end :])[0] if page.text[holds.end :][:1] in ",?" else ""
    return "名字后面的话不像在投票" if _TO_OTHERS.search(rest) else ""


def _one_more(page: Page, holds: Said) -> str:
    """投诗、酒和另一个人: an item behind that nobody can read."""
    if not holds.found or page.room is None or len(holds.players) >= page.room:
        return ""
    more = _AND.match(page.text, max(found.end for found in holds.found))
    return f"名单里还有“{more['more']}”，看不出是谁" if more else ""


# -- finding -----------------------------------------------------------------------------------------------------------


def longest(page: Page) -> Listed | None:
    """The longest list of the post, the first of several as long; None where no two items stand in a row."""
    best: Listed | None = None
    for start in _starts(page):
        if best is not None and start < best.end:
            continue
        found = _listed(page, start)
        if found and (best is None or len(found.run.items) > len(best.run.items)):
            best = found
    return best


def runs(page: Page) -> Iterator[Run]:
    """Every row of two or more items, one after another."""
    end = 0
    for start in _starts(page):
        found = _listed(page, start) if start >= end else None
        if found:
            end = found.end
            yield found.run


def _starts(page: Page) -> list[int]:
    """Where a list may begin: a line, a sentence, a clause, after a blank."""
    text = page.text
    found = [at for at in range(len(text)) if at == 0 or text[at - 1] in "\n。!;?,:" or at in page.gaps]
    return found[:_STARTS]


def _listed(page: Page, start: int) -> Listed | None:
    label = _LABEL.match(page.text, start)
    tries = [label.end()] if label and page.name(start) is None else []
    best: Listed | None = None
    for at in [*tries, start]:
        for numbering in ("before", "behind"):
            run = run_at(page, at, numbering)
            if run is None or (len(run.items) < 2 and not run.broken):
                continue
            run, doubt = settled(run, page)
            found = Listed(run, start, at > start or _has_verb(page, run), doubt)
            if len(run.items) > 1 and (best is None or _rank(found) > _rank(best)):
                best = found
    return best


def _rank(one: Listed) -> tuple[bool, bool]:
    return not one.run.broken, not one.doubt


def _has_verb(page: Page, run: Run) -> bool:
    first = run.items[0]
    words = page.text[first.start : first.end].removesuffix(first.words)
    return re.search(r"[投选票推持]", words) is not None


# -- what it comes to --------------------------------------------------------------------------------------------------


def settled(run: Run, page: Page) -> tuple[Run, str]:
    """The run with its numbers understood (ordinals, seats, seats of their own), and what stays unclear."""
    items, doubt = _with_numbers(run.items, page)
    run = Run(items, run.start, run.end, run.weak, run.broken, run.signs)
    room = page.room
    if not doubt:
        doubt = next((one.doubt for one in items if one.doubt), "")
    if not doubt and (run.weak or run.numbers_only) and room is not None and len(run.players) != room:
        doubt = f"一票写 {room} 个名字，这里有 {len(run.players)} 个，看不出是不是名单"
    return run, doubt


def _with_numbers(items: list[Item], page: Page) -> tuple[list[Item], str]:
    behind = [one.behind for one in items]
    if any(n is not None for n in behind) and _as_counts(items, page) and None in behind:
        return items, "名字后面的数字看不出是什么"
    if any(n is not None for n in behind) and not (
        set(behind) == {1} or (_counts_up(behind) and not _as_counts(items, page)) or _seats(items, behind, page)
    ):
        return items, "名字后面的数字看不出是什么"
    before = [one.before for one in items]
    if not any(n is not None for n in before) or _counts_up(before) or _seats(items, before, page):
        return items, ""
    if any(one.before is not None and not one.apart and not _is_seat(one, one.before, page) for one in items):
        return items, "名字前面的数字既不是顺序，也不是他的号"
    apart = _taken_apart(items, page)
    return apart, "" if page.room in (None, len(apart)) else "名字前面的数字看不出是顺序，还是各是一个人"


def _as_counts(items: list[Item], page: Page) -> bool:
    """诗:1 酒:2 茶:3 may be ballots counted as well as an order."""
    return all(re.search(r"[:=]\d{1,2}$", page.text[one.start : one.end]) for one in items)


def _counts_up(numbers: list[int | None]) -> bool:
    return numbers == list(range(1, len(numbers) + 1))


def _seats(items: list[Item], numbers: list[int | None], page: Page) -> bool:
    return all(n is None or _is_seat(one, n, page) for one, n in zip(items, numbers, strict=True))


def _is_seat(one: Item, number: int, page: Page) -> bool:
    return not page.roster.guessed and page.roster.numbers.get(number) in one.players


def _taken_apart(items: list[Item], page: Page) -> list[Item]:
    """7，某某: a number that is not his own seat is an item by itself."""
    out: list[Item] = []
    for one in items:
        if one.before is not None and not _is_seat(one, one.before, page):
            player = page.roster.numbers.get(one.before)
            how = "order" if page.roster.guessed and player else "number"
            out.append(Item((player,) if player else (), how, str(one.before), one.start, one.end, sure=one.sure))
        out.append(one)
    return out


def _stands_alone(page: Page, listed: Listed, others: list[Said], end: int) -> bool:
    """Whether the list is a ballot by itself, whatever the words in it seem to say elsewhere."""
    ahead, behind = page.text[: listed.start], page.text[end:]
    if any(one.status in (SURE, UNSURE) and one.kind not in ("keep", "not", "delegate") for one in others):
        return False
    same_sentence = bool(ahead.strip(" \n*[]@")) and ahead[-1] not in "\n。!"
    if same_sentence or _TALK_BEFORE.search(ahead) or (ahead.strip() and page.names_in(0, listed.start)):
        return False
    if listed.run.numbers_only and not listed.labelled and (ahead.strip() or behind.strip(" 。.!~\n")):
        return False
    if _FAREWELL.match(behind):
        return True
    parting = _PARTING.match(behind)
    behind = behind[parting.end() :] if parting else behind
    full = page.room is None or len(listed.players) == page.room or listed.labelled
    return full and behind[:1] in "\n。!" and not _LOUD.search(behind)


def _corrected(page: Page, listed: Listed) -> tuple[tuple[Found, ...], int] | None:
    """诗、酒、琴……不对，琴换成茶: the list with one name in the place of another, and where the words end."""
    found = _CORRECTS.match(page.text, listed.end)
    at = page.skip(found.end() if found else listed.end)
    at += page.text[at : at + 1] in ("把", "将")
    old = page.name(at)
    swap = _SWAP.match(page.text, old.end) if old else None
    new = page.name(page.skip(swap.end())) if swap else None
    if old is None or new is None or not page.bounded(new.end) or not set(old.players) <= set(listed.players):
        return None
    rest = re.match(r"[吧了啊。!~\s]*$", page.text[new.end :])
    if not rest:
        return None
    row = [_found(one) for one in listed.run.items]
    swapped = tuple(
        Found("name", new.players, new.how, new.text, new.start, new.end) if one.players == old.players else one
        for one in row
    )
    return swapped, new.end


def _spare(page: Page, listed: Listed) -> Listed | None:
    """诗、酒、茶，备选琴: the list with who is named as a spare, a question whether he is of it."""
    named = _SPARE.search(page.text, listed.start)
    if named is None or named.start() > listed.end + 12 or "不" in page.text[listed.end : named.start()]:
        return None
    rest = [
        Item(token.players, "name", token.text, token.start, token.end)
        for at, token in sorted(page.at.items())
        if at >= named.start() and token.kind == "N" and re.match(r"[^。!?\n]*$", page.text[named.end() : at])
    ]
    if not rest:
        return None
    items = [one for one in listed.run.items if one.start < named.start()]
    run = Run([*items, *rest], listed.run.start, max(listed.end, rest[-1].end))
    return replace(listed, run=run, doubt="写了备选的人，看不出算不算在这张票里")


def _overtaken(listed: Listed, later: list[Said]) -> Listed:
    """诗、酒、茶。改投琴: whom the one name takes the place of is not said."""
    changes = [one for one in later if one.kind == "change" and one.status == SURE]
    if not changes or len(changes[-1].players) >= len(listed.players):
        return listed
    run = listed.run
    more = [Item(found.players, found.how, found.words, found.start, found.end) for found in changes[-1].found]
    return replace(
        listed,
        run=Run([*run.items, *more], run.start, changes[-1].end),
        doubt=listed.doubt or "名单后面又说改，看不出改的是哪一个",
    )


def _found(one: Item) -> Found:
    sort = "name" if one.players and one.how != "near" else "unknown"
    return Found(sort, one.players, one.how, one.words, one.start, one.end)


def _said(listed: Listed, inside: list[Said], page: Page, found: tuple[Found, ...] | None, end: int) -> Said:
    row = found or tuple(_found(one) for one in listed.run.items)
    players = tuple(dict.fromkeys(p for one in row for p in one.players))
    ranked = ">" in listed.run.signs  # 诗 > 酒 > 茶 goes from the best to the next, no ballot to another
    changes = next((one for one in inside if one.kind == "change" and not (ranked and one.old)), None)
    first = inside[0] if inside else None
    label = page.text[listed.start : listed.run.items[0].end]
    stage = next((one.stage for one in inside if one.stage), None) or stage_in(label)
    return Said(
        "ambiguous" if listed.doubt else "change" if changes else "vote",
        UNSURE if listed.doubt else SURE,
        row,
        players,
        old=changes.old if changes else (),
        start=listed.start,
        end=end,
        line=first.line if first else 0,
        sentence=sum(page.text.count(sign, 0, end) for sign in "。!?;\n"),
        stage=stage,
        why=listed.doubt or f"名单：{'、'.join(players)}",
        fix=any(one.fix for one in inside),
        bare=not listed.labelled and not listed.doubt,
    )


__all__ = ["UNCLEAR", "page_of", "whole", "with_list"]
