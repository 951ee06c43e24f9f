"""What teams found, as Atom feeds (RFC 4287): of one paper, and of one participant's team."""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from openrepro.store.record_rows import VerdictRow
from openrepro.web.faults import not_found
from openrepro.web.pages.home import told_verdicts
from openrepro.web.pages.page import Visit
from openrepro.web.pages.texts import TextKind, xml
from openrepro.web.templating import cut

MOST: Final = 50
ATOM: Final = "application/atom+xml"


def paper_feed(visit: Visit) -> str:
    """The newest verdicts on the claims of a paper."""
    name = visit.params["paper"]
    listed = visit.tx.papers.listed(name)
    if listed is None:
        raise not_found("paper", name)
    rows = visit.tx.ledger.verdicts(paper=name, limit=MOST, newest_first=True)
    title = f"{cut(listed.paper.title, 160) or name}: what teams found"
    return _feed(visit, f"papers:{name}", f"/papers/{name}", title, rows, listed_at(visit))


def participant_feed(visit: Visit) -> str:
    """The newest verdicts on the entries of a participant's team."""
    name = visit.params["account"]
    account = visit.tx.people.get(name)
    if account is None or account.deleted_at:
        raise not_found("participant", name)
    rows = visit.tx.ledger.verdicts(team=account.team, limit=MOST, newest_first=True)
    title = f"{account.name}: what the judge said"
    return _feed(visit, f"participants:{name}", f"/participants/{name}", title, rows, account.created_at)


def listed_at(visit: Visit) -> str:
    """When the challenge was set up: a feed without entries is as old as that."""
    return visit.tx.rules.kept()[0].added_at


def _feed(visit: Visit, name: str, page: str, title: str, rows: Iterable[VerdictRow], since: str) -> str:
    site, slug = visit.here.settings.public_url.rstrip("/"), visit.around.rules.slug
    told: list[Any] = told_verdicts(visit, tuple(rows))
    updated = told[0]["judged_at"] if told else since
    link = f"<link href={quoteattr(site + page)}/>\n" if site else ""
    entries = "".join(_entry(one, slug, site) for one in told)
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>{xml(title)}</title>\n<id>urn:openrepro:{slug}:{xml(name)}</id>\n<updated>{updated}</updated>\n"
        f"<author><name>{xml(visit.around.rules.name)}</name></author>\n{link}{entries}</feed>\n"
    )


def _entry(one: Mapping[str, Any], slug: str, site: str) -> str:
    label = f"{one['label']} (provisional)" if one["provisional"] and not one["confirmed"] else one["label"]
    title = f"{label}: {one['claim']}, by {one['team_name'] or one['team']}"
    where = f"{site}/verdicts/{one['id']}"
    link = f"<link href={quoteattr(where)}/>" if site else ""
    return (
        f"<entry><title>{xml(title)}</title><id>urn:openrepro:{slug}:verdict:{one['id']}</id>"
        f"<updated>{one['judged_at']}</updated>{link}<content>{xml(one['text'])}</content></entry>\n"
    )


FEEDS: Final = (
    TextKind("papers/{paper}/feed.xml", ATOM, paper_feed),
    TextKind("participants/{account}/feed.xml", ATOM, participant_feed),
)
