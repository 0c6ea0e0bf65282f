"""The server's network layer: connections, sockets, addresses and proxies, and their limits.

It may import the metrics, and must not know what a table or a game is.
"""
