"""Lists the current settings and where each comes from, with secrets masked."""

import re
from collections.abc import Container

from pydantic import SecretStr

from app.settings import PREFIX, Settings

HIDDEN = "***"
_PASSWORD = re.compile(r"(://[^:/@]*:).*@")
_PARAMETER = re.compile(r"((?:password|passwd|secret|token)=)[^&]*", re.IGNORECASE)


def listed(settings: Settings, by_option: Container[str] = ()) -> str:
    """One line per setting: its variable, its value and where it comes from."""

    def origin(name: str) -> str:
        if name in by_option:
            return "from the command line"
        return "from the environment" if name in settings.model_fields_set else "default"

    rows = [
        (f"{PREFIX}{name.upper()}", shown(getattr(settings, name)), origin(name))
        for name in Settings.model_fields
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{name:{widths[0]}}  {value:{widths[1]}}  {by}" for name, value, by in rows)


def shown(value: object) -> str:
    """A value as you would set it, with secrets masked."""
    if value is None:
        return "not set"
    if isinstance(value, SecretStr):
        return HIDDEN
    if isinstance(value, bool):
        return str(value).lower()
    return _PARAMETER.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1{HIDDEN}@", str(value)))
