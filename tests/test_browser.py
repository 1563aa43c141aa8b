"""HTML reports in a real browser: nothing complained of, nothing fetched, every number seen, nothing too wide."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.nights import night_of
from referee.reports import render
from referee.reports.audit_report import audit_report
from referee.reports.document import Cell, Column, Heat, Matrix, Report, Table, facts
from referee.reports.happenings import happenings
from referee.reports.night_report import night_report
from referee.reports.plain_text import one_line
from referee.reports.tally_report import tally_report
from tests.support import forum, night_games
from tests.support.audits import look, roster, talk
from tests.support.browser import browser_path, chromium
from tests.test_faces import HOSTILE

if browser_path() is None:
    pytest.skip("没有浏览器，网页战报没有在浏览器里看过：apt-get install chromium", allow_module_level=True)

ZONE = ZoneInfo("Asia/Shanghai")
LONG = "一个名字长得离谱的玩家他从来不肯改名_Long_Latin_Tail_Without_Any_Blank"


def votes(names: list[str]) -> str:
    rows = ["0 天神 3-10 20:50 第一天投票"]
    for number, name in enumerate(names):
        target = names[(number * 7 + 3) % 5]
        rows.append(
            f"{number + 1} {name} 3-10 {21 + number // 30}:{number * 2 % 60:02} 想了很久，还是投{target}，别再问了"
        )
    rows.append(f"90 {names[0]} 3-11 08:00 改投{names[1]}")
    return "\n".join(rows)


def busy() -> Report:
    """Twenty voters, long names, events, a change."""
    names = [LONG, *(f"玩家{n}" for n in range(2, 21))]
    events = f"3-11 10:00 death {names[9]}\n3-11 12:00 penalty {names[8]} points=5"
    game = forum.game("plain", " ".join(names), events, D1="vote 3-10 21:00 to 3-12 09:00")
    found = forum.count(game, votes(names))
    return tally_report(found, "热闹的一局", True, happenings(game, found.stage, None))


def pending() -> Report:
    game = forum.game("golden-bough", "甲=平民 乙一=祭司 乙二=逃奴 丁=平民", D1="vote 3-10 21:00 to 3-12 09:00")
    table = "0 天神 3-10 20:50 开始\n1 甲 3-10 21:05 我投乙\n2 丁 3-10 22:00 投乙二\n3 乙一 3-10 22:05 投丁"
    return tally_report(forum.count(game, table), "待裁的一局")


def audit() -> Report:
    game = forum.game("golden-bough", "甲=平民 乙=逃奴 丙=平民", D1="vote 3-11 20:30 to 3-13 08:00")
    lines = [f"{n} {'甲乙丙'[n % 3]} 3-{11 + n // 20} {n % 20 + 4:02}:10 第{n}次分析局势" for n in range(1, 40)]
    signing = roster("0 天神 3-10 20:00 名单\n1 甲 3-10 20:03 到")
    found = look(game, signing, talk("\n".join(["0 天神 3-10 20:05 讨论", *lines])), as_of="3-14 12:00")
    return audit_report(found, "查一查")


def night() -> Report:
    game = night_games.bough({1: "鸦→松130 狐→松 桂+"})
    return night_report(night_of(game, 1), "夜里", judge=True)


def hostile() -> Report:
    cells = tuple(tuple((Cell(word),) for _ in HOSTILE) for word in HOSTILE)
    rows = tuple((Cell(word, "http://bbs.example.net/"), Cell(word, tone="strong")) for word in HOSTILE)
    values = tuple(tuple(range(len(HOSTILE))) for _ in HOSTILE)
    return Report(HOSTILE[0], (
        Table("表", (Column("谁", keep=True), Column("话")), rows),
        Matrix("谁投了谁", tuple(HOSTILE), tuple(HOSTILE), cells),
        Heat("热", tuple(HOSTILE), tuple(HOSTILE), values),
    ))  # fmt: skip


REPORTS = {"busy": busy, "pending": pending, "audit": audit, "night": night, "hostile": hostile}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """`pages(name, width, scheme)` opens a report; gives the page, what it complained of, what it asked for."""
    folder = tmp_path_factory.mktemp("html")
    with chromium() as browser:

        def opened(name: str, width: int = 1000, scheme: str = "light") -> tuple[Any, list[str], list[str]]:
            path = folder / f"{name}.html"
            if not path.exists():
                path.write_text(render(REPORTS[name](), "html"), "utf-8")
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            complaints: list[str] = []
            asked: list[str] = []
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda fault: complaints.append(str(fault)))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(path.as_uri())
            return page, complaints, asked

        yield opened
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("width", [360, 1000])
def test_nothing_is_complained_of_fetched_or_too_wide(pages: Any, name: str, width: int) -> None:
    page, complaints, asked = pages(name, width)
    assert complaints == []
    assert [url for url in asked if not url.startswith("file:")] == []
    assert len(asked) == 1
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    page.close()


@pytest.mark.parametrize("name", [name for name in REPORTS if name != "hostile"])
@pytest.mark.parametrize("width", [360, 1000])
def test_every_fact_is_seen(pages: Any, name: str, width: int) -> None:
    page, *_ = pages(name, width)
    seen = "".join(page.evaluate("document.body.innerText").split())
    heads = {column.title for block in REPORTS[name]().blocks if isinstance(block, Table) for column in block.columns}
    for fact in facts(REPORTS[name]()):
        if width > 640 or fact not in heads:  # on a phone a column's name stands before its cells by style alone
            assert "".join(one_line(fact).split()) in seen, fact
    page.close()


def test_dark_and_print(pages: Any) -> None:
    page, *_ = pages("busy", 1000, "dark")
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    dark = page.evaluate(colours)
    page.emulate_media(color_scheme="light")
    assert page.evaluate(colours) != dark
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(colours)[0] == "rgb(255, 255, 255)"
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.close()


def test_a_printed_floor_is_not_broken(pages: Any) -> None:
    """`#10` on two lines reads as two numbers; kinds of ballots stay whole too."""
    page, *_ = pages("busy", 700)
    page.emulate_media(media="print")
    broken = """[...document.querySelectorAll("td.keep:not(.long) span")]
        .filter(cell => cell.textContent.length < 6 && cell.getClientRects().length > 1)
        .map(cell => cell.textContent)"""
    assert page.query_selector_all("td.keep:not(.long) span")
    assert page.evaluate(broken) == []
    page.close()


def test_charts_can_be_listened_to(pages: Any) -> None:
    page, *_ = pages("busy")
    for chart in page.query_selector_all("svg"):
        assert chart.get_attribute("role") == "img"
        named = (chart.get_attribute("aria-labelledby") or "").split()
        label = chart.get_attribute("aria-label") or "".join(page.inner_html(f"#{name}") for name in named)
        assert label.strip()
    words = page.evaluate("document.querySelector('svg desc').textContent")
    assert "玩家" in words
    assert "票" in words
    page.close()


def test_a_floor_leads_to_its_post(pages: Any, tmp_path: Path) -> None:
    page, *_ = pages("hostile")
    assert {link.get_attribute("href") for link in page.query_selector_all("a")} == {"http://bbs.example.net/"}
    page.close()
