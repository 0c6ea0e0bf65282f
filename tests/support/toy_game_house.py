"""The toy game installed as a real one, in a folder of its own, with a page that shows a hand."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, DictLoader

from app import engine
from app.engine import registry
from app.pages import i18n
from app.table import playable_games

NAME = "sketch"
MODULES = {
    "__init__": "from tests.support.toy_game import *\n",
    "board": "from tests.support.toy_game import view\n\n\ndef board(state, viewer, offered):\n"
    "    return view(state, viewer)._replace(turns=())\n",
    "facts": "FACTS = {'minutes': (1, 2), 'age': 3}\n",
    "bot": "def value(state, seat):\n    return float(seat not in state.waiting)\n",
}
TEMPLATES = {
    "names.html": "{% macro term(name) %}{{ name }}{% endmacro %}",
    "options.html": "{% macro name(option) %}{{ option }}{% endmacro %}"
    "{% macro value(option, value) %}{{ value }}{% endmacro %}"
    "{% macro help(option) %}{{ option }}{% endmacro %}",
    "steps.html": "",
    "board.html": '<main id="table" data-version="{{ version }}">'
    '{{ refused }} <p>{{ board.hand|join("-") }}</p></main>',
}


@contextmanager
def found(folder: Path, *, playable: bool = True) -> Iterator[str]:
    """Install it among the games, with a table to play at or for the engine alone; yield its name."""
    (folder / NAME).mkdir()
    for module, text in MODULES.items():
        (folder / NAME / f"{module}.py").write_text(text)
    engine.__path__.append(str(folder))
    registry.names.cache_clear()
    english = i18n.environment("en")
    before, drawn = english.loader, {f"{NAME}/{name}": text for name, text in TEMPLATES.items()}
    assert isinstance(before, BaseLoader)
    english.loader = ChoiceLoader([DictLoader(drawn), before])
    templates = playable_games.TEMPLATES
    if playable:
        playable_games.TEMPLATES = _with_tables(folder / "templates", *playable_games.names(), NAME)
    try:
        yield NAME
    finally:
        english.loader = before
        playable_games.TEMPLATES = templates
        engine.__path__.remove(str(folder))
        for module in MODULES:
            sys.modules.pop(f"app.engine.{NAME}" + ("" if module == "__init__" else f".{module}"), None)
        registry.names.cache_clear()
        registry.game.cache_clear()


def _with_tables(folder: Path, *games: str) -> Path:
    for game in games:
        (folder / game).mkdir(parents=True)
        (folder / game / "board.html").touch()
    return folder
