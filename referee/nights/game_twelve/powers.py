"""游戏十二: the dance, the prayer, the bind, curse and blessing (2.4 to 2.8)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.nights.game_twelve.table import BIND, BLESS, COMMONER, CURSE, DANCE, KILL, PRAY, Record, Scene
from referee.nights.speaking import Said
from referee.nights.values import EFFECTIVE, STOPPED, Deed
from referee.rulebook import clause

SOLO = (BIND, CURSE, BLESS)


# --- the dance (2.7): what it stops -------------------------------------------------------------------------------


@clause("G12-2.7a", asks="dance")
def the_partner_does_nothing_alone(deed: Deed, scene: Scene) -> Said | None:
    """What her partner does on his own (kill, bind, curse, blessing) fails tonight."""
    if deed.by == scene.partner and (deed.power in SOLO or deed.power == KILL):
        return Said(STOPPED, f"{deed.by}被蝴蝶夫人选中共舞，单独行使的特权失效")
    return None


@clause("G12-2.7b", asks="dance", exception_to="G12-2.7a")
def together_is_not_alone(deed: Deed, scene: Scene) -> Said | None:
    """Two living killers kill together whoever sent the message; the dance stops only one of them."""
    if deed.by == scene.partner and deed.power == KILL and not scene.solo:
        return Said(EFFECTIVE, "两名杀手合作，另一人照样行使")
    return None


@clause("G12-2.7d", asks="dance")
def nothing_reaches_the_partner(deed: Deed, scene: Scene) -> Said | None:
    """A privilege used on her partner himself is void."""
    if deed.targets and deed.targets[0] == scene.partner and deed.power not in (PRAY, DANCE):
        return Said(STOPPED, f"{scene.partner}是舞伴，直接对他行使的特权无效")
    return None


@clause("G12-2.8a", asks="dance")
def prayers_for_the_partner(deed: Deed, scene: Scene) -> Said | None:
    """Prayer is not voided by the dance; whether it reaches the partner himself is the house's reading."""
    if deed.power != PRAY or not deed.targets or deed.targets[0] != scene.partner:
        return None
    if scene.eve.house["g12.dance.prayer_on_partner"] == "void":
        return Said(STOPPED, f"{scene.partner}是舞伴，为他祈祷无效")
    return None


@clause("G12-2.2d", asks="dance", exception_to=("G12-2.7a", "G12-2.7d"))
def the_strike_goes_through(deed: Deed, scene: Scene) -> Said | None:
    """Neither the dance nor a bind stops a one-strike."""
    if deed.power == KILL and scene.onestrike:
        return Said(EFFECTIVE, "一击必杀，束魂和蝴蝶夫人都挡不住")
    return None


@clause("G12-2.7c", asks="night")
def reaches(scene: Scene, name: str | None) -> frozenset[str]:
    """Whom a privilege used on somebody reaches: on the Butterfly, her partner too."""
    if name is None:
        return frozenset()
    shared = name == scene.butterfly and scene.partner is not None
    return frozenset({name, scene.partner}) if shared and scene.partner else frozenset({name})


# --- prayer (2.8) -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prayer:
    """Whom the commoners' prayer protects, and why (or why nobody)."""

    protects: frozenset[str]
    clause: str
    reason: str


@clause("G12-2.8a", asks="night")
@clause("G12-2.8b", asks="night")
def whom_prayer_protects(scene: Scene) -> Prayer:
    """More than one commoner lives and all who live pray for one person: no privilege kills him tonight."""
    commoners = scene.eve.living(COMMONER)
    said = {d.by: d.targets[0] for d in scene.deeds if d.power == PRAY and d.status == EFFECTIVE and d.targets}
    if len(commoners) < 2:
        return Prayer(frozenset(), "G12-2.8b", "只剩一名庶民，祈祷不会生效")
    names = {said.get(name) for name in commoners}
    if len(names) > 1 or None in names:
        silent = [name for name in commoners if name not in said]
        why = f"{'、'.join(silent)}没有祈祷" if silent else "没有为同一个人祈祷"
        return Prayer(frozenset(), "G12-2.8a", f"活着的庶民{why}，祈祷不生效")
    name = said[commoners[0]]
    return Prayer(reaches(scene, name), "G12-2.8a", f"活着的庶民都为{name}祈祷，当夜不会因特权死亡")


# --- the bind (2.4) -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """Who is bound tonight, who of them was saved by it, who was bound empty."""

    names: frozenset[str] = frozenset()
    saved: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()


@clause("G12-2.4a", asks="night")
@clause("G12-2.4c", asks="night")
def who_is_bound(scene: Scene, victims: frozenset[str], void_kill_at: frozenset[str]) -> Bound:
    """The bound whom the killers struck live; the others were bound empty.

    `victims`: whom the kill reaches; `void_kill_at`: whom a kill that never took place was aimed at.
    """
    aim = scene.aim(BIND)
    if aim is None:
        return Bound()
    copied = scene.eve.house["g12.dance.copy"] == "action"
    names = reaches(scene, aim)
    hit = victims | (void_kill_at if scene.eve.house["g12.bind.void_kill_is_hit"] else frozenset())
    counted = names if copied else frozenset({aim})
    return Bound(names, frozenset() if scene.onestrike else names & hit, counted - hit)


@clause("G12-2.4d", asks="night")
@clause("G12-2.4e", asks="night")
def who_dies_of_an_empty_bind(scene: Scene, empty: frozenset[str], past: tuple[Record, ...]) -> frozenset[str]:
    """Bound empty last night and tonight: he dies. Struck by the killers on either night he was not bound empty."""
    if not past:
        return frozenset()
    twice = empty & past[-1].empty
    if scene.eve.house["g12.dance.copy"] == "effect":
        twice = frozenset(name for one in twice for name in reaches(scene, one))
    return twice


@clause("G12-2.4b", asks="night")
def who_cannot_vote(bound: Bound) -> frozenset[str]:
    """Whoever a bind brought back talks the next day but has no vote, nor in a runoff."""
    return bound.saved


# --- curse and blessing (2.5, 2.6) --------------------------------------------------------------------------------


@clause("G12-2.5a", asks="night")
@clause("G12-2.6a", asks="night")
def tomorrows_marks(scene: Scene) -> tuple[frozenset[str], frozenset[str]]:
    """Who has a vote more and who a vote less tomorrow; on one person the two cancel."""
    cursed, blessed = reaches(scene, scene.aim(CURSE)), reaches(scene, scene.aim(BLESS))
    return cursed - blessed, blessed - cursed
