"""Text copied from a Discuz!NT page, brought to the form of the other lines.

3.x writes floor, a remark about the size of letters and the time on three lines, 2.x time and floor on one with its
links between them; both close a post with `NAME 最后编辑于 TIME`.
"""

from __future__ import annotations

import re
from typing import Final

_TIME: Final = r"\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}(?::\d{2})?"
_OURS: Final = re.compile(
    rf"字体大小\s*[::]|Discuz!NT|^[^\n]{{0,8}}{_TIME}[^\n]*树型|最后编辑于[ \xa0]{_TIME}[ \t\xa0]*$", re.M
)
_SIZE: Final = re.compile(r"^(?:[正反]方[ \t\xa0]*\|?)?[ \t\xa0]*字体大小\s*[::][ \t\xa0tT]*\n?", re.M)
_HEAD_2: Final = re.compile(
    rf"^[ \t\xa0]*(?:正方|反方|辩论主题)?[ \t\xa0]*(?P<time>{_TIME})(?P<links>[^\n]*?)(?P<floor>\d{{1,7}})#[ \t\xa0]*$",
    re.M,
)
_EDITED: Final = re.compile(
    rf"^[ \t\xa0]*(?P<by>\S[^\n]{{0,40}}?)[ \xa0]最后编辑于[ \xa0](?P<time>{_TIME})[ \t\xa0]*$", re.M
)
_TOP: Final = re.compile(r"^[ \t\xa0]*(?:(?:引用|回复|举报|编辑|删除|评分)[ \xa0|]*)+TOP[ \t\xa0]*$", re.M)
_ADDRESS: Final = re.compile(
    r"^(?P<name>\S[^\n]{0,40}?)[ \xa0]+\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?=[ \t\xa0]*\n未注册)", re.M
)
_SILENCED: Final = re.compile(r"^[ \t\xa0]*该用户帖子内容已被屏蔽[ \t\xa0]*$", re.M)


def as_discuz(text: str) -> str:
    """The text as Discuz would have written it; any other text as it is."""
    if not _OURS.search(text):
        return text
    text = _SIZE.sub("", text)
    text = _HEAD_2.sub(lambda head: f"{head['floor']}#\n发表于 {head['time']} | 只看该作者", text)
    text = _ADDRESS.sub(lambda guest: guest["name"], _TOP.sub("TOP", text))
    text = _EDITED.sub(lambda notice: f"[ 本帖最后由 {notice['by']} 于 {notice['time']} 编辑 ]", text)
    return _SILENCED.sub("提示: 该帖被管理员或版主屏蔽", text)
