"""Housewarming: a self-hosted game night with board games about homes."""

__version__ = "0.1.0"
