"""The data folder, and its lock: whoever serves from it, or puts another database into it, holds it alone."""

import fcntl
from pathlib import Path
from typing import TextIO

from app.settings import WrongSetting


class AlreadyRunning(Exception):
    """Another server holds this data folder."""


def claim(folder: Path) -> TextIO:
    """Hold the data folder for as long as the file that is returned stays open.

    The system lets go of the lock however the process ends, so nobody ever has to remove it by hand.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "server.lock").open("a+")
    except OSError as refused:
        raise WrongSetting("data", f"can't use the folder {folder}: {refused.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with lock:
            lock.seek(0)
            addresses = lock.read().split()
        where = f"it listens on {addresses[0]}" if addresses else "it is starting"
        raise AlreadyRunning(f"a server is already running on the data folder {folder}: {where}") from None
    lock.truncate(0)
    return lock


def address(folder: Path) -> str | None:
    """Where the server of this data folder listens, or last did."""
    try:
        return next(iter((folder / "server.lock").read_text().split()), None)
    except OSError:
        return None


def running(folder: Path) -> list[str] | None:
    """Where the server that holds this folder listens: for this machine, then for the others in the house.

    Nowhere yet while it starts; None if there is none.
    """
    try:
        with (folder / "server.lock").open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return lock.read().split()
    except OSError:
        pass
    return None
