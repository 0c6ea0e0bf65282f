"""A home, how it is drawn and what it scores, in the oracle's plain reading of the rules.

Nothing here is fast and nothing is stored twice: a house is a dict from slot to card, and every question is
answered by looking at the slots again.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations

SLOTS = ["u0", "u1", "u2", "u3", "u4", "g0", "g1", "g2", "g3", "g4", "b3", "b4"]
UPPER_TWO = ["u", "g"]
BASEMENT = ["b"]


@dataclass(frozen=True)
class RoomKind:
    letters: str
    points: list[int]  # for a room of 1, 2, 3 cards, up to its maximum
    storeys: list[str]
    copies: int
    wants: str = ""  # a special room: worth SPECIAL_POINTS next to a room of this type

    @property
    def maximum(self) -> int:
        return len(self.points)


SPECIAL_POINTS = 3

ROOMS = {
    "living_room": RoomKind("Li", [1, 4, 9], UPPER_TWO, 9),
    "bedroom": RoomKind("Be", [1, 4], UPPER_TWO, 8),
    "kitchen": RoomKind("Ki", [1, 6], UPPER_TWO, 8),
    "bathroom": RoomKind("Ba", [1], UPPER_TWO, 10),
    "playroom": RoomKind("Pl", [2, 6], UPPER_TWO, 6),
    "pantry": RoomKind("Pa", [1], UPPER_TWO, 2, wants="kitchen"),
    "sauna": RoomKind("Sa", [1], UPPER_TWO, 2, wants="bathroom"),
    "dressing_room": RoomKind("Dr", [1], UPPER_TWO, 2, wants="bedroom"),
    "study": RoomKind("St", [2], UPPER_TWO, 1),
    "library": RoomKind("Lb", [2], UPPER_TWO, 1),
    "game_room": RoomKind("Gr", [2], UPPER_TWO, 1),
    "garage": RoomKind("Ga", [0, 4], BASEMENT, 6),
    "storage_room": RoomKind("So", [1], BASEMENT, 1),
    "wine_cellar": RoomKind("Wi", [2], BASEMENT, 1),
    "workshop": RoomKind("Wo", [2], BASEMENT, 1),
    "laundry": RoomKind("La", [1], BASEMENT, 1),
}

TOKEN_POINTS = {
    "piano": 3,
    "canopy_bed": 2,
    "hot_tub": 2,
    "ice_cream_machine": 2,
    "cat_house": 1,
    "painting_1": 1,
    "painting_2": 1,
    "painting_3": 1,
    "tree_house": 2,
    "bird_house": 1,
}

COLOURS = ["red", "blue", "green", "brown"]
SPECIALS = Counter(
    dict.fromkeys(COLOURS, 5)
    | dict.fromkeys([colour + "~" for colour in COLOURS], 1)
    | {"scaffold": 3, "drill": 2, "jackhammer": 2, "concrete_mixer": 2}
    | dict.fromkeys(["roofer", "supplier", "architect", "handyman", "interior_designer"], 1)
    | dict.fromkeys(TOKEN_POINTS, 1)
)

UPPER_ROOMS = [kind for kind in ROOMS if ROOMS[kind].storeys == UPPER_TWO]

TOKEN_GOES_TO = {
    "piano": ["living_room"],
    "canopy_bed": ["bedroom"],
    "hot_tub": ["bathroom"],
    "ice_cream_machine": ["kitchen"],
    "cat_house": UPPER_ROOMS,
    "painting_1": UPPER_ROOMS,
    "painting_2": UPPER_ROOMS,
    "painting_3": UPPER_ROOMS,
}

OUTSIDE = ["tree_house", "bird_house"]


def kind_of(card: str) -> str:
    return card.split("/")[0]


@dataclass(frozen=True)
class Card:
    """A room card in a house; face down, it is an empty room."""

    name: str
    face_up: bool
    token: str = ""


@dataclass(frozen=True)
class Scaffold:
    laid_in_round: int


House = dict[str, Card | Scaffold]  # only the slots that are not empty


@dataclass
class Home:
    """Everything a player has: the house, the roof pile, and what is beside the house."""

    house: House = field(default_factory=dict)
    roofs: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


# Finding things


def same_storey_neighbours(slot: str) -> list[str]:
    storey, column = slot[0], int(slot[1])
    return [near for near in (f"{storey}{column - 1}", f"{storey}{column + 1}") if near in SLOTS]


def slots_above_and_below(slot: str) -> list[str]:
    pairs = [(f"u{column}", f"g{column}") for column in range(5)] + [("g3", "b3"), ("g4", "b4")]
    return [low for high, low in pairs if high == slot] + [high for high, low in pairs if low == slot]


def is_supported(house: House, slot: str) -> bool:
    if slot in ["b3", "b4", "g0", "g1", "g2"]:
        return True
    if slot in ["g3", "g4"]:
        return "b" + slot[1] in house
    return "g" + slot[1] in house


def face_up_kind(house: House, slot: str) -> str:
    """The room type visible in a slot, or "" for an empty slot, an empty room or a scaffold."""
    card = house.get(slot)
    return kind_of(card.name) if isinstance(card, Card) and card.face_up else ""


def room_at(house: House, slot: str) -> list[str]:
    """The room a face-up card belongs to: its run of cards of one type on one storey, in reading order."""
    room = [slot]
    for member in room:  # grows while we walk it
        for near in same_storey_neighbours(member):
            if near not in room and face_up_kind(house, near) == face_up_kind(house, slot):
                room.append(near)
    return sorted(room)


def all_rooms(house: House) -> list[list[str]]:
    """Every room once, in reading order."""
    showing = [slot for slot in SLOTS if face_up_kind(house, slot)]
    return [room_at(house, slot) for slot in showing if room_at(house, slot)[0] == slot]


def tokens_in(house: House, slots: Collection[str]) -> list[str]:
    cards = [house.get(slot) for slot in slots]
    return [card.token for card in cards if isinstance(card, Card) and card.token]


def card_in(house: House, slot: str) -> Card:
    card = house[slot]
    assert isinstance(card, Card), f"{slot} holds no room card"
    return card


def swapped(house: House, one: str, other: str) -> House:
    return house | {one: house[other], other: house[one]}


# Drawing


def drawn(text: str) -> Home:
    """A home from its drawing, with storeys separated by `|` and without the solid ground.

    A card's number is its slot; `##` was placed in round 0, `#!` in round 1; every empty room is a bathroom
    face down.
    """
    kinds = {room.letters: kind for kind, room in ROOMS.items()}
    text, _, beside = text.partition("beside:")
    text, _, roofs = text.partition("roof:")
    home = Home(roofs=roofs.split(), beside=beside.split())
    for slot, word in zip(SLOTS, text.replace("|", " ").split(), strict=True):
        letters, _, token = word.partition("*")
        if letters in ("##", "#!"):
            home.house[slot] = Scaffold(0 if letters == "##" else 1)
        elif letters == "xx":
            home.house[slot] = Card(f"bathroom/{slot}", face_up=False)
        elif letters != "..":
            home.house[slot] = Card(f"{kinds[letters]}/{slot}", face_up=True, token=token)
    return home


def house_text(home: Home, this_round: int) -> str:
    lines = []
    for storey in "ugb":
        cells = ["++"] * 3 if storey == "b" else []
        slots = [slot for slot in SLOTS if slot[0] == storey]
        cells += [cell(home.house, slot, this_round, numbers=False) or ".." for slot in slots]
        lines.append("  ".join(cells))
    if home.roofs:
        lines.append("roof: " + " ".join(home.roofs))
    if home.beside:
        lines.append("beside: " + " ".join(home.beside))
    return "\n".join(lines)


def cell(house: House, slot: str, this_round: int, numbers: bool) -> str:
    there = house.get(slot)
    if there is None:
        return ""
    if isinstance(there, Scaffold):
        return "#!" if there.laid_in_round == this_round else "##"
    if not there.face_up:
        return "xx/" + there.name if numbers else "xx"
    shown = there.name if numbers else ROOMS[kind_of(there.name)].letters
    return shown + "*" + there.token if there.token else shown


# Scoring


def score(home: Home, neighbours: str) -> dict[str, int]:
    parts = {
        "rooms": rooms_score(home, neighbours),
        "decor": decor_score(home),
        "functionality": functionality_score(home),
        "roof": roof_score(home.roofs),
    }
    return parts | {"total": sum(parts.values())}


def rooms_score(home: Home, neighbours: str) -> int:
    points = 0
    for room in all_rooms(home.house):
        kind = ROOMS[face_up_kind(home.house, room[0])]
        if kind.wants and is_next_to(home.house, room[0], kind.wants, neighbours):
            points += SPECIAL_POINTS
        else:
            points += kind.points[len(room) - 1]
    if "architect" in home.beside:
        points += len([card for card in home.house.values() if isinstance(card, Card) and not card.face_up])
    return points


def is_next_to(house: House, slot: str, kind: str, neighbours: str) -> bool:
    near = same_storey_neighbours(slot)
    if neighbours == "sides":
        near = near + slots_above_and_below(slot)
    return kind in [face_up_kind(house, other) for other in near]


def decor_score(home: Home) -> int:
    tokens = tokens_in(home.house, SLOTS) + [token for token in home.beside if token in OUTSIDE]
    designer = 1 if "interior_designer" in home.beside else 0
    return sum(TOKEN_POINTS[token] + designer for token in tokens)


def functionality_score(home: Home) -> int:
    upper = [face_up_kind(home.house, slot) for slot in SLOTS if slot[0] == "u"]
    ground = [face_up_kind(home.house, slot) for slot in SLOTS if slot[0] == "g"]
    worth = 4 if "architect" in home.beside else 3
    points = 0
    if "bathroom" in upper and "bathroom" in ground:
        points += worth
    if all(kind in upper + ground for kind in ["bathroom", "kitchen", "bedroom"]):
        points += worth
    return points


def roof_score(roofs: list[str]) -> int:
    """The points of the best four cards; with fewer than four, `combinations` finds nothing."""
    return max((four_roofs_score(four) for four in combinations(roofs, 4)), default=0)


def four_roofs_score(four: tuple[str, ...]) -> int:
    colours = {roof.rstrip("~") for roof in four}
    windows = [roof for roof in four if roof.endswith("~")]
    return (8 if len(colours) == 1 else 3) + len(windows)


def must_be_whole(rooms: list[str], specials: list[str]) -> None:
    if Counter(kind_of(card) for card in rooms) != {kind: ROOMS[kind].copies for kind in ROOMS}:
        raise ValueError("these are not the 60 room cards")
    if len(set(rooms)) != len(rooms) or Counter(specials) != SPECIALS:
        raise ValueError("a room card twice, or not the 48 special cards")


def face_up_cards(home: Home) -> list[Card]:
    return [there for there in home.house.values() if isinstance(there, Card) and there.face_up]


def is_well_arranged(house: House) -> bool:
    """Whether face-up cards are on the right storeys and no room is above its maximum; tokens close
    nothing."""
    for room in all_rooms(house):
        kind = ROOMS[face_up_kind(house, room[0])]
        if room[0][0] not in kind.storeys or len(room) > kind.maximum:
            return False
    return True
