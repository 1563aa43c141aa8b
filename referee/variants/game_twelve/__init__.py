"""game-twelve (游戏十二): the daytime voting of its document, clause by clause.

`voters` who votes for whom; `ballots` which ballot stands; `seats` who sits on the jury when; `outcomes` and
`summoning` what the numbers decide; `days` the day, the night before it and its dead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import moment
from referee.poll import Poll
from referee.rulebook import Rulebook, StageKind, clauses_of
from referee.switches import EVERYWHERE
from referee.switches import GAME_TWELVE as SWITCHES
from referee.variants.articles.game_twelve import ARTICLES
from referee.variants.game_twelve import ballots, days, outcomes, seats, summoning, voters

DAY = 24


def _facts(poll: Poll) -> Mapping[str, Any]:
    """What clauses and reader need of the rest of the game, once per stage: jury, bound, cursed, the summoned."""
    kind = poll.kind.name
    about_jury = kind in ("recall", "by-election", "jury")
    jury = seats.jury(poll) if about_jury else seats.Jury()
    called = [name for e in moment.summoned(poll.game, poll.stage.id, poll.as_of) for name in moment.about(e)]
    return {
        "seated": jury,
        "jury": jury.at(poll.moment),
        "bound": frozenset() if kind == "election" else voters.bound_by_the_night(poll),
        "marks": outcomes.marks(poll),
        "called_dead": tuple(dict.fromkeys(called)),
        "abstain_allowed": not days.executes(poll),
        "also_called": _also_called(poll),
        "repeats": kind == "election" and not poll.house["g12.election.distinct"],
    }


def _also_called(poll: Poll) -> tuple[str, ...]:
    """The kinds of vote whose words mean this one: a verdict executes, a runoff goes on with what it is about."""
    if poll.kind.name == "jury":
        return ("execution",)
    return (days.root(poll.game, poll.stage).kind,) if poll.kind.name == "runoff" else ()


GAME_TWELVE = Rulebook(
    "game-twelve",
    "游戏十二",
    (
        StageKind("election", "选举投票", names=seats.JURY, hours=DAY),
        StageKind("recall", "罢免投票", hours=DAY),
        StageKind("by-election", "补选投票", hours=DAY),
        StageKind("jury", "陪审团裁决", hours=DAY, meanwhile=("by-election", "runoff")),
        StageKind("execution", "处决投票", hours=DAY),
        StageKind("runoff", "高票对决", hours=DAY, follows=True),
    ),
    tuple(one for part in (voters, ballots, seats, outcomes, summoning) for one in clauses_of(vars(part))),
    (*EVERYWHERE, *SWITCHES),
    ARTICLES,
    vest_passes_on=True,
    substitution=12,
    leans_on_past=True,
    secret_switches=days.OF_THE_NIGHTS,
    by_numbers={"election": (), "recall": (), "execution": ()},
    facts=_facts,
)
