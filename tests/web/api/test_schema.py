"""The OpenAPI document is true: answers have the shapes it says, bad input is refused, nothing ends in a 5xx."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.hub.imitation import Imitation, running
from tests.web.api.conftest import people
from tests.web.challenge import Served, founded, without_caps

EXAMPLES = settings(
    max_examples=3,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
# A cursor, an address or a name may be well-formed and still be refused.
LEFT_OUT = [positive_data_acceptance]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A judged challenge of its own, whose Hub is on this machine."""
    with running(Imitation()) as hub:
        folder = tmp_path_factory.mktemp("schema") / "challenge"
        served = Served(founded(folder, {"OPENREPRO_HUB_URL": hub.url}, without_caps))
        people(served)
        for name, logbook in (("ada", "amber/demo-batch"), ("eve", "dune/demo-hedge")):
            served.submit(name, logbook)
        served.judge_all()
        yield served
        served.installation.close()


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_operation_keeps_to_its_description(asked: Served, mode: GenerationMode) -> None:
    document = schemathesis.openapi.from_asgi("/api/v1/openapi.json", asked.app)
    headers = {"Authorization": f"Bearer {asked.tokens['otto']}"}
    operations = [found.ok() for found in document.get_all_operations()]
    assert len(operations) > 45
    for operation in operations:

        @EXAMPLES
        @given(case=operation.as_strategy(generation_mode=mode))
        def keeps(case: Case) -> None:
            case.call_and_validate(headers=headers, excluded_checks=LEFT_OUT)

        try:
            keeps()
        except Unsatisfiable:
            assert not operation.definition.raw.get("parameters"), operation.label  # nothing could be wrong with it


def test_every_operation_and_field_is_described(asked: Served) -> None:
    document = asked.app.openapi()
    for path, taken in document["paths"].items():
        for method, operation in taken.items():
            assert operation["description"], (method, path)
            assert "4XX" in operation["responses"], (method, path)
    shapes = {name: shape for name, shape in document["components"]["schemas"].items() if shape.get("type") == "object"}
    assert [name for name in shapes if not name.startswith("Envelope") and "description" not in shapes[name]] == []
