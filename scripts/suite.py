"""Runs all tests, after installing or finding what they need on the machine.

To skip tests, list their markers in WITHOUT="postgres broker browser proxies", which may name any of these
four. The output mentions what was skipped.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from app.engine import registry
from scripts.machine import NEEDS, Missing

# The engine's tests run under coverage, except for the thousands of random games and the frames of whole
# games, which would take twice as long.
FRAMES = "tests/pages/test_game_frame.py"
ENGINE_TESTS = ("tests/engine", FRAMES, "tests/cli/test_referee.py", "tests/cli/test_simulate.py")
ENGINE_LEFT_OUT = tuple(f"--ignore={path}" for path in ENGINE_TESTS)
UNCOUNTED = (FRAMES, *(f"tests/engine/{game}/test_many_games.py" for game in registry.names()))
STORAGE = "tests/storage"
SCREENS = "tests/browser/test_screens.py"

Command = tuple[list[str], dict[str, str]]  # with extra environment variables


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
    with tempfile.TemporaryDirectory() as folder:
        return run(lanes(without, sys.argv[1:], folder))


def lanes(without: Sequence[str], options: list[str], folder: str) -> list[list[Command]]:
    """The lanes to run in parallel: rules, the server, its Postgres, broker and proxies, and browsers.

    They run in parallel because each waits for something else. Browser tests need a separate process anyway,
    because playwright's event loop breaks any anyio tests that follow it.
    """
    tests = partial(_pytest, ["soak", *without])
    looks = "browser" not in without
    if options:
        return [[tests("not browser", *options)], [tests("browser", *options)] if looks else []]
    company = [need.name for need in NEEDS if need.name not in ("browser", *without)]
    apart = " and ".join(f"not {name}" for name in ("browser", *company))
    alone = tests(apart, *ENGINE_LEFT_OUT, f"--ignore={STORAGE}")
    together = [tests(f"not browser and ({' or '.join(company)})", *ENGINE_LEFT_OUT)] if company else []
    # Move some tests to shorter lanes, to balance them.
    store = tests(apart, STORAGE)
    screens = [tests("browser", SCREENS)] if looks else []
    browsers = [tests("browser", f"--ignore={SCREENS}")] if looks else []
    rules = _rules(tests, folder)
    return [[alone], [*together, store], [*rules, *_by_turns(tests, without), *screens], browsers]


def _rules(tests: Callable[..., Command], folder: str) -> list[Command]:
    paths = [path for path in ENGINE_TESTS if path not in UNCOUNTED]
    counted, _ = tests("not browser", *paths, *(f"--ignore={path}" for path in UNCOUNTED))
    coverage = [sys.executable, "-m", "coverage"]
    file = {"COVERAGE_FILE": str(Path(folder, "coverage"))}
    return [
        ([*coverage, "run", *counted[1:]], file),
        ([*coverage, "combine", "-q"], file),
        ([*coverage, "report"], file),
        tests("not browser", *UNCOUNTED),
    ]


def _by_turns(tests: Callable[..., Command], without: Sequence[str]) -> list[Command]:
    """Run the tests again with requests alternating between two servers that share one Postgres (see
    tests/conftest.py)."""
    if "postgres" in without:
        return []
    command, _ = tests("not browser", *ENGINE_LEFT_OUT)
    return [(command, {"TWO_SERVERS": "1"})]


def _pytest(left_out: list[str], marked: str, *options: str) -> Command:
    expression = " and ".join([marked, *(f"not {name}" for name in left_out)])
    return [sys.executable, "-m", "pytest", "--durations=12", "-m", expression, *options], {}


def run(lanes: list[list[Command]]) -> int:
    """Run the lanes; returns 1 if any failed. The first one's output is shown live, the others' later."""
    first, *others = [lane for lane in lanes if lane]
    with ThreadPoolExecutor() as pool:
        beside = [pool.submit(_run_lane, lane, subprocess.PIPE) for lane in others]
        failed, _ = _run_lane(first, None)
        for lane in beside:
            lane_failed, said = lane.result()
            failed |= lane_failed
            sys.stdout.flush()
            sys.stdout.buffer.write(said)
    sys.stdout.flush()
    return int(failed)


def _run_lane(commands: list[Command], output: int | None) -> tuple[bool, bytes]:
    """Run the commands one after the other, even after a failure."""
    failed, said = False, b""
    for command, environment in commands:
        ended = subprocess.run(
            command, env={**os.environ, **environment}, stdout=output, stderr=output and subprocess.STDOUT
        )
        failed |= ended.returncode != 0
        said += ended.stdout or b""
    return failed, said


if __name__ == "__main__":
    sys.exit(main())
