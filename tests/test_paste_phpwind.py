"""Text copied from phpwind pages: what it still tells is read, what it cannot tell is named."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.boards import paste_phpwind
from parsers.pages import Clock
from parsers.posts import Post, ThreadPage

CLOCK = Clock(ZoneInfo("Asia/Shanghai"), datetime(2014, 1, 2, 3, 4))

LINE_53 = """
渡口论坛 -> 夜谈 -> 渡口第一天 -> 登录 -> 注册 -> 回复主题
«1 2»   Pages: ( 2/2 total )
本页主题: 渡口第一天 打印 | 加为IE收藏 | 复制链接

摆渡人
金牌船夫
级别: 管理员


精华: 2
发帖: 31
最后登录:2008-02-01

 渡口第一天

天亮了，昨夜丢了一支桨。
截止：晚上九点

[ 此帖被摆渡人在2007-05-01 08:30重新编辑 ]

Posted: 2007-05-01 08:00 | [楼 主]
芦花
级别: 新手上路


精华: 0
发帖: 7
最后登录:2007-09-09

Quote:
引用楼主摆渡人于2007-05-01 08:00发表的 渡口第一天 :
天亮了，昨夜丢了一支桨。
.......

投 青苔
Posted: 2007-05-01 08:12 | 1 楼
青苔
级别: 侠客


最后登录:2007-09-09

 Re:渡口第一天

该主题已被管理员屏蔽!
Posted: 2007-05-01 08:15 |
2 楼
"""

LINE_75 = """
 渡口论坛 » 夜谈 » 渡口第一天
«12»Pages: 1/2     Go
主题 : 渡口第一天
复制链接 | 浏览器收藏 | 打印
摆渡人 离线

级别: 管理员

显示用户信息
楼主  发表于: 2009-05-01 08:00
只看楼主 | 小 中 大
渡口第一天
管理提醒: 本帖被 老艄公 执行加亮操作(2009-05-01)
天亮了
举报 顶端
回复引用
芦花 在线

级别: 新手上路

显示用户信息
沙发  发表于: 今天 08:12
只看该作者 | 小 中 大
引用
引用楼主摆渡人于2009-05-01 08:00发表的 :
天亮了

投 青苔
举报 顶端
回复引用
"""

LINE_87 = """
渡口论坛>夜谈>渡口第一天 ..
渡口第一天 [复制链接]
上一主题下一主题
在线摆渡人

管理员
加关注发消息
只看楼主 倒序阅读 使用道具 楼主   发表于: 2011-05-01
— (摆渡人) 请勿灌水 (2011-05-01 10:00) —
天亮了
[ 此帖被摆渡人在2011-05-01 09:35重新编辑 ]
分享到淘江湖新浪QQ微博
回复
举报
离线芦花

侠客
加关注发消息
只看该作者 置顶 (来自1楼) 发表于: 2011-05-01
投 青苔
回复
举报
离线芦花

侠客
加关注发消息
只看该作者 沙发   发表于: 2011-05-01
投 青苔
回复
举报
离线青苔

侠客
加关注发消息
只看该作者 板凳   发表于: 2011-05-01
此帖售价 5 铜币,已有 0 人购买 [记录] [购买]
购买后，将显示帖子中所有出售内容。
若发现会员采用欺骗的方法获取财富,请立刻举报!
此段为出售的内容，购买后显示

我说完了
回复
举报
"""

LINE_9 = """
首页>夜谈>渡口第一天
回复
« 返回列表

摆渡人
管理员

UID1
粉丝0
加关注 写私信
阅读：1435回复：2
渡口第一天
楼主#
更多 发布于：2013-05-01 09:00
天亮了
[摆渡人于2013-05-01 09:35编辑了帖子]
喜欢0
回复

芦花
贫民

UID7
加关注 写私信
沙发#
发布于：2013-05-01 09:04
摆渡人：天亮了回到原帖
投 青苔
回复 喜欢
"""

PRINTED = """
渡口论坛 -> 夜谈 -> 渡口第一天 [打印本页]	登录 -> 注册 -> 回复主题 -> 发表主题
摆渡人	2007-05-01 08:00
天亮了

芦花	2007-05-01 08:12
投 青苔

"""

BARE = """管理提醒：

本帖被 老艄公 执行加亮操作(2009-06-29)



1. 白天

每天推一人。

Quote:

引用第3楼芦花于2009-03-10 12:00发表的 :
推谁？

.......
"""


def read(text: str) -> ThreadPage:
    assert paste_phpwind.recognise(text)
    return paste_phpwind.read(text, "", CLOCK)


def told(posts: tuple[Post, ...]) -> list[tuple[int | None, str, str]]:
    return [(post.floor, post.author, post.text) for post in posts]


def test_line_five_closes_a_post_with_its_time_and_floor() -> None:
    page = read(LINE_53)
    assert (page.title, page.number, page.total) == ("渡口第一天", 2, 2)
    assert told(page.posts) == [
        (0, "摆渡人", "天亮了，昨夜丢了一支桨。\n截止：晚上九点"),
        (1, "芦花", "投 青苔"),
        (2, "青苔", ""),
    ]
    assert page.posts[0].edited is not None
    assert page.posts[0].edited.by == "摆渡人"
    assert page.posts[1].quotes == (
        "引用楼主摆渡人于2007-05-01 08:00发表的 渡口第一天 :\n天亮了，昨夜丢了一支桨。\n.......",
    )
    assert page.posts[2].hidden
    assert page.missing == ()


def test_line_seven_opens_a_post_with_its_floor_and_time() -> None:
    page = read(LINE_75)
    assert (page.title, page.number, page.total) == ("渡口第一天", 1, 2)
    assert told(page.posts) == [(0, "摆渡人", "天亮了"), (1, "芦花", "投 青苔")]
    assert page.posts[1].quotes == ("引用楼主摆渡人于2009-05-01 08:00发表的 :\n天亮了",)
    assert page.posts[1].time is not None
    assert page.posts[1].time.when == datetime(2014, 1, 2, 8, 12)


def test_line_eight_shows_days_only_and_topped_posts_twice() -> None:
    page = read(LINE_87)
    assert page.title == "渡口第一天"
    assert told(page.posts) == [(0, "摆渡人", "天亮了"), (1, "芦花", "投 青苔"), (2, "青苔", "我说完了")]
    assert "times" in page.missing
    assert any("2 楼此帖售价 5 铜币" in note for note in page.notes)


def test_a_quote_in_doubt_is_said_to_be() -> None:
    page = read(LINE_87.replace("此帖售价 5 铜币,已有 0 人购买 [记录] [购买]", "芦花:投 青芽\n\n我不是"))
    assert page.posts[2].quotes == ("芦花:投 青芽",)
    assert page.posts[2].text == "我不是\n\n我说完了"
    assert any(note.startswith("2 楼引用到哪里为止看不清") for note in page.notes)


def test_quotes_one_upon_another_are_told_apart() -> None:
    page = read(
        BARE.replace("推谁？\n", "推谁？\n\n我看推青苔\n\nQuote:\n\n引用第5楼青苔于2009-03-10 12:04发表的 :\n推你\n")
    )
    assert page.posts[0].text.endswith("我看推青苔")
    assert len(page.posts[0].quotes) == 2


def test_line_nine_has_the_floor_over_the_time() -> None:
    page = read(LINE_9)
    assert page.title == "渡口第一天"
    assert told(page.posts) == [(0, "摆渡人", "天亮了"), (1, "芦花", "投 青苔")]
    assert page.posts[1].quotes == ("摆渡人：天亮了",)
    assert page.missing == ()


def test_a_printed_page_has_no_floors() -> None:
    page = read(PRINTED)
    assert page.title == "渡口第一天"
    assert told(page.posts) == [(None, "摆渡人", "天亮了"), (None, "芦花", "投 青苔")]
    assert page.missing == ("floors",)
    assert len({post.pid for post in page.posts}) == 2


def test_a_post_without_its_frame_is_one_post_of_nobody() -> None:
    page = read(BARE)
    assert told(page.posts) == [(None, "", "1. 白天\n\n每天推一人。")]
    assert page.posts[0].quotes == ("引用第3楼芦花于2009-03-10 12:00发表的 :\n推谁？\n\n.......",)
    assert page.missing == ("times", "floors", "authors")


@pytest.mark.parametrize("text", [LINE_53, LINE_75, LINE_87, LINE_9, PRINTED, BARE])
def test_line_ends_do_not_matter(text: str) -> None:
    assert read(text.replace("\n", "\r\n")) == read(text)


def test_what_strikes_out_is_said_to_be_lost() -> None:
    assert any("删除线" in note for note in read(LINE_9).notes)


@pytest.mark.parametrize(
    "text", ["", "投 青苔", "芦花 发表于 2013-5-1 08:00\n投 青苔", "本帖最后由 芦花 于 2013-5-1 编辑"]
)
def test_other_text_is_not_taken_for_phpwind(text: str) -> None:
    assert not paste_phpwind.recognise(text)


PIECES = st.sampled_from(
    [line for text in (LINE_53, LINE_75, LINE_87, LINE_9, PRINTED, BARE) for line in text.split("\n")]
)


@given(st.lists(PIECES | st.text(max_size=12), max_size=60).map("\n".join))
def test_no_text_makes_it_fail(text: str) -> None:
    paste_phpwind.recognise(text)
    page = paste_phpwind.read(text, "", CLOCK)
    assert page.posts
    assert all(post.board == "paste" for post in page.posts)


def test_line_nine_newest_first_numbers_from_the_wrong_end() -> None:
    later = "青苔\n贫民\nUID8\n板凳#\n发布于：2013-05-01 09:02\n投 芦花\n回复 喜欢\n"
    last = "石子\n贫民\nUID9\n地板#\n发布于：2013-05-01 09:01\n来了\n回复 喜欢\n"
    page = read(LINE_9 + later + last)
    assert told(page.posts) == [
        (0, "摆渡人", "天亮了"),
        (None, "石子", "来了"),
        (None, "青苔", "投 芦花"),
        (None, "芦花", "投 青苔"),
    ]


def test_line_nine_with_its_paginator_right_over_the_first_author() -> None:
    page = read("« 返回列表\n1 2 3 ...8 下一页 »\n" + LINE_9[LINE_9.index("摆渡人\n管理员") :])
    assert page.posts[0].author == "摆渡人"
