"""Entries judged with a model by processes of their own: slots stay filled, and a kill loses no paid answer."""

from pathlib import Path

from tests.server.asked_event import (
    CLAIMS,
    SOON,
    Place,
    end,
    enter,
    entries_with_verdicts,
    found_event,
    judging_process,
    unkept,
    until,
)
from tests.server.endpoint_process import endpoint_process, most_at_once

SLOTS, ENTRIES = 6, 8


def place_of(folder: Path, url: str) -> Place:
    return Place(folder / "challenge", url if url.startswith("postgresql") else "")


def test_slots_of_a_slow_model_are_filled_and_a_kill_pays_again_for_what_was_in_flight(
    tmp_path: Path, bare_url: str
) -> None:
    place = place_of(tmp_path, bare_url)
    with endpoint_process(0.4) as endpoint:
        here = found_event(place, endpoint.url, in_flight=SLOTS)
        enter(here, ENTRIES, teams_=3)
        killed = judging_process(place, terms=SOON)
        until(lambda: endpoint.figures().calls >= 3 * SLOTS)
        killed.kill()
        killed.join()
        lost = unkept(here.store)
        worker = judging_process(place, terms=SOON)
        until(lambda: sum(entries_with_verdicts(here.store).values()) == ENTRIES * CLAIMS, seconds=90)
        end(worker)
        figures, held = endpoint.figures(), entries_with_verdicts(here.store)
        here.close()
    assert set(held.values()) == {CLAIMS}
    assert figures.distinct == ENTRIES * CLAIMS
    assert most_at_once(figures.spans) in (SLOTS - 1, SLOTS)
    assert figures.calls - figures.distinct <= len(lost) <= SLOTS
