"""The rules: those that hold now, and every version there was or will be."""

from pydantic import JsonValue

from openrepro import clock
from openrepro.store.rules import KeptVersion
from openrepro.web.api.access import Desk, Here
from openrepro.web.api.envelope import Envelope, Meta, Shape, members
from openrepro.web.api.parameters import Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import not_found

router = routes_of("rules")


class VersionLine(Shape):
    """A version of the rules: it holds from `effective_from` until the next one does. `digest` names it in verdicts."""

    number: int
    digest: str
    effective_from: str
    added_at: str
    note: str
    effective: bool


class RulesNow(VersionLine):
    """The rules as JSON in the shape of `challenge.toml`, and as the file was written."""

    rules: dict[str, JsonValue]
    toml: str


@router.get("/rules")
def get_rules(here: Here) -> Envelope[RulesNow]:
    """The rules that hold now; before the first version does, that one."""
    kept = _kept(here)
    return Envelope(data=_whole(kept[_held(kept)], effective=True), meta=Meta(total=len(kept)))


@router.get("/rules/versions")
def list_versions(here: Here) -> Envelope[list[VersionLine]]:
    """All versions of the rules, oldest first."""
    kept = _kept(here)
    held = _held(kept)
    return Envelope(
        data=[_line(item, effective=at == held) for at, item in enumerate(kept)], meta=Meta(total=len(kept))
    )


@router.get("/rules/versions/{digest}")
def get_version(here: Here, digest: Name) -> Envelope[RulesNow]:
    """One version of the rules by its digest."""
    kept = _kept(here)
    held = _held(kept)
    for at, item in enumerate(kept):
        if item.digest == digest:
            return Envelope(data=_whole(item, effective=at == held))
    raise not_found("version of the rules", digest)


def _kept(here: Desk) -> tuple[KeptVersion, ...]:
    with here.installation.store.read() as tx:
        return tx.rules.kept()


def _held(kept: tuple[KeptVersion, ...]) -> int:
    """The place of the version that holds now."""
    now = clock.now()
    begun = [at for at, item in enumerate(kept) if item.version.effective_from <= now]
    return begun[-1] if begun else 0


def _line(kept: KeptVersion, *, effective: bool) -> VersionLine:
    return VersionLine(
        number=kept.number,
        digest=kept.digest,
        effective_from=clock.written(kept.version.effective_from),
        added_at=kept.added_at,
        note=kept.version.note,
        effective=effective,
    )


def _whole(kept: KeptVersion, *, effective: bool) -> RulesNow:
    line = _line(kept, effective=effective).model_dump()
    return RulesNow(**line, rules=members(kept.version.rules.as_json()), toml=kept.toml)
