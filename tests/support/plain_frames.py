"""Frames drawn by plain Jinja without any memory, to compare with those put together from fragments."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from jinja2 import Environment
from markupsafe import Markup

from app.pages import i18n
from app.pages.fragments import Call, Canvas, Unscripted

_UNSCRIPTED = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def scripted(html: str) -> str:
    """A table without the parts for pages that have no script."""
    return _UNSCRIPTED.sub("", html)


@cache
def _plain(locale: str) -> Environment:
    environment = i18n.furnished(Environment, locale)
    environment.globals["once"] = lambda macro, *values: macro(*values)
    environment.globals["fragment"] = lambda id, macro, *values: Markup(macro(*values).strip())  # noqa: S704
    environment.globals["unscripted"] = lambda id, macro, *values: Unscripted(Call(macro, values)).html
    return environment


@contextmanager
def drawn_plainly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All frames are drawn whole while the context is open."""
    with monkeypatch.context() as plainly:
        plainly.setattr(i18n, "environment", _plain)
        plainly.setattr(i18n, "canvas", lambda locale: Canvas())
        yield
