"""The coach says one thing a card in the first room, and only what is true on this sheet."""

from app.engine import home_staging
from app.engine.coach import Coach
from app.engine.core import offers
from app.engine.home_staging.board import board
from app.engine.home_staging.state import State

from .drawing import after, table

CORNER = "bathroom: 20A2r3@F6"
BATHROOM = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8"


def hears(state: State, seat: int = 0) -> Coach:
    return board(state, seat, offers(home_staging, state, seat)).coach


def says(text: str, card: str, **options: object) -> object:
    return hears(table("P", text, text, card=card, **options)).says  # type: ignore[arg-type]


def test_the_first_room_may_be_any_room() -> None:
    assert hears(table("P", "", "")) == Coach(True, ("room",))


def test_a_later_room_needs_no_word() -> None:
    assert hears(table("P", f"{BATHROOM} | F6-G9 | G9S", "")).says == ()


def test_nobody_hears_anything_while_another_player_chooses() -> None:
    assert hears(table("P", "", ""), seat=1) == Coach(False)


def test_spectators_hear_nothing() -> None:
    assert board(table("P", "", ""), None, ()).coach == Coach(False)


def test_before_a_token_is_put_down_the_larger_option_is_named() -> None:
    state = after(table("P", "", ""), "0 room 2", "0 card 20")
    assert state.card.name == "20B"
    assert hears(state) == Coach(True, ("larger", "20B1"))


def test_the_first_piece_comes_with_what_it_needs_to_score() -> None:
    assert hears(table("P", "bathroom:", card="20A")) == Coach(True, ("worth", "20A1"))


def test_a_piece_with_a_thick_side_goes_against_a_wall() -> None:
    assert says(CORNER, "21A") == ("wall", "21A1")


def test_a_piece_that_could_block_the_way_to_the_front_door_comes_with_a_warning() -> None:
    assert says("bedsit: 13B2r2@J9 01A1@I10", "15A") == ("blocked", "15A1")


def test_a_piece_that_can_stand_at_a_window_with_a_bonus_is_named() -> None:
    assert says("bedsit: 13B1@J8", "19A") == ("window", "19A1")


def test_a_bright_idea_is_named_once_nothing_else_is_to_say() -> None:
    assert says("bathroom: 20A2r3@F6 21A1@G6", "22A") == ("idea", "22A2")
    assert says("bathroom: 20A2r3@F6 21A1@G6", "22A", ideas=0) != ("idea", "22A2")


def test_a_hint_stays_until_its_piece_is_drawn() -> None:
    state = table("P", CORNER, CORNER, card="21A", tokens=(2, 0))
    assert hears(state).says == ("wall", "21A1")
    state = after(state, "0 draw 1 0 G6")
    assert hears(state).says == ("wall", "21A1")
    assert hears(after(state, "0 draw 1 0 J6")).says == ()


def test_drawing_does_not_begin_again_when_a_piece_is_pencilled() -> None:
    state = table("P", "bathroom:", card="20A", tokens=(2, 0))
    assert hears(state).begins
    assert not hears(after(state, "0 draw 1 0 G6")).begins


def test_closing_the_first_room_thinks_of_those_to_come() -> None:
    assert hears(table("P", BATHROOM, BATHROOM, closes=True)).says == ("close", 1)


def test_closing_a_later_room_needs_no_word() -> None:
    sheet = f"{BATHROOM} | F6-G9 | G9S\nbedsit: 13B1@J8"
    assert hears(table("P", sheet, sheet, closes=True)).says == ()


def test_after_the_first_cards_the_coach_is_silent() -> None:
    sheet = f"{BATHROOM} | F6-G9 | G9S\nbedsit: 13B1@J8 15B1@H9"
    assert says(sheet, "19A") == ()
