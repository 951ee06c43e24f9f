"""One logbook asked through: the judge that settings amount to, and a stop that leaves nothing half judged."""

import threading
from dataclasses import replace
from pathlib import Path

from openrepro.judging.judge import bench_of
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Role
from openrepro.models.asking import Asker
from openrepro.models.folder_responses import FolderResponses
from openrepro.models.judging import ask_through, is_form, judge_of, open_questions, two_models
from tests.judging.books import STRICT, claim_set, one_page, run, value_claim
from tests.judging.readers.model.answers import PLAN, form, found
from tests.models.loopback import Told, loopback
from tests.models.questions import completion, question

LINE = "perplexity increase: 3.2 %"
BENCH = bench_of(one_page(run(f"eval_tokens: 245000\n{LINE}")), claim_set(value_claim()), STRICT)


def test_a_logbook_is_asked_through_to_its_end(tmp_path: Path) -> None:
    with loopback(lambda _body: Told(body=completion(found("3.2", LINE)))) as server:
        endpoints = dict.fromkeys(Role, server.endpoint())
        with Asker(endpoints, FolderResponses(tmp_path), accepts=is_form) as asker:
            asking = ask_through(BENCH, PLAN, asker)
        assert asking.final
        assert asking.step.judgement.claims[0].ruling.label is Label.VERIFIED
        assert len(asking.replies) == 2
        with Asker(endpoints, FolderResponses(tmp_path), accepts=is_form, recorded_only=True) as recorded:
            assert open_questions(BENCH, PLAN, recorded) == ()
            other = open_questions(BENCH, replace(PLAN, fresh=1), recorded)
        assert [one.role for one in other] == [Role.READER]


def test_a_stop_before_the_end_leaves_the_claim_not_judged(tmp_path: Path) -> None:
    stop = threading.Event()

    def last(_body: object) -> Told:
        stop.set()
        return Told(body=completion(found("3.2", LINE)))

    with loopback(last) as server, Asker(dict.fromkeys(Role, server.endpoint()), FolderResponses(tmp_path)) as asker:
        asking = ask_through(BENCH, PLAN, asker, stop=stop)
    assert not asking.final
    assert asking.step.judgement.claims[0].ruling.label is Label.NOT_JUDGED


def test_the_judge_is_named_by_models_hosts_prompts_and_how_they_are_asked() -> None:
    with loopback() as server:
        one = server.endpoint()
    other = replace(one, model="other-9b", url="https://example.org/v1", temperature=None)
    same, two = dict.fromkeys(Role, one), {Role.READER: one, Role.PROSECUTOR: other}
    assert (two_models(same), two_models(two)) == (False, True)
    alone, both = judge_of(STRICT, PLAN, same), judge_of(STRICT, PLAN, two)
    assert (alone.model, alone.provider) == ("small-7b", "127.0.0.1")
    assert (both.model, both.provider) == ("small-7b / other-9b", "127.0.0.1 / example.org")
    assert both.prompt.count("sha256:") == 2
    assert "temperature 0 / unset" in both.decoding
    assert judge_of(STRICT, replace(PLAN, context_tokens=5000), same) != alone
    assert judge_of(STRICT, replace(PLAN, salt="other"), same) == alone


def test_only_the_form_is_accepted() -> None:
    assert is_form(question(), form())
    assert not is_form(question(), "{}")
