"""The docs stay in plain English, the changelog in lines, and the performance page short."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import ROOT

# Correct English that nobody would say to a friend.
BANNED = re.compile(
    r"\bwhoever\b|\bwhomever\b|\bis waited for\b|\bwhat (there is|stands)\b|\bcomes of\b|\blest\b|\bonlooker",
    re.IGNORECASE,
)
PLACES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs", "deploy", "app")
VERBS = ("Add", "Allow", "Change", "Fix", "Keep", "Limit", "Remove", "Show", "Speed up")
WRITTEN = (".md", ".py", ".html", ".toml", ".po", ".service", ".env", ".conf", ".Caddyfile", "")
MOST_IN_A_LINE = 120
MOST_PERFORMANCE_WORDS = 1200


def texts() -> Iterator[Path]:
    for place in PLACES:
        found = ROOT / place
        files = [found] if found.is_file() else found.rglob("*")
        yield from (file for file in files if file.is_file() and file.suffix in WRITTEN)


def banned(text: str) -> list[str]:
    return [found[0].lower() for found in BANNED.finditer(" ".join(text.split()))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Whoever comes late watches.", ["whoever"]),
        ("A Postgres that is\nwaited for", ["is waited for"]),
        ("Nobody waits for what\n  stands there.", ["what stands"]),
        ("Find the nearest outcomes offered.", []),
    ],
)
def test_a_banned_phrase_is_found_across_lines_but_not_inside_words(text: str, found: list[str]) -> None:
    assert banned(text) == found


def test_no_text_has_a_banned_phrase() -> None:
    read = [*texts()]

    assert len(read) > len(PLACES)
    offenders = {str(path.relative_to(ROOT)): banned(path.read_text("utf-8")) for path in read}
    assert {path: found for path, found in offenders.items() if found} == {}


def changes() -> list[str]:
    return [line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("- ")]


def test_every_line_of_the_changelog_is_short() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()

    assert [line for line in lines if len(line) > MOST_IN_A_LINE] == []


def test_every_change_is_one_line_that_starts_with_a_verb() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()

    assert len(changes()) > 20
    assert [line for line in changes() if not line.startswith(tuple(f"- {verb} " for verb in VERBS))] == []
    assert [line for line in lines if line.startswith(" ")] == [], "a change goes on in a second line"


def test_the_performance_page_is_short() -> None:
    words = (ROOT / "docs" / "performance.md").read_text("utf-8").split()

    assert len(words) <= MOST_PERFORMANCE_WORDS
