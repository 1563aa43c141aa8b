"""golden-bough (金枝): the daytime voting of its document, clause by clause.

`ballots` which ballot of whom stands for whom; `outcomes` what the numbers decide.
"""

from __future__ import annotations

from referee.rulebook import Rulebook, StageKind, clauses_of
from referee.switches import EVERYWHERE
from referee.switches import GOLDEN_BOUGH as SWITCHES
from referee.variants.articles.golden_bough import ARTICLES
from referee.variants.golden_bough import ballots, outcomes
from referee.variants.golden_bough.ballots import HOUR

GOLDEN_BOUGH = Rulebook(
    "golden-bough",
    "金枝",
    (
        StageKind("vote", "投票", change_stops=HOUR, hours=36),
        StageKind("life-or-death", "生死投票", change_stops=HOUR, hours=24, follows=True),
    ),
    tuple(one for part in (ballots, outcomes) for one in clauses_of(vars(part))),
    (*EVERYWHERE, *SWITCHES),
    ARTICLES,
    vest_passes_on=True,
    substitution="gb.ext.hours",
    leans_on_past=True,
    by_numbers={"vote": (), "life-or-death": ()},
)
