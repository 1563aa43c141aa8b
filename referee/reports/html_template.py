"""The template of the HTML face (jinja2, autoescape on)."""

TEMPLATE = """<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{{ digest }}'; \
base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{{ report.title|line }}</title>
<style>{{ style|safe }}</style>
</head>
<body>
<main>
<h1>{{ report.title|line }}</h1>
{%- macro said(cell) -%}
{%- set href = cell.href|address -%}
{%- if href -%}<a href="{{ href }}" rel="noopener noreferrer"{% if cell.tone %} class="{{ cell.tone }}"{% endif %}
{%- if cell.hint %} title="{{ cell.hint|line }}"{% endif %}>{{ cell.text|line }}</a>
{%- elif cell.tone or cell.hint -%}<span class="{{ cell.tone }}"
{%- if cell.hint %} title="{{ cell.hint|line }}"{% endif %}>{{ cell.text|marked }}</span>
{%- else -%}{{ cell.text|marked }}{%- endif -%}
{%- endmacro %}
{%- macro head(name, scope) -%}
<th scope="{{ scope }}"{% if name|line != name|short %} title="{{ name|line }}"{% endif %}>{{ name|short }}</th>
{%- endmacro %}
{%- for block in report.blocks %}
{%- set kind = block|kind %}
{%- if kind == "Verdict" %}
<section class="verdict {{ block.tone }}">
<p class="said">{{ block.text|line }}</p>
{%- if block.reason %}<p>{{ block.reason|line }}</p>{% endif %}
{%- if block.clauses %}<p class="clauses">条款 {{ block.clauses|join(" ")|line }}</p>{% endif %}
</section>
{%- elif kind == "Facts" %}
<dl class="facts">{% for label, cell in block.rows %}<dt>{{ label|line }}</dt><dd>{{ said(cell) }}</dd>{% endfor %}</dl>
{%- elif kind == "Lines" %}
<section><h2>{{ block.title|line }}</h2>
<ul>{% for cell in block.lines %}<li>{{ said(cell) }}</li>{% endfor %}</ul></section>
{%- elif kind == "Table" %}
<section><h2>{{ block.title|line }}</h2>
{%- if not block.rows %}<p class="mute">{{ block.empty|line }}</p>
{%- else %}
{%- if block.name == "tally" %}{{ bar_chart(block) }}{% endif %}
<div class="scroll"{% if block.rows %} tabindex="0"{% endif %}><table class="cards {{ block.name|word }}"><thead><tr>
{%- for column in block.columns %}<th scope="col"{% if column.number %} class="number"{% endif %}>
{{- column.title|line }}</th>
{%- endfor %}</tr></thead><tbody>
{%- for row in block.rows %}<tr>
{%- for cell in row %}{% set column = block.columns[loop.index0] %}<td data-label="{{ column.title|line }}" class="
{{- cell|looks(column) }}"><span>{{ said(cell) }}</span></td>
{%- endfor %}</tr>
{%- endfor %}</tbody></table></div>
{%- endif %}</section>
{%- elif kind == "Timeline" %}
{{ timeline(block) }}
{%- elif kind == "Matrix" %}
<section><h2>{{ block.title|line }}</h2>
<p class="mute">● 有效 · ○ 被取代 · ? 待裁 · × 无效</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><td></td>
{%- for column in block.columns %}{{ head(column, "col") }}{% endfor %}</tr></thead><tbody>
{%- for row in block.cells %}<tr>{{ head(block.rows[loop.index0], "row") }}
{%- for steps in row %}<td>{% for cell in steps %}<span class="step">{{ said(cell) }}</span> {% endfor %}</td>
{%- endfor %}</tr>{% endfor %}</tbody></table></div></section>
{%- elif kind == "Heat" %}
<section><h2>{{ block.title|line }}</h2>
<div class="scroll" tabindex="0"><table class="heat"><thead><tr><td></td>
{%- for column in block.columns %}<th scope="col"><span>{{ column|line }}</span></th>{% endfor %}</tr></thead><tbody>
{%- for row in block["values"] %}<tr>{{ head(block.rows[loop.index0], "row") }}
{%- for value in row %}<td class="h{{ block|level(value) }}">{{ value or "" }}</td>{% endfor %}</tr>
{%- endfor %}</tbody></table></div></section>
{%- endif %}
{%- endfor %}
{%- for paste in report.paste %}
<pre>{{ paste|safe_text }}</pre>
{%- endfor %}
<footer>referee 计票：每个数都可以点回原帖；有疑义时以法官裁定为准。</footer>
</main>
</body>
</html>
"""

TIMELINE = """<section><h2>{{ block.title|line }}</h2><div class="scroll" tabindex="0">
<svg class="wide" viewBox="0 0 760 300" role="img" aria-labelledby="t{{ id }} d{{ id }}">
<title id="t{{ id }}">{{ block.title|line }}</title><desc id="d{{ id }}">{{ drawing.words }}</desc>
{%- for x, width, text in drawing.zones %}
<rect class="zone" x="{{ x }}" y="18" width="{{ width }}" height="252"><title>{{ text }}</title></rect>
<text class="tick" x="{{ x + width }}" y="13" text-anchor="end">{{ text }}</text>{% endfor %}
{%- for y, text in drawing.ticks %}
<line class="axis" x1="36" x2="640" y1="{{ y }}" y2="{{ y }}"/>
<text class="tick" x="30" y="{{ y + 4 }}" text-anchor="end">{{ text }}</text>{% endfor %}
{%- if block.closed %}
<line class="deadline" x1="640" x2="640" y1="18" y2="270"/>{% endif %}
<text class="tick" x="36" y="290">{{ block.start }}</text>
<text class="tick" x="640" y="290" text-anchor="end">{{ "截止 " if block.closed }}{{ block.end }}</text>
{%- for x, number, text in drawing.events %}
<line class="event" x1="{{ x }}" x2="{{ x }}" y1="24" y2="270"/>
<text class="tick" x="{{ x }}" y="{{ 34 + loop.index0 % 3 * 13 }}" text-anchor="middle">{{ number }}<title>{{ text }}
{{- "" }}</title></text>{% endfor %}
{%- for line in drawing.lines %}
<polyline class="line {{ line.colour }}" points="{{ line.points }}"/>
{%- if line.label %}<text class="{{ line.colour }}" x="{{ line.x }}" y="{{ line.y }}">{{ line.label }}</text>{% endif %}
{%- endfor %}
{%- for x, text in drawing.marks %}
<circle class="mark" cx="{{ x }}" cy="270" r="4"><title>{{ text }}</title></circle>{% endfor %}
</svg></div>
{%- if drawing.grey %}<p class="mute">灰线：{{ drawing.grey|join("、") }}</p>{% endif %}
{%- if drawing.marks|length > 8 %}<p class="mute">横轴上的点：{{ drawing.marks|length }} 次改票，逐一列在下面的表里</p>
{%- elif drawing.marks %}<p class="mute">改票(横轴上的点)：{% for x, text in drawing.marks %}{{ text }}
{%- if not loop.last %}；{% endif %}{% endfor %}</p>{% endif %}
{%- if drawing.events %}<p class="mute">公布的事：{% for x, number, text in drawing.events %}{{ number }} {{ text }}
{%- if not loop.last %}；{% endif %}{% endfor %}</p>{% endif %}</section>"""

BARS = """<svg class="bars" viewBox="0 0 420 {{ bars|length * 26 + 8 }}" role="img" aria-label="票数条形图">
{%- for bar in bars %}
<text x="112" y="{{ loop.index0 * 26 + 22 }}" text-anchor="end">{{ bar.name|short }}<title>{{ bar.name }}</title></text>
<rect class="bar" x="120" y="{{ loop.index0 * 26 + 8 }}" width="{{ bar.length * 2.6 }}" height="18"/>
<text x="{{ 128 + bar.length * 2.6 }}" y="{{ loop.index0 * 26 + 22 }}">{{ bar.value }}</text>
{%- endfor %}
</svg>"""
