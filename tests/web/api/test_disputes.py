"""Disputes over the API: raised with a token to submit, decided with one to operate, read by everybody."""

from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served

CLAIM = "demo-descent.c2"
WISH = {"ground": "wrong number", "why": "The table says 3.1.", "page": 3, "quote": "words that stand nowhere"}


def test_a_dispute_is_raised_once_per_key_and_read_by_everybody(served: Served) -> None:
    ada = served.as_("ada")
    made = [
        ada.post(f"/api/v1/claims/{CLAIM}/disputes", json=WISH, headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]
    assert [answer.status_code for answer in made] == [201, 201]
    told = made[0].json()["data"]
    assert made[1].json()["data"] == told
    assert (told["state"], told["anchor"]["state"]) == ("open", "not found")
    assert served.client.get(f"/api/v1/disputes/{told['id']}").json()["data"] == told
    listed = served.client.get("/api/v1/disputes", params={"claim": CLAIM, "state": "open"}).json()["data"]
    assert told in listed
    assert "ada" not in served.client.get(f"/api/v1/disputes/{told['id']}").text.replace('"by"', "")


def test_what_cannot_be_taken_is_refused(served: Served) -> None:
    ada = served.as_("ada")
    assert_failure(served.client.post(f"/api/v1/claims/{CLAIM}/disputes", json=WISH), 401, "not-signed-in")
    assert_failure(ada.post("/api/v1/claims/demo-descent.c99/disputes", json=WISH), 404, "not-found")
    assert ada.post(f"/api/v1/claims/{CLAIM}/disputes", json={**WISH, "ground": "because"}).status_code == 422
    assert ada.post(f"/api/v1/claims/{CLAIM}/disputes", json={**WISH, "more": 1}).status_code == 422
    assert_failure(served.client.get("/api/v1/disputes/999999"), 404, "not-found")


def test_only_operators_decide_and_only_the_owner_withdraws(served: Served) -> None:
    ada = served.as_("ada")
    number = ada.post(f"/api/v1/claims/{CLAIM}/disputes", json=WISH).json()["data"]["id"]
    decision = {"state": "rejected", "why": "The table says so."}
    assert ada.post(f"/api/v1/operator/disputes/{number}/decide", json=decision).status_code == 403
    other = next(name for name in served.tokens if name not in ("ada",))
    assert served.as_(other).post(f"/api/v1/disputes/{number}/withdraw").status_code in (403, 422)
    assert ada.post(f"/api/v1/disputes/{number}/withdraw").json()["data"]["state"] == "withdrawn"
    assert ada.post(f"/api/v1/disputes/{number}/withdraw").status_code in (409, 422)
