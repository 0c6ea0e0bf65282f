"""What a newcomer should hear at a table. Each game makes its own, from what the player can see."""

from typing import NamedTuple


class Coach(NamedTuple):
    begins: bool  # whether the player hasn't built anything yet
    says: tuple[str | int, ...] = ()  # a hint: its code and arguments; () for nothing


SILENT = Coach(False)
