"""All tests: provides what they need of the machine, then runs them.

WITHOUT="postgres broker browser proxies", or some of them, leaves out the tests with that marker and says so.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from app.engine import registry
from scripts.machine import NEEDS, Missing

# What tries the engine, without the thousands of games that would take long when every branch is counted.
ENGINE_SUBJECTS = ("chance", "conformance", "core", "frames", "golden", "referee", "simulate")
ENGINE_TESTS = (
    *(f"tests/{game}" for game in registry.names()),
    *(f"tests/test_{name}.py" for name in ENGINE_SUBJECTS),
    *(f"--deselect=tests/{game}/test_many_games.py" for game in registry.names()),
)

# Once more with every request to the other of two servers on one Postgres. Each server counts by itself.
BY_TURNS = ("lobby", "table", "evening", "api")
BY_TURNS_TESTS = (
    *(f"tests/test_{name}.py" for name in BY_TURNS),
    *("-k", "not again_and_again and not guesses and not killed"),
)


def main() -> int:
    without = os.environ.get("WITHOUT", "").split()
    known = [need.name for need in NEEDS]
    if unknown := [name for name in without if name not in known]:
        print(f"housewarming: WITHOUT knows {', '.join(known)}, not {unknown[0]!r}.", file=sys.stderr)
        return 2
    for need in NEEDS:
        if need.name in without:
            print(f"housewarming: the tests marked `{need.name}` are left out (WITHOUT).", flush=True)
            continue
        try:
            need.provide()
        except Missing as missing:
            print(f"housewarming: {missing}", file=sys.stderr)
            return 2
    return run_tests(without, sys.argv[1:])


def run_tests(without: list[str], options: list[str]) -> int:
    """Browser tests in a process of their own: playwright's loop breaks the anyio tests that follow it."""
    left_out = ["soak", *without]
    with tempfile.TemporaryFile() as told:
        # Browsers wait more than they work: they run beside the rest, and what they say comes after it.
        browsers = None if "browser" in without else _pytest("browser", left_out, options, told)
        failed = _pytest("not browser", left_out, options).wait() != 0
        if not options and "postgres" not in without:
            failed |= _failed_by_turns()
        if not options:
            failed |= _too_little_covered()
        if browsers:
            failed |= browsers.wait() != 0
            told.seek(0)
            sys.stdout.flush()
            sys.stdout.buffer.write(told.read())
    return int(failed)


def _pytest(
    marked: str, left_out: list[str], options: list[str], told: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    expression = " and ".join([marked, *(f"not {name}" for name in left_out)])
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-m", expression, *options], stdout=told, stderr=told
    )


def _failed_by_turns() -> bool:
    command = [sys.executable, "-m", "pytest", "-q", *BY_TURNS_TESTS]
    return subprocess.run(command, env={**os.environ, "TWO_SERVERS": "1"}).returncode != 0


def _too_little_covered() -> bool:
    """Whether the tests of the rules leave too much of the engine untried: once more, counted."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COVERAGE_FILE": str(Path(folder, "coverage"))}
        for words in (["run", "-m", "pytest", "-q", *ENGINE_TESTS], ["combine", "-q"], ["report"]):
            command = [sys.executable, "-m", "coverage", *words]
            if subprocess.run(command, env=environment).returncode != 0:
                return True
    return False


if __name__ == "__main__":
    sys.exit(main())
