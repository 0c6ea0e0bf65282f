"""A game of My Shelfie, played through the API."""

from random import Random

import httpx2

Key = dict[str, str]


class Table:
    """A running game for two, played through the API."""

    def __init__(self, web: httpx2.Client) -> None:
        self.web = web
        made = web.post("/api/tables", json={"game": "my_shelfie", "name": "Ada"}).json()
        self.code = made["code"]
        self.path = f"/api/tables/{self.code}"
        bruno = web.post(f"{self.path}/seats", json={"name": "Bruno"}).json()
        self.keys = [made["seat_key"], bruno["seat_key"]]
        for key in self.keys:
            web.post(f"{self.path}/ready", headers=self._bearer(key))
        answer = web.post(f"{self.path}/start", headers=self._bearer(made["host_key"]))
        assert answer.is_success, answer.text

    def _bearer(self, key: str) -> Key:
        return {"Authorization": f"Bearer {key}"}

    @property
    def waiting(self) -> list[int]:
        return list(self.web.get(self.path).json()["waiting"])

    def move(self, chance: Random) -> None:
        """Make a random move for the player on turn."""
        key = self.keys[self.waiting[0]]
        mine = self.web.get(self.path, headers=self._bearer(key)).json()
        move = chance.choice([move for move in mine["moves"] if move != ["undo"]])
        body = {"turn": mine["turn"], "move": move, "id": f"at {mine['version']}"}
        assert self.web.post(f"{self.path}/moves", json=body, headers=self._bearer(key)).is_success

    def play(self, steps: int, seed: int = 1) -> None:
        chance = Random(seed)
        for _ in range(steps):
            if not self.waiting:
                return
            self.move(chance)
