"""Lurking: by stage against the average, in any forty-eight hours, by other boards' rules; and the warnings."""

from __future__ import annotations

import pytest

from referee.audits.measure import characters, substance
from referee.audits.values import Audit
from tests.support import forum
from tests.support.audits import (
    chat,
    counts,
    look,
    order,
    posts,
    roster,
    spares,
    stages,
    talk,
    vote,
    warnings,
    windows,
)

ND = "甲 乙 丙"
TRIAL = {"D2_trial": "trial 3-12 12:00 to 3-13 12:00"}


def many(author: str, count: int, day: str = "3-12", first: int = 100) -> str:
    """`count` posts of one author, a minute apart from 13:00 on."""
    return posts(author, ",".join(f"{day} {13 + n // 60}:{n % 60:02}" for n in range(count)), first)


# -- nine-days ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "others", "verdict"),
    [
        (4, 57, "lurking"),  # 4×5×3 = 60 < 61
        (4, 56, "ok"),  # 60 is not under 60: exactly a fifth of the average
        (5, 200, "ok"),  # five are not fewer than five
        (0, 1, "lurking"),
        (0, 0, "ok"),  # nobody posted: an average of nought, of which nobody is under a fifth
    ],
)
def test_fewer_than_five_and_under_a_fifth_of_the_average(own: int, others: int, verdict: str) -> None:
    table = "\n".join(["0 天神 3-12 12:00 讨论", many("甲", own), many("乙", others, first=200)])
    found = look(forum.game("nine-days", ND, **TRIAL), talk(table), as_of="3-13 12:00")
    (stage,) = found.stages
    assert next(p for p in stage.players if p.player == "甲").verdict == verdict
    assert stage.average == pytest.approx((own + others) / 3, abs=0.005)


def test_the_average_is_over_the_living_zero_posters_included_or_over_posters_where_the_house_says() -> None:
    table = "\n".join(["0 天神 3-12 12:00 讨论", many("甲", 1), many("乙", 5, first=200)])
    house = 'nd.lurk.avg = "posters"'
    assert stages(look(forum.game("nine-days", ND, **TRIAL), talk(table), as_of="3-13 12:00")) == [
        "D2.trial 丙 0 lurking"
    ]
    # 1×5×3 = 15 is not under 6, of two posters 1×5×2 = 10 is not either; the average of posters is told beside it.
    (stage,) = look(forum.game("nine-days", ND, house=house, **TRIAL), talk(table), as_of="3-13 12:00").stages
    assert (stage.average, stage.average_posters) == (2.0, 3.0)


def test_discussion_and_vote_threads_count_chat_judge_dead_and_role_posts_do_not() -> None:
    game = forum.game("nine-days", "甲 乙 丙 丁", "3-12 09:00 death 丁", **TRIAL)
    table = """
        0 天神 3-12 12:00 讨论开始
        1 甲 3-12 13:00 我先说两句
        2 丁 3-12 14:00 死了也想说
        3 甲 3-12 15:00 【暗杀贴】月黑风高
        4 乙 3-12 16:00 暗杀这件事我有话说
    """
    ballots = vote("0 天神 3-12 12:00 投票\n1 甲 3-12 20:00 投乙", "D0")
    found = look(game, talk(table), ballots, chat("0 天神 3-12 12:00 灌水\n1 甲 3-12 13:00 顶"), as_of="3-13 12:00")
    assert counts(found, "D2.trial") == {"甲": 2, "乙": 1, "丙": 0}


def test_night_posts_go_to_the_next_days_first_stage_and_the_limit_minute_to_what_begins() -> None:
    game = forum.game(
        "nine-days",
        ND,
        D1_debate="debate 3-10 12:00 to 3-11 12:00",
        D2_trial="trial 3-12 12:00 to 3-13 12:00",
        D2_debate="debate 3-13 12:00 to 3-14 12:00",
    )
    table = """
        0 天神 3-10 12:00 讨论
        1 甲 3-11 11:59 还是第一天
        2 甲 3-11 12:00 已经入夜
        3 甲 3-12 11:59 夜里
        4 甲 3-12 12:00 天亮
        5 甲 3-13 11:59 辩论之前
        6 甲 3-13 12:00 辩论开始
    """
    found = look(game, talk(table), as_of="3-14 12:00")
    assert [counts(found, stage.id)["甲"] for stage in found.stages] == [1, 4, 1]
    closed = forum.game("nine-days", ND, house='time.boundary = "closed"', D2_trial="trial 3-12 12:00 to 3-13 12:00")
    assert (
        counts(look(closed, talk(table), as_of="3-14 12:00"), "D2.trial")["甲"] == 4
    )  # 12:00 of both days belongs before


def test_before_the_first_day_there_is_no_night() -> None:
    game = forum.game("nine-days", ND, D1_trial="trial 3-12 12:00 to 3-13 12:00")
    table = "0 天神 3-12 08:00 准备\n1 甲 3-12 09:00 报到\n2 甲 3-12 13:00 开始了"
    assert counts(look(game, talk(table), as_of="3-13 12:00"), "D1.trial")["甲"] == 1


LADDER = {
    "D1_trial": "trial 3-10 12:00 to 3-11 12:00",
    "D2_trial": "trial 3-12 12:00 to 3-13 12:00",
    "D3_trial": "trial 3-14 12:00 to 3-15 12:00",
}
BUSY = "\n".join(["0 天神 3-10 12:00 讨论", *(many("乙", 20, f"3-{day}", day * 100) for day in (10, 12, 14))])


def test_first_a_warning_then_the_first_who_signed_up_and_drowned_where_nobody_is_left() -> None:
    game = forum.game("nine-days", ND, "3-10 10:00 leave 丙 to=3-20T12:00", spares("船长", "蓝莓"), **LADDER)
    found = look(game, talk(BUSY), as_of="3-13 12:00")
    assert warnings(found) == ["甲 D1.trial 1 warned", "甲 D2.trial 2 replace"]
    assert order(found) == ["甲←船长"]
    assert stages(found)[1::2] == ["D1.trial 丙 0 exempt", "D2.trial 丙 0 exempt"]
    alone = look(forum.game("nine-days", "甲 乙", **LADDER), talk(BUSY), as_of="3-13 12:00")
    assert warnings(alone) == ["甲 D1.trial 1 warned", "甲 D2.trial 2 drown"]
    assert order(alone) == []


def test_two_to_be_replaced_take_the_substitutes_in_order_and_one_is_left_without() -> None:
    found = look(forum.game("nine-days", ND, "", spares("船长"), **LADDER), talk(BUSY), as_of="3-13 12:00")
    assert warnings(found)[2:] == ["甲 D2.trial 2 replace", "丙 D2.trial 2 drown"]
    assert order(found) == ["甲←船长"]


def test_a_substitute_begins_at_nought() -> None:
    events = "3-13 12:30 substitution 甲 by=船长"
    found = look(forum.game("nine-days", "甲 乙", events, spares("船长"), **LADDER), talk(BUSY), as_of="3-15 12:00")
    assert warnings(found) == ["甲 D1.trial 1 warned", "甲 D2.trial 2 replace", "甲 D3.trial 1 warned"]
    assert order(found) == ["甲←船长"]


def test_a_stage_that_is_running_is_not_judged() -> None:
    found = look(forum.game("nine-days", "甲 乙", **LADDER), talk(BUSY), as_of="3-13 11:59")
    assert warnings(found) == ["甲 D1.trial 1 warned"]
    assert any("D2.trial 还没结束" in note and "甲 0" in note for note in found.notes)


def test_one_warning_a_game_day_where_the_house_says() -> None:
    two = {"D1_trial": "trial 3-10 12:00 to 3-11 12:00", "D1_debate": "debate 3-11 12:00 to 3-12 12:00"}
    table = "\n".join(["0 天神 3-10 12:00 讨论", many("乙", 20, "3-10"), many("乙", 20, "3-11", 200)])
    assert len(look(forum.game("nine-days", "甲 乙", **two), talk(table), as_of="3-12 12:00").warnings) == 2
    capped = forum.game("nine-days", "甲 乙", house='nd.lurk.cap = "one_per_game_day"', **two)
    assert warnings(look(capped, talk(table), as_of="3-12 12:00")) == ["甲 D1.trial 1 warned"]
    by_day = forum.game("nine-days", "甲 乙", house='nd.lurk.day = "game_day"', **two)
    assert warnings(look(by_day, talk(table), as_of="3-12 12:00")) == ["甲 D1 1 warned"]


# -- any forty-eight hours ---------------------------------------------------------------------------------------------

START = "0 天神 3-10 20:00 名单"
OPEN = "0 天神 3-10 20:05 讨论"


def window_of(table: str, as_of: str, events: str = "", house: str = "", rules: str = "golden-bough") -> list[str]:
    game = forum.game(rules, "甲 乙", events, house=house)
    busy = posts("乙", ",".join(f"3-{day} {hour}:00" for day in range(10, 20) for hour in (21, 22, 23)), 500)
    return windows(look(game, roster(START), talk("\n".join([OPEN, table, busy])), as_of=as_of))


@pytest.mark.parametrize("rules", ["golden-bough", "game-twelve"])
def test_four_in_forty_eight_hours_violate_five_are_fine(rules: str) -> None:
    four = posts("甲", "3-10 21:00,3-11 09:00,3-11 21:00,3-12 20:00")
    five = posts("甲", "3-10 21:00,3-11 09:00,3-11 21:00,3-12 09:00,3-12 20:00")
    assert window_of(four, "3-12 20:00", rules=rules) == ["甲 03-10 20:00 03-12 20:00 4 out"]
    assert window_of(five, "3-12 20:59", rules=rules) == []
    # An hour later the post of 21:00 has left the stretch.
    assert window_of(five, "3-12 21:00", rules=rules) == ["甲 03-10 21:00 03-12 21:00 4 out"]


def test_the_first_stretch_is_whole_forty_eight_hours_after_the_roster() -> None:
    assert window_of("", "3-12 19:59") == []
    assert window_of("", "3-14 12:00") == ["甲 03-10 20:00 03-12 20:00 0 out"]


def test_sign_in_chat_and_votes_are_no_analysis_unless_the_house_counts_everything() -> None:
    game = forum.game("golden-bough", "甲 乙")
    signing = roster("\n".join([START, posts("甲", "3-10 20:01,3-10 20:02,3-10 20:03,3-10 20:04,3-10 20:05")]))
    found = look(game, signing, talk("\n".join([OPEN, posts("乙", "3-10 21:00", 9)])), as_of="3-12 20:00")
    assert windows(found)[0] == "甲 03-10 20:00 03-12 20:00 0 out"
    everything = forum.game("golden-bough", "甲 乙", house='lurk.count = "all_posts"')
    assert [w[0] for w in windows(look(everything, signing, talk(OPEN), as_of="3-12 20:00"))] == ["乙"]


def test_death_ends_the_clock() -> None:
    assert window_of("", "3-14 12:00", "3-12 19:00 death 甲") == []
    assert window_of("", "3-14 12:00", "3-12 20:00 death 甲") == ["甲 03-10 20:00 03-12 20:00 0 out"]


def test_a_substitutes_clock_begins_when_he_enters() -> None:
    game = forum.game("golden-bough", "甲 乙", "3-13 10:00 substitution 甲 by=替补甲", spares("替补甲"))
    threads = roster(START), talk(OPEN + "\n" + posts("乙", "3-10 21:00"))
    assert windows(look(game, *threads, as_of="3-15 09:59"))[0].startswith("乙")
    assert windows(look(game, *threads, as_of="3-15 10:00"))[1] == "甲 03-13 10:00 03-15 10:00 0 out"


def test_leave_excuses_and_a_whole_stretch_is_asked_for_after_it() -> None:
    events = "3-10 20:30 leave 甲 to=3-13T20:00"
    assert window_of("", "3-14 12:00", events) == ["甲 03-10 20:00 03-12 20:00 0 exempt"]
    assert window_of("", "3-15 20:00", events) == ["甲 03-13 20:00 03-15 20:00 0 out"]


def test_without_a_roster_thread_the_clock_begins_with_what_can_be_read() -> None:
    found = look(forum.game("golden-bough", "甲 乙"), talk(OPEN + "\n" + posts("乙", "3-10 21:00")), as_of="3-12 20:05")
    assert windows(found)[0] == "甲 03-10 20:05 03-12 20:05 0 out"
    assert any("没有名单帖" in note for note in found.notes)
    nothing = look(forum.game("golden-bough", "甲 乙"), vote("0 天神 3-10 20:00 投票"), as_of="3-14 12:00")
    assert nothing.windows == ()


# -- other boards' rules -----------------------------------------------------------------------------------------------


def plain(house: str, table: str, as_of: str = "3-13 12:00", more: str = "", **stage: str) -> Audit:
    given = stage or {"D1": "vote 3-12 12:00 to 3-13 12:00"}
    return look(forum.game("plain", "甲 乙", "", more, house=house, **given), talk(table), as_of=as_of)


def test_a_board_may_ask_for_so_many_posts_a_day_and_warn_three_times() -> None:
    days = {f"D{n}": f"vote 3-1{n} 12:00 to 3-1{n + 1} 12:00" for n in (1, 2, 3)}
    house = 'lurk.per = "stage"\nlurk.posts = 2\nlurk.warnings = 3\nlurk.then = "replace"'
    table = "\n".join(["0 天神 3-11 12:00 讨论", *(many("乙", 2, f"3-1{n}", n * 100) for n in (1, 2, 3))])
    found = plain(house, table, "3-14 12:00", spares("船长"), **days)
    assert warnings(found) == ["甲 D1 1 warned", "甲 D2 2 warned", "甲 D3 3 replace"]
    assert order(found) == ["甲←船长"]
    assert plain("", table, "3-14 12:00", **days).warnings == ()


def test_windows_may_be_warned_first() -> None:
    house = 'lurk.per = "window"\nlurk.hours = 24\nlurk.posts = 1\nlurk.warnings = 2\nlurk.then = "out"'
    found = plain(house, "0 天神 3-10 12:00 讨论\n" + posts("乙", "3-10 13:00,3-11 12:30,3-12 12:00,3-13 11:00"))
    assert windows(found) == ["甲 03-10 12:00 03-11 12:00 0 lurking"]
    assert warnings(found) == ["甲 None 1 warned", "甲 None 2 out", "甲 None 3 out"]


def test_short_posts_padding_and_smilies_can_be_left_out() -> None:
    table = """
        0 天神 3-12 12:00 讨论
        1 甲 3-12 13:00 顶
        2 甲 3-12 13:10 {:4_86:}{:4_86:}
        3 甲 3-12 13:20 哈哈哈哈哈哈哈哈哈哈哈哈
        4 甲 3-12 13:30 。。。。。。！！！！！！
        5 甲 3-12 13:40 水水水水水水水水水水
        6 甲 3-12 13:50 我觉得乙的票投得奇怪
    """
    assert counts(plain("", table), "D1")["甲"] == 6
    assert counts(plain("lurk.min_chars = 5", table), "D1")["甲"] == 3
    assert counts(plain('lurk.min_chars = 5\nlurk.padding = "discount"', table), "D1")["甲"] == 1
    assert counts(plain('lurk.padding = "discount"', table), "D1")["甲"] == 1


def test_the_same_words_again_count_and_are_told_or_count_once() -> None:
    table = (
        "0 天神 3-12 12:00 讨论\n1 甲 3-12 13:00 我在\n2 甲 3-12 13:01 我在\n3 甲 3-12 13:02 走了\n4 甲 3-12 13:03 我在"
    )
    assert counts(plain("", table), "D1")["甲"] == 4
    assert any("甲 有 1 帖" in note for note in plain("", table).notes)
    assert counts(plain('lurk.repeats = "once"', table), "D1")["甲"] == 3


def test_only_opened_topics_count_where_the_house_says() -> None:
    game = forum.game("plain", "甲 乙", house='lurk.count = "topics_only"', D1="vote 3-12 12:00 to 3-13 12:00")
    own = talk("0 甲 3-12 13:00 我的分析\n1 甲 3-12 13:01 补充", "http://bbs.example.net/read.php?tid=9")
    found = look(game, talk("0 天神 3-12 12:00 讨论\n1 甲 3-12 13:00 说"), own, as_of="3-13 12:00")
    assert counts(found, "D1")["甲"] == 1


def test_what_counts_is_said() -> None:
    assert "少于 5 帖，且少于平均数的 20%" in look(forum.game("nine-days", ND), talk(OPEN)).counts
    assert "任何连续 48 小时内少于 5 帖" in look(forum.game("golden-bough", "甲 乙"), talk(OPEN)).counts
    assert "没有规定潜水" in look(forum.game("no-casualties", "甲 乙"), talk(OPEN)).counts
    assert "不足 30 个字的不算" in plain("lurk.min_chars = 30", "0 天神 3-12 12:00 讨论").counts


def test_a_thread_named_for_two_uses_is_counted_once() -> None:
    table = "0 天神 3-12 12:00 讨论\n1 甲 3-12 13:00 投乙"
    game = forum.game("nine-days", ND, **TRIAL)
    both = forum.thread(table, stage="D0", kind="vote", url="http://bbs.example.net/read.php?tid=2")
    assert counts(look(game, talk(table), both, as_of="3-13 12:00"), "D2.trial")["甲"] == 1


@pytest.mark.parametrize(
    ("text", "long", "says"),
    [
        ("我投乙。", 3, 3),
        ("V3 说的", 4, 4),
        ("啊啊啊啊啊啊", 6, 0),
        ("支持支持支持支持", 8, 0),
        ("支持支持支持支持你说的", 11, 5),
        ("{:4_86:} 顶！", 1, 0),
        ("帮顶，前排", 4, 0),
        ("顶乙的看法", 5, 5),
    ],
)
def test_how_long_a_post_is(text: str, long: int, says: int) -> None:
    assert (characters(text), substance(text)) == (long, says)


def test_what_is_short_of_the_average_is_told_in_posts_not_as_a_sum() -> None:
    table = "\n".join(["0 天神 3-12 12:00 讨论", many("甲", 4), many("乙", 57, first=200)])
    (stage,) = look(forum.game("nine-days", ND, **TRIAL), talk(table), as_of="3-13 12:00").stages
    mine = next(p for p in stage.players if p.player == "甲")
    assert mine.reason == "4 帖，少于 5 帖；人均 20.33 帖的 20% 是 4.07"
