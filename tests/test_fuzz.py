"""Any page, paste, game file, rule set or post: never a crash, never a hang. Longer under `make trust`."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from fixtures.make_board import DAY_ONE
from tests.support.fuzz import TARGETS, corpus, tried

EXAMPLES = 1500 if os.environ.get("TRUST") == "full" else 30
SECONDS = 40  # for each target, however busy the machine is; fewer inputs are tried then
CALM = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES < 100, phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
WORDS = {
    "page": [
        "<div id=read_701>",
        "</div>",
        "<table>",
        "<td class=t_f id=postmessage_9>",
        "<blockquote>",
        "<!--",
        "\0",
        "&#x",
        "page=9",
        '<div id="readfloor_701">',
        "<script>",
        "发表于: 2009-03-10 21:00",
        "<em id=authorposton9>",
        "]]>",
        "投红豆",
        "<h6 class=quote>",
    ],
    "pasted": [
        "1楼",
        "2#",
        "楼主",
        "发表于 2009-3-10 21:00",
        "\n",
        "投红豆",
        "只看该作者",
        "[复制链接]",
        "本帖最后由",
        "GMT+8",
        "  ",
    ],
    "game": [
        "[game]\n",
        "rules = ",
        '"plain"',
        "\n",
        "[[players]]\n",
        'name = "甲"\n',
        "[[stages]]",
        "kind",
        " = ",
        "2009-03-10T21:00:00",
        "[[events]]\n",
        "{",
        "}",
        "[",
        "]",
        '"',
        "'''",
        "number = 1\n",
        "#",
        "inf",
        "house",
        ".",
        "1979-05-27",
    ],
    "rules": [
        'base = "golden-bough"\n',
        "title = ",
        "[change]\n",
        "limit = 2\n",
        "[[weights]]",
        "stages",
        " = ",
        '"',
        "[",
        "]",
        "\n",
        "{",
        "}",
        "-1",
    ],
    "ballots": [
        *"投票改弃撤不我你他就是了吧呢，。！？、（）「」 \n",
        "红豆",
        "豆子",
        "10号",
        "阿棠",
        "如果",
        "还是",
        "昨天",
        "说",
        "生死",
        "投给",
        "8",
        "弃权",
        "改投",
        "@",
        "~~",
        ":",
        "一票",
        "先不",
        "警长",
    ],
}


def mixed(name: str) -> st.SearchStrategy[bytes]:
    """Bytes of a target's own words, of what is kept, of kept inputs cut and joined, and of nothing at all."""
    kept = st.sampled_from(corpus(name))
    words = st.lists(st.one_of(st.sampled_from(WORDS[name]), st.text(max_size=4)), max_size=40).map("".join)
    cut = st.tuples(kept, kept, st.integers(0, 4000), st.integers(0, 4000)).map(lambda p: p[0][: p[2]] + p[1][p[3] :])
    stuffed = st.tuples(kept, words, st.integers(0, 4000)).map(lambda p: p[0][: p[2]] + p[1].encode() + p[0][p[2] :])
    return st.one_of(words.map(lambda text: text.encode("utf-8", "replace")), cut, stuffed, st.binary(max_size=300))


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_kept(name: str) -> None:
    assert corpus(name)
    for data in corpus(name):
        tried(name, data)


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_crashes_and_nothing_hangs(name: str) -> None:
    ends = time.monotonic() + SECONDS
    count = 0

    @CALM
    @given(mixed(name))
    def law(data: bytes) -> None:
        nonlocal count
        if time.monotonic() < ends:
            tried(name, data)
            count += 1

    law()
    assert count >= 20


def test_the_posts_of_the_sample_are_read_with_any_one_character_gone() -> None:
    for post in DAY_ONE[:: 1 if EXAMPLES > 100 else 6]:
        for at in range(len(post.body)):
            tried("ballots", (post.body[:at] + post.body[at + 1 :]).encode())
