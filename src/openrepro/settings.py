"""What the environment says about an installation: database, blobs, address, workers."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from openrepro.errors import OpenReproError

DATABASE_FILE: Final = "openrepro.db"
BLOB_FOLDER: Final = "blobs"
RULE_FILE: Final = "challenge.toml"
DATABASE: Final = "OPENREPRO_DATABASE_URL"
BLOBS: Final = "OPENREPRO_BLOB_URL"
HUB: Final = "OPENREPRO_HUB_URL"
HUB_TOKEN: Final = "OPENREPRO_HUB_TOKEN"
HUB_FILES: Final = "OPENREPRO_HUB_FILE_HOSTS"
PUBLIC_URL: Final = "OPENREPRO_PUBLIC_URL"
WORKERS: Final = "OPENREPRO_WORKERS"
DISCOVER: Final = "OPENREPRO_DISCOVER_MINUTES"
MODEL_URL: Final = "OPENREPRO_MODEL_URL"
MODEL: Final = "OPENREPRO_MODEL"
MODEL_KEY: Final = "OPENREPRO_MODEL_KEY"
FILE_HOSTS: Final = (".huggingface.co", ".hf.co")

VARIABLES: Final[dict[str, str]] = {
    DATABASE: "where the challenge is kept; a SQLite file in its folder when unset, or postgresql://…",
    BLOBS: "where archived bytes are kept; a folder beside the rule file when unset, or s3://bucket/prefix",
    HUB: "the Hub that Spaces are listed on; https://huggingface.co when unset",
    HUB_TOKEN: "a token for the Hub, for its higher rate limits; none is needed",
    HUB_FILES: "hosts that the Hub may send us on to for the bytes of files, with commas between; "
    ".huggingface.co, .hf.co when unset (a name that begins with a dot stands for all hosts below it)",
    PUBLIC_URL: "the address under which people reach this server, for links in messages",
    WORKERS: "how many logbooks are judged at once by this process; 1 when unset, 0 leaves all to `openrepro worker`",
    DISCOVER: "every how many minutes the server asks the Hub for new and changed Spaces; never when unset or 0",
    MODEL_URL: "the address of a model endpoint of the OpenAI shape, such as http://127.0.0.1:8000/v1; needed when the "
    "reader is a model and the rule file gives no address of its own",
    MODEL: "the name of the model that is asked there",
    MODEL_KEY: "the key for that address; none is sent when unset, and it goes nowhere else",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """`folder` holds `challenge.toml` and, unless URLs say otherwise, database and blobs. `workers` is at least 0.

    `discover_minutes` is how often the Hub is asked for entries; 0 is never.
    """

    folder: Path
    database_url: str = field(repr=False)
    blob_url: str
    hub_url: str = "https://huggingface.co"
    hub_token: str = field(default="", repr=False)
    hub_file_hosts: tuple[str, ...] = FILE_HOSTS
    public_url: str = ""
    workers: int = 1
    discover_minutes: int = 0

    @property
    def rule_file(self) -> Path:
        return self.folder / RULE_FILE

    @property
    def on_postgresql(self) -> bool:
        return self.database_url.startswith("postgresql")


def settings_of(folder: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of the challenge in `folder`. Raises OpenReproError when a variable holds something unusable."""
    home = folder.resolve()
    return Settings(
        folder=home,
        database_url=_database(environment.get(DATABASE, ""), home),
        blob_url=_blobs(environment.get(BLOBS, ""), home),
        hub_url=_address(HUB, environment, usual="https://huggingface.co"),
        hub_token=environment.get(HUB_TOKEN, ""),
        hub_file_hosts=_hosts(environment.get(HUB_FILES, "")) or FILE_HOSTS,
        public_url=_address(PUBLIC_URL, environment, usual=""),
        workers=_count(WORKERS, environment, usual=1),
        discover_minutes=_count(DISCOVER, environment, usual=0),
    )


def _database(url: str, home: Path) -> str:
    if not url:
        return f"sqlite:///{home / DATABASE_FILE}"
    scheme, _, rest = url.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        return url
    raise OpenReproError(
        f"{DATABASE} names no database that is known here: it starts with {scheme[:40]!r}.",
        hint="Use postgresql://user@host/name, or leave it unset for a SQLite file.",
    )


def _blobs(url: str, home: Path) -> str:
    """A URL as it is; a folder is one below the challenge's unless it is written in full."""
    return url if "://" in url else str(home / (url or BLOB_FOLDER))


def _address(variable: str, environment: Mapping[str, str], *, usual: str) -> str:
    given = environment.get(variable, "") or usual
    if given and not given.startswith(("http://", "https://")):
        raise OpenReproError(
            f"{variable} is {given[:80]!r}; it must be an address that begins with https:// or http://."
        )
    return given.rstrip("/")


def _hosts(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.lower().split(",") if (name := part.strip()))


def _count(variable: str, environment: Mapping[str, str], *, usual: int) -> int:
    text = environment.get(variable, "")
    if not text:
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > 3:
        raise OpenReproError(f"{variable} is {text[:40]!r}; it must be a whole number from 0 to 999.")
    return int(text)
