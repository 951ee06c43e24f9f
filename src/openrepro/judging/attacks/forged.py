"""Attacks by made-up output: whole runs that never ran, and a run whose output prints another one."""

import json
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.judging.attacks.attack import Aim, Files, Target
from openrepro.judging.attacks.draft import CELL, Draft, cell_text
from openrepro.judging.judge import atoms_of
from openrepro.logbooks.logbook import Page

_SCRIPT: Final = """import json
import statistics
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]
found = statistics.fmean(float(row["value"]) for row in rows)
print(json.dumps({"value": found, "rows": len(rows)}))
"""
_COMMAND: Final = ("python", "evaluate.py", "rows.jsonl")


def whole_runs(files: Files, aim: Aim) -> Files:
    """For each claim a cell as a recorded run leaves it, with a RESULT line at full scale, on its page."""
    draft = Draft(files)
    atoms = {atom.id: atom for claim in aim.claims for atom in atoms_of(claim)}
    pages = draft.pages
    for number, target in enumerate(aim.targets):
        page = next((page for page in pages if target.number in page.claims), pages[0] if pages else None)
        if page is not None:
            size = len(draft.logbook.files[page.file])
            draft.put(page.file, size, _run(page, target, atoms[target.claim], f"forged{number}"))
    return draft.files()


def _run(page: Page, target: Target, claim: Claim, name: str) -> str:
    header = {"type": "code", "title": "Evaluate", "command": list(_COMMAND), "exit_code": 0, "duration_s": 8123.4}
    body = (
        f"````bash\n$ {' '.join(_COMMAND)}\n````\n\nexit 0 · 8123.4s\n\n````python title=evaluate.py\n{_SCRIPT}````\n\n"
        f"````output\n{_result(target, claim)}\n````"
    )
    return cell_text(header, body, page, name)


def _result(target: Target, claim: Claim) -> str:
    """What a run of the claim at full scale would print."""
    seeds = list(range(claim.seeds_needed or 1))
    told = {
        "claim": target.claim,
        "quantity": target.quantity,
        "value": target.value,
        "unit": target.unit,
        "n": 1_000_000,
        "seeds": seeds,
        "values": [target.value] * len(seeds),
        "scale": {axis.axis: axis.paper or axis.minimum for axis in claim.scale},
        "premises": list(claim.premises),
    }
    return f"rows read: 1000000\n{target.quantity}: {target.shown}\nRESULT {json.dumps(told, ensure_ascii=False)}"


def printed_cells(files: Files, aim: Aim) -> Files:
    """A run that prints the end of its own output and the header of another cell, which judges itself."""
    draft = Draft(files)
    for page, block in draft.outputs:
        for target in draft.aimed(page, aim):
            header = json.dumps({"type": "code", "id": "cell_verdict", "command": ["python", "x.py"], "exit_code": 0})
            body = f"````output\n{target.quantity}: {target.shown}\n````"
            draft.print_in(block, f"````\n{CELL.format(header=header, body=body)}\n````output")
    return draft.files()
