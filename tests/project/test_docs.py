"""The docs name only things that exist."""

import re
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from app import ROOT
from app.cli.main import cli
from app.settings import PREFIX, Settings
from scripts.catalogs import spoken, vocabularies

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def in_code(page: Path) -> str:
    """A page's code, inline or in blocks."""
    return "\n".join(re.findall(r"```.*?```|`[^`]+`", page.read_text(), re.DOTALL))


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", page.read_text())


def test_there_are_docs_to_check() -> None:
    names = {page.name for page in PAGES}
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "operating.md", "0001-licence.md"} <= names


@each_page
def test_the_make_targets_it_names_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    assert set(re.findall(r"\bmake ([a-z]+)", in_code(page))) <= targets


@each_page
def test_the_commands_it_names_exist(page: Path) -> None:
    group = typer.main.get_group(cli)

    assert set(re.findall(r"\bhousewarming ([a-z][a-z-]*)", in_code(page))) <= set(group.commands)


def test_the_readme_names_every_command() -> None:
    readme = in_code(ROOT / "README.md")

    assert [
        name for name in typer.main.get_group(cli).commands if f"`housewarming {name}" not in readme
    ] == []


def test_the_readme_begins_with_the_two_commands_that_matter() -> None:
    first_block = in_code(ROOT / "README.md").split("```")[1]

    assert re.findall(r"^make \w+", first_block, re.MULTILINE) == ["make play", "make test"]


@each_page
def test_its_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        target, _, heading = link.partition("#")
        if target.startswith("https://"):
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), link
        assert not heading or heading in headings(there), link


def headings(page: Path) -> set[str]:
    """The anchors that a page's headings get."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_buttons_named_in_the_player_docs_are_on_the_pages() -> None:
    told = re.findall(r"\*\*(.+?)\*\*", (ROOT / "docs" / "playing.md").read_text())
    on_pages = {str(message.id) for vocabulary in vocabularies() for message in spoken(vocabulary)}
    in_terminal = {"On this machine", "In the house"}

    assert "Play now" in told
    assert set(told) - in_terminal - on_pages == set()


def test_every_setting_is_in_the_table_with_its_default() -> None:
    operating = (ROOT / "docs" / "operating.md").read_text()
    told = dict(re.findall(rf"^\| `{PREFIX}(\w+)` \| `?(.*?)`? \|", operating, re.MULTILINE))

    def default(name: str) -> str:
        value = Settings.model_fields[name].get_default(call_default_factory=True, validated_data={})
        if isinstance(value, Path):
            return str(value.relative_to(ROOT))
        if isinstance(value, bool):
            return str(value).lower()
        return "not set" if value is None else str(value)

    assert told == {name.upper(): default(name) for name in Settings.model_fields}


def test_the_options_that_serve_takes_are_the_first_settings_of_the_table() -> None:
    options = re.findall(r"--(\w+) <", CliRunner().invoke(cli, ["serve", "--help"]).stdout)

    assert options == list(Settings.model_fields)[: len(options)]
    assert len(options) == 3, "docs/operating.md says three"


def test_tests_named_as_proof_exist() -> None:
    told = re.findall(r"tests/[\w/]+\.py", in_code(ROOT / "SECURITY.md"))

    assert len(set(told)) > 20
    assert [name for name in told if not (ROOT / name).is_file()] == []
