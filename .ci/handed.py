"""Run the handed checks (boards, votes, cases) of every capability that stands; two at a time.

`.ci/closed` lists them, one check a line: a name, then the command's words with {shared} and {referee}.
`.ci/disputed` lists what is held to be wrong in the handed truth, one a line: the check's or item's name, a tab, the
reason with its clause. Those are passed over and printed. Where there is no shared folder, one line says so.
"""

from __future__ import annotations

import glob
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CI = Path(__file__).resolve().parent
ROOT = CI.parent


def lines(name: str) -> list[str]:
    """The lines of a list beside this file, without blanks and comments."""
    path = CI / name
    text = path.read_text("utf-8") if path.exists() else ""
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def run(check: str, shared: Path) -> tuple[str, int, str]:
    """One check: its name, exit status and what it printed."""
    name, _, command = check.partition(": ")
    words = []
    for word in shlex.split(command):
        word = word.replace("{shared}", str(shared)).replace("{referee}", str(ROOT / ".venv/bin/referee"))
        words += sorted(glob.glob(word)) if "*" in word else [word]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, encoding="utf-8", cwd=ROOT)
    return name, done.returncode, done.stdout + done.stderr


def undisputed(output: str, disputed: dict[str, str]) -> list[str]:
    """The failing items a check printed that nobody disputes."""
    failing = [line for line in output.splitlines() if re.match(r"(FAILS|wrong|missed) ", line)]
    return [line for line in failing if not any(line.split(" ", 1)[1].startswith(item) for item in disputed)]


def main() -> int:
    """Run them all; 0 where every failure is a disputed one."""
    shared = Path(os.environ.get("REFEREE_SHARED") or ROOT.parent / "shared")
    if not (shared / "CONTRACT.md").exists():
        print("handed checks skipped: no shared")
        return 0
    disputed = dict(line.split("\t", 1) for line in lines("disputed"))
    for item, reason in disputed.items():
        print(f"disputed: {item}: {reason}")
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for name, status, output in pool.map(lambda check: run(check, shared), lines("closed")):
            left = undisputed(output, disputed) if status else []
            explained = status and not left and re.search(r"^(FAILS|wrong|missed) ", output, re.M)
            good = status == 0 or bool(explained)
            failed += not good
            print(
                f"{'ok' if good else 'FAILED'} {name}: {(output.strip().splitlines() or ['nothing printed'])[-1]}",
                flush=True,
            )
            if not good:
                print(output[-6000:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
