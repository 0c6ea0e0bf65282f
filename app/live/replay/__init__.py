"""Playing on from a step of a replay, and showing one to others."""
