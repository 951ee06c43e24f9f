"""A share of an examination as pages tell it: in percent, with its interval."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from openrepro.ids import Json


def share_of(share: Mapping[str, Any]) -> dict[str, Json]:
    """A share with its Wilson 95 % interval in percent, to one place; null where there is nothing to share."""
    low, high = share["interval_95"] or (None, None)
    return {
        "part": share["part"],
        "whole": share["whole"],
        "percent": _percent(share["value"]),
        "low": _percent(low),
        "high": _percent(high),
    }


def _percent(share: str | None) -> str | None:
    if share is None:
        return None
    return str((Decimal(share) * 100).quantize(Decimal("0.1"), ROUND_HALF_UP))
