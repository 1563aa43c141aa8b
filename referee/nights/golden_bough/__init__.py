"""金枝: the nights, clause by clause. Roles are those of nightfall; every blow falls at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from referee.game import Game
from referee.nights.deeds import Eve, deeds_of, holds, judged, latest, sift, steps_of, ten_minutes_before
from referee.nights.golden_bough import announcing, blows, branch, messages, succession, victory
from referee.nights.golden_bough.court import (
    APPLY,
    CHALLENGER,
    CIVILIAN,
    ESCAPEE,
    KILL,
    PRIEST,
    Court,
    Dawn,
    Raid,
)
from referee.nights.golden_bough.victory import verdict
from referee.nights.speaking import ask, night_book
from referee.nights.stand import Stand
from referee.nights.values import (
    EFFECTIVE,
    FAILED,
    STOPPED,
    After,
    Death,
    Deed,
    Letter,
    Night,
    Promotion,
    Question,
    Step,
)
from referee.rulebook import clauses_of
from referee.switches import EVERYWHERE, GOLDEN_BOUGH, House

NAME: Final = "golden-bough"
SWITCHES: Final = (*EVERYWHERE, *GOLDEN_BOUGH)
CLAUSES: Final = tuple(
    clause for part in (branch, blows, succession, messages, victory, announcing) for clause in clauses_of(vars(part))
)
BLOWS: Final = night_book(NAME, "金枝", (c for c in CLAUSES if c.asks == "blow"))
BALLOTS_CHANGE_ROLES: Final = True
POWERS: Final = {KILL: (PRIEST, CHALLENGER, ESCAPEE), APPLY: (CIVILIAN,)}
KILLED_BY: Final = {PRIEST: "被祭司杀死", ESCAPEE: "被逃奴杀死", CHALLENGER: "被挑战者杀死"}

limits = ten_minutes_before

__all__ = [
    "BALLOTS_CHANGE_ROLES",
    "CLAUSES",
    "NAME",
    "POWERS",
    "SWITCHES",
    "awaited",
    "begin",
    "by_day",
    "limits",
    "needs_top",
    "nightfall",
    "resolve",
    "verdict",
]


def begin(game: Game, house: House) -> Court:
    """Before the first night the god has chosen who keeps the branch."""
    holder = game.branch.holder if game.branch else None
    return Court(told=holder, holder=holder)


def needs_top(memory: Court) -> bool:
    """Only where the branch was promised to somebody else: the vote may keep it where it is."""
    return memory.holder is not None and memory.told != memory.holder


def nightfall(eve: Eve) -> Eve:
    """By day a keeper may have been voted highest or have left, and a priest or rival may have left the game."""
    court: Court = eve.memory
    holder = _kept(eve, court)
    dawn = _settled(eve.roles, replace(court, holder=holder), eve.alive, eve.house)
    return replace(eve, roles=dawn.roles, memory=dawn.court)


def awaited(stand: Stand, number: int, sent: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Who may still strike tonight. Applications are nobody's duty, so nobody waits for them."""
    return tuple((name, KILL) for name in stand.living(*POWERS[KILL]) if (name, KILL) not in sent)


def by_day(stand: Stand) -> Stand:
    """The last challenger without a priest becomes one by day too."""
    dawn = _settled(stand.roles, stand.memory, stand.alive, stand.house)
    return replace(stand, roles=dawn.roles, memory=dawn.court)


def _settled(roles: Mapping[str, str | None], court: Court, alive: tuple[str, ...], house: House) -> Dawn:
    return succession.the_only_challenger_is_priest(Dawn(roles, court), roles, alive, house)


def _kept(eve: Eve, court: Court) -> str | None:
    """Who really keeps the branch tonight: as told at dawn, unless the vote or a departure says otherwise."""
    held = branch.the_vote_keeps_it(court.holder, court.told, eve)
    holder = held[0] if held else court.told
    civilians = eve.living(CIVILIAN)
    if holder in civilians:
        return holder
    return branch.passed_on(branch.Passing(eve, holder, (), civilians))[0]


def resolve(eve: Eve) -> Night:
    """One night: which messages hold, whom the blows kill, who rises, who keeps the branch next."""
    sifted = sift(deeds_of(eve), eve, messages.CHECKS)
    deeds, pending = latest(sifted, "GB-3.7a")
    raid = Raid(eve, eve.memory.holder, {d.by: d.targets[0] for d in deeds if _is_blow(d)})
    heard = [_struck(deed, raid) for deed in deeds]
    deeds = tuple(deed for deed, _ in heard)
    asked = (*pending, *(question for _, question in heard if question), *_holes(eve, deeds))
    deaths = _deaths(eve, deeds)
    fallen = tuple(death.player for death in deaths)
    alive = eve.left(fallen)
    dawn = _dawn(raid, deeds, alive)
    keeper, step = _next_keeper(eve, deeds, alive, dawn)
    promotions = _promotions(eve.roles, dawn.roles, dawn.steps, alive)
    return Night(
        NAME,
        eve.number,
        After(alive, dict(dawn.roles), replace(dawn.court, told=keeper)),
        _applied(deeds, keeper),
        deaths,
        promotions=promotions,
        branch=keeper,
        announce=announcing.at_dawn(eve, fallen, alive),
        private=_letters(eve, keeper, promotions, fallen),
        pending=(*asked, *dawn.pending),
        notes=(*_notes(eve), *messages.sent_by_day(deeds, eve)),
        trail=(*steps_of(deeds), *dawn.steps, *([step] if step else [])),
    )


def _is_blow(deed: Deed) -> bool:
    return deed.power == KILL and holds(deed) and bool(deed.targets)


def _struck(deed: Deed, raid: Raid) -> tuple[Deed, Question | None]:
    """A blow with what the clauses say became of it."""
    if not holds(deed) or deed.power != KILL:
        return deed, None
    if not deed.targets:
        return judged(deed, FAILED, "GB-3.7a", "没有写对象，当夜放弃", "forgone"), None
    heard = ask(BLOWS, "blow", deed.by, deed.targets[0], raid)
    if heard is None:
        asked = Question(f"{deed.by}的身份没有写，他对{deed.targets[0]}的杀人算不算？在 [[players]] 里补 role。")
        return judged(deed, FAILED, "GB-3.3a", "身份没有写", "role-unknown"), asked
    return replace(deed, status=heard.said.status, clauses=heard.clauses, reason=heard.said.reason), heard.question


def _deaths(eve: Eve, deeds: tuple[Deed, ...]) -> tuple[Death, ...]:
    """Who dies, in seat order: by the blows, or as it was announced."""
    slain: dict[str, list[Deed]] = {}
    for deed in deeds:
        if deed.power == KILL and deed.status == EFFECTIVE:
            slain.setdefault(deed.targets[0], []).append(deed)
    found = [
        Death(name, KILLED_BY.get(eve.roles[blow[0].by] or "", "被杀"), None, blow[0].clauses)
        for name, blow in slain.items()
    ]
    return eve.as_announced(found)


def _dawn(raid: Raid, deeds: tuple[Deed, ...], alive: tuple[str, ...]) -> Dawn:
    """Roles at dawn: who rose by the branch, who succeeds, whether a lone challenger is priest."""
    eve = raid.eve
    dawn = Dawn(eve.roles, eve.memory)
    hits = {deed.by: deed.targets[0] for deed in deeds if deed.power == KILL and deed.status == EFFECTIVE}
    if raid.holder is not None and raid.holder not in alive:
        breakers = tuple(by for by, at in hits.items() if at == raid.holder and raid.role(by) == ESCAPEE)
        dawn = succession.rise_by_the_branch(dawn, raid, breakers, alive)
    priest = next(iter(eve.living(PRIEST)), None)
    slayers = tuple(by for by, at in hits.items() if at == priest)
    if slayers and priest not in alive:
        dawn = succession.succeed_the_priest(dawn, raid, _counted(slayers, deeds, priest, eve), alive)
    return succession.the_only_challenger_is_priest(dawn, eve.roles, alive, eve.house)


def _counted(slayers: tuple[str, ...], deeds: tuple[Deed, ...], priest: str | None, eve: Eve) -> tuple[str, ...]:
    """Whose blows at the priest count when it is asked whether he was killed by one alone."""
    if eve.house["gb.mutual.cancels_hit"]:
        return slayers
    stopped = [d.by for d in deeds if d.status == STOPPED and d.targets[:1] == (priest,)]
    return (*slayers, *stopped)


def _next_keeper(
    eve: Eve, deeds: tuple[Deed, ...], alive: tuple[str, ...], dawn: Dawn
) -> tuple[str | None, Step | None]:
    civilians = tuple(name for name in alive if dawn.roles[name] == CIVILIAN)
    asked = [d.by for d in deeds if d.power == APPLY and holds(d) and eve.roles[d.by] == CIVILIAN]
    if eve.house["gb.applicant.dead"] == "drop":
        asked = [name for name in asked if name in civilians]
    return branch.passed_on(branch.Passing(eve, eve.memory.holder, tuple(asked), civilians))


def _applied(deeds: tuple[Deed, ...], keeper: str | None) -> tuple[Deed, ...]:
    """Applications with what came of them."""

    def told(deed: Deed) -> Deed:
        if deed.power != APPLY or not holds(deed):
            return deed
        if deed.by == keeper:
            return judged(deed, EFFECTIVE, "GB-3.2.1b", "下一夜由他保管金枝")
        return judged(deed, FAILED, "GB-3.2.1b", "金枝交给了别人" if keeper else "没有金枝可交")

    return tuple(told(deed) for deed in deeds)


def _promotions(
    before: Mapping[str, str | None], after: Mapping[str, str | None], steps: tuple[Step, ...], alive: tuple[str, ...]
) -> tuple[Promotion, ...]:
    changed = [name for name in alive if before[name] != after[name]]
    return tuple(
        Promotion(
            name,
            before[name] or "",
            after[name] or "",
            tuple(dict.fromkeys(step.clause for step in steps if step.who == name)),
        )
        for name in changed
    )


def _letters(
    eve: Eve, keeper: str | None, promotions: tuple[Promotion, ...], fallen: tuple[str, ...]
) -> tuple[Letter, ...]:
    risen = tuple(Letter(p.player, f"天亮了。从今天起你的身份由{p.from_}变为{p.to}。") for p in promotions)
    return (*risen, *announcing.the_keeper_is_told(eve, keeper), *announcing.last_words(fallen))


def _holes(eve: Eve, deeds: tuple[Deed, ...]) -> tuple[Question, ...]:
    """What the night cannot do without and the file does not say."""
    asked = []
    standing = [deed for deed in deeds if holds(deed) and deed.targets]
    unknown = dict.fromkeys(d.targets[0] for d in standing if eve.roles.get(d.targets[0]) is None)
    for name in unknown:
        if any(eve.roles[d.by] == CHALLENGER for d in standing if d.targets[0] == name):
            asked.append(Question(f"{name}的身份没有写，挑战者杀不杀得死他？在 [[players]] 里补 role。", ("GB-3.4a",)))
    for name in dict.fromkeys(d.by for d in deeds if d.power == APPLY and holds(d) and eve.roles[d.by] is None):
        asked.append(Question(f"{name}的身份没有写，他能不能申请保管金枝？在 [[players]] 里补 role。", ("GB-3.2.1b",)))
    if eve.memory.holder is None and eve.living(CIVILIAN) and any(map(holds, deeds)):
        asked.append(Question("不知道这一夜金枝在谁手里：在 [branch] 里写 cycle 和 holder。", ("GB-3.2.1a",)))
    return tuple(asked)


def _notes(eve: Eve) -> tuple[str, ...]:
    court: Court = eve.memory
    if court.told is None or court.told == court.holder:
        return ()
    if eve.top == court.holder:
        return (f"天亮时曾告知{court.told}保管金枝；{court.holder}白天得票唯一最高，金枝留在他手中(GB-3.2.1c)。",)
    return (f"天亮时曾告知{court.told}保管金枝；他已不在游戏里，传给{court.holder}(GB-3.2.1d)。",)
