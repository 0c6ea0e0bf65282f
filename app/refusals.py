"""What is said when something is refused: a code of the engine or of its programs as a sentence."""

from app.engine.core import Illegal

SENTENCES = {
    # the door
    "no_such_seat": "There is no such seat at this table.",
    "bad_turn": "The turn number must be a whole number.",
    "stale": "The table has moved on since this board was drawn.",
    "unknown_move": "There is no such move.",
    "not_your_turn": "It is somebody else's turn.",
    "over": "The game is over.",
    "nothing_to_undo": "There is nothing to undo.",
    "bad_seats": "This game is for {seats} players.",
    "unknown_option": "There is no option {option}.",
    "bad_option": "The option {option} must be one of {values}.",
    # Dream Home's moves
    "not_now": "This is not what is asked for now.",
    "column_gone": "This column's card is gone.",
    "no_tool": "You do not own this tool.",
    "no_helper": "You do not own this helper.",
    "occupied": "Something lies there already.",
    "unsupported": "Nothing carries a card there: the slot below is empty.",
    "fresh_scaffold": "This scaffold was laid in this round; it can be replaced from the next round on.",
    "wrong_storey": "This room does not belong on that storey.",
    "finished": "The room beside it is finished: it has all the cards it may have.",
    "decorated": "The room beside it carries a décor token and is closed.",
    "too_large": "The room would become too large.",
    "two_tokens": "Two décor tokens would come together in one room.",
    "no_face_up_room": "There is no face-up room card.",
    "no_card": "There is no room card.",
    "wrong_room": "This décor token belongs in another room.",
    "has_token": "This room has a décor token already.",
    "no_room_for_token": "No room can take this décor token; it will be lost without a step.",
    "room_first": "The room card must be placed first.",
    "scaffold_first": "The scaffold must be laid first.",
    "decor_first": "The décor token must be placed or declined first.",
    "keep_first": "First choose which décor token the room keeps.",
    "not_in_discards": "This card does not lie in the discards.",
    "no_such_token": "This décor token is not one of those to choose from.",
    # drawings
    "three_storeys": "Line {line}: a house has three storeys, each on a line of its own.",
    "five_cells": "Line {line}, cell {cell}: a storey has five cells.",
    "unknown_cell": "Line {line}, cell {cell}: {text} is no cell.",
    "solid_ground": "Line {line}, cell {cell}: solid ground is where the porch is, and only there.",
    "unknown_line": "Line {line}: {text} begins no line of a house.",
    "unknown_token": "Line {line}, cell {cell}: {text} is no décor token that stands in a room.",
    "wrong_token": "Line {line}, cell {cell}: a décor token {text} can't stand here.",
    "unknown_roof": "Line {line}, cell {cell}: {text} is no roof.",
    "two_windows": "Line {line}, cell {cell}: only one {text} roof has a window.",
    "unknown_beside": "Line {line}, cell {cell}: {text} does not lie beside a house.",
    "room_too_large": "Line {line}, cell {cell}: with {text} the room is larger than it may be.",
    "hidden_roof": "The roofs are hidden; name them to score the house.",
    "bad_number": "Line {line}, cell {cell}: {text} is no number that may stand here.",
    "unknown_special": "Line {line}, cell {cell}: {text} is no special card.",
    "unknown_step": "Line {line}, cell {cell}: {text} is no step of a game.",
    "no_such_option": "Line {line}, cell {cell}: {text} is no option of this game.",
    "too_many_houses": "Line {line}: there are more houses than seats.",
    # records
    "no_record": "This is no record of a game ({format}).",
    "other_secret": "The secret revealed is not the one that was committed to.",
    "nonces_missing": "There must be a nonce for each of the {seats} seats.",
    "other_rules": "This game was played by version {rules} of its rules, which are not the ones here.",
    "other_events": "Step {step} did not happen as recorded: the shuffle or the rules gave something else.",
    "no_such_game": "There can be no game with these seats and options ({reason}).",
    "illegal_step": "Step {step} is not legal ({reason}).",
    # questions
    "bad_json": "This line is no JSON object.",
    "line_too_long": "This line is too long.",
    "missing_field": "The field {field} is missing.",
    "bad_field": "The field {field} has the wrong type.",
    "unknown_field": "There is no field {field} in this question.",
    "unknown_game": "The games are: {games}.",
    "unknown_ask": "The questions are: {asks}.",
    "unknown_room": "The rooms are: {rooms}.",
}
_AT_A_CELL = "Line {line}, cell {cell}: "


def sentence(refused: Illegal) -> str:
    """The refusal in words; of a drawing it says which line and cell."""
    facts = {name: _words(fact) for name, fact in refused.facts.items()}
    said = SENTENCES[refused.code].format_map(facts)
    if "line" in facts and not said.startswith("Line"):
        return _AT_A_CELL.format_map(facts) + said
    return said


def _words(fact: object) -> str:
    if isinstance(fact, tuple):
        return ", ".join(map(_words, fact))
    return {True: "true", False: "false"}[fact] if isinstance(fact, bool) else str(fact)
