"""Accounts, the teams they enter with, and the tokens they act by."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    PARTICIPANT = "participant"
    REVIEWER = "reviewer"
    ORGANISER = "organiser"
    ADMIN = "admin"


class Scope(StrEnum):
    """What a token may be used for; each includes reading what is public."""

    READ = "read"
    SUBMIT = "submit"
    REVIEW = "review"
    OPERATE = "operate"


@dataclass(frozen=True, slots=True)
class Account:
    """`id` is a pseudonym that may stand in records; `name` is public on the site and never in the ledger."""

    id: str
    name: str
    role: Role
    team: str
    created_at: str
    provider: str = "local"
    deleted_at: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """`id` is a pseudonym; an account without a team of its own choice is a team of one."""

    id: str
    name: str
    competing: bool = True
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """An API token as it is kept: its hash only. `prefix` is shown so that people can tell their tokens apart."""

    id: str
    account: str
    name: str
    prefix: str
    scopes: tuple[Scope, ...]
    created_at: str
    last_used_at: str = ""
    revoked_at: str = ""
