"""Finds the programs that the tests need besides Python, or installs them."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.cli.soak.programs import Missing, find_broker, find_postgres
from scripts.debian import install, may_install

SYSTEM_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))


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
