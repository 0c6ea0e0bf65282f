"""`housewarming soak`: long runs that break servers on purpose, and check that no move gets lost.

The players, Postgres and the broker here are also used by the tests.
"""
