"""The response schemas, for the OpenAPI document only: routes return plain dicts, which a test validates."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Code = Annotated[str, Field(description="The table's code.", examples=["sunny-sofa-42"])]
Seat = Annotated[int, Field(ge=0, description="The number of a seat, counted from 0.")]
Key = Annotated[str, Field(description="A key. You see it only once; the server keeps just its hash.")]
Version = Annotated[int, Field(ge=0, description="The length of the table's log.")]
Move = Annotated[
    list[str | int],
    Field(description="A move: its tag, then its details.", examples=[["place", "g0", "up"]]),
]
Event = Annotated[list[Any], Field(description="A public fact: its code, then its details.")]


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Links(Answer):
    table: Annotated[str, Field(description="The table's address in this API.")]
    play: Annotated[str, Field(description="The page to share: people take a seat there, or watch.")]
    watch: Annotated[str, Field(description="The page for spectators.")]


class Opened(Answer):
    """A new table."""

    code: Code
    seat: Seat
    seat_key: Key
    host_key: Key
    links: Links


class SeatTaken(Answer):
    seat: Seat
    seat_key: Key


class BotSeated(Answer):
    seat: Seat


class Moved(Answer):
    version: Version


class Chair(Answer):
    """A taken seat."""

    name: str
    colour: Annotated[str, Field(description="Different for every seat.", examples=["teal"])]
    kind: Literal["human", "bot"]
    level: Annotated[
        str | None, Field(description="The bot in this seat, also one that plays for someone who left.")
    ]
    away: Annotated[bool, Field(description="Whether the player has been away for a while.")]
    ready: bool


class Shuffle(Answer):
    """What proves the shuffle: the seed is the SHA-256 of the secret and all nonces."""

    commitment: Annotated[str, Field(description="SHA-256 of the secret, known from the start.")]
    commitments: Annotated[list[str], Field(description="SHA-256 of each seat's nonce, from the start.")]
    revealing: Annotated[bool, Field(description="The game is starting: reveal your nonce now.")]
    secret: Annotated[str, Field(description="Only when the game is over.")] = ""
    nonces: Annotated[
        list[str],
        Field(
            description="One for each seat, only when the game is over. One that was not revealed in time "
            "counts by its commitment."
        ),
    ] = []


class Table(Answer):
    """A table as the key's owner may see it."""

    code: Code
    game: str
    options: dict[str, str | int | bool]
    table_options: Annotated[
        dict[str, str | int | bool], Field(description="The table's settings beside the game's options.")
    ]
    status: Literal["lobby", "playing", "abandoned", "finished"]
    version: Version
    seats: list[Chair]
    seat: Annotated[int | None, Field(description="The key's seat.")]
    turn: Annotated[
        int | None, Field(description="The number of the seat's open decision; send it with your move.")
    ]
    waiting: Annotated[list[Seat], Field(description="The seats that have to move.")]
    view: Annotated[dict[str, Any] | None, Field(description="The game in names; null before it starts.")]
    moves: Annotated[list[Move], Field(description="All moves this seat can make now.")]
    shuffle: Shuffle


class Step(Answer):
    version: Version
    seat: Annotated[int | None, Field(description="Null for the opening.")]
    turn: int | None
    move: Annotated[
        Move | None, Field(description="Null for the opening, and while this seat's turn is hidden from you.")
    ]
    events: list[Event]
    at: Annotated[float, Field(description="When, in seconds since 1970.")]


class Log(Answer):
    version: Annotated[int, Field(description="The length of the whole log.")]
    log: Annotated[list[Step], Field(max_length=200)]


class RecordedShuffle(Answer):
    commitment: str
    secret: str
    nonces: list[str]
    commitments: Annotated[
        list[str], Field(description="By seat; empty for one whose nonce the server made.")
    ] = []


class Record(Answer):
    """A finished game; `housewarming verify-shuffle` reads it."""

    format: Literal["housewarming-game/1"]
    game: str
    rules: Annotated[int, Field(description="The version of the game's rules.")]
    seats: int
    options: dict[str, str | int | bool]
    shuffle: RecordedShuffle
    opening: list[Event]
    log: Annotated[list[list[Any]], Field(description="Each step as a list: seat, turn, move, events.")]


class Trouble(Answer):
    code: Annotated[str, Field(description="For programs.", examples=["stale"])]
    message: Annotated[str, Field(description="For people: a sentence.")]


class Error(Answer):
    """The shape of every error."""

    error: Trouble


_TROUBLES = {
    401: "No key, or an expired one: `key_wanted`, `unknown_key`.",
    403: "A key for another table or another purpose: `key_elsewhere`, `other_key`; or none, where the "
    "host approves spectators: `watching_asks`.",
    404: "There is no table with this code: `unknown_table`.",
    410: "The server's admin has closed the table: `table_closed`.",
    409: "The table has changed",
    413: "The request is larger than 64 KiB: `too_large`.",
    422: "The request can't be read (`bad_json`, `bad_request`), or it breaks the rules.",
    429: "Too many requests: try again after the seconds in `Retry-After`.",
    503: "Unavailable: try again after the seconds in `Retry-After`.",
}
_RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
AT_TABLE, WITH_KEY, WITH_BODY = (404, 410, 422, 429, 503), (401, 403), (413, 422, 429, 503)


def says(
    answer: type[Answer], *troubles: int, status: int = 200, conflicts: str = ""
) -> dict[int | str, dict[str, Any]]:
    """The documented responses of a route: success, and the errors with these statuses; `conflicts` lists
    the error codes of a 409."""
    wrong: dict[int | str, dict[str, Any]] = {
        each: {"model": Error, "description": _TROUBLES[each]} for each in sorted(set(troubles))
    }
    for each in {429, 503} & set(troubles):
        wrong[each]["headers"] = _RETRY_AFTER
    if conflicts:
        codes = ", ".join(f"`{code}`" for code in conflicts.split())
        wrong[409] = {"model": Error, "description": f"{_TROUBLES[409]}: {codes}."}
    return {status: {"model": answer, "description": "Done."}, **dict(sorted(wrong.items(), key=str))}
