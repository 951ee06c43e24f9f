"""What attacks came to, as a document: read back as it was written, and refused where its counts cannot be."""

from collections.abc import Callable
from typing import Any

import pytest

from openrepro.errors import OpenReproError
from openrepro.judging.attacked import MOST_ATTACKS, Attacked, attacked_from_json
from openrepro.judging.attacks.attack import AttackKind
from openrepro.judging.attacks.suite import SUITE

ONE = Attacked("prestige", AttackKind.TEXT, 20, 3, 1, 2, 20)


def test_what_was_written_is_read_back() -> None:
    every = tuple(ONE._replace(attack=attack.name, kind=attack.kind) for attack in SUITE)
    assert attacked_from_json([one.as_json() for one in every]) == every
    assert attacked_from_json([]) == ()


def test_only_words_that_settle_something_do_what_must_not_happen() -> None:
    assert ONE.fails
    assert not ONE._replace(settled=0).fails
    assert not ONE._replace(kind=AttackKind.FORGED).fails


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "more changed than tried": lambda row: row.update(changed=21),
    "more settled than changed": lambda row: row.update(settled=4),
    "more better than changed": lambda row: row.update(better=4),
    "more found than tried": lambda row: row.update(found=21),
    "a negative count": lambda row: row.update(found=-1),
    "a count that is true": lambda row: row.update(settled=True),
    "a count in words": lambda row: row.update(items="20"),
    "no name": lambda row: row.update(attack="<script>"),
    "another kind": lambda row: row.update(kind="magic"),
    "something less": lambda row: row.pop("better"),
    "something more": lambda row: row.update(praise=1),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused_with_its_place(name: str) -> None:
    row: dict[str, Any] = dict(ONE.as_json())
    WRONG[name](row)
    with pytest.raises(OpenReproError) as refused:
        attacked_from_json([row])
    assert "attacks[0]" in refused.value.text


@pytest.mark.parametrize("value", [None, {}, "text", [[]], [ONE.as_json()] * 2, [ONE.as_json()] * (MOST_ATTACKS + 1)])
def test_what_is_no_list_of_attacks_is_refused(value: object) -> None:
    with pytest.raises(OpenReproError):
        attacked_from_json(value)
