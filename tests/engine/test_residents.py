"""The residents play as they are described."""

from random import Random

from app.cli.arena import arena
from app.engine import dream_home
from app.engine.bots import BOTS, greedy, named, random
from app.engine.residents import LINEAR, RESIDENTS, Resident
from app.engine.thinking import imagined, mind_of, whole_turns
from tests.support.bot_games import played


def never() -> float:
    """A clock that stands still, so that nobody runs out of time."""
    return 0.0


def test_the_gentle_one_keeps_games_close_and_loses_to_a_careful_player() -> None:
    otto = BOTS["otto"]
    assert arena(dream_home, otto, greedy, 2, 20, "gentle")["share"] < 0.15
    for other in (greedy, random, LINEAR):
        assert arena(dream_home, otto, other, 2, 10, "gentle")["median_distance"] <= 5


def test_a_bot_that_only_looks_beats_a_careful_one() -> None:
    assert arena(dream_home, LINEAR, greedy, 2, 20, "looking")["share"] > 0.7


def test_a_mistake_is_still_a_good_way_to_do_the_wrong_thing() -> None:
    """People take the wrong pair, but they don't put it in the worst place."""
    hot = Resident("hot", "", 0, heat=3.0)
    mind, best, chances = mind_of(dream_home), 0, 0
    for number, (state, seat) in enumerate(played(dream_home, 3, "mistakes", "greedy")):
        if number % 3:
            continue
        seen = imagined(dream_home, state, seat, Random(number))
        turns = whole_turns(dream_home, mind, seen, seat)
        moves = hot.think(dream_home, seen, seat, Random(number), never).moves
        good = [turn for turn in turns if turn.moves[0] == moves[0]]
        assert moves == good[0].moves
        chances += 1
        best += moves == turns[0].moves
    assert 0 < best < chances


def test_a_collector_collects_and_a_roofer_builds_roofs() -> None:
    def of(taste: str, what: str) -> float:
        """How much a bot has in the end that likes one thing far too much."""
        found = []
        for seed in range(6):
            state = dream_home.new(2, {"first_player": 0}, f"taste {seed}")
            bots = [Resident(taste, taste, 0), LINEAR]
            while state.waiting:
                seat = state.waiting[0]
                seen = imagined(dream_home, state, seat, Random(seed))
                for move in bots[seat].think(dream_home, seen, seat, Random(seed), never).moves:
                    state, _ = dream_home.apply(state, seat, move)
            house = state.houses[0]
            found.append(
                len(house.roof) if what == "roofs" else sum(map(bool, house.tokens)) + len(house.beside)
            )
        return sum(found)

    assert of("roofer", "roofs") > of("", "roofs")
    assert of("collector", "things") > of("", "things")


def test_a_taker_minds_what_a_turn_leaves_for_the_next_seat() -> None:
    mind = mind_of(dream_home)
    told = 0
    for number, (state, seat) in enumerate(played(dream_home, 2, "taker", "greedy")):
        if state.step != "turn" or not state.queue or state.room:
            continue
        seen = imagined(dream_home, state, seat, Random(number))
        left = {}
        for turn in whole_turns(dream_home, mind, seen, seat):
            now = seen
            for move in turn.moves:
                now, _ = dream_home.apply(now, seat, move)
            left[turn.moves] = mind.fancy(seen, now, seat, "taker")
            assert mind.fancy(seen, now, seat, "architect") == 0
        told += len({*left.values()}) > 1
    assert told


def test_residents_are_named_once_and_known_by_name() -> None:
    assert [named(bot.name) for bot in RESIDENTS] == [*RESIDENTS]
    assert len({bot.taste for bot in RESIDENTS}) == len(RESIDENTS)
