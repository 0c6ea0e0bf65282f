"""A table apart from its game: who sits, watches and hosts there, what they agreed on and what they say.
Values and pure steps from one value to the next.

It may import the engine. It must not know a database, a request, or anything that one process alone
knows.
"""
