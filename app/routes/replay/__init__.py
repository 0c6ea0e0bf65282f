"""Looking at finished games again, alone or together."""
