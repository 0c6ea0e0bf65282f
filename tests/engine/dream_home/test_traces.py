"""What the log knows about a moment: who took which column, and where each seat made its last move."""

from app.engine.dream_home.last_moves import Gone, traces

DEAL = ("deal", 7, ("kitchen/1",) * 5, ("red",) * 4)
TAKE = ("take", 3, 7, 4, "kitchen/1", "red")
PLACE = ("place", 3, "kitchen/1", "u1", "up", "")
DONE = ("done", 3)


def test_a_gone_column_names_who_took_cleared_or_jackhammered_it() -> None:
    told = (DEAL, ("clear", 0, 1, "sauna/1", "drill"), ("jack", 2, 3, "sauna/2", ""), TAKE)
    assert traces(told, ()).gone == {1: Gone("clear", 0), 3: Gone("jack", 2), 4: Gone("take", 3)}


def test_a_new_deal_fills_the_display() -> None:
    assert traces((DEAL, TAKE, DONE, DEAL), ()).gone == {}


def test_the_pair_in_hand_is_known_by_its_column() -> None:
    cleared = ("clear", 3, 1, "sauna/1", "drill")
    assert traces((DEAL, cleared, TAKE), (3,)).held == 4
    assert traces((DEAL, cleared), (3,)).held is None
    assert traces((DEAL, TAKE, DONE), ()).held is None


def test_a_last_move_is_marked_until_the_next_one() -> None:
    turn = (DEAL, TAKE, PLACE, ("decor", 3, "painting_1", "g2"), DONE)
    assert traces(turn, ()).last == {(3, "u1"), (3, "g2")}
    assert traces((*turn, DEAL, ("take", 1, 7, 0, "sauna/1", "marker")), ()).last == {(3, "u1"), (3, "g2")}
    assert traces((*turn, DEAL, TAKE), ()).last == set()
    assert traces((*turn, DEAL, TAKE, ("scaffold", 3, "b3")), ()).last == {(3, "b3")}


def test_clearing_a_pair_is_no_move_in_a_house() -> None:
    turn = (DEAL, TAKE, PLACE, DONE, DEAL, ("clear", 3, 1, "sauna/1", "drill"), DONE)
    assert traces(turn, ()).last == {(3, "u1")}


def test_a_tool_before_the_take_belongs_to_the_same_move() -> None:
    drill = ("drill", 3, 0, "g0", "pantry/1", "study/1", "")
    assert traces((DONE, drill, TAKE, PLACE), (3,)).last == {(3, "g0"), (3, "u1")}
    swap = ("handyman", 3, "u0", "g4", "pantry/1", "study/1")
    assert traces((DONE, swap), ()).last == {(3, "u0"), (3, "g4")}


def test_a_token_that_was_declined_leaves_no_mark() -> None:
    assert traces((DEAL, TAKE, ("decor", 3, "painting_1", "none")), (3,)).last == set()
