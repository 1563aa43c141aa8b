"""[outcome], [thresholds]: how many are out, what they need, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

from referee.nights.calendar import day_of
from referee.poll import Count, Poll
from referee.rulebook import Candidates, End, Rulebook
from referee.tabulate import decided, what
from referee.tally import Outcome, TallyRow
from referee.variants.parts import Draft, Kinds, Part, Values
from referee.variants.parts.people import is_meant, who_is_not_there
from referee.variants.parts.ties import SAYS, Case, broken

BASES = {"voters": "可投票的人", "ballots": "投了票的人", "named": "投了人的人"}
NEEDS = {"most": "票最多", "half": "至少一半", "majority": "过半"}
ENDS = {"majority": "有人过半立即结束", "half": "有人到一半立即结束", "all-voted": "人人投了票就结束"}
EFFECTS = {
    "execute": "处决",
    "imprison": "囚禁",
    "sheriff": "当警长",
    "elect": "当选",
    "recall": "罢免",
    "reveal": "公布身份",
    "top": "列为最高票",
    "none": "不处理",
}


def outcome_part(
    rows: Sequence[Values], ties: Values | None, thresholds: Sequence[Values], kinds: Kinds, book: Rulebook
) -> Part:
    """The clauses of the `[outcome]` tables of some stage kinds (one, or several by day) with the `[tie]` table there.

    What neither says, the base decides: how it treats one who is out, and ties where there is no `[tie]`.
    """
    draft = Draft(kinds, "outcome" if rows else "tie")
    plans = tuple(Plan(values, ties, tuple(thresholds), book) for values in rows or ({},))
    told = [*(plan.says() for plan in plans if rows), *(_who_needs(values) for values in thresholds)]
    if ties:
        told.append(f"并列依次：{'、'.join(SAYS[step] for step in ties['chain'])}")
    draft.say("needs" if rows else "chain", "；".join(told), _decision(plans), "outcome")
    if thresholds:
        draft.say("needs", "；".join(told), lambda count, poll: who_is_not_there(thresholds, poll), "note")
    if ends := tuple(dict.fromkeys(values["ends"] for values in rows if "ends" in values)):
        soon = "、".join(ENDS[each] for each in ends)
        draft.say("ends", soon, _ends(plans), "ends")
        draft.say("ends", soon, _over(plans), "final")
    return draft.part(answers=("outcome", "ends", "final") if ends else ("outcome",))


def _who_needs(values: Values) -> str:
    more = "多" if values["add"] >= 0 else "少"
    return f"{values.get('role') or values.get('player')}{more}要 {abs(values['add']):g} 票"


def _decision(plans: Sequence[Plan]) -> Any:
    def the_outcome(count: Count, poll: Poll) -> Outcome:
        return _plan(plans, poll).outcome(count, poll)

    return the_outcome


def _plan(plans: Sequence[Plan], poll: Poll) -> Plan:
    """The plan of the stage's day: of those begun by then the one that begins last."""
    day = day_of(poll.stage) or 0
    begun = [plan for plan in plans if plan.values.get("from_day", 0) <= day]
    return max(begun or plans[:1], key=lambda plan: plan.values.get("from_day", 0))


def _ends(plans: Sequence[Plan]) -> Any:
    def the_end(count: Count, poll: Poll) -> End | None:
        return _plan(plans, poll).end(count, poll)

    return the_end


def _over(plans: Sequence[Plan]) -> Any:
    def it_is_over(count: Count, poll: Poll) -> bool | None:
        return True if _plan(plans, poll).end(count, poll) is not None else None

    return it_is_over


@dataclass(frozen=True, slots=True)
class Plan:
    """One `[outcome]` table at work."""

    values: Values
    ties: Values | None
    thresholds: tuple[Values, ...]
    base: Rulebook

    def places(self, poll: Poll) -> int:
        """How many are out; in a runoff those the stage before left open."""
        before = poll.follows
        seated = len(before.outcome.seated) if before is not None and before.outcome.kind == "runoff" else 0
        return max(1, int(self.values.get("out", 1)) - seated)

    def says(self) -> str:
        """The table in one line of Chinese."""
        values = self.values
        day = f"第 {values['from_day']} 天起" if "from_day" in values else ""
        needs = NEEDS[values.get("needs", "most")]
        of = f"({BASES[values.get('base', 'voters')]})" if values.get("needs", "most") != "most" else ""
        least = f"、至少 {values['at_least']:g} 票" if values.get("at_least") else ""
        quorum = f"，至少 {values['quorum']} 人投票" if values.get("quorum") else ""
        effect = EFFECTS.get(values.get("effect", ""), "照原有规则处理")
        return f"{day}{needs}{of}{least}的 {values.get('out', 1)} 人{effect}{quorum}"

    # -- numbers -------------------------------------------------------------------------------------------------------

    def base_number(self, count: Count) -> int:
        """What half is taken of."""
        named = {one.ballot.voter for one in count.judged if one.status == "counted" and one.targets}
        match self.values.get("base", "voters"):
            case "ballots":
                return len(named | {one.ballot.voter for one in count.judged if one.status == "counted"})
            case "named":
                return len(named)
        return len(count.voters)

    def needed(self, player: str, count: Count, poll: Poll, needs: str) -> float:
        """The votes somebody needs: half or more than half of the base, and what his threshold adds."""
        number = self.base_number(count)
        half = ceil(number / 2) if needs == "half" else floor(number / 2) + 1
        return max(1, half + self._added(player, poll))

    def _added(self, player: str, poll: Poll) -> float:
        return sum(float(values["add"]) for values in self.thresholds if is_meant(values, player, poll))

    def _enough(self, row: TallyRow, count: Count, poll: Poll) -> bool:
        needs = self.values.get("needs", "most")
        if row.votes < self.values.get("at_least", 0) or row.votes <= 0:
            return False
        return needs == "most" or row.votes >= self.needed(row.player, count, poll, needs)

    # -- what it decides -----------------------------------------------------------------------------------------------

    def outcome(self, count: Count, poll: Poll) -> Outcome:
        """What the stage decides. A threshold of his own may tell of an identity: only the judge reads of it."""
        found = self._outcome(count, poll)
        special = [row.player for row in count.rows if self._added(row.player, poll)]
        needs = self.values.get("needs", "most")
        if needs == "most" or not special:
            return found
        told = "，".join(f"{name} 要 {self.needed(name, count, poll, needs):g} 票" for name in special)
        return replace(found, reason=_joined(found.reason, told), public=found.public or found)

    def _outcome(self, count: Count, poll: Poll) -> Outcome:
        if not count.leaders:
            return Outcome("none", reason="无人得票")
        if short := self._short(count):
            return Outcome("none", reason=short)
        rows = [row for row in count.rows if self._enough(row, count, poll)]
        told = _joined(count.arithmetic(), self._told_needs(count, poll))
        if not rows:
            return Outcome("none", reason=f"{told}，没有人够")
        places = self.places(poll)
        sure, tied = cut(rows, places)
        if len(sure) + len(tied) > places:
            return self._tied(Case(count, poll, self.ties or {}, tuple(sure), tuple(tied), places - len(sure)), told)
        return self._treated([row.player for row in (*sure, *tied)], count, poll, told)

    def _tied(self, case: Case, told: str) -> Outcome:
        """More share the number at the cut than places are left: `[tie]` decides, without one the base."""
        if self.ties is None and not case.sure and case.free == 1:
            return decided(replace(case.count, rows=case.tied), self._of_base(case.poll), Candidates(None))
        if self.ties is None:
            names = "、".join(case.names)
            return Outcome("undecided", reason=f"{told}；{names} 并列，争 {case.free} 个位置，规则没有写怎么分")
        found = broken(case)
        if isinstance(found, Outcome):
            return _after(told, found)
        out = [row.player for row in found.out]
        whole = self._treated(out, case.count, case.poll, _joined(told, found.how))
        if found.shown == found.how:
            return whole
        less = self._treated(out, case.count, case.poll, _joined(told, found.shown))
        return replace(whole, public=less.announced, possible=less.imagined)

    def _short(self, count: Count) -> str:
        quorum = self.values.get("quorum", 0)
        cast = len({one.ballot.voter for one in count.judged if one.status == "counted"})
        return f"投票的只有 {cast} 人，不足 {quorum} 人" if cast < quorum else ""

    def _told_needs(self, count: Count, poll: Poll) -> str:
        needs, told = self.values.get("needs", "most"), []
        if needs != "most":
            number, at = self.base_number(count), self.values.get("base", "voters")
            needed = self.needed("", count, poll, needs)
            told.append(f"{BASES[at]} {number}，{NEEDS[needs]}要 {needed:g} 票")
        if least := self.values.get("at_least"):
            told.append(f"至少 {least:g} 票")
        return "，".join(told)

    def _treated(self, names: list[str], count: Count, poll: Poll, reason: str) -> Outcome:
        nobody = frozenset(self.values.get("no_execution", ())[:1])
        out = [name for name in names if name not in nobody]
        if not out:
            said = f"{'、'.join(names)} 票最多" if names else "谁也不出"
            return Outcome("none", reason=_joined(reason, said))
        effect = self.values.get("effect")
        if effect is not None:
            players = () if effect == "none" else tuple(out)
            return Outcome(effect, players, reason=_joined(reason, f"{'、'.join(out)} {EFFECTS[effect]}"))
        each = [decided(_as_only_leader(name, count), self._of_base(poll), Candidates(None)) for name in out]
        return _merged(each, reason)

    def _of_base(self, poll: Poll) -> Poll:
        return replace(poll, book=self.base)

    # -- before its time -----------------------------------------------------------------------------------------------

    def end(self, count: Count, poll: Poll) -> End | None:
        """When the stage ends by itself: the ballot that made a majority, or the last one missing."""
        ends = self.values.get("ends")
        if ends is None:
            return None
        return _all_voted(count) if ends == "all-voted" else self._majority(ends, count, poll)

    def _majority(self, needs: str, count: Count, poll: Poll) -> End | None:
        for step in count.steps:
            if step.stamp is not None and step.total >= self.needed(step.player, count, poll, needs):
                return End(step.stamp.when, step.order)
        return None


def _all_voted(count: Count) -> End | None:
    """The moment every voter had a vote."""
    voted: set[str] = set()
    judged = [one for one in count.judged if one.finding_counts and one.ballot.at is not None]
    for one in sorted(judged, key=lambda one: (one.ballot.at.when, one.ballot.order) if one.ballot.at else ()):
        if one.kind == "unvote":
            voted.discard(one.ballot.voter)
        else:
            voted.add(one.ballot.voter)
        if voted >= set(count.voters) and count.voters and one.ballot.at is not None:
            return End(one.ballot.at.when, one.ballot.order)
    return None


def cut(rows: Sequence[TallyRow], places: int) -> tuple[list[TallyRow], list[TallyRow]]:
    """Who is out for sure, and who shares the number at the cut (more than places are left for them: a tie)."""
    if len(rows) <= places:
        return list(rows), []
    mark = rows[places - 1].votes
    return [row for row in rows if row.votes > mark], [row for row in rows if row.votes == mark]


def _as_only_leader(name: str, count: Count) -> Count:
    """The count as if nobody else had come to that number: how the base treats whoever is out."""
    own = next(row for row in count.rows if row.player == name)
    return replace(count, rows=(own, *(row for row in count.rows if row.votes < own.votes)))


def _merged(each: Sequence[Outcome], reason: str) -> Outcome:
    """One outcome of what the base says of each who is out."""
    first = each[0]
    if len(each) == 1:
        return _after(reason, first)
    found = _together(each, reason)
    possible = _together([one.imagined for one in each], reason)
    return replace(found, public=_together([one.announced for one in each], reason), possible=possible)


def _after(reason: str, outcome: Outcome) -> Outcome:
    """The outcome with a reason before its own, for whoever may read it."""
    return replace(
        outcome,
        reason=_joined(reason, outcome.reason),
        public=outcome.public and _after(reason, outcome.public),
        possible=outcome.possible and _after(reason, outcome.possible),
    )


def _together(each: Sequence[Outcome], reason: str) -> Outcome:
    first = each[0]
    if len({what(replace(one, players=())) for one in each}) > 1:
        return Outcome("undecided", reason=_joined(reason, "各人的处理不同，请法官分别公布"))
    players = tuple(name for one in each for name in one.players)
    clauses = tuple(dict.fromkeys(id_ for one in each for id_ in one.clauses))
    return Outcome(first.kind, players, clauses, reason)


def _joined(*parts: str) -> str:
    return "；".join(dict.fromkeys(part for part in parts if part))
