"""Everything about a table except its game: seats, spectators, the host, the table's options and its chat.
Immutable values, and pure functions from one value to the next.

It may import the engine. It must not know about databases, requests or the state of any one process.
"""
