"""Advice that isn't part of the rules: suggested ways to close a room, and the bonuses it may still earn."""
