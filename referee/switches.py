"""House switches: where a document is silent or says two things, the reading a house plays by. Data only.

A switch has a dotted name, the values it takes (the first is the default), the point it settles (`C-…`), the clauses
it touches and one line of Chinese for the judge. `referee rules NAME` prints them; a game file sets them in `[house]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from parsers.values import dataclass

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Switch:
    """One house switch.

    `values`: what it takes, the default first. `number`: any number is taken besides. `pattern`: a prefix that takes a
    number after it ("fixed_hours:"), or "+" for numbers joined by it. `says`: what it decides, in Chinese.
    """

    name: str
    values: tuple[Value, ...]
    point: str
    clauses: tuple[str, ...]
    says: str
    number: bool = False
    pattern: str = ""

    @property
    def default(self) -> Value:
        """The value that decides where the game file says nothing."""
        return self.values[0]

    def takes(self, value: object) -> bool:
        """Whether `value` may be given; `true` is not 1."""
        if any(value == known and isinstance(value, bool) == isinstance(known, bool) for known in self.values):
            return True
        if self.number and isinstance(value, int | float) and not isinstance(value, bool):
            return value >= 0
        return isinstance(value, str) and bool(self.pattern) and self._fits(value)

    def _fits(self, value: str) -> bool:
        if self.pattern == "+":
            return all(part.isdigit() for part in value.split("+"))
        return value.startswith(self.pattern) and value.removeprefix(self.pattern).isdigit()

    def allowed(self) -> str:
        """What it takes, for a fault message."""
        words = [shown(value) for value in self.values]
        if self.number:
            words.append("其他数字")
        if self.pattern:
            words.append("数字用 + 连接" if self.pattern == "+" else f'"{self.pattern}N"')
        return " | ".join(words)


def shown(value: Value) -> str:
    """A value as the game file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _switch(
    name: str, values: Iterable[Value], where: str, says: str, number: bool = False, pattern: str = ""
) -> Switch:
    point, *clauses = where.split()
    return Switch(name, tuple(values), point, tuple(clauses), says, number, pattern)


EVERYWHERE = (
    _switch("time.boundary", ("half_open", "closed"), "C-ALL-01", "截止那一分钟算不算在内(half_open 不算)"),
    _switch("within.inclusive", (True, False), "C-ALL-02", "“多少小时之内”含不含满点那一刻"),
    _switch(
        "vote.edit_policy",
        ("original_else_prompt", "treat_as_change_at_edit_time", "void"),
        "C-ALL-03",
        "编辑过的票：按存下的原文，没有就问法官 | 当作编辑时改票 | 作废",
    ),
    _switch("vote.self", ("allowed", "void"), "C-ALL-04", "可否投自己"),
    _switch(
        "vote.void_target", ("not_cast", "cast_as_void"), "C-ALL-05", "投给不能投的人：不算投过，可重投 | 这一票用掉了"
    ),
    _switch("vote.thread_only", (True, False), "C-ALL-06", "只数投票帖里的票"),
    _switch("dead.ballot", ("by_variant", "keep", "drop"), "C-ALL-07", "投完票后死亡或出局，这一票还算不算"),
    _switch("lurk.count", ("by_variant", "discussion", "topics_only", "all_posts"), "C-ALL-08", "潜水审计数哪些帖"),
    _switch(
        "lurk.per",
        ("by_rules", "stage", "day", "window", "none"),
        "C-ALL-08",
        "潜水按什么查：依规则 | 环节 | 天 | 连续小时 | 不查",
    ),
    _switch("lurk.posts", ("by_rules",), "C-ALL-08", "少于几帖算潜水", number=True),
    _switch("lurk.share", ("by_rules",), "C-ALL-08", "还须低于平均数的百分之几(0 不看平均数)", number=True),
    _switch("lurk.hours", ("by_rules",), "C-ALL-08", "按连续小时查时是几小时", number=True),
    _switch("lurk.min_chars", (0,), "C-ALL-08", "一帖至少几个字才算(标点、空白、表情不算字)", number=True),
    _switch("lurk.padding", ("count", "discount"), "C-ALL-08", "灌水(重复的字、纯表情、顶贴)：照数 | 不算字数"),
    _switch("lurk.repeats", ("count", "once"), "C-ALL-08", "同一人连发相同的帖：照数 | 算一帖"),
    _switch("lurk.warnings", ("by_rules",), "C-ALL-08", "第几次潜水不再只是警告", number=True),
    _switch(
        "lurk.then", ("by_rules", "replace", "out", "drown"), "C-ALL-08", "警告满了怎样：依规则 | 换人 | 出局 | 淹死"
    ),
    _switch("signin.hours", ("by_rules",), "C-ALL-02", "名单帖之后几小时之内签到(0 不查)", number=True),
    _switch("declaration.count", ("han_no_punct", "all_chars"), "C-ALL-09", "宣言字数怎么数"),
    _switch("change.same_target", ("ignore", "counts"), "C-ALL-10", "再投同一人算不算改票"),
)

GAME_TWELVE = (
    _switch("g12.election.distinct", (True, False), "C-G12-01 G12-3.2", "三票须投三个不同的人"),
    _switch("g12.election.partial", (True, False), "C-G12-01 G12-3.2", "三票可以不投满"),
    _switch(
        "g12.runoff.scope", ("last_seat", "literal_top"), "C-G12-02 G12-6.2a", "只有争末席才加赛 | 最高票并列就加赛"
    ),
    _switch(
        "g12.recall.base",
        ("living_entitled", "living_all", "ballots"),
        "C-G12-03 G12-3.7b",
        "罢免过半的底数：可投票的活人 | 全部活人 | 实投票数",
    ),
    _switch("g12.recall.tie", ("none", "prompt"), "C-G12-04 G12-3.7b", "罢免并列过半：无人 | 问法官"),
    _switch(
        "g12.byelection.close",
        ("all_voted_or_end",),
        "C-G12-05 G12-3.10c G12-4.4b",
        "补选何时截止：人人表态或白天结束 | 固定小时",
        pattern="fixed_hours:",
    ),
    _switch("g12.byelection.zero", ("vacant", "lot"), "C-G12-06 G12-3.9 G12-6.5a", "补选无人得票：空缺 | 抽签"),
    _switch("g12.dissolve.at", ("le6", "eq6"), "C-G12-07 G12-3.12 G12-6.1", "解散评审团：不多于六人 | 正好六人"),
    _switch("g12.kill_failed.by_prayer", (True, False), "C-G12-08 G12-2.2c", "被祈祷挡住算不算杀人失败"),
    _switch("g12.onestrike.reset", (False, True), "C-G12-09 G12-2.2c", "一击必杀被挡后失败次数是否清零"),
    _switch("g12.onestrike.suicide", ("blocked", "allowed"), "C-G12-10 G12-2.1b G12-2.2e", "一击必杀之夜杀手能否自杀"),
    _switch("g12.dance.prayer_on_partner", ("valid", "void"), "C-G12-11 G12-2.7b G12-2.7d", "为舞伴祈祷是否有效"),
    _switch("g12.bind.void_breaks", (True, False), "C-G12-12 G12-2.4d", "束舞伴无效时连续空束是否中断"),
    _switch("g12.bind.void_kill_is_hit", (False, True), "C-G12-13 G12-2.4e", "无效的杀人算不算束中"),
    _switch("g12.bound.juror_verdict", ("allowed", "barred"), "C-G12-14 G12-2.4b G12-3.3a", "被束的评审能否表态"),
    _switch("g12.jury.revisable", (True, False), "C-G12-15 G12-3.3a", "评审意见能否修改"),
    _switch(
        "g12.delegate.published_final", (True, False), "C-G12-16 G12-6.4c G12-6.4f", "委托票公布后本人再投：公布的为准"
    ),
    _switch("g12.novote.runoff", ("out", "warn"), "C-G12-17 G12-6.5b G12-7.1.5", "对决不投：出局 | 警告"),
    _switch("lurk.start", ("roster", "day2"), "C-G12-18 G12-7.1.6", "四十八小时从名单帖起算 | 从第二天起算"),
    _switch("g12.runoff.split", ("12+6+6",), "C-G12-19 G12-4.4c", "对决与召唤如何分这二十四小时", pattern="+"),
    _switch("g12.summon.cumulative", (True, False), "C-G12-20 G12-6.3b", "各次召唤的票是否累加"),
    _switch("g12.summon.must", (True, False), "C-G12-20 G12-6.3b", "是否一直召唤到分出高下"),
    _switch("g12.zombie.scope", ("all_dead", "identity_known_only"), "C-G12-21 G12-5.3a", "诈尸禁令管哪些死者"),
    _switch("win.order", ("civ_first", "killers_first", "prompt"), "C-G12-22 G12-8.1a G12-8.2.1", "同时满足时谁胜"),
    _switch("g12.win.commoner_out_counts", (True, False), "C-G12-23 G12-8.2.3", "犯规出局的庶民算不算被消灭"),
    _switch("g12.cutoff.base", ("nominal_end", "actual_dawn"), "C-G12-24 G12-2.9a", "天亮前十分钟按哪个天亮算"),
    _switch("g12.leftovers", ("ignore",), "C-G12-25 G12-2.7a", "别局规则残留的词语一律不理"),
    _switch("awards.mvp", ("one_per_side_optional",), "C-G12-25 G12-9.3", "MVP 每方至多一人"),
    _switch("g12.resign.effect", ("phase_end", "at_once"), "C-G12-26 G12-3.9", "评审辞职何时生效"),
    _switch("g12.noshow.elected", ("keeps", "void"), "C-G12-27 G12-4.2b", "没签到的人当选：随马甲保留 | 作废"),
    _switch("g12.abstain.is_ballot", (False, True), "C-G12-28 G12-3.7c", "明说弃权算不算已投出的票"),
    _switch("g12.dance.copy", ("action", "effect"), "C-G12-29 G12-2.7c G12-2.4d", "束蝴蝶时传给舞伴的是束还是死"),
    _switch("g12.kill.conflict", ("latest", "forgone", "prompt"), "C-G12-30 G12-2.1a", "两名杀手目标不同"),
    _switch("g12.ballot.add_later", (False, True), "C-G12-31 G12-3.10d", "没投满的人能否补投"),
    _switch("zombie.short_limit", (200,), "C-G12-32 G12-5.3a", "死者跟帖超过多少字提醒法官", number=True),
)

NINE_DAYS = (
    _switch(
        "nd.percent_base",
        ("ballots_incl_abstain", "ballots_named", "living"),
        "C-ND-01 ND-2.3.1.2.0 ND-2.3.1.2.1b",
        "百分比与过半的底数：含弃权的票 | 不含弃权的票 | 活人",
    ),
    _switch(
        "nd.novote", ("warn", "lurk_warning", "abstain"), "C-ND-02 ND-2.3.1.2.n6", "不投票：提醒 | 潜水警告 | 当弃权"
    ),
    _switch("nd.day_unit", ("game", "calendar"), "C-ND-03 ND-2.3.3.2", "九天按游戏日还是日历日"),
    _switch("nd.daycount", ("formal", "calendar"), "C-ND-04 ND-2.3.1.2.1b", "第几天按正式日还是日历日"),
    _switch("nd.suspects.min", (2,), "C-ND-05 ND-2.3.1.2.1c", "可疑者至少几人，不足则全体", number=True),
    _switch(
        "nd.r2.all_by_votes", ("rule2", "rule1"), "C-ND-06 ND-2.3.1.2.2a ND-2.3.1.2.2b", "人人有票成为可疑者时用哪条"
    ),
    _switch("nd.r2.zero", ("no_death", "runoff"), "C-ND-07 ND-2.3.1.2.2a", "辩论投票全体弃权：无人死 | 对决"),
    _switch("nd.majority.rounds", ("all",), "C-ND-08 ND-2.3.1.2.0", "过半即死适用于每一轮"),
    _switch("nd.r3.choice", ("tied_r3", "any_r3"), "C-ND-09 ND-2.3.1.2.3b", "杀手从哪些人里选"),
    _switch(
        "nd.win.good",
        ("civ_plus_needle", "civ_only", "all_noncops_and_cops"),
        "C-ND-10 ND-2.3.3.1a",
        "好人何时算被杀光",
    ),
    _switch("nd.win.both", ("good", "killers", "prompt"), "C-ND-11 ND-2.3.3.1a", "双方同时满足时"),
    _switch("nd.deadline.cause", ("any", "vote_only"), "C-ND-12 ND-2.3.3.2", "限期内的死因"),
    _switch("nd.poison.acts", (True, False), "C-ND-13 ND-2.1.4a", "中毒未死的人当夜能否行动"),
    _switch("nd.residual.delay", ("next_dawn", "plus_one"), "C-ND-14 ND-2.1.4b", "残毒连续两次何时死"),
    _switch("nd.needle.dead_user", ("valid", "void"), "C-ND-15 ND-2.1.4c", "同夜被杀的银针使者施毒是否有效"),
    _switch("nd.needle.self", (True, False), "C-ND-15 ND-2.1.4c", "能否对自己用针"),
    _switch("nd.nokill", ("forgone_only", "no_death"), "C-ND-16 ND-2.1.2c", "怎样才算没有杀人的夜晚"),
    _switch("nd.lurk.day", ("stage", "game_day"), "C-ND-17 ND-3.1.1", "潜水按环节还是按天"),
    _switch("nd.lurk.avg", ("living", "posters"), "C-ND-17 ND-3.1.1", "平均数按活人还是按发言者"),
    _switch("nd.lurk.cap", ("none", "one_per_game_day"), "C-ND-18 ND-3.1.2", "一天至多几次潜水警告"),
    _switch("nd.lastwords", ("one_each_thread", "one_total"), "C-ND-19 ND-2.3.2.2b", "遗言每帖一篇还是共一篇"),
    _switch("nd.check.detail", ("side", "role"), "C-ND-20 ND-2.1.3b", "查证告诉阵营还是身份"),
    _switch(
        "nd.extra_change",
        ("keep_first_change", "revert_to_original"),
        "C-ND-21 ND-2.3.1.2.n2",
        "第二次改票后：首次改票为准 | 退回原票",
    ),
    _switch("nd.win.cause", ("any", "assassination_only"), "C-ND-22 ND-2.3.3.1a", "胜负论不论死因"),
    _switch("nd.main.default", ("sender", "void_order"), "C-ND-23 ND-2.3.2.1.2a", "没写主杀：发信人 | 作废"),
    _switch("nd.announce.cause", (True, False), "C-ND-24 ND-2.3.2.2a", "死因是否公布"),
)

NO_CASUALTIES = (
    _switch("nc.vote.voters", ("all_but_expelled", "alive_only"), "C-NC-01 NC-vote", "昏厥与囚禁者能否投票"),
    _switch("nc.vote.targets", ("not_out", "any"), "C-NC-02 NC-vote", "能否再投已出局的人"),
    _switch(
        "nc.change",
        ("unlimited_last_counts", "none", "once"),
        "C-NC-03 NC-vote-change",
        "改票：不限、末票为准 | 不许 | 一次",
    ),
    _switch(
        "nc.sheriff.first",
        ("last_reach", "first_ever_reach"),
        "C-NC-04 NC-vote-sheriff-tie",
        "先到的算法：最后一次到达 | 首次到达",
    ),
    _switch("nc.mad.is_alive", (True, False), "C-NC-05 NC-state-mad", "癫狂者算不算存活"),
    _switch("nc.win.piper_needs_alive", (False, True), "C-NC-06 NC-win-piper", "吹笛人自己是否须存活"),
    _switch("nc.hunter.target", ("alive", "alive_or_dying"), "C-NC-07 NC-hunter", "猎人可以麻醉谁"),
    _switch(
        "nc.hunter.link", ("extra_window", "foresee", "none"), "C-NC-08 NC-flow-hunter", "因移情昏厥的猎人何时行动"
    ),
    _switch("nc.shield.covers", ("both", "one_chosen"), "C-NC-09 NC-guard-shield", "守护之盾挡两种还是一种"),
    _switch("nc.elder.mark_if_shielded", (True, False), "C-NC-10 NC-elder-mark", "被盾挡住的长老是否留痕"),
    _switch("nc.idiot.repeat", (True, False), "C-NC-11 NC-idiot", "装傻能否再用"),
    _switch("nc.idiot.sheriff_tiebreak", (False, True), "C-NC-11 NC-idiot NC-sheriff-tie", "装过傻的警长能否定并列"),
    _switch("nc.expelled.cleanup", ("none", "lift"), "C-NC-12 NC-penalty", "罚下是否解除其效果"),
    _switch("nc.win.when", ("step17", "any_change"), "C-NC-13 NC-win-when", "何时检查胜负"),
    _switch("nc.win.joined_ww", (True, False), "C-NC-14 NC-win-wolf", "归群的白狼算不算狼人"),
    _switch("nc.n0.order", ("join_first", "arrow_first"), "C-NC-15 NC-flow-night", "归群与爱神之箭的先后"),
    _switch("nc.cap.count", ("discussion", "all"), "C-NC-16 NC-state-prison", "二十帖数哪些帖"),
    _switch("nc.faint.vote", ("allowed", "barred"), "C-NC-16 NC-state-faint", "昏厥禁言时能否投票"),
    _switch("nc.limited.illegal", ("refund", "spent"), "C-NC-17 NC-witch-poison", "不合法的使用算不算用掉"),
    _switch("nc.wolf.private", (False, True), "C-NC-18 NC-wolf-known", "狼人能否私下讨论"),
    _switch("nc.wolf.redraw", (False, True), "C-NC-19 NC-wolf", "抽中的狼放弃时能否换人"),
    _switch("nc.zero_votes", ("nobody",), "C-NC-20 NC-abstain", "无人投票则无人出局、无人当选"),
    _switch("nc.sheriff.no_choice", ("vacant", "random"), "C-NC-21 NC-sheriff-succ", "警长没指定继任：空缺 | 随机"),
    _switch("nc.seer.lover_answer", ("always", "if_not_fainted"), "C-NC-22 NC-seer", "预言家昏厥还告不告诉结果"),
    _switch("nc.faint.from", ("actual_open", "09:30"), "C-NC-23 NC-state-faint", "前十二小时从何时起算"),
)

GOLDEN_BOUGH = (
    _switch("gb.cycle.size", (7, 6), "C-GB-01 GB-3.2.1a", "循环含几名平民"),
    _switch("gb.runoff.base", (36, 24), "C-GB-02 GB-5.5b", "生死投票在多少小时基础上延长"),
    _switch("gb.ext.hours", (12, 24), "C-GB-03 GB-5.6 GB-7.4", "换人延长几小时"),
    _switch(
        "gb.ext.fresh_change", ("any", "only24"), "C-GB-03 GB-7.4", "延长后再给一次改票：任何延长 | 只有二十四小时"
    ),
    _switch("gb.ext.stack", (False, True), "C-GB-04 GB-7.4", "没用过的改票权是否累加到延长期"),
    _switch("gb.ext.edit_offender", (True, False), "C-GB-04 GB-7.4", "因编辑失去改票权的人是否也得新权"),
    _switch("gb.novote", ("second", "first"), "C-GB-05 GB-7.9 GB-8.1.5", "不投票第几次出局"),
    _switch(
        "gb.runoff.selfvote",
        ("candidates_only", "void_all", "reopen"),
        "C-GB-06 GB-7.5 GB-7.2",
        "生死投票里不投者的自投：候选人才算 | 都不算 | 都算",
    ),
    _switch(
        "gb.abstain_then_vote",
        ("uses_change", "first_vote", "barred"),
        "C-GB-07 GB-7.5",
        "弃权后再投：算改票 | 算首投 | 不许",
    ),
    _switch("gb.ambiguous_change.consumes", (True, False), "C-GB-08 GB-7.7c", "含混的改票是否用掉改票权"),
    _switch("gb.branch.day_holder", ("last_night", "next_night"), "C-GB-09 GB-3.2.1c GB-7.6d", "白天谁算金枝"),
    _switch("gb.applicant.dead", ("drop", "keep"), "C-GB-10 GB-3.2.1b", "当夜死去的申请人"),
    _switch("gb.interregnum", ("all_challengers", "cokillers"), "C-GB-11 GB-3.4c GB-3.5d", "无祭司期何时结束"),
    _switch("gb.mixed", ("by_analogy", "prompt"), "C-GB-12 GB-3.4e", "挑战者与逃奴人数不一地杀中祭司"),
    _switch("gb.mutual.cancels_hit", (True, False), "C-GB-13 GB-3.5c", "与祭司互杀者的那一刀是否取消"),
    _switch("gb.dead_promotes", (False, True), "C-GB-14 GB-3.2.2b", "同夜被杀的逃奴是否升格"),
    _switch("gb.priestkill.from", ("announced", "same_night"), "C-GB-15 GB-3.3d", "逃奴何时可杀祭司"),
    _switch("gb.challengers.count", ("ever", "excluding_priest"), "C-GB-16 GB-9.1", "挑战者总数算不算已成祭司者"),
    _switch("gb.civ_win.stops", (True, False), "C-GB-17 GB-9.1 GB-9.4a", "平民满足条件时游戏是否结束"),
    _switch("gb.nobody", ("prompt",), "C-GB-18 GB-9.1", "谁也不满足时问法官"),
    _switch("gb.runoff.tie", ("nothing",), "C-GB-19 GB-7.6e", "生死投票再并列：无事"),
    _switch("gb.announce.night_priest_only", (True, False), "C-GB-20 GB-4.1 GB-4.2", "夜间只公布祭司身份"),
    _switch("gb.silence.at", ("le4", "eq4"), "C-GB-21 GB-6.4a", "默哀期：不多于四人 | 正好四人"),
    _switch("gb.outage.fresh_change", (False, True), "C-GB-22 GB-7.4 GB-10.4a", "断网延长是否也给一次改票"),
    _switch("awards.sides", ("civ_noncivilian",), "C-GB-23 GB-10.2", "单项奖如何分方"),
    _switch("gb.last_night", ("all_challengers_died", "mutual_only"), "C-GB-24 GB-9.4b", "最后一夜互杀如何认定"),
    _switch(
        "gb.edit.cosmetic", ("prompt", "loses_right", "ignore"), "C-GB-25 GB-7.3b", "没动投票对象的编辑是否失去改票权"
    ),
    _switch("gb.edit.unknown", ("self_vote", "prompt"), "C-GB-26 GB-7.3c", "编辑过而原文无人知：投自己 | 问法官"),
)


def fault(switches: Iterable[Switch], name: str, value: object) -> str | None:
    """What is wrong with one line of `[house]`, in Chinese; None where it is sound."""
    known = {switch.name: switch for switch in switches}
    if name not in known:
        return f"没有开关 {name}{_nearest(name, known)}"
    if known[name].takes(value):
        return None
    return f"{name} 不能是 {value!r}；可以是 {known[name].allowed()}"


def _nearest(name: str, known: Mapping[str, Switch]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f"，是不是 {close[0]}？" if close else "；referee rules 列出全部开关"


class House:
    """The switches in force. `house[name]` gives the value and remembers that a clause asked for it.

    What was never asked cannot matter, so only the switches in `asked` are tried the other way round.
    """

    def __init__(self, switches: Iterable[Switch], given: Mapping[str, Any]) -> None:
        self.switches = {switch.name: switch for switch in switches}
        self.given = dict(given)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return self.given.get(name, self.switches[name].default)

    @contextmanager
    def listening(self) -> Iterator[set[str]]:
        """What is asked for meanwhile, in the set it gives."""
        before, self.asked = self.asked, set()
        heard = self.asked
        try:
            yield heard
        finally:
            before |= heard
            self.asked = before

    def with_(self, name: str, value: Value) -> House:
        """The same house with one switch set otherwise."""
        return House(self.switches.values(), {**self.given, name: value})
