"""Create the tables for rooms, the logs of their games, keys and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NAME = sa.String(64)


def upgrade() -> None:
    op.create_table(
        "room",
        sa.Column("id", sa.Integer),
        sa.Column("code", NAME, nullable=False),
        sa.Column("game", NAME, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("table_text", sa.Text, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room"),
        sa.UniqueConstraint("code", name="uq_room_code"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entry",
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("turn", sa.Integer),
        sa.Column("move_id", NAME),
        sa.Column("move", sa.Text),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("room", "version", name="pk_entry"),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name="fk_entry_room", ondelete="CASCADE"),
        sa.UniqueConstraint("room", "seat", "move_id", name="uq_entry_room_seat_move_id"),
    )
    op.create_table(
        "key",
        sa.Column("hash", NAME, nullable=False),
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("grant", NAME, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("made", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_key"),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name="fk_key_room", ondelete="CASCADE"),
    )
    op.create_index("ix_key_room", "key", ["room"])
    op.create_table(
        "say",
        sa.Column("id", sa.Integer),
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("place", NAME, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_say"),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name="fk_say_room", ondelete="CASCADE"),
    )
    op.create_index("ix_say_room_place_id", "say", ["room", "place", "id"])
