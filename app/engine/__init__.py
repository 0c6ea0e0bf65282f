"""The rules of the games: pure functions over immutable values. People, bots, replays and time-outs all move
through `core.play`. Each game is a separate package, found by its folder.

This package may import only the standard library and itself.
It must know nothing of servers, pages or languages.
"""
