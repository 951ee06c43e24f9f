"""A Hub on loopback, and a client of it that waits for nothing it need not wait for."""

from collections.abc import Generator

import pytest

from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.manners import Manners
from tests.hub.imitation import FakeSpace, Imitation, running

QUICK = Manners(per_second=10_000, burst=1_000, first_wait=0.001, attempts=3, silence_s=2, answer_s=4)


@pytest.fixture
def imitation() -> Generator[Imitation, None, None]:
    with running(Imitation([FakeSpace("ada/repro-one"), FakeSpace("bob/repro-two")])) as made:
        yield made


@pytest.fixture
def fetcher(imitation: Imitation) -> Generator[Fetcher, None, None]:
    made = Fetcher(QUICK, home=imitation.url)
    yield made
    made.close()


@pytest.fixture
def hub(imitation: Imitation, fetcher: Fetcher) -> Hub:
    return Hub(imitation.url, fetcher)
