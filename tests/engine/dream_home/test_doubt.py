"""A newcomer is asked about a room only if it would score at least three points more in another slot."""

from app.engine.doubt import Doubt, Here
from app.engine.dream_home.coach import doubt
from app.engine.dream_home.notation import read_move

from .drawing import drawn

HOUSE = """
    ..  ..  ..  ..  ..
    Ki  ..  Be  ..  ..
    ++  ++  ++  ..  ..
"""


def asked(room: str, move: str, token: str = "", house: str = HOUSE) -> Doubt | None:
    others = f"house\n{HOUSE}"
    hand = f"hand: {room} {token}".strip()
    state = drawn(
        f"round: 3\nstep: taken\nwaiting: 0\n{hand}\nrooms: .. Li Pa Pl St\nhouse\n{house}\n{others}"
    )
    return doubt(state, 0, read_move(move))


def test_a_room_that_would_score_three_points_more_elsewhere_is_asked_about() -> None:
    assert asked("Ki", "place u0 up") == Doubt(3, ("place", "u0", "up"), 1, ("place", "g1", "up"), 5)


def test_the_best_place_is_no_question() -> None:
    assert asked("Ki", "place g1 up") is None


def test_a_room_that_scores_nearly_as_much_elsewhere_is_no_question() -> None:
    assert asked("Be", "place u0 up") is None


def test_nobody_is_asked_while_a_token_is_in_hand() -> None:
    assert asked("Ki", "place u0 up") is not None
    assert asked("Ki", "place u0 up", "piano") is None


def test_a_room_that_would_lie_face_down_is_asked_about() -> None:
    found = asked("Ki", "place b3 down")
    assert found
    assert found.at("b3") == Here(0, better=False)
    assert found.at("g1") == Here(5, better=True)
    assert found.at("g3") is None


def test_other_moves_are_no_question() -> None:
    for move in ("take 1", "undo", "done", "place b0 up", "decor g0"):
        assert asked("Ki", move) is None
