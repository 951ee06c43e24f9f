"""The board of a challenge held against the leaves of its ledger, or built anew from them, in print."""

from pathlib import Path
from typing import Any, Final

from openrepro import clock
from openrepro.cli.board_page import in_folder, many
from openrepro.cli.office import signed
from openrepro.cli.output import Format, emit, emit_json, hint, say
from openrepro.people.operators import Action
from openrepro.server.board_check import Checked, check, rebuild
from openrepro.server.installation import open_installation

CHECK: Final = "openrepro.boardcheck/1"
REBUILT: Final = "openrepro.boardrebuild/1"


def check_challenge(folder: Path, form: Format) -> bool:
    """Print what differs from the leaves, and say whether all was compared and nothing does."""
    with open_installation(folder, found=False) as here:
        found = check(here.store)
    if form is Format.JSON:
        emit_json(_checked(found))
    else:
        _show_check(found, folder, form)
    return found.proven


def _checked(found: Checked) -> dict[str, Any]:
    return {
        "schema": CHECK,
        "leaves": found.leaves,
        "root": found.root,
        "views": list(found.views),
        "differences": [
            {"table": item.table, "place": item.place, "text": item.text, "mendable": item.mendable}
            for item in found.differences
        ],
        "untold": found.untold,
        "notes": list(found.notes),
    }


def _show_check(found: Checked, folder: Path, form: Format) -> None:
    for item in found.differences:
        emit(item.sentence, colour="red")
    if found.untold:
        emit(f"And {many(found.untold, 'more difference')}.")
    for note in found.notes:
        say(note)
    if found.proven:
        emit(f"ledger: {many(found.leaves, 'leaf', 'leaves')}, root {found.root}: nothing differs", colour="green")
        for view in found.views:
            emit(f"view {view}: what is shown is what the leaves give", colour="green")
    elif all(item.mendable for item in found.differences):
        hint(f"openrepro board rebuild{in_folder(folder)}", form)
    else:
        say("What building anew cannot mend was changed in the database by hand: compare with a copy of it.")


def rebuild_challenge(folder: Path, form: Format) -> None:
    """Build everything that follows from the leaves anew, and print what changed."""
    with open_installation(folder, found=False) as here:
        made = rebuild(here.store, clock.now())
        changed = made.mended + sum(item.changed for item in made.views)
        if changed:
            with here.store.write() as tx:
                signed(Action.BOARD_MENDED, "board", f"board rebuild: {many(changed, 'row')} mended or changed")(tx)
    if form is Format.JSON:
        views = [{"view": item.view.view, "digest": item.view.digest, "changed": item.changed} for item in made.views]
        emit_json({"schema": REBUILT, "leaves": made.leaves, "root": made.root, "mended": made.mended, "views": views})
        return
    emit(f"ledger: {many(made.leaves, 'leaf', 'leaves')}, root {made.root}, {many(made.mended, 'row')} mended")
    for item in made.views:
        emit(f"view {item.view.view}: {many(item.changed, 'row')} changed, digest {item.view.digest}")
    hint(f"openrepro board rebuild --check{in_folder(folder)}", form)
