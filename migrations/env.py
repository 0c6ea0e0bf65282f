"""Runs alembic's migrations on the connection it is given, or else on the database from the settings."""

from alembic import context
from sqlalchemy import Connection

from app import settings
from app.storage import database
from app.storage.schema import metadata


def run(connection: Connection) -> None:
    # SQLite can alter very little, so alembic creates a new table and copies the old one's rows into it.
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with database.writing(database.address(settings.load())).begin() as connection:
        run(connection)
