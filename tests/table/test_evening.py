"""The games that the same people have played one after the other, as pure functions."""

from app.table import evening, next_game, seating
from app.table.evening import MOST_PLAYED
from app.table.seating import Branch, Played, Table

SECRET, NONCE = b"s" * 32, b"n" * 32


def table(*names: str) -> Table:
    made = seating.opened("dream_home", {}, SECRET)
    for name in names:
        made, _ = seating.seated(made, name, NONCE)
    return made


def rematch(made: Table, points: dict[int, int], *winners: int) -> Table:
    played = evening.after(made, points, winners)
    return next_game.again(made, SECRET, [NONCE] * len(made.places), played)


def told(made: Table) -> list[tuple[str, int | None, bool, int]]:
    return [(each.place.name, each.points, each.won, each.wins) for each in evening.standings(made)]


def test_the_first_game_of_an_evening_has_no_standings() -> None:
    assert told(table("Ada", "Bruno")) == []


def test_standings_tell_the_last_game_and_count_all_wins() -> None:
    second = rematch(table("Ada", "Bruno"), {1: 40, 2: 31}, 1)
    assert told(second) == [("Ada", 40, True, 1), ("Bruno", 31, False, 0)]
    third = rematch(second, {1: 28, 2: 28}, 1, 2)
    assert told(third) == [("Ada", 28, True, 2), ("Bruno", 28, True, 1)]


def test_somebody_who_comes_later_has_no_points_yet() -> None:
    second, _ = seating.seated(rematch(table("Ada", "Bruno"), {1: 40, 2: 31}, 1), "Celina", NONCE)
    assert told(second)[2:] == [("Celina", None, False, 0)]


def test_a_game_from_a_step_of_another_one_is_not_counted() -> None:
    branch = table("Ada", "Bruno")._replace(branch=Branch("sunny-sofa-42", 7, True))
    assert told(rematch(branch, {1: 40, 2: 31}, 1)) == []


def test_an_evening_is_bounded() -> None:
    long = table("Ada", "Bruno")._replace(evening=(Played(((1, 1),), (1,)),) * MOST_PLAYED)
    last = rematch(long, {1: 40, 2: 31}, 2)
    assert len(last.evening) == MOST_PLAYED
    assert told(last)[1] == ("Bruno", 31, True, 1)
