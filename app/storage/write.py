"""What is written to the database: each write is a value, with the SQL that does it."""

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
NEWS = "news"  # a connection's list of what is to be announced after its commit, if the database doesn't


class Write(Generic[T]):
    """Something to be written: a value with the SQL that does it."""

    room: int | None  # None: it makes the room

    def run(self, conn: Connection) -> T:
        """Do it. If it raises, that is its outcome, and nothing of it is done."""
        raise NotImplementedError

    @classmethod
    def run_all(cls, conn: Connection, writes: Sequence[Self]) -> Sequence[T]:
        """Do several, the quick way. If it raises, nothing of it is done, and each is run by itself."""
        return [write.run(conn) for write in writes]
