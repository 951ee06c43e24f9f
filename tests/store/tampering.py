"""Writing to the tables of the ledger behind its back."""

from sqlalchemy import text

from openrepro.store.store import Store


def tamper(store: Store, *statements: str, **values: object) -> None:
    """Run SQL with the guard of the leaves off."""
    with store.write() as tx:
        sqlite = tx.connection.dialect.name == "sqlite"
        if sqlite:
            for name in ("leaves_no_update", "leaves_no_delete"):
                tx.connection.execute(text(f"DROP TRIGGER IF EXISTS {name}"))
        else:
            tx.connection.execute(text("ALTER TABLE leaves DISABLE TRIGGER USER"))
        for statement in statements:
            tx.connection.execute(text(statement), values)
        if not sqlite:
            tx.connection.execute(text("ALTER TABLE leaves ENABLE TRIGGER USER"))
