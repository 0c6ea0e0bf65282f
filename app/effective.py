"""The settings as they are, and where each comes from, for an operator to read: without secrets."""

import re

from pydantic import SecretStr

from app.settings import PREFIX, Settings

HIDDEN = "***"
_PASSWORD = re.compile(r"(://[^:/@]*:).*@")
_PARAMETER = re.compile(r"((?:password|passwd|secret|token)=)[^&]*", re.IGNORECASE)


def listed(settings: Settings) -> str:
    """A line for each setting: its variable, its value, its origin."""
    given = settings.model_fields_set
    rows = [
        (
            f"{PREFIX}{name.upper()}",
            shown(getattr(settings, name)),
            "from the environment" if name in given else "default",
        )
        for name in Settings.model_fields
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{name:{widths[0]}}  {value:{widths[1]}}  {origin}" for name, value, origin in rows)


def shown(value: object) -> str:
    """A value as it would be written, with whatever is secret in it blotted out."""
    if value is None:
        return "not set"
    if isinstance(value, SecretStr):
        return HIDDEN
    if isinstance(value, bool):
        return str(value).lower()
    return _PARAMETER.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1{HIDDEN}@", str(value)))
