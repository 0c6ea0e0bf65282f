"""Add the column that says to which evening a table belongs."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("room", sa.Column("evening", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_room_evening_id", "room", ["evening", "id"])
