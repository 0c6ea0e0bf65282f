"""`housewarming bench …`: benchmarks, each compared with a plain reference in the same run.

Machines are shared and noisy, so a single figure means little. That is why the two sides take turns, and why
we look at their ratio. Servers listen on this machine only, and the data folder is deleted afterwards.
"""
