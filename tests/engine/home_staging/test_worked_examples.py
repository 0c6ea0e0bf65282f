"""The six worked examples of the rules: drawn, counted, pictured."""

import pytest

from app.engine.home_staging import notation

from .drawing import asked, looks, same_lines, sheet

FIRST_KEYS = """
    bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S
    bedsit: 13B1@J8 15B1@H9 01A2r2@H11 19A1@H8 19A2@F11 | F11-G11 H6-K11 | H10W
    front: F10W
"""
FIRST_KEYS_PICTURE = """
         F  G  H  I  J  K
       +--+--+--+""+--+--+
     6 |20 21| .  .  .  .|
       +  +  +  +  +  +  +
     7 |20  o| .  .  .  .|
       +  +  +  +  +  +  +
     8 |22  o|19  . 13 13|
       +  +  +  +  +  +  +
     9 |22  o|15 15 13 13|
       +--+//+  +  +  +  +
    10 % :  :/ o  o  o  o|
       +--+--+  +  +  +  +
    11 |19 19  1  1  1  .|
       +--+--+--+--+--+--+
"""
BOOKSHOP = """
    toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E
    reading_cafe: 07B2r3@B5 07B1r1@E4 02A1r3@C3 19A1@E3 19A2r1@F3 | B3-F5 B6-E6 B7-C7 | C7E
    shop: 05A1@G3 05A2r2@I10 05A1r1@J5 11B1r1@G5 31A2r3@B8 | G3-J10 D7-F7 B8-E8 D9-F10 | -
    front: G10S
"""
BOOKSHOP_PICTURE = """
         B  C  D  E  F  G  H  I  J
       +--+""+--+--+--+--+--+--+--+
     3 | .  2  . 19 19| 5  5  5  5|
       +  +  +  +  +  +  +  +  +  +
     4 | 2  o  o  7 19| o  o  o  o|
       +  +  +  +  +  +  +  +  +  +
     5 | 7  o  7  7  7|11 11  o  5|
       +  +  +  +  +--+  +  +  +  +
     6 | 7  o  o  7| X|11 11  o  5|
       +  +  +--+--+--+  +  +  +  +
     7 | 7  o/ .  .  .  .  .  o  5|
       +--+--+  +  +--+  +  +  +  +
     8 |31  o  o  .| X| .  .  o  5|
       +--+--+  +  +--+  +  +  +  +
     9 |20  o/ .  .  .  .  .  o  o|
       +  +  +  +  +  +  +  +  +  +
    10 |21  o| .  .  .  .  .  5  5|
       +--+--+--+--+--+%%+--+--+--+
"""
WALNUT_TREE = """
    bathroom: 20A2r3@D3 21A1r3@D5 22A2r1@E3 | D3-F5 | E5S
    nursery: 25A1r3@G3 25A2r2@I4 26B2r3@G5 | G3-I5 | H5S
    bedroom: 12A2r1@M3 14A1r3@J3 | J3-M5 K6-M6 | K6W
    kitchen: 08A1r2@J11 07A1r1@J8 | J7-M11 | J7N
    living_room: 01B1r1@H9 06A2r3@D7 31B1r3@G7 33B1@E8 | D7-G11 H9-I11 | E7N
    front: D6W
"""
WALNUT_TREE_PICTURE = """
         D  E  F  G  H  I  J  K  L  M
       +--+--+--+--+--+--+--+--+--+--+
     3 |20 22 22|25  o  .|14  o  o 12|
       +  +  +  +  +  +  +  +  +  +  +
     4 |20  o  o|25  o 25|14  o 12 12|
       +  +  +  +  +  +  +  +  +  +  +
     5 |21  o  .|26  o 25|14  o 12 12|
       +--+//+--+--+//+--+--+  +  +  +
     6 % :  :  :  :  :  :  :/ .  o 12|
       +--+//+--+--+--+--+//+--+--+--+
     7 | 6  o  o 31"     " .  o  .  .|
       +  +  +  +  +  +  +  +  +  +  +
     8 | 6  o  o 31"    T" 7  7  7  .|
       +  +  +  +  +""+""+  +  +  +  +
     9 | r  r  o 31  1  1| 7  7  7  .|
       +  +  +  +  +  +  +  +  +  +  +
    10 | .  r  .  .  o  1| o  o  o  o|
       +  +  +  +  +  +  +  +  +  +  +
    11 | .  .  .  .  o  1| 8  8  8  8|
       +--+--+--+--+--+--+--+--+--+--+
"""
TWO_TOWERS = """
    bathroom: 21A1r3@I7 20A2r2@K7 22B1r1@M6 | I6-M7 | I6N
    kitchen: 07A2r3@I2 09A2r1@L2 | I2-M4 | K4S
    library: 16B1r2@E6 02A1r2@B6 | B6-F7 | C6N
    bedroom: 15B2r3@B2 | B2-C3 | C2E
"""
TWO_TOWERS_PICTURE = """
         B  C  D  E  F  G  H  I  J  K  L  M
       +--+--+%%+--+--+  +  +--+--+--+--+--+
     2 |15  o/ :  :  :| ~  ~| 7  7  o  9  9|
       +  +  +  +  +  +  +  +  +  +  +  +  +
     3 |15 15| :  :  :| ~  ~| 7  7  o  o  9|
       +--+--+  +  +  +  +  +  +  +  +  +  +
     4 | :  :  :  :  :| ~  ~| 7  7  o  .  .|
       +  +  +  +  +  +--+--+--+--+//+--+--+
     5 | :  :  :  :  :  b  b  :  :  :  :  :|
       +--+//+--+--+--+--+--+//+--+--+--+--+
     6 | 2  o  o 16 16" ~  ~| .  .  .  o 22|
       +  +  +  +  +  +  +  +  +  +  +  +  +
     7 | .  2 16 16 16" ~  ~|21  o 20 20 22|
       +--+--+--+--+--+  +  +--+--+--+--+--+
"""
CELLAR = """
    wine_bar: 24A1r3@C7 32A1r1@E8 11A2r1@G7 07A1@G3 07A2r3@C4 | G3-H3 C4-I4 C5-E5 G5-I5 C6-I6 C7-E8 G7-I8 | -
    store: 10A2r2@L7 10A2@L4 | L3-N5 J5 J6-N6 J7 L7-N7 J8-N8 | J5W
    toilets: 20A2@J3 20A1r1@K4 | J3-K4 | J4W
"""
CELLAR_PICTURE = """
         C  D  E  F  G  H  I  J  K  L  M  N
       +--+--+--+--+--+--+--+--+--+--+--+--+
     3 | v  v  v  v| 7  7| v|20 20| v  v  v|
       +--+--+--+--+  +  +--+  +  +  +  +  +
     4 | 7  7  o  o  7  7  o/ o 20|10 10  v|
       +  +  +  +--+  +  +  +--+--+  +  +  +
     5 | 7  7  o| X| 7  7  ./ .| X|10 10  v|
       +  +  +  +--+  +  +  +  +--+  +  +  +
     6 | 7  7  o  .  .  .  .| .  .  o  o  v|
       +  +  +  +--+  +  +  +  +--+  +  +  +
     7 |24 24  o| X|11 11  o| .| X|10 10  v|
       +  +  +  +--+  +  +  +  +--+  +  +  +
     8 |24 24 32| v|11 11  o| v  v 10 10  v|
       +--+--+--+--+--+--+%%+--+--+--+--+--+
"""
BARGE = """
    cabin: 13B2r1@D6 13B1r1@F6 15B1r2@H7 | C5-H5 B6-I7 | H5E
    galley: 09B2r2@L5 07B1r1@N6 | J5-N5 J6-O6 L7-P7 L8-N8 | J5W
    saloon: 06B2r2@I8 | J7-K7 I8-K8 | -
    washroom: -
"""
BARGE_PICTURE = """
         B  C  D  E  F  G  H  I  J  K  L  M  N  O  P
       +  +--+--+--+--+--+--+%%+--+--+--+--+--+  +  +
     5    | .  .  .  .  .  ./ :/ .  o  9  9  o|
       +--+  +  +  +  +  +  +--+  +  +  +  +  +--+  +
     6 | o  o 13  o 13 13  o  o| .  .  o  o  7  .|
       +  +  +  +  +  +  +  +  +--+--+  +  +  +  +--+
     7 | o  o 13  o 13 13 15 15| o  .| .  7  7  7  .|
       +--+--+--+--+--+--+--+--+  +  +  +  +  +--+--+
     8    | .  .  .  .  .  .| 6  6  6| .  o  7|
       +  +--+--+--+--+--+--+--+--+--+--+--+--+  +  +
"""
EXAMPLES = [
    ("P", FIRST_KEYS, FIRST_KEYS_PICTURE, (17, [3, 2, 2], 0, 24, 8)),
    ("3", BOOKSHOP, BOOKSHOP_PICTURE, (30, [4, 3, 3, 3, 2], 0, 45, 12)),
    ("7", WALNUT_TREE, WALNUT_TREE_PICTURE, (38, [4, 3, 3, 3], 0, 51, 14)),
    ("9", TWO_TOWERS, TWO_TOWERS_PICTURE, (24, [4, 3, 8, 3], 0, 42, 8)),
    ("8", CELLAR, CELLAR_PICTURE, (32, [5, 3, 8, 0], 0, 48, 9)),
    ("4", BARGE, BARGE_PICTURE, (13, [4, 0, 0, 3], -3, 17, 6)),
]


@pytest.mark.parametrize(
    ("scenario", "text", "picture", "worth"), EXAMPLES, ids=[each[0] for each in EXAMPLES]
)
def test_it_is_worth_what_the_rules_say(
    scenario: str, text: str, picture: str, worth: tuple[int, list[int], int, int, int]
) -> None:
    answer = asked("score", scenario, text)
    assert worth == (
        answer["furniture"],
        answer["bonuses"],
        answer["penalty"],
        answer["total"],
        answer["pieces"],
    )


@pytest.mark.parametrize(
    ("scenario", "text", "picture", "worth"), EXAMPLES, ids=[each[0] for each in EXAMPLES]
)
def test_it_looks_as_the_rules_draw_it(
    scenario: str, text: str, picture: str, worth: tuple[int, list[int], int, int, int]
) -> None:
    assert looks(scenario, text) == same_lines(picture)


@pytest.mark.parametrize(
    ("scenario", "text", "picture", "worth"), EXAMPLES, ids=[each[0] for each in EXAMPLES]
)
def test_it_is_read_as_it_is_written(
    scenario: str, text: str, picture: str, worth: tuple[int, list[int], int, int, int]
) -> None:
    read = sheet(scenario, text)
    written = notation.write(read)
    assert sheet(scenario, written) == read
    assert notation.write(sheet(scenario, written)) == written


def test_what_a_program_drew_is_written_as_it_was() -> None:
    for scenario, text in (("9", TWO_TOWERS), ("8", CELLAR), ("4", BARGE)):
        assert notation.write(sheet(scenario, text)) == same_lines(text)


def test_of_the_barge_two_rooms_are_in_reach_and_an_island_is_cut_off() -> None:
    answer = asked("score", "4", BARGE)
    assert answer["out_of_reach"] == ["09B2r2@L5", "06B2r2@I8"]
    assert answer["front"] == "I5N"
    assert answer["medal"] == "bronze"
