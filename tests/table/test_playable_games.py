"""Which games people meet: those with a table. The engine's commands know the others as well."""

from pathlib import Path

import pytest

from app.engine import registry
from app.engine.core import Illegal
from app.pages import rulebook
from app.routes import gallery
from app.table import playable_games
from tests.support.in_process_server import Home
from tests.support.toy_game_house import found


def test_only_the_engine_knows_a_game_without_a_table(tmp_path: Path) -> None:
    with found(tmp_path, playable=False) as name:
        assert name in registry.names()
        assert name not in {*playable_games.names(), *rulebook.games(), *gallery.games()}
        with pytest.raises(Illegal, match="unknown_game"):
            playable_games.must_be_playable(name)


def test_a_game_is_playable_once_its_table_is_drawn(tmp_path: Path) -> None:
    with found(tmp_path) as name:
        assert {"dream_home", "my_shelfie", name} <= {*playable_games.names()} <= {*registry.names()}
        playable_games.must_be_playable(name)


def test_nobody_meets_a_game_without_a_table_or_opens_one_for_it(home: Home, tmp_path: Path) -> None:
    guest = home.guest()
    with found(tmp_path, playable=False) as name:
        front = guest.get("/").text
        assert 'value="dream_home"' in front
        assert f'value="{name}"' not in front
        for page in (f"/rules/{name}", f"/gallery/{name}"):
            assert guest.get(page).status_code == 404
        refused = guest.post("/api/tables", json={"game": name, "name": "Ada"})
        assert refused.status_code == 422
        assert refused.json()["error"]["code"] == "unknown_game"
