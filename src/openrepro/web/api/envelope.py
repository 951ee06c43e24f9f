"""What every answer of the API looks like: the data, where the next page begins, and what else there is to say."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from openrepro.ids import Json
from openrepro.web.faults import FailureBody

T = TypeVar("T")


class Shape(BaseModel):
    """What the shapes of the API have in common: they can be read off our own objects, field by field."""

    model_config = ConfigDict(from_attributes=True, json_schema_serialization_defaults_required=True)


class Meta(Shape):
    """What is said about the data. Fields that do not apply are null."""

    total: int | None = Field(default=None, description="How many there are in all, where that is known.")
    ledger_size: int | None = Field(default=None, description="The number of ledger leaves that the data reflect.")
    rules: str | None = Field(default=None, description="The digest of the rules that the data were made under.")
    as_of: str | None = Field(default=None, description="The instant that the data are of, when it is not now.")
    sentence: str | None = Field(default=None, description="A remark for people, as when data are partial.")


class Envelope(Shape, Generic[T]):
    """Every successful answer."""

    data: T
    next: str | None = Field(default=None, description="The cursor of the next page; null on the last one.")
    meta: Meta = Meta()


def plain(value: Json) -> JsonValue:
    """A JSON value as the shapes hold it: lists and dictionaries."""
    if isinstance(value, Mapping):
        return members(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def members(value: Mapping[str, Json]) -> dict[str, JsonValue]:
    """A JSON object as the shapes hold it."""
    return {key: plain(item) for key, item in value.items()}


FAILURES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": FailureBody, "description": "The request cannot be answered; `error` says why."},
    "5XX": {"model": FailureBody, "description": "A fault of ours, or the database does not answer just now."},
}
