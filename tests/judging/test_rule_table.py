"""The rule table in words has the rows that the rules have."""

import re

from openrepro.judging.rule_table import RULE_TABLE
from openrepro.judging.ruling import ROWS


def test_every_row_of_the_rules_stands_in_the_table_once() -> None:
    coded = {int(found) for row in ROWS for found in re.findall(r"\d+", row.__name__)} | {15}
    assert [row.number for row in RULE_TABLE] == sorted(coded) == list(range(1, 16))
    assert all(row.when and row.outcome for row in RULE_TABLE)
