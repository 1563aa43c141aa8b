"""`make trust`: what the tests try in part, tried in full: faults on every page, patterns on long texts, fuzzing.

One line a part with its time; ends with status 1 where one failed. Two parts at a time, and all of them end within ten
minutes; what is not done by then has failed.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.fuzz import TARGETS

ROOT = Path(__file__).resolve().parent.parent
GUIDED = 12  # seconds of coverage-guided fuzzing for each target
LIMIT = 585  # seconds for everything
LANES = 2
PARTS = {  # name → test files, those that take longest first
    "fuzzing, by law": ["tests/test_fuzz.py"],
    "faults of boards and networks, whole commands": ["tests/test_faults.py", "tests/test_faults_commands.py"],
    "threat model": ["tests/test_security.py"],
    "old terminals and upgrades": ["tests/test_terminals.py", "tests/test_upgrades.py"],
}


def main() -> int:
    """Every part."""
    began = time.monotonic()
    ends = began + LIMIT
    with ThreadPoolExecutor(LANES) as lanes:
        jobs = {name: lanes.submit(part, name, files, ends) for name, files in PARTS.items()}
        if importlib.util.find_spec("atheris") is None:
            print("coverage-guided fuzzing: left out, atheris is not installed (pip install atheris)", flush=True)
        else:
            jobs |= {f"guided: {name}": lanes.submit(guided, name, ends) for name in TARGETS}
        failed = [name for name, job in jobs.items() if not job.result()]
    print(f"{'failed: ' + ', '.join(failed) if failed else 'all held'}  ({time.monotonic() - began:.0f} s)", flush=True)
    return 1 if failed else 0


def part(name: str, files: list[str], ends: float) -> bool:
    """Some test files in full; what they say is shown where they fail."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=short", *files]
    return _told(name, command, ends, {"TRUST": "full"})


def guided(name: str, ends: float) -> bool:
    """One target under atheris."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "tests.support.fuzz", name, str(GUIDED), scratch]
        return _told(f"fuzzing, guided: {name}", command, ends, {})


def _told(name: str, command: list[str], ends: float, environment: dict[str, str]) -> bool:
    began = time.monotonic()
    limit = max(1.0, ends - began)
    try:
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, timeout=limit, check=False
        )
        good, said = done.returncode == 0, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        good, said = False, (late.stdout or b"") + f"\nnot done after {limit:.0f} s".encode()
    lines = said.decode("utf-8", "replace").splitlines()
    counted = next((line for line in reversed(lines) if " passed" in line or " failed" in line), "")
    print(f"{'held  ' if good else 'FAILED'}  {name}  {time.monotonic() - began:.0f} s  {counted}", flush=True)
    if not good:
        print("\n".join(lines[-40:]), flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
