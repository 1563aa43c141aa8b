"""A rule set's file: what it may say, every fault named in one go, and how a game and the front desk find it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import cli
from referee.commands import gathering, judges_files
from referee.game import Fault
from referee.game_schema import own_tables
from referee.own_fields import TABLES
from referee.own_rules import RulesFaults, load_rules
from referee.rulebook import Rulebook
from referee.variants import find
from referee.variants.parts.forms import only_lines, sound
from referee.variants.parts.ties import STEPS
from scraper.gather import Gathered
from scraper.trouble import Trouble
from tests.support import forum
from tests.test_tally_command import walked

DOCS = Path(__file__).resolve().parent.parent / "docs"


def load(text: str) -> Rulebook:
    return load_rules(text, lambda name: find(name) if name in ("plain", "金枝", "golden-bough") else None, "own")


def faults(text: str) -> list[str]:
    with pytest.raises(RulesFaults) as refused:
        load(text)
    return [f"{fault.line} {fault.field}" for fault in refused.value.faults]


def test_every_fault_is_named_in_one_go_with_its_line() -> None:
    text = """base = "金枝"
titel = "x"

[switches]
gb.novote = "third"
vote.selff = "void"

[ballot]
names = 0
format = ["选", "[投:{}]"]

[[tie]]
stages = ["votes"]
chain = ["runof", "later"]

[[tie]]
chain = ["decider"]

[[weights]]
weight = 2

[outcomes]
out = 2
"""
    assert faults(text) == [
        "2 titel",
        "5 switches.gb.novote",
        "6 switches.vote.selff",
        "9 ballot.names",
        "10 ballot.format",
        "13 tie[1].stages",
        "14 tie[1].chain",
        "16 tie[2]",
        "19 weights[1]",
        "22 outcomes",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["1 "]),
        ('base = "nowhere"', ["1 base"]),
        ('base = "nowhere"\n[change]\nlimit = "two"', ["1 base", "3 change.limit"]),
        ('base = "plain"\n[change]\nlimit = -1', ["3 change.limit"]),
        ('base = "plain"\n[[change]]\n[[change]]\nlimit = 1', ["3 change[2].stages"]),
        ('base = "plain"\n[outcome]\nout = 2', ["2 outcome"]),
        ('base = "plain"\n[[outcome]]\n[[outcome]]\nfrom_day = 2\n[[outcome]]\nfrom_day = 2', ["5 outcome[3].stages"]),
        ('base = "plain"\n[tie]\n', ["2 tie"]),
        ('base = "plain"\n[weights]\nweight = 1', ["2 weights"]),
        ('base = "plain"\n[switches]\n[[switches]]', ["3 "]),
        ("base = plain", ["1 "]),
        ('base = "plain"\n[[weights]]\nrole = "谁都行"\nweight = 2', None),
        ('base = "金枝"\n[[weights]]\nrole = "祭祀"\nweight = 2', ["3 weights[1].role"]),
        ('base = "金枝"\n[voters]\nwithout_vote = ["祭司", "庶民"]', ["3 voters.without_vote"]),
        ('base = "plain"\n[[thresholds]]\nrole = "万人迷"\nadd = 1', ["2 thresholds[1]"]),
        ('base = "plain"\n[outcome]\nneeds = "half"\n[[thresholds]]\nrole = "万人迷"\nadd = 1', None),
    ],
)
def test_faults(text: str, found: list[str] | None) -> None:
    """None: nothing is wrong."""
    if found is None:
        assert load(text).clauses
    else:
        assert faults(text) == found


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([field.key for table in TABLES for field in table.fields] + ["x"]),
        st.sampled_from(["true", "1", "-1", '"abstain"', '"majority"', "[]", '["later"]', '["vote"]', "{}"]),
        max_size=4,
    ),
    st.sampled_from([table.name for table in TABLES]),
    st.booleans(),
)
def test_a_file_is_a_rule_set_or_has_faults(keys: dict[str, str], table: str, many: bool) -> None:
    head = f"[[{table}]]" if many else f"[{table}]"
    text = "\n".join(['base = "golden-bough"', head, *(f"{key} = {value}" for key, value in keys.items())])
    faulty: tuple[Fault, ...] = ()
    book = find("golden-bough")
    try:
        book = load(text)
    except RulesFaults as refused:
        faulty = refused.faults
    assert all(fault.text and fault.line for fault in faulty)
    assert {clause.id for clause in book.clauses} <= {article.id for article in book.articles}
    assert all(clause.text for clause in book.clauses)


def test_an_empty_rule_set_is_its_base_by_another_name() -> None:
    base, own = find("golden-bough"), load('base = "金枝"\ntitle = "我们的"')
    assert (own.name, own.title, own.plays) == ("own", "我们的", "golden-bough")
    assert [(c.id, c.asks) for c in own.clauses] == [(c.id, c.asks) for c in base.clauses]
    assert own.articles == base.articles
    assert own.kinds == base.kinds


def test_a_switch_the_rule_set_decides_is_not_tried_the_other_way_and_a_game_may_set_it_back() -> None:
    own = load('base = "plain"\n[switches]\nvote.self = "void"')
    table = "1 甲 3-10 21:01 投甲"
    stage = "vote 3-10 21:00 to 3-11 21:00"
    counted = forum.count(forum.game(own, "甲 乙", D1=stage), table)
    assert forum.lines(counted) == ["1 甲→甲 void:not-a-candidate"]
    assert not any("vote.self" in note for note in counted.notes)
    back = forum.count(forum.game(own, "甲 乙", house='vote.self = "allowed"', D1=stage), table)
    assert forum.lines(back) == ["1 甲→甲 counted"]


def test_a_clause_of_ones_own_is_cited_by_the_line_that_asked_for_it() -> None:
    own = load('base = "plain"\n[change]\nlimit = 0')
    game = forum.game(own, "甲 乙 丙", D1="vote 3-10 21:00 to 3-11 21:00")
    counted = forum.count(game, "1 甲 3-10 21:01 投乙\n2 甲 3-10 21:02 投丙")
    assert counted.ballots[1].clauses == ("OWN-change.limit",)
    assert counted.rules == "own"


def test_replaced_clauses_are_marked_in_the_table() -> None:
    says = {article.id: article.says for article in load('base = "plain"\n[ballot]\nsilence = "out"').articles}
    assert says["PL-8"].endswith("(这套规则里不用)")
    assert says["OWN-ballot.silence"] == "没有投给谁：出局"


# -- ballots in a form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("[我选:乙]", "   投乙 "),
        ("【我選：乙】", "   投乙 "),
        (" [ 我选 : 乙 ] ", "      投乙   "),
        ("我说[我选:乙]", ""),
        ("[我选:]", ""),
        ("[我选:乙]吧", ""),
    ],
)
def test_only_a_whole_line_in_the_form_is_one(line: str, meant: str) -> None:
    words = only_lines(["[我选:{}]"])
    found = words(f"闲话\n{line}\n再聊")
    assert len(found) == len(f"闲话\n{line}\n再聊")
    assert found.split("\n")[1].strip() == meant.strip()
    if meant:
        place = found.index("乙")
        assert f"闲话\n{line}\n再聊"[place] == "乙"


@pytest.mark.parametrize(("form", "is_sound"), [("[我选:{}]", True), ("{}", False), ("我选", False), ("{}{}!", False)])
def test_a_form_has_one_place_for_the_name(form: str, is_sound: bool) -> None:
    assert sound(form) is is_sound


# -- found by a game file and the front desk -------------------------------------------------------------------------

OURS = 'base = "golden-bough"\ntitle = "两改"\n[change]\nlimit = 2\nstops_minutes = 30\n'
GAME = """[game]
title = "渡口局"
rules = "ours.toml"

[[players]]
name = "甲"
role = "逃奴"

[[players]]
name = "乙"
role = "祭司"

[[stages]]
id = "D1"
kind = "vote"
day = 1
opens = 2009-03-10T21:00:00
closes = 2009-03-12T09:00:00
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.desk, list(words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ours.toml").write_text(OURS, "utf-8")
    (tmp_path / "game.toml").write_text(GAME, "utf-8")
    return tmp_path


def test_a_game_names_the_file_beside_it(folder: Path) -> None:
    game = judges_files.load_game(str(folder / "game.toml"))
    assert (game.rules, game.rules_name) == ("golden-bough", "ours")
    counted = forum.count(game, "1 甲 3-10 21:05 投乙\n2 甲 3-12 08:29 改投甲\n3 甲 3-12 08:30 改投乙")
    assert forum.lines(counted)[1:3] == ["2 甲→甲 counted change", "3 甲→乙 void:change-closed change"]


def test_the_base_still_knows_nights_and_who_is_who(folder: Path) -> None:
    done = run("status", "--game", str(folder / "game.toml"), "--as-of", "2009-03-10T22:00")
    assert done.exit_code == 0, done.output
    wrong = GAME.replace("逃奴", "逃犯")
    (folder / "game.toml").write_text(wrong, "utf-8")
    done = run("status", "--game", str(folder / "game.toml"))
    assert done.exit_code == 2
    assert "逃奴" in done.stderr


def test_faults_of_both_files_are_told_at_once(folder: Path) -> None:
    (folder / "ours.toml").write_text(OURS.replace("limit", "limt"), "utf-8")
    (folder / "game.toml").write_text(GAME.replace("closes", "close"), "utf-8")
    done = run("status", "--game", str(folder / "game.toml"))
    assert done.exit_code == 2
    assert "[rules-file] ours.toml:4 change.limt" in done.stderr
    assert "[game-file] game.toml:18 stages[1].close" in done.stderr


def test_a_file_that_is_not_there(folder: Path) -> None:
    (folder / "ours.toml").unlink()
    for words in (("status", "--game", str(folder / "game.toml")), ("rules", str(folder / "ours.toml"))):
        refused = run(*words).exception
        assert isinstance(refused, Trouble)
        assert (refused.code, refused.status) == ("rules-file", 2)


def test_rules_prints_a_file(folder: Path) -> None:
    done = run("rules", str(folder / "ours.toml"))
    assert done.exit_code == 0
    assert "每人可以改 2 次票" in done.output


def test_a_file_on_the_command_line_counts_a_thread(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        gathering, "gathered", lambda *_, **__: Gathered((walked("1 甲 3-10 21:05 投乙\n2 甲 3-10 22:00 投丙"),))
    )
    (folder / "first.toml").write_text('base = "plain"\n[change]\nlimit = 0\n[outcome]\neffect = "elect"', "utf-8")
    done = run("tally", forum.URL, "--rules", str(folder / "first.toml"), "--players", "甲,乙,丙", "--format", "json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["rules"] == "first"
    assert [(ballot["code"], ballot["clauses"]) for ballot in found["ballots"]] == [
        ("counted", ["PL-1"]),
        ("locked", ["OWN-change.limit"]),
    ]
    assert (found["outcome"]["kind"], found["outcome"]["players"]) == ("elect", ["乙"])


# -- documented ------------------------------------------------------------------------------------------------------


def test_the_tables_in_the_documentation_are_these() -> None:
    kept = DOCS / "house-rules.md"
    text = kept.read_text("utf-8")
    fresh = re.sub(
        r"(<!-- tables -->\n).*(<!-- end -->)", lambda m: f"{m[1]}\n{own_tables()}\n\n{m[2]}", text, flags=re.S
    )
    if os.environ.get("REFEREE_ACCEPT"):
        kept.write_text(fresh, "utf-8")
    assert text == fresh, "a field changed: REFEREE_ACCEPT=1 pytest tests/test_own_rules.py writes the file anew"


def test_the_documentation_names_every_step_and_every_example() -> None:
    text = (DOCS / "house-rules.md").read_text("utf-8")
    assert set(STEPS) <= set(re.findall(r"`([\w-]+)`", text))
    assert set(re.findall(r"\(house-rules/([\w-]+\.toml)\)", text)) == {
        path.name for path in (DOCS / "house-rules").glob("*.toml")
    }


def test_the_examples_in_the_documentation_are_sound() -> None:
    text = (DOCS / "house-rules.md").read_text("utf-8")
    examples = [one for one in re.findall(r"```toml\n(.*?)```", text, re.S) if "base" in one]
    assert examples
    for example in examples:
        assert load(example).plays in ("plain", "golden-bough")
