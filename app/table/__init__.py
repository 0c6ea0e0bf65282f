"""A table apart from its game: seats, spectators, the host, the table's options and its chat.
Immutable values, and pure functions from one value to the next.

May import the engine. Must not know about databases, requests or any state of a single process.
"""
