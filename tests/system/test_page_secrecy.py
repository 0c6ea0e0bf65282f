"""No page, socket, error, file or log reveals an undealt card, a roof to be forgotten, a key or the
shuffle's secrets; neither do the share picture and the admin page."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from app.engine import dream_home
from app.engine.core import Event, play
from app.engine.dream_home.cards import ROOFS, SPECIALS, room_names, special_names
from app.engine.dream_home.state import OVER, State
from app.pages.game_frame import Moment, draw
from app.table.table_options import ALL
from app.web.cookies import keys_cookie
from tests.support import replayed as support_replayed
from tests.support.replayed import named_roofs, replayed
from tests.support.server import Server, serving

ROOF_NAMES = (*special_names(ROOFS),)
_CARD = re.compile(r"""[#"'>\s]([a-z_]+)[-/](\d+)(?=["'<\s])""")
_SPECIAL = re.compile(r"""#(?:token-)?([a-z_0-9]+)["']|["'>]([a-z_0-9]+)["'<](?!:)""")  # but no field names
_ROOF = re.compile(r"""#roof-([a-z]+)(-window)?["']""")
_VERSION = re.compile(r'\bdata-version(?:=|":)"(\d+)"|"version":(\d+)')


# -- frames of states that the viewer can't tell apart -------------------------------------------------------


def moment(state: State, events: tuple[Event, ...]) -> Moment:
    names, colours = ("Ada", "Bruno", "Celina"), ("teal", "amber", "plum")
    seats = len(state.houses)
    return Moment(
        "sunny-sofa-42",
        1,
        1,
        names[:seats],
        colours[:seats],
        dream_home,
        state,
        events,
        running_score=ALL,
    )


def disguised(event: Event, state: State, chance: Random) -> Event:
    """The event with other roofs, if their names may no longer be shown."""
    about = {"take": 2, "deal": 1}.get(event[0])
    hidden = state.options.roof_memory == "strict" and state.step != OVER
    if about is None or not hidden or event[about] >= state.round:
        return event
    other: Event = other_roofs(event, chance)
    return other


def other_roofs(part: Any, chance: Random) -> Any:
    if isinstance(part, tuple):
        return tuple(other_roofs(each, chance) for each in part)
    return chance.choice([each for each in ROOF_NAMES if each != part]) if part in ROOF_NAMES else part


@pytest.mark.parametrize("memory", ["strict", "open"])
def test_states_that_a_viewer_cannot_tell_apart_give_the_same_frame(memory: str) -> None:
    chance = Random(7)
    state = dream_home.new(3, {"roof_memory": memory}, 5)
    events: tuple[Event, ...] = dream_home.opening(state)
    compared = differently = steps = 0
    while state.waiting:
        seat = state.waiting[0]
        move = chance.choice([*dream_home.moves(state, seat)])
        state, happened = play(dream_home, state, seat, state.turns[seat], move)
        events, steps = (*events, *happened)[-40:], steps + 1
        if steps % 6:
            continue
        for viewer in (0, 2, None):
            other = dream_home.reseal(state, viewer, chance)
            masked = tuple(disguised(event, state, chance) for event in events)
            for locale in ("en", "ja"):
                shown = draw(moment(state, events), viewer, locale)
                assert shown == draw(moment(other, masked), viewer, locale), (steps, viewer)
                compared += 1
            differently += (other, masked) != (state, events)
    assert compared > 100
    assert differently > compared / 4, "there were secrets to be told"


def test_a_frame_that_leaks_a_secret_differs() -> None:
    state = dream_home.new(2, {}, 5)
    events = dream_home.opening(state)
    leaked = state._replace(display=state.display._replace(rooms=state.deck.rooms[:5]))
    assert draw(moment(leaked, events), 0, "en") != draw(moment(state, events), 0, "en")


# -- everything sent in a whole game -------------------------------------------------------------------------


class Heard(NamedTuple):
    who: str
    version: int
    text: str
    body: str = ""  # of an answer, without headers


def early_cards(heard: list[Heard], states: dict[int, State]) -> list[str]:
    """Cards shown or named before they were dealt; for special cards, before any of their kind."""
    found = []
    for each in heard:
        undealt = undealt_cards(states[each.version]) if each.version in states else set()
        named = {f"{kind}/{number}" for kind, number in _CARD.findall(each.text)}
        named |= {shown or said for shown, said in _SPECIAL.findall(each.text)}
        found += [f"{name} to {each.who} at version {each.version}" for name in named & undealt]
    return found


def undealt_cards(state: State) -> set[str]:
    specials = state.deck.specials
    unseen = {each.key for card, each in enumerate(SPECIALS) if each.copies == specials.count(card) > 0}
    return {*room_names(state.deck.rooms)} | unseen


def forgotten_roofs(heard: list[Heard], states: dict[int, State]) -> list[str]:
    """Roofs named or drawn after everybody was supposed to forget them."""
    answers = [each for each in heard if each.version in states]
    found = []
    for each in answers:
        now = states[each.version]
        shown = {*special_names(now.display.specials + now.discards.specials + now.drafted)}
        drawn = {f"{colour}{'~' if window else ''}" for colour, window in _ROOF.findall(each.text)}
        if now.step != OVER:
            found += [f"{roof} to {each.who} at version {each.version}" for roof in drawn - shown]
    told = [each.body for each in answers if each.body.startswith("{")]
    versions = [each.version for each in answers if each.body.startswith("{")]
    return found + named_roofs(list(map(support_replayed.Heard, versions, told)), states)


def told(heard: list[Heard], secrets: dict[str, str]) -> list[str]:
    """Which of these secrets were sent, and to whom; each person may see their own."""
    return [
        f"{name} to {each.who}"
        for name, secret in secrets.items()
        for each in heard
        if secret in each.text and each.who != name
    ]


class Evening:
    """A game for two that keeps every answer and who got it."""

    def __init__(self, web: httpx2.AsyncClient) -> None:
        self.web, self.heard, self.version = web, list[Heard](), 0

    def keep(self, who: str, body: str, headers: str = "") -> None:
        found = _VERSION.search(body)
        version = int(found[1] or found[2]) if found else self.version
        self.heard.append(Heard(who, version, headers + body, body))

    async def ask(
        self, who: str, method: str, path: str, headers: dict[str, str], **body: Any
    ) -> httpx2.Response:
        answer = await self.web.request(method, path, headers=headers, json=body or None)
        self.keep(who, answer.text, "".join(f"{name}: {value}\n" for name, value in answer.headers.items()))
        return answer

    async def listen(self, who: str, url: str, headers: dict[str, str], opened: asyncio.Event) -> None:
        origin = Origin(str(self.web.base_url).rstrip("/"))
        async with connect(url, additional_headers=headers, origin=origin) as live:
            opened.set()
            async for text in live:
                self.keep(who, str(text))


async def came_in(evening: Evening, server: Server) -> str:
    """Log in as the server's admin; return the cookie, which belongs on the admin page only."""
    token = server.banner.partition("Its token")[2].split()[0]
    origin = {"Origin": str(evening.web.base_url).rstrip("/")}
    answer = await evening.web.post("/admin/in", data={"token": token}, headers=origin)
    evening.web.cookies.clear()
    return str(answer.headers["set-cookie"]).partition(";")[0]


def chunks(png: bytes) -> set[str]:
    """The types of a PNG's chunks."""
    found, at = set(), 8
    while at < len(png):
        found.add(png[at + 4 : at + 8].decode())
        at += 12 + int.from_bytes(png[at : at + 4])
    return found


@pytest.mark.anyio
@pytest.mark.parametrize("memory", ["strict", "open"])
async def test_nothing_sent_or_logged_in_a_whole_game_reveals_a_secret(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], memory: str
) -> None:
    chance = Random(3)
    with serving(tmp_path / "data", HOUSEWARMING_LOG_LEVEL="debug", HOUSEWARMING_METRICS="true") as server:
        url = server.url.rstrip("/")
        async with httpx2.AsyncClient(base_url=url, timeout=60) as web:
            made = (
                await web.post(
                    "/api/tables",
                    json={"game": "dream_home", "name": "Ada", "options": {"roof_memory": memory}},
                )
            ).json()
            code = made["code"]
            api, page = f"/api/tables/{code}", f"/r/{code}"
            bruno = (await web.post(f"{api}/seats", json={"name": "Bruno"})).json()
            keys = {"Ada": made["seat_key"], "Bruno": bruno["seat_key"]}
            bearers = [{"Authorization": f"Bearer {key}"} for key in keys.values()]
            visitors = {
                who: {"Accept": "text/html", "Cookie": f"{keys_cookie(code)}={key}"}
                for who, key in keys.items()
            } | {"Eve": {"Accept": "text/html"}}
            for bearer in bearers:
                await web.post(f"{api}/ready", headers=bearer)
            await web.post(f"{api}/start", headers={"Authorization": f"Bearer {made['host_key']}"})

            evening, sockets = Evening(web), list[asyncio.Task[None]]()
            for who, headers in visitors.items():
                for path in (f"{page}/socket?locale=en", f"{page}/socket?locale=ja&watch"):
                    opened = asyncio.Event()
                    address = f"{url.replace('http', 'ws', 1)}{path}"
                    sockets.append(asyncio.create_task(evening.listen(who, address, headers, opened)))
                    await asyncio.wait_for(opened.wait(), 20)
            operator = {"Accept": "text/html", "Cookie": await came_in(evening, server)}
            while waiting := (look := (await evening.ask("Eve", "GET", api, {})).json())["waiting"]:
                evening.version = look["version"]
                seat = waiting[0]
                who, bearer = [*keys][seat], bearers[seat]
                mine = (await evening.ask(who, "GET", api, bearer)).json()
                move = chance.choice([each for each in mine["moves"] if each != ["undo"]])
                if look["version"] % 8 == 0:
                    for each, headers in visitors.items():
                        await evening.ask(each, "GET", page, headers)
                        await evening.ask(each, "GET", f"{page}/devices", headers)
                        picture = await evening.ask(each, "GET", f"{page}/picture.png", headers)
                        assert picture.status_code == 404, "its houses show their roofs"
                    for path in ("/admin", f"/admin/tables/{code}", f"/admin/tables/{code}/record"):
                        seen = await evening.ask("the operator", "GET", path, operator)
                        assert (seen.status_code == 409) == path.endswith("/record")
                        assert code in seen.text or path.endswith("/record"), "they are in"
                    for path in (
                        f"{api}/log",
                        f"{api}/record",
                        f"{page}/options",
                        f"{page}/nowhere",
                        f"{page}/end",
                        "/metrics",
                    ):
                        await evening.ask("Eve", "GET", path, visitors["Eve"])
                    await evening.ask(
                        who, "POST", f"{api}/moves", bearer, turn=mine["turn"], move=["fly"], id="x"
                    )
                    await evening.ask("Eve", "POST", f"{api}/moves", {}, turn=mine["turn"], move=move, id="x")
                said = {"turn": mine["turn"], "move": move, "id": f"at {mine['version']}"}
                assert (await web.post(f"{api}/moves", headers=bearer, json=said)).is_success
            before = [each for each in evening.heard if each.version < look["version"]]
            for path in ("/api/openapi.json", "/api/docs", "/rules/dream_home", "/", "/healthz"):
                await evening.ask("Eve", "GET", path, {"Accept": "text/html"})
            for path in ("table.js", "app.css", "dream_home/board.css", "dream_home/art/kitchen.svg"):
                await evening.ask("Eve", "GET", f"/static/{path}", {})
            for path in ("/admin", f"/admin/tables/{code}"):
                await evening.ask("the operator", "GET", path, operator)
            png = (await web.get(f"{page}/picture.png")).content
            for socket in sockets:
                socket.cancel()
            await asyncio.gather(*sockets, return_exceptions=True)
            over = (await web.get(api)).json()
            log = (await web.get(f"{api}/log")).json()["log"]
            log += (await web.get(f"{api}/log?after={len(log)}")).json()["log"]
        server.end()
        assert server.process.stdout
        logged = capfd.readouterr()
        logs = Heard("the logs", 0, server.process.stdout.read() + logged.out + logged.err)

    states = replayed(log, over)
    assert len(before) > 400
    assert early_cards(before, states) == []
    assert memory == "open" or forgotten_roofs(before, states) == []
    shuffle = {"the secret": over["shuffle"]["secret"]}
    shuffle |= {f"nonce {number}": nonce for number, nonce in enumerate(over["shuffle"]["nonces"])}
    own = (tmp_path / "data" / "secret").read_bytes().hex()
    assert told([*before, logs], shuffle | {"the server's secret": own}) == []
    assert told([*evening.heard, logs], {**keys, "the host": made["host_key"]}) == []
    assert chunks(png) == {"IHDR", "IDAT", "IEND"}, "a picture that carries no words"
    deck = [name for name in room_names(states[1].deck.rooms) if name in logs.text]
    assert deck == []
    assert logs.text.count("/api/tables/{code}/moves") >= len(log) - 1, "every request has its line"
    assert any("housewarming_moves_total" in each.body for each in before), "what is counted is told"


def test_the_scan_finds_planted_secrets() -> None:
    state = dream_home.new(2, {"first_player": 0}, 1)
    name = room_names(state.deck.rooms)[30]
    kind, number = name.split("/")
    for planted in (
        f'<use href="/static/dream_home/art/{kind}.svg?v=1#{kind}-{number}">',
        f'{{"version":1,"rooms":["{name}"]}}',
        f"<b>{name}</b>",
    ):
        assert early_cards([Heard("Eve", 1, planted)], {1: state}) == [f"{name} to Eve at version 1"]
    special = next(name for name in special_names(state.deck.specials) if name in undealt_cards(state))
    for planted in (f'<use href="art/x.svg#{special}">', f'<use href="x#token-{special}">', f'["{special}"]'):
        assert early_cards([Heard("Eve", 1, planted)], {1: state}) == [f"{special} to Eve at version 1"]
    shown = draw(moment(state, dream_home.opening(state)), 0, "en")
    assert early_cards([Heard("Ada", 1, shown)], {1: state}) == []
    dealt = room_names(state.display.rooms)[0].replace("/", "-")
    assert f"#{dealt}" in shown, "the pages show cards by the names that are looked for"
    assert told([Heard("Eve", 1, "a.b.c")], {"Ada": "b"}) == ["Ada to Eve"]
    assert told([Heard("Ada", 1, "a.b.c")], {"Ada": "b"}) == []


def test_the_scan_finds_roofs_that_should_be_forgotten() -> None:
    state = dream_home.new(2, {"first_player": 0}, 1)
    later = state._replace(round=3)
    (hidden, *_) = {*special_names(ROOFS)} - {*special_names(state.display.specials)}
    picture = f"#roof-{hidden.rstrip('~')}{'-window' if hidden.endswith('~') else ''}"
    for planted in (
        f'<use href="art/roofs.svg{picture}">',
        f'{{"view":{{"roofs":[["{hidden}",null],[]]}}}}',
        f'{{"log":[{{"events":[["take",0,2,1,"kitchen/1","{hidden}"]]}}]}}',
    ):
        assert len(forgotten_roofs([Heard("Eve", 1, planted, planted)], {1: later})) == 1
    shown = draw(moment(state, dream_home.opening(state)), 0, "en")
    assert forgotten_roofs([Heard("Ada", 1, shown, shown)], {1: state}) == []
