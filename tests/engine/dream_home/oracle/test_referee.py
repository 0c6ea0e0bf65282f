"""The oracle itself, checked against positions worked out by hand and the rulebooks' example."""

import random
from collections import Counter

import pytest

from tests.engine.dream_home.oracle.referee import Move, Oracle
from tests.engine.dream_home.oracle.scoring import SLOTS, Card, Scaffold
from tests.engine.dream_home.oracle.tables import NOTHING, full_decks, house, moves, play, slots, table

# Scoring


def test_the_first_turn_has_three_slots_for_a_room_and_two_for_a_basement_room() -> None:
    oracle = table("living_room garage", "red")
    play(oracle, ("take", 0))
    assert (slots(oracle, "up"), slots(oracle, "down")) == ("g0 g1 g2", "g0 g1 g2 b3 b4")
    oracle = table("living_room garage", "red")
    play(oracle, ("take", 1))
    assert (slots(oracle, "up"), slots(oracle, "down")) == ("b3 b4", "g0 g1 g2 b3 b4")


def test_all_that_is_not_empty_supports_but_only_an_older_scaffold_is_replaced() -> None:
    oracle = table("library", "", ".. .. .. .. .. | xx ## #! .. .. | Ga ..")
    play(oracle, ("take", 0))
    assert (slots(oracle, "up"), slots(oracle, "down")) == ("u0 u1 u2 g1 g3", "u0 u1 u2 g1 g3 b4")


@pytest.mark.parametrize(
    ("card", "house", "upstairs"),
    [
        ("living_room", "Li Li .. .. .. | Pl Ba Be .. .. | .. ..", "u2"),
        ("living_room", "Li Li .. .. .. | Pl Ba Be Li .. | Ga ..", "u2 u3"),
        ("living_room", "Li Li .. Li .. | Pl Ba Be Ki .. | Ga ..", ""),
        ("living_room", "Li .. Li .. .. | Pl Ba Be Ki .. | Ga ..", "u1 u3"),
        ("living_room", "Li*piano .. .. .. .. | Pl Ba Be .. .. | .. ..", "u2"),
        ("living_room", "Li*piano .. .. .. .. | Pl Ba Be .. .. | .. .. beside: interior_designer", "u1 u2"),
        ("living_room", "Li*piano .. Li*cat_house .. .. | Pl Ba Be Ki .. | Ga ..", ""),
        (
            "living_room",
            "Li*piano .. Li*cat_house .. .. | Pl Ba Be Ki .. | Ga .. beside: interior_designer",
            "u3",
        ),
        ("bathroom", "Ba .. .. .. .. | Pl Li Be .. .. | .. ..", "u2"),
        ("playroom", "xx .. .. .. .. | Pl Li Be .. .. | .. ..", "u1 u2"),
        ("garage", ".. .. .. .. .. | Pl Li Be .. .. | .. ..", ""),
    ],
)
def test_a_face_up_room_respects_sizes_tokens_and_storeys(card: str, house: str, upstairs: str) -> None:
    oracle = table(card, "", house)
    play(oracle, ("take", 0))
    assert [slot for slot in slots(oracle, "up").split() if slot[0] == "u"] == upstairs.split()


def test_any_card_may_lie_face_down_and_takes_an_old_scaffold_away() -> None:
    oracle = table("garage", "", ".. .. .. .. .. | ## .. .. .. .. | .. ..")
    play(oracle, ("take", 0), ("place", "g0", "down"), ("done",))
    assert house(oracle) == ".. .. .. .. .. | xx .. .. .. .. | .. .."
    assert oracle.numbered(0) == ["", "", "", "", "", "xx/garage/1", "", "", "", "", "", ""]
    assert oracle.discarded_specials == ["scaffold"]


# The special of the pair


def test_a_token_goes_to_an_upper_room_without_a_token() -> None:
    oracle = table("bathroom bathroom", "cat_house", "Li*piano Li Ba*hot_tub .. .. | Li Ki xx .. .. | .. Ga")
    play(oracle, ("take", 1), ("place", "b3", "down"))
    assert oracle.moves(0) == {("decor", "g0"), ("decor", "g1"), ("decor", "none")}
    play(oracle, ("decor", "g1"))
    assert oracle.moves(0) == {("done",)}
    assert oracle.numbered(0)[6] == "kitchen/g1*cat_house"


def test_a_token_laid_before_the_room_closes_for_it_and_after_it_may_lie_on_it() -> None:
    before = table("study living_room", "piano", ".. .. .. .. .. | Li .. Ki .. .. | .. ..")
    play(before, ("take", 1))
    assert slots(before, "up") == "u0 u2 g1"
    play(before, ("decor", "g0"))
    assert slots(before, "up") == "u0 u2"
    after = table("study living_room", "piano")
    play(after, ("take", 1))
    assert moves(after, "decor") == {("decor", "none")}
    play(after, ("place", "g0", "up"))
    assert after.moves(0) == {("decor", "g0"), ("decor", "none")}


def test_a_token_without_a_room_is_lost_without_a_move() -> None:
    oracle = table("study kitchen", "piano")
    play(oracle, ("take", 1), ("place", "g0", "up"))
    assert oracle.moves(0) == {("done",)}
    assert oracle.discarded_specials == ["piano"]


def test_a_tree_house_stands_outside_and_needs_no_step() -> None:
    oracle = table("study kitchen", "tree_house")
    play(oracle, ("take", 1), ("place", "g0", "up"))
    assert oracle.moves(0) == {("done",)}
    assert house(oracle) == ".. .. .. .. .. | Ki .. .. .. .. | .. .. | beside: tree_house"


def test_a_designer_lifts_the_closing_for_the_room_taken_with_it() -> None:
    oracle = table(
        "kitchen kitchen", "interior_designer", ".. .. .. .. .. | Ki*cat_house .. xx .. .. | .. .."
    )
    play(oracle, ("take", 1))
    assert slots(oracle, "up") == "u0 u2 g1"


def test_a_scaffold_must_be_laid_while_it_has_a_slot() -> None:
    oracle = table("study living_room", "scaffold")
    play(oracle, ("take", 1))
    assert moves(oracle, "scaffold") == {("scaffold", slot) for slot in ("g0", "g1", "g2", "b3", "b4")}
    play(oracle, ("place", "g0", "up"))
    assert (
        moves(oracle, "scaffold")
        == oracle.moves(0)
        == {("scaffold", slot) for slot in ("u0", "g1", "g2", "b3", "b4")}
    )


def test_a_scaffold_carries_the_room_of_its_own_turn() -> None:
    oracle = table("study living_room", "scaffold")
    play(oracle, ("take", 1), ("scaffold", "g0"))
    assert slots(oracle, "up") == "u0 g1 g2"
    play(oracle, ("place", "u0", "up"))
    assert house(oracle) == "Li .. .. .. .. | #! .. .. .. .. | .. .."


def test_a_scaffold_without_a_slot_is_discarded() -> None:
    oracle = table("study living_room", "scaffold", "Pl Ba Be ## .. | Pl Ba Be Ki xx | Ga Ga")
    play(oracle, ("take", 1), ("place", "u4", "down"))
    assert oracle.moves(0) == {("done",)}
    play(oracle, ("done",))
    assert oracle.discarded_specials == ["scaffold"]
    assert house(oracle) == "Pl Ba Be ## xx | Pl Ba Be Ki xx | Ga Ga"


# Tools


def test_a_drill_cuts_a_card_out_of_a_room_and_loses_its_token() -> None:
    cards = "bedroom garage living_room bathroom"
    oracle = table(cards, "red", "Li Li*piano Li .. .. | Pl Ba Be xx Ki | Ga xx beside: drill")

    def slots_for(column: int) -> str:
        return " ".join(slot for slot in SLOTS if ("drill", column, slot) in oracle.moves(0))

    assert slots_for(0) == "u0 u1 u2 g0 g1 g2 g4"  # a bedroom
    assert slots_for(1) == "b3"  # a garage
    assert slots_for(2) == "u1 g0 g1 g2 g4"  # a living room: without u0 or u2 the token closes the rest
    assert slots_for(3) == "u0 u1 u2 g1 g4"  # a bathroom
    play(oracle, ("drill", 0, "u1"))
    assert house(oracle) == "Li Be Li .. .. | Pl Ba Be xx Ki | Ga xx"
    assert oracle.room_display[0] == "living_room/u1"
    assert moves(oracle, "drill") == set()
    assert oracle.discarded_specials == ["drill"]


def test_a_mixer_swaps_two_cards_of_the_display() -> None:
    oracle = table("bedroom garage", "red", NOTHING + "beside: concrete_mixer")
    assert len(moves(oracle, "mix")) == 5 * 4
    play(oracle, ("mix", 0, 1))
    assert oracle.room_display[:2] == ["garage/1", "bedroom/1"]
    assert moves(oracle, "mix") == set()


def test_a_tool_is_not_used_in_the_turn_it_is_taken() -> None:
    oracle = table("bedroom garage", "concrete_mixer")
    play(oracle, ("take", 1))
    assert {move[0] for move in oracle.moves(0)} == {"place"}
    play(oracle, ("place", "g0", "down"))
    assert oracle.moves(0) == {("done",)}


def test_jackhammers_are_asked_clockwise_and_take_the_turn_away() -> None:
    oracle = table("bedroom", "red red red red", first=2, options={"confirm_turns": False})
    oracle.homes[1].beside.append("jackhammer")
    oracle.homes[3].beside.append("jackhammer")
    oracle.open_window()
    assert oracle.waiting == (3,)
    assert oracle.moves(3) == {("pass",), *(("jack", column) for column in range(5))}
    play(oracle, ("pass",))
    assert oracle.waiting == (1,)
    play(oracle, ("jack", 0))
    assert {move[0] for move in oracle.moves(1)} == {"place"}
    play(oracle, ("place", "g0", "up"))
    asked = []
    for column in (3, 1, 4):
        asked.append(oracle.waiting[0])
        play(oracle, ("take", column), ("place", "b3", "down"))
    assert asked == [2, 3, 0]
    assert (oracle.round, oracle.marker, oracle.waiting) == (2, 2, (3,))  # seat 3 passed and is asked again
    assert oracle.house(1).endswith("..")


def test_when_all_have_used_a_jackhammer_no_turns_are_played() -> None:
    oracle = table("", "", seats=2, options={"family": True, "confirm_turns": False})
    oracle.homes[0].beside.append("jackhammer")
    oracle.homes[1].beside.append("jackhammer")
    oracle.open_window()
    play(oracle, ("jack", 0), ("place", "g0", "up"), ("jack", 4), ("place", "g0", "up"))
    assert (oracle.round, oracle.waiting, len(oracle.discarded_rooms)) == (2, (0,), 3)


# Rounds


def test_two_or_three_clear_a_pair_for_the_helpers_and_never_column_0() -> None:
    oracle = table("study garage", "red~", seats=3, first=1)
    assert oracle.waiting == (1,)
    assert oracle.moves(1) == {("clear", column) for column in (1, 2, 3, 4)}
    play(oracle, ("clear", 1))
    assert (oracle.room_discards, oracle.roof_discards) == (["garage/1"], ["red~"])
    assert oracle.moves(1) == {("take", column) for column in (0, 2, 3, 4)}


@pytest.mark.parametrize(("seats", "family"), [(4, False), (2, True), (3, True)])
def test_four_seats_and_the_family_variant_clear_nothing(seats: int, family: bool) -> None:
    oracle = table(seats=seats, options={"family": family})
    assert oracle.moves(0) == {("take", column) for column in range(5)}


def test_column_0_gives_the_lead_of_the_next_round_but_not_of_this_one() -> None:
    oracle = table(specials="red red red blue", options={"confirm_turns": False})
    order = []
    for column in (1, 0, 2, 3):
        order.append(oracle.waiting[0])
        play(oracle, ("take", column), ("place", "g0", "down"))
    assert (order, oracle.waiting) == ([0, 1, 2, 3], (1,))
    assert oracle.roof_discards == ["blue"]
    assert len(oracle.room_discards) == 1


def test_decks_that_are_not_the_games_own_and_unknown_options_are_refused() -> None:
    rooms, specials = full_decks()
    with pytest.raises(ValueError, match="60 room cards"):
        Oracle(2, {}, rooms[1:], specials, 0)
    with pytest.raises(ValueError, match="48 special cards"):
        Oracle(2, {}, rooms, [*specials[1:], "piano"], 0)
    with pytest.raises(ValueError, match="no such table"):
        Oracle(2, {"familly": True}, rooms, specials, 0)


def test_a_seat_that_is_not_asked_and_a_move_that_is_not_listed_are_refused() -> None:
    oracle = table()
    assert oracle.moves(1) == set()
    refused: list[tuple[int, Move]] = [(1, ("take", 0)), (0, ("take", 5)), (0, ("done",)), (0, ())]
    for seat, move in refused:
        with pytest.raises(ValueError, match="may not"):
            oracle.play(seat, move)


# Whole games


def cards_of(oracle: Oracle) -> tuple[Counter[str], Counter[str]]:
    """Every card of both decks, wherever it is."""
    rooms = (
        oracle.discarded_rooms + oracle.room_display + [oracle.card] + oracle.room_deck[5 * oracle.round :]
    )
    specials = oracle.discarded_specials + oracle.special_display + oracle.special_deck[4 * oracle.round :]
    specials += ["scaffold"] if oracle.scaffold else []
    for home in oracle.homes:
        specials += home.roofs + [thing for thing in home.beside if thing not in ("tree_house", "bird_house")]
        specials += ["scaffold" for there in home.house.values() if isinstance(there, Scaffold)]
        rooms += [there.name for there in home.house.values() if isinstance(there, Card)]
    return Counter(card for card in rooms if card), Counter(card for card in specials if card)


@pytest.mark.parametrize("confirm_turns", [True, False])
@pytest.mark.parametrize(("seats", "family"), [(2, False), (2, True), (3, False), (4, False)])
@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_keeps_every_card_and_fills_every_house(
    seats: int, family: bool, confirm_turns: bool, seed: int
) -> None:
    chance = random.Random(seed)
    rooms, specials = full_decks()
    chance.shuffle(rooms)
    chance.shuffle(specials)
    options: dict[str, object] = {"family": family, "confirm_turns": confirm_turns}
    oracle = Oracle(seats, options, rooms, specials, first=chance.randrange(seats))
    while oracle.waiting:
        (seat,) = oracle.waiting
        listed = sorted(oracle.moves(seat), key=str)
        assert confirm_turns or listed != [("done",)]
        tag = chance.choice(sorted({str(move[0]) for move in listed}))
        oracle.play(seat, chance.choice([move for move in listed if move[0] == tag]))
        assert cards_of(oracle) == (Counter(rooms), Counter(specials))
    assert oracle.round == 12
    for home in oracle.homes:
        assert sorted(home.house) == sorted(SLOTS)
        assert all(isinstance(there, Card) for there in home.house.values())
    assert oracle.winners()
