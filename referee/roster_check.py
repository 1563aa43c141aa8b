"""Does the cast fit the rule set: how many of each identity, how many substitutes. Told to the judge, never a stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from referee.game import Game
from referee.rulebook import clause

GOLDEN_BOUGH: Final = {"平民": 7, "逃奴": 5, "祭司": 1}
GAME_TWELVE: Final = {"杀手": 2, "庶民": 3, "束魂": 1, "诅咒": 1, "庇佑": 1, "蝴蝶夫人": 1}
NINE_DAYS: Final = {"杀手": 4, "警察": 3, "银针使者": 1}
# Players → wolves, villagers, and the single identities that are in play.
SINGLES: Final = {
    6: (2, 3, "女巫"),
    7: (2, 4, "女巫"),
    8: (2, 4, "女巫 爱神"),
    9: (2, 5, "女巫 爱神"),
    10: (3, 4, "先知 女巫 爱神"),
    11: (3, 5, "先知 女巫 爱神"),
    12: (3, 4, "先知 女巫 守卫 爱神 吹笛"),
    13: (3, 5, "先知 女巫 守卫 爱神 吹笛"),
    14: (3, 5, "先知 女巫 守卫 猎人 爱神 吹笛"),
    15: (4, 5, "先知 女巫 守卫 猎人 爱神 吹笛"),
    16: (4, 5, "先知 女巫 守卫 长老 猎人 爱神 吹笛"),
    17: (4, 6, "先知 女巫 守卫 长老 猎人 爱神 吹笛"),
    18: (4, 6, "先知 女巫 守卫 长老 猎人 白痴 爱神 吹笛"),
    19: (4, 6, "先知 女巫 守卫 长老 猎人 白痴 爱神 吹笛 白狼"),
    20: (4, 7, "先知 女巫 守卫 长老 猎人 白痴 爱神 吹笛 白狼"),
}


def roster_notes(game: Game) -> tuple[str, ...]:
    """What of the cast is not as the rule set has it; nothing where the roster is inferred."""
    check = {
        "golden-bough": golden_bough,
        "game-twelve": game_twelve,
        "nine-days": nine_days,
        "no-casualties": no_casualties,
    }.get(game.rules)
    return check(game) if check and game.players and not game.inferred else ()


def _cast(game: Game) -> Counter[str] | None:
    """How many of each identity; None where somebody's is not told."""
    roles = [player.role for player in game.players]
    return None if None in roles else Counter(role for role in roles if role)


def _held(cast: Counter[str] | None, wanted: Mapping[str, int], ids: str, total: int, found: int) -> tuple[str, ...]:
    if cast is None:
        return () if found == total else (f"规则是 {total} 人，游戏文件里有 {found} 人({ids})。",)
    wrong = [f"{role} {cast[role]} 人，应为 {number} 人" for role, number in wanted.items() if cast[role] != number]
    strange = [role for role in cast if role not in wanted]
    wrong += [f"没有{role}这种身份" for role in strange]
    return (f"身份与规则不符：{'；'.join(wrong)}({ids})。",) if wrong else ()


def _few_substitutes(game: Game, least: int, id_: str) -> tuple[str, ...]:
    count = len(game.substitutes)
    return () if count >= least else (f"替补 {count} 人，规则要求至少 {least} 人({id_})。",)


@clause("GB-1a", asks="roster")
@clause("GB-2", asks="roster")
def golden_bough(game: Game) -> tuple[str, ...]:
    """Thirteen players: seven civilians, five escapees each for himself, one priest; at least two substitutes."""
    cast = _held(_cast(game), GOLDEN_BOUGH, "GB-1a", 13, len(game.players))
    return (*cast, *_few_substitutes(game, 2, "GB-2"))


@clause("G12-1a", asks="roster")
@clause("G12-1b", asks="roster")
def game_twelve(game: Game) -> tuple[str, ...]:
    """Nine players: two killers, three commoners, one of each specialist; at least two substitutes."""
    cast = _held(_cast(game), GAME_TWELVE, "G12-1a", 9, len(game.players))
    return (*cast, *_few_substitutes(game, 2, "G12-1b"))


@clause("ND-2.1.2a", asks="roster")
@clause("ND-2.1.3a", asks="roster")
@clause("ND-2.1.5", asks="roster")
def nine_days(game: Game) -> tuple[str, ...]:
    """Fifteen or sixteen players: four killers, three police, the Needle, seven or eight civilians."""
    total = len(game.players)
    size = 16 if total == 16 else 15
    wanted = NINE_DAYS | {"平民": size - 8}
    return _held(_cast(game), wanted, "ND-2.1.2a、2.1.3a、2.1.5", size, total)


@clause("NC-roster", asks="roster")
def no_casualties(game: Game) -> tuple[str, ...]:
    """Six to twenty players, each number with its own row of identities."""
    total = len(game.players)
    if total not in SINGLES:
        return (f"规则的身份分配表只有 6 到 20 人，这一局 {total} 人(NC-roster)。",)
    wolves, villagers, singles = SINGLES[total]
    wanted = {"狼人": wolves, "村民": villagers} | dict.fromkeys(singles.split(), 1)
    return _held(_cast(game), wanted, "NC-roster", total, total)
