"""The coach says one thing a turn in the first rounds, and only what is true on this table."""

import pytest

from app.engine import dream_home
from app.engine.coach import Coach
from app.engine.core import offers
from app.engine.dream_home.board import board
from app.engine.dream_home.state import State

from .drawing import after, drawn

EMPTY = """
    ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..
    ++  ++  ++  ..  ..
"""


def hears(state: State, seat: int | None = None) -> Coach:
    viewer = state.waiting[0] if seat is None else seat
    return board(state, viewer, offers(dream_home, state, viewer)).coach


TOOLS = ".. drill jackhammer drill jackhammer"
PIANO = ".. piano drill jackhammer drill"
RED_ROOF = ".. red drill jackhammer drill"


def table(house: str, rooms: str, specials: str = TOOLS, round_: int = 2) -> State:
    """Four players; the first one has this house and may take any of these pairs."""
    display = f"round: {round_}\nstep: turn\nwaiting: 0\nrooms: {rooms}\nspecials: {specials}\n"
    others = f"house\n{EMPTY}" * 3
    return drawn(f"{display}house\n{house}\n{others}")


def says(house: str, rooms: str, specials: str = TOOLS, round_: int = 2) -> object:
    return hears(table(house, rooms, specials, round_)).says


WITH_KITCHEN = """
    ..  ..  ..  ..  ..
    Ki  ..  ..  ..  ..
    ++  ++  ++  ..  ..
"""
WITH_TWO_LIVING_ROOMS = """
    ..  ..  ..  ..  ..
    Li  Li  ..  ..  ..
    ++  ++  ++  ..  ..
"""


def test_in_the_first_round_any_pair_is_fine() -> None:
    assert hears(table(EMPTY, "Ki Be Li Pa Pl", round_=1)) == Coach(True, ("pick",))


def test_a_player_who_has_built_has_begun() -> None:
    assert not hears(table(WITH_KITCHEN, "Ki Be Li Pa Pl")).begins


def test_nobody_hears_anything_in_somebody_elses_turn() -> None:
    assert hears(table(EMPTY, "Ki Be Li Pa Pl", round_=1), seat=1) == Coach(False)


def test_spectators_hear_nothing() -> None:
    assert board(table(EMPTY, "Ki Be Li Pa Pl", round_=1), None, ()).coach == Coach(False)


def test_after_taking_a_pair_the_coach_is_silent() -> None:
    assert hears(after(table(EMPTY, "Ki Be Li Pa Pl", round_=1), "take 0")).says == ()


def test_after_the_first_rounds_the_coach_is_silent() -> None:
    assert says(WITH_KITCHEN, "Ki Be Li Pa Pl", round_=4) != ()
    assert hears(table(WITH_KITCHEN, "Ki Be Li Pa Pl", round_=5)) == Coach(False)


def test_two_kitchens_are_worth_more_together() -> None:
    assert says(WITH_KITCHEN, "Ki Be Li St Pl") == ("join", "kitchen", 2, 6, 2)


def test_a_third_living_room_counts_the_two_that_are_there() -> None:
    assert says(WITH_TWO_LIVING_ROOMS, "Li Be Ba St Pl") == ("join", "living_room", 3, 9, 5)


def test_the_join_that_gains_most_is_named() -> None:
    house = """
        ..  ..  ..  ..  ..
        Ki  ..  Be  ..  ..
        ++  ++  ++  ..  ..
    """
    assert says(house, "Be Ki Ba St Pl") == ("join", "kitchen", 2, 6, 2)


@pytest.mark.parametrize("rooms", ["St Be Ba Li Pl", ".. Be Ba Li Pl"])
def test_no_join_is_named_without_a_card_for_it(rooms: str) -> None:
    assert says(WITH_KITCHEN, rooms) == ()


def test_no_join_is_named_when_the_place_beside_it_has_no_support() -> None:
    house = """
        Ki  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert says(house, "Ki Be Ba St Pl") == ()


def test_no_join_is_named_beside_a_room_that_is_complete() -> None:
    house = """
        ..  ..  ..  ..  ..
        Ki  Ki  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert says(house, "Ki Be Ba St Pl") == ()


def test_a_pantry_next_to_a_kitchen_is_worth_more() -> None:
    assert says(WITH_KITCHEN, "Pa Be Ba St Pl") == ("beside", "pantry", "kitchen", 3, 1)


def test_a_pantry_without_a_kitchen_is_not_praised() -> None:
    assert says(EMPTY, "Pa Be Ba St Pl") == ()


def test_a_token_that_fits_a_room_is_named_with_its_points() -> None:
    assert says(WITH_TWO_LIVING_ROOMS, "Be Ba St Pl La", PIANO) == ("token", "piano", 3)


def test_the_interior_designer_makes_the_token_worth_more() -> None:
    house = f"{WITH_TWO_LIVING_ROOMS}    beside: interior_designer"
    assert says(house, "Be Ba St Pl La", PIANO) == ("token", "piano", 4)


def test_a_token_that_fits_nowhere_is_not_named() -> None:
    assert says(WITH_KITCHEN, "Be Ba St Pl Li", PIANO) == ()


def test_a_roof_card_tells_how_many_are_missing() -> None:
    house = f"{WITH_KITCHEN}    roof: red"
    assert says(house, "Be Ba St Pl Li", RED_ROOF) == ("roof", 1)


def test_a_finished_roof_needs_no_more_cards() -> None:
    house = f"{WITH_KITCHEN}    roof: red red blue blue"
    assert says(house, "Be Ba St Pl Li", RED_ROOF) == ()


def test_a_garage_goes_in_the_basement() -> None:
    assert says(WITH_KITCHEN, "Ga Ba St Pl Li") == ("basement", "garage")
