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
trackio logbook open --title "Reproduction: TITLE OF THE PAPER" --no-serve
trackio logbook page "Claim 1: WHAT IT SAYS"
trackio logbook cell markdown "What we measure, and how."
trackio logbook run -- python measure.py"""


def claims_command(server: str) -> str:
    """How to get the claims of a paper and the rules as files."""
    return f"""\
curl -s {server}/api/v1/papers/PAPER/claims \\
  | python3 -c 'import json, sys; json.dump(json.load(sys.stdin)["data"]["claims"], sys.stdout)' > claims.json
curl -s {server}/rules.toml > challenge.toml"""


CHECK: Final = """\
openrepro lint . --claims claims.json --rules challenge.toml
openrepro judge . --claims claims.json --rules challenge.toml
openrepro logbook show . --as judge"""


def upload_command(rules: Rules, server: str) -> str:
    """How to upload a logbook; `$TOKEN` is the caller's."""
    licence = f"&licence={rules.entries.licence[0]}" if rules.entries.licence else ""
    return f"""\
(cd .trackio/logbook && zip -qr ../../logbook.zip .)
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/zip" \\
     -H "Idempotency-Key: PAPER-1" --data-binary @logbook.zip \\
     "{server}/api/v1/entries?paper=PAPER{licence}\""""


def space_metadata(rules: Rules) -> str:
    """What to write into `.trackio/metadata.json` before a logbook is published as a Space."""
    tags = [rules.entries.tag, rules.entries.paper_tag.replace("{id}", "PAPER")]
    return json.dumps({"tags": tags}, ensure_ascii=False)


PUBLISH: Final = "trackio logbook publish OWNER/repro-PAPER"


def space_command(server: str) -> str:
    """How to enter a Space at once, without waiting until it is found."""
    return f"""\
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
     -d '{{"space": "OWNER/repro-PAPER"}}' {server}/api/v1/entries/space"""
