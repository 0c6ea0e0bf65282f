"""No bot knows what its seat can't know: it decides the same, whatever that is."""

from random import Random
from typing import Any

import pytest

from app.engine import registry
from app.engine.bots import BOTS, SPARRING, Bot, decide, named
from app.engine.core import Game
from app.engine.dream_home.cards import ROOFS, SPECIAL_NAMES
from app.engine.thinking import imagined, mind_of
from tests.support.bot_games import played, told

GAMES: list[Game[Any]] = [*map(registry.game, registry.names())]
SEATED = [(game, seats) for game in GAMES for seats in (min(game.seats[0:]), max(game.seats)) if seats > 1]
THINKERS = [*SPARRING, "search:16"]


def never() -> float:
    """A clock that stands still, so that nobody runs out of time."""
    return 0.0


def called(name: str) -> Bot:
    bot = named(name)
    assert bot
    return bot


@pytest.mark.parametrize(("game", "seats"), SEATED, ids=lambda each: getattr(each, "id", each))
def test_what_a_bot_imagines_is_made_from_what_its_seat_knows(game: Game[Any], seats: int) -> None:
    for state, seat in played(game, seats, "dreams"):
        other = imagined(game, state, seat, Random(1))
        assert imagined(game, other, seat, Random(2)) == imagined(game, state, seat, Random(2))
        assert game.view(other, seat) == game.view(state, seat)


@pytest.mark.parametrize(("game", "seats"), SEATED, ids=lambda each: getattr(each, "id", each))
def test_bots_imagine_anew_every_secret(game: Game[Any], seats: int) -> None:
    """Unless the seat was once shown it: nothing else in what they imagine comes from the real state."""
    remembered = [f"roof pile {seat}" for seat in range(seats)]
    changed: set[str] = set()
    secret: set[str] = set()
    for number, (state, seat) in enumerate(played(game, seats, "dreams")):
        other = imagined(game, state, seat, Random(number))
        before, after = game.secrets(state, seat), game.secrets(other, seat)
        secret |= before.keys()
        changed |= {name for name in before if before[name] != after[name]}
    assert secret - changed <= set(remembered)


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_bot_decides_the_same_whatever_it_cannot_know(game: Game[Any], name: str) -> None:
    every = {"dream_home": 9, "home_staging": 15}.get(game.id, 60)  # the others take longer
    for number, (state, seat) in enumerate(played(game, 2, f"blind {name}")):
        if number % every:
            continue
        thought = decide(called(name), game, state, seat, "a seed", never)
        for luck in range(2):
            other = mind_of(game).imagined(state, seat, Random(luck))
            assert decide(called(name), game, other, seat, "a seed", never)[:2] == thought[:2]


@pytest.mark.parametrize("name", THINKERS)
def test_marked_decks_do_not_help(name: str) -> None:
    """The best cards lie on top, or at the bottom."""
    game = registry.game("dream_home")
    for number, (state, seat) in enumerate(played(game, 2, "marked")):
        if number % 13 or state.start is not None:
            continue
        deck = state.deck
        marked = [
            state._replace(deck=deck._replace(rooms=bytes(rooms), specials=bytes(specials)))
            for rooms, specials in (
                (sorted(deck.rooms), sorted(deck.specials)),
                (sorted(deck.rooms, reverse=True), sorted(deck.specials, reverse=True)),
            )
        ]
        thoughts = {
            decide(called(name), game, each, seat, "a seed", never).moves for each in (state, *marked)
        }
        assert len(thoughts) == 1


def test_roofs_that_a_bot_remembers_were_public() -> None:
    """What it imagines holds exactly the roofs that the log told when they were drafted."""
    game = registry.game("dream_home")
    for state, seat, log in told(game, 3, "roofs"):
        other = imagined(game, state, seat, Random(1))
        for owner, house in enumerate(other.houses):
            drafted = [event[5] for event in log if event[0] == "take" and event[1] == owner]
            roofs = {SPECIAL_NAMES[roof] for roof in ROOFS}
            used = [event[2] for event in log if event[0] == "roofer" and event[1] == owner]
            assert [SPECIAL_NAMES[roof] for roof in house.roof] == [
                *(roof for roof in drafted if roof in roofs),
                *used,
            ]


def test_every_bot_can_be_called_by_name() -> None:
    assert all(named(name) is BOTS[name] for name in BOTS)
    assert named("search:80") is not None
    assert [named(name) for name in ("search:", "search:x", "search:999999", "search:³", "nobody")] == [
        None
    ] * 5
