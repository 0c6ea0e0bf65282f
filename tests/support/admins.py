"""The server's admin, and what only an admin does."""

from starlette.testclient import TestClient

from app.web.admin import session
from tests.support.guests import opened, place, press
from tests.support.in_process_server import Home


def come_in(home: Home, language: str = "en", address: str = "testclient") -> TestClient:
    """The server's admin, logged in."""
    host = home.guest(language, address)
    answer = host.post("/admin/in", data={"token": session.new_token(home.services.settings.data)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
    return host


def close(host: TestClient, table: str) -> None:
    answer = host.post(f"/admin/tables/{table.removeprefix('/r/')}/close")
    assert answer.status_code == 303


def played_out(home: Home, ada: TestClient) -> str:
    """A table whose game bots have played to its end."""
    lobby = opened(ada)
    for _ in range(3):
        press(ada, f"{lobby}/bots", level="random")
    press(ada, f"{lobby}/ready", place=place(ada, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    press(ada, f"{lobby}/stand-in", place=str(home.room(lobby).table.places[0].id))

    async def finished() -> None:
        room = await home.services.live_tables.get(lobby.removeprefix("/r/"))
        assert room
        while not room.is_finished:
            await room.news_since(room.news)

    home.call(finished)
    return lobby
