"""The data folder: its lock, the server's secret, and atomic file writes."""

import fcntl
import os
import secrets
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TextIO

from app import INSTALLED, ROOT


class NoHome(Exception):
    """This user has no home folder to keep the data in; the message is for the operator."""


def usual() -> Path:
    """Where the data goes unless a setting names another folder: next to a checkout's code, or else where the
    system keeps this user's data. It's the same folder wherever you start from."""
    if not INSTALLED:
        return ROOT / "data"
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    if sys.platform != "darwin" and given.is_absolute():  # anything else counts as not set
        return given / "housewarming"
    try:
        home = Path.home()
    except RuntimeError:
        raise NoHome("this user has no home folder; set it to a folder for the games") from None
    here = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return home / here / "housewarming"


def write_whole(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read. It is written completely or not at all, even if the power
    fails or the disk is full."""
    with NamedTemporaryFile(dir=file.parent, delete=False) as draft:  # its mode is 0600
        try:
            draft.write(content)
            draft.flush()
            os.fsync(draft.fileno())
            Path(draft.name).replace(file)
        except OSError:
            Path(draft.name).unlink()
            raise


class UnusableFolder(Exception):
    """The data folder can't be created or written to; the message is for the operator."""


class AlreadyRunning(Exception):
    """Another server has locked this data folder."""


def claim(folder: Path) -> TextIO:
    """Lock the data folder for as long as the returned file stays open.

    The operating system releases the lock however the process ends, so nobody ever has to remove it by hand.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "server.lock").open("a+")
    except OSError as refused:
        raise UnusableFolder(f"can't use the folder {folder}: {refused.strerror}") from None
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
    """The address that this data folder's server is listening on, or last listened on."""
    try:
        return next(iter((folder / "server.lock").read_text().split()), None)
    except OSError:
        return None


def running(folder: Path) -> list[str] | None:
    """The addresses of the server that uses this folder: first its address on this machine, then those on the
    local network.

    The list is empty while the server is starting; None means that no server is running.
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


# -- the server's secret -------------------------------------------------------------------------------------

_SECRET_BYTES = 32


class WrongSecret(Exception):
    """The file with the server's secret is damaged; the message is for the operator."""


def secret_in(folder: Path) -> bytes:
    """The server's secret from its data folder, created on the first start. The caller must hold the lock."""
    file = folder / "secret"
    if not file.exists():
        write_whole(file, secrets.token_bytes(_SECRET_BYTES))
    value = file.read_bytes()
    if len(value) != _SECRET_BYTES:
        raise WrongSecret(
            f"{file} holds {len(value)} bytes instead of {_SECRET_BYTES}: restore it from a backup, "
            "or delete it, and everyone is asked for their name again"
        )
    return value
