"""The one way to get the time, and how an instant is written."""

from datetime import UTC, datetime
from typing import Final

SHAPE: Final = "%Y-%m-%dT%H:%M:%SZ"


def now() -> datetime:
    """The current instant, in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def exact() -> datetime:
    """The current instant, in UTC, as exactly as the machine tells it."""
    return datetime.now(UTC)


def written(instant: datetime) -> str:
    """An aware instant as it stands in the database: `2026-08-03T11:59:59Z`, which sorts as text."""
    return instant.astimezone(UTC).strftime(SHAPE)


def instant_of(text: str) -> datetime:
    """The instant that `written` made `text` of."""
    return datetime.strptime(text, SHAPE).replace(tzinfo=UTC)
