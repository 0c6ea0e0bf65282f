"""Precompiled statements for the hot path of a move.

SQLAlchemy processes a statement and its values on every execution. For the two statements that store a move,
that took longer than the database's own work. So we compile them once and pass the values straight to the
driver.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, TypeDecorator, Update
from sqlalchemy.exc import DBAPIError

Row = Sequence[Any]
Store = Callable[[Any], Any]  # converts a value to what the driver stores


def straight(conn: Connection, text: str, rows: Sequence[Row] | None = None) -> int:
    """Execute SQL directly on the driver, once or once per row; returns the number of affected rows."""
    cursor = conn.connection.cursor()
    try:
        if rows is None:
            cursor.execute(text)
        else:
            cursor.executemany(text, rows)
        return int(cursor.rowcount)
    except conn.dialect.loaded_dbapi.Error as error:
        # Raise the error that SQLAlchemy would raise, but without the values.
        kind = conn.dialect.loaded_dbapi.Error
        raise DBAPIError.instance(text, None, error, kind, True, dialect=conn.dialect) from error
    finally:
        cursor.close()


class Ready:
    """A statement, compiled once per database and executed with rows of values in the order of `names`."""

    def __init__(self, statement: Insert | Update, names: Sequence[str]) -> None:
        self._statement, self._names = statement, [*names]
        self._words: dict[str, tuple[str, dict[int, Store]]] = {}

    def run(self, conn: Connection, rows: Sequence[Row]) -> int:
        """Execute it for each row; returns the number of affected rows."""
        words = self._words.get(conn.dialect.name)
        if words is None:
            words = self._words[conn.dialect.name] = self._in_words_of(conn.dialect)
        text, stores = words
        values = [[*row] for row in rows]
        for place, store in stores.items():
            for row in values:
                row[place] = store(row[place])
        return straight(conn, text, values)

    def _in_words_of(self, dialect: Dialect) -> tuple[str, dict[int, Store]]:
        kind_of_database: Any = type(dialect)
        by_place = dialect if dialect.positional else kind_of_database(paramstyle="format")
        compiled = self._statement.compile(dialect=by_place)
        assert compiled.positiontup == self._names, compiled.positiontup
        stores: dict[int, Store] = {}
        for place, name in enumerate(self._names):
            kind = compiled.binds[name].type
            # only our own types convert values
            if isinstance(kind, TypeDecorator) and (store := kind.bind_processor(by_place)):
                stores[place] = store
        return str(compiled), stores
