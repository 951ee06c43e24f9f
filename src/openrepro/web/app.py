"""The web application: pages and API, and what every request goes through on its way to them."""

import weakref
from typing import Final

import anyio
from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from openrepro import __version__
from openrepro.server.bench import Bench
from openrepro.server.bench import Limits as BenchLimits
from openrepro.server.installation import Installation
from openrepro.web import faults
from openrepro.web.api import api_routes
from openrepro.web.api.access import Desk, Uses
from openrepro.web.api.health import Pulse
from openrepro.web.api.keyed import Left
from openrepro.web.api.uploads import Receiving
from openrepro.web.assets import asset_route
from openrepro.web.bodies import Bodies
from openrepro.web.conditional import Conditional, NotModified, not_modified
from openrepro.web.faults import LastResort
from openrepro.web.figures import figure_route
from openrepro.web.limits import KnownTokens, Limits, RateLimits, limits_of
from openrepro.web.origins import OwnOrigin
from openrepro.web.pages.console import FORMS
from openrepro.web.pages.console.acting import form_routes
from openrepro.web.pages.console.claim_sending import claim_routes
from openrepro.web.pages.console.proposal_sending import proposal_routes
from openrepro.web.pages.failing import failing_page
from openrepro.web.pages.feeds import FEEDS
from openrepro.web.pages.kinds import KINDS
from openrepro.web.pages.readings import FORMS as READING_FORMS
from openrepro.web.pages.readings.sending import reading_routes
from openrepro.web.pages.routing import front, page_routes
from openrepro.web.pages.signing import signing_routes
from openrepro.web.pages.texts import TEXTS, text_routes
from openrepro.web.rates import Buckets
from openrepro.web.security import SecurityHeaders

ABOUT: Final = """\
Papers, claims, entries, verdicts and the board of one challenge.

Every answer is `{"data": …, "next": cursor or null, "meta": {…}}`, every failure `{"error": {"code", "text", "hint",
"where"}}`. Lists go on at `next`. What is public needs no token. Answers carry an `ETag`: send it back in
`If-None-Match`, and what you have already is not sent again.
"""
SMALLEST_GZIP: Final = 1024
READING: Final = BenchLimits(seconds=20)
"""What one look at a logbook may take when a person asks for it."""


def make_app(installation: Installation, limits: Limits | None = None) -> FastAPI:
    """The application of one open challenge; who opened the installation closes it. Limits come from the environment
    unless they are given."""
    limits = limits or limits_of()
    known = KnownTokens()
    app = FastAPI(
        title="OpenRepro",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=[
            Middleware(SecurityHeaders, https=installation.settings.public_url.startswith("https://")),
            Middleware(LastResort),
            Middleware(RateLimits, limits=limits, known=known),
            Middleware(OwnOrigin, public_url=installation.settings.public_url),
            Middleware(GZipMiddleware, minimum_size=SMALLEST_GZIP, compresslevel=5),
            Middleware(Conditional),
            Middleware(Bodies, limits=limits),
        ],
    )
    writers, unpackers, askers = map(anyio.Semaphore, (limits.writers, limits.unpackers, limits.askers))
    bench = Bench(READING)
    app.state.desk = Desk(installation, limits, known, Uses(), Receiving(), Left(), writers, unpackers, askers, bench)
    weakref.finalize(app, bench.close)
    app.state.pulse = Pulse()
    app.state.sign_ins = Buckets(limits.sign_ins)
    app.state.front = front(app.state.desk)
    faults.install(app, failing_page)
    app.add_exception_handler(NotModified, not_modified)
    app.router.routes.extend(api_routes())
    app.router.routes.append(asset_route())
    app.router.routes.append(figure_route())
    app.router.routes.extend(page_routes(KINDS))
    app.router.routes.extend(text_routes((*TEXTS, *FEEDS)))
    app.router.routes.extend(signing_routes())
    app.router.routes.extend(form_routes((*FORMS, *READING_FORMS)))
    app.router.routes.extend(claim_routes())
    app.router.routes.extend(proposal_routes())
    app.router.routes.extend(reading_routes())
    return app
