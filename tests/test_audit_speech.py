"""What was posted by whom when it might not be: the dead, onlookers, the silence, evidence, and the states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.audits import public_audit
from referee.audits.values import Audit
from referee.threads import ThreadPosts
from tests.support import forum
from tests.support.audits import chat, look, posts, roster, speech, talk, vote, words

LONG = "我从头到尾理一理这几天" * 20  # 260 characters
FOUR = "甲 乙 丙 丁 戊 己"


def g12(*threads: ThreadPosts, events: str, as_of: str, house: str = "", **stages: str) -> list[str]:
    return speech(look(forum.game("game-twelve", FOUR, events, "", house, **stages), *threads, as_of=as_of))


def gb(*threads: ThreadPosts, events: str = "", house: str = "", **stages: str) -> list[str]:
    as_of = "3-20 20:00"
    return speech(look(forum.game("golden-bough", FOUR, events, "", house, **stages), *threads, as_of=as_of))


# -- 诈尸 ---------------------------------------------------------------------------------------------------------

NIGHT = "3-12 20:00 death 甲"
DAY = "3-12 20:00 execution 甲"


def test_the_dead_reply_shortly_at_most_and_open_nothing() -> None:
    talking = talk(f"0 天神 3-12 20:10 讨论\n1 甲 3-12 20:00 来晚了\n2 甲 3-12 21:00 好冤\n3 甲 3-12 22:00 {LONG}")
    topic = talk(f"0 甲 3-12 23:00 {LONG}", "http://b/9")
    assert g12(talking, topic, events=DAY, as_of="3-14 12:00") == [
        "#1 甲 flagged G12-5.2c",  # the minute of the announcement is after it
        "#2 甲 flagged G12-5.2c",
        "#3 甲 flagged G12-5.3a G12-5.2c",
        "#0 甲 breach G12-5.3a G12-5.2c",
    ]


def test_posts_from_before_the_announcement_are_a_living_players() -> None:
    talking = talk("0 天神 3-12 10:00 讨论\n1 甲 3-12 19:59 我活着")
    assert g12(talking, events=DAY, as_of="3-14 12:00") == []
    assert g12(talking, events=DAY, as_of="3-12 12:00") == []


def test_how_long_a_short_reply_may_be_is_the_houses() -> None:
    talking = talk("0 天神 3-12 20:10 讨论\n1 甲 3-12 21:00 我说这一句就走了")
    longer = g12(talking, events=DAY, as_of="3-14 12:00", house="zombie.short_limit = 5")
    assert longer == ["#1 甲 flagged G12-5.3a G12-5.2c"]


def test_a_nights_victim_has_one_topic_of_last_words_on_his_day() -> None:
    own = words("0 甲 3-12 21:00 杀我的是乙\n1 甲 3-13 19:59 不，是丙\n2 甲 3-13 20:30 还是乙")
    second = words("0 甲 3-13 09:00 再开一帖", 9)
    assert g12(own, second, events=NIGHT, as_of="3-14 12:00") == [
        "#0 甲 breach G12-5.3a G12-5.2c",
        "#2 甲 flagged G12-5.2c",
    ]


def test_the_day_ends_with_what_was_announced_after_its_last_vote() -> None:
    own = words("0 甲 3-12 21:00 杀我的是乙\n1 甲 3-13 20:05 不，是丙\n2 甲 3-13 20:11 还是乙")
    stages = {"D2": "recall 3-12 20:10 to 3-13 20:00"}
    events = NIGHT + "\n3-13 20:10 execution 丁"
    assert g12(own, events=events, as_of="3-14 12:00", **stages) == ["#2 甲 flagged G12-5.2c"]


def test_a_common_thread_for_last_words_serves_too_but_not_the_executed() -> None:
    common = words("0 天神 3-12 20:05 遗言\n1 甲 3-12 21:00 杀我的是乙\n2 丁 3-12 22:00 我也有话")
    events = NIGHT + "\n3-12 20:00 execution 丁"
    assert g12(common, events=events, as_of="3-14 12:00") == ["#2 丁 flagged G12-5.2c"]


def test_put_out_for_an_offence_is_no_nights_victim() -> None:
    own = words("0 甲 3-12 21:00 我的遗言")
    assert g12(own, events=NIGHT + " cause=犯规", as_of="3-14 12:00") == ["#0 甲 breach G12-5.3a G12-5.2c"]
    assert g12(own, events="3-12 20:00 departure 甲", as_of="3-14 12:00") == ["#0 甲 breach G12-5.3a G12-5.2c"]


def test_the_summoned_are_free_while_the_summoning_lasts() -> None:
    events = DAY + "\n3-14 20:00 summon 甲 stage=D3 until=3-15T08:00"
    voting = vote("0 天神 3-14 20:00 召唤\n1 甲 3-14 21:00 投乙\n2 甲 3-15 09:00 投丙", "D3")
    stages = {"D3": "runoff 3-14 20:00 to 3-15 20:00"}
    game = forum.game("game-twelve", FOUR, events, **stages)
    assert speech(look(game, replace(voting, kind="discussion"), as_of="3-15 12:00")) == ["#2 甲 flagged G12-5.2c"]


def test_the_ban_may_bind_only_those_whose_identity_is_known() -> None:
    late = talk("0 天神 3-12 20:10 讨论\n1 甲 3-14 21:00 好冤")
    only = 'g12.zombie.scope = "identity_known_only"'
    assert g12(late, events=NIGHT, as_of="3-15 12:00", house=only) == []
    assert g12(late, events=DAY, as_of="3-15 12:00", house=only) == ["#1 甲 flagged G12-5.2c"]


def test_the_chat_is_free() -> None:
    assert g12(chat("0 天神 3-12 20:10 灌水\n1 甲 3-12 21:00 来坐一坐"), events=DAY, as_of="3-14 12:00") == []


def test_the_first_nights_victims_speak_freely_for_a_day_runoff_included() -> None:
    stages = {"D1": "vote 3-10 20:30 to 3-12 08:00", "D1_2": "life-or-death 3-12 08:00 to 3-13 08:00"}
    events = "3-10 20:10 death 甲\n3-12 08:10 execution 乙\n3-14 20:10 death 丙"
    own = talk(f"0 甲 3-10 21:00 {LONG}\n1 甲 3-13 07:59 {LONG}\n2 甲 3-13 08:01 说完了", "http://b/9")
    later = talk("0 丙 3-14 21:00 杀我的是丁\n1 丙 3-17 09:00 改成戊\n2 丙 3-14 22:00 补一句", "http://b/10")
    stages |= {"D2": "vote 3-14 20:30 to 3-16 08:00"}
    # He changes whom he accuses at any time, in the topic of his last words.
    game = forum.game("golden-bough", f"{FOUR} 庚 辛 壬", events, **stages)
    assert speech(look(game, own, later, as_of="3-20 20:00")) == ["#2 甲 flagged GB-6.2b"]


def test_without_a_victim_in_the_first_night_the_second_nights_is_not_the_first() -> None:
    events = "3-12 08:10 top 乙\n3-13 20:10 death 甲"
    talking = talk(f"0 天神 3-13 20:20 讨论\n1 甲 3-13 21:00 {LONG}")
    assert gb(talking, events=events) == ["#1 甲 flagged GB-6.3a GB-6.2b"]


# -- 默哀 ---------------------------------------------------------------------------------------------------------

THREE_LEFT = (
    "3-10 20:00 death 甲\n3-12 08:00 execution 乙\n3-13 20:00 death 丙"  # six players: four are left by day two
)


def silence(line: str, events: str = THREE_LEFT, **more: str) -> list[str]:
    return gb(talk(f"0 天神 3-10 20:10 讨论\n{line}"), events=events, **more)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1 乙 3-12 08:30 丁肯定是逃奴", ["#1 乙 flagged GB-6.4a GB-6.4b"]),
        ("1 乙 3-12 08:30 同意，是丁", ["#1 乙 flagged GB-6.4a GB-6.4b"]),
        ("1 乙 3-12 08:30 今晚月亮很圆", []),
        ("1 路人 3-12 09:00 我看丁比较像好人", ["#1 路人 flagged GB-6.4a GB-6.4b"]),
        ("1 路人 3-12 09:00 加油", []),
        ("1 丁 3-12 09:00 我看戊是逃奴", []),
        ("1 天神 3-12 09:00 丁的分析我删了", []),
        ("1 丙 3-13 21:00 杀我的是丁，他是祭司", None),
        ("1 丙 3-15 09:00 还是那句话，丁是祭司", ["#1 丙 flagged GB-6.4a GB-6.4b"]),
    ],
)
def test_with_four_left_the_dead_and_the_onlookers_stop_analysing(line: str, found: list[str] | None) -> None:
    got = silence(line)
    assert got == found if found is not None else "GB-6.4a" not in " ".join(got)


def test_when_the_silence_begins() -> None:
    line = "1 乙 3-13 09:00 丁是逃奴"
    assert "GB-6.4a" in " ".join(silence(line))
    declared = THREE_LEFT + "\n3-14 20:00 mourning"
    assert "GB-6.4a" not in " ".join(silence(line, declared))
    jump = "3-10 20:00 death 甲\n3-12 08:00 execution 乙\n3-12 08:00 execution 丙\n3-12 08:00 execution 丁"
    assert "GB-6.4a" in " ".join(silence("1 乙 3-13 09:00 戊是逃奴", jump))
    assert "GB-6.4a" not in " ".join(silence("1 乙 3-13 09:00 戊是逃奴", jump, house='gb.silence.at = "eq4"'))


def test_the_silence_reaches_the_chat() -> None:
    assert gb(chat("0 天神 3-12 08:00 灌水\n1 乙 3-12 09:00 丁是逃奴"), events=THREE_LEFT) == [
        "#1 乙 flagged GB-6.4a GB-6.4b"
    ]


# -- onlookers, guesses, evidence --------------------------------------------------------------------------------------


def owned(rules: str) -> forum.Game:
    return forum.game(rules, "乙 丙", more='[[players]]\nname = "梧桐"\nnumber = 3\nreal = "老梧"')


@pytest.mark.parametrize(
    ("rules", "clauses"), [("golden-bough", "GB-6.6 GB-6.1"), ("game-twelve", "G12-5.1b"), ("nine-days", "ND-2.1")]
)
def test_onlookers_and_real_accounts_do_not_analyse(rules: str, clauses: str) -> None:
    table = """
        0 天神 3-10 20:00 讨论
        1 路人 3-10 21:00 我看梧桐的票有问题
        2 老梧 3-10 22:00 梧桐是好人
        3 路人 3-10 23:00 加油
    """
    found = look(owned(rules), talk(table), as_of="3-11 20:00")
    assert speech(found) == [f"#1 路人 flagged {clauses}", f"#2 老梧 flagged {clauses}"]
    assert [one.secret for one in found.speech] == ["", "这是 梧桐 的真身；可以公布他的马甲"]


def test_the_public_learns_nothing_of_real_accounts() -> None:
    table = "0 天神 3-10 20:00 讨论\n1 路人 3-10 21:00 我看梧桐的票有问题\n2 老梧 3-10 22:00 梧桐是好人"
    shown = public_audit(look(owned("golden-bough"), talk(table), roster("0 天神 3-10 20:00 名单"), as_of="3-11 20:00"))
    assert shown.speech == ()
    assert shown.secret_notes == ()


def test_guessing_at_real_accounts_is_flagged() -> None:
    assert gb(talk("0 天神 3-10 20:00 讨论\n1 甲 3-10 21:00 我猜乙的真身是老王\n2 乙 3-10 22:00 马甲密码忘了")) == [
        "#1 甲 flagged GB-6.6"
    ]


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("我这里有QQ聊天记录为证", True),
        ("截图在此，大家自己看", True),
        ("把他发给我的短消息原文贴出来", True),
        ("MSN 上的记录我都留着", True),
        ("乙记得看短消息", False),
        ("加我QQ聊吧", False),
        ("这就是证据", False),
        ("RPM 包的内容", False),
    ],
)
def test_evidence_from_outside_is_flagged_by_its_words(text: str, flagged: bool) -> None:
    table = talk(f"0 天神 3-10 20:00 讨论\n1 甲 3-10 21:00 {text}")
    for rules, clause in (("golden-bough", "GB-8.1.2"), ("game-twelve", "G12-7.1.2"), ("nine-days", "ND-3.4")):
        found = speech(look(forum.game(rules, FOUR), table, as_of="3-11 20:00"))
        assert found == ([f"#1 甲 flagged {clause}"] if flagged else [])


def test_pictures_are_flagged_and_what_was_edited_out_too() -> None:
    table = talk(
        "0 天神 3-10 20:00 讨论\n1 甲 3-10 21:00 看图\n2 乙 3-10 22:00 没什么 | was QQ记录为证\n3 路人 3-10 23:00 图"
    )
    shown = replace(
        table, posts=tuple(replace(p, images=("http://b/1.png",)) if p.floor in (1, 3) else p for p in table.posts)
    )
    assert gb(shown) == ["#1 甲 flagged GB-8.1.2", "#2 乙 flagged GB-8.1.2"]


# -- nine-days: the dead and their last words --------------------------------------------------------------------------

ND = {"D1_trial": "trial 3-10 12:00 to 3-11 12:00", "D2_trial": "trial 3-12 12:00 to 3-13 12:00"}
OPENED = "0 天神 3-10 12:00 开始"


def nd(talking: str, voting: str = "", events: str = "3-12 12:00 death 甲 cause=暗杀", house: str = "") -> list[str]:
    game = forum.game("nine-days", FOUR, events, house=house, **ND)
    ballots = replace(vote(f"{OPENED}\n{voting}"), kind="vote", stage="D0")
    return speech(look(game, talk(f"{OPENED}\n{talking}"), ballots, as_of="3-12 20:00"))


def test_last_words_once_in_each_of_the_two_threads() -> None:
    assert nd("1 甲 3-11 20:30 遗言：是乙", "1 甲 3-11 20:31 遗言：是乙") == []
    assert nd("1 甲 3-11 20:30 遗言：是乙") == ["- 甲 missing ND-2.3.2.2b"]
    assert nd("") == ["- 甲 missing ND-2.3.2.2b", "- 甲 missing ND-2.3.2.2b"]
    assert nd("1 甲 3-11 20:30 遗言：是乙", house='nd.lastwords = "one_total"') == []


def test_last_words_after_the_judge_told_him_by_night() -> None:
    told = "3-11 20:05 death 甲 cause=暗杀"
    late = "1 甲 3-11 21:00 遗言：是乙\n2 甲 3-11 22:00 再补一句\n3 甲 3-12 13:00 还有"
    assert nd(late, "1 甲 3-11 21:01 遗言：是乙", told) == ["#2 甲 breach ND-2.1", "#3 甲 breach ND-2.1"]


def test_the_executed_have_no_last_words_and_are_asked_for_none() -> None:
    assert nd("1 甲 3-11 21:00 遗言", events="3-11 12:00 execution 甲") == ["#1 甲 breach ND-2.1"]
    assert nd("", events="3-11 15:00 death 甲 cause=违规") == []


def test_the_dead_watch_their_words_in_the_chat() -> None:
    game = forum.game("nine-days", FOUR, "3-11 12:00 execution 甲", **ND)
    told = chat("0 天神 3-10 12:00 灌水\n1 甲 3-11 13:00 来坐一坐\n2 甲 3-11 14:00 乙肯定是杀手，投乙")
    assert speech(look(game, told, as_of="3-12 20:00")) == ["#2 甲 flagged ND-2.1"]


# -- no-casualties -----------------------------------------------------------------------------------------------------

NC = {"D1": "sheriff 3-10 09:30 to 3-11 21:30", "D2": "imprison 3-12 09:30 to 3-13 21:30"}
ROLES = "山大王(大王) 水龙王(龙) 土地公"


def nc(*threads: ThreadPosts, events: str, house: str = "") -> Audit:
    return look(forum.game("no-casualties", ROLES, events, house=house, **NC), *threads, as_of="3-14 09:00")


def test_the_imprisoned_post_twenty_times_a_day_from_the_day_after() -> None:
    first = posts("山大王", ",".join(f"3-11 21:{n:02}" for n in range(5, 30)))
    second = posts("山大王", ",".join(f"3-12 10:{n:02}" for n in range(22)), 100)
    talking = talk(f"0 天神 3-10 09:30 讨论\n{first}\n{second}")
    found = nc(talking, events="3-11 21:00 imprison 山大王")
    assert speech(found) == ["#120 山大王 breach NC-state-prison", "#121 山大王 breach NC-state-prison"]
    night = posts("山大王", ",".join(f"3-12 08:{n:02}" for n in range(30)), 100)
    assert speech(nc(talk(f"0 天神 3-10 09:30 讨论\n{night}"), events="3-11 21:00 imprison 山大王")) == []


def test_ballots_of_the_imprisoned_are_not_counted_unless_the_house_counts_all() -> None:
    twenty = talk("0 天神 3-10 09:30 讨论\n" + posts("山大王", ",".join(f"3-12 10:{n:02}" for n in range(20))))
    ballot = vote("0 天神 3-12 09:30 投票\n1 山大王 3-12 11:00 投票对象：水龙王")
    events = "3-11 21:40 imprison 山大王"
    assert speech(nc(twenty, ballot, events=events)) == []
    assert speech(nc(twenty, ballot, events=events, house='nc.cap.count = "all"')) == [
        "#1 山大王 breach NC-state-prison"
    ]


def test_the_unconscious_are_silent_for_twelve_hours_of_every_day_but_vote() -> None:
    talking = talk(
        "0 天神 3-10 09:30 讨论\n1 山大王 3-12 09:30 刚醒\n2 山大王 3-12 21:29 还有一分钟\n3 山大王 3-12 21:30 能说了"
    )
    voting = vote("0 天神 3-12 09:30 投票\n1 山大王 3-12 10:00 投票对象：水龙王\n2 山大王 3-12 10:10 今天天气不错")
    events = "3-11 09:29 faint 山大王"
    assert speech(nc(talking, voting, events=events)) == [
        "#1 山大王 breach NC-state-faint",
        "#2 山大王 breach NC-state-faint",
        "#2 山大王 breach NC-state-faint",
    ]
    barred = speech(nc(voting, events=events, house='nc.faint.vote = "barred"'))
    assert len(barred) == 2


def test_twelve_hours_from_half_past_nine_where_the_house_says() -> None:
    late = {"D2": "imprison 3-12 11:00 to 3-13 21:30"}
    talking = talk("0 天神 3-12 11:00 讨论\n1 山大王 3-12 22:00 说话")
    game = forum.game("no-casualties", ROLES, "3-12 10:59 faint 山大王", **late)
    assert len(speech(look(game, talking, as_of="3-14 09:00"))) == 1
    fixed = forum.game("no-casualties", ROLES, "3-12 10:59 faint 山大王", house='nc.faint.from = "09:30"', **late)
    assert speech(look(fixed, talking, as_of="3-14 09:00")) == []


MAD = "3-12 09:29 mad 山大王"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("啊啊　喵⏎汪", ""),
        ("啊嗷嘎咕呱哼咴叽啾喵咩哞喔汪喳吱", ""),
        ("{:4_86:}咩咩", ""),
        ("[表情]咩咩", ""),
        ("喵🐱", ""),
        ("喵。", "「。」"),
        ("喵?喵！", "「?」 「！」"),
        ("喵2呜2", "「2」 「呜」"),
        ("水龙王", "「水」 「龙」 「王」"),
        ("…啊…", "「…」"),
    ],
)
def test_what_the_mad_may_write_each_wrong_sign_shown(text: str, shown: str) -> None:
    found = nc(talk(f"0 天神 3-10 09:30 讨论\n1 山大王 3-12 10:00 {text}"), events=MAD)
    assert speech(found) == (["#1 山大王 breach NC-state-mad"] if shown else [])
    assert [one.reason for one in found.speech] == ([f"癫狂者不得写 {shown}"] if shown else [])


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("喵喵⏎投票对象：水龙王⏎咩", ""),
        ("水龙王", ""),
        ("咩 龙 咩", ""),
        ("2号", ""),
        ("投票对象：弃权", ""),
        ("我投水龙王", "flagged"),
        ("投票对象：水龙王⏎因为他骗我", "breach"),
        ("投票对象：水龙王。", "breach"),
    ],
)
def test_the_mad_name_whom_they_vote_for(text: str, verdict: str) -> None:
    found = nc(vote(f"0 天神 3-12 09:30 投票\n1 山大王 3-12 10:00 {text}"), events=MAD)
    assert [one.verdict for one in found.speech] == ([verdict] if verdict else [])


def test_an_edit_does_not_unsay_and_the_sane_say_what_they_like() -> None:
    table = talk("0 天神 3-10 09:30 讨论\n1 山大王 3-12 10:00 喵 | was 救我\n2 山大王 3-13 10:00 好了")
    events = MAD + "\n3-12 21:40 sane 山大王"
    assert [one.reason for one in nc(table, events=events).speech] == ["癫狂者不得写 「救」 「我」"]


def test_the_expelled_are_silent() -> None:
    table = talk("0 天神 3-10 09:30 讨论\n1 山大王 3-12 10:00 再说一句")
    assert speech(nc(table, events="3-12 09:00 expelled 山大王")) == ["#1 山大王 breach NC-penalty"]


def test_plain_rules_forbid_nothing() -> None:
    table = talk("0 天神 3-10 09:30 讨论\n1 甲 3-12 10:00 QQ记录为证")
    assert speech(look(forum.game("plain", "甲 乙", "3-11 09:00 death 甲"), table, as_of="3-13 09:00")) == []
