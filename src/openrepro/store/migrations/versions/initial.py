"""Create the whole schema."""

from alembic import op

from openrepro.store.tables import metadata

revision = "openrepro_0001"
down_revision = None


def upgrade() -> None:
    metadata.create_all(op.get_bind())
