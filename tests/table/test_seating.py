"""Who sits at a table, before and during a game, as pure functions."""

from collections.abc import Callable

import pytest

from app.engine import wire
from app.engine.chance import commitment
from app.engine.core import Illegal
from app.table import seating
from app.table.names import COLOURS
from app.table.seating import Table

SECRET, NONCE = b"s" * 32, b"n" * 32


def table(*names: str) -> Table:
    made = seating.opened("dream_home", {}, SECRET)
    for name in names:
        made, _ = seating.seated(made, name, NONCE)
    return made


def everybody_ready(made: Table) -> Table:
    for place in made.places:
        made = seating.ready(made, place.id)
    return made


def refused(step: Callable[[], object]) -> str:
    with pytest.raises(Illegal) as refusal:
        step()
    return refusal.value.code


def names(made: Table) -> list[str]:
    return [place.name for place in made.places]


def test_a_place_keeps_its_id_when_others_leave_and_seats_are_reordered() -> None:
    made = table("Ada", "Bruno", "Celina")
    ada, bruno, celina = (place.id for place in made.places)
    made = seating.reordered(made, [celina, ada, bruno])
    assert names(made) == ["Celina", "Ada", "Bruno"]
    made = seating.without(made, ada)
    assert [seating.seat_of(made, id) for id in (celina, bruno)] == [0, 1]
    assert refused(lambda: seating.seat_of(made, ada)) == "no_such_seat"
    made, daiki = seating.seated(made, "Daiki", NONCE)
    assert daiki.id not in (ada, bruno, celina)


@pytest.mark.parametrize("order", [[], [1], [1, 1], [1, 2, 3], [0, 1]])
def test_an_order_names_every_seat_once(order: list[int]) -> None:
    assert refused(lambda: seating.reordered(table("Ada", "Bruno"), order)) == "other_seats"


def confirms(made: Table) -> bool:
    return bool(dict(made.options)["confirm_turns"])


@pytest.mark.parametrize("game", ["dream_home", "my_shelfie"])
def test_turns_need_no_confirming_for_one_person_among_bots_unless_somebody_chooses_it(game: str) -> None:
    empty = seating.opened(game, {}, SECRET)
    alone, ada = seating.seated(empty, "Ada", NONCE)
    assert confirms(alone), "friends may come"
    among_bots, _ = seating.with_bot(alone, "greedy")
    assert not confirms(among_bots)
    with_another_bot, bot = seating.with_bot(among_bots, "random")
    assert not confirms(with_another_bot)
    among_friends, bruno = seating.seated(with_another_bot, "Bruno", NONCE)
    assert confirms(among_friends)
    assert not confirms(seating.without(among_friends, bruno.id))
    assert confirms(seating.without(among_friends, bot.id))
    assert confirms(seating.without(with_another_bot, ada.id)), "nobody plays"
    other_choice = seating.with_options(among_bots, {**dict(among_bots.options), "confirm_turns": True})
    assert confirms(seating.with_bot(other_choice, "greedy")[0])


def test_options_that_somebody_chose_stay_whoever_comes() -> None:
    chosen = seating.opened("dream_home", {"confirm_turns": True, "family": True}, SECRET)
    among_bots = seating.with_bot(seating.seated(chosen, "Ada", NONCE)[0], "greedy")[0]
    assert dict(among_bots.options) == dict(chosen.options)
    never = seating.with_options(table("Ada"), {"confirm_turns": False})
    assert not confirms(seating.seated(never, "Bruno", NONCE)[0])
    other_option = seating.with_options(table("Ada"), {"family": True})
    assert not confirms(seating.with_bot(other_option, "greedy")[0])


def test_at_a_table_from_before_options_were_told_apart_all_of_them_stay() -> None:
    older = seating.with_options(table("Ada"), {"confirm_turns": False})._replace(chosen=None)
    assert not confirms(seating.seated(older, "Bruno", NONCE)[0])
    assert not confirms(seating.with_options(older, {"family": True}))
    assert confirms(seating.with_bot(table("Ada")._replace(chosen=None), "greedy")[0])


def test_a_table_has_as_many_seats_as_its_game() -> None:
    full = table("Ada", "Bruno", "Celina", "Daiki")
    assert refused(lambda: seating.seated(full, "Eve", NONCE)) == "table_full"
    assert refused(lambda: seating.with_bot(full, "greedy")) == "table_full"


def test_bots_are_ready_and_have_names_of_their_own() -> None:
    made = table("Ada")
    for level in ("greedy", "random", "greedy"):
        made, bot = seating.with_bot(made, level)
        assert (bot.ready, bot.level) == (True, level)
    assert len({*names(made)}) == 4
    assert refused(lambda: seating.with_bot(table(), "clever")) == "unknown_level"
    assert seating.bots_among(made, range(4)) == [1, 2, 3]


def test_a_game_starts_when_enough_players_are_seated_and_all_are_ready() -> None:
    assert refused(lambda: seating.started(everybody_ready(table("Ada")))) == "bad_seats"
    two = table("Ada", "Bruno")
    half = seating.ready(two, two.places[0].id)
    with pytest.raises(Illegal) as refusal:
        seating.started(half)
    assert (refusal.value.code, refusal.value.facts) == ("not_ready", {"names": ("Bruno",)})
    assert seating.started(everybody_ready(two)).status == seating.PLAYING


def test_changed_options_make_everybody_but_the_bots_confirm_again() -> None:
    made, _ = seating.with_bot(everybody_ready(table("Ada")), "greedy")
    made = seating.with_options(made, {"family": True})
    assert dict(made.options)["family"] is True
    assert [place.ready for place in made.places] == [False, True]
    assert refused(lambda: seating.with_options(made, {"family": 1})) == "bad_option"


def test_the_lobby_is_closed_once_the_game_has_begun() -> None:
    playing = seating.started(everybody_ready(table("Ada", "Bruno")))
    for step in (
        lambda: seating.seated(playing, "Eve", NONCE),
        lambda: seating.with_bot(playing, "greedy"),
        lambda: seating.ready(playing, 1),
        lambda: seating.with_options(playing, {}),
        lambda: seating.reordered(playing, [1, 2]),
        lambda: seating.started(playing),
    ):
        assert refused(step) == "already_started"


def test_a_bot_plays_for_an_absent_player_until_they_are_back() -> None:
    playing = seating.started(everybody_ready(table("Ada", "Bruno")))
    ada = playing.places[0].id
    away = seating.stood_in(playing, ada)
    assert names(away) == ["Ada", "Bruno"]
    assert seating.bots_among(away, (0, 1)) == [0]
    assert seating.back(away, ada) == playing


def test_a_bot_plays_for_a_player_who_left_and_the_seat_is_open() -> None:
    playing = seating.started(everybody_ready(table("Ada", "Bruno")))
    ada = playing.places[0].id
    left = seating.without(playing, ada)
    assert names(left) == ["Ada", "Bruno"]
    assert seating.bots_among(left, (0, 1)) == [0]
    assert left.places[0].open
    assert seating.back(left, ada) == left
    assert refused(lambda: seating.hosted_by(left, ada)) == "nobody_there"


def test_the_shuffle_depends_on_everybodys_part() -> None:
    made = table("Ada", "Bruno")
    shuffle = seating.shuffle_of(made)
    assert shuffle.commitment == commitment(SECRET)
    assert shuffle.nonces == (NONCE, NONCE)
    other, _ = seating.seated(table("Ada"), "Bruno", b"m" * 32)
    assert seating.shuffle_of(other).seed != shuffle.seed


def test_a_table_survives_the_wire() -> None:
    made, _ = seating.with_bot(table("Ada"), "greedy")
    assert wire.loads(Table, wire.dumps(made)) == made


def test_everybody_has_a_different_colour() -> None:
    made = seating.opened("dream_home", {}, SECRET)
    made, ada = seating.seated(made, "Ada", NONCE, "teal")
    made, _ = seating.seated(made, "Bruno", NONCE, "teal")
    made, _ = seating.seated(made, "Celina", NONCE, "no colour")
    made, _ = seating.with_bot(made, "greedy")
    assert ada.colour == "teal"
    assert len({place.colour for place in made.places} & set(COLOURS)) == 4


def test_table_options_are_agreed_on_beside_the_games() -> None:
    made = seating.opened("dream_home", {"watching": "ask", "family": True}, SECRET)
    assert dict(made.options)["family"] is True
    assert seating.agreed(made, "watching") == "ask"
    assert seating.agreed(made, "seconds") == 0
    made = seating.with_options(made, {"seconds": 60})
    assert (seating.agreed(made, "watching"), seating.agreed(made, "seconds")) == ("ask", 60)
    assert refused(lambda: seating.with_options(made, {"seconds": 7})) == "bad_option"
    assert refused(lambda: seating.with_options(made, {"secs": 60})) == "unknown_option"


def test_a_table_stored_without_table_options_gets_the_defaults() -> None:
    made = table("Ada")._replace(table_options=())
    assert seating.agreed(made, "watching") == "open"


def test_hosting_passes_to_the_next_player_preferably_one_who_is_here() -> None:
    made = table("Ada", "Bruno", "Celina", "Daiki")
    ada, bruno, celina, daiki = (place.id for place in made.places)
    assert seating.without(seating.hosted_by(made, daiki), daiki).host == ada
    assert seating.without(seating.hosted_by(made, daiki), ada).host == daiki, "somebody else leaves"
    begun = seating.started(everybody_ready(made))
    away = seating.stood_in(seating.hosted_by(begun, ada), bruno)
    assert seating.without(away, ada).host == celina
    for gone in (celina, daiki):
        away = seating.without(away, gone)
    assert seating.without(away, ada).host == bruno, "they may come back"
    assert seating.without(seating.without(away, bruno), ada).host == 0


def test_bots_never_host() -> None:
    made, _ = seating.with_bot(table("Ada"), "greedy")
    ada = made.places[0].id
    assert seating.without(seating.hosted_by(made, ada), ada).host == 0


@pytest.mark.parametrize(
    ("status", "waiting", "phase"),
    [
        (seating.LOBBY, (), "lobby"),
        (seating.PLAYING, (1,), "playing"),
        (seating.PLAYING, (), "finished"),
        (seating.ABANDONED, (1,), "abandoned"),
        (seating.ABANDONED, (), "finished"),
        (seating.CLOSED, (1,), "closed"),
        (seating.CLOSED, (), "closed"),
    ],
)
def test_a_game_is_finished_when_nobody_can_move(status: str, waiting: tuple[int, ...], phase: str) -> None:
    """An abandoned game isn't finished, unless it was before."""
    assert seating.phase(table("Ada", "Bruno")._replace(status=status), waiting) == phase
