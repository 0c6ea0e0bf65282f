"""`housewarming bench …`: how fast it is, each time beside a plain reference in the same run.

Machines are shared and noisy, so a figure alone says little: both sides take turns, and the ratio is what to
look at. Servers listen on this machine only, and what is stored goes to a folder that is deleted afterwards.
"""
