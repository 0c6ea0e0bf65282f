"""The server's end of the network: connections, sockets, addresses and proxies, and their limits.

May import the metrics. Must not know what a table or a game is.
"""
