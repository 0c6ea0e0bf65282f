"""Who sits at a table, and what they agreed on before playing: a value, and the steps that change it.

A person's place has an id that stays theirs when the host reorders the seats; a seat is the number of a place
in the order of play, as the game counts them from 0. Everything here is pure; who may do what is decided
outside.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from app.engine import registry
from app.engine.bots import BOTS
from app.engine.chance import commitment
from app.engine.core import Illegal, Seat
from app.engine.record import Shuffle
from app.table.names import COLOURS
from app.table.table_options import MANNERS, Chosen, manner, settle

HUMAN, BOT = "human", "bot"
LOBBY, PLAYING, ABANDONED, CLOSED = "lobby", "playing", "abandoned", "closed"
BOT_NAMES = ("Kettle", "Lampy", "Mop", "Toast", "Biscuit", "Button")
STAND_IN = "greedy"  # plays for somebody who has left

PlaceId = int  # of a place or of an onlooker: at one table no number is given twice
DECLINED: PlaceId = -1


class Place(NamedTuple):
    """A seat that somebody has taken."""

    id: PlaceId
    name: str
    kind: str
    level: str  # which bot plays here, or for a person who is away; "" for a person
    ready: bool
    nonce: str  # this seat's part of the shuffle, hex
    colour: str = ""
    standing: tuple[str, ...] = ()  # moves, as words, that are made here whenever they are offered
    muted: bool = False  # may only read what others write
    open: bool = False  # whoever sat here has left the game: a bot plays on, and others may ask for the seat


class Onlooker(NamedTuple):
    """Somebody who watches and has said so, or who asks to be let in."""

    id: PlaceId
    name: str
    admitted: bool
    wants: PlaceId = 0  # the place that they would like to have; 0: none, DECLINED: the host said no
    shown: bool = False  # by name, to everybody
    whence: str = ""  # equal for those who came from one address, and says no more of it


class Consent(NamedTuple):
    """Somebody asks to take their last turn back, as the log stood then; these others have agreed."""

    place: PlaceId
    version: int
    agreed: tuple[PlaceId, ...]


class Table(NamedTuple):
    game: str
    status: str
    places: tuple[Place, ...]  # in order of seats
    options: Chosen  # the game's
    places_made: int
    secret: str  # the server's part of the shuffle, hex; shown when the game is over
    manners: Chosen = ()
    host: PlaceId = 0  # whose seat key hosts too; 0: only the host's key
    onlookers: tuple[Onlooker, ...] = ()
    next: str = ""  # the code of the table where the same people play on
    paused: bool = False  # nobody's time runs
    clock_from: int = 0  # when the clocks were started again last, in seconds since 1970
    consent: Consent | None = None
    watchers_muted: bool = False
    kept: int = 0  # the version of the log whose last turn somebody would not have taken back


Step = Callable[[Table], Table]


def opened(game: str, options: Mapping[str, Any], secret: bytes) -> Table:
    """A new table where nobody sits yet."""
    rules, manners = settle(game, options)
    return Table(game, LOBBY, (), rules, 0, secret.hex(), manners)


def seated(table: Table, name: str, nonce: bytes, colour: str = "") -> tuple[Table, Place]:
    """Somebody takes the next seat, in the colour they like if nobody has it yet."""
    hue = _free_colour(table, [colour])
    return _joined(table, lambda id: Place(id, name, HUMAN, "", False, nonce.hex(), hue))


def _free_colour(table: Table, liked: Sequence[str] = ()) -> str:
    taken = {place.colour for place in table.places}
    return next(colour for colour in (*liked, *COLOURS) if colour in COLOURS and colour not in taken)


def with_bot(table: Table, level: str) -> tuple[Table, Place]:
    """A bot takes the next seat. Its part of the shuffle follows from the table's secret."""
    if level not in BOTS:
        raise Illegal("unknown_level", levels=tuple(BOTS))
    taken = {place.name for place in table.places}
    name = next(name for name in BOT_NAMES if name not in taken)

    def bot(id: PlaceId) -> Place:
        nonce = sha256(f"{table.secret} bot {id}".encode()).hexdigest()
        return Place(id, name, BOT, level, True, nonce, _free_colour(table))

    return _joined(table, bot)


def _joined(table: Table, place: Any) -> tuple[Table, Place]:
    _in_lobby(table)
    if len(table.places) == max(registry.game(table.game).seats):
        raise Illegal("table_full")
    newcomer: Place = place(table.places_made + 1)
    joined = table._replace(places=(*table.places, newcomer), places_made=newcomer.id)
    return joined, newcomer


def without(table: Table, id: PlaceId) -> Table:
    """Somebody leaves: their seat is free in the lobby; in a game a bot plays on with their points."""
    place = table.places[seat_of(table, id)]
    table = table._replace(host=_next_host(table, place)) if table.host == id else table
    if table.status == LOBBY:
        return table._replace(places=tuple(each for each in table.places if each is not place))
    return _with_place(table, place._replace(level=place.level or STAND_IN, open=place.kind == HUMAN))


def _next_host(table: Table, leaver: Place) -> PlaceId:
    """Who hosts when a host leaves: who sits next, rather than somebody who is away; 0, if nobody is left."""
    at = table.places.index(leaver)
    others = (*table.places[at + 1 :], *table.places[:at])
    people = [place for place in others if place.kind == HUMAN and not place.open]
    return min(people, key=lambda place: bool(place.level)).id if people else 0


def ready(table: Table, id: PlaceId, is_ready: bool = True) -> Table:
    _in_lobby(table)
    return _with_place(table, table.places[seat_of(table, id)]._replace(ready=is_ready))


def stood_in(table: Table, id: PlaceId) -> Table:
    """A bot plays on for a person who is away for the moment."""
    place = _of_person(in_game(table), id)
    return _with_place(table, place._replace(level=place.level or STAND_IN))


def back(table: Table, id: PlaceId) -> Table:
    """A person who was away plays on."""
    place = table.places[seat_of(table, id)]
    if place.kind == BOT or place.open:
        return table
    return _with_place(table, place._replace(level=""))


def closed(table: Table) -> Table:
    """By whoever runs the server: nothing happens here any more, and nobody is shown anything."""
    return table._replace(status=CLOSED, consent=None)


def hosted_by(table: Table, id: PlaceId) -> Table:
    """From now on whoever sits there is the host."""
    return table._replace(host=_of_person(table, id).id)


def for_a_person(table: Table, id: PlaceId) -> Table:
    """The table as it is, if somebody sits there; `nobody_there` if not."""
    _of_person(table, id)
    return table


def _of_person(table: Table, id: PlaceId) -> Place:
    """A place whose key somebody has."""
    place = table.places[seat_of(table, id)]
    if place.kind == BOT or place.open:
        raise Illegal("nobody_there")
    return place


def with_options(table: Table, given: Mapping[str, Any]) -> Table:
    """Other options or manners: whoever was ready for the old ones is asked again."""
    _in_lobby(table)
    rules, manners = settle(table.game, {**dict(table.options), **dict(table.manners), **given})
    asked_again = tuple(place._replace(ready=place.kind == BOT) for place in table.places)
    return table._replace(options=rules, manners=manners, places=asked_again)


def reordered(table: Table, ids: Iterable[PlaceId]) -> Table:
    _in_lobby(table)
    by_id = {place.id: place for place in table.places}
    order = [*ids]
    if sorted(order) != sorted(by_id):
        raise Illegal("other_seats")
    return table._replace(places=tuple(by_id[id] for id in order))


def started(table: Table) -> Table:
    """The game begins, if there are enough seats and everybody is ready."""
    _in_lobby(table)
    game = registry.game(table.game)
    if len(table.places) not in game.seats:
        raise Illegal("bad_seats", seats=tuple(game.seats))
    unready = tuple(place.name for place in table.places if not place.ready)
    if unready:
        raise Illegal("not_ready", names=unready)
    return table._replace(status=PLAYING)


# -- asking --------------------------------------------------------------------------------------------------


def agreed(table: Table, name: str) -> Any:
    """What the table agreed on about this manner."""
    return manner(table.manners, name)


def manners_of(table: Table) -> Chosen:
    """All that was agreed on beside the game's options."""
    return tuple((option.name, agreed(table, option.name)) for option in MANNERS)


def shuffle_of(table: Table) -> Shuffle:
    secret = bytes.fromhex(table.secret)
    return Shuffle(commitment(secret), secret, tuple(bytes.fromhex(place.nonce) for place in table.places))


def seat_of(table: Table, id: PlaceId) -> Seat:
    """The seat of a place, or `no_such_seat` when it is gone."""
    for seat, place in enumerate(table.places):
        if place.id == id:
            return seat
    raise Illegal("no_such_seat")


def bots_among(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """Those of the seats that a bot plays."""
    return [seat for seat in seats if table.places[seat].level]


def _with_place(table: Table, changed: Place) -> Table:
    return table._replace(places=tuple(changed if each.id == changed.id else each for each in table.places))


def in_game(table: Table) -> Table:
    """The table as it is, if its game has begun."""
    if table.status != PLAYING:
        raise Illegal("not_started")
    return table


def _in_lobby(table: Table) -> None:
    if table.status != LOBBY:
        raise Illegal("already_started")
