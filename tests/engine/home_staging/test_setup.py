"""The table before the first turn: options, cards, tokens, who begins."""

import pytest

from app.engine import home_staging
from app.engine.core import Illegal
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.turns import which_card

from .drawing import after, offered, played, refusal, table


@pytest.mark.rule("HS-3.1")
def test_the_options_are_the_scenario_open_pencils_confirming_and_the_first_player() -> None:
    options = {option.name: (option.values, option.default) for option in home_staging.options}
    assert options["scenario"] == (("P", *map(str, range(1, 21))), "P")
    assert options["open_pencils"][1] is False
    assert options["confirm_turns"][1] is True
    assert options["first_player"] == (("random", 0, 1, 2, 3, 4, 5), "random")
    with pytest.raises(Illegal, match="bad_option"):
        home_staging.new(2, {"first_player": 2}, 1)
    with pytest.raises(Illegal, match="bad_option"):
        home_staging.new(1, {"scenario": 7}, 1)
    for seats in (0, 7, True):
        with pytest.raises(Illegal, match="bad_seats"):
            home_staging.new(seats, {}, 1)
    assert table("P", "bathroom: 20A2@F6", first_player=0).active == 0


@pytest.mark.rule("HS-3.2")
def test_of_each_number_one_card_is_drawn_at_random() -> None:
    scenario = SCENARIOS["P"]
    drawn = [which_card(scenario, bytes([seed]), "bathroom", 20) for seed in range(200)]
    assert 70 < drawn.count("A") < 130
    start = table("P", "bathroom: 20A2@F6")
    state, events = played(start, "0 card 21")
    assert events == [("card", 0, 21, state.card.card)]
    assert state.card.card == which_card(scenario, start.luck, "bathroom", 21)


@pytest.mark.rule("HS-3.2")
def test_of_two_rooms_with_the_same_number_one_gets_card_a_and_the_other_card_b() -> None:
    scenario = SCENARIOS["17"]
    first = []
    for seed in range(200):
        luck = bytes([seed])
        both = [which_card(scenario, luck, room, 13) for room in ("twin_room_1", "twin_room_2")]
        assert sorted(both) == ["A", "B"]
        first += both[:1]
    assert 70 < first.count("A") < 130
    start = table("17", "twin_room_1: 16A1@E6")
    numbers = {card.number for room in scenario.rooms for card in room.cards}
    assert all(which_card(scenario, start.luck, "kitchen", number) for number in numbers & {9, 7})


@pytest.mark.rule("HS-3.2")
def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    def cards(seed: int) -> list[str]:
        luck = home_staging.new(1, {}, seed).luck
        return [
            which_card(SCENARIOS["P"], luck, room.key, card.number)
            for room in SCENARIOS["P"].rooms
            for card in room.cards
        ]

    assert cards(1) == cards(1)
    assert len({tuple(cards(seed)) for seed in range(20)}) > 10


@pytest.mark.rule("HS-3.3")
def test_on_a_card_lie_the_tokens_that_the_scenario_says() -> None:
    start = table("P", "bedsit: 13B1@J8 15B1@H9")
    one = after(start, "0 card 1")
    assert offered(one, 0) == [("tokens", 0), ("tokens", 1)]
    two = after(start, "0 card 19")
    assert offered(two, 0) == [("tokens", 0), ("tokens", 1), ("tokens", 2)]
    assert refusal(two, "0 tokens 3") == "bad_tokens"
    assert after(two, "0 tokens 0").tokens == (0, 2)


@pytest.mark.rule("HS-3.4")
def test_the_first_active_player_is_random_or_named() -> None:
    first = [home_staging.new(3, {}, seed).active for seed in range(60)]
    assert {*first} == {0, 1, 2}
    for named in range(3):
        start = home_staging.new(3, {"first_player": named}, 1)
        assert start.waiting == (named,)
        assert home_staging.opening(start) == (("scenario", "P"), ("first", named))
    assert table("P", "bathroom: 20A2@F6", "bathroom: 20A2@H6").waiting == (0,)


@pytest.mark.rule("HS-3.4", "HS-4.1")
def test_what_turns_up_by_itself_belongs_to_the_opening() -> None:
    start = home_staging.new(2, {"scenario": "18", "first_player": 1}, 1)
    assert home_staging.opening(start) == (("scenario", "18"), ("first", 1), ("room", 1, "workshop"))
    assert start.room == "workshop"
    assert table("18", "workshop: 28A1@I2").waiting == (0,)
