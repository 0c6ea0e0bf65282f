"""Advice, not rules: closings to choose from, and what a bot hopes for."""
