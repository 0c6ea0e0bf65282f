"""The base class of all writes to the database."""

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
# The Connection.info key for notices. The writer sends them after the commit, unless Postgres does.
NEWS = "news"


class Write(Generic[T]):
    """A write to the database: the values, and the SQL that stores them."""

    room: int | None  # the room to lock; None if the write creates a room, or concerns several or none

    def run(self, conn: Connection) -> T:
        """Execute the write. If this raises, the write is rolled back, and the exception is its outcome."""
        raise NotImplementedError

    @classmethod
    def run_all(cls, conn: Connection, writes: Sequence[Self]) -> Sequence[T]:
        """Execute several writes together, which is faster. If this raises, all are rolled back and then run
        one by one."""
        return [write.run(conn) for write in writes]
