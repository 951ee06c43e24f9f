"""Whatever a Hub, or a host that it names, sends us on to: never into our own network, and nowhere it may not."""

from collections.abc import Generator

import pytest

from openrepro.hub.client import Hub
from openrepro.hub.fetching import Answer, Fetcher, FetchError
from openrepro.hub.files import Files
from openrepro.hub.rows import RemoteFile
from openrepro.settings import FILE_HOSTS
from tests.hub.conftest import QUICK
from tests.hub.imitation import FakeSpace, Imitation, Reply, running

SHA = "a" * 40
INNER = (
    "http://127.0.0.1:1/x",
    "http://localhost/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/x",
    "http://192.168.1.1/x",
    "http://[::1]/x",
    "http://[::ffff:127.0.0.1]/x",
    "http://[fe80::1]/x",
    "http://0/x",
    "http://2130706433/x",
    "http://0x7f000001/x",
    "https://127.0.0.1/.hf.co/",
    "https://127.0.0.1#.hf.co",
    "https://127.0.0.1?.hf.co",
    "https://cdn.hf.co@127.0.0.1/x",
    "https://127.0.0.1\\.hf.co/x",
    "https://127.0.0.1%2f.hf.co/x",
    "https://cdn.hf.co.evil.example/x",
    "https://evilhf.co/x",
    "//169.254.169.254/x",
    "https://cdn.hf.co:6379/x",
    "http://cdn.hf.co/x",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/x",
    "ftp://cdn.hf.co/x",
)


class FarHub(Fetcher):
    """A fetcher that answers by itself as the Hub at its public address would, and notes what it was asked."""

    def __init__(self, target: str) -> None:
        super().__init__(QUICK, home="https://huggingface.co")
        self.target = target
        self.asked: list[str] = []

    def get(self, url: str, *, cap: int, headers: object = None) -> Answer:
        self.asked.append(url)
        return Answer(302, {"location": self.target}, b"", url)


@pytest.fixture
def inside() -> Generator[Imitation]:
    """A server within our own network, which nobody may reach through us."""
    with running(Imitation([FakeSpace("in/side")])) as made:
        yield made


@pytest.mark.parametrize("target", INNER)
def test_the_bytes_of_a_file_are_never_fetched_from_within(target: str) -> None:
    fetcher = FarHub(target)
    with pytest.raises(FetchError, match="not followed"):
        Files(Hub("https://huggingface.co", fetcher), FILE_HOSTS).content("ada/x", SHA, RemoteFile("a", 1, blob=SHA))
    assert len(fetcher.asked) == 1
    fetcher.close()


def test_the_bytes_of_a_file_come_from_a_host_of_the_setting() -> None:
    fetcher = FarHub("https://cdn-lfs.hf.co/x")
    with pytest.raises(FetchError, match="more than 3 times"):
        Files(Hub("https://huggingface.co", fetcher), FILE_HOSTS).content("ada/x", SHA, RemoteFile("a", 1, blob=SHA))
    assert fetcher.asked[1:] == ["https://cdn-lfs.hf.co/x"] * 3
    fetcher.close()


@pytest.mark.parametrize("target", INNER)
def test_a_space_is_never_looked_for_within(target: str) -> None:
    fetcher = FarHub(target)
    with pytest.raises(FetchError):
        Hub("https://huggingface.co", fetcher).space("ada/x")
    assert len(fetcher.asked) == 1
    fetcher.close()


def test_a_listing_does_not_lead_within(inside: Imitation) -> None:
    with running(Imitation([FakeSpace("ada/x")])) as outside:
        link = {"Link": f'<{inside.url}/api/spaces?cursor=x>; rel="next"'}
        outside.rules.append(lambda path: Reply(200, b"[]", link) if path.startswith("/api/spaces?") else None)
        fetcher = Fetcher(QUICK, home=outside.url)
        hub = Hub(outside.url, fetcher)
        with pytest.raises(FetchError, match="not on the Hub; not followed"):
            hub.page(hub.first_page("tag"), "The listing")
        fetcher.close()
    assert inside.asked == []


def test_a_redirect_is_never_followed_by_the_client_itself(inside: Imitation) -> None:
    with running(Imitation()) as outside:
        outside.rules.append(lambda _path: Reply(302, headers={"Location": f"{inside.url}/api/spaces/in/side"}))
        fetcher = Fetcher(QUICK, home=outside.url)
        assert fetcher.get(f"{outside.url}/x", cap=1_000).status == 302
        with pytest.raises(FetchError):
            Hub(outside.url, fetcher).space("in/side")
        fetcher.close()
    assert inside.asked == []
