"""Statements that are ready before they are needed, for the way of a move.

SQLAlchemy looks at each statement and at each of its values anew, every time. For the two that store a move
this took longer than the database did; so they are put into its words once, and values go straight to it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Insert, TypeDecorator, Update
from sqlalchemy.dialects import sqlite

Row = dict[str, Any]  # a value for each of the statement's names
Store = Callable[[Any], Any]  # how a value is stored


class Ready:
    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._words: dict[str, tuple[str, dict[str, Store]]] = {}

    def run(self, conn: Connection, rows: Sequence[Row]) -> int:
        """Once for each of the rows; how many rows of the table were concerned."""
        words = self._words.get(conn.dialect.name)
        if words is None:
            words = self._words[conn.dialect.name] = self._in_words_of(conn.dialect)
        text, stores = words
        values = [row | {name: store(row[name]) for name, store in stores.items()} for row in rows]
        return conn.exec_driver_sql(text, values).rowcount

    def _in_words_of(self, dialect: Dialect) -> tuple[str, dict[str, Store]]:
        by_name = sqlite.dialect(paramstyle="named") if dialect.name == "sqlite" else dialect
        compiled = self._statement.compile(dialect=by_name)
        stores: dict[str, Store] = {}
        for name, bind in compiled.binds.items():
            # the types of the database's own take values as they are
            if isinstance(bind.type, TypeDecorator) and (store := bind.type.bind_processor(by_name)):
                stores[name] = store
        return str(compiled), stores
