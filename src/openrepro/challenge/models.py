"""The models that a rule file names: reading their tables, and checking that names lead somewhere."""

import re
from typing import Final

from openrepro.challenge.sections import ModelEndpoint, ModelRules, ReaderKind
from openrepro.challenge.table import Table, listed, one_of, shown
from openrepro.errors import OpenReproError

VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
ADDRESS: Final = re.compile(r"https?://[^\s/@?#]+(?:/[^\s@?#]*)?")
MOST_IN_FLIGHT: Final = 1_000
LONGEST_WAIT_S: Final = 3_600


def endpoint_of(table: Table) -> ModelEndpoint:
    """One `[[judging.model.endpoints]]`. Raises OpenReproError with one sentence that names the key."""
    endpoint = ModelEndpoint(
        name=table.text("name", empty=False),
        model=table.text("model", empty=False),
        url=_matched(table, "url", ADDRESS, "an address such as https://host/v1, without user, query or fragment"),
        key_env=_matched(table, "key_env", VARIABLE, "the name of the environment variable that holds the key"),
        usd_per_million_in=table.amount("usd_per_million_in") if table.has("usd_per_million_in") else "0",
        usd_per_million_out=table.amount("usd_per_million_out") if table.has("usd_per_million_out") else "0",
        context=_whole(table, "context", 0, 10**9, 0),
        in_flight=_whole(table, "in_flight", 1, MOST_IN_FLIGHT, 8),
        timeout_s=_whole(table, "timeout_s", 1, LONGEST_WAIT_S, 180),
    )
    if endpoint.key_env and not endpoint.url:
        raise OpenReproError(
            f"{table.path('key_env')} is given without {table.path('url')}.",
            hint="Without url the model is asked at OPENREPRO_MODEL_URL, with the key in OPENREPRO_MODEL_KEY.",
        )
    table.end()
    return endpoint


def check_models(rules: ModelRules, kind: ReaderKind) -> None:
    """Raise OpenReproError where two models have one name, or a role names a model that is not there."""
    names = [endpoint.name for endpoint in rules.endpoints]
    for name in names:
        if names.count(name) > 1:
            raise OpenReproError(f"judging.model.endpoints has the name {shown(name)} more than once.")
    if not names:
        return
    if kind is ReaderKind.MODEL and not rules.reader:
        raise OpenReproError(f"judging.model.reader is empty; it must name the model that reads: {one_of(names)}.")
    for role, name in (("reader", rules.reader), ("prosecutor", rules.prosecutor)):
        if name and name not in names:
            raise OpenReproError(
                f"judging.model.{role} is {shown(name)}, which judging.model.endpoints does not have; "
                f"it has {listed(names)}."
            )


def _matched(table: Table, key: str, shape: re.Pattern[str], must: str) -> str:
    """A text of this shape; empty where it is not given."""
    text = table.text(key) if table.has(key) else ""
    if text and not (len(text) <= 500 and shape.fullmatch(text)):
        raise table.refuse(key, must)
    return text


def _whole(table: Table, key: str, least: int, most: int, usual: int) -> int:
    if not table.has(key):
        return usual
    value = table.whole(key, least)
    if value > most:
        raise table.refuse(key, f"a whole number from {least} to {most}")
    return value
