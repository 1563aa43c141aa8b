"""What a jury says as its verdict, and recall and by-election in one post; the same words elsewhere are talk."""

from __future__ import annotations

import pytest

from parsers.ballots.reader import read
from parsers.ballots.reading import Context, Reading
from parsers.names import Roster, Seat

NAMES = ("钟馗", "判官", "牛头", "马面", "孟婆", "谛听", "地藏", "游魂", "渡船人")
PLAYERS = Roster.of([Seat(name, (), number) for number, name in enumerate(NAMES, 1) if name != "判官"], ["阎王"])
JURY = ("钟馗", "牛头", "马面")


def verdict(text: str, stage: str | None = "jury") -> Reading:
    return read(text, PLAYERS, Context(stage=stage, author="钟馗", jury=JURY, names_per_ballot=1))


@pytest.mark.parametrize(
    "text",
    [
        "判孟婆",
        "我判孟婆，就这样",
        "判处孟婆死刑",
        "裁决孟婆死刑",
        "宣判孟婆死罪吧",
        "判孟婆有罪",
        "孟婆判死刑",
        "我的意见是孟婆",
        "我的意见：孟婆",
        "我的裁决是孟婆",
        "最终判决：孟婆",
        "游魂无罪，判孟婆",
        "不判游魂，判孟婆",
        "牛头判游魂，我判孟婆",
        "判5号",
    ],
)
def test_a_verdict_is_a_ballot_where_verdicts_are_counted(text: str) -> None:
    reading = verdict(text)
    assert (reading.kind, reading.targets) == ("vote", ("孟婆",)), reading.why


@pytest.mark.parametrize(
    "text",
    [
        "判孟婆",
        "判处孟婆死刑",
        "裁决孟婆死刑",
        "判孟婆有罪",
        "我的意见是孟婆",
        "我判孟婆是狼",
    ],
)
@pytest.mark.parametrize("stage", [None, "execution", "election", "recall", "by-election", "vote"])
def test_the_same_words_are_no_ballot_in_any_other_stage(text: str, stage: str | None) -> None:
    assert verdict(text, stage).kind in ("none", "ambiguous")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("如果马面也同意，我就判孟婆", "conditional"),
        ("等牛头表态我再判孟婆", "conditional"),
        ("建议判孟婆", "ambiguous"),
        ("判孟婆？", "ambiguous"),
        ("判孟婆还是游魂", "ambiguous"),
        ("孟婆有罪", "ambiguous"),
        ("我的意见是孟婆有问题", "ambiguous"),
        ("判孟婆无罪", "none"),
        ("孟婆判得太重了", "none"),
        ("判断孟婆是好人", "none"),
        ("昨天判了孟婆", "none"),
        ("凭什么判孟婆？", "none"),
        ("别判孟婆", "none"),
        ("牛头的意见是孟婆", "none"),
        ("判孟婆的那两位想清楚了吗", "none"),
        ("如果判孟婆，明天就赢了", "none"),
        ("我不判任何人", "abstain"),
    ],
)
def test_what_a_juror_says_short_of_a_verdict_is_none(text: str, kind: str) -> None:
    reading = verdict(text)
    assert reading.kind == kind, (reading.kind, reading.targets, reading.why)


def test_a_verdict_is_changed() -> None:
    reading = verdict("原来判游魂，现在改判孟婆")
    assert (reading.kind, reading.targets) == ("change", ("孟婆",))


def both(text: str) -> tuple[Reading, Reading]:
    """The post as a ballot of the recall and of the by-election that are open together."""
    recall = Context(stage="recall", also_open=("by-election",), author="游魂", names_per_ballot=1)
    seats = Context(stage="by-election", also_open=("recall",), author="游魂", names_per_ballot=2)
    return read(text, PLAYERS, recall), read(text, PLAYERS, seats)


@pytest.mark.parametrize(
    "text",
    [
        "我罢免牛头，让孟婆和谛听上",
        "罢牛头，补孟婆 谛听",
        "罢牛头 补孟婆、谛听",
        "罢免牛头，补上孟婆和谛听",
        "罢免牛头，由孟婆、谛听接任",
        "罢免：牛头\n补选：孟婆、谛听",
    ],
)
def test_recall_and_by_election_in_one_post(text: str) -> None:
    recall, seats = both(text)
    assert (recall.kind, recall.targets) == ("vote", ("牛头",)), recall.why
    assert (seats.kind, seats.targets) == ("vote", ("孟婆", "谛听")), seats.why


def test_nobody_recalled_and_a_seat_filled() -> None:
    recall, seats = both("不罢免，补孟婆")
    assert recall.kind == "abstain"
    assert (seats.kind, seats.targets) == ("vote", ("孟婆",))


@pytest.mark.parametrize("text", ["罢牛头", "罢免牛头，让孟婆把话说完", "罢免牛头，谁补都行"])
def test_who_is_recalled_is_nobodys_choice_for_the_seat(text: str) -> None:
    recall, seats = both(text)
    assert (recall.kind, recall.targets) == ("vote", ("牛头",)), recall.why
    assert seats.kind not in ("vote", "change")


@pytest.mark.parametrize("stage", ["execution", "election"])
@pytest.mark.parametrize(
    "text", ["代投：孟婆：谛听 地藏：游魂", "代投：孟婆：谛听；地藏：游魂", "代投：\n孟婆：谛听\n地藏：游魂"]
)
def test_each_pair_a_judge_relays_on_one_line_is_a_ballot(text: str, stage: str) -> None:
    names = 3 if stage == "election" else 1
    reading = read(text, PLAYERS, Context(stage=stage, author="阎王", names_per_ballot=names))
    assert (reading.kind, reading.proxies) == ("delegate", (("孟婆", "谛听"), ("地藏", "游魂"))), reading.why
