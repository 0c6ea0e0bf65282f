"""Add the columns that searches use: a table's status, and whether it is publicly listed."""

import json
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NAME = sa.String(64)
STATUSES = {"lobby", "playing", "abandoned", "closed"}
AT_ONCE = 500  # how many texts to hold in memory at once

room = sa.table(
    "room",
    sa.column("id", sa.Integer),
    sa.column("table_text", sa.Text),
    sa.column("status", NAME),
    sa.column("listed", sa.Boolean),
)


def upgrade() -> None:
    op.add_column("room", sa.Column("status", NAME, nullable=False, server_default=""))
    op.add_column("room", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    fill(op.get_bind())
    op.create_index("ix_room_listed_id", "room", ["listed", "id"])


def fill(conn: sa.Connection) -> None:
    """Fill the new columns from the table texts, reading each of them only once."""
    following = sa.select(room.c.id, room.c.table_text).order_by(room.c.id).limit(AT_ONCE)
    last = 0
    while rows := conn.execute(following.where(room.c.id > last)).all():
        ids = defaultdict(list)
        for id, text in rows:
            ids[searched_by(text)].append(id)
        for (status, listed), alike in ids.items():
            conn.execute(sa.update(room).where(room.c.id.in_(alike)).values(status=status, listed=listed))
        last = rows[-1].id


def searched_by(text: str) -> tuple[str, bool]:
    """The table's status, and whether it is listed. If the text can't be parsed, the status is empty and
    the table isn't listed, so no search finds it."""
    try:
        table = json.loads(text)
        agreed = dict(table[6]) if len(table) > 6 else {}
        return (table[1] if table[1] in STATUSES else ""), agreed.get("listed") is True
    except (ValueError, TypeError, LookupError, RecursionError):
        return "", False
