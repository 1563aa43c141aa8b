"""The judge's words for the codes of the contract: one place, so that every face says the same."""

from __future__ import annotations

RULES = {
    "golden-bough": "金枝",
    "game-twelve": "游戏十二",
    "nine-days": "九天的阴谋",
    "no-casualties": "无人伤亡",
    "plain": "通用(最后一票有效，票多者领先)",
}
STAGES = {
    "vote": "投票",
    "life-or-death": "生死投票",
    "trial": "试探性投票",
    "debate": "可疑者辩论投票",
    "runoff": "高票对决",
    "sheriff": "竞选警长",
    "imprison": "囚禁投票",
    "election": "选举投票",
    "recall": "罢免投票",
    "by-election": "补选投票",
    "jury": "陪审团裁决",
    "execution": "处决投票",
    "night": "夜晚",
}
KINDS = {
    "vote": "投票",
    "change": "改票",
    "abstain": "弃权",
    "unvote": "撤票",
    "delegated": "代投",
    "dead": "死者票",
    "imputed": "规则补记",
}
STATUSES = {"counted": "有效", "superseded": "被取代", "void": "无效", "pending": "待裁"}
CODES = {
    "counted": "计入",
    "ruled": "法官裁定",
    "superseded": "被后一票取代",
    "early": "早于开始",
    "late": "晚于截止",
    "over-limit": "改票次数用完",
    "change-closed": "改票时间已过",
    "locked": "已锁定，先投的算",
    "edited": "原帖编辑过",
    "not-a-player": "不是玩家",
    "dead-voter": "投票人已出局",
    "replaced-player": "已被替换",
    "dropped": "投后失去资格",
    "no-vote": "无投票权",
    "not-a-candidate": "不在候选之列",
    "dead-target": "所投之人已出局",
    "immune": "所投之人豁免",
    "not-a-juror": "不是陪审员",
    "conditional": "带条件",
    "unclear": "看不明确",
    "too-many-names": "名字太多",
    "added-later": "后补的名字",
    "abstain-not-allowed": "不许弃权",
    "delegation-lapsed": "委托失效",
    "published": "委托已公布",
    "proxy": "不得代投",
    "duplicate": "重复同一票",
    "deleted": "帖子已删",
    "imputed": "规则补记",
}
TREATED = {
    "self-vote": "算投自己",
    "nobody": "不算给任何人",
    "warning": "警告",
    "out": "出局",
    "exempt": "请假，免",
    "abstain": "算弃权",
}


def of(table: dict[str, str], code: str) -> str:
    """The Chinese for a code; an unknown code (a third party's rule set) stands for itself."""
    return table.get(code, code)
