"""The table as an immutable value, its places and options included, and the functions that change it.

A place's id doesn't change when the host reorders the seats. A seat is a place's index in the order of play,
which the game counts from 0. Everything here is pure; callers check permissions.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from app.engine import registry
from app.engine.bots import BOTS
from app.engine.chance import commitment
from app.engine.core import Illegal, Seat
from app.engine.record import Shuffle
from app.table import names, residents
from app.table.advice import Advice
from app.table.names import COLOURS
from app.table.table_options import TABLE_OPTIONS, Chosen, settle, value_of

HUMAN, BOT = "human", "bot"
LOBBY, PLAYING, ABANDONED, CLOSED = "lobby", "playing", "abandoned", "closed"
FINISHED = "finished"  # never stored as a status, because it follows from the game
BOT_NAMES = ("Kettle", "Lampy", "Mop", "Toast", "Biscuit", "Button")

PlaceId = int  # identifies a place or a spectator; never reused at the same table
DECLINED: PlaceId = -1
FIRST_PLACE: PlaceId = 1


class Place(NamedTuple):
    """A seat taken by a person or a bot."""

    id: PlaceId
    name: str
    kind: str
    level: str  # the bot that plays here, even if only for a person who is away; "" if a person plays
    ready: bool
    nonce: str  # made by the server, hex; used in the shuffle unless the browser commits to another
    colour: str = ""
    auto_answers: tuple[str, ...] = ()  # moves, as text, that the server makes whenever they are offered
    muted: bool = False  # may only read the chat
    open: bool = False  # the player left the game: a bot plays on, and spectators may ask for the seat
    commitment: str = ""  # the hash of a nonce from the seat's browser; "": the server's nonce is used
    revealed: str = ""  # the browser's nonce, once it has been revealed

    @property
    def part(self) -> str:
        """The seat's contribution to the shuffle: its nonce, or the nonce's hash if it wasn't revealed."""
        return self.revealed or self.commitment or self.nonce


class Spectator(NamedTuple):
    """A spectator who gave a name, or who asks to be let in."""

    id: PlaceId
    name: str
    admitted: bool
    wants: PlaceId = 0  # the place they are asking for; 0: none, DECLINED: the host said no
    shown: bool = False  # whether everybody sees their name
    address_mark: str = ""  # a pseudonym for their address (see keys.address_mark)


class Consent(NamedTuple):
    """A request to take back the last turn: who asked, at which version of the log, and who has agreed."""

    place: PlaceId
    version: int
    agreed: tuple[PlaceId, ...]


class Branch(NamedTuple):
    """Where a table came from that plays on from a step of a finished game. It isn't counted anywhere."""

    code: str
    step: int  # of its replay
    same_deal: bool  # whether what comes next is what came then


class Played(NamedTuple):
    """How a game ended that the same people have played before."""

    points: tuple[tuple[PlaceId, int], ...]
    winners: tuple[PlaceId, ...]


class Table(NamedTuple):
    game: str
    status: str
    places: tuple[Place, ...]  # in seat order
    options: Chosen  # the game's
    places_made: int
    secret: str  # the server's part of the shuffle, hex; revealed when the game is over
    table_options: Chosen = ()
    host: PlaceId = 0  # the place whose seat key also allows hosting; 0: only the host key does
    spectators: tuple[Spectator, ...] = ()
    next: str = ""  # the code of the rematch's table
    paused: bool = False  # whether the clocks are stopped
    clock_from: int = 0  # when the clocks were last restarted, in seconds since 1970
    consent: Consent | None = None
    watchers_muted: bool = False
    kept: int = 0  # the log version at which a request to take back the last turn was refused
    shuffling: bool = False  # Start was pressed, so browsers reveal their nonces and the lobby can't change
    counted: bool = False  # the host has skipped the count at the end
    rematch: bool = False  # it follows another game: it starts by itself once everybody has come along
    chosen: tuple[str, ...] | None = None  # the game's options that somebody chose; None: all of them
    branch: Branch | None = None
    evening: tuple[Played, ...] = ()  # the games before this one, the first one first
    practice: bool = False  # one person against bots, who may take back as many turns as they like
    evening_code: str = ""  # the evening that the table belongs to; grants a look at all its tables
    advice: tuple[Advice, ...] = ()  # by those who asked for a hint


Step = Callable[[Table], Table]


def opened(game: str, options: Mapping[str, Any], secret: bytes) -> Table:
    """A new, empty table."""
    rules, table_options = settle(game, options)
    chosen = tuple(name for name, _ in rules if name in options)
    return Table(game, LOBBY, (), rules, 0, secret.hex(), table_options, chosen=chosen)


def seated(
    table: Table, name: str, nonce: bytes, colour: str = "", commitment: str = ""
) -> tuple[Table, Place]:
    """Seat a person in the next seat, in the colour they prefer if it is free."""
    if table.practice and people_named(table):
        raise Illegal("practice_for_one")
    hue = _free_colour(table, [colour])
    table, place = _joined(
        table, lambda id: Place(id, name, HUMAN, "", False, nonce.hex(), hue, commitment=commitment)
    )
    return yielding(table, place), place


def people_named(table: Table) -> list[str]:
    """The names that a newcomer can't have. Bots don't count: they give theirs up."""
    return [place.name for place in table.places if place.kind == HUMAN]


def yielding(table: Table, person: Place) -> Table:
    """The table where a bot that is called like this person has got another name."""
    seated: list[Place] = []
    for place in table.places:
        others = [each.name for each in (*seated, *table.places[len(seated) + 1 :])]
        clashes = place.kind == BOT and names.marked(place.name, [person.name]) != place.name
        seated.append(place._replace(name=names.marked(place.name, others)) if clashes else place)
    return table._replace(places=tuple(seated))


def _levels(table: Table) -> set[str]:
    """The bots that play here, those for people who are away included."""
    return {place.level for place in table.places}


def _free_colour(table: Table, liked: Sequence[str] = ()) -> str:
    taken = {place.colour for place in table.places}
    return next(colour for colour in (*liked, *COLOURS) if colour in COLOURS and colour not in taken)


def with_bot(table: Table, level: str) -> tuple[Table, Place]:
    """Seat a bot in the next seat. Its part of the shuffle is derived from the table's secret."""
    if level not in BOTS:
        raise Illegal("unknown_level", levels=tuple(BOTS))
    taken = [place.name for place in table.places]
    if not residents.is_one(level):
        name = next(name for name in BOT_NAMES if name not in taken)
    elif level in _levels(table):
        raise Illegal("resident_seated", name=residents.called(level))
    else:
        name = residents.called(level, taken)

    def bot(id: PlaceId) -> Place:
        nonce = sha256(f"{table.secret} bot {id}".encode()).hexdigest()
        return Place(id, name, BOT, level, True, nonce, _free_colour(table))

    return _joined(table, bot)


def _joined(table: Table, place: Any) -> tuple[Table, Place]:
    in_lobby(table)
    if len(table.places) == max(registry.game(table.game).seats):
        raise Illegal("table_full")
    newcomer: Place = place(table.places_made + 1)
    joined = table._replace(places=(*table.places, newcomer), places_made=newcomer.id)
    return _with_defaults(joined), newcomer


def without(table: Table, id: PlaceId) -> Table:
    """Remove a player. In the lobby, their seat becomes free; in a game, a bot takes over their points."""
    place = table.places[seat_of(table, id)]
    table = table._replace(host=_next_host(table, place)) if table.host == id else table
    if table.status == LOBBY:
        in_lobby(table)
        left = tuple(each for each in table.places if each is not place)
        return _with_defaults(table._replace(places=left))
    return _with_place(table, _with_stand_in(table, place)._replace(open=place.kind == HUMAN))


def _next_host(table: Table, leaver: Place) -> PlaceId:
    """The next host when the host leaves: the next person in seat order, preferably not away; 0 if none."""
    at = table.places.index(leaver)
    others = (*table.places[at + 1 :], *table.places[:at])
    people = [place for place in others if place.kind == HUMAN and not place.open]
    return min(people, key=lambda place: bool(place.level)).id if people else 0


def ready(table: Table, id: PlaceId, is_ready: bool = True) -> Table:
    in_lobby(table)
    return _with_place(table, table.places[seat_of(table, id)]._replace(ready=is_ready))


def stood_in(table: Table, id: PlaceId) -> Table:
    """Let a bot play for a person who is away."""
    place = _of_person(in_game(table), id)
    return _with_place(table, _with_stand_in(table, place))


def _with_stand_in(table: Table, place: Place) -> Place:
    return place._replace(level=place.level or residents.stand_in(_levels(table)))


def back(table: Table, id: PlaceId) -> Table:
    """Let a person who was away play again."""
    place = table.places[seat_of(table, id)]
    if place.kind == BOT or place.open:
        return table
    return _with_place(table, place._replace(level=""))


def closed(table: Table) -> Table:
    """Close the table on behalf of the server's admin. Nobody can then play here or see anything."""
    return table._replace(status=CLOSED, consent=None)


def counted(table: Table) -> Table:
    """Skip the count at the end, on behalf of the host."""
    return table._replace(counted=True)


def hosted_by(table: Table, id: PlaceId) -> Table:
    """Make the person at this place the host."""
    return table._replace(host=_of_person(table, id).id)


def for_a_person(table: Table, id: PlaceId) -> Table:
    """Return the table unchanged if a person sits at this place; raise `nobody_there` if not."""
    _of_person(table, id)
    return table


def _of_person(table: Table, id: PlaceId) -> Place:
    """Return the place if a person sits in it; only a person can hold its key."""
    place = table.places[seat_of(table, id)]
    if place.kind == BOT or place.open:
        raise Illegal("nobody_there")
    return place


def with_options(table: Table, given: Mapping[str, Any]) -> Table:
    """Change the game's or the table's options. After that, people must get ready again."""
    in_lobby(table)
    given = {**given, "listed": False} if table.practice else given
    rules, table_options = settle(table.game, {**dict(table.options), **dict(table.table_options), **given})
    changed = tuple(name for name, _ in {*rules} - {*table.options})
    chosen = None if table.chosen is None else (*table.chosen, *changed)
    asked_again = tuple(place._replace(ready=place.kind == BOT) for place in table.places)
    return table._replace(options=rules, table_options=table_options, places=asked_again, chosen=chosen)


def _with_defaults(table: Table) -> Table:
    """After somebody came or left: options that nobody chose get their defaults, by who is here now."""
    if table.chosen is None:
        return table
    kinds = [place.kind for place in table.places]
    alone = kinds.count(HUMAN) == 1 and BOT in kinds
    usual = {
        option.name: option.against_bots if alone else option.default
        for option in registry.game(table.game).options
        if option.against_bots is not None and option.name not in table.chosen
    }
    return table._replace(options=tuple((name, usual.get(name, value)) for name, value in table.options))


def reordered(table: Table, ids: Iterable[PlaceId]) -> Table:
    in_lobby(table)
    by_id = {place.id: place for place in table.places}
    order = [*ids]
    if sorted(order) != sorted(by_id):
        raise Illegal("other_seats")
    return table._replace(places=tuple(by_id[id] for id in order))


def renamed(table: Table, id: PlaceId, name: str) -> Table:
    """Give a player another name, marked if another person has it."""
    place = table.places[seat_of(table, id)]
    others = [each.name for each in table.places if each is not place and each.kind == HUMAN]
    person = place._replace(name=names.marked(names.clean_name(name), others))
    return yielding(_with_place(table, person), person)


def recoloured(table: Table, id: PlaceId, colour: str) -> Table:
    """Give a player another colour, unless somebody else has it."""
    place = in_lobby(table).places[seat_of(table, id)]
    if colour not in COLOURS or colour in {each.colour for each in table.places if each is not place}:
        raise Illegal("colour_taken")
    return _with_place(table, place._replace(colour=colour))


def shuffling(table: Table, by: Container[PlaceId] = (), anyway: bool = False) -> Table:
    """Record that Start was pressed. Browsers now reveal their nonces before the deal."""
    return _complete(table, by, anyway)._replace(shuffling=True)


def started(table: Table, by: Container[PlaceId] = (), anyway: bool = False) -> Table:
    """Start the game."""
    return _complete(table, by, anyway)._replace(status=PLAYING, shuffling=False)


def _complete(table: Table, by: Container[PlaceId], anyway: bool) -> Table:
    """Return the table unchanged if the number of players is right and everybody is ready, or needn't be."""
    if table.status != LOBBY:
        raise Illegal("already_started")
    game = registry.game(table.game)
    if len(table.places) not in game.seats:
        raise Illegal("bad_seats", seats=tuple(game.seats))
    missing = () if anyway or table.shuffling else unready(table, by)
    if missing:
        raise Illegal("not_ready", names=missing)
    return table


# -- queries -------------------------------------------------------------------------------------------------


def phase(table: Table, waiting: Sequence[Seat]) -> str:
    """The table's status, or FINISHED if its game was played to the end."""
    return FINISHED if table.status in (PLAYING, ABANDONED) and not waiting else table.status


def host_place(table: Table) -> PlaceId:
    """The host's place, if it isn't gone: the one that hosting was handed to, or else the opener's."""
    return table.host or FIRST_PLACE


def unready(table: Table, by: Container[PlaceId] = ()) -> tuple[str, ...]:
    """Who hasn't said that they are ready. The host needn't, and nobody `by` whom Start is pressed."""
    asked = (place for place in table.places if place.id != host_place(table) and place.id not in by)
    return tuple(place.name for place in asked if not place.ready)


def agreed(table: Table, name: str) -> Any:
    """The value of a table option."""
    return value_of(table.table_options, name)


def table_options_of(table: Table) -> Chosen:
    """All table options with their values, without the game's options."""
    return tuple((option.name, agreed(table, option.name)) for option in TABLE_OPTIONS)


def shuffle_of(table: Table) -> Shuffle:
    secret = bytes.fromhex(table.secret)
    parts = tuple(bytes.fromhex(place.part) for place in table.places)
    committed = tuple(bytes.fromhex(place.commitment) for place in table.places)
    return Shuffle(commitment(secret), secret, parts, committed if any(committed) else ())


def seat_of(table: Table, id: PlaceId) -> Seat:
    """The seat of a place; raises `no_such_seat` if it is gone."""
    for seat, place in enumerate(table.places):
        if place.id == id:
            return seat
    raise Illegal("no_such_seat")


def bots_among(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """Return only those of the given seats that a bot plays for."""
    return [seat for seat in seats if table.places[seat].level]


def _with_place(table: Table, changed: Place) -> Table:
    return table._replace(places=tuple(changed if each.id == changed.id else each for each in table.places))


def in_game(table: Table) -> Table:
    """Return the table unchanged if its game is in progress; raise `not_started` if not."""
    if table.status != PLAYING:
        raise Illegal("not_started")
    return table


def in_lobby(table: Table) -> Table:
    """Return the table unchanged if people may still come and go."""
    if table.status != LOBBY:
        raise Illegal("already_started")
    if table.shuffling:
        raise Illegal("shuffling")
    return table
