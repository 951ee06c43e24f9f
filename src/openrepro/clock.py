"""The one way to get the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current instant, in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)
