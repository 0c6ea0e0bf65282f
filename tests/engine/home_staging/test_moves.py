"""The moves: their form, who may make them when, their lists, events, and undo."""

from typing import Any

import pytest

from app.engine import home_staging
from app.engine.core import UNDO, Illegal, offers, play
from app.engine.home_staging.advice.proposals import proposals
from tests.support import conformance

from .drawing import after, asked, codes, offered, played, refusal, refused, sheet, table, texts

OPEN = "bathroom: 20A2r3@F6 21A1@G6"


@pytest.mark.rule("HS-14.1")
@pytest.mark.parametrize(
    "move",
    [
        (),
        ("fly",),
        ("room",),
        ("room", -1),
        ("room", "1"),
        ("card", 20, 1),
        ("tokens", True),
        ("draw", 3, 0, "F6"),
        ("draw", 0, 0, "F6"),
        ("draw", 1, 4, "F6"),
        ("draw", 1, -1, "F6"),
        ("draw", 1, 0, "Q6"),
        ("draw", 1, 0, "F17"),
        ("draw", 1, 0, "f6"),
        ("draw", 1, 0),
        ("erase", 6),
        ("close", "F6-G7"),
        ("close", "F6-G7", "G7"),
        ("close", "F6-G7", ""),
        ("close", 6, "-"),
        ("door", "-"),
        ("front", "F6"),
        ("confirm", 1),
        (1,),
        [],
        None,
    ],
)
def test_what_has_not_the_form_of_a_move_is_none(move: Any) -> None:
    assert refused(table("P", OPEN, card="22A"), 0, move) == "unknown_move"
    assert "20A2r3@F6" in OPEN


@pytest.mark.rule("HS-14.1")
def test_first_comes_the_form_then_who_is_asked_then_the_step_then_the_rules() -> None:
    state = table("P", OPEN, OPEN, card="22A")
    waits = after(state, "1 confirm")
    assert refusal(waits, "1 draw 9 9 F6") == "unknown_move"
    assert refusal(waits, "1 room 9") == "not_your_turn"
    assert refusal(waits, "0 room 9") == "not_now"
    assert refusal(waits, "0 draw 2 0 F6") == "no_token"
    begin = table("P", "bathroom: 20A2@F6", "bathroom: 20A2@F6")
    assert refusal(begin, "1 withdraw") == "not_now"
    assert refusal(begin, "1 confirm") == "not_your_turn"
    for step in ("0 draw 1 0 F6", "0 confirm", "0 close F6 -", "0 front F6N", "0 tokens 1"):
        assert refusal(begin, step) == "not_now"


@pytest.mark.rule("HS-14.1")
def test_a_long_text_of_cells_can_not_be_read() -> None:
    state = table("P", OPEN, closes=True)
    assert refused(state, 0, ("close", "F6-G7" + " F6" * 131, "G7S")) == ""
    assert refused(state, 0, ("close", "F6-G7" + " F6" * 132, "G7S")) == "bad_cells"
    assert refused(state, 0, ("close", "\ud800", "-")) == "bad_cells"


@pytest.mark.rule("HS-14.2")
def test_who_is_not_waited_for_has_an_empty_list() -> None:
    begin = table("P", "bathroom: 20A2@F6", "bathroom: 20A2@F6")
    assert (begin.waiting, offered(begin, 1)) == ((0,), [])
    drawing = table("P", OPEN, OPEN, card="22A")
    assert drawing.waiting == (0, 1)
    waits = after(drawing, "1 confirm")
    assert (waits.waiting, offered(waits, 1)) == ((0,), [])
    assert refusal(waits, "1 withdraw") == ""


@pytest.mark.rule("HS-14.3")
def test_simultaneous_steps_never_make_each_other_stale() -> None:
    state = table("P", *["bathroom: 20A2r3@F6 21A1@G6"] * 3, card="22A")
    turns = state.turns
    state, _ = play(home_staging, state, 2, turns[2], ("confirm",))
    state, _ = play(home_staging, state, 0, turns[0], ("confirm",))
    assert state.turns == (6, 5, 6)
    with pytest.raises(Illegal, match="stale"):
        play(home_staging, state, 0, turns[0], ("withdraw",))
    state, _ = play(home_staging, state, 0, 6, ("withdraw",))
    assert state.turns == (7, 5, 6)
    state, _ = play(home_staging, state, 1, turns[1], ("confirm",))
    ended, _ = play(home_staging, state, 0, 7, ("confirm",))
    assert ended.turns == (9, 7, 7)  # all three are asked to close
    assert ended.waiting == (0, 1, 2)


@pytest.mark.rule("HS-14.4")
def test_undo_empties_ones_own_pencil_and_touches_nobody_elses() -> None:
    state = table("P", OPEN, OPEN, card="22A")
    both = after(state, "0 draw 1 1 K6", "1 draw 1 1 K6", "0 front F11W")
    back, events = play(home_staging, both, 0, both.turns[0], UNDO)
    assert events == (("undo", 0),)
    assert (back.pencils[0], back.pencils[1]) == (state.pencils[0], both.pencils[1])
    assert UNDO not in offers(home_staging, back, 0)
    assert UNDO in offers(home_staging, back, 1)
    closing = after(table("P", OPEN, closes=True), "0 close F6-G7 G7S")
    back, _ = play(home_staging, closing, 0, closing.turns[0], UNDO)
    assert back.pencils[0].cells == ""


@pytest.mark.rule("HS-14.4")
def test_cards_and_tokens_are_not_undone() -> None:
    begin = table("P", "bathroom: 20A2@F6")
    for step in ("0 card 21", "0 tokens 1"):
        begin = after(begin, step)
        assert UNDO not in offers(home_staging, begin, 0)


@pytest.mark.rule("HS-14.5")
def test_a_closing_takes_at_most_three_steps_of_the_list() -> None:
    state = table("P", f"{OPEN} 22A2@F8", closes=True)
    listed = offered(state, 0)
    assert {move[0] for move in listed} == {"close"}
    for move in listed:
        closed, _ = home_staging.apply(state, 0, move)
        assert offered(closed, 0) == [("confirm",)]
    without = after(state, "0 close F6-G9 -")
    assert offered(without, 0) == [("door", name) for name in asked_doors()]
    assert offered(after(without, "0 door G9S"), 0) == [("confirm",)]
    drawing = table("P", OPEN, card="22A")
    assert offered(drawing, 0)[-1] == ("confirm",)


def asked_doors() -> list[str]:
    return list(asked("doors", "P", f"{OPEN} 22A2@F8", cells="F6-G9")["doors"])


@pytest.mark.rule("HS-14.6")
def test_the_list_of_a_drawing_has_every_legal_position() -> None:
    text = "drawing_office: 05A1@C3"
    state = table("20", text, card="16A", tokens=(1, 1))
    for which, option in ((1, "16A1"), (2, "16A2")):
        legal = asked("places", "20", text, piece=option)["places"]
        assert len(offered(state, 0, "draw")) > len(legal)
        assert len([move for move in offered(state, 0, "draw") if move[1] == which]) == len(legal)
    assert len(offered(state, 0)) < 1500
    with_idea = table("P", "bathroom: 22A1@F6", card="20A", tokens=(0, 1))
    mirrored = asked("places", "P", "bathroom: 22A1@F6", piece="20A2m")["places"]
    assert len(offered(with_idea, 0, "mirror")) == len(mirrored)


@pytest.mark.rule("HS-14.7")
def test_no_move_has_more_than_four_atoms_and_a_token_takes_two_steps() -> None:
    state = table("P", OPEN, card="22A")
    assert max(map(len, offered(state, 0))) == 4
    ended, events = played(state, "0 draw 1 1 K6", "0 confirm")
    assert codes(events)[:2] == ["confirm", "drawn"]
    hasty = table("P", OPEN, card="22A", confirm_turns=False)
    ended, events = played(hasty, "0 draw 1 1 K6")
    assert codes(events)[:2] == ["confirm", "drawn"]
    assert texts(ended) == [f"{OPEN} 22A1r1@K6"]


# -- closings to choose from ---------------------------------------------------------------------------------


def test_up_to_eight_closings_are_proposed_and_each_is_legal() -> None:
    for seed in range(12):
        for step in conformance.walk(home_staging, 2, seed):
            state = step.before
            if state.step == "close" and not state.pencils[step.seat].cells:
                listed = [move for move in home_staging.moves(state, step.seat) if move[0] == "close"]
                assert 1 <= len(listed) <= 8
                assert len({move[1] for move in listed}) == len(listed)
                for move in listed:
                    home_staging.check(state, step.seat, move)


def test_the_first_proposal_closes_a_bathroom_as_a_rectangle() -> None:
    [best, *_] = proposals("P", sheet("P", f"{OPEN} 22A2@F8"), "")
    assert best.cells == "F6-G9"


def test_proposals_are_the_same_every_time() -> None:
    text = "bedsit: 13B1@J8 19A1@F6"
    first = proposals("P", sheet("P", text), "")
    proposals.cache_clear()
    assert proposals("P", sheet("P", text), "") == first
