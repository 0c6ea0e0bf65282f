"""The `housewarming` command, one file for each group of commands; the benchmarks are in `bench`.

It may import everything; it must not be imported by anything. Heavy libraries are imported inside the
commands that need them, so that the others start fast.
"""
