"""Submitting a logbook: an archive in the body or in a form becomes an entry, or a new revision of one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from openrepro.entries.archiving import archive, lost, manifest_digest
from openrepro.entries.intake import Owner, Submission, check_submission, submit_upload
from openrepro.entries.members import USUAL
from openrepro.entries.moderation import withdraw
from openrepro.entries.upload import unpack
from openrepro.pseudonyms import new_entry_id
from openrepro.store.store import Transaction
from openrepro.web.api.access import WRITES, Desk, Here, Member, Submitter, own_entry, terms_now, turn
from openrepro.web.api.entries import EntryStatus, status
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.keyed import Claim, Done, Key, once
from openrepro.web.api.parameters import Name
from openrepro.web.api.routing import routes_of
from openrepro.web.api.uploads import ARCHIVES, MULTIPART, Upload, media_type, received
from openrepro.web.faults import ApiError, shown

router = routes_of("entries")


class SubmissionReceipt(Shape):
    """What became of a submission. `already`: these very bytes were there, and nothing was added. `notes` are what you
    should know."""

    entry: EntryStatus
    already: bool
    notes: list[str]


Said = Annotated[str, Query(max_length=200)]
BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "A logbook's folder as .zip, .tar or .tar.gz.",
        "content": {
            **{kind: {"schema": {"type": "string", "format": "binary"}} for kind in ARCHIVES},
            MULTIPART: {
                "schema": {
                    "type": "object",
                    "required": ["archive"],
                    "additionalProperties": False,
                    "properties": {
                        "archive": {"type": "string", "format": "binary", "description": "The archive."},
                        "paper": {"type": "string", "description": "The paper, where the files do not name it."},
                        "licence": {"type": "string", "description": "An SPDX id of those that the rules take."},
                        "entry": {"type": "string", "description": "The entry that this is a new revision of."},
                    },
                }
            },
        },
    }
}


@router.post(
    "/entries",
    status_code=201,
    response_model=Envelope[SubmissionReceipt],
    responses={200: {"model": Envelope[SubmissionReceipt], "description": "A revision of an entry, or nothing new."}},
    openapi_extra=BODY,
)
async def submit(
    request: Request,
    here: Here,
    who: Submitter,
    key: Key = None,
    paper: Said = "",
    licence: Said = "",
    entry: Said = "",
) -> Response:
    """Submit a logbook as an archive. Its paper, licence and entry stand in the query, or in the form."""
    kind = media_type(request)
    if kind != MULTIPART and kind not in ARCHIVES:
        hint = f"Send {MULTIPART} or one of {', '.join(ARCHIVES)}."
        raise ApiError(415, f"The body is of the type {shown(kind)}, which is no archive.", hint=hint)
    said = {"paper": paper, "licence": licence, "entry": entry}
    with here.receiving.one(who.account.id):
        async with received(request, said) as upload, turn(here.unpackers, here.limits.wait_to_unpack):
            done = await run_in_threadpool(_once, here, who, upload, key)
    return _response(done)


@router.post("/entries/{entry}/withdraw", dependencies=WRITES)
def withdraw_entry(here: Here, who: Submitter, entry: Name) -> Envelope[EntryStatus]:
    """Take an entry of your team out of the challenge. Its verdicts stay on record, marked; it cannot be undone."""
    terms = terms_now(here)
    with here.installation.store.write() as tx:
        own_entry(tx, entry, who)
        gone = withdraw(tx, entry, terms, actor=who.account.id, team=who.account.team)
        return Envelope(data=status(tx, gone))


def _once(here: Desk, who: Member, upload: Upload, key: str | None) -> Done:
    claim = None if key is None else Claim(who.account.id, key, upload.digest)
    return once(here.installation.store, here.left, claim, lambda keep: _taken(here, who, upload, keep))


def _taken(here: Desk, who: Member, upload: Upload, keep: Callable[[Transaction, Done], None]) -> Done:
    terms, limits = terms_now(here), replace(USUAL, archive=here.limits.upload)
    owner, said = Owner(who.account.id, who.account.team), upload.said
    with unpack(upload.file, limits) as files:
        with here.installation.store.read() as tx:  # what is refused must not stay in the archive
            check_submission(tx, owner, terms, **_stated(said), revision=manifest_digest(files.manifest))
        archived = archive(files, here.installation.blobs, terms.rules, notes=files.notes, limits=limits)
    submission = Submission(owner, archived, **_stated(said))
    made = new_entry_id()
    with here.installation.store.write() as tx:
        receipt = submit_upload(tx, submission, terms, entry_id=made)
        if lost(archived, tx, here.installation.blobs):
            raise ApiError(
                503, "Files like these were being removed at this moment; nothing was taken.", hint="Send it again."
            )
        told = SubmissionReceipt(entry=status(tx, receipt.entry), already=receipt.already, notes=list(receipt.notes))
        done = Done(201 if receipt.entry.id == made else 200, Envelope(data=told).model_dump_json())
        keep(tx, done)
    return done


def _stated(said: Mapping[str, str]) -> dict[str, str]:
    return {name: said.get(name, "") for name in ("paper", "licence", "entry")}


def _response(done: Done) -> Response:
    headers = {"Idempotency-Replayed": "true"} if done.again else {}
    return Response(done.body, done.status, headers, "application/json")
