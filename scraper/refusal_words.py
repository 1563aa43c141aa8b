"""How boards word a refusal, by kind. Simplified wording: `fold` brings what a board wrote to it first.

Patterns look for the few words that carry the meaning, never for whole sentences: every version, skin and owner words
them differently. Order matters only where a sentence names two reasons; the one that tells the judge more comes first.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

SECONDS = re.compile(r"(\d{1,6}|[一二两三四五六七八九十]{1,3})(?:秒|second)")
LEVEL = re.compile(r"阅读权限\D{0,12}(\d+)|权限\D{0,6}(\d+)(?:以上|才)")
HOURS = re.compile(r"\d{1,2}(?:[:点时]\d{0,2}分?)?(?:-|–|—|~|至|到)\d{1,2}(?:[:点时]\d{0,2}分?)?")

_SEE = "(?:浏览|查看|访问|进入|阅读|存取|观看|操作)"
_THREAD = "(?:帖|贴|主题|文章|话题)"
_SECTION = "(?:版块|版面|板块|本版|该版|分区|讨论区|专区)"
_SITE = "(?:本站|站点|网站|论坛|社区|本坛|系统|服务器)"
_GROUP = "(?:用户组|会员组|群组|用户级别|会员级别|等级)"
_ACCOUNT = "(?:账号|帐号|账户|帐户|用户|会员|id)"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of refusal: `code`, the words that show it, what happened and what to do (Chinese, for the judge)."""

    code: str
    words: re.Pattern[str]
    what: str
    advice: str


LOGIN_ADVICE = "在浏览器里登录这个论坛，导出 cookies.txt，用 --cookies 交来；已经交过的话多半是过期了，重新导出"
_OTHER_ACCOUNT = "换一个看得到这个帖子的账号，在浏览器里登录后导出 cookies.txt，用 --cookies 交来"


def _kind(code: str, words: str, what: str, advice: str) -> Kind:
    return Kind(code, re.compile(words), what, advice)


KINDS: tuple[Kind, ...] = (
    _kind(
        "flood",
        "频繁|太快|过快|快于|刷新.{0,8}秒|间隔.{0,8}(?:小于|少于|不足|低于)|秒(?:钟)?(?:之?后|以?内).{0,8}(?:再|重|刷)|too(?:many|fast)",
        "论坛嫌访问太快",
        "过几分钟再运行，加大 --delay(例如 --delay 5)",
    ),
    _kind(
        "gone",
        f"不存在|(?:被|已经?).{{0,6}}删除|id(?:非法|无效|错误)|(?:非法|无效|错误)的?{_THREAD}|{_THREAD}.{{0,10}}(?:移走|转移|移到|移至|回收)"
        f"|(?:没有|未能?|无法)找到|找不到|没有比.{{0,8}}[新旧早晚]的|没有此|没有这个{_THREAD}|notexist|notfound",
        "帖子不存在、已被删除，或网址里的编号不对",
        "核对网址；若帖子被删，只能用存档(--offline)或保存过的网页",
    ),
    _kind(
        "account",
        f"{_ACCOUNT}.{{0,8}}(?:激活|(?:等待|尚未|还没|没有|未)(?:通过)?.{{0,4}}(?:验证|审核))|等待验证会员",
        "这个账号还没有通过论坛的验证",
        _OTHER_ACCOUNT,
    ),
    _kind(
        "unapproved",
        f"{_THREAD}.{{0,8}}(?:没有?|未|等待|需要?|待).{{0,6}}(?:审核|验证|审批)|(?:正在|等待)被?审核|待审核",
        "帖子还没有通过管理员审核",
        "等审核通过再运行，或请版主放行",
    ),
    _kind("level", LEVEL.pattern, "帖子要求更高的阅读权限", _OTHER_ACCOUNT),
    _kind(
        "password",
        f"加密{_SECTION}|密码{_THREAD}|(?:需要?|必?须|要)(?:输入|提供|凭)?.{{0,4}}(?:密码|口令)|请输入.{{0,8}}(?:密码|口令)|(?:密码|口令)(?:不正确|错误|不对)",
        "这里要版块或帖子的密码",
        "在浏览器里输入密码进入一次，再导出 cookies.txt，用 --cookies 交来",
    ),
    _kind(
        "thread-closed",
        f"(?:此|该|本|这个?|指定的?){_THREAD}子?.{{0,10}}(?:关闭|屏蔽|锁定|隐藏)",
        "帖子被管理员关闭或屏蔽，看不了",
        "请版主打开；或换能看到它的账号用 --cookies",
    ),
    _kind(
        "hours",
        f"(?:时间段|时段|开放时间|每[日天]|{HOURS.pattern}).{{0,30}}(?:关闭|不能|禁止|开放|不允许|不可|限制)"
        f"|(?:关闭|不能|禁止|只在|仅在|开放).{{0,16}}(?:时间段|时段|{HOURS.pattern})",
        "论坛现在不在开放时段",
        "到开放的时段再运行",
    ),
    _kind(
        "board-closed",
        f"{_SITE}.{{0,16}}(?:关闭|维护|升级|停机|停止|暂停|备份|搬家|搬迁|迁移|改版|整顿|无法访问)"
        f"|(?:正在|暂时|系统)(?:关闭|维护|升级|备份|搬家|搬迁|迁移)|维护中|关站|闭站|maintenance|(?:board|forum|site)s?(?:is|are)?(?:currently|temporarily)?(?:closed|down)",
        "论坛关着",
        "等论坛重新开放再运行；急用可以看存档(--offline)",
    ),
    _kind(
        "section-closed",
        f"{_SECTION}.{{0,10}}(?:关闭|停用|暂停)",
        "帖子所在的版块关着",
        "等版块重新开放再运行，或换能进的账号用 --cookies",
    ),
    _kind(
        "credits",
        "(?:积分|金币|金钱|威望|贡献|点券|发帖数|帖数|在线时间).{0,14}(?:不足|不够|不满|低于|小于|少于|至少|高于|大于|以上|才)"
        f"|(?:需要?|请).{{0,6}}(?:支付|购买).{{0,12}}(?:{_THREAD}|{_SEE}|金|币)|(?:购买|付费|支付).{{0,6}}(?:才能|后|方可)",
        "看这个帖子要够积分或先购买",
        _OTHER_ACCOUNT,
    ),
    _kind(
        "banned",
        f"ip.{{0,24}}(?:不在|禁|封|限制|拒|不允许|屏蔽|黑名单|banned|blocked|denied)|(?:封|禁)(?:了|止)?.{{0,6}}ip"
        f"|(?:你|您|{_ACCOUNT}).{{0,8}}(?:被|已).{{0,6}}(?:禁|封|冻结|屏蔽|锁定|拉黑)|禁止(?:访问|进入|登[录入])|不欢迎.{{0,4}}(?:来访|访问)|黑名单|banned|blacklist",
        "论坛拒绝这个账号或这个网络地址(IP)",
        "不要再试；在浏览器里看账号是否被禁，换网络或联系管理员",
    ),
    _kind(
        "login",
        f"(?:尚未|还没有?|还未|没有|并未|未|请|需要?|必须|先)登[录入]|登[录入](?:后|以后|之后|方可|才能)|(?:还)?不是.{{0,6}}会员"
        f"|(?:只允许|仅限|只有|限|仅对).{{0,6}}(?<!特定)(?<!特定的)(?:注册)?(?:会员|用户)(?:{_SEE}|才|可|开放|$)|游客.{{0,14}}(?:不能|不可|无法|没有|禁止|不允许|无权)"
        f"|(?:notlogged|pleaselog|loginrequired|needtolog|mustlog|signin|membersonly)",
        "要登录才能看",
        LOGIN_ADVICE,
    ),
    _kind(
        "group",
        f"特定的?(?:用户|会员)|不是.{{0,6}}[群组圈].{{0,4}}成员|(?:特定|指定|所属的?|所在的?|你的|您的){_GROUP}|{_GROUP}(?:为|是|权限|才|可以|不能|无法|没有)"
        f"|(?:认证|正规|隐藏|私密|私有|内部|会员制){_SECTION}|(?:只有|仅|限).{{0,14}}(?:可以|才能|能|可|允许){_SEE}",
        "只有特定的用户组才能看",
        _OTHER_ACCOUNT,
    ),
    _kind(
        "permission",
        f"(?:没有|无|缺少|不具有|不具备).{{0,14}}权|权限(?:不足|不够|错误|限制)|(?:不允许|不能|无法|拒绝|谢绝){_SEE}|permission|denied|notallowed|notauthori[sz]ed",
        "这个身份没有权限看",
        _OTHER_ACCOUNT,
    ),
    _kind(
        "tainted",
        "非法(?:字符|请求|提交|参数|操作)|数据非法|(?:请求|来路|来源).{0,8}(?:不正确|非法|异常)",
        "论坛把这个网址当成了非法请求",
        "把网址里 tid 和页码以外的部分去掉，再试一次",
    ),
    _kind(
        "address-unknown",
        "未定义的?操作|没有(?:指定|定义)|参数(?:错误|不正确|不完整|丢失)|undefinedaction",
        "论坛不认得这个网址",
        "从浏览器地址栏重新复制帖子的网址",
    ),
)

DATABASE = re.compile(
    r"(?:mysql|mssql|sqlserver|sql|database|数据库|资料库).{0,24}(?:error|fail|refus|错误|出错|失败|连接|连线|连不|异常|忙)"
    r"|toomanyconnections|systemerror|can'?tconnectto|oledb|uncaughtexception|fatalerror",
)
GATEWAY = re.compile(
    r"badgateway|gatewaytime-?out|serviceunavailable|serviceistemporarilyunavailable|urlcouldnotberetrieved|proxyerror"
    r"|上游|网关(?:错误|超时)|errorfetching|varnish|squid|yourcacheadministrator|webserverisdown|originisunreachable"
)

# What these boards put around every reason: it names login and rights whatever the reason is.
_AROUND = re.compile(
    r"[您你]没有登[录入]或者?[您你]?没有权限访问此(?:页面|页)?,?可能(?:有|是|由于)?(?:如下|以下)?几个?原因:?"
    r"|[您你]还不是(?:论坛|站点|本站|社区)?会员,?请先登[录入](?:论坛|站点|本站|社区)?"
    r"|[您你]无权进行当前操作,?(?:这可能因)?(?:以下|如下)?原因(?:之一(?:造成)?|如下)?:?"
    r"|[您你]还没有登[录入],?请填写下面的登[录入]表单.{0,12}(?:访问|试)?"
    # Head and foot of every page, whoever reads it.
    r"|[您你]尚未登[录入](?:&nbsp;?)?\|?注册|请登[录入]后使用快捷导航|没有[账帐]号\??立即注册"
    r"|\[?点击这里返回上一页\]?|如果[您你]的浏览器没有自动跳转,?请点击此链接"
)


# Words of the boards' packs for Taiwan that stay other words in simplified letters.
_TAIWAN = (
    ("许可权", "权限"),
    ("使用者", "用户"),
    ("遮蔽", "屏蔽"),
    ("稽核", "审核"),
    ("启用后", "激活后"),
    ("伺服器", "服务器"),
    ("回应", "回复"),
)


def fold(words: str) -> str:
    """A board's words with everything taken off that only looks different: script, full width, case, blanks."""
    from html import unescape

    flat = unicodedata.normalize("NFKC", unescape(words))
    folded = "".join(str(_simplifier().convert(flat)).casefold().split())
    for taiwan, mainland in _TAIWAN:
        folded = folded.replace(taiwan, mainland)
    return folded


def reason(folded: str) -> str:
    """The reason itself, without the sentences that stand around every reason. Empty where nothing else is said."""
    return re.sub(r"^[\W\d_]+$", "", _AROUND.sub(" ", folded)).strip()


def kind_of(folded: str) -> Kind | None:
    """The kind of refusal folded words are; None where they are none that is known."""
    return next((kind for kind in KINDS if kind.words.search(folded)), None)


def seconds_in(folded: str) -> float | None:
    """The number of seconds a flood limit names."""
    found = SECONDS.search(folded)
    return None if found is None else float(_number(found.group(1)))


def level_in(folded: str) -> str:
    """The reading level asked for, as digits; empty where none is named."""
    found = LEVEL.search(folded)
    return (found.group(1) or found.group(2)) if found else ""


def hours_in(folded: str) -> str:
    """The hours a board names, as it wrote them."""
    return "、".join(dict.fromkeys(HOURS.findall(folded)))


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    digits = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
    tens, ten, ones = text.rpartition("十")
    return (digits.get(tens, 1) * 10 if ten else 0) + digits.get(ones, 0)


@cache
def _simplifier() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")
