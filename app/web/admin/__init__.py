"""The admin pages: who is logged in, and what they can see of the tables.

It may import whatever `web` may. It must never show anything that a game keeps hidden.
"""
