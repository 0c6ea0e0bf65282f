"""Someone who makes a move at the wrong moment reads what to do first, in every decision of every game."""

from typing import Any

import pytest

from app.engine import registry
from app.engine.core import Illegal, Move, Seat, play
from app.pages.refusals import sentence, sentences
from tests.support.conformance import walk

FIRST = {
    "dream_home": {
        *("clear_first", "jackhammer_first", "pair_first", "room_first", "scaffold_first", "decor_first"),
        "done_first",
    },
    "my_shelfie": {"pick_first", "column_first", "done_first"},
    "home_staging": {
        *("furnish_first", "card_first", "option_first", "tokens_first", "draw_first"),
        *("walls_first", "close_first"),
    },
}


def _refused(game: Any, state: Any, seat: Seat, move: Move) -> Illegal | None:
    try:
        play(game, state, seat, state.turns[seat], move)
    except Illegal as why:
        return why
    return None


@pytest.mark.parametrize("name", FIRST)
def test_a_move_at_the_wrong_moment_is_told_what_comes_first(name: str) -> None:
    game: Any = registry.game(name)
    first: set[str] = set()
    for seed in range(12):
        made: dict[Any, Move] = {}  # a move of each kind that has been made
        seats = game.seats[seed % len(game.seats)]
        for step in walk(game, seats, seed):
            made[step.move[0]] = step.move
            for move in made.values():
                why = _refused(game, step.before, step.seat, move)
                if why is not None and why.code == "not_now":
                    first.add(why.facts["first"])
    assert first == FIRST[name]


def test_what_comes_first_is_said_in_place_of_the_moment() -> None:
    for code in set().union(*FIRST.values()):
        refused = Illegal("not_now", move=("done",), first=code)
        assert sentence(refused) == sentences()[code] != sentences()["not_now"]
        assert "first" in sentence(refused).lower().split(".")[0]
