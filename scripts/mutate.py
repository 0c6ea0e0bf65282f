"""The mutation check: would the tests notice if the rules were wrong?

    python -m scripts.mutate [--samples 100] [--seed N] [--game dream_home]

Each sample changes one place of the rules or the scoring (a comparison, `and` or `or`, `in`, `not`, a sign, a
number) in a copy of the tree, and runs the tests until the first failure. Exits 1 when fewer than nine in ten
of the changes are caught. The working tree is never touched.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from app.engine import registry

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("app/engine")
# Wording, drawings and bots aren't rules, and they have separate tests.
LEFT_OUT = {"bot.py", "coach.py", "hopes.py", "mind.py", "notation.py", "position.py", "referee.py"}
DRAWINGS = {"board", "plan"}  # packages
TIME_LIMIT = 120
WANTED = 0.9

# Equivalent mutants, found by hand: the changed line, and why it makes no difference.
EQUIVALENT = {
    "inside = flood(self.door.here, self.free) if self.door else 1": (
        "a room without a door is never in reach, whatever is reached in it"
    ),
    "while len(turns) <= len(TURNS) and turns[-1].turned().look() != drawing.look():": (
        "after four quarter turns a drawing looks as it did"
    ),
    "FREE, OPEN, TAKEN = 0, 1, 3": "three different numbers, whichever they are",
    'NO_KIND = Kind("", "", (), True, "", 0, 0)': "nobody asks whether no type belongs in the basement",
    "return _all_storeys(cells.translate(SAME[kind]), _TABLES[KINDS[kind].largest, False], kind)": (
        "cells mapped by SAME show no tokens, so that none can close a room"
    ),
    "beside += [other for other in (cell - WIDTH, cell + WIDTH) if 0 <= other <= len(SLOT_NAMES)]": (
        "below the basement only its first cell would be let in, and that is solid ground"
    ),
}


class Mutant(NamedTuple):
    """A mutation: replaces the file's bytes from `start` to `end` with `after`."""

    path: Path  # relative to the root
    line: int
    start: int
    end: int
    before: str
    after: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def changed_line(self, source: bytes) -> str:
        return self.apply(source).decode().splitlines()[self.line - 1].strip()


# -- mutations -----------------------------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
SIGNS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}


class Source:
    """A file with the byte offsets of its syntax."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = (ROOT / path).read_bytes()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def begin(self, node: ast.expr) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def mutants(self) -> Iterator[Mutant]:
        """All mutations of this file."""
        tree = ast.parse(self.text)
        typed = _annotations(tree)
        for node in ast.walk(tree):
            if id(node) in typed:
                continue
            if isinstance(node, ast.Compare):
                operands = [node.left, *node.comparators]
                for left, right, operator in zip(operands, operands[1:], node.ops, strict=False):
                    yield self._between(left, right, *COMPARISONS[type(operator)])
            elif isinstance(node, ast.BoolOp):
                words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield self._between(left, right, *words)
            elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
                yield self._between(node.left, node.right, *SIGNS[type(node.op)])
            elif isinstance(node, ast.AugAssign) and type(node.op) in SIGNS:
                before, after = SIGNS[type(node.op)]
                yield self._between(node.target, node.value, f"{before}=", f"{after}=")
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                yield self._change(self.begin(node), self.begin(node) + len("not "), "")
            elif isinstance(node, ast.Constant) and type(node.value) is int:
                yield self._change(self.begin(node), self.end(node), str(node.value + 1))
            elif isinstance(node, ast.Constant) and type(node.value) is bool:
                yield self._change(self.begin(node), self.end(node), str(not node.value))

    def _between(self, left: ast.expr, right: ast.expr, before: str, after: str) -> Mutant:
        """Change the operator between two expressions."""
        gap_start, gap_end = self.end(left), self.begin(right)
        start = self.text.index(before.encode(), gap_start, gap_end)
        return self._change(start, start + len(before), after)

    def _change(self, start: int, end: int, after: str) -> Mutant:
        line = self.text.count(b"\n", 0, start) + 1
        return Mutant(self.path, line, start, end, self.text[start:end].decode(), after)


def _annotations(tree: ast.AST) -> set[int]:
    """The nodes inside type annotations, which are never evaluated."""
    found: set[int] = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            annotation = getattr(node, name, None)
            if annotation is not None:
                found |= {id(inner) for inner in ast.walk(annotation)}
    return found


def rules(game: str) -> list[Path]:
    """The files of a game's rules."""
    folder = ROOT / ENGINE / game
    files = sorted([*folder.glob("*.py"), *folder.glob("*/[!_]*.py")])
    return [
        file.relative_to(ROOT)
        for file in files
        if file.name not in LEFT_OUT and file.parent.name not in DRAWINGS
    ]


def game_of(path: Path) -> str:
    """The game whose rules this file belongs to, in whichever package of its own."""
    return path.relative_to(ENGINE).parts[0]


def all_mutants(games: Iterable[str]) -> list[Mutant]:
    return [mutant for game in games for path in rules(game) for mutant in Source(path).mutants()]


# -- running the tests ---------------------------------------------------------------------------------------


def runs(game: str) -> tuple[tuple[str, ...], ...]:
    """The test runs that may catch a mutant, the fastest first. Recorded games catch most mutants within a
    second or two. The thousands of random games are left out; they look for rarer faults than wrong rules."""
    own = f"tests/engine/{game}"
    return (
        ("tests/engine/test_golden.py",),
        ("tests/engine/test_conformance.py", own, f"--ignore={own}/test_many_games.py"),
    )


def caught(tree: Path, game: str) -> str:
    """A description of how the tests caught a mutant of this game, or '' if they didn't catch it."""
    for tests in runs(game):
        if how := failed(tree, tests):
            return how
    return ""


def failed(tree: Path, tests: Sequence[str], time_limit: float | None = TIME_LIMIT) -> str:
    """The first of these tests that fails, or ''. A mutant may make a test run for ever."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen([*command, *tests], cwd=tree, stdout=said, stderr=said, env=environment) as run,
    ):
        try:
            status = run.wait(timeout=time_limit)
        except subprocess.TimeoutExpired:
            run.kill()
            return "time limit"
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    if status == 0:
        return ""
    failed = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split(" - ")[0] if failed else f"pytest ended with {status}"


def copy_tree(to: Path) -> None:
    for name in ("app", "art", "docs", "scripts", "static", "tests"):
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--game", choices=registry.names(), help="only this game's rules")
    asked = parser.parse_args()
    games = [asked.game] if asked.game else registry.names()
    mutants = all_mutants(games)
    chosen = Random(asked.seed).sample(mutants, min(asked.samples, len(mutants)))
    print(f"{len(chosen)} of {len(mutants)} changes, --seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy_tree(tree)
        for game in games:
            if how := caught(tree, game):
                print(f"the tests fail without any change: {how}")
                return 1
        noticed = survived = 0
        for number, mutant in enumerate(chosen, 1):
            source = (tree / mutant.path).read_bytes()
            where = f"{number:>4} {mutant.path}:{mutant.line}  {mutant.changed_line(source)}"
            if mutant.changed_line(source) in EQUIVALENT:
                print(f"{where}\n     equivalent: {EQUIVALENT[mutant.changed_line(source)]}", flush=True)
                continue
            begin = time.monotonic()
            (tree / mutant.path).write_bytes(mutant.apply(source))
            how = caught(tree, game_of(mutant.path))
            (tree / mutant.path).write_bytes(source)
            noticed, survived = noticed + bool(how), survived + (not how)
            seconds = time.monotonic() - begin
            print(f"{where}\n     {how or 'SURVIVED'}, {seconds:.1f} s", flush=True)
    share = noticed / max(1, noticed + survived)
    print(
        f"{noticed} caught, {survived} survived, {len(chosen) - noticed - survived} equivalent: {share:.0%}"
    )
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
