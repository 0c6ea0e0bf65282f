"""What one's games add up to: ranks, streaks, head to head, months and records."""

from datetime import date, datetime
from itertools import count

from app.engine.core import Line
from app.table.my_games import Played, Player, Streak, by_month, head_to_head, ranks, records, streak

_codes = count()


def played(
    day: str,
    *rest: tuple[str, int],
    mine: int = 1,
    points: int = 10,
    game: str = "dream_home",
    bots: bool = False,
) -> Played:
    """A game that ended on this day, with others and their ranks."""
    me = Player("Ada", "brick", False, points, mine)
    others = (Player(name, "moss", bots, 0, rank) for name, rank in rest)
    at = datetime.fromisoformat(f"{day}T20:00").timestamp()
    best = {"rooms": Line("rooms", "room", ("kitchen", 2), points, ())}
    return Played(f"table {next(_codes)}", game, at, (me, *others), 0, best)


def test_the_games_winners_come_first_and_equal_points_share_a_rank() -> None:
    assert ranks([30, 40, 30], [1]) == [2, 1, 2]
    assert ranks([40, 40, 30], [0, 1]) == [1, 1, 3]
    assert ranks([40, 40, 30], [1]) == [2, 1, 3], "the tie was broken"
    assert ranks([12], [0]) == [1]


def test_a_streak_ends_with_a_lost_game_and_a_game_alone_is_none() -> None:
    won = [played(f"2026-03-0{day}", ("Bruno", 2)) for day in (1, 2, 3)]
    lost = played("2026-03-04", ("Bruno", 1), mine=2)
    alone, again = played("2026-03-05"), played("2026-03-06", ("Bruno", 2))
    assert streak([again, alone, lost, *won]) == Streak(best=3, now=1)
    assert streak([lost, *won]) == Streak(best=3, now=0)
    assert streak([alone]) == Streak(0, 0)
    assert not alone.is_won


def test_head_to_head_counts_who_came_first_and_leaves_out_ties() -> None:
    games = [
        played("2026-03-01", ("Bruno", 2), ("celina", 1), mine=2),
        played("2026-03-02", ("bruno", 2)),
        played("2026-03-03", ("Bruno", 1)),
        played("2026-03-04", ("Bruno", 2), bots=True),
    ]
    bruno, celina, bot = head_to_head(games)
    assert (bruno.name, bruno.ahead, bruno.behind, bruno.is_bot) == ("Bruno", 1, 0, False)
    assert (celina.name, celina.ahead, celina.behind) == ("celina", 0, 1)
    assert (bot.name, bot.ahead, bot.is_bot) == ("Bruno", 1, True)
    assert (bruno.share, celina.share) == (100, 0)


def test_months_without_games_are_shown_between_those_with_games() -> None:
    games = [played("2026-01-31", ("B", 2)), played("2025-11-01", ("B", 1), mine=2), played("2026-01-01")]
    assert [(*month,) for month in by_month(games)] == [
        (date(2025, 11, 1), 1, 0),
        (date(2025, 12, 1), 0, 0),
        (date(2026, 1, 1), 2, 1),
    ]
    assert len(by_month([*games, played("2020-01-01")])) == 8


def test_a_record_is_the_first_game_that_brought_most() -> None:
    low, high, as_high = (
        played(f"2026-03-0{day}", points=points) for day, points in ((1, 5), (2, 9), (3, 9))
    )
    other = played("2026-03-04", points=4, game="my_shelfie")
    found = records([other, as_high, high, low])
    assert [best.played for best in found["dream_home"]] == [high]
    assert [best.played for best in found["my_shelfie"]] == [other]
    assert records([played("2026-03-01", points=0)]) == {}, "a line without points is no record"
