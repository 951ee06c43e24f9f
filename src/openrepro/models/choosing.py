"""Which endpoint is asked in which role: what the rule file and the environment say together."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final
from urllib.parse import urlsplit

from openrepro.challenge.sections import ModelEndpoint, ModelRules
from openrepro.errors import OpenReproError
from openrepro.judging.readers.model.question import Role
from openrepro.models.endpoint import Endpoint, Price, Sum
from openrepro.settings import MODEL, MODEL_KEY, MODEL_URL

LONGEST_URL: Final = 500


def endpoints_of(rules: ModelRules, environment: Mapping[str, str]) -> Mapping[Role, Endpoint]:
    """The endpoint of each role; the reader prosecutes itself where no other model is named.

    A role's name leads to the table of that name in the rule file. Where the rule file has no tables, the reader is
    OPENREPRO_MODEL at OPENREPRO_MODEL_URL, and a prosecutor is asked at the same address by its name. Raises
    OpenReproError with the variable or key that is missing or wrong.
    """
    reader = _reader(rules, environment)
    if not rules.prosecutor or rules.prosecutor == rules.reader:
        return {Role.READER: reader, Role.PROSECUTOR: reader}
    return {Role.READER: reader, Role.PROSECUTOR: _named(rules, rules.prosecutor, environment)}


def all_endpoints(rules: ModelRules, environment: Mapping[str, str]) -> tuple[Endpoint, ...]:
    """Every endpoint that the rule file names, else those of the roles; each once. Raises as `endpoints_of`."""
    if rules.endpoints:
        return tuple(_from_rules(named, environment) for named in rules.endpoints)
    return tuple(dict.fromkeys(endpoints_of(rules, environment).values()))


def endpoint_named(rules: ModelRules, name: str, environment: Mapping[str, str]) -> Endpoint:
    """The endpoint of one model: of that name in the rule file, else so called at OPENREPRO_MODEL_URL."""
    return _named(rules, name, environment)


def budget_of(rules: ModelRules) -> Sum:
    """What the rules allow to be spent."""
    return Sum(Decimal(rules.budget_usd), Decimal(rules.budget_usd_per_day))


def _reader(rules: ModelRules, environment: Mapping[str, str]) -> Endpoint:
    if rules.reader and rules.endpoints:
        return _named(rules, rules.reader, environment)
    model = environment.get(MODEL, "") or rules.reader
    if not model:
        raise OpenReproError(
            "No model is named that could read.",
            hint=f"Set {MODEL} and {MODEL_URL}, or name one in [judging.model] of the rule file.",
        )
    return _from_environment(rules.reader or model, model, environment)


def _named(rules: ModelRules, name: str, environment: Mapping[str, str]) -> Endpoint:
    if not rules.endpoints:
        return _from_environment(name, name, environment)
    for named in rules.endpoints:
        if named.name == name:
            return _from_rules(named, environment)
    known = ", ".join(named.name for named in rules.endpoints)
    raise OpenReproError(f"The rule file has no model named {name[:80]!r}; it has {known}.")


def _from_rules(named: ModelEndpoint, environment: Mapping[str, str]) -> Endpoint:
    """The endpoint of a table. The key of the environment's address goes to no other."""
    url = named.url or _url(environment, f"The model {named.name!r} has no url in the rule file")
    key = environment.get(named.key_env, "") if named.url else environment.get(MODEL_KEY, "")
    if named.key_env and not key:
        raise OpenReproError(
            f"The model {named.name!r} needs its key in the environment variable {named.key_env}, which is not set.",
            hint=f"Set {named.key_env}, or leave key_env out where the endpoint asks for no key.",
        )
    return Endpoint(
        name=named.name,
        url=url.rstrip("/"),
        model=named.model,
        key=_key(key, named.key_env or MODEL_KEY),
        price=Price(Decimal(named.usd_per_million_in), Decimal(named.usd_per_million_out)),
        context=named.context,
        in_flight=named.in_flight,
        timeout_s=named.timeout_s,
    )


def _from_environment(name: str, model: str, environment: Mapping[str, str]) -> Endpoint:
    url = _url(environment, f"The model {name!r} has no address")
    return Endpoint(name=name, url=url, model=model, key=_key(environment.get(MODEL_KEY, ""), MODEL_KEY))


def _url(environment: Mapping[str, str], why: str) -> str:
    url = environment.get(MODEL_URL, "")
    if not url:
        raise OpenReproError(f"{why}, and {MODEL_URL} is not set.", hint=f"Set {MODEL_URL}=http://host:port/v1.")
    if not _usable(url):
        raise OpenReproError(
            f"{MODEL_URL} is no address that can be asked; it must be like https://host/v1, without user, query or "
            "fragment.",
            hint=f"A key belongs into {MODEL_KEY}.",
        )
    return url.rstrip("/")


def _usable(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    fits = len(url) <= LONGEST_URL and url.isprintable() and " " not in url
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain and fits


def _key(key: str, variable: str) -> str:
    """A key that can stand in a header; what cannot is told without showing it."""
    key = key.strip()
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise OpenReproError(f"{variable} holds characters that no key has.", hint="Set it again, without line ends.")
    return key
