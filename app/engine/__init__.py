"""The rules of every game: pure functions over immutable values, importing the standard library only."""
