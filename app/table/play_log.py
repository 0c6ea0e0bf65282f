"""An evening's games for those who log what they play: BG Stats, JSON and CSV. Pure functions.

BG Stats takes a game from a link with JSON in it, and matches people and games by our ids for ever. So a
person's id comes from their name, and a game's tells nothing of its table.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import StringIO
from typing import Any
from urllib.parse import quote

from app.table.my_games import Player
from app.table.street import HALVES, Game, halves

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8000  # characters
_SHORTER = (240, 24, 12, 6, 3)  # letters of a name, until the link is short enough
_FORMULAS = ("=", "+", "-", "@", "\t")  # how a cell begins that a spreadsheet would run


def link(game: Game, title: str) -> str:
    """The link that opens BG Stats with this game filled in."""
    links = (
        BG_STATS + quote(json.dumps(_told(game, title, letters), ensure_ascii=False)) for letters in _SHORTER
    )
    return next(each for each in links if len(each) < LONGEST_LINK)


def _told(game: Game, title: str, letters: int) -> dict[str, Any]:
    return {
        "sourceName": "Housewarming",
        "sourcePlayId": _id(f"play {game.code} {game.began}"),
        "playDate": f"{datetime.fromtimestamp(game.began, UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": game.minutes,
        "game": {"name": title, "sourceGameId": game.game, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": player.name[:letters],
                "sourcePlayerId": _id(f"player {player.name.casefold()}"),
                "startPlayer": seat == game.first,
                "winner": _won(game, player),
                "score": player.points,
                "rank": player.rank,
                "role": "bot" if player.is_bot else "",
            }
            for seat, player in enumerate(game.players)
        ],
    }


def _id(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _won(game: Game, player: Player) -> bool:
    return player.rank == 1 and len(game.players) > 1


def as_json(games: Sequence[Game], titles: Mapping[str, str]) -> str:
    """The whole evening for programs: everybody's points, rank and floors in each game."""
    told = [
        {
            "number": number,
            "game": game.game,
            "title": titles[game.game],
            "began": _moment(game.began),
            "ended": _moment(game.at),
            "players": [
                {
                    "name": player.name,
                    "bot": player.is_bot,
                    "first": seat == game.first,
                    "points": player.points,
                    "rank": player.rank,
                    "won": _won(game, player),
                    "floors": _floors(game, seat),
                }
                for seat, player in enumerate(game.players)
            ],
        }
        for number, game in enumerate(games, 1)
    ]
    return json.dumps({"games": told}, ensure_ascii=False, indent=1)


def as_csv(games: Sequence[Game], titles: Mapping[str, str]) -> str:
    """The whole evening for spreadsheets: a line for everybody in each game."""
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(
        ("number", "game", "began", "ended", "player", "bot", "first", "points", "rank", "won", "floors")
    )
    for number, game in enumerate(games, 1):
        for seat, player in enumerate(game.players):
            lines.writerow(
                (
                    number,
                    titles[game.game],
                    _moment(game.began),
                    _moment(game.at),
                    _cell(player.name),
                    int(player.is_bot),
                    int(seat == game.first),
                    player.points,
                    player.rank,
                    int(_won(game, player)),
                    _floors(game, seat),
                )
            )
    return text.getvalue()


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _floors(game: Game, seat: int) -> float | None:
    return None if game.players[seat].is_bot else halves(game.players, seat) / HALVES


def _cell(name: str) -> str:
    """The name, in a form that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(_FORMULAS) else name
