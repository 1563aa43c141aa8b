"""`make trust`: what the tests try in part, tried in full: faults on every page, patterns on long texts, fuzzing.

One line a part with its time; ends with status 1 where one failed. Under ten minutes: every part has a limit.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.fuzz import TARGETS

ROOT = Path(__file__).resolve().parent.parent
GUIDED = 12  # seconds of coverage-guided fuzzing for each target
PARTS = {  # name → test files, seconds at most
    "faults of boards and networks, whole commands": (["tests/test_faults.py", "tests/test_faults_commands.py"], 300),
    "threat model": (["tests/test_security.py"], 200),
    "fuzzing, by law": (["tests/test_fuzz.py"], 150),
    "old terminals and upgrades": (["tests/test_terminals.py", "tests/test_upgrades.py"], 60),
}


def main() -> int:
    """Every part in turn."""
    began = time.monotonic()
    failed = [name for name, (files, limit) in PARTS.items() if not part(name, files, limit)]
    if importlib.util.find_spec("atheris") is None:
        print("coverage-guided fuzzing: left out, atheris is not installed (pip install atheris)", flush=True)
    else:
        failed += [name for name in TARGETS if not guided(name)]
    print(f"{'failed: ' + ', '.join(failed) if failed else 'all held'}  ({time.monotonic() - began:.0f} s)", flush=True)
    return 1 if failed else 0


def part(name: str, files: list[str], limit: int) -> bool:
    """Some test files in full; what they say is shown where they fail."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=short", *files]
    return _told(name, command, limit, {"TRUST": "full"})


def guided(name: str) -> bool:
    """One target under atheris."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "tests.support.fuzz", name, str(GUIDED), scratch]
        return _told(f"fuzzing, guided: {name}", command, GUIDED + 60, {})


def _told(name: str, command: list[str], limit: int, environment: dict[str, str]) -> bool:
    began = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, timeout=limit, check=False
        )
        good, said = done.returncode == 0, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        good, said = False, (late.stdout or b"") + f"\nmore than {limit} s".encode()
    lines = said.decode("utf-8", "replace").splitlines()
    counted = next((line for line in reversed(lines) if " passed" in line or " failed" in line), "")
    print(f"{'held  ' if good else 'FAILED'}  {name}  {time.monotonic() - began:.0f} s  {counted}", flush=True)
    if not good:
        print("\n".join(lines[-40:]), flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
