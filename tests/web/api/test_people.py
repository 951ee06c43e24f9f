"""Accounts see themselves, end their tokens, and show the public little."""

from openrepro.people.accounts import Scope
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served


def test_an_account_sees_itself(served: Served) -> None:
    mine = served.as_("eve").get("/api/v1/account").json()["data"]
    assert (mine["name"], mine["role"], mine["token"]["scopes"]) == ("eve", "participant", ["read", "submit"])
    assert served.tokens["eve"] not in served.as_("eve").get("/api/v1/account").text


def test_a_team_is_public_by_name(served: Served) -> None:
    team = served.client.get(f"/api/v1/teams/{served.teams['ada']}").json()["data"]
    assert (team["name"], team["members"], team["competing"]) == ("ada", ["ada"], True)


def test_a_token_that_was_revoked_opens_nothing_at_once(served: Served) -> None:
    client = served.as_("ada")
    (token,) = client.get("/api/v1/tokens").json()["data"]
    assert client.delete(f"/api/v1/tokens/{token['id']}").json()["data"]["revoked_at"]
    assert_failure(client.get("/api/v1/account"), 401, "not-signed-in")
    assert_failure(client.get("/api/v1/papers"), 401, "not-signed-in")


def test_tokens_of_others_cannot_be_seen_or_ended(served: Served) -> None:
    (token,) = served.as_("ada").get("/api/v1/tokens").json()["data"]
    assert_failure(served.as_("eve").delete(f"/api/v1/tokens/{token['id']}"), 404, "not-found")
    assert token["id"] not in served.as_("eve").get("/api/v1/tokens").text
    assert served.as_("ada").get("/api/v1/account").status_code == 200


def test_a_token_to_read_ends_itself_only(served: Served) -> None:
    first = served.tokens["rob"]
    (own,) = served.as_("rob").get("/api/v1/tokens").json()["data"]
    served.add("rob", scopes=(Scope.READ,))
    reader = served.as_("rob")
    assert_failure(reader.delete(f"/api/v1/tokens/{own['id']}"), 403, "forbidden")
    served.tokens["rob"] = first
    assert served.as_("rob").delete(f"/api/v1/tokens/{own['id']}").status_code == 200


def test_the_use_of_a_token_is_noted(served: Served) -> None:
    served.as_("ada").get("/api/v1/papers")
    (token,) = served.as_("ada").get("/api/v1/tokens").json()["data"]
    assert token["last_used_at"]
