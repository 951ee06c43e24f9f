"""What the guide lets people copy: commands, a script whose output is evidence, and the line that it prints."""

import json
from typing import Final

from openrepro.challenge.rules import Rules

SERVER: Final = "https://THIS-SITE"
"""Stands for the address of the site where nobody has said what it is."""

SCRIPT: Final = """\
import json, random, statistics

SAMPLES = 100_000
SEEDS = [0, 1, 2]

def mean_of(seed):
    random.seed(seed)
    return statistics.fmean(random.random() for _ in range(SAMPLES))

values = [mean_of(seed) for seed in SEEDS]
for seed, value in zip(SEEDS, values):
    print(f"seed {seed}: mean {value:.4f} over {SAMPLES} samples")
print("RESULT " + json.dumps({
    "claim": "PAPER.c1",
    "quantity": "mean",
    "value": f"{statistics.fmean(values):.4f}",
    "seeds": SEEDS,
    "values": [f"{value:.4f}" for value in values],
    "scale": {"samples": SAMPLES},
    "premises": ["the samples are independent"],
}))
"""

RESULT_LINE: Final = (
    'RESULT {"claim": "PAPER.c1", "quantity": "mean", "value": "0.5001", "seeds": [0, 1, 2], '
    '"values": ["0.4995", "0.5002", "0.5006"], "scale": {"samples": 100000}, '
    '"premises": ["the samples are independent"]}'
)
"""What the script prints, at its end."""

LOGBOOK: Final = """\
pip install trackio
trackio logbook run --page claim-1-WHAT-IT-SAYS -- python measure.py
trackio logbook cell markdown --page claim-1-WHAT-IT-SAYS "What was measured, and how.\""""


def start_command(server: str) -> str:
    """How to begin: a workspace with the paper's claims, the rules, the guide and a logbook to fill."""
    return f"""\
pip install openrepro
openrepro start PAPER --server {server}
cd PAPER"""


CHECK: Final = """\
openrepro lint
openrepro logbook show . --as judge"""


def submit_commands(rules: Rules) -> str:
    """How to enter the logbook of a workspace and to follow it; the token is the caller's."""
    licence = f" --licence {rules.entries.licence[0]}" if rules.entries.licence else ""
    return f"""\
export OPENREPRO_TOKEN=or_YOURS
openrepro submit{licence}
openrepro verdict --watch"""


def upload_command(rules: Rules, server: str) -> str:
    """How to upload a logbook without the program; `$TOKEN` is the caller's."""
    licence = f"&licence={rules.entries.licence[0]}" if rules.entries.licence else ""
    return f"""\
(cd .trackio/logbook && zip -qr ../../logbook.zip .)
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/zip" \\
     -H "Idempotency-Key: PAPER-1" --data-binary @logbook.zip \\
     "{server}/api/v1/entries?paper=PAPER{licence}\""""


def space_metadata(rules: Rules) -> str:
    """What stands in `.trackio/metadata.json` before a logbook is published as a Space."""
    tags = [rules.entries.tag, rules.entries.paper_tag.replace("{id}", "PAPER")]
    return json.dumps({"tags": tags}, ensure_ascii=False)


PUBLISH: Final = "trackio logbook publish OWNER/repro-PAPER"


def space_command(server: str) -> str:
    """How to enter a Space at once, without waiting until it is found."""
    return f"""\
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
     -d '{{"space": "OWNER/repro-PAPER"}}' {server}/api/v1/entries/space"""
