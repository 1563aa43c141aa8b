"""金枝: who has won (9.1 to 9.4)."""

from __future__ import annotations

from referee.nights.golden_bough.court import CHALLENGER, CIVILIAN, ESCAPEE, PRIEST, Court
from referee.nights.stand import Stand, Verdict
from referee.nights.values import Question, Victory
from referee.rulebook import clause


@clause("GB-9.1", asks="victory")
def civilians_outnumber(stand: Stand) -> str | None:
    """No escapee is left and the living civilians are more than all who were ever challengers."""
    court: Court = stand.memory
    if stand.living(ESCAPEE):
        return None
    if court.banked:
        return "平民先前已经满足胜利条件"
    ever = court.risen
    if stand.house["gb.challengers.count"] == "excluding_priest":
        ever = tuple(name for name in ever if name not in court.throned)
    living = len(stand.living(CIVILIAN))
    if living > len(ever):
        return f"逃奴已不存在，活着的平民 {living} 人，多于历来的挑战者 {len(ever)} 人"
    return None


@clause("GB-9.2", asks="victory")
@clause("GB-9.3", asks="victory")
def the_priest_is_left(stand: Stand) -> str | None:
    """A priest lives and every escapee and challenger is out; an escapee wins by having become him."""
    priests = stand.living(PRIEST)
    if priests and not stand.living(ESCAPEE, CHALLENGER):
        return f"逃奴和挑战者都已不在，祭司{priests[0]}还活着"
    return None


@clause("GB-9.4b", asks="victory")
def the_last_night(stand: Stand) -> tuple[str, ...]:
    """On the last night several challengers killed each other and neither escapee, challenger nor priest is left."""
    if stand.living(ESCAPEE, CHALLENGER, PRIEST):
        return ()
    fell = tuple(name for name in stand.fell if stand.role_before(name) == CHALLENGER)
    if stand.house["gb.last_night"] == "mutual_only":
        fell = tuple(name for name in fell if stand.blows.get(stand.blows.get(name, "")) == name)
    return fell if len(fell) > 1 else ()


@clause("GB-9.4a", asks="victory")
def verdict(stand: Stand) -> Verdict:
    """Civilians and priest (or the challengers of the last night) may win together; all are checked at one instant."""
    civilians, priest, last = civilians_outnumber(stand), the_priest_is_left(stand), the_last_night(stand)
    if civilians and not priest and not last and not stand.house["gb.civ_win.stops"]:
        return Verdict(notes=(f"{civilians}(GB-9.1)；按 gb.civ_win.stops = false，游戏继续。",))
    if not (civilians or priest or last):
        return Verdict(pending=nobody_qualifies(stand))
    return Verdict(_victory(stand, civilians, priest, last))


def _victory(stand: Stand, civilians: str | None, priest: str | None, last: tuple[str, ...]) -> Victory:
    winners = set(last) | set(stand.living(PRIEST) if priest else ())
    winners |= set(stand.ever(CIVILIAN)) if civilians else set()
    camps = [*(["平民"] if civilians else []), *(["祭司"] if priest else []), *(["挑战者"] if last else [])]
    reasons = [*([civilians] if civilians else []), *([priest] if priest else [])]
    reasons += [f"最后一夜{'、'.join(last)}同时死亡，无人独自活到最后"] if last else []
    clauses = [*(["GB-9.1"] if civilians else []), *(_priestly(stand) if priest else [])]
    clauses += ["GB-9.4b"] if last else (["GB-9.4a"] if civilians and priest else [])
    return Victory(tuple(camps), stand.seated(winners), tuple(clauses), "；".join(reasons))


def _priestly(stand: Stand) -> list[str]:
    risen = set(stand.living(PRIEST)) & set(stand.memory.risen)
    return ["GB-9.2", "GB-9.3"] if risen else ["GB-9.2"]


def nobody_qualifies(stand: Stand) -> tuple[Question, ...]:
    """Nobody is left who could still win, and nobody has won: the document does not say what then."""
    if stand.living(ESCAPEE, CHALLENGER, PRIEST) or not stand.knows_roles:
        return ()
    civilians, ever = len(stand.living(CIVILIAN)), len(stand.memory.risen)
    said = (
        f"逃奴、挑战者、祭司都已不在，活着的平民 {civilians} 人，不多于历来的挑战者 {ever} 人，谁也不满足胜利条件。"
        "规则没有写这种结局：是否按 10.3 判不分胜负？"
    )
    return (Question(said, ("GB-9.1", "GB-9.2", "GB-10.3")),)
