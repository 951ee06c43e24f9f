import base64

from openrepro.logbooks.payloads import payloads

PNG = b"data:image/png;base64," + base64.b64encode(bytes(range(256)) * 8)


def found(data: bytes) -> list[bytes]:
    return [data[span.start : span.end] for span in payloads(data, 0, len(data))]


def test_a_data_uri_is_a_payload_without_the_quotes_around_it() -> None:
    assert found(b'<img src="' + PNG + b'" alt="x"/> then ' + PNG) == [PNG, PNG]


def test_a_short_data_uri_is_text() -> None:
    assert found(b'<img src="data:image/png;base64,iVBORw0KGgo="/>') == []


def test_a_percent_encoded_data_uri_is_a_payload() -> None:
    uri = b"data:image/svg+xml,%3Csvg%20" + b"%3Cg%3E" * 60
    assert found(b"![x](" + uri + b")") == [uri]


def test_long_base64_and_hex_runs_are_payloads() -> None:
    run = base64.b64encode(bytes(range(256)) * 4)
    digest = b"0123456789abcdef" * 70
    assert found(b'"bdata":"' + run + b'", ' + digest) == [run, digest]


def test_a_run_just_below_the_limit_is_text() -> None:
    assert found(b"0123456789abcdef" * 62) == []


def test_a_rule_of_dashes_is_text() -> None:
    assert found(b"-" * 5000 + b"\n" + b"=" * 5000) == []


def test_prose_without_a_long_line_has_none() -> None:
    assert found(b"a b c\n" * 1000) == []


def test_only_the_asked_range_is_searched() -> None:
    data = PNG + b" " + PNG
    assert [span.start for span in payloads(data, len(PNG), len(data))] == [len(PNG) + 1]
