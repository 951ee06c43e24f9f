"""What data there is and under which terms, how to cite it, and how to verify it."""

from typing import Final, NamedTuple

from openrepro import __version__
from openrepro.guide import phrases
from openrepro.guide.text import block_json, joined
from openrepro.ids import Json
from openrepro.web.pages.around import Stage
from openrepro.web.pages.guides import site_of
from openrepro.web.pages.page import Kind, Page, Visit


class Source(NamedTuple):
    """Where data is had: a `path` of the API (or of the site where it begins with another), and what is there."""

    path: str
    words: str


SOURCES: Final = (
    Source("/api/v1/openapi.json", "the whole API, described for programs (OpenAPI)"),
    Source("/api/v1/papers", "papers with their names"),
    Source("/api/v1/claims", "claims with their specs"),
    Source("/api/v1/entries", "entries with their states"),
    Source("/api/v1/verdicts", "verdicts, in the order of the ledger"),
    Source("/api/v1/board/views", "the boards, under each set of rules"),
    Source("/api/v1/statistics", "the event in figures, with definitions"),
    Source("/api/v1/ledger/leaves", "the ledger itself, leaf by leaf"),
    Source("/api/v1/rules/versions", "the versions of the rules"),
    Source("/api/v1/examinations", "examinations of the judge"),
)
TEXTS: Final = (
    Source("llms.txt", "what this site is and where things are, for agents"),
    Source("llms-full.txt", "the guide, the rules and the common questions in full"),
    Source("rules.toml", "the rule file as it was written"),
    Source("announcements.xml", "announcements as an Atom feed"),
)
VERIFY: Final = """\
import hashlib, json, urllib.request

SITE = "{site}/api/v1/ledger"

def get(path):
    with urllib.request.urlopen(SITE + path) as answer:
        return json.load(answer)

def node(left, right):
    return hashlib.sha256(b"\\x01" + left + right).digest()

def root_of(hashes):
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256().digest()
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return node(root_of(hashes[:half]), root_of(hashes[half:]))

said, leaves, cursor = get("")["data"], [], ""
while cursor is not None:
    page = get("/leaves?limit=500" + (f"&cursor={{cursor}}" if cursor else ""))
    for leaf in page["data"]:
        if leaf["body"] is not None:  # None: the entry is hidden, its hash stays
            assert hashlib.sha256(b"\\x00" + leaf["body"].encode()).hexdigest() == leaf["hash"]
        leaves.append(bytes.fromhex(leaf["hash"]))
    cursor = page["next"]
assert root_of(leaves[: said["size"]]).hex() == said["root"]
print(said["size"], "records, root", said["root"])
"""


def data_page(visit: Visit) -> Page:
    """The page at `/data`."""
    rules, peaks = visit.around.rules, visit.tx.ledger.peaks()
    site = site_of(visit)
    data: dict[str, Json] = {
        "sources": [dict(one._asdict()) for one in SOURCES],
        "texts": [dict(one._asdict()) for one in TEXTS],
        "ledger": {"size": peaks.size, "root": peaks.root.hex()},
        "licence": [block_json(joined(phrases.licence(rules)))],
        "cite": _citation(visit, peaks.size, peaks.root.hex()),
        "verify": VERIFY.format(site=site),
        "frozen": visit.around.stage is Stage.FROZEN,
    }
    return Page("data.html", "Data", data, "JSON twins, API and ledger: how to get, cite and verify the record.")


def _citation(visit: Visit, size: int, root: str) -> str:
    rules, around = visit.around.rules, visit.around
    when = around.frozen_at or (around.shown.computed_at if around.shown else "")
    at = f", {when[:10]}" if when else ""
    site = visit.here.settings.public_url.rstrip("/")
    where = f" {site}" if site else ""
    return (
        f"{rules.name}: an open reproduction, claim by claim. Ledger of {size:,} records, root {root}{at}."
        f"{where} (OpenRepro {__version__})"
    )


KINDS: Final = (Kind("data", "/data", data_page),)
