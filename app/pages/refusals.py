"""Error messages: turns a refusal's code into a sentence.

The English sentences are in `refusals.toml` next to the templates, and each game's own in its folder; the
catalogs translate them.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from app import ROOT
from app.engine.core import Illegal

TEMPLATES = ROOT / "app" / "templates"


def sentence(refused: Illegal, translate: Callable[[str], str] = str) -> str:
    """The refusal in words. At the wrong moment for a move, it says what to do first. If it is about a drawn
    position, it names the line and the cell or word."""
    facts = {name: _words(fact) for name, fact in refused.facts.items()}
    said = translate(sentences()[refused.facts.get("first", refused.code)])
    if "line" in facts and "{line}" not in said:
        where = "at_a_word" if "word" in facts else "at_a_cell"
        said = translate(sentences()[where]).replace("{said}", said)
    return said.format_map(facts)


@cache
def sentences() -> dict[str, str]:
    """The sentence for each code, with placeholders in braces. No two games may share a code."""
    files = (TEMPLATES / "refusals.toml", *sorted(TEMPLATES.glob("*/refusals.toml")))
    return {code: said for file in files for code, said in read(file).items()}


def read(file: Path) -> dict[str, str]:
    return tomllib.loads(file.read_text("utf-8"))


def _words(fact: object) -> str:
    if isinstance(fact, tuple):
        return ", ".join(map(_words, fact))
    return {True: "true", False: "false"}[fact] if isinstance(fact, bool) else str(fact)
