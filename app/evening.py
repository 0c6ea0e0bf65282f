"""What a table does around its games: play again, give up, pause the clocks, take a turn back. Pure steps."""

from collections.abc import Iterable

from app.engine import registry
from app.engine.core import Illegal
from app.seating import (
    ABANDONED,
    BOT,
    HUMAN,
    LOBBY,
    PLAYING,
    Consent,
    PlaceId,
    Table,
    agreed,
    opened,
    seat_of,
)


def again(table: Table, secret: bytes, nonces: Iterable[bytes]) -> Table:
    """A new table for the same people: whoever has left has no seat there, and nobody is ready yet."""
    fresh = opened(table.game, {**dict(table.options), **dict(table.manners)}, secret)
    staying = (place for place in table.places if not place.open)
    return fresh._replace(
        places=tuple(
            place._replace(
                ready=place.kind == BOT,
                level=place.level if place.kind == BOT else "",
                nonce=nonce.hex(),
                standing=(),
            )
            for place, nonce in zip(staying, nonces, strict=False)
        ),
        places_made=table.places_made,
        host=table.host,
        onlookers=tuple(each for each in table.onlookers if each.admitted),
    )


def continued(table: Table, code: str) -> Table:
    """They play on at the table with this code."""
    return table._replace(next=code)


def abandoned(table: Table) -> Table:
    """The game is given up as it stands."""
    if table.status != PLAYING:
        raise Illegal("not_started" if table.status == LOBBY else "given_up")
    return table._replace(status=ABANDONED, consent=None)


# -- answers given in advance --------------------------------------------------------------------------------


def with_standing(table: Table, id: PlaceId, move: str, on: bool) -> Table:
    """From now on this move is made for the place whenever it is offered; or no longer."""
    if move not in {" ".join(map(str, each)) for each in registry.game(table.game).standing}:
        raise Illegal("not_standing")
    place = table.places[seat_of(table, id)]
    others = tuple(each for each in place.standing if each != move)
    changed = place._replace(standing=(*others, move) if on else others)
    return table._replace(places=tuple(changed if each is place else each for each in table.places))


# -- clocks --------------------------------------------------------------------------------------------------


def paused(table: Table) -> Table:
    return table._replace(paused=True)


def resumed(table: Table, now: int) -> Table:
    """Every open decision has its whole time again."""
    return table._replace(paused=False, clock_from=now)


# -- taking a turn back --------------------------------------------------------------------------------------


def asking_back(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody asks for their last turn back."""
    if not agreed(table, "take_back"):
        raise Illegal("no_taking_back")
    seat_of(table, id)
    if table.kept == version:
        raise Illegal("turn_stays")
    if table.consent and table.consent.version == version:
        return table  # it is asked already, and somebody may have agreed
    return table._replace(consent=Consent(id, version, ()))


def agreeing(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody agrees to what was asked at this version of the log."""
    consent = _open(table, version)
    if id not in still_to_agree(table):
        return table
    return table._replace(consent=consent._replace(agreed=(*consent.agreed, id)))


def refusing(table: Table, id: PlaceId, version: int) -> Table:
    """Somebody is against it, and it is asked no more while nobody moves."""
    _open(table, version)
    if id not in still_to_agree(table):
        return table
    return settled(table)._replace(kept=version)


def settled(table: Table) -> Table:
    """Nothing is asked any more."""
    return table._replace(consent=None)


def still_to_agree(table: Table) -> tuple[PlaceId, ...]:
    """The people at the table who have not said yes; bots and whoever is away are not asked."""
    if table.consent is None:
        return ()
    done = (table.consent.place, *table.consent.agreed)
    return tuple(
        place.id for place in table.places if place.kind == HUMAN and not place.level and place.id not in done
    )


def _open(table: Table, version: int) -> Consent:
    if table.consent is None or table.consent.version != version:
        raise Illegal("nothing_asked")
    return table.consent
