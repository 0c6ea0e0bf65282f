"""Installs Debian packages, if we are root there, with the standard library alone: `.venv` may need some."""

import os
import shutil
import subprocess
import sys


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Install Debian packages; the package lists are updated only if that fails."""
    print(f"housewarming: installing {' '.join(packages)} …", file=sys.stderr, flush=True)
    wanted = ("install", "--yes", "--no-install-recommends", *packages)
    if not _apt(*wanted):
        _apt("update") or _apt("update")  # mirrors fail now and then
        _apt(*wanted)


def _apt(*args: str) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "-qq", *args], env=quiet, stdout=sys.stderr).returncode == 0
