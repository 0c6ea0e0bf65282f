"""The server's end of the network: connections, sockets, addresses and proxies, each with its bounds.

It may import the metrics. It must not know what a table or a game is.
"""
