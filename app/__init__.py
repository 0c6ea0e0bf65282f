"""Housewarming: a self-hosted game night with board games about homes."""

from pathlib import Path

__version__ = "0.1.0"
ROOT = Path(__file__).resolve().parent.parent  # of the checkout
