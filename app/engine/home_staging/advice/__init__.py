"""Advice, separate from the rules: suggested ways to close a room, and the bonuses it may still earn."""
