"""The residents have a face, a taste, a strength and a line in every language."""

import re

import pytest

from app.engine.bots import BOTS, QUICK
from app.engine.residents import RESIDENTS
from app.pages.assets import FOLDER
from app.pages.game_frame import draw
from app.pages.i18n import LOCALES, environment
from app.table import playable_games
from tests.support.moments import moments


def told(locale: str, macro: str, bot: str) -> str:
    parts = environment(locale).get_template("parts/residents.html").module
    return str(getattr(parts, macro)(bot)).strip()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("macro", ["called", "taste", "strength", "line"])
def test_every_resident_is_introduced_in_every_language(locale: str, macro: str) -> None:
    said = [told(locale, macro, bot.name) for bot in RESIDENTS]
    assert all(said)
    assert len(set(said)) == len(said)
    if locale != "en" and macro != "called":
        assert not set(said) & {told("en", macro, bot.name) for bot in RESIDENTS}


def test_every_bot_has_a_name() -> None:
    assert len({told("en", "called", bot) for bot in BOTS}) == len(BOTS)


def test_every_resident_has_a_face() -> None:
    for bot in RESIDENTS:
        assert (FOLDER / "residents" / f"{bot.name}.svg").exists()
        assert f"residents/{bot.name}.svg" in told("en", "face", bot.name)


def test_stairs_go_up_with_the_residents() -> None:
    assert [bot.stairs for bot in RESIDENTS] == [1, 2, 3, 4, 5]
    assert not {bot.name for bot in RESIDENTS} & QUICK.keys()


@pytest.mark.parametrize("game", playable_games.names())
def test_a_resident_who_chooses_is_thinking_and_a_person_is_waited_for(game: str) -> None:
    moment = next(
        each for each in moments(game) if each.state.waiting and "Waiting for" in draw(each, None, "en")
    )
    seats = range(len(moment.names))
    shown = draw(moment._replace(bots=tuple("rika" for _ in seats)), None, "en")
    assert re.search(r'<bdi data-resident="rika">[^<]+</bdi> is thinking…', shown)
    assert "Waiting for" not in shown
    assert "is thinking…" not in draw(moment._replace(bots=tuple("greedy" for _ in seats)), None, "en")
