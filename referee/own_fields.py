"""A rule set of one's own, field by field: one table for its reader and its documentation.

A table may be written once (`[tie]`) or once for some kinds of stage each (`[[tie]]` with `stages`). What is not
written stays as the rule set has it that this one is built on.
"""

from __future__ import annotations

from typing import Final

from referee.game_fields import Field, Table

STEPS: Final = (
    *("runoff", "revote", "sheriff", "decider", "earlier", "later"),
    *("parity", "lot", "nobody", "all"),
)
EFFECTS: Final = ("execute", "imprison", "sheriff", "elect", "recall", "reveal", "top", "none")
SILENCES: Final = ("abstain", "self-vote", "nobody", "warning", "out", "exempt")
STAGES: Final = Field("stages", "texts", "只管这几种阶段；不写就是全部")

HEAD: Final = Table(
    "",
    "这套规则",
    (
        Field("base", "word", "建立在哪套规则上：名称或中文名", needed=True),
        Field("name", "word", "名称；不写就是文件名"),
        Field("title", "text", "中文名"),
        Field("secret_until_close", "flag", "截止之前不公布票数"),
    ),
    many=False,
)
SWITCHES: Final = Table("switches", "原有规则的开关在这套规则里的默认，名字见 referee rules 名称", (), many=False)
KINDS: Final = Table(
    "kinds",
    "增加一种阶段，或改动已有的",
    (
        Field("kind", "word", "名称，游戏文件里 stages 的 kind", needed=True),
        Field("title", "text", "中文名"),
        Field("hours", "number", "通常多少小时", least=0),
        Field("follows", "flag", "接在另一次投票后面，在它留下的人里投(对决)"),
    ),
)
BALLOT: Final = Table(
    "ballot",
    "怎样才算一票",
    (
        STAGES,
        Field("names", "whole", "一票写几个名字", least=1),
        Field("fewer", "flag", "可以写不满；false：写不满作废"),
        Field("too_many", "word", "名字写多了：问法官 | 作废 | 取前几个", choices=("ask", "void", "first")),
        Field("format", "texts", "选票要独占一行的格式，{} 处写名字；可以列几种"),
        Field("abstain", "word", "弃权：可以 | 不算，可再投 | 不算，且用掉了", choices=("allowed", "void", "spent")),
        Field("silence", "word", "没有投给谁的人当作什么", choices=SILENCES),
        Field(
            "edited",
            "word",
            "编辑过的票：按存下的原文，没有就问法官 | 一律问法官 | 作废 | 当弃权 | 当投自己",
            choices=("original", "ask", "void", "abstain", "self-vote"),
        ),
    ),
)
CHANGE: Final = Table(
    "change",
    "改票；写了这张表，原有规则的改票条款全部不用",
    (
        STAGES,
        Field("limit", "whole", "每人可改几次；0 是投了不许改，不写是不限", least=0),
        Field("from_minutes", "number", "开始多少分钟之后才许改", least=0),
        Field("stops_minutes", "number", "截止前多少分钟起不许改", least=0),
        Field("withdraw", "flag", "可以撤票；false：不许"),
        Field("withdraw_first", "flag", "先撤票才能改投(所投的人已出局的不必)"),
    ),
)
VOTERS: Final = Table(
    "voters",
    "谁不能投",
    (
        STAGES,
        Field("candidates", "flag", "候选人能不能投；false：不能(竞选、平票对决)"),
        Field("without_vote", "texts", "没有投票权的身份"),
    ),
)
OUTCOME: Final = Table(
    "outcome",
    "票数怎样定结果",
    (
        STAGES,
        Field("from_day", "whole", "从第几天起；几张表都合适时，天数最大的一张", least=0),
        Field("out", "whole", "定出几个人", least=1),
        Field("effect", "word", "定出的人怎样；不写就照原有规则", choices=EFFECTS),
        Field("needs", "word", "要多少票：最多就行 | 至少一半 | 过半", choices=("most", "half", "majority")),
        Field(
            "base", "word", "一半是谁的一半：可投票的人 | 投了票的 | 投了人的", choices=("voters", "ballots", "named")
        ),
        Field("at_least", "number", "至少几票", least=0),
        Field("quorum", "whole", "至少几个人投了票，否则无人", least=0),
        Field("ends", "word", "提前结束：有人到了过半(一半) | 人人都投了", choices=("majority", "half", "all-voted")),
        Field("no_execution", "texts", "可以投给“无人”，写在票上的词；第一个是报告里的叫法"),
    ),
)
TIE: Final = Table(
    "tie",
    "并列怎么分，一步一步来",
    (
        STAGES,
        Field("chain", "texts", "依次试的办法", needed=True, choices=STEPS),
        Field("decider", "text", "decider：由哪个身份(或玩家)所投的人定"),
        Field("number", "word", "parity：看最后一票的哪个数的末位", choices=("floor", "pid", "minute")),
        Field("odd", "word", "parity：单数时定先到的还是后到的", choices=("earlier", "later")),
    ),
)
WEIGHTS: Final = Table(
    "weights",
    "谁的票算几票",
    (
        Field("sheriff", "flag", "警长"),
        Field("role", "text", "某个身份"),
        Field("player", "text", "某个玩家"),
        Field("weight", "number", "算几票", needed=True, least=0),
    ),
)
THRESHOLDS: Final = Table(
    "thresholds",
    "谁要多几票或少几票才过半",
    (
        Field("role", "text", "某个身份"),
        Field("player", "text", "某个玩家"),
        Field("add", "number", "加几票，少几票写负数", needed=True),
    ),
)
TABLES: Final = (SWITCHES, KINDS, BALLOT, CHANGE, VOTERS, OUTCOME, TIE, WEIGHTS, THRESHOLDS)
# Tables whose rows each bind some kinds of stage, no kind twice (save outcomes of different days).
BY_STAGE: Final = ("ballot", "change", "voters", "outcome", "tie")
