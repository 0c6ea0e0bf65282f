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

from app.cli.soak.programs import Missing
from app.engine import registry
from scripts.environment import ROOT
from scripts.machine import NEEDS

# The engine's tests run under coverage, except for the thousands of random games and the frames of whole
# games, which would take twice as long.
FRAMES = "tests/pages/test_game_frame.py"
ENGINE_TESTS = ("tests/engine", FRAMES, "tests/cli/test_referee.py", "tests/cli/test_simulate.py")
UNCOUNTED = (FRAMES, *(f"tests/engine/{game}/test_many_games.py" for game in registry.names()))
STORAGE, SYSTEM = "tests/storage", "tests/system"
BROWSER = "tests/browser"
OTHERS_LEFT_OUT = tuple(f"--ignore={path}" for path in (*ENGINE_TESTS, BROWSER))
PIECES = 6  # of the browser tests, which take as long as all others
AT_ONCE = 4  # lanes; with fewer, two processors would often have nothing to do
FAULT_WIDTH = 240  # of a line in the list of failures

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
    """What runs in parallel, a few lanes at a time: rules, the server, its Postgres, broker and proxies, and
    browsers, the longest lanes first.

    They run in parallel because each waits for something else. Browser tests need a separate process anyway,
    because playwright's event loop breaks any anyio tests that follow it.
    """
    tests = partial(_pytest, ["soak", *without])
    looks = "browser" not in without
    if options:
        return [[tests("not browser", *options)], [tests("browser", *options)] if looks else []]
    company = [need.name for need in NEEDS if need.name not in ("browser", *without)]
    apart = " and ".join(f"not {name}" for name in ("browser", *company))
    alone = tests(apart, *OTHERS_LEFT_OUT, f"--ignore={STORAGE}", f"--ignore={SYSTEM}")
    together = [tests(f"({' or '.join(company)})", *OTHERS_LEFT_OUT)] if company else []
    first, *pieces = [[tests("browser", *piece)] if looks else [] for piece in _pieces()]
    store, system = tests(apart, STORAGE), tests(apart, SYSTEM)
    return [
        [alone],
        [system],
        _rules(tests, folder),
        first,
        together,
        *pieces,
        _by_turns(tests, without),
        [store],
    ]


def _pieces() -> list[list[str]]:
    """The files of the browser tests, dealt out."""
    files = sorted(f"{path.relative_to(ROOT)}" for path in (ROOT / BROWSER).rglob("test_*.py"))
    return [files[number::PIECES] for number in range(PIECES)]


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
    command, _ = tests("not browser", *OTHERS_LEFT_OUT)
    return [(command, {"TWO_SERVERS": "1"})]


def _pytest(left_out: list[str], marked: str, *options: str) -> Command:
    expression = " and ".join([marked, *(f"not {name}" for name in left_out)])
    return [sys.executable, "-m", "pytest", "--durations=12", "-m", expression, *options], {"COLUMNS": "160"}


def run(lanes: list[list[Command]]) -> int:
    """Run the lanes; returns 1 if any failed. The first one's output is shown live, the others' later, and
    what failed once more at the end, where it is looked for."""
    first, *others = [lane for lane in lanes if lane]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = [pool.submit(_run_lane, first, live=True)]
        running += [pool.submit(_run_lane, lane) for lane in others]
        faults: list[str] = []
        for lane in running:
            found, said = lane.result()
            faults += found
            sys.stdout.flush()
            sys.stdout.buffer.write(said)
    sys.stdout.flush()
    for fault in faults:
        print(fault)
    return int(bool(faults))


def _run_lane(commands: list[Command], *, live: bool = False) -> tuple[list[str], bytes]:
    """Run the commands one after the other, even after a failure. Returns the faults, and the output unless
    it was shown live."""
    faults, said = [], b""
    for command, environment in commands:
        printed = []
        with subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            assert process.stdout
            for line in process.stdout:
                printed.append(line)
                if live:
                    sys.stdout.buffer.write(line)
                    sys.stdout.buffer.flush()
        if process.returncode != 0:
            faults += _faults(command, b"".join(printed).decode(errors="replace"))
        said += b"" if live else b"".join(printed)
    return faults, said


def _faults(command: Sequence[str], printed: str) -> list[str]:
    """The tests that failed, a line each; or, if none did, the command with the last that it printed."""
    lines = printed.splitlines()
    named = [line[:FAULT_WIDTH] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return named or [
        f"FAILED {' '.join(command)[:FAULT_WIDTH]}",
        *(line[:FAULT_WIDTH] for line in lines[-3:]),
    ]


if __name__ == "__main__":
    sys.exit(main())
