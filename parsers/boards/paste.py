"""Plain text copied from a browser: which board it was copied from, and the posts in it as far as the text has them.

A dialect is a module with
    recognise(text: str) -> bool                            does this text come from such a board
    read(text: str, url: str, clock: Clock) -> ThreadPage   its posts; what the text does not tell is named, not guessed

Posts of a paste have no numbers of their own: a post's pid is its floor, else `pPAGE-PLACE`, the same for one text.
"""

from __future__ import annotations

from parsers.boards import paste_discuz, paste_phpwind
from parsers.pages import Clock
from parsers.posts import LayoutChanged, Post, Thread, ThreadPage
from parsers.words import tidy

BOARD = "paste"
UNKNOWN = "看不出是从哪种论坛复制的，整段当作一个帖子，不知道作者、时间和楼层"


def read_paste(text: str, clock: Clock, url: str = "") -> ThreadPage:
    """The posts of pasted text; text of no known board is one post without author, time or floor.

    Raises LayoutChanged where there is nothing to read.
    """
    if not tidy(text):
        raise LayoutChanged("文字是空的")
    if paste_discuz.recognise(text):
        return paste_discuz.read(text, url, clock)
    if paste_phpwind.recognise(text):
        return paste_phpwind.read(text, url, clock)
    words = tidy(text.replace("\r\n", "\n").replace("\r", "\n"))
    thread = Thread(BOARD, "", "", url)
    post = Post(BOARD, url, "p1-1", None, "", None, None, words)
    missing = ("times", "floors", "authors")
    return ThreadPage(thread, words.split("\n")[0][:80], 1, 1, (post,), {}, missing, None, (UNKNOWN,))
