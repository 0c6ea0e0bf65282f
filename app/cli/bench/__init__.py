"""`housewarming bench …`: benchmarks, each compared with a plain reference in the same run.

Machines are shared and noisy, so a single figure means little: both sides take turns, and the ratio is what
counts. Servers listen on this machine only, and data goes into a folder that is deleted afterwards.
"""
