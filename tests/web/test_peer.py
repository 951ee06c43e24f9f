"""The caller's address is believed through trusted proxies only."""

import pytest

from openrepro.errors import OpenReproError
from openrepro.web.peer import networks_of, peer_of


def scope(client: str | None, *forwarded: str) -> dict[str, object]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return {"client": None if client is None else (client, 1), "headers": headers, "type": "http"}


PROXIES = networks_of("127.0.0.1, 10.0.0.0/8 ,")


@pytest.mark.parametrize(
    ("client", "forwarded", "peer"),
    [
        ("203.0.113.5", (), "203.0.113.5"),
        ("203.0.113.5", ("198.51.100.1",), "203.0.113.5"),
        ("127.0.0.1", ("198.51.100.1",), "198.51.100.1"),
        ("127.0.0.1", ("1.1.1.1, 198.51.100.1, 10.1.1.1",), "198.51.100.1"),
        ("127.0.0.1", ("1.1.1.1", "198.51.100.1"), "198.51.100.1"),
        ("127.0.0.1", ("nonsense, 198.51.100.1",), "198.51.100.1"),
        ("127.0.0.1", ("198.51.100.1, nonsense",), "127.0.0.1"),
        ("127.0.0.1", (), "127.0.0.1"),
        ("::ffff:127.0.0.1", ("198.51.100.1",), "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::"),
        (None, ("198.51.100.1",), "unknown"),
        ("testclient", (), "unknown"),
    ],
)
def test_the_nearest_address_that_is_no_proxy_of_ours(
    client: str | None, forwarded: tuple[str, ...], peer: str
) -> None:
    assert peer_of(scope(client, *forwarded), PROXIES) == peer


def test_without_proxies_the_header_is_not_read() -> None:
    assert peer_of(scope("127.0.0.1", "198.51.100.1"), ()) == "127.0.0.1"


def test_a_network_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(OpenReproError, match=r"'10\.0\.0\.0/99' is no address or network"):
        networks_of("10.0.0.0/99")
