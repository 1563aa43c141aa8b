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
{%- if href -%}<a href="{{ href }}" rel="noopener noreferrer">{{ cell.text|line }}</a>
{%- elif cell.tone -%}<span class="{{ cell.tone }}">{{ cell.text|line }}</span>
{%- else -%}{{ cell.text|line }}{%- endif -%}
{%- endmacro %}
{%- for block in report.blocks %}
{%- set kind = block|kind %}
{%- if kind == "Verdict" %}
<section class="verdict {{ block.tone }}">
<p class="said">{{ block.text|line }}</p>
{%- if block.reason %}<p>{{ block.reason|line }}</p>{% endif %}
{%- if block.clauses %}<p class="clauses">条款 {{ block.clauses|join(" ") }}</p>{% endif %}
</section>
{%- elif kind == "Facts" %}
<dl class="facts">{% for label, cell in block.rows %}<dt>{{ label }}</dt><dd>{{ said(cell) }}</dd>{% endfor %}</dl>
{%- elif kind == "Lines" %}
<section><h2>{{ block.title|line }}</h2>
<ul>{% for cell in block.lines %}<li>{{ said(cell) }}</li>{% endfor %}</ul></section>
{%- elif kind == "Table" %}
<section><h2>{{ block.title|line }}</h2>
{%- if not block.rows %}<p class="mute">{{ block.empty|line }}</p>
{%- else %}
{%- if block.name == "tally" %}{{ bar_chart(block) }}{% endif %}
<div class="scroll"><table class="cards"><thead><tr>
{%- for column in block.columns %}<th scope="col"{% if column.number %} class="number"{% endif %}>
{{- column.title }}</th>
{%- endfor %}</tr></thead><tbody>
{%- for row in block.rows %}<tr>
{%- for cell in row %}{% set column = block.columns[loop.index0] %}<td data-label="{{ column.title }}"
{%- if column.number %} class="number"{% elif not cell.text %} class="none"
{%- elif column.keep %} class="keep"{% endif %}>
{{- ""}}<span>{{ said(cell) }}</span></td>
{%- endfor %}</tr>
{%- endfor %}</tbody></table></div>
{%- endif %}</section>
{%- elif kind == "Timeline" %}
{{ timeline(block) }}
{%- elif kind == "Matrix" %}
<section><h2>{{ block.title|line }}</h2>
<p class="mute">● 有效 · ○ 被取代 · ? 待裁 · × 无效</p>
<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><td></td>
{%- for column in block.columns %}<th scope="col">{{ column|line }}</th>{% endfor %}</tr></thead><tbody>
{%- for row in block.cells %}<tr><th scope="row">{{ block.rows[loop.index0]|line }}</th>
{%- for cell in row %}<td>{{ said(cell) }}</td>{% endfor %}</tr>{% endfor %}</tbody></table></div></section>
{%- elif kind == "Heat" %}
<section><h2>{{ block.title|line }}</h2>
<div class="scroll" tabindex="0"><table class="heat"><thead><tr><td></td>
{%- for column in block.columns %}<th scope="col">{{ column|line }}</th>{% endfor %}</tr></thead><tbody>
{%- for row in block["values"] %}<tr><th scope="row">{{ block.rows[loop.index0]|line }}</th>
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
<text class="tick" x="{{ x }}" y="14" text-anchor="middle">{{ text }}</text>{% endfor %}
{%- for y, text in drawing.ticks %}
<line class="axis" x1="36" x2="640" y1="{{ y }}" y2="{{ y }}"/>
<text class="tick" x="30" y="{{ y + 4 }}" text-anchor="end">{{ text }}</text>{% endfor %}
<line class="deadline" x1="640" x2="640" y1="18" y2="270"/>
<text class="tick" x="36" y="290">{{ block.start }}</text>
<text class="tick" x="640" y="290" text-anchor="end">{{ block.end }}</text>
{%- for line in drawing.lines %}
<polyline class="line {{ line.colour }}" points="{{ line.points }}"/>
{%- if line.label %}<text class="{{ line.colour }}" x="{{ line.x }}" y="{{ line.y }}">{{ line.label }}</text>{% endif %}
{%- endfor %}
{%- for x, text in drawing.marks %}
<circle class="mark" cx="{{ x }}" cy="270" r="4"><title>{{ text }}</title></circle>{% endfor %}
</svg></div>
{%- if drawing.marks %}<p class="mute">改票(横轴上的点)：{% for x, text in drawing.marks %}{{ text }}
{%- if not loop.last %}；{% endif %}{% endfor %}</p>{% endif %}</section>"""

BARS = """<svg class="bars" viewBox="0 0 420 {{ bars|length * 26 + 8 }}" role="img" aria-label="票数条形图">
{%- for bar in bars %}
<text x="112" y="{{ loop.index0 * 26 + 22 }}" text-anchor="end">{{ bar.name|short }}</text>
<rect class="bar" x="120" y="{{ loop.index0 * 26 + 8 }}" width="{{ bar.length * 2.6 }}" height="18"/>
<text x="{{ 128 + bar.length * 2.6 }}" y="{{ loop.index0 * 26 + 22 }}">{{ bar.value }}</text>
{%- endfor %}
</svg>"""
