"""How the texts of a replay's file are coded: nothing is lost, whatever is in them."""

import pytest

from app.pages.replay_file import FIRST_LETTER, _Texts

SLIDER = (
    '<input type="range" min="0" value="7" aria-label="Step" aria-valuetext="Step 7. Ada: &#34;x&#34;" />'
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p>a</p>",
        'say "hello" or ""',
        f"<div>{SLIDER}</div>",
        '"',
        f'{SLIDER}"{SLIDER}',
        "キッチン <b>1</b>",
    ],
)
def test_a_coded_text_is_read_back(text: str) -> None:
    texts = _Texts()
    texts.coded("<p>something else before</p>" * 9)
    coded = texts.coded(text)
    tokens, letters = texts.settled()
    assert "".join(tokens[ord(letter) - FIRST_LETTER] for letter in coded.translate(letters)) == text


def test_common_tokens_come_first_and_similar_ones_are_neighbours() -> None:
    texts = _Texts()
    texts.coded("<b>Ada 1</b><i>x</i><b>Ada 3</b><b>Ada 2</b>" + "<p>often</p>" * 5)
    assert texts.settled()[0] == [
        "</p>",
        "<p>",
        "often",
        "</b>",
        "</i>",
        "<b>",
        "<i>",
        "Ada 1",
        "Ada 2",
        "Ada 3",
        "x",
    ]
