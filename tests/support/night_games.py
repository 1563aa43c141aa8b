"""Games told in a line per night: who does what to whom. Whatever a night computes is announced at its dawn.

"鸦→松130 狐→松 桂+"      鸦 kills 松 with a declaration of 130 characters, 狐 kills 松, 桂 asks for the branch
"乌束→梅 乙杀→梅150@N3"   the power's first character may stand before the arrow
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from referee.game import Action, Branch, Event, Game, Player
from referee.nights import Night, night_of
from referee.nights.calendar import RHYTHMS, rhythm

START = datetime(2010, 3, 1, 20, 0)
WORD = re.compile(
    r"(?P<by>\w)(?P<power>[^\W\d_]*)(?:→(?P<targets>[^\W\d_、]+(?:、[^\W\d_]+)*)?(?P<length>\d+)?|(?P<ask>\+))(?P<mark>[!*?]*)"
)

BOUGH = {"平民": "松柏竹梅兰菊桂", "逃奴": "狐狼鹿兔獾", "祭司": "鸦"}
DAYS = {"杀手": "子丑寅卯", "警察": "辰巳午", "银针使者": "未", "平民": "申酉戌亥金木水"}
CAST = {
    "狼人": "甲乙丙丁",
    "村民": "子丑寅卯辰巳",
    "先知": "未",
    "女巫": "申",
    "守卫": "酉",
    "长老": "戌",
    "猎人": "亥",
    "白痴": "金",
    "爱神": "木",
    "吹笛": "水",
    "白狼": "火",
}
TWELVE = {"杀手": "甲乙", "庶民": "丙丁戊", "束魂": "己", "诅咒": "庚", "庇佑": "辛", "蝴蝶夫人": "壬"}


@dataclass(frozen=True, slots=True)
class Words:
    """How a rule set's lines are read: the short forms of its powers, and the power a bare arrow means by role."""

    powers: dict[str, str]
    bare: dict[str, str] = field(default_factory=dict)


SKILLS = """箭=爱神之箭 归=归群 盾=守护之盾 隔=隔音之盾 吹=吹笛 验=预言 杀=杀人
    咬=撕咬 解=解药 毒=毒药 麻=麻醉 殉=殉职 装=装傻"""
LANGUAGE = {
    "golden-bough": Words({"": "杀人", "+": "申请保管金枝"}),
    "game-twelve": Words(
        {"杀": "杀人", "束": "束魂", "咒": "诅咒", "佑": "庇佑", "舞": "共舞", "祷": "祈祷"},
        {"杀手": "杀人", "庶民": "祈祷", "束魂": "束魂", "诅咒": "诅咒", "庇佑": "庇佑", "蝴蝶夫人": "共舞"},
    ),
    "no-casualties": Words(
        dict(pair.split("=") for pair in SKILLS.split()),
        {"狼人": "杀人", "白狼": "撕咬", "先知": "预言", "吹笛": "吹笛", "猎人": "麻醉", "爱神": "爱神之箭"},
    ),
    "nine-days": Words(
        {"暗": "暗杀", "毒": "施毒", "查": "查证"},
        {"杀手": "暗杀", "警察": "查证", "银针使者": "施毒"},
    ),
}


def cast(roles: dict[str, str]) -> tuple[Player, ...]:
    """A roster: one player per character, numbered in order."""
    named = [(name, role) for role, names in roles.items() for name in names]
    return tuple(Player(name, number, role=role) for number, (name, role) in enumerate(named, start=1))


def night_start(rules: str, number: int) -> datetime:
    """When night `number` of such a game begins."""
    beat = RHYTHMS[rules]
    return START + beat.round * (number - beat.first)


def messages(game: Game, number: int, line: str) -> tuple[Action, ...]:
    """The actions of one night, a minute apart from its second hour on."""
    found = []
    for minute, word in enumerate(line.split()):
        read = WORD.fullmatch(word)
        assert read, f"not a message: {word}"
        at = night_start(game.rules, number) + timedelta(hours=1, minutes=minute)
        targets = tuple((read["targets"] or "").split("、")) if read["targets"] else ()
        length = int(read["length"]) if read["length"] else None
        found.append(Action(read["by"], _power(game, read), targets, number, at=at, text_length=length))
    return tuple(found)


def _power(game: Game, read: re.Match[str]) -> str:
    words = LANGUAGE[game.rules]
    short = "+" if read["ask"] else read["power"]
    if short in words.powers:
        return words.powers[short]
    role = next(player.role for player in game.players if player.name == read["by"])
    return words.bare[role or ""]


def day_event(game: Game, number: int, kind: str, player: str) -> Event:
    """Something announced as the result of the day that ends when night `number` begins."""
    return Event(night_start(game.rules, number) - timedelta(minutes=5), kind, player)


def dawn_events(game: Game, night: Night) -> tuple[Event, ...]:
    """The announcement of a night's dead, or of its unconscious and mad."""
    at = night_start(game.rules, night.number) + rhythm(game).night + timedelta(minutes=10)
    known = {(e.kind, e.player) for e in game.events}
    states = [(s.state, s.player) for s in night.states if s.state in ("faint", "mad")]
    freed = [Event(at, "sane", name) for kind, name in known if kind == "mad" and ("mad", name) not in states and name]
    fresh = [Event(at, kind, name) for kind, name in states if (kind, name) not in known]
    return (*(Event(at, "death", death.player) for death in night.deaths), *fresh, *freed)


def played(game: Game, nights: dict[int, str], days: dict[int, tuple[str, str]] | None = None) -> Game:
    """The game with its nights sent and each but the last announced as computed.

    `days`: by the night that follows, (event kind, player).
    """
    for number in sorted(nights):
        if days and number in days:
            game = replace(game, events=(*game.events, day_event(game, number, *days[number])))
        game = replace(game, actions=(*game.actions, *messages(game, number, nights[number])))
        if number != max(nights):
            game = announced(game, night_of(game, number))
    return game


def announced(game: Game, night: Night) -> Game:
    """The game with a night's dead made public."""
    return replace(game, events=(*game.events, *dawn_events(game, night)))


def bough(nights: dict[int, str], days: dict[int, tuple[str, str]] | None = None, **house: object) -> Game:
    """A game of 金枝: civilians 松柏竹梅兰菊桂 clockwise, 竹 keeps the branch on night 1."""
    switches = {name.replace("__", "."): value for name, value in house.items()}
    game = Game("林中", "golden-bough", judges=("神的使者",), house=switches, players=cast(BOUGH))
    return played(replace(game, branch=Branch(tuple(BOUGH["平民"]), "竹")), nights, days)


def twelve(nights: dict[int, str], days: dict[int, tuple[str, str]] | None = None, **house: object) -> Game:
    """A game of 游戏十二: killers 甲乙, commoners 丙丁戊, binder 己, curser 庚, blesser 辛, Butterfly 壬."""
    switches = {name.replace("__", "."): value for name, value in house.items()}
    game = Game("十二夜", "game-twelve", judges=("神的使者",), house=switches, players=cast(TWELVE))
    return played(game, nights, days)


def nine(nights: dict[int, str], days: dict[int, tuple[str, str]] | None = None, **house: object) -> Game:
    """A game of 九天的阴谋: killers 子丑寅卯, police 辰巳午, the Needle 未, civilians 申酉戌亥金木水."""
    switches = {name.replace("__", "."): value for name, value in house.items()}
    game = Game("九天", "nine-days", judges=("法官",), house=switches, players=cast(DAYS))
    return played(game, nights, days)


def casualties(nights: dict[int, str], days: dict[int, tuple[str, str]] | None = None, **house: object) -> Game:
    """A game of 无人伤亡: wolves 甲乙丙丁, villagers 子丑寅卯辰巳, seer 未, witch 申, guard 酉, elder 戌, hunter 亥,
    idiot 金, cupid 木, piper 水, white wolf 火. Without another arrow 子 and 丑 are lovers."""
    switches = {name.replace("__", "."): value for name, value in house.items()}
    game = Game("树洞", "no-casualties", house=switches, players=cast(CAST))
    return played(game, {0: "木→子、丑"} | nights, days)


def fates(night: Night) -> str:
    """What a night brought, in a line: the dead, who rose, who keeps the branch."""
    parts = ["".join(death.player for death in night.deaths) or "—"]
    parts += [f"{p.player}{p.to}" for p in night.promotions]
    return " ".join(parts)
