"""Finds the programs of other servers on this machine: Postgres, and Valkey or Redis."""

import os
import shutil
from pathlib import Path


class Missing(Exception):
    """The machine lacks something; the message is for the user."""


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
