"""The `housewarming` command, one file for each group of commands; `bench` measures.

It may import everything; nothing must import it. Heavy libraries are imported where a command needs
them, so that the others start at once.
"""
