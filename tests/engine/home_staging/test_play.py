"""The course of a game: rooms, cards, tokens, drawing, closing, the next player."""

import pytest

from app.engine import home_staging
from app.engine.core import UNDO, offers, play
from app.engine.home_staging.state import CARD, CLOSE, DRAW, OVER, ROOM, TOKENS

from .drawing import after, codes, offered, played, points, refusal, table, texts

CLOSED = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S"


@pytest.mark.rule("HS-4.1")
def test_the_active_player_turns_up_a_room_and_the_last_one_turns_up_by_itself() -> None:
    state, events = played(table("1", "", ""), "0 room 3")
    assert events == [("room", 0, "bathroom")]
    assert (state.step, state.room) == (CARD, "bathroom")
    last = table("P", "bathroom: 20A2r3@F6 21A1@G6 22A2@F8", closes=True)
    state, events = played(last, "0 close F6-G9 G9S", "0 confirm")
    assert codes(events) == ["confirm", "closed", "room"]
    assert (state.room, state.step, state.waiting) == ("bedsit", CARD, (0,))


@pytest.mark.rule("HS-4.1")
def test_in_a_fixed_order_rooms_turn_up_by_themselves() -> None:
    start = table("18", "workshop: 28A1@I2 16A1@J5 06A2r2@L8", closes=True)
    state, events = played(start, "0 close I2-N8 I5W", "0 confirm")
    assert events[-1] == ("room", 0, "mill_room")
    assert (state.step, state.room) == (CARD, "mill_room")


@pytest.mark.rule("HS-4.2")
def test_cards_are_turned_up_one_by_one_and_the_last_of_a_room_by_itself() -> None:
    start = table("P", "bathroom: 20A2@F6")
    assert offered(start, 0) == [("card", 21), ("card", 22)]
    assert refusal(start, "0 card 20") == "card_done"
    assert refusal(start, "0 card 13") == "not_in_room"
    state = after(start, "0 card 22", "0 tokens 1")
    state, events = played(state, "0 confirm")
    assert codes(events) == ["confirm", "drawn", "card"]
    assert (state.step, state.card.number) == (TOKENS, 21)


@pytest.mark.rule("HS-4.3")
def test_the_active_player_puts_all_tokens_on_options_the_same_one_may_get_several() -> None:
    start = after(table("P", "bedsit: 13B1@J8", "bedsit: 13B1@H6"), "0 card 19")
    for count in range(3):
        state, events = played(start, f"0 tokens {count}")
        assert events == [("tokens", 0, count, 2 - count)]
        assert state.tokens == (count, 2 - count)
        assert state.step == DRAW
    assert refusal(start, "1 tokens 1") == "not_your_turn"


@pytest.mark.rule("HS-4.4")
def test_all_draw_each_chosen_piece_as_often_as_it_has_tokens_or_less() -> None:
    start = table("P", "bedsit: 13B1@J8", "bedsit: 13B1@J8", card="19A", tokens=(2, 0))
    assert start.waiting == (0, 1)
    twice = after(start, "1 draw 1 0 F6", "1 draw 1 0 H6")
    assert refusal(twice, "1 draw 1 0 G6") == "no_token"
    assert refusal(start, "0 draw 2 0 F6") == "no_token"
    state, events = played(twice, "1 confirm", "0 confirm")
    assert events[:4] == [
        ("confirm", 1),
        ("confirm", 0),
        ("drawn", 0, ()),
        ("drawn", 1, (("19A1@F6", "draw"), ("19A1@H6", "draw"))),
    ]
    assert texts(state) == ["bedsit: 13B1@J8", "bedsit: 13B1@J8 19A1@F6 19A1@H6"]


@pytest.mark.rule("HS-4.5")
def test_the_active_player_changes_clockwise_with_each_card_the_last_of_a_room_too() -> None:
    sheets = ("bathroom: 20A2r3@F6 21A1@G6",) * 3
    state, events = played(table("P", *sheets, card="22A"), "0 confirm", "1 confirm", "2 confirm")
    assert (state.step, state.active) == (CLOSE, 1)
    for seat in (0, 1, 2):
        state, events = played(state, f"{seat} close F6-G7 G7S", f"{seat} confirm")
    assert ("room", 1, "bedsit") in events
    assert (state.step, state.waiting) == (CARD, (1,))
    after_one = after(state, "1 card 13", "1 tokens 1", "0 confirm", "1 confirm", "2 confirm")
    assert after_one.waiting == (2,)


@pytest.mark.rule("HS-4.6")
def test_who_has_no_piece_in_a_room_is_not_asked_to_close_it() -> None:
    start = table("P", "bathroom: 20A2r3@F6", "bathroom:", "bathroom: 20A2@F6", card="22A")
    state = after(start, "0 confirm", "1 confirm", "2 confirm")
    assert state.step == TOKENS  # the last card
    state = after(state, "1 tokens 1", "0 confirm", "1 confirm", "2 confirm")
    assert (state.step, state.waiting) == (CLOSE, (0, 2))
    assert state.turns[1] == 10
    state, events = played(state, "0 close F6-G7 G7S", "0 confirm", "2 close F6-G7 G7S", "2 confirm")
    assert ("no_room", 1, "bathroom") in events
    assert texts(state)[1] == "bathroom: -\nbedsit:"


@pytest.mark.rule("HS-4.6")
def test_a_room_that_nobody_has_drawn_in_is_over_at_once() -> None:
    state = after(table("P", "bathroom:", card="22A"), "0 confirm", "0 card 20", "0 tokens 0", "0 confirm")
    state, events = played(state, "0 tokens 1", "0 confirm")
    assert events[-3:] == [("drawn", 0, ()), ("no_room", 0, "bathroom"), ("room", 0, "bedsit")]
    assert texts(state) == ["bathroom: -\nbedsit:"]
    assert points(state)[0]["penalty"] == -3
    assert texts(table("P", "bathroom: 20A2@F6"))


@pytest.mark.rule("HS-4.7")
def test_after_the_last_room_the_game_is_over() -> None:
    bedsit = "bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11"
    last = table("P", f"{CLOSED}\n{bedsit}", closes=True)
    state, events = played(last, "0 close F11-G11,H6-K11 H10W", "0 front F10W", "0 confirm")
    assert events == [
        ("confirm", 0),
        ("closed", 0, "bedsit", "H6-K10 F11-K11", "H10W"),
        ("front", 0, "F10W"),
        ("medal", 0, "gold"),
    ]
    assert (state.step, state.waiting) == (OVER, ())
    assert points(state)[0]["total"] == 24
    assert refusal(state, "0 confirm") == refusal(state, "0 withdraw") == "over"


@pytest.mark.rule("HS-4.8")
def test_pieces_of_earlier_turns_and_finished_rooms_never_change() -> None:
    start = table("P", f"{CLOSED}\nbedsit: 13B1@J8", card="15B")
    drawn = after(start, "0 draw 1 0 H10")
    assert refusal(drawn, "0 erase J8") == "not_drawn_now"
    assert refusal(drawn, "0 erase F6") == "not_drawn_now"
    assert refusal(drawn, "0 erase H10") == ""
    assert refusal(drawn, "0 close F6-G9 G9S") == "not_now"


@pytest.mark.rule("HS-4.9")
def test_until_the_last_has_confirmed_a_confirmation_may_be_withdrawn() -> None:
    start = table("P", "bathroom: 20A2@F6", "bathroom: 20A2@F6", card="21A")
    waits, events = played(start, "0 draw 1 0 H6", "0 confirm")
    assert events == [("confirm", 0)]
    assert waits.waiting == (1,)
    assert refusal(waits, "0 erase H6") == "not_your_turn"
    assert refusal(waits, "1 withdraw") == "not_confirmed"
    again, events = played(waits, "0 withdraw")
    assert events == [("withdraw", 0)]
    assert again.waiting == (0, 1)
    other = after(again, "0 erase H6", "0 draw 1 0 I6", "1 confirm", "0 confirm")
    assert texts(other) == ["bathroom: 20A2@F6 21A1@I6", "bathroom: 20A2@F6"]


@pytest.mark.rule("HS-4.10")
def test_without_confirming_the_last_piece_ends_the_turn() -> None:
    start = table("P", "bedsit: 13B1@J8", card="19A", tokens=(2, 0), confirm_turns=False)
    once, events = played(start, "0 draw 1 0 F6")
    assert (once.step, events) == (DRAW, [])
    _, events = played(once, "0 draw 1 0 H6")
    assert codes(events)[:2] == ["confirm", "drawn"]
    skipped = after(once, "0 confirm")
    assert texts(skipped) == ["bedsit: 13B1@J8 19A1@F6"]


@pytest.mark.rule("HS-4.10")
def test_without_confirming_it_is_not_the_withdrawing_that_ends_it() -> None:
    sheets = ("bathroom: 20A2@F6",) * 2
    through = after(table("P", *sheets, card="21A", confirm_turns=False), "0 draw 1 0 H6")
    assert through.waiting == (1,)
    back = after(through, "0 withdraw")
    assert back.waiting == (0, 1)
    assert offered(back, 0) == [("confirm",)]
    assert after(back, "0 erase H6").waiting == (0, 1)
    assert after(back, "0 front K11E").waiting == (1,)


@pytest.mark.rule("HS-4.10")
def test_without_confirming_a_closing_with_a_door_ends_the_turn_and_one_that_lacks_it_does_not() -> None:
    sheets = ("bathroom: 20A2@F6",) * 2
    start = table("P", *sheets, closes=True, confirm_turns=False)
    assert after(start, "0 close F6-G7 G7S").waiting == (1,)
    lacks = after(start, "0 close F6-G7 -")
    assert lacks.waiting == (0, 1)
    assert after(lacks, "0 door G7S").waiting == (1,)


@pytest.mark.rule("HS-4.10")
def test_without_confirming_who_can_draw_nothing_is_not_asked() -> None:
    full = """
        bathroom: 22B2@G7 | F6-K9 | F9S
        bedsit: 15A1r2@J11 13B2r3@G10
        """
    free = "bathroom: 22B2@G7 | F6-H8 | H8S\nbedsit: 15A1@J6"
    start = table("P", full, free, confirm_turns=False)
    start = start._replace(luck=_with_card(start, 1, "A"))
    state = after(start, "0 card 1", "0 tokens 0")
    assert state.waiting == state.asked == (1,)
    assert state.turns == (8, 6)
    assert refusal(state, "0 withdraw") == "not_confirmed"
    asked = after(
        start._replace(options=start.options._replace(confirm_turns=True)), "0 card 1", "0 tokens 0"
    )
    assert asked.waiting == (0, 1)
    assert offered(asked, 0) == [("confirm",)]


def _with_card(state: home_staging.state.State, number: int, card: str) -> bytes:
    """A secret number with which this card of this number comes up."""
    return next(
        luck
        for luck in (bytes([seed]) for seed in range(99))
        if home_staging.turns.which_card(state.scenario, luck, state.room, number) == card
    )


@pytest.mark.rule("HS-4.11")
def test_nothing_that_others_draw_changes_what_a_seat_may_do() -> None:
    start = table("P", "bathroom: 20A2@F6", "bathroom: 20A2@F6", card="21A")
    before = offers(home_staging, start, 1)
    state, _ = play(home_staging, start, 0, start.turns[0], ("draw", 1, 0, "H6"))
    assert offers(home_staging, state, 1) == before
    state, _ = play(home_staging, state, 0, state.turns[0], ("confirm",))
    assert offers(home_staging, state, 1) == before
    assert state.turns[1] == start.turns[1]
    kept, _ = play(home_staging, state, 1, state.turns[1], ("confirm",))
    assert texts(kept)[0] == "bathroom: 20A2@F6 21A1@H6"


def test_a_room_is_undone_until_a_card_is_up() -> None:
    start = table("1", "")
    begun, _ = play(home_staging, start, 0, 5, ("room", 1))
    assert UNDO in offers(home_staging, begun, 0)
    back, events = play(home_staging, begun, 0, begun.turns[0], UNDO)
    assert events == (("undo", 0),)
    assert (back.step, back.room, texts(back)) == (ROOM, "", [""])
    shown, _ = play(home_staging, begun, 0, begun.turns[0], ("card", 7))
    assert UNDO not in offers(home_staging, shown, 0)
