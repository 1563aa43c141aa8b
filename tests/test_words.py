"""What of a post's body is the author's own words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from parsers.words import own_words, plain


def read(html, quote="div.quote", junk="font.jammer, i.pstatus"):
    body = LexborHTMLParser(f"<div id=body>{html}</div>").css_first("#body")
    return own_words(body, quote=quote, junk=junk)


OWN = [
    ("a tag inside a word leaves no gap", "投<b>票</b>：<font color=red>青</font><font>蛙</font>", "投票：青蛙"),
    ("a smiley does not cut a word", "投<img smilieid=3 src=static/image/smiley/a.gif>票青蛙", "投票青蛙"),
    ("a break is a line, the raw line end behind it is not", "一<br />\r\n二<br>\n<br>\n三", "一\n二\n\n三"),
    ("blocks end lines, once", "<p>一</p><p>二</p><div align=right>三</div><br>四", "一\n二\n三\n\n四"),
    ("unclosed list items", "<ul type=1><li>青蛙<li>河马</ul>尾", "青蛙\n河马\n尾"),
    ("table rows and cells", "<table><tr><td>票</td><td>青蛙</td></tr><tr><td>3</td></tr></table>x", "票\t青蛙\n3\nx"),
    ("nbsp is a blank, blanks at line ends go", "&nbsp; &nbsp; 投&nbsp;票 &nbsp;<br>青　蛙　<br>", "    投 票\n青　蛙"),
    ("raw line ends fold like blanks", "vote\n  green  \t frog", "vote green frog"),
    ("control and widthless characters go", "投\u200b票\x01\ufeff：青\u2060蛙&#8203;", "投票：青蛙"),
    ("hidden junk, wherever it stands", '投票<span style="display: none">x 7#</span><br>青蛙', "投票\n青蛙"),
    ("a hidden box does not end a line", '投<div style="position: absolute; display: none">2 KB</div>青蛙', "投青蛙"),
    ("junk of no size", '投票<font style="font-size:0px;color:#FFF">9 q2</font><br>青蛙', "投票\n青蛙"),
    ("tiny or white text is the author's", '<font size=1 color="#FFFFFF">投青蛙</font>', "投青蛙"),
    ("junk the engine names", '<i class="pstatus">青蛙 编辑</i><font class=jammer>3 r</font>投河马', "投河马"),
    ("scripts and styles", "<script>replyreload += ',' + 5;</script><style>.a{}</style>投河马", "投河马"),
    ("entities", "A&amp;B &lt;b&gt; &quot;x&quot; &#25237;", 'A&B <b> "x" 投'),
    ("preformatted lines stay", "<pre>一\n二</pre>三", "一\n二\n三"),
]


@pytest.mark.parametrize(("html", "text"), [row[1:] for row in OWN], ids=[row[0] for row in OWN])
def test_own_words(html, text):
    assert read(html).text == text


def test_quotes_and_strikes_are_kept_apart():
    words = read("<div class=quote><blockquote>河马 发表于 9-1<br>投青蛙<s>x</s></blockquote></div>投<s>青蛙</s>河马")
    assert words.text == "投河马"
    assert words.quotes == ("河马 发表于 9-1\n投青蛙x",)
    assert words.struck == ("青蛙",)


def test_struck_by_style_and_del():
    words = read('<span style="text-decoration: line-through">投青蛙</span><del>弃权</del>投河马')
    assert (words.text, words.struck) == ("投河马", ("投青蛙", "弃权"))


def test_nested_quote_boxes_are_one_quote():
    words = read("<div class=quote>外<div class=quote>内</div></div>我的话")
    assert (words.text, words.quotes) == ("我的话", ("外\n内",))


def test_quote_closed_too_early_ends_at_its_literal_end():
    words = read("看：<div class=quote>[quote]投青蛙</div>同意[/quote]<br>投河马")
    assert words.text == "看：\n\n投河马"
    assert words.quotes == ("[quote]投青蛙", "同意")


def test_literal_quote_marks_are_a_quote_only_in_pairs():
    assert read("[quote=河马]投青蛙[/quote]投河马").text == "投河马"
    assert read("我没有[/quote]投河马").text == "我没有[/quote]投河马"
    assert read("[quote]投河马").text == "[quote]投河马"
    assert read("[quote]投青蛙[quote]x[/quote]投河马").text == "[quote]投青蛙[quote]x[/quote]投河马"


def test_pictures_give_their_real_address():
    words = read(
        '<img src="none.gif" file="data/a.jpg"><img src="http://x/b.png"><img src="static/image/smiley/c.gif">'
    )
    assert words.images == ("data/a.jpg", "http://x/b.png")
    assert words.text == ""


def test_the_tree_is_left_as_it_is():
    body = LexborHTMLParser("<div id=b>投<s>青蛙</s><div class=quote>河马</div></div>").css_first("#b")
    before = body.html
    first = own_words(body, quote="div.quote")
    assert own_words(body, quote="div.quote") == first
    assert body.html == before


def test_plain_keeps_quotes_but_no_junk():
    node = LexborHTMLParser("<p id=p>投<s>青蛙</s><i class=x>junk</i></p>").css_first("#p")
    assert plain(node, "i.x") == "投青蛙"


def test_thousands_of_nested_tags_are_read():
    deep = '<span style="text-decoration:line-through">' * 3000 + "青蛙"
    assert read("<b>" * 50_000 + "投河马").text == "投河马"
    assert read(deep).struck == ("青蛙",)
    assert read(f"<div class=quote>{deep}</div>投河马").text == "投河马"


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(["<br>", "<p>", "</p>", "<b>", "</b>", "<td>", "&nbsp;", " ", "\n", "投", "　", "\x00"]))
)
def test_lines_have_no_blank_ends(pieces):
    text = read("".join(pieces)).text
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert not set("\x00\r\xa0") & set(text)
