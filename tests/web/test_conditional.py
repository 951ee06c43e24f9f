"""What the caller has already is not sent again."""

import pytest

from openrepro.web.conditional import Conditional, matches, tag_of
from tests.web.asgi import ask, saying

APP = Conditional(saying(b'{"data":1}', headers={"Content-Length": "10", "Content-Type": "application/json"}))


def test_an_answer_is_tagged_and_known_again() -> None:
    first = ask(APP)
    assert first.headers["etag"].startswith('W/"')
    again = ask(APP, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert "content-length" not in again.headers
    assert ask(APP, headers={"If-None-Match": 'W/"other"'}).status == 200


def test_other_bytes_have_another_tag() -> None:
    assert ask(APP).headers["etag"] != ask(Conditional(saying(b'{"data":2}'))).headers["etag"]


def test_a_tag_of_the_endpoint_stays() -> None:
    app = Conditional(saying(headers={"ETag": 'W/"mine"'}))
    assert ask(app).headers["etag"] == 'W/"mine"'
    assert ask(app, headers={"If-None-Match": 'W/"mine"'}).status == 304


def test_failures_and_changes_are_not_tagged() -> None:
    assert "etag" not in ask(Conditional(saying(status=404))).headers
    assert "etag" not in ask(APP, method="POST").headers


def test_head_is_get_without_the_body() -> None:
    head = ask(APP, method="HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", "10")
    assert head.headers["etag"] == ask(APP).headers["etag"]


def test_what_a_token_shows_is_kept_by_its_holder_only() -> None:
    assert ask(APP).headers["cache-control"] == "public, no-cache"
    mine = ask(APP, headers={"Authorization": "Bearer or_x"})
    assert mine.headers["cache-control"] == "private, no-cache"
    assert "authorization" in mine.headers["vary"].lower()


@pytest.mark.parametrize(
    ("asked", "known"),
    [('W/"a"', True), ('"a"', True), ('"b", W/"a"', True), ("*", True), ('"b"', False), ("", False), ("a", False)],
)
def test_lists_of_tags(asked: str, known: bool) -> None:
    assert matches('W/"a"', asked) is known


def test_a_tag_depends_on_each_part() -> None:
    assert len({tag_of("a", "bc"), tag_of("ab", "c"), tag_of("abc"), tag_of("a", "bc", "")}) == 4
