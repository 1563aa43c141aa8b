"""The game file, field by field: one table for the reader, the editor schema and the documentation.

`holds` says what a value may be; `who` whose names it takes (those are looked up, see game_names). The words for the
judge are Chinese; keys are the file's own.
"""

from __future__ import annotations

from typing import Final, Literal

from parsers.values import dataclass

Holds = Literal["text", "texts", "word", "whole", "number", "flag", "time", "name", "names", "post"]
Who = Literal["player", "choice", "substitute", "account", ""]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of one table. `choices` empty: any; `least`: smallest number; `open_`: choices come from the rule set."""

    key: str
    holds: Holds
    about: str
    needed: bool = False
    choices: tuple[str, ...] = ()
    least: float | None = None
    who: Who = ""
    open_: Literal["stage", "role", "power", ""] = ""
    default: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file; `many`: written [[name]], any number of times."""

    name: str
    about: str
    fields: tuple[Field, ...]
    many: bool = True

    def field(self, key: str) -> Field | None:
        """The field of that key, if there is one."""
        return next((field for field in self.fields if field.key == key), None)


THREAD_KINDS: Final = ("roster", "discussion", "vote", "last-words", "chat", "rules")
READS: Final = ("vote", "change", "abstain", "unvote", "none")
CAUSES: Final = ("substitution", "outage", "runoff")


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event: the keys it cannot do without (`a|b`: one of them), and what it tells."""

    kind: str
    about: str
    needs: tuple[str, ...] = ("player|players",)


EVENTS: Final = (
    EventKind("death", "死亡(夜里被杀等)，cause 写死因"),
    EventKind("execution", "投票处决"),
    EventKind("imprison", "囚禁"),
    EventKind("faint", "昏厥"),
    EventKind("mad", "进入癫狂"),
    EventKind("sane", "癫狂解除"),
    EventKind("departure", "退出"),
    EventKind("expelled", "罚下、出局"),
    EventKind("penalty", "罚分，points 写分数", ("player|players", "points")),
    EventKind("substitution", "换人：player 下，by 上", ("player", "by")),
    EventKind("reply", "替补答应上场", ("player",)),
    EventKind("returned", "要被换下的人回来了"),
    EventKind("leave", "请假，from 起 to 止"),
    EventKind("extension", "延时，hours 是一共延几小时", ("stage", "hours")),
    EventKind("transition", "宣布进入交替期", ()),
    EventKind("summon", "召唤死者投票", ("player|players", "stage")),
    EventKind("resignation", "辞职"),
    EventKind("elected", "当选"),
    EventKind("lots", "抽签定人"),
    EventKind("top", "当天最高票而没有被处决的人"),
    EventKind("reveal", "公布身份"),
    EventKind("sheriff", "谁当警长；不写 player 就是空缺", ()),
    EventKind("fool", "白痴装傻"),
    EventKind("no-vote", "不得投票"),
    EventKind("nightfall", "天黑", ()),
    EventKind("dawn", "天亮", ()),
    EventKind("mourning", "进入默哀期", ()),
)
EVENT_KINDS: Final = tuple(event.kind for event in EVENTS)

GAME: Final = Table(
    "game",
    "这一局",
    (
        Field("title", "text", "局名"),
        Field("rules", "text", "规则：名称或中文名，见 referee rules；或自己的 .toml 规则文件", default="plain"),
        Field("timezone", "text", "论坛时钟的时区", default="Asia/Shanghai"),
        Field("judges", "texts", "法官的账号"),
    ),
    many=False,
)
HOUSE: Final = Table(
    "house", "本局的开关，名字见 referee rules 名称；值是 true、false、数字或引号里的词", (), many=False
)
PLAYERS: Final = Table(
    "players",
    "玩家，一人一项",
    (
        Field("name", "text", "下场的账号(马甲)", needed=True),
        Field("number", "whole", "座位号", least=0),
        Field("aliases", "texts", "别名，投票时认得"),
        Field("role", "word", "身份，不公开", open_="role"),
        Field("real", "text", "马甲的主人，不公开"),
        Field("uid", "post", "论坛的用户编号；账号改了名也认得"),
    ),
)
SUBSTITUTES: Final = Table(
    "substitutes",
    "替补，按报名先后",
    (
        Field("name", "text", "替补的账号", needed=True),
        Field("aliases", "texts", "别名"),
        Field("real", "text", "马甲的主人，不公开"),
    ),
)
THREADS: Final = Table(
    "threads",
    "这一局的帖子",
    (
        Field("url", "text", "地址，或存下的页面、文件夹(从游戏文件所在的文件夹找起)", needed=True),
        Field("kind", "word", "作什么用", choices=THREAD_KINDS, default="vote"),
        Field("stage", "word", "只管这一个阶段"),
    ),
)
STAGES: Final = Table(
    "stages",
    "阶段，一次投票一项；夜晚的起止要紧时也写",
    (
        Field("id", "text", "名字，一局里不重复", needed=True),
        Field("kind", "word", "哪一种投票，由规则定；night 是夜晚", needed=True, open_="stage"),
        Field("day", "whole", "第几天", least=0),
        Field("opens", "time", "开始"),
        Field("closes", "time", "截止；金枝的生死投票不写就按规则 5.5 算"),
        Field("after", "word", "接在哪个阶段后面(对决、辩论)"),
        Field("candidates", "names", "可以投谁；不写就由规则和前面的阶段定", who="player"),
        Field("seats", "whole", "补选几个席位", least=1),
        Field("jurors", "names", "陪审团是谁；不写就由前面的阶段定", who="player"),
    ),
)
BRANCH: Final = Table(
    "branch",
    "金枝：平民的顺序和第一夜谁拿着金枝，不公开",
    (
        Field("cycle", "names", "平民，顺时针", needed=True, who="player"),
        Field("holder", "name", "第一夜金枝在谁手里", who="player"),
    ),
    many=False,
)
EVENTS_TABLE: Final = Table(
    "events",
    "当众宣布过的事，按先后",
    (
        Field("at", "time", "宣布的时刻", needed=True),
        Field("kind", "word", "什么事", needed=True, choices=EVENT_KINDS),
        Field("player", "name", "是谁", who="player"),
        Field("players", "names", "是哪些人", who="player"),
        Field("by", "name", "换人时上场的替补", who="substitute"),
        Field("cause", "text", "原因；延时写 substitution、outage 或 runoff"),
        Field("stage", "word", "哪个阶段"),
        Field("hours", "number", "一共延长几小时", least=0),
        Field("points", "number", "罚几分"),
        Field("from", "time", "从什么时候"),
        Field("to", "time", "到什么时候"),
        Field("until", "time", "到什么时候截止"),
    ),
)
DELEGATIONS: Final = Table(
    "delegations",
    "私下托法官代投的票",
    (
        Field("stage", "word", "哪个阶段", needed=True),
        Field("voter", "name", "谁的票", needed=True, who="player"),
        Field("target", "name", "投谁；弃权写 弃权", who="choice"),
        Field("targets", "names", "一票几个名字时", who="choice"),
        Field("at", "time", "托付的时刻", needed=True),
        Field("published", "time", "法官公布的时刻"),
        Field("conditional", "flag", "带条件，或让别人替他选：作废"),
    ),
)
ACTIONS: Final = Table(
    "actions",
    "夜里的行动，不公开",
    (
        Field("night", "whole", "第几夜", least=0),
        Field("stage", "word", "九天的阴谋：对决平票后，杀手在哪个阶段里选"),
        Field("by", "name", "谁；合杀写送信的人", who="player"),
        Field("power", "word", "用什么", needed=True, open_="power"),
        Field("target", "name", "对谁", who="player"),
        Field("targets", "names", "对哪几个", who="player"),
        Field("at", "time", "交给法官的时刻"),
        Field("to", "name", "交给了谁", who="account"),
        Field("text_length", "whole", "宣言有多少字", least=0),
        Field("accepted", "flag", "false：法官没有通过这篇宣言"),
        Field("story", "flag", "杀手写了当夜的剧情：不问字数"),
        Field("drawn", "flag", "无人伤亡：今夜抽到的狼"),
        Field("main", "flag", "九天的阴谋：false：没有写主杀，by 只是发信人"),
    ),
)
RULINGS: Final = Table(
    "rulings",
    "法官对某一帖的裁定，总是算数",
    (
        Field("thread", "text", "哪个帖子；只有一个帖子时可以不写"),
        Field("post", "post", "帖子编号(pid)"),
        Field("floor", "whole", "楼层；与 post 写一样就够", least=0),
        Field("reads", "word", "算作什么", needed=True, choices=READS),
        Field("targets", "names", "投给谁；弃权写 弃权", who="choice"),
        Field("why", "text", "理由，会写进战报"),
    ),
)
TABLES: Final = (
    GAME,
    HOUSE,
    PLAYERS,
    SUBSTITUTES,
    THREADS,
    STAGES,
    BRANCH,
    EVENTS_TABLE,
    DELEGATIONS,
    ACTIONS,
    RULINGS,
)
