"""A second referee for Dream Home, used only to check the first.

Written from the rules alone, without looking at the engine, by brute force and from scratch each time.
Where the two disagree, one of them has misread the rules.
"""

from dataclasses import replace
from itertools import permutations
from typing import ClassVar

from tests.engine.dream_home.oracle.scoring import (
    COLOURS,
    OUTSIDE,
    ROOMS,
    SLOTS,
    TOKEN_GOES_TO,
    TOKEN_POINTS,
    Card,
    Home,
    House,
    Scaffold,
    all_rooms,
    card_in,
    cell,
    face_up_cards,
    face_up_kind,
    house_text,
    is_supported,
    is_well_arranged,
    kind_of,
    must_be_whole,
    room_at,
    same_storey_neighbours,
    score,
    swapped,
    tokens_in,
)

Move = tuple[str | int, ...]

LAST_ROUND = 12
OPTIONS: dict[str, object] = dict.fromkeys(("family", "hide_and_seek"), False)
OPTIONS |= {"roof_memory": "strict", "neighbours": "sides", "confirm_turns": True}


class Oracle:
    CHILDREN: ClassVar[set[str]] = set()  # the room cards that hide a child

    def __init__(
        self, seats: int, options: dict[str, object], rooms: list[str], specials: list[str], first: int
    ) -> None:
        if not 2 <= seats <= 4 or first not in range(seats) or not options.keys() <= OPTIONS.keys():
            raise ValueError(f"no such table: {seats} seats, first {first}, {options}")
        must_be_whole(rooms, specials)
        self.seats = seats
        self.options = OPTIONS | options
        self.room_deck = list(rooms)
        self.special_deck = list(specials)
        self.homes = [Home() for _ in range(seats)]
        self.marker = first  # who holds the first-player marker
        self.discarded_rooms: list[str] = []
        self.discarded_specials: list[str] = []
        self.round = 0
        self.begin_round()

    # The course of the game. `phase` is "clear", "window", "turn", "end" or "over"; `actor` must act now;
    # `queue` holds those who come after them in this phase; `chosen` says that the actor has chosen a column.

    def begin_round(self) -> None:
        self.round += 1
        self.first_player = self.marker  # fixed for this round, even if the marker moves
        self.room_display: list[str] = self.room_deck[5 * (self.round - 1) : 5 * self.round]
        self.special_display: list[str] = ["", *self.special_deck[4 * (self.round - 1) : 4 * self.round]]
        if self.seats < 4 and not self.options["family"]:
            self.ask("clear", self.first_player)
        else:
            self.open_window()

    def open_window(self) -> None:
        self.queue = self.owners()
        self.without_turn: list[int] = []
        self.next_owner()

    def owners(self) -> list[int]:
        return [seat for seat in self.clockwise() if "jackhammer" in self.homes[seat].beside]

    def next_owner(self) -> None:
        if self.queue:
            self.ask("window", self.queue.pop(0))
        else:
            self.queue = [seat for seat in self.clockwise() if seat not in self.without_turn]
            self.next_turn()

    def next_turn(self) -> None:
        if self.queue:
            self.ask("turn", self.queue.pop(0))
        else:
            self.end_round()

    def end_round(self) -> None:
        for column in range(5):
            self.discard_room(column)
            self.discard_special(column)
        if self.round < LAST_ROUND:
            self.begin_round()
        else:
            self.begin_end()

    def begin_end(self) -> None:
        self.first_player = self.marker
        self.queue = self.clockwise()
        self.next_helpers()

    def next_helpers(self) -> None:
        """Go to the next player with a helper that could do anything."""
        while self.queue:
            seat = self.queue.pop(0)
            if self.helper_moves(seat):
                self.ask("end", seat)
                return
        self.phase = "over"

    def ask(self, phase: str, seat: int) -> None:
        self.phase = phase
        self.actor = seat
        self.chosen = False
        self.card = ""  # the room card that must be placed
        self.token = ""  # the décor still to be placed
        self.scaffold = False  # whether a scaffold is still to be placed

    def clockwise(self) -> list[int]:
        return [(self.first_player + step) % self.seats for step in range(self.seats)]

    # Legal moves

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.phase == "over" else (self.actor,)

    def moves(self, seat: int) -> set[Move]:
        if seat not in self.waiting:
            return set()
        if self.phase == "end":
            return self.keep_moves(seat) or self.helper_moves(seat) | {("done",)}
        if self.chosen:
            return self.resolving_moves(seat) or {("done",)}
        columns = self.columns_on_display()
        if self.phase == "clear":
            return {("clear", column) for column in columns if column != 0}
        if self.phase == "window":
            return {("pass",)} | {("jack", column) for column in columns}
        return {("take", column) for column in columns} | self.drill_moves(seat) | self.mixer_moves(seat)

    def columns_on_display(self) -> list[int]:
        return [column for column in range(5) if self.room_display[column]]

    def drill_moves(self, seat: int) -> set[Move]:
        if "drill" not in self.homes[seat].beside:
            return set()
        moves: set[Move] = set()
        house = self.homes[seat].house
        for column in self.columns_on_display():
            for slot in SLOTS:
                if face_up_kind(house, slot) and self.fits_instead(seat, self.room_display[column], slot):
                    moves.add(("drill", column, slot))
        return moves

    def mixer_moves(self, seat: int) -> set[Move]:
        if "concrete_mixer" not in self.homes[seat].beside:
            return set()
        return {("mix", one, other) for one, other in permutations(self.columns_on_display(), 2)}

    def resolving_moves(self, seat: int) -> set[Move]:
        """The moves still to make for the chosen column; none once the player can say `done`."""
        house = self.homes[seat].house
        moves: set[Move] = set()
        if self.card:
            for slot in SLOTS:
                if self.can_be_built_on(house, slot):
                    moves.add(("place", slot, "down"))
                    if self.fits_face_up(seat, house, self.card, slot):
                        moves.add(("place", slot, "up"))
        if self.token:
            valid = [slot for slot in SLOTS if self.can_hold(house, slot, self.token)]
            moves |= {("decor", slot) for slot in valid}
            if self.card or valid:
                moves.add(("decor", "none"))
        if self.scaffold:
            moves |= {("scaffold", slot) for slot in SLOTS if slot not in house and is_supported(house, slot)}
        return moves

    def helper_moves(self, seat: int) -> set[Move]:
        """Every move that the player's remaining helpers allow now."""
        house, beside = self.homes[seat].house, self.homes[seat].beside
        moves: set[Move] = set()
        if "roofer" in beside:
            moves |= {("roofer", roof) for roof in self.roof_discards}
        if "supplier" in beside:
            for card in self.room_discards:
                moves |= {("supplier", card, slot) for slot in house if self.fits_instead(seat, card, slot)}
        if "handyman" in beside:
            swaps = [pair for pair in permutations(house, 2) if is_well_arranged(swapped(house, *pair))]
            moves |= {("handyman", *pair) for pair in swaps}
        return moves

    def keep_moves(self, seat: int) -> set[Move]:
        return {("keep", token) for token in tokens_in(self.homes[seat].house, self.crowded_room(seat))}

    def crowded_room(self, seat: int) -> list[str]:
        """The first room with several tokens, which only a handyman can cause."""
        house = self.homes[seat].house
        return next((room for room in all_rooms(house) if len(tokens_in(house, room)) > 1), [])

    def can_be_built_on(self, house: House, slot: str) -> bool:
        there = house.get(slot)
        free = there is None or (isinstance(there, Scaffold) and there.laid_in_round < self.round)
        return free and is_supported(house, slot)

    def fits_face_up(self, seat: int, house: House, card: str, slot: str) -> bool:
        """Whether the card can go face up in a slot that is empty or has a scaffold."""
        kind = kind_of(card)
        if slot[0] not in ROOMS[kind].storeys:
            return False
        for near in same_storey_neighbours(slot):
            if face_up_kind(house, near) == kind and self.is_closed(seat, house, near):
                return False
        merged = room_at(house | {slot: Card(card, face_up=True)}, slot)
        others = [member for member in merged if member != slot]
        return len(merged) <= ROOMS[kind].maximum and len(tokens_in(house, others)) <= 1

    def is_closed(self, seat: int, house: House, slot: str) -> bool:
        room = room_at(house, slot)
        if len(room) == ROOMS[face_up_kind(house, slot)].maximum:
            return True
        return bool(tokens_in(house, room)) and "interior_designer" not in self.homes[seat].beside

    def fits_instead(self, seat: int, card: str, slot: str) -> bool:
        """Whether the card can go face up in place of another, in the house without that other card."""
        house = self.homes[seat].house
        return self.fits_face_up(seat, {key: house[key] for key in house if key != slot}, card, slot)

    def can_hold(self, house: House, slot: str, token: str) -> bool:
        """Whether the slot has a face-up card of the right type, in a room without a token."""
        right_type = face_up_kind(house, slot) in TOKEN_GOES_TO[token]
        return right_type and not tokens_in(house, room_at(house, slot))

    # Making moves

    def play(self, seat: int, move: Move) -> None:
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} may not {move}")
        house = self.homes[seat].house
        match move:
            case ("clear", int(column)):
                self.discard_room(column)
                self.discard_special(column)
                self.chosen = True
                if [*self.owners(), seat][0] == seat:  # nobody else is asked in between
                    self.finish()
            case ("pass",):
                self.next_owner()
            case ("jack", int(column)):
                self.use_up(seat, "jackhammer")
                self.without_turn.append(seat)
                self.discard_special(column)
                self.take_room(column)
            case ("drill", int(column), str(slot)):
                self.use_up(seat, "drill")
                incoming = self.room_display[column]
                self.room_display[column] = card_in(house, slot).name
                house[slot] = Card(incoming, face_up=True)
            case ("mix", int(one), int(other)):
                self.use_up(seat, "concrete_mixer")
                shown = self.room_display
                shown[one], shown[other] = shown[other], shown[one]
            case ("take", int(column)):
                self.take_special(seat, column)
                self.take_room(column)
            case ("place", str(slot), side):
                if slot in house:
                    self.discarded_specials.append("scaffold")
                house[slot] = Card(self.card, face_up=side == "up")
                self.card = ""
            case ("decor", "none"):
                self.token = ""
            case ("decor", str(slot)):
                house[slot] = replace(card_in(house, slot), token=self.token)
                self.token = ""
            case ("scaffold", str(slot)):
                house[slot] = Scaffold(self.round)
                self.scaffold = False
            case ("roofer", str(roof)):
                self.use_up(seat, "roofer")
                self.discarded_specials.remove(roof)
                self.homes[seat].roofs.append(roof)
            case ("supplier", str(card), str(slot)):
                self.use_up(seat, "supplier")
                self.discarded_rooms.remove(card)
                self.discarded_rooms.append(card_in(house, slot).name)
                house[slot] = Card(card, face_up=True)
            case ("handyman", str(slot), str(other_slot)):
                self.use_up(seat, "handyman")
                house[slot], house[other_slot] = house[other_slot], house[slot]
            case ("keep", str(token)):
                for slot in self.crowded_room(seat):
                    if card_in(house, slot).token != token:
                        house[slot] = replace(card_in(house, slot), token="")
            case ("done",):
                self.finish()
        if not self.options["confirm_turns"] and self.only_done_is_left():
            self.finish()

    def only_done_is_left(self) -> bool:
        return any(self.moves(seat) == {("done",)} for seat in self.waiting)

    def finish(self) -> None:
        if self.scaffold:  # there was no slot for it
            self.discarded_specials.append("scaffold")
        match self.phase:
            case "clear":
                self.open_window()
            case "window":
                self.next_owner()
            case "turn":
                self.next_turn()
            case "end":
                self.next_helpers()

    def take_room(self, column: int) -> None:
        self.chosen = True
        self.card = self.room_display[column]
        self.room_display[column] = ""

    def take_special(self, seat: int, column: int) -> None:
        special = self.special_display[column]
        self.special_display[column] = ""
        home = self.homes[seat]
        if column == 0:
            self.marker = seat
        elif special.rstrip("~") in COLOURS:
            home.roofs.append(special)
        elif special in TOKEN_POINTS:
            self.discarded_specials.append(special)
            if special in OUTSIDE:
                home.beside.append(special)
            else:
                self.token = special
        elif special == "scaffold" and self.round == LAST_ROUND:
            self.discarded_specials.append(special)
        elif special == "scaffold":
            self.scaffold = True
        else:
            home.beside.append(special)

    def use_up(self, seat: int, name: str) -> None:
        self.homes[seat].beside.remove(name)
        self.discarded_specials.append(name)

    def discard_room(self, column: int) -> None:
        if self.room_display[column]:
            self.discarded_rooms.append(self.room_display[column])
        self.room_display[column] = ""

    def discard_special(self, column: int) -> None:
        if self.special_display[column]:
            self.discarded_specials.append(self.special_display[column])
        self.special_display[column] = ""

    # Questions anyone can ask

    @property
    def room_discards(self) -> list[str]:
        return sorted(self.discarded_rooms)

    @property
    def roof_discards(self) -> list[str]:
        return sorted(special for special in self.discarded_specials if special.rstrip("~") in COLOURS)

    def scores(self) -> list[dict[str, int]]:
        return [score(home, str(self.options["neighbours"])) for home in self.homes]

    def winners(self) -> tuple[int, ...]:
        """The winners; nobody before the game is over."""
        if self.phase != "over":
            return ()
        totals = [line["total"] for line in self.scores()]
        best = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
        if self.options["hide_and_seek"]:
            most = max(self.children(seat) for seat in best)
            best = [seat for seat in best if self.children(seat) == most]
        return tuple(best)

    def children(self, seat: int) -> int:
        return len([card for card in face_up_cards(self.homes[seat]) if card.name in self.CHILDREN])

    def house(self, seat: int) -> str:
        return house_text(self.homes[seat], self.round)

    def numbered(self, seat: int) -> list[str]:
        return [cell(self.homes[seat].house, slot, self.round, numbers=True) for slot in SLOTS]
