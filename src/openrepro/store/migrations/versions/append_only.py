"""Let the database itself refuse to change or delete a leaf of the ledger."""

from alembic import op

revision = "openrepro_0002"
down_revision = "openrepro_0001"

REFUSAL = "The ledger is append-only: no leaf changes and none goes."
STATEMENTS = {
    "sqlite": tuple(
        f"CREATE TRIGGER leaves_no_{act.lower()} BEFORE {act} ON leaves BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        for act in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION leaves_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
        "CREATE TRIGGER leaves_no_change BEFORE UPDATE OR DELETE ON leaves "
        "FOR EACH ROW EXECUTE FUNCTION leaves_refuse()",
    ),
}


def upgrade() -> None:
    connection = op.get_bind()
    for statement in STATEMENTS[connection.dialect.name]:
        connection.exec_driver_sql(statement)
