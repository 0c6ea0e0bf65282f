"""One search by libFuzzer, with the target that the environment names; started by tests/fuzz/run.py.

It is a script of its own because libFuzzer starts it again and again by its path.
"""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the fuzzer has to see every import of the code that it watches
    from tests.fuzz.parsers import Parser
    from tests.fuzz.server import House

TARGET = "HOUSEWARMING_FUZZED"
TABLES_EVERY = 100  # inputs


def search() -> None:
    """Let libFuzzer search by the options on the command line; it ends this process."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["app", "websockets"]):
        from app.table import playable_games
        from tests.fuzz import server
        from tests.fuzz.parsers import PARSERS
    with ExitStack() as stack:
        target = PARSERS.get(os.environ[TARGET])
        if target is None:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            target = _hears(stack.enter_context(server.server(folder)), cycle(playable_games.names()))
        atheris.Setup([f"{sys.executable} {__file__}", *sys.argv[1:]], target)  # how it starts itself
        atheris.Fuzz()


def _hears(home: "House", games: Iterator[str]) -> "Parser":
    """A target that sends everything to a server, now and then at a new table."""
    numbers = count()

    def hear(data: bytes) -> None:
        if next(numbers) % TABLES_EVERY == 0:
            home.new_table(next(games))
        home.hear(data)

    return hear


if __name__ == "__main__":
    search()
