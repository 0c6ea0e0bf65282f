"""The games that friends play in one evening, at any number of tables: the score, and what is on."""
