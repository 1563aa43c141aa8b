"""[ballot] and [voters]: what makes a ballot, what silence is, who has no vote."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from referee import moment
from referee.poll import Ballot, Hand, Poll
from referee.rulebook import Finding, Rulebook, Treatment, ask, counts, void
from referee.variants import common
from referee.variants.parts import Draft, Kinds, Part, Values, permissions
from referee.variants.parts.forms import only_lines

ABSTAIN = {"void": "弃权不算，可以再投", "spent": "弃权不算，这一票也用掉了"}
SILENCE = {
    "abstain": "算弃权",
    "self-vote": "算投自己",
    "nobody": "不计",
    "warning": "警告",
    "out": "出局",
    "exempt": "不追究",
}
EDITED = {
    "original": "按存下的原文，没有就问法官",
    "ask": "问法官",
    "void": "作废",
    "abstain": "当弃权",
    "self-vote": "当投自己",
}
MANY = {"ask": "问法官", "void": "整票作废", "first": "取前面的"}


def ballot_part(values: Values, kinds: Kinds, book: Rulebook) -> Part:
    """The clauses of a `[ballot]` table."""
    draft = Draft(kinds, "ballot")
    lifts = permissions(book, "ballot")
    silences: set[str] = set()
    answers: set[str] = set()
    if names := values.get("names"):
        draft.say("names", f"一票写 {names} 个名字", lambda poll: names, "names")
        answers.add("names")
    if names or "too_many" in values:
        silences.add("too-many-names")
        many = values.get("too_many", "ask")
        draft.say("too_many", f"名字写多了{MANY[many]}", _too_many(many), "ballot", lifts)
    if values.get("fewer") is False:
        draft.say("fewer", "名字要写满", _too_few, "ballot", lifts)
    if forms := values.get("format"):
        text = f"选票要独占一行，写成 {' 或 '.join(forms)}"
        draft.say("format", text, _in_form(forms), "ballot", lifts)
    if how := values.get("abstain"):
        silences.add("abstain-not-allowed")
        if how != "allowed":
            draft.say("abstain", ABSTAIN[how], _no_abstention(how == "spent"), "ballot", lifts)
    if treated := values.get("silence"):
        answers.add("silence")
        draft.say("silence", f"没有投给谁：{SILENCE[treated]}", _silence(treated), "silence")
    if policy := values.get("edited"):
        silences.add("edited")
        draft.say("edited", f"编辑过的票{EDITED[policy]}", _edited(policy), "ballot", lifts)
    return draft.part(silences, answers)


def voters_part(values: Values, kinds: Kinds, book: Rulebook) -> Part:
    """The clauses of a `[voters]` table."""
    draft = Draft(kinds, "voters")
    lifts = permissions(book, "voter")
    if values.get("candidates") is False:
        draft.say("candidates", "候选人不投票", _no_candidate_votes, "voter", lifts)
    if roles := values.get("without_vote"):
        draft.say("without_vote", f"没有投票权：{'、'.join(roles)}", _without_vote(frozenset(roles)), "voter", lifts)
    return draft.part()


Rule = Callable[[Ballot, Poll], Finding | None]


def _too_many(how: str) -> Rule:
    def too_many_names(ballot: Ballot, poll: Poll) -> Finding | None:
        named = tuple(dict.fromkeys(ballot.named))
        if how == "first" or len(named) <= poll.names:
            return None
        why = f"一票写 {poll.names} 个名字，这里有 {'、'.join(named)}"
        return void("too-many-names", why) if how == "void" else ask("too-many-names", why)

    return too_many_names


def _too_few(ballot: Ballot, poll: Poll) -> Finding | None:
    if ballot.targets and len(ballot.targets) < poll.names:
        return void("unclear", f"一票要写满 {poll.names} 个名字，这里只有 {'、'.join(ballot.targets)}")
    return None


def _in_form(forms: Iterable[str]) -> Rule:
    words = only_lines(forms)
    shown = " 或 ".join(forms)

    def in_the_agreed_form(ballot: Ballot, poll: Poll) -> Finding | None:
        # A withdrawal has no name to write; what the judge posts or was entrusted is his to word.
        if not ballot.words or ballot.kind == "unvote" or (ballot.delegated and ballot.proxy_by is None):
            return None
        return None if words(ballot.words).strip() else void("unclear", f"没有独占一行写成 {shown}")

    return in_the_agreed_form


def _no_abstention(spent: bool) -> Rule:
    def no_abstention(ballot: Ballot, poll: Poll) -> Finding | None:
        if not ballot.abstains or ballot.repeats:
            return None
        return void("abstain-not-allowed", "本局不许弃权", casts=spent)

    return no_abstention


def _silence(treated: str) -> Callable[[str, Hand, Poll], Treatment]:
    def what_silence_is(seat: str, hand: Hand, poll: Poll) -> Treatment:
        why = common.silent_hand(hand)
        outside = poll.candidates is not None and seat not in poll.candidates
        if treated == "self-vote" and outside:
            return Treatment("nobody", reason=f"{why}；不在可投之列，不计")
        targets = (seat,) if treated == "self-vote" else ()
        return Treatment(treated, targets, f"{why}，{SILENCE[treated]}")

    return what_silence_is


def _edited(policy: str) -> Rule:
    def an_edited_ballot(ballot: Ballot, poll: Poll) -> Finding | None:
        if ballot.edit not in ("unknown", "changed"):
            return None
        if policy == "original" and ballot.edit == "changed":
            return counts("投票帖编辑过，按存下的原文计", code="edited")
        if policy in ("original", "ask"):
            return ask("edited", "投票帖编辑过")
        if policy == "void":
            return void("edited", "投票帖编辑过，作废")
        targets, kind = ((ballot.voter,), None) if policy == "self-vote" else ((), "abstain")
        return counts(f"投票帖编辑过，{EDITED[policy]}", code="edited", targets=targets, kind=kind)

    return an_edited_ballot


def _no_candidate_votes(seat: str, at: datetime, poll: Poll) -> Finding | None:
    if poll.candidates is not None and seat in poll.candidates:
        return void("no-vote", f"{seat} 是候选人，这一轮不投票")
    return None


def _without_vote(roles: frozenset[str]) -> Callable[[str, datetime, Poll], Any]:
    def without_a_vote(seat: str, at: datetime, poll: Poll) -> Finding | None:
        player = moment.player_named(poll.game, seat)
        if player is not None and player.role in roles:
            return void("no-vote", f"{seat} 没有投票权")
        return None

    return without_a_vote
