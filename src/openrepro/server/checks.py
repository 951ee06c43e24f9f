"""The checks that `openrepro doctor` makes, one function for each part of an installation."""

import platform
import shutil
import subprocess
import sys
from importlib import metadata, util
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import sqlalchemy as sa

from openrepro import clock
from openrepro.challenge.rules import ReaderKind, Rules, load_rules
from openrepro.clock import instant_of
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.manners import Manners
from openrepro.server.doctor import Check, Finding, Patient, Standing
from openrepro.server.installation import drift_of, drift_sentence
from openrepro.settings import DATABASE, DISCOVER, HUB, PUBLIC_URL, RULE_FILE, Settings, settings_of
from openrepro.store.blobs import open_blobs
from openrepro.store.store import Store
from openrepro.store.tables import entry_events
from openrepro.store.trial import try_to_keep, try_to_write

OLDEST_PYTHON: Final = (3, 11)
PACKAGES: Final = ("sqlalchemy", "alembic", "fastapi", "uvicorn", "httpx2")
LITTLE_ROOM: Final = 1024**3
NO_ROOM: Final = 100 * 1024**2
MOST_SKEW_S: Final = 5
HUB_S: Final = 5.0
TRIAL_S: Final = 5.0
TRIED: Final = b"openrepro doctor".ljust(64 * 1024)


def python(_patient: Patient) -> Finding:
    told = f"Python {platform.python_version()} on {platform.system()}"
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("python", Standing.BROKEN, f"{told}; 3.11 or later is needed.")
    return Finding("python", Standing.OK, f"{told}.")


def packages(_patient: Patient) -> Finding:
    named = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    return Finding("packages", Standing.OK, f"openrepro {metadata.version('openrepro')} with {named}.")


def rule_file(patient: Patient) -> Finding:
    settings = _settings(patient)
    if not settings.rule_file.is_file():
        text = f"There is no {RULE_FILE} in {settings.folder}."
        if settings.on_postgresql:
            return Finding("rules", Standing.ABSENT, f"{text} The rules in the database hold.")
        return Finding("rules", Standing.BROKEN, text, todo="Make a challenge with `openrepro init DIR`.")
    rules = load_rules(settings.rule_file.read_bytes())
    return Finding("rules", Standing.OK, f"{rules.name}, profile {rules.profile.value}, version {rules.digest[:12]}.")


def database(patient: Patient) -> Finding:
    settings = _settings(patient)
    if _unmade(settings):
        text = "The SQLite database is not made yet; `openrepro serve` makes it."
        return Finding("database", Standing.OK, text)
    store = Store.open(settings.database_url)
    try:
        return _database(store, settings)
    finally:
        store.close()


def _database(store: Store, settings: Settings) -> Finding:
    kind = "PostgreSQL" if settings.on_postgresql else "SQLite"
    found = store.version()
    if not found:
        return Finding("database", Standing.OK, f"{kind}, empty; `openrepro serve` makes the tables.")
    store.check()
    try_to_write(store, clock.written(clock.now()))
    drift = _drift(store, settings)
    if drift:
        return Finding("database", Standing.LOOK, f"{kind}, {found}, can be written. {drift}")
    return Finding("database", Standing.OK, f"{kind}, {found}, can be written.")


def _drift(store: Store, settings: Settings) -> str:
    if not settings.rule_file.is_file():
        return ""
    rules: Rules = load_rules(settings.rule_file.read_bytes())
    with store.read() as tx:
        history = tx.rules.history()
    return drift_sentence(drift_of(history, rules, clock.now())) if history.versions else ""


def machines(patient: Patient) -> Finding:
    gives = "workers on other machines (`openrepro worker`)"
    if not _settings(patient).on_postgresql:
        text = f"The challenge is in SQLite: all work is done on this machine. {DATABASE} names a PostgreSQL database."
        return Finding("machines", Standing.ABSENT, text, gives)
    missing = [name for name in ("procrastinate", "psycopg") if util.find_spec(name) is None]
    if missing:
        return Finding("machines", Standing.BROKEN, f"{' and '.join(missing)} cannot be imported.", gives, _install(""))
    told = f"procrastinate {metadata.version('procrastinate')}, psycopg {metadata.version('psycopg')}."
    return Finding("machines", Standing.OK, told, gives)


def blobs(patient: Patient) -> Finding:
    settings = _settings(patient)
    if settings.blob_url.startswith("s3") and util.find_spec("s3fs") is None:
        return Finding("archive", Standing.BROKEN, "The archive is on S3 and s3fs is not there.", todo=_install("s3"))
    if "://" not in settings.blob_url and not settings.folder.is_dir():
        return Finding("archive", Standing.BROKEN, f"{settings.folder} is not a folder.")
    try_to_keep(open_blobs(settings.blob_url), TRIED)
    return Finding("archive", Standing.OK, f"{settings.blob_url} can be written and read.")


def s3(_patient: Patient) -> Finding:
    gives = "an archive that several machines share (OPENREPRO_BLOB_URL=s3://bucket/prefix)"
    if util.find_spec("s3fs") is None:
        return Finding("s3", Standing.ABSENT, "s3fs is not installed.", gives, _install("s3"))
    return Finding("s3", Standing.OK, f"s3fs {metadata.version('s3fs')}.", gives)


def disk(patient: Patient) -> Finding:
    free = shutil.disk_usage(_standing_folder(_settings(patient).folder)).free
    told = f"{free / 1024**3:.1f} GB free."
    if free < NO_ROOM:
        return Finding("disk", Standing.BROKEN, told, todo="Make room: uploads and verdicts would be refused.")
    if free < LITTLE_ROOM:
        return Finding("disk", Standing.LOOK, told, todo="Make room soon.")
    return Finding("disk", Standing.OK, told)


def time(patient: Patient) -> Finding:
    """The clock against what is on record, and against the clock of PostgreSQL."""
    now, settings = clock.now(), _settings(patient)
    if _unmade(settings):
        return Finding("clock", Standing.OK, f"{clock.written(now)}; there is nothing to compare it with.")
    store = Store.open(settings.database_url)
    try:
        newest, theirs = _newest(store), _database_clock(store)
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


def public_url(patient: Patient) -> Finding:
    found = _settings(patient).public_url
    gives = "whole links in webhooks and messages"
    if not found:
        return Finding("address", Standing.ABSENT, f"{PUBLIC_URL} is not set.", gives)
    if found.startswith("http://") and urlsplit(found).hostname not in ("localhost", "127.0.0.1", "::1"):
        text = f"{found} is not encrypted: tokens can be read on the way."
        return Finding("address", Standing.LOOK, text, gives, "Serve it over https, by a proxy in front.")
    return Finding("address", Standing.OK, f"{found}.", gives)


def hub(patient: Patient) -> Finding:
    settings = _settings(patient)
    gives = "entries that are Spaces on the Hub; uploads need no Hub"
    if not patient.hub and not settings.discover_minutes:
        text = f"Not asked for entries: {DISCOVER} is not set. --hub tries whether {settings.hub_url} answers."
        return Finding("hub", Standing.ABSENT, text, gives)
    fetcher = Fetcher(
        Manners(attempts=1, answer_s=HUB_S, silence_s=HUB_S), home=settings.hub_url, token=settings.hub_token
    )
    try:
        asked = Hub(settings.hub_url, fetcher)
        asked.page(asked.first_page("openrepro", 1), f"The listing of {settings.hub_url}")
    except OpenReproError as error:
        todo = f"Look at the network, or correct {HUB}."
        return Finding("hub", Standing.LOOK, error.text, gives, todo)
    finally:
        fetcher.close()
    return Finding("hub", Standing.OK, f"{settings.hub_url} answers.", gives)


def sandbox(_patient: Patient) -> Finding:
    gives = "running strangers' code apart from this machine, once re-runs are part of a challenge; judging needs none"
    if shutil.which("bwrap") is None:
        return Finding("sandbox", Standing.ABSENT, "bubblewrap is not installed.", gives)
    trial = ("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "true")
    try:
        done = subprocess.run(trial, capture_output=True, timeout=TRIAL_S, check=False)
    except subprocess.TimeoutExpired:
        return Finding("sandbox", Standing.LOOK, "bubblewrap does not come to its end.", gives)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[:200]
        return Finding("sandbox", Standing.ABSENT, f"bubblewrap is there and not allowed to work: {said}", gives)
    return Finding("sandbox", Standing.OK, "bubblewrap works.", gives)


def model(patient: Patient) -> Finding:
    gives = "reading logbooks whose runs print no RESULT lines"
    settings = _settings(patient)
    if not settings.rule_file.is_file():
        return Finding("model", Standing.ABSENT, "No rule file here says who reads.", gives)
    reader = load_rules(settings.rule_file.read_bytes()).judging.reader
    if reader is ReaderKind.RULES:
        return Finding("model", Standing.ABSENT, "The rule file asks for no model: code alone reads.", gives)
    text = f"The rule file asks for the reader {reader.value!r}, which this version has not; code alone reads."
    return Finding("model", Standing.LOOK, text, gives, 'Set reader = "rules" under [judging].')


CHECKS: Final[dict[str, Check]] = {
    "python": python,
    "packages": packages,
    "rules": rule_file,
    "database": database,
    "archive": blobs,
    "disk": disk,
    "clock": time,
    "machines": machines,
    "s3": s3,
    "address": public_url,
    "hub": hub,
    "sandbox": sandbox,
    "model": model,
}


def _settings(patient: Patient) -> Settings:
    return settings_of(patient.folder, patient.environment)


def _unmade(settings: Settings) -> bool:
    url = sa.make_url(settings.database_url)
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def _standing_folder(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(path for path in (folder, *folder.parents) if path.is_dir())


def _install(extra: str) -> str:
    return f"pip install 'openrepro[{','.join(filter(None, ('server', extra)))}]'"
