"""What is hidden from everyone: the order of the decks and the roof piles, and nothing else."""

from collections import Counter
from random import Random

import pytest

from app.engine import dream_home
from app.engine.chance import commitment, seed_of
from app.engine.dream_home.cards import SPECIAL_IDS
from app.engine.dream_home.state import Cards, State

from .drawing import after, drawn, played

VIEWERS = (0, 1, None)


def looks(state: State) -> list[str]:
    """What each viewer sees."""
    return [repr(dream_home.view(state, viewer)) for viewer in VIEWERS]


def roofs_seen(state: State) -> list[bytes]:
    """The roof piles as everybody sees them."""
    views = [dream_home.view(state, viewer) for viewer in VIEWERS]
    assert views[0] == views[1] == views[2]
    return [house.roof for house in views[0].houses]


def pile(names: str) -> bytes:
    """A roof pile from the names of its cards; `..` is a hidden one."""
    return bytes(0 if name == ".." else SPECIAL_IDS[name] for name in names.split())


@pytest.mark.rule("DH-11.1")
def test_the_order_of_the_decks_is_not_seen() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        specials: .. red red blue green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    rooms, specials = table.deck
    assert len(rooms) == 55
    assert len(specials) == 44
    for deck in (Cards(rooms[::-1], specials), Cards(rooms, specials[::-1])):
        assert looks(table._replace(deck=deck)) == looks(table)
    assert dream_home.secrets(table, 0)["room deck"] == tuple(rooms)
    assert dream_home.secrets(table, 0)["special deck"] == tuple(specials)


@pytest.mark.rule("DH-11.2")
@pytest.mark.parametrize("step", ["turn", "clear", "jack", "help"])
def test_roof_piles_are_not_seen_even_by_their_owners(step: str) -> None:
    table = drawn(f"""
        step: {step}
        round: 12
        rooms: Be Ki Pl St Lb
        specials: .. red red blue green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red blue~ green
        beside: jackhammer handyman
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: brown
    """)
    assert roofs_seen(table) == [bytes(3), bytes(1)]
    for viewer in VIEWERS:
        secrets = dream_home.secrets(table, viewer)
        assert secrets["roof pile 0"] == tuple(pile("red blue~ green"))
        assert secrets["roof pile 1"] == tuple(pile("brown"))


@pytest.mark.rule("DH-11.3", "DH-11.4", "DH-11.5")
def test_with_strict_memory_a_drafted_roof_is_named_until_its_round_is_over() -> None:
    table = drawn("""
        options: family=on
        round: 4
        rooms: Be/1 Ki/1 Pl/1 St/1 Lb/1
        specials: .. red blue~ drill green
        deck_rooms: Be/3 Be/4 Be/5 Be/6 Be/7
        deck_specials: brown piano red~ roofer
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    rooms = tuple(f"{room}/1" for room in ("bedroom", "kitchen", "playroom", "study", "library"))
    deal = ("deal", 4, rooms, ("red", "blue~", "drill", "green"))
    mine, [take, *_] = played(table, "take 2", "place g0 up", "done")
    assert take == ("take", 0, 4, 2, "playroom/1", "blue~")
    assert roofs_seen(mine) == [pile(".. blue~"), b""]
    assert dream_home.secrets(mine, None)["roof pile 0"] == tuple(pile("green"))
    assert dream_home.fade(take, mine) == take
    assert dream_home.fade(deal, mine) == deal

    taken = after(mine, "take 1", "place g0 up")
    assert roofs_seen(taken) == [pile(".. blue~"), pile("red")]
    then, [_, sweep, new_deal] = played(taken, "done")
    assert then.round == 5
    assert roofs_seen(then) == [bytes(2), bytes(1)]
    assert dream_home.fade(take, then) == ("take", 0, 4, 2, "playroom/1", "roof")
    assert dream_home.fade(deal, then) == ("deal", 4, rooms, ("roof", "roof", "drill", "roof"))
    # what was left is in the open discards, and everyone can see the new deal
    assert sweep == ("sweep", 4, ("bedroom/1", "study/1", "library/1"), ("drill", "green"))
    assert dream_home.fade(sweep, then) == sweep
    assert new_deal[3] == ("brown", "piano", "red~", "roofer")
    assert dream_home.fade(new_deal, then) == new_deal


@pytest.mark.rule("DH-11.3", "DH-11.4", "DH-11.5")
def test_when_the_last_round_is_over_its_roofs_are_hidden_too() -> None:
    table = drawn("""
        round: 12
        waiting: 1
        rooms: Be/1 Ki Pl St ..
        specials: .. red blue green ..
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    deal = ("deal", 12, ("bedroom/1",), ("red", "piano"))
    then, [take, *_] = played(table, "take 2", "place u4 down", "done")
    assert (then.step, then.round) == ("help", 12)
    assert roofs_seen(then) == [b"", bytes(1)]
    assert dream_home.fade(take, then)[5] == "roof"
    assert dream_home.fade(deal, then)[3] == ("roof", "piano")


@pytest.mark.rule("DH-11.6", "DH-11.10")
def test_what_was_seen_in_the_open_keeps_its_name() -> None:
    table = drawn("""
        round: 7
        rooms: Be Ki Pl St Lb
        specials: .. red red blue green
        discarded_specials: green~ brown
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    told = [
        ("clear", 0, 2, "bedroom/1", "red"),
        ("jack", 0, 2, "bedroom/1", "blue~"),
        ("sweep", 3, ("bedroom/1",), ("red", "drill")),
        ("take", 0, 3, 2, "bedroom/1", "piano"),
        ("take", 0, 3, 0, "bedroom/1", "marker"),
        ("take", 0, 3, 1, "bedroom/1", "roofer"),
        ("place", 0, "bedroom/1", "g0", "down", ""),
        ("roofer", 0, "red"),
    ]
    assert [dream_home.fade(event, table) for event in told] == told
    for viewer in VIEWERS:
        assert dream_home.view(table, viewer).discards == table.discards


@pytest.mark.rule("DH-11.7")
def test_with_open_memory_the_colours_stay() -> None:
    table = drawn("""
        options: roof_memory=open family=on
        round: 4
        rooms: Be/1 Ki/1 Pl/1 St/1 Lb/1
        specials: .. red blue~ drill green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
    """)
    assert roofs_seen(table) == [pile("green"), b""]
    then, happened = played(
        table, "take 2", "place g0 up", "done", "take 1", "place g0 up", "done", "take 0", "place g1 down"
    )
    assert then.round == 5
    assert roofs_seen(then) == [pile("green blue~"), pile("red")]
    deal = ("deal", 4, ("bedroom/1",), ("red", "blue~", "drill", "green"))
    assert [dream_home.fade(event, then) for event in (deal, *happened)] == [deal, *happened]


@pytest.mark.rule("DH-11.8")
def test_the_roofers_roof_is_named_and_those_below_it_are_not() -> None:
    table = drawn("""
        round: 12
        step: help
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: green blue
        beside: roofer
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: brown
        beside: handyman
    """)
    roofed, [event] = played(table, "roofer red")
    assert dream_home.fade(event, roofed) == ("roofer", 0, "red")
    assert roofs_seen(roofed) == [pile(".. .. red"), bytes(1)]
    assert roofs_seen(after(roofed, "done")) == [pile(".. .. red"), bytes(1)]
    assert roofs_seen(after(roofed, "undo")) == [bytes(2), bytes(1)]


@pytest.mark.rule("DH-11.9")
def test_at_the_end_everything_is_shown() -> None:
    table = drawn("""
        round: 12
        step: help
        rooms: .. .. .. .. ..
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: green blue
        beside: handyman
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: brown~
    """)
    over = after(table, "done")
    assert roofs_seen(over) == [pile("green blue"), pile("brown~")]
    assert dream_home.secrets(over, None) == {}
    told = [("take", 1, 3, 2, "bedroom/1", "brown~"), ("deal", 3, ("bedroom/1",), ("brown~", "red"))]
    assert [dream_home.fade(event, over) for event in told] == told
    assert dream_home.reseal(over, None, Random(1)) == over


@pytest.mark.rule("DH-11.10")
def test_nothing_else_is_hidden() -> None:
    table = drawn("""
        round: 5
        step: taken
        marker: 1
        waiting: 0
        turns: 8 3
        rooms: Be .. Pl St Lb
        specials: .. .. red blue green
        hand: Ki piano scaffold
        discarded_rooms: Wi Ga
        discarded_specials: drill
        house
        ..  ..  ..  ..  ..
        Li*cat_house  xx/Be/3  ##  ..  ..
        ++  ++  ++  #!  ..
        beside: drill architect bird_house
    """)
    for viewer in VIEWERS:
        seen = dream_home.view(table, viewer)
        for name in seen._fields:
            assert getattr(seen, name) == getattr(table, name), name
        hidden = {*table._fields} - {*seen._fields}
        assert hidden == {"deck", "drafted", "options", "start"}  # the options are the room's


@pytest.mark.rule("DH-11.11")
@pytest.mark.parametrize("memory", ["strict", "open"])
def test_resealed_positions_look_the_same_and_allow_the_same_moves(memory: str) -> None:
    table = drawn(f"""
        options: roof_memory={memory}
        round: 5
        rooms: Be Ki Pl St Lb
        specials: .. red blue~ drill green
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red brown~ green red
        house
        ..  ..  ..  ..  ..
        Be  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue blue green~
    """)
    taken = after(table, "take 1")
    resealed = [dream_home.reseal(taken, viewer, Random(seed)) for seed in range(8) for viewer in VIEWERS]
    for other in resealed:
        assert looks(other) == looks(taken)
        assert [*dream_home.moves(other, 0)] == [*dream_home.moves(taken, 0)]
        assert other.houses[0].roof[-1:] == pile("red")  # everyone saw it being taken
        assert looks(after(other, "undo")) == looks(after(taken, "undo"))
        assert hidden_cards(other) == hidden_cards(taken)
        assert hidden_cards(after(other, "undo")) == hidden_cards(after(taken, "undo"))
    varied = {"room deck", "special deck"}
    if memory == "strict":
        varied |= {"roof pile 0", "roof pile 1"}
    else:
        assert {other.houses for other in resealed} == {taken.houses}
    secrets = [dream_home.secrets(other, None) for other in resealed]
    for name in dream_home.secrets(taken, None):
        assert (len({each[name] for each in secrets}) > 1) is (name in varied), name


def hidden_cards(state: State) -> Counter[tuple[str, int]]:
    """All cards in decks and roof piles: resealing only changes their order."""
    roofs = [roof for house in state.houses for roof in house.roof]
    return Counter(
        [
            *(("room", card) for card in state.deck.rooms),
            *(("special", card) for card in (*state.deck.specials, *roofs)),
        ]
    )


@pytest.mark.rule("DH-11.12")
def test_the_deal_can_be_checked_when_the_seed_is_revealed() -> None:
    secret, nonces = bytes(range(32)), [bytes([7] * 32), bytes([9] * 32)]
    assert commitment(secret) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    dealt = dream_home.new(2, {}, seed_of(secret, nonces))
    unshuffled = drawn("""
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert dealt.houses == unshuffled.houses
    assert sorted(dealt.display.rooms + dealt.deck.rooms) == [*range(1, 61)]
    assert Counter(dealt.display.specials + dealt.deck.specials) == Counter(
        unshuffled.display.specials + unshuffled.deck.specials
    )
    assert dealt.deck.rooms != unshuffled.deck.rooms
    assert dealt.deck.specials != unshuffled.deck.specials
    assert dream_home.new(2, {}, seed_of(secret, nonces)) == dealt
    changed = [
        seed_of(bytes(32), nonces),
        seed_of(secret, nonces[::-1]),
        seed_of(secret, [nonces[0], bytes(32)]),
        seed_of(secret, [bytes(32), nonces[1]]),
    ]
    for seed in changed:
        other = dream_home.new(2, {}, seed)
        assert other.deck.rooms != dealt.deck.rooms
        assert other.deck.specials != dealt.deck.specials
