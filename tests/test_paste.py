"""Text pasted from a browser: posts, authors, times and floors come out as far as the text has them."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.boards.paste import read_paste
from parsers.pages import Clock
from parsers.posts import LayoutChanged, Post, ThreadPage

SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
NOW = Clock(ZoneInfo("Asia/Shanghai"), datetime(2013, 3, 2, 10, 0))


def told(page: ThreadPage) -> list[str]:
    return [_line(post) for post in page.posts]


def _line(post: Post) -> str:
    when = post.time.when.strftime("%H:%M") if post.time else "?"
    marks = "".join((" [屏蔽]" if post.hidden else "", f" [改 {post.edited.by}]" if post.edited else ""))
    return f"{post.floor}# {post.author} {when}{marks} {post.text}".replace("\n", "/").rstrip()


X = """快捷导航
听雨茶馆»论坛 › 后院 › 茶馆疑云 投票帖 ...
12 / 2 页下一页
查看: 77|回复: 6
茶馆疑云 投票帖
[复制链接]
掌柜

0

主题\t
8

回帖\t
50

积分
新手上路

发消息
电梯直达
楼主
 发表于 2013-3-1 20:00:00 | 只看该作者 |倒序浏览 |阅读模式
本帖最后由 掌柜 于 2013-3-1 20:05 编辑

昨夜茶壶碎了一只
游客，如果您要查看本帖隐藏内容请回复
回复
举报

阿绿

0

主题\t
积分
发消息
沙发
 发表于 2013-3-1 20:01:09 | 只看该作者
投 柳青
点评
 白鹭
太快了吧  发表于 2013-3-1 20:09
 柳青
投我干嘛  详情 回复 发表于 2013-3-1 20:03
回复
使用道具 举报

柳青

积分
发消息
板凳
 发表于 2013-3-1 20:03:30 | 只看该作者
阿绿 发表于 2013-3-1 20:01
投 柳青

改投 白鹭
回复
使用道具 举报

茶客甲 该用户已被删除
4#
 楼主| 发表于 2013-3-1 20:32:00
提示: 作者被禁止或删除 内容自动屏蔽
回复
举报

匿名

5#
 发表于 半小时前
投 老陈
评分
参与人数 1\t金钱 +3\t收起 理由
 掌柜\t+ 1\t投 阿绿
回复 支持 反对
使用道具 举报 评分

12 / 2 页
返回列表 发新帖
GMT+8, 2013-3-1 21:00 , Processed in 0.01 second(s).
Powered by Discuz! X3.4
"""


def test_discuz_x() -> None:
    page = read_paste(X, Clock(NOW.zone))
    assert page.title == "茶馆疑云 投票帖"
    assert told(page) == [
        "1# 掌柜 20:00 [改 掌柜] 昨夜茶壶碎了一只",
        "2# 阿绿 20:01 投 柳青",
        "3# 柳青 20:03 改投 白鹭",
        "4# 茶客甲 20:32 [屏蔽]",
        "5# 匿名 20:30 投 老陈",
    ]
    assert [(c.author, c.text) for c in page.posts[1].comments] == [("白鹭", "太快了吧")]
    assert page.posts[2].quotes == ("阿绿 发表于 2013-3-1 20:01\n投 柳青",)
    assert page.missing == ("times",)
    assert any("删除线" in note for note in page.notes)


SEVEN = """听雨茶馆 » 后院 » 茶馆疑云
1234下一页

茶客


1# 跳转到 » 倒序看帖
打印
字体大小: tT
 掌柜发表于 2010-11-2 20:00 | 只看该作者
茶馆疑云
本帖最后由 掌柜 于 2010-11-2 20:05 编辑

开门
收藏 分享


茶客


2#
 阿绿发表于 2010-11-2 20:01 | 只看该作者
开门
掌柜 发表于 2010-11-2 20:00


    投 柳青
TOP


茶客


3#
 匿名发表于 2010-11-2 20:02
回复 2# 阿绿


    不投
TOP

 1234下一页
Powered by Discuz! 7.2
"""


def test_discuz_7() -> None:
    page = read_paste(SEVEN, NOW)
    assert page.title == "茶馆疑云"
    assert told(page) == ["1# 掌柜 20:00 [改 掌柜] 开门", "2# 阿绿 20:01 投 柳青", "3# 匿名 20:02 不投"]
    assert page.posts[1].quotes == ("开门\n掌柜 发表于 2010-11-2 20:00",)
    assert page.posts[2].quotes == ("回复 2# 阿绿",)


SIX = """ 63 1234567››

打印
茶馆疑云
掌柜

茶客

发短消息
加为好友
当前离线
1# 大 中 小 发表于 2008-5-5 20:00  只看该作者
茶馆疑云
开门


[ 本帖最后由 掌柜 于 2008-5-5 20:05 编辑 ]
TOP

阿绿

茶客

当前离线
2# 大 中 小 发表于 2008-5-5 20:01  只看该作者
引用:
原帖由 掌柜 于 2008-5-5 20:00 发表
开门
投 柳青
TOP

匿名 该用户匿名发帖\t
3# 大 中 小 发表于 2008-5-5 20:02
[s]投 阿绿[/s]
不投
本帖最近评分记录
掌柜 金钱 +1 投 阿绿 2008-5-5 20:09
TOP

‹‹ 上一主题 | 下一主题 ››
当前时区 GMT+8, 现在时间是 2008-5-6 09:47
Powered by Discuz! 6.0.0
"""


def test_discuz_6() -> None:
    page = read_paste("听雨茶馆 » 后院 » 茶馆疑云\n" + SIX, NOW)
    assert told(page) == ["1# 掌柜 20:00 [改 掌柜] 开门", "2# 阿绿 20:01 投 柳青", "3# 匿名 20:02 不投"]
    assert page.posts[1].quotes == ("引用:\n原帖由 掌柜 于 2008-5-5 20:00 发表\n开门",)
    assert page.posts[2].struck == ("投 阿绿",)


def test_where_a_quote_ends_unseen_it_is_said() -> None:
    text = SIX.replace("开门\n投 柳青", "别处的话\n又一句\n\n投 柳青")
    page = read_paste("听雨茶馆 » 后院 » 茶馆疑云\n" + text, NOW)
    assert page.posts[1].text == "投 柳青"
    assert any("2#" in note and "引用" in note for note in page.notes)


FOUR = """听雨茶馆 » 后院 » 茶馆疑云\t
 14 \t 2/2
标题: 茶馆疑云\t

掌柜
新手上路

UID 2
精华 0
状态 离线\t
茶馆疑云

开门
2006-5-5 08:00 PM\t#11
\t

阿绿
新手上路

UID 3
状态 离线\t
投 柳青
2006-5-5 12:01 AM\t#12
"""


def test_discuz_4() -> None:
    assert told(read_paste(FOUR, NOW)) == ["11# 掌柜 20:00 开门", "12# 阿绿 00:01 投 柳青"]


NT_3 = """渡口 » 夜谈 » 渡口夜谈
查看: 12|回复: 2
渡口夜谈 [复制链接]
摆渡人

组别新手上路
UID17
\t
楼主
字体大小: t T
发表于 2012-05-05 20:00|只看楼主
开船了

摆渡人 最后编辑于 2012-05-05 20:05:09

引用 回复 TOP

艄公
组别新手上路
\t
2#
字体大小: t T
发表于 昨天 20:10|只看该用户
投 芦苇

引用 回复 TOP

芦苇
组别禁止发言
\t
3#
字体大小: t T
发表于 2012-05-05 20:10|只看该用户
该用户帖子内容已被屏蔽

TOP

Powered by Discuz!NT 3.5
"""
NT_2 = """渡口旧坛 » 夜谈 » 渡口夜谈

2/3页123
渡口夜谈
 摆渡人

组别:新手上路
金币:31
\t
2008-07-01 21:15 | 只看楼主 树型| 收藏| 小 中 大 11#
不同意，投 艄公
摆渡人 最后编辑于 2008-07-01 21:17:40

 \t

引用| TOP


过客 60.1.2.*
未注册
\t
2008-07-01 21:20 树型| 收藏| 小 中 大 12#
路过

 \t

TOP
"""


def test_discuz_nt() -> None:
    assert told(read_paste(NT_3, NOW)) == [
        "1# 摆渡人 20:00 [改 摆渡人] 开船了",
        "2# 艄公 20:10 投 芦苇",
        "3# 芦苇 20:10 [屏蔽]",
    ]
    assert told(read_paste(NT_2, NOW)) == ["11# 摆渡人 21:15 [改 摆渡人] 不同意，投 艄公", "12# 过客 21:20 路过"]


TOUCH = """后院
茶馆疑云 投票帖
楼主 掌柜
4893 42013-3-1 20:00:00
昨夜茶壶碎了一只

倒序浏览 只看楼主 全部回复2
沙发 阿绿
昨天 20:04
投 柳青
3# 柳青
2013-3-1 20:08:30
阿绿 发表于 2013-3-1 20:04
投 柳青

投 阿绿
12 / 2 页下一页
回复
"""


def test_discuz_x_for_telephones() -> None:
    page = read_paste(TOUCH, NOW)
    assert told(page) == ["1# 掌柜 20:00 昨夜茶壶碎了一只", "2# 阿绿 20:04 投 柳青", "3# 柳青 20:08 投 阿绿"]
    assert page.posts[2].quotes == ("阿绿 发表于 2013-3-1 20:04\n投 柳青",)


def test_comments_of_early_x_are_no_words_of_the_post() -> None:
    head = "老茶\n\n沙發\n 發表於 2013-3-1 20:04 |只看該作者\n"
    text = head + "別急\n點評\n阿绿  投 柳青  發表於 5 天前\n\n回復 引用\n\n舉報\n"
    page = read_paste(text, NOW)
    assert [(post.text, [comment.text for comment in post.comments]) for post in page.posts] == [("別急", ["投 柳青"])]


def test_printable_and_archiver_have_no_floors() -> None:
    printed = (
        "听雨茶馆\n标题: 茶馆疑云 [打印本页]\n作者: 掌柜    时间: 2013-3-1 20:00\n标题: 茶馆疑云\n开门\n"
        "作者: 阿绿    时间: 2013-3-1 20:01\n投 柳青\n\n欢迎光临 听雨茶馆 (http://x/)\n"
    )
    archived = (
        "听雨茶馆's Archiver\n论坛 › 后院 › 茶馆疑云\n掌柜 发表于 2013-3-1 20:00:00\n\n茶馆疑云\n开门\n"
        "阿绿 发表于 2013-3-1 20:01:09\n\n掌柜 发表于 2013-3-1 20:00\n开门\n\n投 柳青\n页: [1]\n"
    )
    for text in (printed, archived):
        page = read_paste(text, NOW)
        assert told(page) == ["None# 掌柜 20:00 开门", "None# 阿绿 20:01 投 柳青"]
        assert page.missing == ("floors",)
        assert [post.pid for post in page.posts] == ["p1-1", "p1-2"]


def test_a_paste_that_begins_inside_the_opening_post() -> None:
    text = (
        "[规则] 喝茶\n\n第一条\n\n店小二\n\n昵称: 二\n\nUID\n7\n\n2^#\n\n发表于 2014-11-1 15:15 | 只看该作者\n\n"
        "第二条\n\nTOP\n\n店小二\n"
    )
    page = read_paste(text, NOW)
    assert told(page) == ["1#  ? [规则] 喝茶//第一条", "2# 店小二 15:15 第二条"]
    assert page.missing == ("times", "authors")


def test_text_of_no_known_board_is_one_post_of_nobody() -> None:
    page = read_paste("今晚八点\n投 柳青", NOW)
    assert told(page) == ["None#  ? 今晚八点/投 柳青"]
    assert page.missing == ("times", "floors", "authors")
    assert page.notes


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u200b"])
def test_nothing_is_no_thread(text: str) -> None:
    with pytest.raises(LayoutChanged):
        read_paste(text, NOW)


def test_line_ends_of_every_system() -> None:
    for ends in ("\r\n", "\r"):
        assert told(read_paste(X.replace("\n", ends), Clock(NOW.zone))) == told(read_paste(X, Clock(NOW.zone)))


@given(
    st.integers(0, len(X)),
    st.integers(0, 200),
    st.sampled_from(["", "\n", "5#\n 发表于 昨天 20:00\n", "收藏" + "1" * 60, "TOP\n"]),
)
@settings(max_examples=40, deadline=None)
def test_no_text_whatever_is_an_error(at: int, length: int, piece: str) -> None:
    for text in (X, SEVEN, SIX, FOUR):
        page = read_paste("茶" + text[:at] + piece + text[at + length :], NOW)
        assert len({post.pid for post in page.posts}) == len(page.posts)


@pytest.mark.parametrize(
    ("name", "floors", "author"), [("002", [1, 2, 3, 4, 5], "Napoléon"), ("000", [0, 1], "bbsriver")]
)
def test_pastes_from_real_boards(name: str, floors: list[int], author: str) -> None:
    found = sorted((SHARED / "seeds").glob(f"{name}_*.txt"))
    if not found:
        pytest.skip("no pastes at hand")
    page = read_paste(found[0].read_text("utf-8"), NOW)
    assert [post.floor for post in page.posts] == floors
    assert author in {post.author for post in page.posts}
    assert all(post.text for post in page.posts)
