"""Create the table of addresses that are banned for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "ban",
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_ban"),
    )
