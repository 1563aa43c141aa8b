"""无人伤亡: a night as it runs: who is in which state, who fell when and of what, what follows at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.nights.deeds import Eve
from referee.nights.no_casualties.table import BITE, ELDER, KILL, LINK, PIPER, VILLAGE, Ledger
from referee.nights.values import Deed, Question, Step
from referee.rulebook import clause

ALIVE, DYING, FAINT = "alive", "dying", "faint"


@dataclass(frozen=True, slots=True)
class Fall:
    """Somebody who became unconscious, and of what."""

    player: str
    cause: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The night so far. `states`: those 存活 at nightfall, now alive, dying or faint. `falls`: in order of time.

    `aimed`: power (杀人, 撕咬) → whom it was aimed at, shielded or not. `lifted`: the piper fell tonight; `shaken`: the
    elder did and took the skills. `deeds`: judged so far.
    """

    eve: Eve
    ledger: Ledger
    states: Mapping[str, str]
    falls: tuple[Fall, ...] = ()
    dying: tuple[Fall, ...] = ()
    shields: frozenset[str] = frozenset()
    muffles: frozenset[str] = frozenset()
    aimed: Mapping[str, str] = field(default_factory=dict)
    lifted: bool = False
    shaken: bool = False
    deeds: tuple[Deed, ...] = ()
    steps: tuple[Step, ...] = ()
    pending: tuple[Question, ...] = ()

    def state(self, name: str) -> str | None:
        """alive, dying or faint; None for who was not 存活 at nightfall."""
        return self.states.get(name)

    def put(self, name: str, state: str) -> Scene:
        """With one role in another state."""
        return replace(self, states={**self.states, name: state})

    def judged(self, deed: Deed) -> Scene:
        """With one more deed judged."""
        return replace(self, deeds=(*self.deeds, deed))

    def saying(self, clause_: str, text: str) -> Scene:
        """With one more step told."""
        return replace(self, steps=(*self.steps, Step(clause_, text)))

    def asking(self, question: Question) -> Scene:
        """With one more question."""
        return replace(self, pending=(*self.pending, question))

    def fell(self, name: str) -> bool:
        """Did he become unconscious tonight?"""
        return any(fall.player == name for fall in self.falls)

    def named(self, role: str) -> str | None:
        """Who has that identity."""
        return next((name for name, its in self.eve.roles.items() if its == role), None)


def fall(scene: Scene, name: str, cause: str) -> Scene:
    """Somebody becomes unconscious, and what follows at once: his lover, the elder's loss, the piper's end."""
    if scene.state(name) not in (ALIVE, DYING):
        return scene
    scene = replace(scene.put(name, FAINT), falls=(*scene.falls, Fall(name, cause)))
    scene = scene.saying("NC-state-dying", f"{name}昏厥({cause})")
    return the_lover_follows(the_piper_ends(the_elder_takes_all(scene, name, cause), name), name)


@clause("NC-lovers-link", asks="night")
def the_lover_follows(scene: Scene, name: str) -> Scene:
    """When a lover falls the other falls at once, into the same state."""
    other = scene.ledger.partner(name)
    if other is None or scene.state(other) not in (ALIVE, DYING):
        return scene
    return fall(scene.saying("NC-lovers-link", f"{other}随情侣{name}昏厥"), other, LINK)


@clause("NC-elder-loss", asks="night")
def the_elder_takes_all(scene: Scene, name: str, cause: str) -> Scene:
    """An elder of the village who falls by anything but 杀人 and 撕咬 takes the village's skills with him."""
    elder = scene.eve.roles.get(name) == ELDER and scene.ledger.camps.get(name) == VILLAGE
    if not elder or cause in (KILL, BITE) or scene.ledger.lost:
        return scene
    scene = replace(scene, ledger=replace(scene.ledger, lost=True), shaken=True)
    return scene.saying("NC-elder-loss", f"长老{name}因{cause}昏厥，所有特殊身份与普通身份失去技能")


@clause("NC-piper-lift", asks="night")
def the_piper_ends(scene: Scene, name: str) -> Scene:
    """When the piper falls nobody is mad any more, and his skill is gone."""
    if scene.eve.roles.get(name) != PIPER or scene.ledger.silenced:
        return scene
    scene = replace(scene, ledger=replace(scene.ledger, silenced=True, mad=frozenset()), lifted=True)
    return scene.saying("NC-piper-lift", f"吹笛{name}昏厥，所有癫狂状态解除，吹笛失去技能")
