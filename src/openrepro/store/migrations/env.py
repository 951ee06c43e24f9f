"""What Alembic runs around the steps; the open connection is handed over by `store/schema.py`."""

from alembic import context

from openrepro.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
