"""A whole evening: five games, six people with two devices each, one restart, one host who leaves."""

import re
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from app.live.presence import LEFT_SECONDS
from app.web.cookies import keys_cookie
from tests.support import guests
from tests.support.in_process_server import Home, at_home
from tests.support.stored_games import play

NAMES = ("Ada", "Bruno", "Celina", "Daiki", "Ewa", "Franco")


class People:
    """Everybody's two devices, and how often each person has typed their name."""

    def __init__(self, home: Home) -> None:
        self.typed: Counter[str] = Counter()
        self._held: dict[str, tuple[dict[str, str], ...]] = {name: ({}, {}) for name in NAMES}
        self.come_back(home)

    def come_back(self, home: Home) -> None:
        """After a restart, browsers still have their cookies."""
        self.home = home
        self.devices = {name: (home.guest(), home.guest()) for name in NAMES}
        for name, devices in self.devices.items():
            for device, held in zip(devices, self._held[name], strict=True):
                device.cookies.update(held)

    def put_away(self) -> None:
        for name, devices in self.devices.items():
            self._held[name] = tuple(dict(device.cookies) for device in devices)

    def phone(self, name: str) -> TestClient:
        return self.devices[name][0]

    def sit_down(self, name: str, table: str, lobby: str) -> None:
        """Take a seat under the name that the form remembers, or else type it."""
        form = re.search(r'name="name"\s+value="([^"]*)"', lobby)
        assert form, f"{name} is asked for no name"
        self.typed[name] += not form[1]
        guests.press(self.phone(name), f"{table}/seats", name=form[1] or name)

    def bring_second_devices(self, table: str) -> None:
        for name, (phone, tablet) in self.devices.items():
            links = {*re.findall(rf"{table}/key/[\w-]+", phone.get(f"{table}/devices").text)}
            assert len(links) == (2 if name == "Ada" else 1)  # a seat, and hosting
            for link in links:
                assert tablet.post(link).status_code == 303

    def rematch(self, by: str, table: str, *coming: str) -> str:
        """Somebody presses once, and both devices of everybody follow."""
        answer = self.phone(by).post(f"{table}/again")
        there = str(answer.headers["location"])
        for device in chain.from_iterable(self.devices[name] for name in coming):
            assert device.post(f"{table}/follow").headers["location"] == there
            assert keys_cookie(there[3:]) in device.cookies
        return there

    def start(self, by: str, table: str) -> None:
        room = self.home.room(table)
        if room.state is None:  # a rematch may have begun by itself
            guests.press(self.phone(by), f"{table}/start", anyway="yes")

    def play(self, table: str, chance: int) -> None:
        self.home.call(play, self.home.room(table), Random(chance))


def floors_of(home: Home, tables: list[str]) -> Counter[str]:
    """Everybody's floors, straight from the last states: one, and one for each that they came before."""
    floors: Counter[str] = Counter()
    for table in tables:
        room = home.room(table)
        assert room.is_finished
        first = room.game.winners(room.state)
        sums = [sum(line.points for line in lines) for lines in room.game.score(room.state)]
        order = [(seat in first, 0 if seat in first else points) for seat, points in enumerate(sums)]
        for seat, place in enumerate(room.table.places):
            if place.kind == "human":
                others = order[:seat] + order[seat + 1 :]
                floors[place.name] += 2 + sum(
                    2 * (each < order[seat]) + (each == order[seat]) for each in others
                )
    return floors


def test_after_five_games_a_restart_and_a_host_who_leaves_the_score_is_right(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    tables: list[str] = []
    with at_home(data) as home:
        people = People(home)
        ada = people.phone("Ada")
        people.typed["Ada"] += 1
        first = str(ada.post("/e", data={"name": "Ada", "game": "home_staging"}).headers["location"])
        for name in NAMES[1:]:
            people.sit_down(name, first, people.phone(name).get(first).text)
        people.bring_second_devices(first)
        people.start("Ada", first)
        people.play(first, 1)
        second = people.rematch("Bruno", first, *NAMES)
        people.start("Ada", second)
        tables += first, second
        [evening] = {*re.findall(r'/e/[\w-]{16}(?=")', ada.get(first).text)}
        people.put_away()

    with at_home(data) as home:  # in the middle of the second game, the server starts again
        people.come_back(home)
        people.play(second, 2)
        third = people.rematch("Celina", second, *NAMES)
        host = people.phone("Ada")
        guests.press(host, f"{third}/leave", place=guests.place(host, third))
        home.presence(third)
        home.clock.now += LEFT_SECONDS + 1
        bruno = people.phone("Bruno")
        guests.press(bruno, f"{third}/take-over", place=guests.place(bruno, third))
        people.start("Bruno", third)
        people.play(third, 3)
        # two tables at once: Ada is back at the other one
        fourth = people.rematch("Bruno", third, *NAMES[1:])
        celina, daiki = people.phone("Celina"), people.phone("Daiki")
        fifth = str(daiki.post(f"{evening}/open", data={"game": "my_shelfie"}).headers["location"])
        assert {*re.findall(r'href="(/r/[a-z0-9-]+)"', bruno.get(evening).text)} >= {fourth, fifth}
        people.sit_down("Ada", fifth, people.phone("Ada").get(fifth).text)
        people.start("Bruno", fourth)
        people.start("Daiki", fifth)
        people.play(fifth, 5)
        people.play(fourth, 4)
        tables += third, fourth, fifth

        assert people.typed == Counter(dict.fromkeys(NAMES, 1))
        told = celina.get(f"{evening}/evening.json").json()["games"]
        assert len(told) == 5
        shown: Counter[str] = Counter()
        for player in chain.from_iterable(game["players"] for game in told):
            shown[player["name"]] += int(2 * (player["floors"] or 0))
        assert shown == floors_of(home, tables)
        for device in chain.from_iterable(people.devices.values()):
            page = guests.text(device.get(evening))
            assert "5 games" in page
            assert "6 guests" in page
            for name, halves in shown.items():
                assert f"{name[0]} {name} {halves // 2}{'½' * (halves % 2)} " in page
