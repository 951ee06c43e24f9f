"""Logbooks are taken as archives, whichever way they are sent, once each, or refused with a sentence."""

import io
import tarfile
import time
import zipfile
from datetime import datetime, timedelta
from typing import Any, NoReturn

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.entries.moderation import forget, take_down
from openrepro.entries.window import Terms
from openrepro.store.faults import StoreError
from openrepro.web.api import keyed
from openrepro.web.api.keyed import Claim, Done, Left, once
from openrepro.web.limits import Limits
from openrepro.web.rates import Rate
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served, archived, zipped

ZIP = {"Content-Type": "application/zip"}
PATH = "/api/v1/entries"


def send(served: Served, name: str, body: bytes, headers: dict[str, str] | None = None, **said: str) -> Any:
    return served.as_(name).post(PATH, content=body, params=said, headers={**ZIP, **(headers or {})})


def count(served: Served) -> int:
    return len(served.client.get(PATH).json()["data"])


def tarred(*members: tuple[str, bytes]) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as made:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return held.getvalue()


def test_an_archive_becomes_an_entry_that_waits_for_the_judge(served: Served) -> None:
    answer = send(served, "ada", zipped("amber/demo-batch"), licence="CC-BY-4.0")
    assert answer.status_code == 201
    entry = answer.json()["data"]["entry"]
    assert (entry["state"], entry["paper"], entry["licence"]) == ("queued", "demo-batch", "CC-BY-4.0")
    place = entry["place"]
    assert (place["ahead"], place["or_more"], place["not_before"]) == (0, False, "")
    assert place["expected_at"]
    assert "rough estimate" in place["sentence"]
    assert entry["next_step"]
    assert served.client.get(f"{PATH}/{entry['id']}").json()["data"]["state"] == "queued"
    assert served.judge_all() == 1
    assert served.client.get(f"{PATH}/{entry['id']}").json()["data"]["state"] == "judged"


def test_files_that_go_while_they_are_sent_are_to_be_sent_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openrepro.web.api.submissions.lost", lambda *_: True)
    answer = send(served, "ada", zipped("amber/demo-batch"), licence="CC-BY-4.0")
    assert answer.status_code == 503
    assert "being removed" in answer.text
    assert served.client.get(PATH).json()["data"] == []


def test_a_form_does_as_well(served: Served) -> None:
    answer = served.as_("ada").post(
        PATH, files={"archive": ("any name.zip", zipped("amber/demo-batch"))}, data={"paper": "demo-batch"}
    )
    assert answer.status_code == 201
    assert answer.json()["data"]["entry"]["paper"] == "demo-batch"


def test_a_tar_ball_of_another_type_does_as_well(served: Served) -> None:
    body = tarred(("book/README.md", b"# Reproduction of demo-hedge\n\npaper-demo-hedge\n"))
    answer = send(served, "ada", body, {"Content-Type": "application/gzip"}, paper="demo-hedge")
    assert answer.status_code == 201


def test_the_same_bytes_again_add_nothing(served: Served) -> None:
    first = send(served, "ada", zipped("amber/demo-batch")).json()["data"]
    again = send(served, "ada", zipped("amber/demo-batch"))
    assert again.status_code == 200
    assert again.json()["data"]["already"]
    assert again.json()["data"]["entry"]["id"] == first["entry"]["id"]
    assert count(served) == 1


def test_a_new_revision_of_an_entry(served: Served) -> None:
    first = send(served, "ada", zipped("amber/demo-batch")).json()["data"]["entry"]
    changed = zipped("amber/demo-batch", {"notes.md": b"More."})
    answer = send(served, "ada", changed, entry=first["id"])
    assert answer.status_code == 200
    assert answer.json()["data"]["entry"]["id"] == first["id"]
    assert answer.json()["data"]["entry"]["revision"] != first["revision"]
    assert len(served.client.get(f"{PATH}/{first['id']}/revisions").json()["data"]) == 2
    assert_failure(send(served, "eve", changed, entry=first["id"]), 403, "forbidden")
    assert_failure(send(served, "ada", changed, entry="nothing"), 404, "not-found")


def test_with_a_key_the_same_request_is_done_once_and_answered_alike(served: Served) -> None:
    key = {"Idempotency-Key": "k1"}
    first = send(served, "ada", zipped("amber/demo-batch"), key)
    again = send(served, "ada", zipped("amber/demo-batch"), key)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert_failure(send(served, "ada", zipped("amber/demo-hedge"), key), 422, "bad-value")
    assert_failure(send(served, "ada", zipped("amber/demo-batch"), key, paper="demo-batch"), 422, "bad-value")
    assert send(served, "eve", zipped("amber/demo-hedge"), key).status_code == 201


def test_a_key_of_a_refused_request_can_be_used_again(served: Served) -> None:
    key = {"Idempotency-Key": "k1"}
    assert send(served, "ada", b"no archive", key).status_code == 422
    assert send(served, "ada", zipped("amber/demo-batch"), key).status_code == 201


def test_a_key_that_is_being_worked_on_asks_for_patience(served: Served) -> None:
    claim(served, zipped("amber/demo-batch"), clock.now())
    answer = send(served, "ada", zipped("amber/demo-batch"), {"Idempotency-Key": "k1"})
    assert_failure(answer, 409, "conflict")
    assert answer.headers["retry-after"]


def test_a_key_whose_request_died_is_free_after_half_a_minute(served: Served) -> None:
    body, key = zipped("amber/demo-batch"), {"Idempotency-Key": "k1"}
    claim(served, body, clock.now() - timedelta(seconds=20))
    assert_failure(send(served, "ada", body, key), 409, "conflict")
    claim(served, body, clock.now() - timedelta(seconds=31))
    assert send(served, "ada", body, key).status_code == 201


def test_a_key_whose_request_failed_is_free_at_once_even_where_that_could_not_be_written(served: Served) -> None:
    store, left = served.installation.store, Left()
    used = Claim("ada", "k1", "digest")

    def fails(_keep: object) -> Done:
        monkey.setattr(store, "write", away)
        raise StoreError("It is away.")

    def away() -> NoReturn:
        raise StoreError("It is away.")

    with pytest.MonkeyPatch.context() as monkey, pytest.raises(StoreError):
        once(store, left, used, fails)
    assert once(store, left, used, lambda _keep: Done(201, "{}")) == Done(201, "{}")
    assert not left.has(used)


def test_a_key_is_held_for_as_long_as_its_request_works(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    store, used = served.installation.store, Claim("ada", "k1", "digest")
    monkeypatch.setattr(keyed, "RENEWED_S", 0.01)
    begun = clock.now() - timedelta(hours=1)

    def works(_keep: object) -> Done:
        with store.write() as tx:
            tx.answers.take_over(*used, now=clock.written(begun))
        end = time.monotonic() + 5
        while time.monotonic() < end:
            with store.read() as tx:
                held = tx.answers.get("ada", "k1")
            if held is not None and held.at > clock.written(begun):
                return Done(201, "renewed")
        return Done(500, "not renewed")

    assert once(store, Left(), used, works).body == "renewed"


def claim(served: Served, body: bytes, at: datetime) -> None:
    with served.installation.store.write() as tx:
        account = tx.people.by_name("ada")
        assert account is not None
        tx.answers.drop(account.id, "k1")
        tx.answers.begin(account.id, "k1", digest_of(body), now=clock.written(at))


def digest_of(body: bytes) -> str:
    from openrepro.web.api.uploads import Upload

    return Upload(io.BytesIO(body), {}).digest


@pytest.mark.parametrize("key", ["", "a b", "ä", "x" * 201])
def test_a_key_is_a_plain_word(served: Served, key: str) -> None:
    headers = {**ZIP, "Idempotency-Key": key.encode("utf-8")}  # type: ignore[dict-item]
    answer = served.as_("ada").post(PATH, content=zipped("amber/demo-batch"), headers=headers)
    assert_failure(answer, 422, "bad-value")
    assert count(served) == 0


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "", "nonsense", "application/x-7z-compressed"])
def test_a_type_that_is_no_archive_is_refused(served: Served, kind: str) -> None:
    assert_failure(send(served, "ada", b"x", {"Content-Type": kind}), 415, "wrong-type")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"x" * 100, "neither .zip nor"),
        (b"PK\x03\x04" + b"\xff" * 200, "archive"),
        (b"\x1f\x8b" + b"\xff" * 200, "archive"),
        (tarred(("../../etc/passwd", b"x")), "passwd"),
        (tarred(("a" * 600 + "/page.md", b"x")), "a name of 608"),
        (tarred(("page.md", b"\x00" * 40_000_000)), "unpacks to more than"),
    ],
    ids=["noise", "broken zip", "broken gzip", "escape", "long name", "bomb"],
)
def test_what_is_no_good_archive_is_refused_with_a_sentence(served: Served, body: bytes, said: str) -> None:
    answer = send(served, "ada", body)
    assert_failure(answer, 422, "refused")
    assert said in answer.json()["error"]["text"]
    assert count(served) == 0


def test_links_in_an_archive_are_refused(served: Served) -> None:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as made:
        link = tarfile.TarInfo("page.md")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
    answer = send(served, "ada", held.getvalue())
    assert_failure(answer, 422, "refused")
    assert "link" in answer.json()["error"]["text"]


def test_an_empty_body_is_refused(served: Served) -> None:
    assert_failure(send(served, "ada", b""), 422, "bad-value")


def test_forms_that_are_not_as_they_should_be_are_refused(served: Served) -> None:
    client, archive = served.as_("ada"), ("a.zip", zipped("amber/demo-batch"))
    assert_failure(client.post(PATH, files={"file": archive}), 422, "bad-value")
    assert_failure(client.post(PATH, files={"archive": archive}, data={"papre": "demo-batch"}), 422, "bad-value")
    assert_failure(client.post(PATH, files=[("archive", archive), ("archive", archive)]), 400, "bad-request")
    assert_failure(client.post(PATH, files={"archive": archive, "paper": ("p", b"x")}), 400, "bad-request")
    assert_failure(client.post(PATH, files={"archive": archive}, data={"paper": "x" * 5000}), 400, "bad-request")
    headers = {"Content-Type": "multipart/form-data"}
    assert_failure(client.post(PATH, content=b"--x", headers=headers), 400, "bad-request")
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    assert_failure(client.post(PATH, content=b"garbage without end", headers=headers), 400, "bad-request")
    assert count(served) == 0


def test_what_is_said_twice_is_refused_and_neither_wins(served: Served) -> None:
    client, archive = served.as_("ada"), ("a.zip", zipped("amber/demo-batch"))
    twice = client.post(PATH, files={"archive": archive}, data={"paper": ["demo-hedge", "demo-batch"]})
    assert_failure(twice, 422, "bad-value")
    assert twice.json()["error"]["where"] == "body.paper"
    both = client.post(PATH, params={"paper": "demo-hedge"}, files={"archive": archive}, data={"paper": "demo-batch"})
    assert_failure(both, 422, "bad-value")
    assert "in the query and in the form" in both.json()["error"]["text"]
    assert count(served) == 0
    apart = client.post(PATH, params={"licence": "CC-BY-4.0"}, files={"archive": archive}, data={"paper": "demo-batch"})
    assert apart.status_code == 201


@pytest.mark.parametrize(
    ("files", "said", "told"),
    [
        ([("archive", b"x"), ("archive", b"x")], {}, "more than one file"),
        ([("archive", b"x")], {"paper": "x" * 5000}, "longer than 4,096 bytes"),
        ([("archive", b"x")], {f"f{at}": "x" for at in range(9)}, "more than 8 fields"),
    ],
)
def test_a_form_that_is_too_much_is_refused_in_our_words(
    served: Served, files: list[tuple[str, bytes]], said: dict[str, str], told: str
) -> None:
    answer = served.as_("ada").post(PATH, files=[(name, ("a.zip", data)) for name, data in files], data=said)
    assert_failure(answer, 400, "bad-request")
    assert told in answer.json()["error"]["text"]
    assert answer.json()["error"]["hint"]


def test_a_paper_or_licence_that_is_unknown_is_refused(served: Served) -> None:
    body = zipped("amber/demo-batch")
    assert "demo-batch" in send(served, "ada", body, paper="demo-bacth").json()["error"]["text"]
    assert_failure(send(served, "ada", body, licence="All rights reserved"), 422, "refused")
    assert_failure(send(served, "ada", body, paper="x" * 201), 422, "bad-value")
    assert_failure(send(served, "ada", body, paper="demo-batch\x00"), 422, "refused")
    assert count(served) == 0
    assert archived(served.installation) == set()


def test_nothing_of_a_refused_upload_is_kept(served: Served) -> None:
    body = zipped("amber/demo-batch")
    entry = send(served, "ada", body).json()["data"]["entry"]["id"]
    before = archived(served.installation)
    assert before
    assert_failure(send(served, "eve", zipped("amber/demo-hedge"), entry=entry), 403, "forbidden")
    assert archived(served.installation) == before
    here = served.installation
    with here.store.write() as tx:
        terms = Terms(here.rules_now(clock.now()), written(clock.now()))
        taken = take_down(tx, entry, terms, actor="a_op", why="A complaint.")
    forget(here.store.write, here.blobs, taken)
    assert archived(served.installation) == set()
    assert_failure(send(served, "eve", body), 422, "refused")
    assert archived(served.installation) == set()


def test_an_upload_over_the_limit_is_stopped(served: Served) -> None:
    small = Served(served.installation, Limits(upload=1000, requests=Rate(0, 1), uploads=Rate(0, 1)), served.tokens)
    answer = send(small, "ada", zipped("amber/demo-batch"))
    assert_failure(answer, 413, "too-large")


def test_an_entry_is_withdrawn_by_its_team_only_and_once(served: Served) -> None:
    entry = send(served, "ada", zipped("amber/demo-batch")).json()["data"]["entry"]["id"]
    assert_failure(served.as_("eve").post(f"{PATH}/{entry}/withdraw"), 403, "forbidden")
    gone = served.as_("ada").post(f"{PATH}/{entry}/withdraw")
    assert (gone.status_code, gone.json()["data"]["state"]) == (200, "withdrawn")
    assert_failure(served.as_("ada").post(f"{PATH}/{entry}/withdraw"), 409, "conflict")
    assert_failure(served.as_("ada").post(f"{PATH}/nothing/withdraw"), 404, "not-found")
    assert served.judge_all() == 0


def test_an_upload_is_judged_again_only_where_something_changed(served: Served) -> None:
    entry = send(served, "ada", zipped("amber/demo-batch")).json()["data"]["entry"]["id"]
    waiting = served.as_("ada").post(f"{PATH}/{entry}/refresh")
    assert (waiting.status_code, waiting.json()["data"]["state"]) == (202, "queued")
    served.judge_all()
    same = served.as_("ada").post(f"{PATH}/{entry}/refresh").json()
    assert same["data"]["state"] == "judged"
    assert "hold now" in same["meta"]["sentence"]
    assert_failure(served.as_("eve").post(f"{PATH}/{entry}/refresh"), 403, "forbidden")


def test_uploads_have_a_pace(served: Served) -> None:
    slow = Served(served.installation, Limits(uploads=Rate(0.01, 1)), served.tokens)
    assert [send(slow, "ada", b"x").status_code for _ in range(2)] == [422, 422]  # the first one counts for the address
    answer = send(slow, "ada", b"x")
    assert_failure(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) > 50


def test_a_zip_in_a_folder_of_its_own_is_the_same_logbook(served: Served) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(zipped("amber/demo-batch"))) as old, zipfile.ZipFile(held, "w") as new:
        for name in old.namelist():
            new.writestr(f"my-logbook/{name}", old.read(name))
    send(served, "ada", zipped("amber/demo-batch"))
    assert send(served, "ada", held.getvalue()).json()["data"]["already"]
