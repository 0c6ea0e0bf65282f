"""The `housewarming` command, with one file per group of commands; the benchmarks are in `bench`.

This package may import everything, and nothing may import it. Heavy libraries are imported inside the
commands that need them, so the others start fast.
"""
