"""Creates `.venv` from a lock file with hashes, using only the standard library.

`make` and `python -m app` both use this, so there is only one way to set up. The project itself isn't built.
Instead, a .pth file puts its folder on the path, and a small script acts as the `housewarming` command.
"""

import fcntl
import hashlib
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from scripts import debian

ROOT = Path(__file__).resolve().parent.parent
RUN_LOCK = "requirements.lock"
DEV_LOCK = "requirements-dev.lock"  # everything in the file above, and the development tools
LAYOUT = b"1"  # raise it when this script's result changes, so that old environments are rebuilt


class SetupFailed(Exception):
    """The environment can't be created; the message is for the user."""


class NoPip(SetupFailed):
    """The interpreter has neither ensurepip nor pip, so it can't install anything."""


def ensure(lock: str, root: Path = ROOT) -> Path:
    """The Python of an environment that matches `lock`. It is rebuilt only if it doesn't match yet."""
    if not _holds(lock, root):
        with _alone(root):
            if not _holds(lock, root):  # another process may have made it while this one waited
                _make(lock, root)
    return _python(root)


def become(args: list[str], root: Path = ROOT) -> NoReturn:
    """Replace this process with `housewarming args` inside the environment."""
    python = ensure(RUN_LOCK, root)
    os.execv(python, [str(python), "-P", "-m", "app", *args])


def _python(root: Path) -> Path:
    return root / ".venv" / "bin" / "python"


def _stamp(root: Path) -> Path:
    return root / ".venv" / "made-from"


def _holds(lock: str, root: Path) -> bool:
    try:
        made_from = _stamp(root).read_text()
    except FileNotFoundError:
        return False
    return made_from in {_fingerprint(lock, root), _fingerprint(DEV_LOCK, root)}


def _fingerprint(lock: str, root: Path) -> str:
    """A hash of everything that makes an environment stale: its lock file, location and interpreter."""
    parts = LAYOUT, (root / lock).read_bytes(), os.fsencode(root), os.fsencode(_python(root).resolve())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Hold a file lock, so that two commands started at once don't build the same environment."""
    folder = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _make(lock: str, root: Path) -> None:
    venv = root / ".venv"
    if venv.is_symlink():  # rebuilding would empty the link's target, which isn't ours
        raise SetupFailed(f"{venv} is a symbolic link. Remove it and try again.")
    print(f"housewarming: setting up {venv} from {lock} …", file=sys.stderr, flush=True)
    if find_spec("ensurepip"):
        _call([sys.executable, "-m", "venv", "--clear", str(venv)])
        pip = [str(_python(root)), "-m", "pip"]
    elif find_spec("pip"):  # Debian without python3-venv, but with python3-pip
        _call([sys.executable, "-m", "venv", "--clear", "--without-pip", str(venv)])
        pip = [sys.executable, "-m", "pip", "--python", str(_python(root))]
    else:
        raise NoPip(
            f"{sys.executable} has neither ensurepip nor pip: install one of them "
            "(on Debian and Ubuntu: apt install python3-venv) and try again."
        )
    quietly = ["-qq", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"]
    _call([*pip, "install", *quietly, "--require-hashes", "-r", str(root / lock)])
    _add_project(root)
    _stamp(root).write_text(_fingerprint(lock, root))


def _add_project(root: Path) -> None:
    venv = root / ".venv"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (venv / "lib" / version / "site-packages" / "housewarming.pth").write_text(f"{root}\n")
    command = venv / "bin" / "housewarming"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(str(_python(root)))} -P -m app "$@"\n')
    command.chmod(0o755)


def _call(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True, stdout=sys.stderr)
    except subprocess.CalledProcessError as failed:
        raise SetupFailed(f"setting up failed in `{shlex.join(command)}` (see above).") from failed


def main() -> None:
    """`python -m scripts.environment`: create the environment for development."""
    try:
        try:
            ensure(DEV_LOCK)
        except NoPip:
            if not debian.may_install():
                raise
            debian.install("python3-venv")
            ensure(DEV_LOCK)
    except SetupFailed as failed:
        print(f"housewarming: {failed}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
