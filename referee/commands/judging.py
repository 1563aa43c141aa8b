"""What is reported from the game file: audits, nights, how things stand, the rule sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.commands import judges_files
from referee.commands.gathering import ballots_of, moment_at, moment_of_game, moment_to, now_at, of_game, read_for
from referee.commands.judges_files import book_named
from referee.commands.saying import complain_line, face_of, show, stop
from referee.commands.tallying import game_board

if TYPE_CHECKING:
    from referee.rulebook import Rulebook


def show_rules(name: str | None, format_: str | None, output: str | None, judge: bool) -> None:
    """The whole of `referee rules`."""
    from referee.reports.rules_report import books_report, rules_json, rules_report
    from referee.variants import every

    if name is None:
        books = every()
        show(
            books_report(books), {"schema": "referee/rules@1", "rules": [book.name for book in books]}, format_, output
        )
        return
    book = book_named(name)
    tests = tests_that_name(book)
    show(rules_report(book, tests), rules_json(book, tests), format_, output)


def tests_that_name(book: Rulebook) -> dict[str, list[str]]:
    """Clause id → the tests that name it, where the tests are at hand (a checkout); a wheel has none."""
    from referee.clause_tests import tests_of

    ids = [article.id for article in book.articles]
    found: dict[str, list[str]] = {id_: [] for id_ in ids}
    for path in sorted((Path(__file__).parent.parent.parent / "tests").glob("test_*.py")):
        for id_, test in tests_of(path.read_text("utf-8", errors="replace"), ids):
            found[id_].append(f"{path.stem}::{test}")
    return found if any(found.values()) else {}


def show_audit(
    game_path: str, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """The whole of `referee audit`; the exit status."""
    from referee.audits import audit as examine
    from referee.audits import public_audit
    from referee.reading import thread_words, with_roster
    from referee.reports.audit_json import audit_json
    from referee.reports.audit_notice import warning_post
    from referee.reports.audit_report import audit_report

    game = judges_files.load_game(game_path)
    if not game.threads:
        stop("no-thread", "游戏文件里没有帖子", "在游戏文件里写 [[threads]]", 2)
    asked = None if (as_of or "").startswith("#") else moment_at(as_of, game.zone)
    reading = read_for(game, of_game(game, thread_words(game.threads)), source)
    game = with_roster(reading)
    moment = asked if as_of is None or asked else moment_to(as_of, reading)
    found = examine(game, reading.threads, moment, moment_to(None, reading))
    found = replace(found, notes=(*found.notes, *reading.notes))
    if face_of(format_, output) == "ubb":
        show(warning_post(public_audit(found), game.title), {}, "ubb", output, reading.threads[0].board)
        return 0
    shown = found if judge else public_audit(found)
    show(audit_report(shown, game.title), audit_json(shown, game.zone), format_, output)
    return 0


def show_night(
    game_path: str, number: int, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """The whole of `referee night`; the exit status."""
    from referee.night_asked import check_night
    from referee.nights import has_nights, night_of
    from referee.nights.public import public_view
    from referee.reports.night_report import night_json, night_report

    game = judges_files.load_game(game_path)
    if not has_nights(game.rules):
        stop("no-nights", f"{game.rules} 没有夜晚", "referee rules 列出有夜晚的规则", 2)
    moment = moment_of_game(as_of, game, source)
    if warning := check_night(game, number, moment, now_at(game.zone)):
        complain_line(f"referee: 注意：{warning}")
    found = night_of(game, number, tally_of=ballots_of(game, moment, source), as_of=moment)
    shown = found if judge else public_view(found)
    show(night_report(shown, game.title, judge), night_json(shown, game.zone), format_, output, game_board(game))
    return 3 if found.pending else 0


def show_status(
    game_path: str, as_of: str | None, format_: str | None, output: str | None, judge: bool, **source: Any
) -> int:
    """The whole of `referee status`; the exit status."""
    from referee.reports.status_report import status_json, status_report
    from referee.status import public_status, status_of

    game = judges_files.load_game(game_path)
    moment = moment_of_game(as_of, game, source) or now_at(game.zone)
    found = status_of(game, moment, tally_of=ballots_of(game, moment, source))
    shown = found if judge else public_status(found)
    data = status_json(shown, game.zone, judge)
    show(status_report(shown, game.title, judge), data, format_, output, game_board(game))
    return 3 if found.pending else 0
