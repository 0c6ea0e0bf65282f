"""Run the housewarming command in a separate process."""

import subprocess
import sys
from typing import NamedTuple

from app import ROOT
from tests.support import forked_commands
from tests.support.server import COMMAND, environment


class Ended(NamedTuple):
    status: int
    said: str
    complained: str


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "app", *words]


def housewarming(*words: str, given: bytes = b"", **variables: str) -> Ended:
    """Run the command to its end and return its output; with `PYTHON…` variables, in a fresh interpreter."""
    if any(name.startswith("PYTHON") for name in variables):
        ended = subprocess.run(
            command(*words),
            input=given,
            capture_output=True,
            timeout=60,
            cwd=ROOT,
            env=environment(**variables),
        )
    else:
        ended = forked_commands.run([COMMAND, *words], environment(**variables), ROOT, given)
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
