"""Browsers commit, reveal and check: two with script, one without, a silent one, and a server that dies."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from app import ROOT
from app.engine.chance import commitment
from app.web.cookies import keys_cookie
from tests.support import front_page
from tests.support.api import Guest, play_out
from tests.support.last_move import past_the_count
from tests.support.server import Server, serving

pytestmark = pytest.mark.browser
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/fixtures/shuffle_vectors.json").read_text("utf-8"))
COMPUTED = """(vectors) => {
    const { sha256, seedOf, stream, shuffled } = shuffleCheck;
    return {
        hashes: vectors.hashes.map(([message]) => [message, sha256(hashes.bytesOf(message))]),
        seeds: vectors.seeds.map(({ secret, nonces }) => ({ secret, nonces, seed: seedOf(secret, nonces) })),
        streams: vectors.streams.map(({ seed, label }) => {
            const random = stream(seed, label);
            const numbers = Array.from({ length: 700 }, random);
            const order = shuffled([...Array(60).keys()], stream(seed, label));
            return { seed, label, first: numbers.slice(0, 3), last: numbers.at(-1), shuffled: order };
        }),
    };
}"""


@pytest.fixture
def windows() -> Iterator[ExitStack]:
    with ExitStack() as open_windows:
        yield open_windows


def profile(windows: ExitStack, browser: Browser, server: Server, script: bool = True) -> BrowserContext:
    """By a name that is no secure context: there is no crypto.subtle there."""
    address = server.url.replace("127.0.0.1", "table.lan") if script else server.url
    return windows.enter_context(
        browser.new_context(base_url=address, locale="en", java_script_enabled=script)
    )


def opened(page: Page) -> str:
    """Ada's table with Dream Home; its path."""
    return "/r/" + front_page.opened(page).rpartition("/")[2]


def sits(page: Page, lobby: str, name: str) -> None:
    page.goto(lobby)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()


def seats_made(page: Page, lobby: str) -> list[str]:
    """Whose number counts for each seat, as the page to check says."""
    with_page = page.context.new_page()
    with_page.goto(f"{lobby}/shuffle")
    said = with_page.locator(".proofs dd").all_inner_texts()[1:]
    with_page.close()
    return [each.partition("\n")[0] for each in said]


OWN = "Number from their own browser or program."
SERVERS = "No number from their browser: the server picked one."
UNREVEALED = "The number didn't arrive in time, so its fingerprint counts instead."


def committed(page: Page) -> None:
    expect(page.locator("#shuffle")).to_have_attribute("data-lacking", "")


def played_out(profiles: list[BrowserContext], server: Server, lobby: str) -> None:
    """To the end, with the keys that the browsers hold."""
    code = lobby.rpartition("/")[2]
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        guests: list[Guest] = []
        for each in profiles:
            held = next(cookie for cookie in each.cookies() if cookie["name"] == keys_cookie(code))
            guests += [
                guest for key in held["value"].split(".") if "seat" in (guest := Guest(web, code, key)).look()
            ]
        seated = {guest.look()["seat"]: guest for guest in guests if guest.look().get("seat") is not None}
        play_out([seated[seat] for seat in sorted(seated)], Random(2))


def answers(page: Page) -> dict[str, str]:
    """What the page to check found: each question with its answer."""
    expect(page.locator("#checks")).to_be_visible()
    found = page.locator("#checks > li:not([hidden])")
    return {
        str(found.nth(at).get_attribute("data-check")): str(
            found.nth(at).locator("[data-says]:not([hidden])").get_attribute("data-says")
        )
        for at in range(found.count())
    }


ALL_WELL = dict.fromkeys(("secret", "nonces", "seed", "deal", "kept", "own"), "true")


def test_the_script_computes_what_python_does(browser: Browser, windows: ExitStack, server: Server) -> None:
    page = profile(windows, browser, server).new_page()
    page.goto(f"{opened(page)}/shuffle")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate(COMPUTED, VECTORS) == VECTORS


def test_two_browsers_commit_and_reveal_and_check_the_deal(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    profiles = [profile(windows, browser, server) for _ in range(2)]
    ada, bruno = (each.new_page() for each in profiles)
    lobby = opened(ada)
    sits(bruno, lobby, "Bruno")
    for page in (ada, bruno):
        committed(page)
    expect(ada.get_by_text("Everyone's ready.")).to_be_visible()
    assert seats_made(ada, lobby) == [OWN, OWN]
    ada.get_by_role("button", name="Start").click()
    for page in (ada, bruno):
        expect(page.locator("#table")).to_have_attribute("data-scene", "game")
    played_out(profiles, server, lobby)
    for page in (ada, bruno):
        past_the_count(page)
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("link", name="Check it").click()
        assert answers(page) == ALL_WELL
        assert page.locator("#decks > li").count() >= 2
    ada.goto(lobby)
    ada.get_by_role("button", name="Rematch").click()
    bruno.goto(lobby)
    bruno.get_by_role("button", name="Join them").click()
    for page in (ada, bruno):  # without a second ready round
        expect(page).not_to_have_url(re.compile(f"{lobby}$"))
        expect(page.locator("#table")).to_have_attribute("data-scene", "game")
    rematch = "/r/" + ada.url.rpartition("/")[2]
    assert rematch != lobby
    assert seats_made(ada, rematch) == [OWN, OWN]
    eve = profile(windows, browser, server).new_page()
    eve.goto(f"{lobby}/shuffle")
    assert answers(eve) == {**dict.fromkeys(("secret", "nonces", "seed", "deal"), "true"), "kept": "null"}


@pytest.mark.parametrize(
    ("tampered", "fails"),
    [
        ("proof.secret = '00'.repeat(32)", {"secret", "seed"}),
        ("proof.nonces[0] = '00'.repeat(32)", {"nonces", "seed", "own"}),
        ("proof.commitments[1] = '00'.repeat(32)", {"nonces", "kept"}),
        ("proof.seed = '00'.repeat(32)", {"seed", "deal"}),
        ("proof.lots[0].shown.reverse()", {"deal"}),
    ],
)
def test_the_check_finds_what_does_not_agree(
    browser: Browser, windows: ExitStack, server: Server, tampered: str, fails: set[str]
) -> None:
    page = profile(windows, browser, server).new_page()
    page.goto(f"{opened(page)}/shuffle")
    found = page.evaluate(
        """([nonces, hashed]) => {
            const { seedOf, stream, shuffled, checked, sha256 } = shuffleCheck;
            const secret = "11".repeat(32), things = ["a", "b", "c", "d", "e"];
            const seed = seedOf(secret, nonces);
            const shown = shuffled(things, stream(seed, "toy"));
            const proof = {
                code: "x", game: "toy", commitment: sha256(hashes.bytesOf(secret)), places: [1, 2],
                commitments: [...hashed], secret, nonces: [...nonces], seed,
                lots: [{ things, shown, picks: false }],
            };
            const seen = `1 2 ${hashed.join(" ")}`;
            const note = { commitment: proof.commitment, nonces: { 1: nonces[0] }, seen };
            TAMPERED;
            return checked(proof, note);
        }""".replace("TAMPERED", tampered),
        [["22" * 32, "33" * 32], [commitment(b"\x22" * 32), commitment(b"\x33" * 32)]],
    )
    assert {question for question, answer in found.items() if answer is False} == fails


def test_without_script_the_server_picks_and_says_so(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada = profile(windows, browser, server, script=False).new_page()
    bruno = profile(windows, browser, server).new_page()
    lobby = opened(ada)
    sits(bruno, lobby, "Bruno")
    committed(bruno)
    expect(bruno.get_by_role("button", name="Wait, not yet")).to_be_visible()
    ada.reload()  # without script
    expect(ada.get_by_text("Everyone's ready.")).to_be_visible()
    ada.get_by_role("button", name="Start").click()
    expect(ada.locator("#table")).to_have_attribute("data-scene", "game")
    assert seats_made(bruno, lobby) == [SERVERS, OWN]


def test_who_never_reveals_counts_by_the_hash(browser: Browser, windows: ExitStack, server: Server) -> None:
    ada, bruno = (profile(windows, browser, server).new_page() for _ in range(2))
    bruno.route("**/reveal", lambda route: route.abort())
    lobby = opened(ada)
    sits(bruno, lobby, "Bruno")
    for page in (ada, bruno):
        committed(page)
    expect(ada.get_by_text("Everyone's ready.")).to_be_visible()
    ada.get_by_role("button", name="Start").click()
    expect(bruno.get_by_text("Shuffling…")).to_be_visible()
    expect(ada.locator("#table")).to_have_attribute("data-scene", "game")
    assert seats_made(ada, lobby) == [OWN, UNREVEALED]


def test_a_browser_that_was_shown_other_fingerprints_keeps_its_number(
    browser: Browser, windows: ExitStack, server: Server
) -> None:
    ada = profile(windows, browser, server).new_page()
    lobby = opened(ada)
    committed(ada)
    code = lobby.rpartition("/")[2]
    ada.evaluate(
        """(name) => {
            const note = JSON.parse(localStorage[name]);
            localStorage[name] = JSON.stringify({ ...note, commitment: "0".repeat(64) });
        }""",
        f"shuffle {code}",
    )
    front_page.add_bot(ada)
    ada.get_by_role("button", name="Start").click()
    expect(ada.locator("#table")).to_have_attribute("data-scene", "game")
    assert seats_made(ada, lobby)[0] == UNREVEALED
    ada.goto(f"{lobby}/shuffle")
    assert answers(ada) == {"kept": "false"}


def test_a_server_killed_while_it_waits_leaves_a_table_to_start(
    browser: Browser, windows: ExitStack, tmp_path: Path
) -> None:
    kept: list[Route] = []
    with serving(tmp_path / "data") as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        profiles = [profile(windows, browser, server) for _ in range(2)]
        ada, bruno = (each.new_page() for each in profiles)
        bruno.route("**/reveal", lambda route: kept.append(route))
        lobby = opened(ada)
        sits(bruno, lobby, "Bruno")
        for page in (ada, bruno):
            committed(page)
        expect(ada.get_by_text("Everyone's ready.")).to_be_visible()
        ada.get_by_role("button", name="Start").click()
        expect(bruno.get_by_text("Shuffling…")).to_be_visible()
        server.process.kill()
        server.process.wait()
    with serving(tmp_path / "data", "--port", port):
        bruno.unroute("**/reveal")
        bruno.reload()
        ada.reload()
        expect(ada.locator("#shuffle")).to_have_attribute("data-asked", "")
        expect(bruno.locator("#shuffle")).to_have_attribute("data-asked", "")
        ada.get_by_role("button", name="Start").click()
        for page in (ada, bruno):
            expect(page.locator("#table")).to_have_attribute("data-scene", "game")
        assert seats_made(ada, lobby) == [OWN, OWN]
