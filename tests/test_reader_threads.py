"""Ballots as whole threads hold them: names called familiarly, lists, remarks, prose in front, talk about the past."""

from __future__ import annotations

import pytest

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat

ROSTER = Roster.of(
    [
        Seat("铁匠吴", (), 1),
        Seat("吴掌柜", (), 2),
        Seat("老鹰", (), 3),
        Seat("小满", (), 4),
        Seat("青萝", ("萝萝",), 5),
        Seat("渔夫", ("打鱼的阿四",), 6),
        Seat("雀儿", (), 7),
    ],
    ["司仪"],
)


def heard(text: str, stage: str = "execution", names: int | None = None) -> Reading:
    return read(text, ROSTER, Context(author="雀儿", stage=stage, names_per_ballot=names))


@pytest.mark.parametrize("called", ["老吴", "小吴", "阿吴", "大吴"])
@pytest.mark.parametrize("shape", ["投{}", "罢免{}", "{}", "我跟一票，投{}。"])
def test_a_letter_two_players_share_asks_which_and_never_a_third(shape: str, called: str) -> None:
    reading = heard(shape.format(called))
    assert (reading.kind, set(reading.candidates)) == ("ambiguous", {"铁匠吴", "吴掌柜"})


@pytest.mark.parametrize("text", ["投老郑", "投小郑", "投大郑", "罢免老郑"])
def test_a_familiar_call_stands_for_nobody_without_its_letter(text: str) -> None:
    reading = heard(text)
    assert (reading.targets, reading.candidates) == ((), ())


def test_an_alias_is_no_question() -> None:
    roster = Roster.of([Seat("铁匠吴", ("老吴",)), Seat("吴掌柜"), Seat("老鹰")])
    assert read("投老吴", roster, Context(author="老鹰")).targets == ("铁匠吴",)


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("赶上了！雀儿、青萝、渔夫——老王卖瓜一把。", ("雀儿", "青萝", "渔夫")),
        ("选举投票\n萝萝\n小满\n老鹰", ("青萝", "小满", "老鹰")),
        ("1.小满 2.青萝 3.渔夫打鱼的阿四", ("小满", "青萝", "渔夫")),
    ],
)
def test_a_list_of_names_is_an_election_ballot(text: str, targets: tuple[str, ...]) -> None:
    reading = heard(text, "election", 3)
    assert (reading.kind, reading.targets) == ("vote", targets), reading.why


@pytest.mark.parametrize(
    "text",
    [
        "西风吹罢又东风，成了鬼也要投：青萝",
        "行了正经投：青萝",
        "躺了一天，醒来第一票：青萝",
        "在大牢里继续投青萝",
        "青萝，太滑的人不长久",
        "青萝 ~ 昨天投我一票我可没忘",
        "青萝",
    ],
)
def test_prose_around_a_plain_ballot_leaves_it_one(text: str) -> None:
    reading = heard(text)
    assert (reading.kind, reading.targets) == ("vote", ("青萝",)), reading.why


@pytest.mark.parametrize(
    "text",
    [
        "@小满 快来改票，不然只看天意了",
        "还没想好，今晚也许不投了",
        "司仪，我昨天的票怎么没算？我投的是青萝不是小满",
    ],
)
def test_talk_is_no_ballot(text: str) -> None:
    assert heard(text).kind == "none"


def test_out_is_a_ballot_only_where_it_announces_nothing() -> None:
    assert heard("烟斗一磕，青萝出局").targets == ("青萝",)
    assert heard("昨晚的结果，青萝出局").kind != "vote"
    assert heard("计票结束，青萝出局").kind != "vote"
    assert heard("青萝必须出局").kind == "ambiguous"


def test_a_choice_left_open_keeps_its_names() -> None:
    reading = heard("青萝、小满都可以投，随便算一个")
    assert (reading.kind, set(reading.candidates)) == ("conditional", {"青萝", "小满"})


def test_one_may_speak_for_two() -> None:
    reading = heard("我和小满都投青萝")
    assert (reading.kind, reading.targets, reading.proxies) == ("vote", ("青萝",), (("小满", "青萝"),))
    assert heard("我和小满都不投青萝").proxies == ()
