"""The style of the HTML face. Named in the page's security policy by its digest, so nothing else can style the page."""


def _cards(table: str) -> str:
    """A table as cards, a row each: for phones, and for tables too wide for any screen."""
    return """table.cards,table.cards tbody{display:block}
table.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.cards tr{display:flex;flex-wrap:wrap;gap:.05rem .9rem;border-bottom:1px solid var(--line);padding:.45rem .4rem}
table.cards td:not(.x){display:block;border:0;padding:0;text-align:left;max-width:100%;white-space:normal}
table.cards td.none:not(.x){display:none}table.cards td.long:not(.x){min-width:0;flex:0 0 100%;white-space:normal}
table.cards td:not(.keep)::before{content:attr(data-label) " ";color:var(--soft);font-size:.86em}
table.cards td.number.keep::after{content:" " attr(data-label);color:var(--soft);font-size:.86em}
""".replace("table.cards", table)


STYLE = (
    """
:root{color-scheme:light dark;--bg:#fbfaf7;--card:#fff;--ink:#1d1c1a;--soft:#66625a;--line:#e2ddd2;--accent:#8a2b12;
--good:#1a6b3a;--bad:#a3261b;--warn:#8a5a00;--zone:#f3e3c8;--mark:#fdeec2;--bar:#c9a58f;
--s0:#b3371b;--s1:#1f5fa8;--s2:#2c7a4b;--s3:#7a3f99;--s4:#a86a00;--s5:#0f7c80;--s6:#8f8a80;
--h1:#f5dccf;--h2:#eab79e;--h3:#dc8a66;--h4:#c45b34;--h5:#97320f}
@media (prefers-color-scheme:dark){:root{--bg:#161513;--card:#201e1b;--ink:#ece8df;--soft:#a49e92;--line:#38342e;
--accent:#f0937a;--good:#79c795;--bad:#f08b80;--warn:#e0b056;--zone:#3a3122;--mark:#4a3c12;--bar:#7a4c38;
--s0:#f0937a;--s1:#7fb2ec;--s2:#7cc79a;--s3:#c79be0;--s4:#e0b056;--s5:#6fc8cb;--s6:#8d877b;
--h1:#3a2a22;--h2:#5c3a2a;--h3:#874a31;--h4:#b5603c;--h5:#e58258}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",
"Noto Sans CJK SC","Source Han Sans SC",sans-serif;overflow-wrap:anywhere}
main{max-width:68rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.6rem 0}h2{font-size:1.08rem;margin:1.8rem 0 .5rem}
a{color:var(--accent)}
.verdict{background:var(--card);border:1px solid var(--line);border-left:.4rem solid var(--accent);padding:.8rem 1rem;
border-radius:.4rem}.verdict.warn{border-left-color:var(--warn)}.verdict p{margin:.3rem 0}
.verdict .said{font-size:1.35rem;font-weight:700}
.clauses,.mute{color:var(--soft)}.clauses{font-size:.9rem}.good{color:var(--good)}.bad{color:var(--bad)}
.warn{color:var(--warn)}.strong{font-weight:700}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .9rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%;background:var(--card);font-size:.94rem}
th,td{border-bottom:1px solid var(--line);padding:.35rem .5rem;text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
table.matrix td,table.matrix th{white-space:nowrap}
table.matrix th[scope=row]{position:sticky;left:0;background:var(--card)}
table.heat{width:auto;font-size:.72rem}table.heat td{padding:.1rem .25rem;text-align:center;min-width:1.4rem}
table.heat thead span{writing-mode:vertical-rl;white-space:nowrap}
table.heat th[scope=row]{white-space:nowrap;position:sticky;left:0;background:var(--card)}
.h1{background:var(--h1)}.h2{background:var(--h2)}.h3{background:var(--h3)}.h4{background:var(--h4);color:#fff}
.h5{background:var(--h5);color:#fff}
table.cards th,table.cards td:not(.long),.step{white-space:nowrap}
td.long{min-width:10em}td.long:not(.keep){min-width:17em}mark{background:var(--mark);color:inherit}
.step+.step{margin-left:.5em}
svg.wide{min-width:40rem}svg.bars{max-width:34rem;margin-bottom:.4rem}
svg{display:block;width:100%;height:auto;background:var(--card);border:1px solid var(--line);border-radius:.4rem}
svg text{fill:var(--ink);font-size:13px}svg .axis{stroke:var(--line);stroke-width:1}svg .tick{fill:var(--soft)}
svg .zone{fill:var(--zone)}svg .deadline{stroke:var(--bad);stroke-dasharray:4 3}
svg .event{stroke:var(--soft);stroke-dasharray:1 4}svg .bar{fill:var(--bar)}
svg .line{fill:none;stroke-width:2.5}svg .mark{fill:var(--soft)}
.s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}.s3{stroke:var(--s3)}.s4{stroke:var(--s4)}
.s5{stroke:var(--s5)}.s6{stroke:var(--s6)}
svg text.s0{fill:var(--s0)}svg text.s1{fill:var(--s1)}svg text.s2{fill:var(--s2)}svg text.s3{fill:var(--s3)}
svg text.s4{fill:var(--s4)}svg text.s5{fill:var(--s5)}svg text[class]{stroke:none}
pre{background:var(--card);border:1px solid var(--line);padding:.8rem;white-space:pre-wrap;border-radius:.4rem}
ul{padding-left:1.2rem}footer{color:var(--soft);font-size:.85rem;margin:2rem 0 1rem}
@media (max-width:40rem){main{padding:.6rem}table.matrix th[scope=row]{max-width:6.5em;overflow:hidden;
text-overflow:ellipsis}
"""
    + _cards("table.cards")
    + "}\n"
    + _cards("table.pending")
    + """
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#000;
--good:#0a5127;--bad:#8a1a10;--warn:#6a4500;--zone:#eee;--bar:#bbb;--mark:#eee;
--s0:#b3371b;--s1:#1f5fa8;--s2:#2c7a4b;--s3:#7a3f99;--s4:#a86a00;--s5:#0f7c80;--s6:#8f8a80}
body{font-size:10.5pt}main{max-width:none;padding:0}svg,tr,.verdict{break-inside:avoid}h2{break-after:avoid}
a{text-decoration:none}.scroll{overflow:visible}svg.wide{min-width:0}
table.cards{font-size:.86em}
table.cards td.long{min-width:0}
table.cards td:not(.long){white-space:normal;overflow-wrap:normal;word-break:keep-all}}
"""
)
