"""The database and the data folder: stored tables and their logs, group commit, migrations and backups.

It may import the engine's wire format and the metrics. It stores text, and must not know what a table is.
"""
