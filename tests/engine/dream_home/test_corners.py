"""Corner cases that mutation testing found untested: rooms at the edge of a house, the facts of a refusal."""

import pytest

from app.engine import dream_home
from app.engine.core import Illegal, play
from app.engine.dream_home.notation import read_move
from tests.engine.dream_home.drawing import drawn, offered, refusal

AT_THE_EDGE = """
    step: taken
    hand: painting_1
    house
    {upper}
    Be              St              Ki              Ba              Lb
    ++              ++              ++              Ga              So
"""


@pytest.mark.parametrize(
    "upper",
    [
        "..              ..              ..              Ki              Ki*cat_house",
        "..              ..              ..              Ki*cat_house    Ki",
        "Ki*cat_house    Ki              ..              ..              ..",
        "Ki              Ki*cat_house    ..              ..              ..",
    ],
)
def test_a_room_at_the_edge_of_the_house_is_one_room_with_one_token(upper: str) -> None:
    table = drawn(AT_THE_EDGE.format(upper=upper))
    assert offered(table, "decor") == {f"decor g{column}" for column in range(5)} | {"decor none"}
    for column, cell in enumerate(upper.split()):
        if cell.startswith("Ki"):
            assert refusal(table, f"decor u{column}") == "has_token"


@pytest.mark.parametrize(
    ("move", "facts"),
    [
        ("decor u0", {"token": "piano"}),
        ("done", {"token": "piano"}),
        ("place u0 down", {"card": "kitchen/1", "room": "kitchen", "largest": 2}),
        ("take 0", {}),
    ],
)
def test_a_refused_move_tells_what_it_was_about(move: str, facts: dict[str, object]) -> None:
    table = drawn("""
        step: taken
        hand: Ki piano
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    with pytest.raises(Illegal) as refused:
        play(dream_home, table, 0, table.turns[0], read_move(move))
    assert refused.value.facts == {"move": read_move(move), **facts}


def test_the_last_room_of_a_storey_and_the_first_below_it_are_two_rooms() -> None:
    table = drawn("""
        round: 9
        step: taken
        hand: canopy_bed
        house
        ..  ..  ..  Ki  Be*painting_1
        Be  ..  Li  Ki  Li
        ++  ++  ++  Ga  Ga
    """)
    assert offered(table, "decor") == {"decor g0", "decor none"}
