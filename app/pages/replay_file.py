"""Makes one HTML file of a finished game, which shows every step offline, in all languages.

    python -m app.pages.replay_file <GAME.json >GAME.html

It runs as a subprocess, because drawing hundreds of frames would block every table in the meantime. Frames
come from the same fragments and templates as the live table; each distinct text is in the file once.
"""

import asyncio
import base64
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from app import ROOT
from app.engine import record, registry, wire
from app.engine.core import Event, Game, Illegal, Seat, is_finished
from app.live import export
from app.live.live_table import LiveTable, Newest
from app.pages import i18n, replay, shuffle_check
from app.pages.assets import FOLDER, content, has_asset
from app.pages.fragments import Fragment, Unscripted
from app.pages.game_frame import Moment
from app.pages.game_log import WholeStory
from app.pages.replay import Replay
from app.table.export_file import Parcel
from app.table.seating import Table, agreed

_PICTURE = re.compile(r'(?:[^"]*/)?static/([^"?#]+\.svg)(?:\?v=\w+)?#([^"]+)')
_IN_SHEET = re.compile(r'url\("(?:\.\./)*([^"?:#]+\.svg)(?:\?v=\w+)?(?:#[^"]*)?"\)')
_ID = re.compile(r'<\w+ id="([^"]+)"')
_USES = re.compile(r'href="#([^"]+)"|url\(#([^")]+)\)')
_EXPORT = re.compile(r"^export ", re.MULTILINE)  # they are one script here
_HOLE = "\0"  # for the table
# tags, and texts between them; what the slider says differs from step to step, so it is apart from its tag
_TOKEN = re.compile(r'<input type="range"[^>]*value="|<[^>]*>|[^<"]*"|[^<"]+')
_LINK = re.compile(r'<link rel="stylesheet"\s+href="[^"]*static/([^"?]+\.css)(?:\?[^"]*)?"\s*/?>')
FIRST_LETTER = 256
_RARE = 5  # times that a token is used
SCRIPTS = ("sha256.js", "shuffle_check.js", "replay_file.js", "replay.js")
SHEETS = ("app.css", "{game}/art.css", "{game}/board.css", "replay.css")


class Told(NamedTuple):
    """An entry of the log, as it is stored; `at` in milliseconds."""

    seat: Seat | None
    move: str | None
    events: str
    state: str
    at: int


class Source(NamedTuple):
    """Everything that the file is made of: who played, the stored log, and the proof of the shuffle."""

    game: str
    code: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    running_score: str
    log: tuple[Told, ...]
    proof: str  # "" if the game didn't begin with a deal


async def of_table(live: LiveTable) -> Source:
    """What the file of a finished table is made of."""
    if not live.is_finished:
        raise Illegal("not_over")
    log = [entry async for entry in export.log_of(live)]
    events = [event for entry in log for event in export.events_of(entry)]
    told = (Told(each.seat, each.move, each.events, each.state, round(1000 * each.at)) for each in log)
    return _source(live.code, live.game, live.table, tuple(told), events)


def of_export(parcel: Parcel) -> Source:
    """What the file of an exported game is made of."""
    made = [*record.replay(parcel.record)]
    if not is_finished(made[-1][0]):
        raise Illegal("not_over")
    told = (
        Told(
            step.seat if step else None,
            wire.dumps(step.move) if step else None,
            wire.dumps(events),
            wire.dumps(state),
            at,
        )
        for step, (state, events), at in zip((None, *parcel.record.steps), made, parcel.moments, strict=True)
    )
    events = [event for _, events in made for event in events]
    return _source(parcel.code, registry.game(parcel.record.game), parcel.table, tuple(told), events)


def _source(
    code: str, game: Game[Any], table: Table, log: tuple[Told, ...], events: Sequence[Event]
) -> Source:
    return Source(
        game.id,
        code,
        tuple(place.name for place in table.places),
        tuple(place.colour for place in table.places),
        str(agreed(table, "running_score")),
        log,
        "" if table.branch else shuffle_check.told(code, game, table, events),
    )


_one_at_a_time = asyncio.Semaphore(1)  # to leave the other cores to the tables


async def made(source: Source) -> bytes:
    """The file, made by another process."""
    async with _one_at_a_time:
        maker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "app.pages.replay_file"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        text, _ = await maker.communicate(wire.dumps(source).encode())
    if maker.returncode:
        raise RuntimeError("the file could not be made")
    return text


def html(source: Source) -> str:
    """The file's text."""
    shown, states = _replay(source)
    texts = _Texts()
    steps = [
        [_step(source, shown, number, state, texts, hides_end) for hides_end in (False, True)]
        for number, state in enumerate(states)
    ]
    sheets = [*(sheet.format(game=source.game) for sheet in SHEETS), *sorted(texts.sheets)]
    around = [_around(source, replay.day(shown, locale), locale) for locale in i18n.LOCALES]
    tokens, letters = texts.settled()
    packed = {
        "locales": i18n.LOCALES,
        "css": "\n".join(_sheet(sheet) for sheet in sheets if has_asset(sheet)),
        "pictures": _symbols(texts.pictures),
        "versions": [step.version for step in shown.steps],
        "titles": [title for title, _ in around],
        "about": [about for _, about in around],
        "tokens": tokens,
        "skeletons": [[text.translate(letters) for text in each] for each in texts.skeletons],
        "nodes": [*texts.nodes],
        "steps": [[step.translated(letters) for step in each] for each in steps],
    }
    return (
        i18n.environment(i18n.ENGLISH)
        .get_template("replay/file.html")
        .render(
            title=around[0][0],
            script="\n".join(f"{{\n{_script(name)}}}" for name in SCRIPTS),
            packed=base64.b64encode(zlib.compress(wire.dumps(packed).encode(), 9)).decode(),
        )
    )


def _replay(source: Source) -> tuple[Replay, list[Any]]:
    """The steps of the game, with the state at each."""
    game, story = registry.game(source.game), WholeStory()
    states = [wire.loads(game.state_type, told.state) for told in source.log]
    for version, (told, state) in enumerate(zip(source.log, states, strict=True), 1):
        story.add(game, Newest(version, told.seat, told.move, told.events, state, told.at / 1000))
    base = Moment(
        source.code,
        len(source.log),
        0,
        source.names,
        source.colours,
        game,
        states[-1],
        (),
        source.running_score,
    )
    shown = replay.replayed(base, story.steps)
    return shown, [states[step.version - 1] for step in shown.steps]


# -- texts ---------------------------------------------------------------------------------------------------


class _Texts:
    """The distinct fragments: a skeleton in each language, and the numbers of those inside it.

    A text is coded as a letter for each of its tags and for each text between them, since most of them come
    many times.
    """

    def __init__(self) -> None:
        self.tokens: dict[str, int] = {}
        self.uses = Counter[str]()
        self.skeletons: dict[tuple[str, ...], int] = {}
        self.nodes: dict[tuple[int | str, ...], int] = {}
        self.pictures: set[tuple[str, str]] = set()
        self.sheets: set[str] = set()

    def node(self, fragments: Sequence[Fragment | Unscripted]) -> int:
        """The number of a fragment, given in each language."""
        skeleton = tuple(self.coded(each.skeleton) for each in fragments)
        parts: list[int | str] = [self.skeletons.setdefault(skeleton, len(self.skeletons))]
        for id in fragments[0].inner:
            parts += [id, self.node([each.inner[id] for each in fragments])]
        return self.nodes.setdefault(tuple(parts), len(self.nodes))

    def coded(self, text: str) -> str:
        found = _TOKEN.findall(self._local(text))
        self.uses.update(found)
        numbers = (self.tokens.setdefault(token, len(self.tokens)) for token in found)
        return "".join(chr(FIRST_LETTER + number) for number in numbers)

    def settled(self) -> tuple[list[str], dict[int, str]]:
        """The tokens in an order that packs well, common ones first and similar ones together, and the new
        letters for the old."""
        tokens = sorted(self.tokens, key=lambda token: (self.uses[token] < _RARE, token))
        letters = {
            FIRST_LETTER + self.tokens[token]: chr(FIRST_LETTER + at) for at, token in enumerate(tokens)
        }
        return tokens, letters

    def _local(self, text: str) -> str:
        """The text with pictures and style sheets from this file instead of the server's."""
        self.pictures.update(_PICTURE.findall(text))
        self.sheets.update(_LINK.findall(text))
        return _LINK.sub("", _PICTURE.sub(lambda found: f"#{found[2]}", text))


class _Step(NamedTuple):
    """A step with or without what would give the ending away; texts in each language."""

    openings: list[str]
    rest: int
    parts: list[str]

    def translated(self, letters: Mapping[int, str]) -> "_Step":
        openings, parts = (
            [text.translate(letters) for text in texts] for texts in (self.openings, self.parts)
        )
        return self._replace(openings=openings, parts=parts)


def _step(source: Source, shown: Replay, number: int, state: Any, texts: _Texts, hides_end: bool) -> _Step:
    drawn = [replay.draw(shown, number, state, None, locale, hides_end) for locale in i18n.LOCALES]
    around = [
        _part(source, shown, number, locale, each.said, hides_end)
        for locale, each in zip(i18n.LOCALES, drawn, strict=True)
    ]
    return _Step(
        [texts.coded(each.table.opening) for each in drawn],
        texts.node([each.table.rest for each in drawn]),
        [texts.coded(each) for each in around],
    )


def _part(source: Source, shown: Replay, number: int, locale: str, said: Markup, hides_end: bool) -> str:
    """What is around the table of a step."""
    return (
        i18n.environment(locale)
        .get_template("replay/part.html")
        .render(
            here="",
            in_file=True,
            code=source.code,
            game=source.game,
            places=(),
            views=(),
            view="table",
            number=number,
            step=shown.steps[number],
            ways=replay.ways(shown, number, hides_end),
            slider=replay.slider(shown, number, (), hides_end),
            hides_end=hides_end,
            spoilers=False,
            undone=False,
            was_undone=False,
            finished=True,
            drawn=_HOLE,
            said=said,
        )
    )


def _around(source: Source, day: str, locale: str) -> tuple[str, str]:
    """The file's title and what it says about the game."""
    words: Any = i18n.environment(locale).get_template("replay/file_words.html").module
    return words.title(source.game, day), words.about(source.game, source.names, day, source.proof)


# -- what pages load -----------------------------------------------------------------------------------------


def _sheet(path: str) -> str:
    """A style sheet with its pictures inside it."""
    beside = PurePosixPath(path).parent

    def inside(found: re.Match[str]) -> str:
        text = content(str(beside / found[1])).decode()
        return f'url("data:image/svg+xml,{quote(text, safe=" =:/-.,;()<>")}")'.replace("<", "%3C").replace(
            ">", "%3E"
        )

    return _IN_SHEET.sub(inside, content(path).decode())


def _script(path: str) -> str:
    return _EXPORT.sub("", content(path).decode()).replace("</script", "<\\/script")


def _symbols(pictures: Iterable[tuple[str, str]]) -> str:
    """The pictures that are shown, and what these are put together from."""
    defined: dict[str, str] = {}
    for file in sorted({file for file, _ in pictures}):
        for line in (FOLDER / file).read_text("utf-8").splitlines():
            if found := _ID.match(line):
                defined.setdefault(found[1], line)
    wanted, open_ends = {}, sorted({name for _, name in pictures})
    while open_ends:
        name = open_ends.pop()
        if name in defined and name not in wanted:
            wanted[name] = defined[name]
            open_ends += [one or other for one, other in _USES.findall(defined[name])]
    return f"<svg hidden><defs>{''.join(wanted.values())}</defs></svg>"


if __name__ == "__main__":
    sys.stdout.write(html(wire.loads(Source, sys.stdin.read())))
