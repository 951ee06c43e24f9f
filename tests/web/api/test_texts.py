from tests.web.challenge import Served


def test_who_takes_part_reads_the_text_of_a_paper(judged: Served) -> None:
    answer = judged.as_("ada").get("/api/v1/papers/demo-batch/text")
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert len(data["text"]) == data["characters"] > 1_000
    assert [one["version"] for one in data["texts"]] == ["v1"]
    assert answer.headers["cache-control"] != "public, no-cache"


def test_nobody_else_does(judged: Served) -> None:
    assert judged.client.get("/api/v1/papers/demo-batch/text").status_code == 401


def test_what_is_not_there_is_said(judged: Served) -> None:
    ada = judged.as_("ada")
    assert ada.get("/api/v1/papers/demo-botch/text").json()["error"]["text"].count("demo-batch") == 1
    missing = ada.get("/api/v1/papers/demo-batch/text", params={"version": "v9"})
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not-found")
