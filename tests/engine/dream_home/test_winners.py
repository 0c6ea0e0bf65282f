"""Who wins."""

import pytest

from app.engine import dream_home

from .drawing import drawn


@pytest.mark.rule("DH-8.22")
def test_most_points_win() -> None:
    over = drawn("""
        step: over
        house
        ..  ..  ..  ..  ..
        Li  Li  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Ki  Ki  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Be  xx  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (1,)


@pytest.mark.rule("DH-8.22")
@pytest.mark.parametrize(("neighbours", "winners"), [("sides", (0,)), ("row", (1,))])
def test_the_winner_is_found_by_the_options_of_the_table(neighbours: str, winners: tuple[int, ...]) -> None:
    over = drawn(f"""
        options: neighbours={neighbours}
        step: over
        house
        Pa  ..  ..  ..  ..
        Ki  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        St  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == winners


@pytest.mark.rule("DH-8.23")
def test_a_tie_is_shared_whoever_has_more_hidden_children() -> None:
    over = drawn("""
        step: over
        house
        ..  ..  ..  ..  ..
        Li/3  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Li/1  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        xx/Li/6  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (0, 1)


@pytest.mark.rule("DH-8.24")
def test_with_hide_and_seek_hidden_children_break_a_tie() -> None:
    over = drawn("""
        options: hide_and_seek=on
        step: over
        house
        ..  ..  ..  ..  ..
        Li/1  xx/Li/6  xx/Li/8  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Li/3  xx  xx  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Be/1  xx  xx  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (1,)


@pytest.mark.rule("DH-8.24")
def test_a_child_under_a_token_is_counted() -> None:
    over = drawn("""
        options: hide_and_seek=on
        step: over
        house
        ..  ..  ..  ..  ..
        Li/3*painting_1  Be/1  Ki/1  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Li/1*painting_2  Be/2  Ki/3  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (0,)


@pytest.mark.rule("DH-8.24")
def test_children_never_outweigh_points() -> None:
    over = drawn("""
        options: hide_and_seek=on
        step: over
        house
        ..  ..  ..  ..  ..
        Li/3  Be/3  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Li/1  St  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (1,)


@pytest.mark.rule("DH-8.25")
def test_equal_points_and_children_share_the_win() -> None:
    over = drawn("""
        options: hide_and_seek=on
        step: over
        house
        ..  ..  ..  ..  ..
        Li/3  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Ki/1  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        Be/8  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dream_home.winners(over) == (0, 2)
