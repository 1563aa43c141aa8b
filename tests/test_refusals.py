"""What boards send instead of a thread: each kind told apart, in any charset and script, with advice; never a crash."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.boards import registry
from parsers.pages import Clock, Page
from parsers.posts import BoardMessage, LayoutChanged
from scraper.refusals import Reload, Wait, refusal, remedy
from scraper.trouble import REFUSED, Trouble
from tests.support.faulty_board import html

AT = "http://bbs.example.net/read.php?tid=12"
NO_BOARD = BoardMessage("")


def page(body: str | bytes, charset: str = "utf-8", status: int = 200, url: str = AT, kind: str = "text/html") -> Page:
    sent = body if isinstance(body, bytes) else body.encode(charset, "xmlcharrefreplace")
    return Page(url, sent, f"{kind}; charset={charset}", status)


def told(words: str, board: str | None = "discuz") -> Trouble:
    """The stop for a message page of a board that says these words."""
    return refusal(page(html("提示", words)), BoardMessage(words, board))


# Wordings are made up, after the kinds the engines have; the words that carry the meaning are theirs.
SAID = [
    ("gone", "discuz", "你要看的主题不存在，也许已被删除，也许还在审核"),
    ("gone", "discuz", "該主題不存在，或已被刪除"),
    ("gone", "phpwind", "帖子ID非法"),
    ("gone", "phpwind", "此帖已被管理员删除"),
    ("gone", "phpwind", "该主题已转移到回收站"),
    ("gone", "discuznt", "没有找到这个主题"),
    ("login", "discuz", "抱歉，您尚未登录，看不了这个版块"),
    ("login", "discuz", "您需要登录后才能继续"),
    ("login", "discuz", "對不起，你還未登入，請先登入"),
    ("login", "discuz", "您所在的用户组(游客)无法进行此操作"),
    ("login", "phpwind", "本版只允许注册会员进入"),
    ("login", "phpwind", "您没有登录或者您没有权限访问此页面，可能有如下几个原因 1、您还不是站点会员,请先登录站点"),
    ("login", "phpwind", "您所在的用户组 (游客) 没有访问该版块的权限"),
    ("level", "discuz", "本帖要求阅读权限高于 120 才能看"),
    ("level", "discuz", "抱歉，本帖要求閱讀權限高於 120 才能瀏覽"),
    ("group", "discuz", "本版块只有特定用户组可以进来"),
    ("group", "phpwind", "1、本版块为认证版块,您没有权限查看此版块的内容 2、您还不是论坛会员,请先登录论坛"),
    ("group", "phpwind", "用户组权限：你所属的用户组不能看帖"),
    ("permission", "discuz", "您无权访问这里"),
    ("permission", "discuz", "抱歉，您沒有權限訪問該版塊"),
    ("password", "phpwind", "本版块为加密版块，需密码验证"),
    ("password", "discuz", "本版块需要密码，请输入密码后浏览"),
    ("credits", "discuz", "您的积分不足，看不了"),
    ("banned", "discuz", "您的 IP 地址不在允许之列"),
    ("banned", "phpwind", "你的账号已被禁止访问"),
    ("hours", "discuz", "管理员设置每日 01:00-07:00 不能浏览"),
    ("hours", "phpwind", "论坛开放时间为 8 点至 23 点，其余时间关闭"),
    ("board-closed", "discuz", "本站点暂时关闭，请稍后再来"),
    ("board-closed", "phpwind", "论坛正在升级，服务器搬家中"),
    ("board-closed", "discuz", "網站維護中"),
    ("section-closed", "phpwind", "本版块已经关闭"),
    ("unapproved", "phpwind", "这篇帖子还没通过管理员验证"),
    ("unapproved", "phpwind", "该帖子没有通过审核，看不了"),
    ("account", "discuz", "您的帐号还没有激活"),
    ("thread-closed", "phpwind", "此帖被管理员关闭，暂时不能看"),
    ("thread-closed", "phpwind", "该帖子已被关闭"),
    ("flood", "phpwind", "论坛设置:刷新不要快于 3 秒"),
    ("flood", "discuz", "您的请求过于频繁，请 15 秒后再来"),
    ("flood", "discuz", "您的IP訪問太頻繁，請稍候"),
    ("tainted", "discuz", "您的请求里有非法字符"),
    ("address-unknown", "discuz", "未定义操作"),
    ("database", "discuz", "Discuz! info : MySQL Query Error SQL : SELECT p.* FROM posts"),
    ("level", "discuz", "本帖要求閱讀許可權高於 90"),  # the words of a pack for Taiwan
    ("group", "phpwind", "你的使用者組沒有許可權"),
    ("thread-closed", "phpwind", "此帖已被管理員遮蔽"),
    ("unapproved", "discuz", "該帖正在稽核中"),
    ("group", "discuz", "你不是本群組的成員"),
    ("group", "discuz", "本坛只有特定用戶可以來"),
    ("gone", "discuz", "没有比这更新的主题了"),
    ("password", "discuz", "口令错误，看不了这个版块"),
    ("credits", "discuz", "这个主题要购买才能看"),
    ("banned", "discuz", "本壇不歡迎您來訪"),
    ("address-unknown", "discuz", "未定义的操作"),
    ("tainted", "phpwind", "数据非法"),
    ("message", "discuz", "今天是站长生日，休息一天"),
]


@pytest.mark.parametrize(("code", "board", "words"), SAID)
def test_what_a_board_says_is_told_by_kind(code: str, board: str, words: str) -> None:
    stop = told(words, board)
    assert (stop.code, stop.status) == (code, REFUSED)
    assert stop.advice
    assert "\n" not in str(stop)


@pytest.mark.parametrize(("code", "board", "words"), [said for said in SAID if said[0] not in ("message", "login")])
def test_the_same_words_on_a_board_nobody_knows(code: str, board: str, words: str) -> None:
    """An engine that is not recognised, with the usual links around the words."""
    around = (
        f"<a>首页</a> 您尚未 <a>登录</a> &nbsp; <a>注册</a> <a>小黑屋</a><div><p>{words}</p></div><p>Powered by X</p>"
    )
    assert refusal(page(html("提示信息", around, "gbk"), "gbk"), NO_BOARD).code == code


def test_the_reason_counts_not_what_stands_around_it() -> None:
    around = "您没有登录或者您没有权限访问此页面，可能有如下几个原因 1、{} 2、您还不是站点会员,请先登录站点"
    stop = told(around.format("帖子ID非法"), "phpwind")
    assert stop.code == "gone"
    assert "论坛说：帖子ID非法)" in stop.what


def test_numbers_the_board_names_are_passed_on() -> None:
    assert "高于 120" in told("本帖要求阅读权限高于 120 才能看").what
    assert "01:00-07:00" in told("每日 01:00-07:00 不能浏览").advice
    assert "--delay 16" in told("太快了，15 秒后再来").advice


@pytest.mark.parametrize(
    ("board", "markup", "cookie"),
    [
        ("discuz", "<script>var cookiepre = 'Ab12_2132_', x = 1;</script>", "Ab12_2132_auth"),
        ("discuz", "", "auth"),
        ("phpwind", "", "winduser"),
    ],
)
def test_login_names_the_cookie_to_export(board: str, markup: str, cookie: str) -> None:
    stop = refusal(page(html("提示", markup + "您尚未登录")), BoardMessage("您尚未登录", board))
    assert cookie in stop.advice
    assert "--cookies" in stop.advice


def entities(words: str) -> str:
    return "".join(f"&#x{ord(c):x};" for c in words)


def scattered(url: str) -> str:
    """A script that puts an address together from pieces, as the antitheft gate does: the word _dsign is not in it."""
    names = [f"_{chr(97 + at % 26)}{at}" for at in range(0, len(url), 2)]
    pieces = "".join(f"{name}='{url[at : at + 2]}';" for name, at in zip(names, range(0, len(url), 2), strict=True))
    target = "+".join(names)
    return f"<script>{pieces}function getName(){{return getName.caller}}location['href']={target};</script>"


def script(code: str) -> str:
    return f"<script>{code}</script>"


GATES: list[tuple[str, str, str, Wait | Reload | None]] = [
    ("antitheft", "antitheft", scattered("/forum.php?mod=viewthread&tid=12&_dsign=0f1e2d3c"), None),
    ("antitheft, another make", "antitheft", script("var a='/t';window.location.replace(a+'x')"), None),
    ("refresh limit", "flood", f"<html><title>{entities('频繁刷新限制')}</title></html>", Wait(2.5)),
    ("reload wanted", "reload", f"<html><title>{entities('页面重载开启')}</title></html>", Reload(1.5)),
    ("proxy seen", "proxy", f"<html><title>{entities('代理服务器访问限制')}</title></html>", None),
    ("sum to do", "question", "<title>7 + 5 = ?</title><form><input name=secqsubmit></form>", None),
    ("phpwind CC, first", "flood", "Forbidden, Please Refresh", Reload(3.5)),
    ("phpwind CC, bare", "flood", "Forbidden", Reload(3.5)),
    ("phpwind refresh limit", "flood", "<html><body>刷新不要快于 4 秒</body></html>", Wait(5.0)),
    ("cookie written out", "script",
     script("document.cookie=\"guestJs=1700000000; path=/\";setTimeout('location.reload()',10)"),
     Reload(1.5, ("guestJs", "1700000000"))),
    ("cookie written out, in a page", "script",
     "<html><body>" + script("document.cookie = 'seen=1'; window.location.href = '/t';") + "</body></html>",
     Reload(1.5, ("seen", "1"))),
    ("cookie put together", "script", script("document.cookie='k='+(7*9)+';path=/';location.reload();"), None),
    ("cookie worked out", "script", script("var v=eval('1+1');document.cookie='k='+v;location.reload()"), None),
    ("two cookies", "script", script("document.cookie='a=1';document.cookie='b=2';location.reload()"), None),
    ("cookie by AES", "script", script("document.cookie='__test='+slowAES.decrypt(c,2,a);location.href='?i=1'"), None),
    ("Cloudflare", "cloudflare", "<html><title>Just a moment...</title>" + script("window._cf_chl_opt={}"), None),
    ("DDoS-Guard", "ddos-guard", "<html><script src='/.well-known/ddos-guard/js-challenge/index.js'></script>", None),
    ("Aliyun", "aliyun", "<html>" + script("var arg1='0A1B2C3D4E5F60718293A4B5C6D7E8F901234567';"), None),
    ("Jiasule", "jiasule", script("document.cookie=('_')+('_')+'__jsl_clearance_s=1';location.href='/'"), None),
    ("360", "wzws", "<html>" + script("var wzwschallenge='x';document.cookie='wzws_cid='+y"), None),
    ("slider", "captcha", "<html><script src='https://x/TCaptcha.js'></script>" + script("new TencentCaptcha()"), None),
    ("jump", "jump", "<html><head><meta http-equiv='refresh' content='0;url=/t?x=1'></head></html>", Reload(1.5)),
]  # fmt: skip


@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
@pytest.mark.parametrize(("name", "code", "body", "cure"), GATES, ids=[gate[0] for gate in GATES])
def test_gates_in_front_of_a_board(name: str, code: str, body: str, cure: Wait | Reload | None, charset: str) -> None:
    sent = page(body, charset, 521 if code == "jiasule" else 200)
    stop = refusal(sent, NO_BOARD)
    assert (stop.code, stop.status, remedy(sent, NO_BOARD)) == (code, REFUSED, cure)
    assert stop.advice


def test_a_flood_limit_is_waited_for_once_with_a_second_to_spare() -> None:
    words = BoardMessage("刷新不要快于 6 秒", "phpwind")
    assert remedy(page(html("提示", words.text)), words) == Wait(7.0)
    words = BoardMessage("您操作太快，请三秒后再试", "discuz")
    assert remedy(page(html("提示", words.text)), words) == Wait(4.0)


@pytest.mark.parametrize(
    "words", ["您尚未登录", "主题不存在", "本站暂时关闭", "您的IP已被禁止访问", "本帖要求阅读权限高于 9"]
)
def test_what_needs_a_person_has_no_remedy(words: str) -> None:
    assert remedy(page(html("提示", words)), BoardMessage(words, "discuz")) is None


def test_a_shields_script_in_a_boards_own_message_changes_nothing() -> None:
    body = html(
        "提示信息", "<script>var s='/cdn-cgi/challenge-platform/h/b/orchestrate/jsch';location</script>主题不存在"
    )
    assert refusal(page(body), BoardMessage("主题不存在", "discuz")).code == "gone"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (404, "", "gone"),
        (410, html("Gone"), "gone"),
        (404, "<html><title>404 Not Found</title><h1>Not Found</h1></html>", "gone"),
        (403, "<html><title>403 Forbidden</title><center>nginx</center></html>", "forbidden"),
        (401, html("Authorization Required"), "login"),
        (418, html("teapot"), "forbidden"),
        (429, html("slow down"), "busy"),
        (451, html("x"), "gone"),
        (500, "", "server"),
        (502, "<html><title>502 Bad Gateway</title><hr><center>nginx</center></html>", "gateway"),
        (503, html("Site - System Error", "<p>(1040) Too many connections</p>"), "database"),
        (503, html("x", "论坛维护中，请稍后"), "board-closed"),
        (504, html("Gateway Time-out"), "gateway"),
        (200, "", "empty"),
        (200, " \r\n", "empty"),
        (200, html("ERROR: The requested URL could not be retrieved", "Generated by squid"), "gateway"),
        (200, "MySQL Server Error", "database"),
        (200, html("数据库错误", "无法连接"), "database"),
        (200, html("用户登录", "<form>用户名 <input><input type='password'></form>"), "login"),
        (200, html("Sign in", "<form><input type=\"password\"></form>" + "some words " * 200), "login"),
        (200, html("我的博客", "<p>今天天气很好。</p>" * 300), "no-thread"),
        (200, html("Example Domain", "This domain is for use in examples."), "no-thread"),
        (200, "hello", "no-thread"),
    ],
)  # fmt: skip
def test_pages_of_no_board(status: int, body: str | bytes, code: str) -> None:
    stop = refusal(page(body, status=status), NO_BOARD)
    assert (stop.code, stop.status) == (code, REFUSED)
    assert stop.advice


@pytest.mark.parametrize("address", ["member.php?mod=logging&action=login", "login.php", "index.php?m=u&c=login"])
def test_a_redirect_that_ended_at_the_login(address: str) -> None:
    sent = page(html("会员", "欢迎 " * 900), url=f"http://bbs.example.net/{address}")
    assert refusal(sent, NO_BOARD).code == "login"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "image/png"),
        (b"%PDF-1.4 ...", "application/octet-stream"),
        (b"PK\x03\x04" + bytes(50), "text/html"),
        (bytes(range(256)) * 20 + bytes(50), "text/html"),
    ],
)
def test_binary_data(body: bytes, kind: str) -> None:
    assert refusal(page(body, kind=kind), NO_BOARD).code == "binary"


def test_nul_bytes_make_no_page_binary() -> None:
    """Anti-copy junk of old boards holds NULs, and a message page may be full of it."""
    body = b"<html><body>" + bytes(40) + "主题不存在".encode() + b"</body></html>"
    assert refusal(page(body), NO_BOARD).code == "gone"


def test_what_a_board_says_cannot_write_to_the_terminal() -> None:
    stop = told("\x1b[31m红的\x1b[0m\n第二行\u202e" + "长" * 500)
    assert not [c for c in str(stop) if not c.isprintable()]
    assert len(str(stop)) < 300


@given(st.binary(max_size=400), st.integers(100, 599), st.sampled_from(["discuz", "phpwind", None]), st.text())
def test_any_bytes_whatever_are_a_clear_stop(body: bytes, status: int, board: str | None, words: str) -> None:
    sent, message = page(body, status=status), BoardMessage(words, board)
    assert refusal(sent, message).status == REFUSED
    assert remedy(sent, message) is None or remedy(sent, message)


@pytest.mark.parametrize(
    "piece",
    ["<", "<!--", "<script", "<title>", "<input ", "document.cookie='a=1", "频繁", "1-", "刷新", " ", "&#x4e00;"],
)
def test_no_page_takes_long_to_tell(piece: str) -> None:
    long = page(piece * (1_000_000 // len(piece)))
    small = page(piece * (8000 // len(piece)))
    began = time.process_time()
    for sent in (long, small):
        refusal(sent, NO_BOARD)
        remedy(sent, NO_BOARD)
        refusal(sent, BoardMessage(piece * 5000, "discuz"))
    assert time.process_time() - began < 3


SHARED = Path(os.environ.get("REFEREE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
CAPTURED = {"pw53-messages": "phpwind", "pw87-messages": "phpwind", "dz-readperm": "discuz"}


@pytest.mark.parametrize("folder", CAPTURED)
def test_captured_message_pages(folder: str) -> None:
    """Each captured message page is some refusal told by kind, whatever its engine makes of it."""
    index = SHARED / "boards" / folder / "index.json"
    if not index.exists():
        pytest.skip("no captured boards here")
    from zoneinfo import ZoneInfo

    codes = set()
    for entry in json.loads(index.read_text("utf-8")):
        body = (index.parent / entry["file"]).read_bytes()
        sent = Page("http://bbs.example.net" + entry["path"], body, entry["content_type"] or "", entry["status"])
        try:
            found = registry.read(sent, Clock(ZoneInfo("Asia/Shanghai")))
        except LayoutChanged:
            continue
        assert isinstance(found, BoardMessage)
        codes.add(refusal(sent, found).code)
    assert codes
    assert not codes & {"message", "no-thread"}


def test_a_file_that_is_no_page_is_not_said_to_come_from_a_board() -> None:
    body = b"\x89PNG\r\n\x1a\n" + bytes(100)
    assert refusal(Page("", body, "image/png", 200), NO_BOARD).what.startswith("这个文件不是网页")
