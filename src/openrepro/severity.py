"""How much a finding, a problem or a fault matters; every room that reports any speaks of it."""

from enum import StrEnum


class Severity(StrEnum):
    NOTE = "note"
    WARNING = "warning"
    SERIOUS = "serious"
