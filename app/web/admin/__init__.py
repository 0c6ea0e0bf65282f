"""The admin page: who is logged in, and what they see of the tables.

It may import what `web` may. It must never show anything that a game keeps hidden.
"""
