"""The checks of `openrepro doctor` on what keeps a challenge: database, archive, disk and clock. Nothing is made."""

import shutil
import tempfile
from datetime import timedelta
from importlib import util
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from openrepro import clock
from openrepro.challenge.file import read_rule_file
from openrepro.clock import instant_of
from openrepro.rendering.making import VERSION
from openrepro.server.doctor import Finding, Patient, Standing
from openrepro.server.installation import drift_of, drift_sentence, is_unmade
from openrepro.settings import DATABASE, Settings
from openrepro.store import renderings_due
from openrepro.store.blobs import INSTALL, folder_of, open_blobs
from openrepro.store.faults import StoreError
from openrepro.store.store import Store
from openrepro.store.tables import entry_events
from openrepro.store.trial import try_to_keep, try_to_write

LITTLE_ROOM: Final = 1024**3
NO_ROOM: Final = 100 * 1024**2
MOST_SKEW_S: Final = 5
MOST_COUNTED: Final = 1_000
SLOW_RENDERING: Final = timedelta(minutes=30)
TRIED: Final = b"openrepro doctor".ljust(64 * 1024)
MAY_WRITE: Final = "Let the user of this program write there, or name another place."


def database(patient: Patient) -> Finding:
    if DATABASE in patient.faults:
        return Finding("database", Standing.ABSENT, f"Not looked at while {DATABASE} is wrong.")
    settings = patient.settings
    if is_unmade(settings):
        return _unmade(settings)
    store = Store.open(settings.database_url)
    try:
        return _database(store, settings)
    finally:
        store.close()


def _unmade(settings: Settings) -> Finding:
    """Whether `openrepro serve` could make the file."""
    file = Path(sa.make_url(settings.database_url).database or "")
    if not settings.rule_file.exists():
        return Finding("database", Standing.ABSENT, "It comes with a challenge.")
    if not file.parent.is_dir():
        text = f"{file} cannot be made: its folder is not there."
        return Finding("database", Standing.BROKEN, text, todo=f"Make {file.parent}, or correct {DATABASE}.")
    fault = _refusal(file.parent)
    if fault:
        return Finding("database", Standing.BROKEN, f"{file} cannot be made: {fault}.", todo=MAY_WRITE)
    return Finding("database", Standing.OK, "The SQLite database is not made yet; `openrepro serve` makes it.")


def _database(store: Store, settings: Settings) -> Finding:
    kind = "PostgreSQL" if settings.on_postgresql else "SQLite"
    found = store.version()
    if not found:
        return _empty(store, kind)
    store.check()
    try_to_write(store, clock.written(clock.now()))
    drift = _drift(store, settings)
    if drift:
        return Finding("database", Standing.LOOK, f"{kind}, {found}, can be written. {drift}")
    return Finding("database", Standing.OK, f"{kind}, {found}, can be written.")


def _empty(store: Store, kind: str) -> Finding:
    if store.engine.dialect.name == "postgresql":
        with store.read() as tx:
            may = tx.connection.scalar(sa.text("SELECT has_schema_privilege(current_schema(), 'CREATE')"))
        if not may:
            todo = "Give the user the right to make tables: GRANT CREATE ON SCHEMA public TO …"
            return Finding("database", Standing.BROKEN, f"{kind}, empty; no tables may be made in it.", todo=todo)
    return Finding("database", Standing.OK, f"{kind}, empty; `openrepro serve` makes the tables.")


def _drift(store: Store, settings: Settings) -> str:
    if not settings.rule_file.is_file():
        return ""
    with store.read() as tx:
        history = tx.rules.history()
    rules = read_rule_file(settings.rule_file)
    return drift_sentence(drift_of(history, rules, clock.now())) if history.versions else ""


def archive(patient: Patient) -> Finding:
    settings = patient.settings
    folder = folder_of(settings.blob_url)
    if folder is not None and not (folder.is_dir() and settings.rule_file.exists()):
        return _folder(folder)
    if settings.blob_url.startswith("s3") and util.find_spec("s3fs") is None:
        return Finding("archive", Standing.BROKEN, "The archive is on S3 and s3fs is not there.", todo=INSTALL)
    try_to_keep(open_blobs(settings.blob_url), TRIED)
    return Finding("archive", Standing.OK, f"{settings.blob_url} can be written and read.")


def _folder(folder: Path) -> Finding:
    """The folder of the archive where it is not there yet, or no challenge has it."""
    if folder.exists() and not folder.is_dir():
        return Finding("archive", Standing.BROKEN, f"{folder} is not a folder.", todo="Name another one.")
    fault = _refusal(_standing(folder))
    if fault:
        return Finding("archive", Standing.BROKEN, f"{folder} cannot be written: {fault}.", todo=MAY_WRITE)
    if folder.is_dir():
        return Finding("archive", Standing.OK, f"{folder} can be written.")
    return Finding("archive", Standing.OK, f"{folder} is not made yet; `openrepro serve` makes it.")


def renderings(patient: Patient) -> Finding:
    """Whether the pages of logbooks are made, and which cannot be."""
    if DATABASE in patient.faults or is_unmade(patient.settings):
        return Finding("renderings", Standing.ABSENT, "There is nothing to render.")
    store = Store.open(patient.settings.database_url)
    try:
        return _renderings(store)
    except StoreError:
        return Finding("renderings", Standing.ABSENT, "Not looked at while the database is wrong.")
    finally:
        store.close()


def _renderings(store: Store) -> Finding:
    if not store.version():
        return Finding("renderings", Standing.ABSENT, "There is nothing to render.")
    store.check()
    with store.read() as tx:
        waiting = renderings_due.backlog(tx.connection, VERSION, MOST_COUNTED)
        failed = tx.renderings.failures(MOST_COUNTED)
    told = f"Logbooks that wait for their pages: {waiting.new + waiting.outdated:,}."
    if failed:
        first = failed[0]
        text = f"{told} Whose pages could not be made: {len(failed):,}, the last {first.entry}. {first.sentence}"
        todo = f"Look at the log; `openrepro admin entries render {first.entry} --why TEXT` tries it again."
        return Finding("renderings", Standing.LOOK, text, todo=todo)
    late = bool(waiting.oldest) and instant_of(waiting.oldest) < clock.now() - SLOW_RENDERING
    if late:
        todo = "Start `openrepro serve`, which makes them; its log says what keeps it."
        return Finding("renderings", Standing.LOOK, f"{told} The first since {waiting.oldest}.", todo=todo)
    return Finding("renderings", Standing.OK, told)


def disk(patient: Patient) -> Finding:
    free = shutil.disk_usage(_standing(patient.settings.folder)).free
    told = f"{free / 1024**3:.1f} GB free."
    if free < NO_ROOM:
        return Finding("disk", Standing.BROKEN, told, todo="Make room: uploads and verdicts would be refused.")
    if free < LITTLE_ROOM:
        return Finding("disk", Standing.LOOK, told, todo="Make room soon.")
    return Finding("disk", Standing.OK, told)


def time(patient: Patient) -> Finding:
    """The clock against what is on record, and against the clock of PostgreSQL."""
    now, settings = clock.now(), patient.settings
    alone = Finding("clock", Standing.OK, f"{clock.written(now)}; there is nothing to compare it with.")
    if DATABASE in patient.faults or is_unmade(settings):
        return alone
    store = Store.open(settings.database_url)
    try:
        newest, theirs = _newest(store), _database_clock(store)
    except StoreError:
        return alone  # what is wrong with the database is told there
    finally:
        store.close()
    if newest and instant_of(newest) > now:
        text = f"It is {clock.written(now)} here, and the newest entry on record is from {newest}."
        return Finding("clock", Standing.LOOK, text, todo="Set the clock: windows and deadlines are measured by it.")
    if theirs is not None and abs(theirs) > MOST_SKEW_S:
        text = f"The clock differs from the database's by {theirs:.0f} s."
        return Finding("clock", Standing.LOOK, text, todo="Let all machines follow one time server.")
    return Finding("clock", Standing.OK, f"{clock.written(now)}.")


def _newest(store: Store) -> str:
    if not store.version():
        return ""
    with store.read() as tx:
        last = sa.select(entry_events.c.at).order_by(entry_events.c.id.desc()).limit(1)
        return str(tx.connection.scalar(last) or "")


def _database_clock(store: Store) -> float | None:
    """By how many seconds PostgreSQL's clock is ahead of ours; None on SQLite, which has none."""
    if store.engine.dialect.name != "postgresql":
        return None
    with store.read() as tx:
        theirs = tx.connection.scalar(sa.text("SELECT clock_timestamp()"))
    return float((theirs - clock.now()).total_seconds())


def _standing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(path for path in (folder, *folder.parents) if path.is_dir())


def _refusal(folder: Path) -> str:
    """Why no file can be made in a folder; empty when one can. The file that is tried is gone at once."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"{folder}: {error.strerror or error}"
