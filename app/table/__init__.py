"""Everything about a table except its game: seats, spectators, the host, the table's options and its chat.
Its values are immutable, and pure functions turn one value into the next.

It may import the engine. It must not know about databases, requests or the state of any particular process.
"""
