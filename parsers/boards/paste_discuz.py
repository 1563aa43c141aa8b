"""Text copied from a Discuz page (X, 7, 6, 4, NT, archiver, printable): authors, times, floors and words.

X writes floor and time on two lines, 7.2 the author before the time, 6 everything on one line; 4.1 puts time and floor
under the words. Between the buttons under a post (`回复 … 举报`, `TOP`) and the next floor stands the panel of the next
author, his name first. What no text can hold: struck-out words, numbers of posts and members, mostly signatures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Final, NamedTuple

from parsers.boards.discuz_floors import label_of, settle
from parsers.boards.discuz_page import board_clock, split_notice
from parsers.boards.discuz_ubb import words_of_pieces
from parsers.boards.paste_discuz_quotes import without_quotes
from parsers.boards.paste_discuznt import as_discuz
from parsers.pages import Clock
from parsers.posts import Comment, Post, Thread, ThreadPage
from parsers.times import board_time
from parsers.words import one_line, tidy

BOARD: Final = "paste"

_CLOCK: Final = (
    r"(?:\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}[ \xa0]+\d{1,2}:\d{2}(?::\d{2})?(?:[ \xa0][AP]M)?"
    r"|(?:昨天|前天|今天)[ \xa0]*\d{1,2}:\d{2}(?:[ \xa0][AP]M)?|(?:半|\d{1,3})[ \xa0]*(?:秒|分[钟鐘]|小[时時]|天)前"
    r"(?:[ \xa0]\d{1,2}:\d{2})?|[刚剛][刚剛才])"
)
_ONLY: Final = r"[ \xa0]*\|?[ \xa0]*(?:只看|[显顯]示全部|来自|來自|倒序|[阅閱][读讀]模式|打印)"
# `发表于 TIME | 只看该作者`, or only `发表于 TIME` where the line over it is a floor.
_HEAD: Final = re.compile(
    rf"^(?P<before>[^\n]*?)[发發]表[于於][ \xa0]*(?P<time>{_CLOCK})(?P<after>{_ONLY}[^\n]*|[ \xa0]*)$", re.M
)
_FOOT: Final = re.compile(rf"^[ \t\xa0]*(?P<time>{_CLOCK})[ \t\xa0]+#(?P<floor>\d{{1,7}})[ \t\xa0]*$", re.M)  # 4.1
_PRINTED: Final = re.compile(
    rf"^作者[::][ \xa0]*(?P<author>[^\n]+?)[ \xa0]{{2,}}[时時][间間][::][ \xa0]*(?P<time>{_CLOCK})[^\n]*$", re.M
)
_ARCHIVED: Final = re.compile(
    rf"^(?P<author>\S[^\n]{{0,40}}?)[ \xa0](?:[发發]表[于於][ \xa0])?(?P<time>{_CLOCK})[ \xa0]*\n(?=[ \t\xa0]*\n)", re.M
)
_TOUCHED: Final = re.compile(  # counters may stick to the time of the first post
    rf"^[ \t\xa0]*(?P<label>\d{{1,7}}[#楼樓]|楼主|樓主|沙[发發]|板凳|地板)[ \xa0](?P<author>\S[^\n]{{0,40}})\n"
    rf"[^\n]{{0,20}}?(?P<time>{_CLOCK})[ \t\xa0]*$",
    re.M,
)
_FLOOR: Final = re.compile(r"^[ \t\xa0]*(?P<label>\d{1,7}[ \xa0]*\^?[ \xa0]*(?:#|[楼樓层層F]))")
_NAMED: Final = re.compile(
    r"^[ \t\xa0]*(?P<label>楼主|樓主|沙[发發]|板凳|地板|推[荐薦]|[^\n]{0,6}[来來]自[ \xa0]*\d{1,7}\S{0,2})\s*$"
)
_BUTTON: Final = (
    r"(?:回[复復覆]|引用|[举舉][报報]|使用道具|支持|反[对對]|[评評]分|返回[顶頂]部|[顶頂]部|收藏|分享|淘帖|TOP|[编編][辑輯]"
    r"|管理|[顶頂]|踩|推荐|[点點][评評]|\d{1,5}(?!\d))"
)
_BLANK: Final = r"[ \t\xa0]*"
_TAIL: Final = re.compile(
    rf"^(?:{_BLANK}(?:收藏|分享)(?:{_BLANK}{_BUTTON})*{_BLANK}\n(?:{_BLANK}\n){{0,9}})*"
    rf"(?:{_BLANK}回[复復覆](?:[ \t\xa0]+{_BUTTON})*{_BLANK}\n(?:{_BLANK}\n){{0,9}})?"
    rf"{_BLANK}(?:{_BUTTON}[ \t\xa0]+)*(?:[举舉][报報](?:[ \t\xa0]+{_BUTTON})*|TOP){_BLANK}$"
    rf"|^{_BLANK}收藏\d{{0,5}}[ \t\xa0]+分享\d{{0,5}}{_BLANK}$",
    re.M,
)
_FIELD: Final = re.compile(
    r"^[ \t\xa0]*(?:(?:[昵暱][称稱]|[头頭][衔銜]|UID|[积積]分|精[华華]|帖子|主[题題]|回帖|威望|金[钱錢]"
    r"|[当當]前用[户戶][组組]|[阅閱][读讀][权權]限|[注註][册冊]|[状狀][态態])[ \t\xa0]*(?:[::].*|\d[\d-]*)?|\d{1,9})"
    r"[ \t\xa0]*$",
    re.M,
)
_TITLE_X: Final = re.compile(
    r"^[ \t\xa0]{0,40}(?P<title>\S[^\n]{0,300}?)[ \t\xa0]{0,9}\n?[ \t\xa0]{0,9}\[(?:复制|複製)[链鏈]接\]", re.M
)
_CRUMBS: Final = re.compile(r"^[^\n]*[»›][ \xa0]*(?P<title>[^»›\n]+?)[ \xa0]*$", re.M)
_PRINT_TITLE: Final = re.compile(
    r"^[标標][题題][::][ \xa0]*(?P<title>[^\n]*?)[ \t\xa0]*(?:\[打印本页\])?[ \t\xa0]*$", re.M
)
_COMMENTS: Final = re.compile(r"^[点點][评評][ \t\xa0]*\n(?=(?:[^\n]*\n){0,3}?[^\n]*[发發]表[于於])", re.M)
_RATINGS: Final = re.compile(r"^(?:[评評]分[ \t\xa0]*\n(?=参与人数|參與人數)|本帖最近[评評]分[记記][录錄])", re.M)
_COMMENT: Final = re.compile(
    rf"^(?:[ \t\xa0]{{1,9}}(?P<name>\S[^\n]{{0,40}})\n|(?P<beside>\S[^\n]{{0,40}}?)[ \xa0]{{2,9}})"
    rf"(?P<text>\S.{{0,300}}?)[ \xa0]{{0,9}}[发發]表[于於][ \xa0]{{0,9}}(?P<time>{_CLOCK})",
    re.M | re.S,
)
_LAST_LINES: Final = re.compile(
    r"^(?:[页頁]: |查看完整版本|欢迎光临 |歡迎光臨 |[倒正]序[浏瀏][览覽][ \xa0]只看[楼樓]主"
    r"|[\d. \xa0]+/ \d{1,6} [页頁])",
    re.M,
)
_COPY: Final = re.compile(r"[ \xa0]+[详詳]情[ \xa0]+回[复復覆][ \xa0]*\Z")
_REFUSED: Final = re.compile(
    r"提示[::]\s*(?:作者被禁止或[删刪]除|[该該]帖被)[^\n]*|此帖[仅僅]作者可[见見]"
    r"|\*{3,4} ?(?:作者被禁止或[删刪]除|[该該]帖被)[^\n]*"
)
_BOARD_WORDS: Final = re.compile(
    r"^[ \t\xa0]*(?:游客，如果您要查看本帖[隐隱]藏[内內]容.*|本帖[隐隱]藏的[内內]容.*|\*{4} Hidden Message \*{4,5}"
    r"|本帖子中包含更多[资資]源|您需要 ?登[录錄] ?才可以下[载載].*|[复複][制製]代[码碼])[ \t\xa0]*$\n?",
    re.M,
)
_REMARK: Final = re.compile(r"[ \xa0]+[该該]用[户戶](?:已被[删刪]除|匿名[发發]帖)\s*\Z")  # behind an author's name
_POLL: Final = re.compile(r"^[单單多][选選]投票[^\n]{0,30}共有 ?\d+ ?人[参參][与與]投票", re.M)
_HEADER: Final = re.compile(r"返回列表|查看[::] ?\d|»|›|\[(?:复制|複製)|Powered by|快捷[导導]航")
_DOUBT: Final = "引用到哪里为止看不清，自己的话可能多了或少了"
_NO_STRIKES: Final = "粘贴的文字里看不出删除线，划掉的话会当成没划掉的"


class _Piece(NamedTuple):
    """One post of the text: what stands for its floor, and all lines of its words."""

    label: str
    author: str
    time: str
    body: str
    seven: bool = False  # 7.2: the author stands before the time, and quotes have their head under them


def recognise(text: str) -> bool:
    """Whether pasted text came from a Discuz page: it has at least one head or foot of a post."""
    return bool(_pieces(_plain_ends(text)))


def read(text: str, url: str, clock: Clock) -> ThreadPage:
    """The posts of a pasted page. What the text does not tell is named in `missing` and `notes`; nothing is raised."""
    text = _plain_ends(text)
    clock = board_clock(text, clock)[0]
    title, pieces = _title(text), _pieces(text)
    labels = [label_of(piece.label.replace("^", "")) for piece in pieces]
    first = bool(labels) and (labels[0].number == 1 or labels[0].name in ("楼主", "樓主"))
    floors = settle(labels, [""] * len(labels), page=1 if first else 0, complete=False)
    posts: list[Post] = []
    notes = [_NO_STRIKES]
    for piece, floor in zip(pieces, floors, strict=True):
        post, doubt = _post(piece, floor, f"p1-{len(posts) + 1}", title, posts, clock)
        same = [other for other in posts if other.pid == post.pid]
        if not any((other.author, other.time) == (post.author, post.time) for other in same):
            posts.append(replace(post, thread=url, url=url, pid=f"p1-{len(posts) + 1}" if same else post.pid))
            notes += [f"{piece.label.strip()} {_DOUBT}"] * doubt
    if posts and all(post.floor is not None for post in posts):
        posts.sort(key=lambda post: post.floor or 0)
    return ThreadPage(Thread(BOARD, "", "", url), title, 1, 1, tuple(posts), {}, _missing(posts), None, tuple(notes))


def _plain_ends(text: str) -> str:
    return as_discuz(text.replace("\r\n", "\n").replace("\r", "\n"))


def _missing(posts: Sequence[Post]) -> tuple[str, ...]:
    lacks = {
        "times": any(post.time is None or post.time.precision in ("day", "rough") for post in posts),
        "floors": any(post.floor is None for post in posts),
        "authors": any(not post.author for post in posts),
    }
    return tuple(name for name, lacking in lacks.items() if lacking)


def _title(text: str) -> str:
    """Over the first post (X), the last of the crumbs (7.2, 6.x, archiver), or by its caption (4.1, printable)."""
    for form in (_TITLE_X, _PRINT_TITLE, _CRUMBS):
        if found := form.search(text):
            return found["title"].strip().removesuffix("...").strip()
    return ""


def _pieces(text: str) -> list[_Piece]:
    """The posts of the text, by whatever form its heads have."""
    if ("Archiver" in text[:400] or "查看完整版本" in text[:600]) and (archived := _by_lines(text, _ARCHIVED)):
        return archived
    return _by_heads(text) or _by_feet(text) or _by_lines(text, _PRINTED) or _by_lines(text, _TOUCHED)


class _Head(NamedTuple):
    """The head of a post: where it begins and ends in the text, and what it tells."""

    start: int
    end: int
    label: str
    author: str
    time: str


def _heads(text: str) -> Iterator[_Head]:
    for found in _HEAD.finditer(text):
        before = found["before"].replace("楼主|", "").replace("樓主|", "").strip(" \t\xa0|")
        decisive = bool(found["after"].strip())
        start = found.start()
        if inline := _FLOOR.match(before):
            label, author = inline["label"], before[inline.end() :].replace("大 中 小", "").strip()
        else:
            reach = 5 if decisive and before else 1  # 7.2 has buttons between the floor and the line with the author
            label, above = _label_above(text[:start], reach, any_name=decisive and not before)
            if not (label or decisive):
                continue
            author, start = before, start if above is None else above
        yield _Head(start, found.end(), label, author, found["time"])


def _label_above(text: str, reach: int, *, any_name: bool) -> tuple[str, int | None]:
    """The floor in the lines over a head, and where it stands. `any_name`: the board may call its floors what it likes,
    then the line right over the head is the name."""
    end = len(text)
    while reach and end > 0:
        begin = text.rfind("\n", 0, end - 1) + 1
        line = text[begin:end].strip("\n")
        if line.strip():
            named = _FLOOR.match(line) or _NAMED.match(line)
            if named:
                return named["label"], begin
            if any_name:
                return (line.strip(), begin) if len(line.strip()) <= 8 else ("", None)
            reach -= 1
        end = begin
    return "", None


def _by_heads(text: str) -> list[_Piece]:
    heads = list(_heads(text))
    if not heads:
        return []
    opening, panel = _before_first(text[: heads[0].start], heads[0])
    pieces = [opening] if opening else []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        body, next_panel = _cut_panel(text[head.end : following.start if following else len(text)], following is None)
        pieces.append(_Piece(head.label, head.author or panel, head.time, body, bool(head.author)))
        panel = _name(next_panel)
    return pieces


def _before_first(text: str, head: _Head) -> tuple[_Piece | None, str]:
    """What stands over the first head: the page's top, or a post whose head was not copied; and the author's name."""
    after_title = list(re.finditer(r"\[(?:复制|複製)[链鏈]接\]", text))
    if after_title:
        return None, _name(text[after_title[-1].end() :])
    title = _title(text)
    line = text.rfind(f"\n{title}\n") if title else -1
    if line >= 0:
        return None, _name(text[line + len(title) + 2 :])
    body, panel = _cut_panel(text, last=False)
    number = label_of(head.label.replace("^", "")).number or 0
    if number > 1 and tidy(body) and not _HEADER.search(text):
        return _Piece(f"{number - 1}#", "", "", body), _name(panel)
    return None, _name(panel)


def _cut_panel(text: str, last: bool) -> tuple[str, str]:
    """A post's words, and the panel of the next author under the buttons that close the post."""
    tail = _TAIL.search(text)
    if tail:
        return text[: tail.start()], text[tail.end() :]
    field = _FIELD.search(text)
    if last or field is None or any(len(line.strip()) > 40 for line in text[field.start() :].split("\n")):
        return text, ""
    above = text[: field.start()].rstrip()
    start = above.rfind("\n") + 1
    return text[:start], text[start:]


def _name(panel: str) -> str:
    line = next((line for line in panel.split("\n") if line.strip()), "")
    return one_line(_REMARK.sub("", line.replace("\t", " ")))


def _by_feet(text: str) -> list[_Piece]:
    """4.1: the panel ends with the state (离线), the words follow, time and floor stand under them."""
    pieces = []
    start = 0
    for foot in _FOOT.finditer(text):
        region = text[start : foot.start()]
        panel, _, body = region.partition("\nUID ")
        lines = [line.strip() for line in panel.rstrip().split("\n")]
        while "" in lines:
            lines = lines[lines.index("") + 1 :]
        state = re.search(r"^[状狀][态態][^\n]*$", body, re.M)
        pieces.append(
            _Piece(f"{foot['floor']}#", lines[0] if lines else "", foot["time"], body[state.end() :] if state else body)
        )
        start = foot.end()
    return pieces


def _by_lines(text: str, form: re.Pattern[str]) -> list[_Piece]:
    """Printable, archiver and the touch view: name and time over the words."""
    heads = list(form.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
    bodies = [_LAST_LINES.split(text[head.end() : end], maxsplit=1)[0] for head, end in zip(heads, ends, strict=True)]
    labels = [head.groupdict().get("label") or "" for head in heads]
    return [
        _Piece(label, one_line(head["author"]), head["time"], body)
        for label, head, body in zip(labels, heads, bodies, strict=True)
    ]


def _post(
    piece: _Piece, floor: int | None, place: str, title: str, before: Sequence[Post], clock: Clock
) -> tuple[Post, bool]:
    """A post, and whether it is in doubt where a quote in it ends."""
    body, comments = _without_comments(piece.body, clock)
    for form in (_RATINGS, _POLL):
        if found := form.search(body):
            body = body[: found.start()]
    body = _without_title(tidy(_BOARD_WORDS.sub("", body)), title)
    # A text may hold the board's codes (archivers, boards that do not know them): read like a body they mean the same.
    words = words_of_pieces([escape(body, quote=False).replace("\n", "<br>").replace("  ", "&nbsp; ")], codes=True)[0]
    text, edited = split_notice(words.text, clock)
    hidden = _REFUSED.fullmatch(text) is not None
    own, quotes, doubt = without_quotes(text, before, feet=piece.seven)
    return Post(
        board=BOARD,
        thread="",
        pid=str(floor) if floor is not None else place,
        floor=floor,
        author=piece.author,
        uid=None,
        time=board_time(piece.time, clock) if piece.time else None,
        text="" if hidden else own,
        edited=edited,
        quotes=words.quotes + quotes,
        struck=words.struck,
        hidden=hidden,
        comments=comments,
    ), doubt


def _without_title(text: str, title: str) -> str:
    first, _, rest = text.partition("\n")
    for caption in ("", "标题: ", "标题:"):
        if title and first.strip() == caption + title:
            return rest.strip("\n")
    return text


def _without_comments(text: str, clock: Clock) -> tuple[str, tuple[Comment, ...]]:
    """点评 under the words: a name, what he says, when. One with 详情 and 回复 is the copy of a reply."""
    start = _COMMENTS.search(text)
    if start is None:
        return text, ()
    found = [
        Comment(
            one_line(match["name"] or match["beside"]), board_time(match["time"], clock), tidy(match["text"]).strip()
        )
        for match in _COMMENT.finditer(text, start.end() - 1)
        if not _COPY.search(match["text"])
    ]
    return text[: start.start()], tuple(reversed(found))
