"""The `housewarming` command, with one file per group of commands; the benchmarks are in `bench`.

This package may import any other; it must not be imported by another. Heavy libraries are imported inside
the commands that need them, so that the others start fast.
"""
