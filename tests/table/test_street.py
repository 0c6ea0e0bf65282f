"""The running score of an evening: floors for playing and for everybody one beats."""

from app.table.my_games import Player
from app.table.street import Game, guests


def played(*ended: str, chain: str = "a-chain", places: tuple[int, ...] = ()) -> Game:
    """A game, told as `Ada 1` with everybody's rank; a bot has a `*`."""
    players = []
    for each in ended:
        name, rank = each.rsplit(" ", 1)
        players.append(Player(name.rstrip("*"), "brick", name.endswith("*"), 50 - int(rank), int(rank)))
    ids = places or tuple(range(1, len(players) + 1))
    return Game("a-table", "dream_home", 0.0, 1800.0, chain, ids, tuple(players), 0)


def score(*games: Game) -> dict[str, float]:
    return {guest.name: guest.floors for guest in guests(games)}


def test_a_game_is_one_floor_and_one_more_for_everyone_who_is_beaten() -> None:
    assert score(played("Bruno 2", "Ada 1", "Celina 3", "Daiki 4")) == {
        "Ada": 4,
        "Bruno": 3,
        "Celina": 2,
        "Daiki": 1,
    }


def test_a_tie_is_half_a_floor_for_each() -> None:
    assert score(played("Ada 1", "Bruno 1", "Celina 3")) == {"Ada": 2.5, "Bruno": 2.5, "Celina": 1}
    assert score(played("Ada 1", "Bruno 1", "Celina 1")) == {"Ada": 2, "Bruno": 2, "Celina": 2}


def test_a_game_alone_is_one_floor_and_nobody_wins_it() -> None:
    [ada] = guests([played("Ada 1")])
    assert (ada.floors, ada.wins, ada.games) == (1, 0, 1)


def test_bots_build_nothing_but_can_be_beaten() -> None:
    assert score(played("Ada 2", "Otto* 1", "Mimi* 3")) == {"Ada": 2}


def test_latecomers_start_at_the_ground() -> None:
    first, second = played("Ada 1", "Bruno 2"), played("Ada 2", "Bruno 3", "Celina 1")
    found = {guest.name: guest for guest in guests([first, second])}
    assert found["Celina"].halves == (None, 6)
    assert (found["Ada"].floors, found["Celina"].games) == (4, 1)


def test_at_a_rematch_people_are_known_by_their_place_even_under_another_name() -> None:
    games = played("Ada 1", "Bruno 2"), played("Queen Ada 1", "Bruno 2")
    assert score(*games) == {"Queen Ada": 4, "Bruno": 2}


def test_two_who_swap_their_names_stay_themselves() -> None:
    games = played("Ada 1", "Bruno 2"), played("Bruno 1", "Ada 2")
    assert score(*games) == {"Bruno": 4, "Ada": 2}


def test_at_another_table_people_are_known_by_their_name() -> None:
    games = played("Ada 1", "Bruno 2"), played("Celina 1", "ada 2", chain="another")
    assert score(*games) == {"ada": 3, "Celina": 2, "Bruno": 1}


def test_a_guests_mark_has_the_shape_of_the_seat_that_they_had_last() -> None:
    games = played("Ada 1", "Bruno 2"), played("Celina 1", "Ada 2", chain="another")
    assert {guest.name: guest.seat for guest in guests(games)} == {"Ada": 1, "Bruno": 1, "Celina": 0}


def test_more_floors_come_first_then_more_wins_then_fewer_games_and_equals_share_a_rank() -> None:
    games = [
        played("Ada 1", "Bruno 2", "Celina 3"),  # 3 2 1
        played("Bruno 1", "Celina 2", "Daiki 2", chain="b"),  # Bruno 3, the others 1½
    ]
    assert [(guest.name, guest.floors, guest.rank) for guest in guests(games)] == [
        ("Bruno", 5, 1),
        ("Ada", 3, 2),
        ("Celina", 2.5, 3),
        ("Daiki", 1.5, 4),
    ]
    tied = [played("Ada 1", "Bruno 1"), played("Celina 1", "Daiki 1", chain="b")]
    assert {guest.rank for guest in guests(tied)} == {1}
