"""Write the first step of the schema anew from `tables.py`: `make migration`, only while nothing is released."""

import subprocess
import sys
from pathlib import Path

import sqlalchemy as sa
from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.operations.ops import CreateTableOp, MigrateOperation, UpgradeOps

from openrepro.store.tables import metadata

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "src/openrepro/store/migrations/versions/initial.py"
HEAD = '''"""Create the whole schema. Written by `make migration` until the first release; never changed after it."""

import sqlalchemy as sa
from alembic import op

revision = "openrepro_0001"
down_revision = None
'''


def main() -> None:
    tables = grouped(operations())
    calls = "\n".join(f"    _{name}()" for name in tables)
    bodies = "\n\n\n".join(f"def _{name}() -> None:\n{body(steps)}" for name, steps in tables.items())
    TARGET.write_text(f"{HEAD}\n\ndef upgrade() -> None:\n{calls}\n\n\n{bodies}\n")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(TARGET)], check=True)
    print(f"wrote {TARGET.relative_to(ROOT)}")


def operations() -> list[MigrateOperation]:
    """What leads from an empty database to `tables.metadata`, in an order that works."""
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        found = produce_migrations(MigrationContext.configure(connection), metadata).upgrade_ops
    engine.dispose()
    assert isinstance(found, UpgradeOps)
    return list(found.ops)


def grouped(steps: list[MigrateOperation]) -> dict[str, list[MigrateOperation]]:
    """The steps by table: its creation, then its indexes."""
    tables: dict[str, list[MigrateOperation]] = {}
    for step in steps:
        if isinstance(step, CreateTableOp):
            tables[step.table_name] = []
        tables[next(reversed(tables))].append(step)
    return tables


def body(steps: list[MigrateOperation]) -> str:
    code = render_python_code(UpgradeOps(steps))
    lines = [line for line in code.splitlines() if not line.strip().startswith("#")]
    return "    " + "\n".join(lines).strip()


if __name__ == "__main__":
    main()
