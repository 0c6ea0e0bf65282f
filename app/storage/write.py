"""The base class of all writes to the database."""

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
NEWS = "news"  # the Connection.info key for what the writer announces after the commit, if Postgres doesn't


class Write(Generic[T]):
    """A write to the database: the values, and the SQL that stores them."""

    room: int | None  # the room to lock; None if it creates one or concerns none or several

    def run(self, conn: Connection) -> T:
        """Execute the write. If it raises, it is rolled back, and the exception is its outcome."""
        raise NotImplementedError

    @classmethod
    def run_all(cls, conn: Connection, writes: Sequence[Self]) -> Sequence[T]:
        """Execute several at once, the fast way. If this raises, all are rolled back and run one by one."""
        return [write.run(conn) for write in writes]
