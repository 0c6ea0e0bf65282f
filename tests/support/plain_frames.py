"""Frames drawn without any memory, to compare with those that are put together from remembered fragments."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from jinja2 import Environment
from markupsafe import Markup

from app.pages import i18n
from app.pages.fragments import Canvas

_make = i18n.environment.__wrapped__


@cache
def _plain(locale: str) -> Environment:
    environment: Environment = _make(locale)
    environment.globals["once"] = lambda macro, *values: macro(*values)
    environment.globals["fragment"] = lambda id, macro, *values: Markup(macro(*values).strip())  # noqa: S704
    return environment


@contextmanager
def drawn_plainly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All frames are drawn whole while the context is open."""
    with monkeypatch.context() as plainly:
        plainly.setattr(i18n, "environment", _plain)
        plainly.setattr(i18n, "canvas", lambda locale: Canvas())
        yield
