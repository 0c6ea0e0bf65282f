"""Open tables in memory (`LiveTable`): their locks, clocks, presence and audiences, and the bots that play on
them. `bus` connects servers that share a database.

It may import `engine`, `table`, `storage` and `net`. It must not know how anything is rendered, or what a
request is.
"""
