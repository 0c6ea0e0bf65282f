"""What is in the decks, as the card list says."""

import re
import shutil
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from app.engine.dream_home import cards
from app.engine.dream_home.cards import CHILDREN, ROOM_NAMES, SPECIAL_NAMES
from app.engine.dream_home.notation import write_card
from app.engine.dream_home.scoring import children

from .drawing import drawn, house, played, points

# Ids follow this order and are stored in every game, so the order matters.
ROOMS = [
    ("living_room", "Li", 9),
    ("bedroom", "Be", 8),
    ("kitchen", "Ki", 8),
    ("bathroom", "Ba", 10),
    ("playroom", "Pl", 6),
    ("pantry", "Pa", 2),
    ("sauna", "Sa", 2),
    ("dressing_room", "Dr", 2),
    ("study", "St", 1),
    ("library", "Lb", 1),
    ("game_room", "Gr", 1),
    ("garage", "Ga", 6),
    ("storage_room", "So", 1),
    ("wine_cellar", "Wi", 1),
    ("workshop", "Wo", 1),
    ("laundry", "La", 1),
]
BASEMENT = ("Ga", "So", "Wi", "Wo", "La")
ROOFS = {"red": 5, "red~": 1, "blue": 5, "blue~": 1, "green": 5, "green~": 1, "brown": 5, "brown~": 1}
HELPERS = {"roofer": 1, "supplier": 1, "architect": 1, "handyman": 1, "interior_designer": 1}
TOOLS = {"scaffold": 3, "drill": 2, "jackhammer": 2, "concrete_mixer": 2}
PAINTINGS = {"painting_1": 1, "painting_2": 1, "painting_3": 1}
FURNITURE = {"piano": 1, "canopy_bed": 1, "hot_tub": 1, "ice_cream_machine": 1, "cat_house": 1}
DECOR = FURNITURE | PAINTINGS | {"tree_house": 1, "bird_house": 1}


@pytest.mark.rule("DH-12.1", "DH-12.2", "DH-12.7")
def test_the_room_deck_holds_sixty_cards_of_sixteen_types_each_with_an_identity() -> None:
    table = drawn("""
        seats: 2
        rooms: Li/1 Li/2 Li/3 Li/4 Li/5
        specials: .. red red red red
    """)
    deck = table.display.rooms + table.deck.rooms
    assert [ROOM_NAMES[card] for card in deck] == [
        f"{key}/{n + 1}" for key, _, copies in ROOMS for n in range(copies)
    ]
    assert [write_card(card) for card in deck] == [
        f"{two}/{n + 1}" for _, two, copies in ROOMS for n in range(copies)
    ]
    assert len(set(deck)) == sum(copies for _, _, copies in ROOMS) == 60
    assert len({two for _, two, _ in ROOMS}) == len(ROOMS) == 16


@pytest.mark.rule("DH-12.7")
@pytest.mark.parametrize(
    ("card", "name"), [("Li/9", "living_room/9"), ("Be/1", "bedroom/1"), ("St", "study/1")]
)
def test_a_card_keeps_its_identity_wherever_it_goes(card: str, name: str) -> None:
    table = drawn(f"""
        rooms: {card} Li/1 Be/2 Ki Ki
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    _, events = played(table, "take 0", "place g0 down")
    assert events == [("take", 0, 1, 0, name, "marker"), ("place", 0, name, "g0", "down", "")]


@pytest.mark.rule("DH-12.1", "DH-12.9", "DH-12.10", "DH-12.11", "DH-12.12")
def test_the_special_deck_holds_forty_eight_cards() -> None:
    table = drawn("""
        seats: 2
        rooms: Li/1 Li/2 Li/3 Li/4 Li/5
    """)
    deck = Counter(SPECIAL_NAMES[card] for card in table.display.specials[1:] + table.deck.specials)
    assert deck == ROOFS | HELPERS | TOOLS | DECOR
    assert [sum(some.values()) for some in (ROOFS, HELPERS, TOOLS, DECOR)] == [24, 5, 9, 10]
    assert SPECIAL_NAMES[1:] == (*ROOFS, *HELPERS, *TOOLS, *DECOR)


@pytest.mark.rule("DH-12.3", "DH-12.4")
@pytest.mark.parametrize(
    ("letters", "by_size"),
    [
        ("Li", (1, 4, 9)),
        ("Be", (1, 4)),
        ("Ki", (1, 6)),
        ("Ba", (1,)),
        ("Pl", (2, 6)),
        ("Pa", (1,)),
        ("Sa", (1,)),
        ("Dr", (1,)),
        ("St", (2,)),
        ("Lb", (2,)),
        ("Gr", (2,)),
        ("Ga", (0, 4)),
        ("So", (1,)),
        ("Wi", (2,)),
        ("Wo", (2,)),
        ("La", (1,)),
    ],
)
def test_a_room_has_the_points_of_its_type_and_size(letters: str, by_size: tuple[int, ...]) -> None:
    for size, worth in enumerate(by_size, 1):
        row = "  ".join([letters] * size + ["xx"] * (3 - size))
        if letters in BASEMENT:
            one_room = f"""
                ..  ..  ..  ..  ..
                ..  ..  ..  ..  ..
                ++  ++  ++  {row.removesuffix("xx").rstrip()}
            """
        else:
            one_room = f"""
                ..  ..  ..  ..  ..
                {row}  ..  ..
                ++  ++  ++  ..  ..
            """
        assert points(one_room) == {"rooms": worth, "decor": 0, "functionality": 0, "roof": 0, "total": worth}


@pytest.mark.rule("DH-12.5")
@pytest.mark.parametrize(("letters", "wanted"), [("Pa", "Ki"), ("Sa", "Ba"), ("Dr", "Be")])
@pytest.mark.parametrize("neighbour", ["Ki", "Ba", "Be", "xx"])
def test_pantry_sauna_and_dressing_room_are_worth_3_beside_their_room(
    letters: str, wanted: str, neighbour: str
) -> None:
    beside = f"""
        ..  ..  ..  ..  ..
        {letters}  {neighbour}  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    neighbours_own = 0 if neighbour == "xx" else 1
    assert points(beside)["rooms"] == neighbours_own + (3 if neighbour == wanted else 1)


@pytest.mark.rule("DH-12.8")
def test_twenty_cards_spread_over_the_types_hide_one_child_each() -> None:
    hiding = Counter(ROOM_NAMES[card].split("/")[0] for card in CHILDREN)
    assert (hiding.total(), len(CHILDREN)) == (20, 20)
    assert all(copies < 6 or 2 <= hiding[key] < copies for key, _, copies in ROOMS)
    for card in range(1, 61):
        cell = write_card(card)
        above, below = ("xx", cell) if cell[:2] in BASEMENT else (cell, "xx")
        alone = house(f"""
            ..  ..  ..  ..  ..
            ..  ..  ..  {above}  ..
            ++  ++  ++  {below}  ..
        """)
        assert children(alone) == (1 if card in CHILDREN else 0)


@pytest.mark.rule("DH-12.12")
@pytest.mark.parametrize(
    ("token", "letters", "worth"),
    [
        ("piano", "Li", 3),
        ("canopy_bed", "Be", 2),
        ("hot_tub", "Ba", 2),
        ("ice_cream_machine", "Ki", 2),
        ("cat_house", "Pl", 1),
        ("painting_1", "Pa", 1),
        ("painting_2", "St", 1),
        ("painting_3", "Sa", 1),
    ],
)
def test_a_token_has_its_printed_points(token: str, letters: str, worth: int) -> None:
    furnished = f"""
        ..  ..  ..  ..  ..
        {letters}*{token}  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert points(furnished)["decor"] == worth


@pytest.mark.rule("DH-12.1")
@pytest.mark.parametrize(
    ("line", "changed", "sums"),
    [
        ("copies = 9", "copies = 8", "(59, 48, 10, 20)"),
        ("copies = 5", "copies = 6", "(60, 49, 10, 20)"),
        ("children = [3, 8]", "children = [3]", "(60, 48, 10, 19)"),
        ('sort = "decor"', 'sort = "roof"', "(60, 48, 9, 20)"),
    ],
)
def test_a_card_file_with_other_sums_is_not_loaded(
    line: str, changed: str, sums: str, tmp_path: Path
) -> None:
    table = drawn("""
        rooms: Li/1 Li/2 Li/3 Li/4 Li/5
        specials: .. red red red red
    """)
    assert len(table.display.rooms + table.deck.rooms) == 60
    assert len(table.display.specials[1:] + table.deck.specials) == 48
    here = Path(cards.__file__)
    shutil.copy(here, tmp_path)
    toml = here.with_name("cards.toml").read_text("utf-8")
    assert line in toml
    (tmp_path / "cards.toml").write_text(toml.replace(line, changed, 1), "utf-8")
    copy = spec_from_file_location("changed_cards", tmp_path / here.name)
    assert copy is not None
    assert copy.loader is not None
    with pytest.raises(ValueError, match=re.escape(sums)):
        copy.loader.exec_module(module_from_spec(copy))
