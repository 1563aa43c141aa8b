"""What each rule set knows: its names, kinds of stage, roles, powers. The words a game file may use.

Only words; what they mean is in the rule sets themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parsers.folding import fold_name as folded
from parsers.values import dataclass
from referee import switches
from referee.switches import Switch

if TYPE_CHECKING:
    from referee.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Kinds:
    """The vocabulary of one rule set. An empty tuple of words leaves the point open: any is taken.

    `night` is the number of the first night; `branch` whether [branch] means something.
    """

    name: str
    titles: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    night: int = 1
    branch: bool = False
    switches: tuple[Switch, ...] = switches.EVERYWHERE
    book: Rulebook | None = None

    @property
    def titled(self) -> str:
        """Its Chinese title where it has one."""
        return self.titles[0] if self.titles else self.name


GOLDEN_BOUGH: Final = Kinds(
    "golden-bough",
    ("金枝",),
    stages=("vote", "life-or-death"),
    roles=("平民", "逃奴", "祭司", "挑战者"),
    powers=("杀人", "申请保管金枝"),
    branch=True,
    switches=(*switches.EVERYWHERE, *switches.GOLDEN_BOUGH),
)
GAME_TWELVE: Final = Kinds(
    "game-twelve",
    ("游戏十二",),
    stages=("election", "recall", "by-election", "jury", "execution", "runoff"),
    roles=("杀手", "庶民", "束魂", "诅咒", "庇佑", "蝴蝶夫人"),
    powers=("杀人", "束魂", "诅咒", "庇佑", "共舞", "祈祷"),
    switches=(*switches.EVERYWHERE, *switches.GAME_TWELVE),
)
NINE_DAYS: Final = Kinds(
    "nine-days",
    ("九天的阴谋", "九天"),
    stages=("trial", "debate", "runoff"),
    roles=("杀手", "警察", "银针使者", "平民"),
    powers=("暗杀", "施毒", "查证", "选择"),
    switches=(*switches.EVERYWHERE, *switches.NINE_DAYS),
)
NO_CASUALTIES: Final = Kinds(
    "no-casualties",
    ("无人伤亡",),
    stages=("sheriff", "imprison"),
    roles=("狼人", "白狼", "村民", "先知", "女巫", "守卫", "长老", "猎人", "白痴", "爱神", "吹笛"),
    powers=(
        *("爱神之箭", "归群", "守护之盾", "隔音之盾", "吹笛", "预言"),
        *("杀人", "撕咬", "解药", "毒药", "麻醉", "殉职", "装傻"),
    ),
    night=0,
    switches=(*switches.EVERYWHERE, *switches.NO_CASUALTIES),
)
PLAIN: Final = Kinds("plain", ("通用", "普通", "普通投票"), stages=("vote",))

KINDS: Final = (GOLDEN_BOUGH, GAME_TWELVE, NINE_DAYS, NO_CASUALTIES, PLAIN)

# Where a file names a rule set nobody knows, its other words are held against all of them.
ANY: Final = Kinds(
    "?",
    ("哪套规则都",),  # as a fault says it: 哪套规则都没有 “votes” 这种阶段
    stages=tuple(dict.fromkeys(word for kind in KINDS for word in kind.stages)),
    powers=tuple(dict.fromkeys(word for kind in KINDS for word in kind.powers)),
    night=0,
    branch=True,
    switches=tuple(dict.fromkeys(switch for kind in KINDS for switch in kind.switches)),
)
NIGHT: Final = "night"  # a stage of every rule set: the limits of a night


def named(kinds: tuple[Kinds, ...], rules: str) -> Kinds | None:
    """The rule set of that name or Chinese title; case, blanks, 《》『』 and the like around a title do not matter."""
    bare = folded(rules.strip().strip("《》『』「」“”\"'").replace("_", "-"))
    return next((kind for kind in kinds if bare in {folded(word) for word in (kind.name, *kind.titles)}), None)


def of_book(book: Rulebook) -> Kinds:
    """The words of a rule set that is not built in: its own stages and switches, its roles and powers those of the one
    it is built on, and any where there is none."""
    known = named(KINDS, book.plays)
    return Kinds(
        book.name,
        (book.title,),
        stages=tuple(kind.name for kind in book.kinds),
        roles=known.roles if known else (),
        powers=known.powers if known else (),
        night=known.night if known else 0,
        branch=known.branch if known else True,
        switches=book.switches,
        book=book,
    )
