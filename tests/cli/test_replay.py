"""`housewarming replay`: an exported game becomes one HTML file."""

import base64
import json
import re
import zlib
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from tests.support.api import play_out, started
from tests.support.command import housewarming
from tests.support.server import serving


def packed(html: str) -> dict[str, Any]:
    found = re.search(r'id="packed">([^<]+)<', html)
    assert found
    return dict(json.loads(zlib.decompress(base64.b64decode(found[1]))))


def test_the_command_makes_the_file_that_the_server_makes(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "game.json"
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno", game="my_shelfie")
        unfinished = housewarming(
            "export", guests[0].code, str(tmp_path / "early.json"), HOUSEWARMING_DATA=str(data)
        )
        assert unfinished.status == 0
        play_out(guests, Random(2))
        downloaded = web.get(f"/r/{guests[0].code}/replay.html").text
        assert housewarming("export", guests[0].code, str(file), HOUSEWARMING_DATA=str(data)).status == 0

    made = housewarming("replay", str(file))
    assert (made.status, made.complained) == (0, "")
    assert packed(made.said) == packed(downloaded)
    early = housewarming("replay", str(tmp_path / "early.json"))
    assert (early.status, early.said) == (1, ""), "it would show what is still hidden"


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"format":"housewarming-game/1"}'])
def test_what_is_no_game_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    refused = housewarming("replay", str(file))
    assert (refused.status, refused.said) == (1, "")
    assert refused.complained.startswith("housewarming: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    refused = housewarming("replay", str(tmp_path / "none.json"))
    assert refused.status == 2
    assert "none.json" in refused.complained
