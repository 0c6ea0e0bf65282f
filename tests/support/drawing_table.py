"""A table of Home Staging, whose players draw at the same time, played through the API."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.table import playable_games
from tests.support.api import Guest, started
from tests.support.in_process_server import Home

GAME = "home_staging"
NAMES = ("Bruno", "Celina", "Daiki", "Ewa", "Fumi")
Move = list[str | int]


@contextmanager
def playable(folder: Path) -> Iterator[None]:
    """Let programs open tables of the game even where it has no page yet."""
    before = playable_games.TEMPLATES
    for name in {*playable_games.names(), GAME}:
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "board.html").touch()
    playable_games.TEMPLATES = folder
    try:
        yield
    finally:
        playable_games.TEMPLATES = before


def seated(home: Home, players: int, **options: Any) -> list[Guest]:
    """The players of a game that has begun."""
    return started(home.guest(), *NAMES[: players - 1], game=GAME, **{"first_player": 0, **options})


def made(guest: Guest, move: Move, turn: int | None = None) -> int:
    """Make a move; return the version."""
    table = guest.look()
    id = f"{table['version']} {table['turn']} {move}"[:64]
    answer = guest.ask("POST", "/moves", turn=table["turn"] if turn is None else turn, move=move, id=id)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])


def first(guest: Guest, tag: str) -> Move:
    """The first offered move with this tag."""
    return next(list(move) for move in guest.look()["moves"] if move[0] == tag)


def drawing(guests: list[Guest]) -> None:
    """Turn up a room and a card: everyone draws."""
    while (table := guests[0].look())["view"]["step"] != "draw":
        [active] = table["waiting"]
        made(guests[active], next(move for move in guests[active].look()["moves"][::-1] if move != ["undo"]))


def confirmed(guests: list[Guest]) -> None:
    for guest in guests:
        made(guest, ["confirm"])


def log(guest: Guest, key: str | None = None, after: int = 0) -> list[dict[str, Any]]:
    """What the log tells this guest; without a key what it tells spectators."""
    headers = {"Authorization": f"Bearer {guest.key}"} if key is None else {}
    answer = guest.web.get(f"/api/tables/{guest.code}/log?after={after}", headers=headers)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["log"])


def sent(guest: Guest, seat: int, fields: Mapping[str, str], *, script: bool = False) -> Any:
    """Send a form of the table's page; return the answer."""
    headers = {"Cookie": f"housewarming-{guest.code}={guest.key}"}
    if script:
        headers["HX-Request"] = "true"
    table = guest.look()
    facts = {"seat": str(seat), "turn": str(table["turn"]), "id": str(table["version"])}
    return guest.web.post(f"/r/{guest.code}/move", data={**facts, **fields}, headers=headers)


def closing(guests: list[Guest]) -> None:
    """Draw until somebody has to close a room."""
    while guests[0].look()["view"]["step"] != "close":
        drawing(guests)
        for guest in guests:
            made(guest, guest.look()["moves"][0])
        confirmed(guests)
