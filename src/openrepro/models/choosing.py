"""Which endpoint is asked in which role: what the rule file and the environment say together."""

from collections.abc import Mapping

from openrepro.challenge.sections import ModelRules
from openrepro.judging.readers.model.question import Role
from openrepro.models.endpoint import Endpoint, Sum


def endpoints_of(rules: ModelRules, environment: Mapping[str, str]) -> Mapping[Role, Endpoint]:
    """The endpoint of each role. Raises OpenReproError with the variable or key that is missing or wrong."""
    raise NotImplementedError


def budget_of(rules: ModelRules) -> Sum:
    """What the rules allow to be spent."""
    raise NotImplementedError
