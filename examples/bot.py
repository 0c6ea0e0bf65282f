"""A bot for any game: it joins a table, plays at random to the end, and prints the points.

    pip install websockets
    python bot.py http://192.168.1.20:8080 sunny-sofa-42 Robin

To make it clever, write another `choose`. It gets the table as your server's /api/docs describes it: `moves`
are all you may do now, and `view` is what you can see of the game.
"""

import random
import sys
from typing import Any

from housewarming_client import Refused, Table


def choose(now: dict[str, Any]) -> list[str | int]:
    """Any move, except to undo the last one."""
    return random.choice([move for move in now["moves"] if move != ["undo"]])


def play(table: Table) -> dict[str, Any]:
    """Play until the game is over, and return the table as it is then."""
    for now in table.updates():
        while now["moves"]:
            try:
                table.move(now, choose(now))
            except Refused as refused:
                if refused.code != "stale":  # somebody was faster: look again
                    raise
            now = table.look()
        if now["status"] in ("finished", "abandoned"):
            return now
    raise AssertionError("updates never end by themselves")


def main() -> None:
    server, code, name = sys.argv[1:]
    table = Table.join(server, code, name)
    table.ready()
    now = play(table)
    for seat, points in zip(now["seats"], now["view"].get("scores", []), strict=False):
        print(f"{seat['name']}: {points['total']}")


if __name__ == "__main__":
    main()
