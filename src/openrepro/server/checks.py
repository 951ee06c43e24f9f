"""The checks that `openrepro doctor` makes, one function for each part of an installation."""

import platform
import sys
from importlib import metadata, util
from typing import Final
from urllib.parse import urlsplit

from openrepro.challenge.file import read_rule_file
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.manners import Manners
from openrepro.sandbox.faults import SandboxError, SandboxFault
from openrepro.sandbox.pdf import PACKAGE
from openrepro.sandbox.running import trial
from openrepro.server.checks_kept import archive, database, disk, renderings, time
from openrepro.server.checks_model import model
from openrepro.server.doctor import Check, Finding, Patient, Standing
from openrepro.settings import DATABASE, DISCOVER, HUB, PUBLIC_URL, RULE_FILE, VARIABLES
from openrepro.store.blobs import INSTALL

OLDEST_PYTHON: Final = (3, 11)
PACKAGES: Final = ("sqlalchemy", "alembic", "fastapi", "uvicorn", "httpx2")
HUB_S: Final = 5.0
INSTALL_SERVER: Final = "pip install 'openrepro[server]'"


def python(_patient: Patient) -> Finding:
    told = f"Python {platform.python_version()} on {platform.system()}"
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("python", Standing.BROKEN, f"{told}; 3.11 or later is needed.")
    return Finding("python", Standing.OK, f"{told}.")


def packages(_patient: Patient) -> Finding:
    named = ", ".join(f"{name} {metadata.version(name)}" for name in PACKAGES)
    return Finding("packages", Standing.OK, f"openrepro {metadata.version('openrepro')} with {named}.")


def settings(patient: Patient) -> Finding:
    """The variables of the environment; each that is wrong is told here, once."""
    faults = patient.faults
    if faults:
        hints = " ".join(dict.fromkeys(fault.hint for fault in faults.values() if fault.hint))
        return Finding("settings", Standing.BROKEN, " ".join(fault.text for fault in faults.values()), todo=hints)
    given = ", ".join(name for name in VARIABLES if patient.environment.get(name))
    return Finding("settings", Standing.OK, f"Set are {given}." if given else "None are set; the usual ones hold.")


def rule_file(patient: Patient) -> Finding:
    held = patient.settings
    if not held.rule_file.exists():
        text = f"There is no {RULE_FILE} in {held.folder}."
        if held.on_postgresql:
            return Finding("rules", Standing.ABSENT, f"{text} The rules in the database hold.")
        return Finding("rules", Standing.BROKEN, text, todo="Make a challenge with `openrepro init DIR`.")
    rules = read_rule_file(held.rule_file)
    return Finding("rules", Standing.OK, f"{rules.name}, profile {rules.profile.value}, version {rules.digest[:12]}.")


def machines(patient: Patient) -> Finding:
    gives = "workers on other machines (`openrepro worker`)"
    if DATABASE in patient.faults:
        return Finding("machines", Standing.ABSENT, f"Not looked at while {DATABASE} is wrong.", gives)
    if not patient.settings.on_postgresql:
        text = f"The challenge is in SQLite: all work is done on this machine. {DATABASE} names a PostgreSQL database."
        return Finding("machines", Standing.ABSENT, text, gives)
    missing = [name for name in ("procrastinate", "psycopg") if util.find_spec(name) is None]
    if missing:
        return Finding(
            "machines", Standing.BROKEN, f"{' and '.join(missing)} cannot be imported.", gives, INSTALL_SERVER
        )
    told = f"procrastinate {metadata.version('procrastinate')}, psycopg {metadata.version('psycopg')}."
    return Finding("machines", Standing.OK, told, gives)


def s3(_patient: Patient) -> Finding:
    gives = "an archive that several machines share (OPENREPRO_BLOB_URL=s3://bucket/prefix)"
    if util.find_spec("s3fs") is None:
        return Finding("s3", Standing.ABSENT, "s3fs is not installed.", gives, INSTALL)
    return Finding("s3", Standing.OK, f"s3fs {metadata.version('s3fs')}.", gives)


def public_url(patient: Patient) -> Finding:
    found = patient.settings.public_url
    gives = "whole links in webhooks and messages"
    if not found:
        return Finding("address", Standing.ABSENT, f"{PUBLIC_URL} is not set.", gives)
    if found.startswith("http://") and urlsplit(found).hostname not in ("localhost", "127.0.0.1", "::1"):
        text = f"{found} is not encrypted: tokens can be read on the way."
        return Finding("address", Standing.LOOK, text, gives, "Serve it over https, by a proxy in front.")
    return Finding("address", Standing.OK, f"{found}.", gives)


def hub(patient: Patient) -> Finding:
    held = patient.settings
    gives = "entries that are Spaces on the Hub; uploads need no Hub"
    if not patient.hub and not held.discover_minutes:
        text = f"Not asked for entries: {DISCOVER} is not set. --hub tries whether {held.hub_url} answers."
        return Finding("hub", Standing.ABSENT, text, gives)
    fetcher = Fetcher(Manners(attempts=1, answer_s=HUB_S, silence_s=HUB_S), home=held.hub_url, token=held.hub_token)
    try:
        asked = Hub(held.hub_url, fetcher)
        asked.page(asked.first_page("openrepro", 1), f"The listing of {held.hub_url}")
    except OpenReproError as error:
        todo = f"Look at the network, or correct {HUB}."
        return Finding("hub", Standing.LOOK, error.text, gives, todo)
    finally:
        fetcher.close()
    return Finding("hub", Standing.OK, f"{held.hub_url} answers.", gives)


def sandbox(_patient: Patient) -> Finding:
    gives = "reading papers in PDF; without it they are refused, and never read outside it"
    try:
        trial()
    except SandboxError as error:
        missing = error.fault is SandboxFault.MISSING
        return Finding("sandbox", Standing.ABSENT if missing else Standing.LOOK, error.text, gives, error.hint)
    if util.find_spec(PACKAGE) is None:
        return Finding("sandbox", Standing.LOOK, "bubblewrap works; pypdfium2 is missing.", gives, INSTALL_SERVER)
    told = f"bubblewrap works; PDFs are read with pypdfium2 {metadata.version('pypdfium2')}."
    return Finding("sandbox", Standing.OK, told, gives)


CHECKS: Final[dict[str, Check]] = {
    "python": python,
    "packages": packages,
    "settings": settings,
    "rules": rule_file,
    "database": database,
    "archive": archive,
    "renderings": renderings,
    "disk": disk,
    "clock": time,
    "machines": machines,
    "s3": s3,
    "address": public_url,
    "hub": hub,
    "sandbox": sandbox,
    "model": model,
}
