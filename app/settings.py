"""The operator's settings, from HOUSEWARMING_… environment variables; all are optional."""

import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError, ValidationInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.net.trusted_proxies import networks
from app.storage.data_folder import NoHome, usual
from app.storage.database import URL, WrongDatabase, address, parse

PREFIX = "HOUSEWARMING_"
SHORTEST_TOKEN = 16
_HOST = re.compile(r"[\w.-]+|[0-9A-Fa-f:.]+")
_PLAIN_PATH = re.compile(r"(/[A-Za-z0-9_~-]+)*/?")  # goes into links, cookies and scripts unescaped


class WrongSetting(Exception):
    """A setting the server can't start with; the message names the variable and the reason."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{PREFIX}{name.upper()}: {reason}")


class NotThereYet(WrongSetting):
    """A setting that may be right, but the server it names isn't responding; it may respond later."""


def _names_a_host(parts: SplitResult) -> bool:
    """Whether the URL names a host; raises ValueError if it has a port that isn't valid."""
    try:
        port = parts.port
    except ValueError:  # its message may contain half a password
        port = 0
    if port == 0:
        raise ValueError("its port must be a number from 1 to 65535")
    return bool(_HOST.fullmatch(parts.hostname or ""))


def _web_address(url: str) -> str:
    parts = urlsplit(url)
    whole = parts.scheme in ("http", "https") and _names_a_host(parts) and parts.username is None
    if not whole or parts.query or parts.fragment or not _PLAIN_PATH.fullmatch(parts.path):
        raise ValueError("use an address like https://games.example.org or https://example.org/games")
    return url.rstrip("/")


def _database(url: str) -> str:
    try:
        parse(url)
    except WrongDatabase as wrong:
        raise ValueError(str(wrong)) from None
    return url


def _broker(url: str, others: ValidationInfo) -> str:
    parts = urlsplit(url)
    if (
        parts.scheme not in ("redis", "rediss")
        or not _names_a_host(parts)
        or not re.fullmatch(r"/?\d*", parts.path)
    ):
        raise ValueError("use redis://host:6379/0 or rediss://…")
    if not (others.data.get("database_url") or "").startswith("postgres"):
        raise ValueError("a broker needs Postgres: set HOUSEWARMING_DATABASE_URL too")
    return url


def _networks(listed: str) -> str:
    networks(listed)
    return listed


def _hosts(listed: str) -> str:
    for host in _listed(listed):
        parts = urlsplit(f"//{host}")
        if not _names_a_host(parts) or parts.netloc != host or parts.username is not None:
            raise ValueError(
                "names like table.lan or games.example.org:8443, with commas between them, are wanted"
            )
    return listed


def _listed(hosts: str) -> tuple[str, ...]:
    return tuple(host.strip().lower() for host in hosts.split(",") if host.strip())


def _token(token: SecretStr) -> SecretStr:
    if len(token) < SHORTEST_TOKEN:
        raise ValueError(f"use at least {SHORTEST_TOKEN} characters")
    return token


class Settings(BaseSettings):
    """All settings, read once at startup; docs/operating.md lists them in a table."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    host: str = "0.0.0.0"  # noqa: S104  other players connect over the LAN
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    data: Path = Field(default_factory=usual)
    base_url: Annotated[str, AfterValidator(_web_address)] | None = None
    hosts: Annotated[str, AfterValidator(_hosts)] | None = None  # names of this server; None: any name works
    bot_pause: Annotated[float, Field(ge=0, le=10)] = 0.8  # for how many seconds a bot pretends to think
    database_url: Annotated[str, AfterValidator(_database)] | None = None  # None: SQLite in the data folder
    bus_url: Annotated[str, AfterValidator(_broker)] | None = None  # None: notices go through Postgres
    keep_finished_days: Annotated[int, Field(ge=1)] | None = None  # None: for ever
    keep_lobbies_days: Annotated[int, Field(ge=1)] = 30  # since the last change

    trusted_proxies: Annotated[str, AfterValidator(_networks)] = "127.0.0.1, ::1"  # whose headers to trust

    most_watchers: Annotated[int, Field(ge=0)] = 500  # spectators' open pages per table
    most_sockets: Annotated[int, Field(ge=1)] = 2000  # per address; an untrusted proxy counts as one
    most_new_tables: Annotated[int, Field(ge=1)] = 600  # per address and hour
    most_tables: Annotated[int, Field(ge=1)] = 100_000  # in the database

    hsts: bool = False  # tell browsers to use HTTPS only, for a year

    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    metrics: bool = False  # serve /metrics to this machine
    metrics_token: Annotated[SecretStr, AfterValidator(_token)] | None = None  # or to anybody with this

    @property
    def database(self) -> URL:
        """Where the games are stored."""
        return address(self.database_url, self.data)

    @property
    def host_names(self) -> tuple[str, ...]:
        return _listed(self.hosts or "")

    @property
    def listens_on_lan(self) -> bool:
        return self.host in ("0.0.0.0", "::")  # noqa: S104  as in the default


def load(**given: Any) -> Settings:
    """Load the settings from the environment; those from the command line take precedence."""
    for name in os.environ:
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in Settings.model_fields:
            raise WrongSetting(name.removeprefix(PREFIX), f"there is no such setting{_meant(name)}")
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except NoHome as lost:
        raise WrongSetting("data", f"{lost}") from None
    except ValidationError as wrong:
        first = wrong.errors(include_input=False)[0]  # the input may contain a password
        raise WrongSetting(str(first["loc"][0]), first["msg"].removeprefix("Value error, ")) from None


def _meant(name: str) -> str:
    close = get_close_matches(name, [PREFIX + known.upper() for known in Settings.model_fields], n=1)
    return f"; did you mean {close[0]}?" if close else ""
