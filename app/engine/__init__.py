"""The rules of the games: pure functions over immutable values. People, bots, replays and time-outs all move
through `core.play`. Each game is a package in a folder here, and is found automatically.

This package may import only the standard library and itself.
It must know nothing about servers, pages or languages.
"""
