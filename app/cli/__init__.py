"""The `housewarming` command, with one file per group of commands; the benchmarks are in `bench`.

This package may import any other, but no other may import it. Heavy libraries are imported inside the
commands that need them, so that the others start fast.
"""
