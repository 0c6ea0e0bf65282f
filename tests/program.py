"""The housewarming command in a process of its own."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.server import environment

ROOT = Path(__file__).parent.parent


class Ended(NamedTuple):
    status: int
    said: str
    complained: str


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "app", *words]


def housewarming(*words: str, given: bytes = b"", **variables: str) -> Ended:
    """What the command says, from start to end."""
    ended = subprocess.run(
        command(*words), input=given, capture_output=True, timeout=60, cwd=ROOT, env=environment(**variables)
    )
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
