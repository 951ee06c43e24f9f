"""Only public addresses on ports of the web are called."""

from collections.abc import Sequence

import pytest

from openrepro.notify.guard import AddressError, Guard, Target


def leading_to(*addresses: str) -> Guard:
    def resolve(_host: str, _port: int) -> Sequence[str]:
        return addresses

    return Guard(resolve=resolve)


PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.0.8",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2001:db8::1",
    "2001::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused_by_name_and_as_itself(address: str) -> None:
    with pytest.raises(AddressError, match="not an address of the public internet"):
        leading_to(address).check("https://hooks.example.org/in")
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressError, match="not an address of the public internet"):
        Guard().check(f"https://{literal}/in")


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "2a00:1450::5"]
)
def test_a_public_address_is_called(address: str) -> None:
    leading_to(address).check("https://hooks.example.org/in")


def test_one_private_address_among_public_ones_spoils_the_name() -> None:
    with pytest.raises(AddressError, match=r"10\.0\.0\.1"):
        leading_to("93.184.216.34", "10.0.0.1").check("https://hooks.example.org/in")


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "127.0.0.1.",
        "1.2.3.4.5",
        "999.1.1.1",
        "0x7f.0.0.0x1",
    ],
)
def test_numbers_that_some_resolvers_read_as_addresses_are_refused(host: str) -> None:
    with pytest.raises(AddressError):
        leading_to("93.184.216.34").check(f"http://{host}/")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "gopher://example.org:80/",
        "https://",
        "https:///x",
        "//example.org/",
        "https://user:secret@example.org/",
        "https://example.org@127.0.0.1/",
        "https://example.org/#x",
        "https://exa mple.org/",
        "https://example.org\\@127.0.0.1/",
        "https://example.org/\r\nHost: other",
        "https://éxample.org/",
        "https://①②⑦.⓪.⓪.①/",
        "https://[::1",
        "https://[fe80::1%25eth0]/",
        "https://example.org:99999/",
        "https://example.org:0x50/",
        "https://%31%32%37.0.0.1/",
        "https://exa_mple..org/",
        "https://example.org/" + "x" * 2000,
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(AddressError):
        leading_to("93.184.216.34").check(url)


@pytest.mark.parametrize("port", [22, 25, 5432, 6379, 9200])
def test_ports_of_other_services_are_refused(port: int) -> None:
    with pytest.raises(AddressError, match="the ports are 80, 443"):
        leading_to("93.184.216.34").check(f"https://example.org:{port}/")


def test_the_port_comes_from_the_address_or_its_scheme() -> None:
    assert Guard().target("http://example.org/") == Target("example.org", 80)
    assert Guard().target("https://Example.org") == Target("example.org", 443)
    assert Guard().target("https://example.org:8443/x?y=1") == Target("example.org", 8443)


def test_a_name_that_leads_nowhere_says_so() -> None:
    with pytest.raises(AddressError, match="cannot be found"):
        leading_to().check("https://nowhere.example/")


def test_a_name_that_leads_to_nonsense_says_so() -> None:
    with pytest.raises(AddressError, match="no address"):
        leading_to("not-an-address").check("https://example.org/")


def test_loopback_is_called_only_where_that_is_allowed() -> None:
    Guard(loopback=True).check("http://127.0.0.1:5999/")
    with pytest.raises(AddressError):
        Guard(loopback=True).check("http://10.0.0.1:5999/")
