"""The rules of the games: pure functions over immutable values. `core.play` is the one door for people, bots,
replays and time-outs. A game is a package of its own, found by its folder.

It may import the standard library and itself. It must not know that there is a server, a page or a language.
"""
