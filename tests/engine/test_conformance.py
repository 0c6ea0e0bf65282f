"""Every registered game passes the kit, as does a toy where everyone moves at once; broken games fail it."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app.engine import registry
from app.engine.core import UNDO, Game, Illegal, Seat, offers, play
from tests.support import conformance, toy_game

GAMES: list[Game[Any]] = [*map(registry.game, registry.names()), toy_game]
TABLES = [(game, seats) for game in GAMES for seats in game.seats]
SEEDS = range(3)
NAMES = [name for name in vars(Game) if not name.startswith("_")]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda each: getattr(each, "id", each))
def test_a_game_conforms(game: Game[Any], seats: int, check: Any) -> None:
    if game is toy_game and seats == 1 and check is conformance.check_secrets:
        assert toy_game.secrets(toy_game.new(1, {}, 1), 0) == {}  # a single player knows everything
        return
    for seed in SEEDS:
        check(game, seats, seed)


def test_the_registry_finds_the_packages_next_to_it() -> None:
    assert "dream_home" in registry.names()
    with pytest.raises(Illegal) as refused:
        registry.game("core")
    assert refused.value.code == "unknown_game"


# -- everyone moves at once --------------------------------------------------------------------------------


def test_seats_that_move_at_once_do_not_make_each_other_stale() -> None:
    state = toy_game.new(3, {}, 1)
    turns = state.turns
    for seat in (2, 0):
        state, _ = play(toy_game, state, seat, turns[seat], ("draw", 0))
    assert state.turns == (2, 1, 2)
    state, _ = play(toy_game, state, 1, turns[1], ("draw", 3))
    assert state.drawn == ((0,), (3,), (0,))


def test_when_everyone_moves_at_once_undo_takes_back_only_your_own_moves() -> None:
    state = toy_game.new(2, {}, 1)
    for seat, shape in ((0, 4), (1, 5), (0, 2)):
        state, _ = play(toy_game, state, seat, state.turns[seat], ("draw", shape))
    state, _ = play(toy_game, state, 0, state.turns[0], UNDO)
    assert state.drawn == ((), (5,))
    assert state.turns == (4, 2)
    assert UNDO not in offers(toy_game, state, 0)
    assert UNDO in offers(toy_game, state, 1)


# -- the kit catches broken games --------------------------------------------------------------------------


def _wrong(game: Any, **changed: Any) -> Any:
    """The game with some of its functions replaced by broken ones."""
    return SimpleNamespace(**{name: getattr(game, name) for name in NAMES} | changed)


DREAM_HOME: Any = registry.game("dream_home")


def _leak_the_deck(state: Any, viewer: Seat | None) -> Any:
    return DREAM_HOME.view(state, viewer)._replace(discards=state.deck)


def _leak_the_roofs(state: Any, viewer: Seat | None) -> Any:
    return DREAM_HOME.view(state, viewer)._replace(houses=state.houses)


def _leak_to_the_owner(state: Any, viewer: Seat | None) -> Any:
    view = DREAM_HOME.view(state, viewer)
    houses = [*view.houses]
    if viewer is not None:
        houses[viewer] = state.houses[viewer]
    return view._replace(houses=tuple(houses))


@pytest.mark.parametrize("view", [_leak_the_deck, _leak_the_roofs, _leak_to_the_owner])
def test_a_view_that_leaks_fails_the_kit(view: Any) -> None:
    strict = _wrong(DREAM_HOME, view=view)
    with pytest.raises(AssertionError):
        conformance.check_secrets(strict, 3, 0)


def test_a_list_that_depends_on_a_secret_fails_the_kit() -> None:
    def moves(state: Any, seat: Seat) -> Any:
        listed = [*DREAM_HOME.moves(state, seat)]
        return sorted(listed, key=str, reverse=bool(state.deck.rooms[:1] > b"\x1e"))

    with pytest.raises(AssertionError):
        conformance.check_secrets(_wrong(DREAM_HOME, moves=moves), 3, 0)


def test_a_reseal_that_keeps_a_secret_fails_the_kit() -> None:
    def reseal(state: Any, viewer: Seat | None, rng: Random) -> Any:
        return DREAM_HOME.reseal(state, viewer, rng)._replace(deck=state.deck)

    with pytest.raises(AssertionError, match="deck"):
        conformance.check_secrets(_wrong(DREAM_HOME, reseal=reseal), 3, 0)


def test_a_missing_move_fails_the_kit() -> None:
    def moves(state: Any, seat: Seat) -> Any:
        listed = [*DREAM_HOME.moves(state, seat)]
        return listed[:1]

    with pytest.raises(AssertionError):
        conformance.check_lists(_wrong(DREAM_HOME, moves=moves), 2, 0)


def test_an_undo_to_the_wrong_place_fails_the_kit() -> None:
    def rewind(state: Any, seat: Seat, turns: tuple[int, ...]) -> Any:
        back = DREAM_HOME.rewind(state, seat, turns)
        return back and back._replace(marker=(back.marker + 1) % 2)

    with pytest.raises(AssertionError):
        conformance.check_undo(_wrong(DREAM_HOME, rewind=rewind), 2, 0)


def test_any_exception_but_a_refusal_fails_the_kit() -> None:
    def check(state: Any, seat: Seat, move: Any) -> None:
        if move[0] == "take":
            state.display.rooms[move[1]]
        DREAM_HOME.check(state, seat, move)

    with pytest.raises((IndexError, TypeError)):
        conformance.check_mangled(_wrong(DREAM_HOME, check=check), 2, 0)
