"""The database and the data folder: tables and their logs at rest, one writer that commits for all of them,
migrations and backups.

It may import the engine's form of values and the metrics. It stores text and must not know what a table is.
"""
