"""Count the changes to each room's chat, so that other servers notice them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("room", sa.Column("said", sa.Integer, nullable=False, server_default="0"))
