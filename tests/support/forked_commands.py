"""Commands that start instantly: each is forked from one process that has imported everything.

Imports take most of a command's time, and the tests start hundreds of commands. Each copy runs the command
from its first line, as an ordinary process. Only Linux reparents such copies to us as our own children;
elsewhere, and in tests of the command itself, a fresh interpreter starts.
"""

import atexit
import ctypes
import functools
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Self, TextIO

from app import ROOT

ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
MOST = 2**17
OURS = b"ours"
_one_at_a_time = threading.Lock()


class Copy:
    """A forked command, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, pid: int, stdout: TextIO | None = None) -> None:
        self.pid, self.stdout = pid, stdout
        self.returncode: int | None = None
        self._file = os.pidfd_open(pid)  # becomes readable when the process ends

    def wait(self, timeout: float = 60) -> int:
        if self.returncode is None:
            end = select.poll()
            end.register(self._file, select.POLLIN)
            if not end.poll(1000 * timeout):
                raise subprocess.TimeoutExpired("serve", timeout)
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:  # until it is reaped, no other process can have its id
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.stdout:
            self.stdout.close()
        self.wait()
        os.close(self._file)


Process = Copy | subprocess.Popen[str]


def start(command: list[str], environment: dict[str, str]) -> Process:
    """Start the housewarming command with these words and return at once."""
    if sys.platform != "linux":
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, encoding="utf-8")
    reading, writing = os.pipe()
    try:
        with Path(os.devnull).open() as nothing:
            pid = _copy(command, environment, Path.cwd(), nothing.fileno(), writing, 2)
    finally:
        os.close(writing)
    return Copy(pid, os.fdopen(reading, encoding="utf-8"))


def run(
    command: list[str], environment: dict[str, str], folder: Path, given: bytes
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end, like `subprocess.run`."""
    if sys.platform != "linux":
        return subprocess.run(
            command, input=given, capture_output=True, timeout=60, cwd=folder, env=environment
        )
    with TemporaryFile() as words, TemporaryFile() as output, TemporaryFile() as complaints:
        words.write(given)
        words.seek(0)
        files = [each.fileno() for each in (words, output, complaints)]
        with Copy(_copy(command, environment, folder, *files)) as copy:
            try:
                status = copy.wait()
            except subprocess.TimeoutExpired:
                copy.kill()
                raise
        output.seek(0)
        complaints.seek(0)
        return subprocess.CompletedProcess(command, status, output.read(), complaints.read())


def _copy(command: list[str], environment: dict[str, str], folder: Path, *files: int) -> int:
    """Fork a copy and return its process id. The files become its standard input, output and error."""
    asked = json.dumps({"words": command, "environment": environment, "folder": str(folder)})
    with _one_at_a_time:
        original = _original()
        socket.send_fds(original, [asked.encode()], files)
        pid = int(original.recv(MOST))
        assert original.recv(MOST) == OURS
    return pid


@functools.cache
def _original() -> socket.socket:
    """The socket to the original process, which forks the copies."""
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        original = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forked_commands", str(its.fileno())],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,  # a pipe, like the copies' own
            pass_fds=[its.fileno()],
        )

    def end() -> None:
        ours.close()
        original.communicate()

    atexit.register(end)
    return ours


# -- in the original process ---------------------------------------------------------------------------------


def copied(asking: socket.socket) -> Callable[[], None]:
    """Serve fork requests; return only in a copy, with what it has to run. The original never returns."""
    from app import main  # noqa: F401  the slow import
    from app.cli.main import main as command
    from app.pages import i18n

    i18n.prepare()
    i18n.environment.cache_clear()  # a copy may use another path prefix; compiled templates stay cached
    gc.freeze()
    while True:
        said, files, *_ = socket.recv_fds(asking, MOST, 3)
        if not said:
            sys.exit()
        if between := os.fork():
            os.waitpid(between, 0)  # once it has exited, the copy is ours to reap
            asking.send(OURS)
            for file in files:
                os.close(file)
        elif pid := os.fork():
            asking.send(str(pid).encode())
            os._exit(0)
        else:
            asking.close()
            _become(json.loads(said), *files)
            return command


def _become(asked: dict[str, Any], *files: int) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = asked["words"]


if __name__ == "__main__":
    copied(socket.socket(fileno=int(sys.argv[1])))()
