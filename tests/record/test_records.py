"""Records come from outside: what is right is read exactly, what is wrong is reported with its place."""

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act, ActKind
from openrepro.record.readings import reading_from_json
from openrepro.record.records import Records, act_from_json, read_records, verdict_from_json
from tests.record.samples import PLAIN, READING, VERDICT


def lines(*values: object) -> bytes:
    return "\n".join(json.dumps(value) for value in values).encode()


def changed(**keys: object) -> dict[str, object]:
    return {**PLAIN.as_json(), **keys}


def fault(**keys: object) -> str:
    (found,) = read_records(lines(changed(**keys))).faults
    return found.text


@pytest.mark.parametrize("verdict", [VERDICT, PLAIN])
def test_a_verdict_survives_the_way_out_and_back(verdict: Verdict) -> None:
    again = verdict_from_json(json.loads(verdict.leaf))
    assert again == verdict
    assert again.id == verdict.id


def test_a_reading_survives_the_way_out_and_back() -> None:
    assert reading_from_json(json.loads(json.dumps(READING.as_json()))) == READING


@pytest.mark.parametrize(
    "data",
    [
        lines(VERDICT.as_json(), PLAIN.as_json()),
        lines(VERDICT.as_json(), PLAIN.as_json()) + b"\n\n",
        b"\xef\xbb\xbf" + lines([VERDICT.as_json(), PLAIN.as_json()]),
        lines(VERDICT.as_json(), PLAIN.as_json()).replace(b"\n", b"\r\n"),
    ],
)
def test_json_lines_and_lists_of_records_are_read(data: bytes) -> None:
    assert read_records(data) == Records(verdicts=(VERDICT, PLAIN))


def test_a_single_record_is_a_file() -> None:
    assert read_records(json.dumps(PLAIN.as_json(), indent=2).encode()).verdicts == (PLAIN,)


def test_a_wrong_record_is_reported_and_the_others_are_read() -> None:
    found = read_records(lines(PLAIN.as_json(), changed(paper="../etc"), PLAIN.as_json()) + b"\n{\n\xff")
    assert len(found.verdicts) == 2
    assert [item.place for item in found.faults] == ["line 2", "line 4", "line 5"]
    assert found.faults[0].text == 'paper is "../etc"; it must be a paper id: letters, digits, _ and - only.'


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            {"schema": "openrepro.verdict/2"},
            'it must be "openrepro.verdict/1", "openrepro.act/1" or "openrepro.judgement/1".',
        ),
        ({"points": 3}, "points is not a known key"),
        ({"claim": "other.c1"}, 'it must be a claim id of this paper, such as "demo.c1".'),
        ({"claim": "demo.c1; drop"}, "it must be a claim id of this paper"),
        ({"entry": ""}, 'entry is ""; it must be a text that is not empty.'),
        ({"revision": None}, "revision is nothing; it must be a text."),
        ({"time": "2027-01-01"}, "it must be a date and time with an offset"),
        ({"time": "2027-13-01T00:00:00Z"}, "it must be a date and time with an offset"),
        ({"tokens": -1}, "tokens is -1; it must be a whole number, 0 or more."),
        ({"tokens": 1.5}, "tokens is 1.5; it must be a whole number"),
        ({"cost": "free"}, 'cost is "free"; it must be a number, 0 or more.'),
        ({"cost": 1}, "cost is 1; it must be a text."),
        ({"grade": "E9"}, 'grade is "E9"; it must be "E0", "E1", "E2" or "E3", or null.'),
        ({"supersedes": "abc"}, "it must be empty, or the SHA-256 of a record in lower-case hex."),
        ({"ruling": None}, "ruling is nothing; it must be a table of keys."),
        ({"ruling": {**PLAIN.ruling.as_json(), "label": "true"}}, 'ruling.label is "true"; it must be "verified"'),
        ({"ruling": {**PLAIN.ruling.as_json(), "provisional": True}}, "only a falsification waits for a second look"),
        ({"ruling": {**PLAIN.ruling.as_json(), "reasons": [{}]}}, "ruling.reasons[0].code is missing."),
        ({"judge": {**PLAIN.judge.as_json(), "reader": "oracle"}}, 'judge.reader is "oracle"; it must be "rules"'),
        ({"judge": {**PLAIN.judge.as_json(), "seed": True}}, "judge.seed is true; it must be a whole number"),
        ({"reading": []}, "reading is a list; it must be a table of keys."),
        ({"reading": {**READING.as_json(), "supports": "maybe"}}, 'it must be "yes", "no" or "unknown".'),
        ({"reading": {**READING.as_json(), "label": "verified"}}, "reading.label is not a known key"),
        ({"reading": {**READING.as_json(), "quotes": [{"file": "a", "bytes": [4, 3], "cell": None}]}}, "a range"),
        (
            {"reading": {**READING.as_json(), "quotes": [{"file": "a", "bytes": "04", "cell": None}]}},
            "two whole numbers",
        ),
        ({"reading": {**READING.as_json(), "scale": {"n": {"value": 3}}}}, "reading.scale.n.value is 3"),
    ],
)
def test_a_fault_names_the_key_and_what_it_must_be(keys: dict[str, object], says: str) -> None:
    assert says in fault(**keys)


def test_a_missing_key_is_a_fault() -> None:
    record = PLAIN.as_json()
    del record["case_file"]
    assert read_records(lines(record)).faults[0].text == "case_file is missing."


@pytest.mark.parametrize(
    ("data", "place", "says"),
    [
        (b"", "the file", "It holds no records."),
        (b"[]", "the file", "It holds no records."),
        (b"not json", "line 1", "It is not JSON"),
        (b"[1]", "record 1", "The whole is 1; it must be a table of keys."),
        (b"null", "the file", "The whole is nothing; it must be a table of keys."),
        (b'{"a": NaN}', "line 1", "NaN is not JSON"),
        (b'{"a": 1, "a": 2}', "line 1", "a key occurs twice in one object"),
        (b"[" * 100_000, "the file", "It is nested too deeply to be read."),
        (b'{"schema": ' + b"9" * 5000 + b"}", "line 1", "It is not JSON"),
    ],
)
def test_what_is_no_record_is_reported(data: bytes, place: str, says: str) -> None:
    found = read_records(data)
    assert (found.verdicts, found.votes) == ((), ())
    assert found.faults[0].place == place
    assert says in found.faults[0].text


ACT = Act(
    ActKind.ENTERED, "2027-01-01T12:00:00+01:00", "entry-1", "team-1", "demo", "1" * 64, "2026-12-31T12:00:00Z", "seen"
)


@pytest.mark.parametrize("act", [ACT, Act(ActKind.GUEST, "2027-01-01T12:00:00Z", team="team-1")])
def test_an_act_survives_the_way_out_and_back(act: Act) -> None:
    again = act_from_json(json.loads(act.leaf))
    assert again == act
    assert again.id == act.id


def test_verdicts_and_acts_of_one_file_are_read_each_in_its_order() -> None:
    acts = [ACT, replace(ACT, act=ActKind.HIDDEN), replace(ACT, act=ActKind.RESTORED)]
    found = read_records(lines(acts[0].as_json(), VERDICT.as_json(), *(act.as_json() for act in acts[1:])))
    assert found == Records(verdicts=(VERDICT,), acts=tuple(acts))


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"act": "banned"}, 'act is "banned"; it must be "entered"'),
        ({"entry": ""}, 'entry is ""; it must be a text that is not empty.'),
        ({"act": "guest", "team": ""}, 'team is ""; it must be a text that is not empty.'),
        ({"created": "yesterday"}, "it must be a date and time with an offset"),
        ({"paper": "../etc"}, "it must be empty, or a paper id"),
        ({"who": "me"}, "who is not a known key"),
    ],
)
def test_a_wrong_act_is_reported(keys: dict[str, object], says: str) -> None:
    (fault,) = read_records(lines({**ACT.as_json(), **keys})).faults
    assert says in fault.text


def test_an_act_from_json_is_an_act_or_an_error() -> None:
    with pytest.raises(OpenReproError, match=r'it must be "openrepro\.act/1"'):
        act_from_json(VERDICT.as_json())


def test_a_verdict_from_json_is_a_verdict_or_an_error() -> None:
    with pytest.raises(OpenReproError, match=r'it must be "openrepro\.verdict/1"'):
        verdict_from_json({"schema": "openrepro.judgement/1"})


def logbook(**keys: object) -> dict[str, object]:
    claim = {"id": "demo.c1", "label": "verified", "provisional": False, "assurance": 1}
    return {"path": "logs/a", "paper": "demo", "claims": [claim], **keys}


def judgement(*logbooks: object) -> bytes:
    return lines({"schema": "openrepro.judgement/1", "logbooks": list(logbooks), "summary": {}})


def test_a_judgement_gives_a_vote_per_logbook_and_claim() -> None:
    (vote,) = read_records(judgement(logbook())).votes
    assert (vote.claim, vote.paper, vote.team, vote.entry) == ("demo.c1", "demo", "logs/a", "logs/a")
    assert (vote.label, vote.assurance, vote.judged_at) == (Label.VERIFIED, 1, "")


def test_a_logbook_may_name_its_team_and_time() -> None:
    (vote,) = read_records(judgement(logbook(team="amber", judged_at="2027-01-01T01:00:00+01:00"))).votes
    assert (vote.team, vote.judged_at, vote.entry_judged_at) == (
        "amber",
        "2027-01-01T00:00:00Z",
        "2027-01-01T00:00:00Z",
    )


def test_a_logbook_without_a_paper_is_a_paper_of_its_own() -> None:
    assert {vote.paper for vote in read_records(judgement(logbook(paper=None), logbook(paper=""))).votes} == {"logs/a"}


def test_a_falsification_in_a_judgement_waits_when_it_says_so() -> None:
    claims = [{"id": f"demo.c{at}", "label": "falsified", "provisional": at == 1, "assurance": 1} for at in (1, 2)]
    assert [vote.provisional for vote in read_records(judgement(logbook(claims=claims))).votes] == [True, False]


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"path": 3}, "logbooks[0].path is 3; it must be a text."),
        ({"claims": [{"id": "c", "label": "good", "assurance": 1}]}, 'logbooks[0].claims[0].label is "good"'),
        ({"claims": [{"id": "c", "label": "toy", "assurance": 9}]}, "it must be a whole number, 0 to 4."),
        ({"claims": {}}, "logbooks[0].claims is a table; it must be a list of tables."),
        ({"judged_at": "now"}, "it must be a date and time with an offset"),
    ],
)
def test_a_wrong_judgement_is_reported(keys: dict[str, object], says: str) -> None:
    found = read_records(judgement(logbook(**keys)))
    assert found.votes == ()
    assert says in found.faults[0].text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(PLAIN.as_json())), JSON)
def test_any_value_under_any_key_is_read_or_reported(key: str, value: Json) -> None:
    found = read_records(lines({**VERDICT.as_json(), key: value}))
    assert len(found.verdicts) + len(found.faults) == 1


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_report(data: bytes) -> None:
    found = read_records(data)
    assert found.verdicts or found.votes or found.faults


def test_after_a_thousand_faults_reading_stops_and_says_so() -> None:
    found = read_records(b"{\n" * 5000 + lines(PLAIN.as_json()))
    assert len(found.faults) == 1001
    assert found.faults[-1].text == "Reading stopped here, after 1000 faults; the rest was not read."


@pytest.mark.parametrize(
    "data",
    [
        b"{\n" * 500_000,
        b'{"a":' * 200_000,
        b"[" * 1_000_000,
        b"[{}" + b",{}" * 333_000 + b"]",
        b'"' + b"\\" * 1_000_000,
    ],
)
def test_a_hostile_megabyte_is_reported_within_a_second(data: bytes) -> None:
    begin = time.process_time()
    assert read_records(data).faults
    assert time.process_time() - begin < 1
