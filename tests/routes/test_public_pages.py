"""Pages that anybody may see: described for search engines, and compressed as long as they hold no key."""

import re
from html import unescape

import pytest

from app.pages.i18n import LOCALES
from app.table import playable_games
from tests.support.guests import Guest, opened

PUBLIC = (
    "/",
    "/rules",
    *(f"/rules/{game}" for game in playable_games.names()),
    *(f"/gallery/{game}" for game in playable_games.names()),
    "/api/docs",
)
DESCRIBED = re.compile(r'<meta name="description"\s+content="([^"]+)" />')


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_page_is_described_in_every_language(ada: Guest, path: str) -> None:
    told = []
    for locale in LOCALES:
        (description,) = DESCRIBED.findall(ada.get(path, headers={"Accept-Language": locale}).text)
        told.append(unescape(description))
    assert len({*told}) == len(LOCALES), told
    assert all(10 < len(each) <= 160 for each in told)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_page_is_sent_compressed(ada: Guest, path: str) -> None:
    packed = ada.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    plain = ada.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == packed.text


def test_pages_of_one_who_holds_a_key_are_not_compressed(ada: Guest) -> None:
    lobby = opened(ada)
    for path in ("/", lobby, f"{lobby}/devices"):
        answer = ada.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers, path
