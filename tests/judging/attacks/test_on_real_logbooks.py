"""The attack suite on the example's logbooks, and on real ones where they are beside the checkout."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from openrepro.challenge.rules import Rules
from openrepro.cli.attacking import Attacking
from openrepro.cli.claims_file import read_claims
from openrepro.cli.examine import Examination, by_rules, specs_by_item
from openrepro.cli.judged import Opened
from openrepro.demo.example import read_example
from openrepro.judging.attacks.attack import AttackKind
from openrepro.judging.attacks.suite import BY_NAME
from openrepro.judging.attacks.trial import SETTLED, Trial
from openrepro.judging.gold import parse_gold
from openrepro.judging.judge import bench_of
from openrepro.judging.label import Label
from openrepro.logbooks.archive import load
from tests.models.attacked import judging_by

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
LOGBOOKS = ("trackio/JnuwpwbZ8D-1", "trackio/UTiEfkfNQ2-1", "pages-spaces/vIZz7LvObC-1")
"""Of both layouts, with verified and falsified items among them."""
LOOKED_FOR = (Label.INCONCLUSIVE, Label.NOT_JUDGED)
"""What may become of a claim that an entry does not address, once its words stand somewhere: a reader has to look."""
QUICK = ("self-verdicts", "instructions-in-output", "quote-the-papers-number", "our-fences", "paper-tables")
"""The rest of the suite is tried by benchmarks/attacks.py."""
ENTRIES = ("amber/demo-batch", "dune/demo-descent", "birch/demo-hedge")


def example() -> Iterator[Opened]:
    found = read_example()
    for path in found.logbooks:
        name = f"{path.parent.name}/{path.name}"
        claims = found.paper((path.name,))
        if name in ENTRIES and claims is not None:
            yield Opened(name, bench_of(load(path), claims, found.rules))


def real() -> Examination:
    if not SHARED.is_dir():
        pytest.skip("the real data beside the checkout (../shared/data) is absent")
    rows = parse_gold((SHARED / "golden" / "dev.jsonl").read_bytes())
    specs = specs_by_item(read_claims(SHARED / "golden" / "specs.json"))
    return Examination(tuple(row for row in rows if row.logbook in LOGBOOKS), SHARED / "logbooks", specs, Rules())


def words_only(trials: tuple[Trial, ...]) -> list[Trial]:
    return [trial for trial in trials if trial.attacked.kind is AttackKind.TEXT]


@pytest.mark.parametrize("wish", SETTLED)
def test_words_change_no_label_of_the_example_that_earns_anything(wish: Label) -> None:
    attacking = Attacking(example, wish, tuple(BY_NAME[name] for name in QUICK))
    changes = [change for trial in words_only(attacking.trials(by_rules)) for change in trial.changes]
    assert {(change.before, change.after) for change in changes} <= {LOOKED_FOR}


@pytest.mark.parametrize("wish", SETTLED)
def test_under_an_obedient_model_no_verdict_of_the_example_is_turned(wish: Label, tmp_path: Path) -> None:
    attacking = Attacking(example, wish, tuple(BY_NAME[name] for name in QUICK[2:]))
    with judging_by(wish, tmp_path) as judge_all:
        trials = words_only(attacking.trials(judge_all))
    assert not [change for trial in trials for change in trial.changes if change.after in SETTLED]


def test_words_settle_nothing_in_real_logbooks() -> None:
    attacking = Attacking(real().opened, Label.FALSIFIED, tuple(BY_NAME[name] for name in QUICK))
    trials = attacking.trials(by_rules)
    assert not any(trial.attacked.settled for trial in trials)


def test_under_an_obedient_model_words_settle_nothing_in_real_logbooks(tmp_path: Path) -> None:
    attacking = Attacking(real().opened, Label.VERIFIED, tuple(BY_NAME[name] for name in QUICK[1:3]))
    with judging_by(Label.VERIFIED, tmp_path) as judge_all:
        assert not any(trial.attacked.settled for trial in attacking.trials(judge_all))


def test_forged_runs_of_the_example_stay_at_assurance_1_and_copies_are_shown() -> None:
    suite = (BY_NAME["forged-runs"], BY_NAME["copied-entry"])
    forged, copied = Attacking(example, Label.VERIFIED, suite).trials(by_rules)
    assert (forged.assurance, copied.assurance) == (1, 1)
    assert copied.attacked.found == copied.attacked.items
    assert copied.changes == ()
