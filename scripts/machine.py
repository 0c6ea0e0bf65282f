"""Finds the programs that the tests need besides Python, or installs them (on Debian, as root)."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SYSTEM_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))


class Missing(Exception):
    """The machine lacks something; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Need:
    """A requirement of some tests. Its `name` is also the pytest marker of those tests."""

    name: str
    what: str
    packages: tuple[str, ...]
    find: Callable[[], Path | None]

    def provide(self) -> Path:
        found = self.find()
        if not found and may_install():
            install(*self.packages)
            found = self.find()
        if not found:
            raise Missing(
                f"{self.what} was not found, and the tests marked `{self.name}` need it: install it "
                f'(on Debian: {" ".join(self.packages)}) or leave them out with WITHOUT="{self.name}".'
            )
        return found


def find_browser() -> Path | None:
    """The path of Chromium or Chrome, if the font and the library that the tests need are installed too."""
    if not (_has_japanese_font() and _has_libatomic()):
        return None
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return Path(found)
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return mac if mac.exists() else None


def find_shell() -> Path | None:
    """Chromium's headless shell, if installed. It is the same engine, but a page takes a sixth of the CPU."""
    whole, shell = find_browser(), shutil.which("chromium-headless-shell")
    return Path(shell) if whole and shell else whole


def _has_japanese_font() -> bool:
    """Whether a Japanese font is installed. Without one, every kanji is the same empty box."""
    if not shutil.which("fc-list"):
        return True  # a system without fontconfig has its own fonts
    return bool(subprocess.run(["fc-list", ":lang=ja"], stdout=subprocess.PIPE).stdout)


def _has_libatomic() -> bool:
    """Whether libatomic is installed. Without it, the Node that playwright ships for Linux doesn't start."""
    try:
        return sys.platform != "linux" or bool(ctypes.CDLL("libatomic.so.1"))
    except OSError:
        return False


def find_postgres() -> Path | None:
    """The folder of a complete Postgres server. An `initdb` alone on the PATH has no templates."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = [Path(folder) for folder in os.get_exec_path()]
    for folder in (*reversed(debian), *on_path):
        if all((folder / program).exists() for program in ("initdb", "pg_ctl", "postgres")):
            return folder
    return None


def find_broker() -> Path | None:
    """The path of Valkey or Redis, which share a protocol."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    return None


def find_proxies() -> Path | None:
    """The proxies with samples in deploy/, and the tools that check the samples and make certificates."""
    programs = [
        shutil.which(name, path=SYSTEM_PATH) for name in ("caddy", "nginx", "openssl", "systemd-analyze")
    ]
    return Path(programs[0]) if programs[0] and all(programs) else None


NEEDS = (
    Need("postgres", "A Postgres server", ("postgresql",), find_postgres),
    Need("broker", "A Valkey or Redis server", ("redis-server",), find_broker),
    Need(
        "browser",
        "Chromium, a Japanese font or libatomic",
        ("chromium", "chromium-headless-shell", "fonts-ipafont-gothic", "libatomic1"),
        find_browser,
    ),
    Need(
        "proxies",
        "Caddy, nginx, OpenSSL or systemd",
        ("caddy", "nginx-light", "openssl", "systemd"),
        find_proxies,
    ),
)


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
