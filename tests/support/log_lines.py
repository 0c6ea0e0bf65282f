"""Log sentences in all languages, checked for untranslated words."""

import re
from typing import Any

from app.pages.i18n import LOCALES, environment

# Words of four letters or more that another language shares with English.
IN_COMMON = {
    "it": {
        "sauna",
        "garage",
        "piano",
        "round",
        "display",
        "server",
        "database",
        "host",
        "link",
        "token",
        "chat",
        "bonus",
        "scenario",
    },
    "pl": {"sauna", "link", "token", "hostel", "instrument", "medal"},
    "ja": set[str](),
}
LONGEST_REQUEST = 59  # letters: after "Your turn.", two lines on a small phone
_CODE = re.compile(r"[_/~%{}<>\[\]]|\b[ugb]\d\b|None|False|True|undefined")


def macros(locale: str, file: str) -> Any:
    """A template's macros, callable from Python."""
    return environment(locale).get_template(file).module


def in_all_languages(file: str, macro: str, *args: Any) -> dict[str, str]:
    """What a macro renders, by language; fails on a code, or on English outside English."""
    said = {locale: str(getattr(macros(locale, file), macro)(*args)) for locale in LOCALES}
    look_over(said)
    return said


def look_over(said: dict[str, str]) -> None:
    english = _words(said["en"])
    for locale, text in said.items():
        assert text, said
        assert text == " ".join(text.split()), said
        assert not _CODE.search(text), said
        if locale != "en":
            assert not (_words(text) & english) - IN_COMMON[locale], said
    assert not re.search("[A-Za-z]", said["ja"]), said


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3 and word.isascii()}
