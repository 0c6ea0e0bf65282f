"""Adding a game takes only the folders that docs/adding-a-game.md names, and the game can be played at a
table."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest

from app import ROOT
from app.engine import registry
from tests.support.parsed_page import Sight
from tests.support.server import FROM_A_COPY, Server, environment, serving

NAME = "numbers"
GAME = ROOT / "tests" / "support" / "fourth_game"
PLACES = {"engine": f"app/engine/{NAME}", "templates": f"app/templates/{NAME}", "static": f"static/{NAME}"}
DOC = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
EXAMPLE = "dream_home"  # the game used in help texts and as the default


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the server with the new game's folders."""
    copy = tmp_path_factory.mktemp("tree")
    for folder in ("app", "static", "migrations", "docs"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "alembic.ini", copy)
    for part, place in PLACES.items():
        shutil.copytree(GAME / part, copy / place)
    return copy


@pytest.fixture(scope="module")
def house(tree: Path) -> Iterator[Server]:
    with serving(tree / "data", tree=tree, HOUSEWARMING_BOT_PAUSE="0") as up:
        yield up


def guest(house: Server) -> httpx2.Client:
    headers = {"Accept": "text/html", "Origin": house.url.rstrip("/"), "Accept-Language": "en"}
    return httpx2.Client(base_url=house.url, timeout=60, headers=headers, follow_redirects=True)


def played_out(web: httpx2.Client, table: str) -> Sight:
    """Press random moves until the page offers none."""
    chance = Random(1)
    while True:
        page = web.get(table)
        assert page.status_code == 200
        seen = Sight(page.text)
        if not seen.moves:
            if "wins!" in seen.text:
                return seen
            continue  # the bot is thinking
        assert web.post(f"{table}/move", data=seen.sent(chance.choice(seen.moves))).status_code in (200, 409)


def test_it_is_started_from_the_front_page_and_played_to_the_end(house: Server) -> None:
    with guest(house) as ada:
        front = ada.get("/").text
        assert "Numbers" in Sight(front).text
        assert "2–4 players" in front
        lobby = ada.post("/tables", data={"name": "Ada", "game": NAME})
        table = lobby.url.path
        assert "Highest number" in Sight(ada.get(f"{table}/options").text).text
        ada.post(f"{table}/bots", data={"level": "greedy"})
        ada.post(f"{table}/start")
        page = ada.get(table).text
        assert "say this number" in Sight(page).text  # in the help on keys
        assert 'data-sound="deal"' in page
        seen = played_out(ada, table)
        assert seen.text.count("They said:") == 3
        for page in (f"{table}/picture.png", f"/rules/{NAME}", f"{table}/tv"):
            assert ada.get(page).status_code == 200, page


def test_the_commands_know_it(tree: Path) -> None:
    question = f'{{"game":"{NAME}","ask":"alone","said":[1,2,2]}}\n'
    for words, given, said in (
        (
            ["simulate", NAME, "--players", "3", "--games", "2", "--bot", "greedy"],
            "",
            "2 games of numbers, 3 seats",
        ),
        (["fuzz", NAME, "--games", "5", "--seed", "1"], "", "0 broken"),
        (["referee"], question, '{"alone": [1]}'),
    ):
        ended = subprocess.run(
            [sys.executable, "-P", "-c", FROM_A_COPY, str(tree), *words],
            input=given,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            cwd=tree,
            env=environment(),
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        assert said in ended.stdout


def test_the_doc_names_exactly_the_files_of_a_game() -> None:
    named = re.findall(r"^\| `([\w/.]+)` \|", DOC, re.MULTILINE)
    brought = [
        f"{place}/{path.relative_to(GAME / part)}".replace(f"/{NAME}/", "/NAME/")
        for part, place in PLACES.items()
        for path in (GAME / part).rglob("*.*")
        if path.is_file() and path.suffix != ".pyc"
    ]
    assert sorted(named) == sorted(brought)


@pytest.mark.parametrize("name", [name for name in registry.names() if name != EXAMPLE])
def test_nothing_outside_its_folders_mentions_a_game(name: str) -> None:
    title = name.replace("_", " ")
    mentions = [
        path.relative_to(ROOT)
        for folder in ("app", "static", "scripts", "migrations")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".toml", ".js", ".css", ".po", ".md") and name not in path.parts
        if re.search(rf"{name}|{title}", path.read_text("utf-8"), re.IGNORECASE)
    ]
    assert mentions == []
