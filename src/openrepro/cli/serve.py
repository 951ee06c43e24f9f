"""`openrepro serve`: site, API, workers and keeper of a challenge in one process."""

import gc
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from openrepro import clock
from openrepro.cli.output import Format, emit, emit_json, emit_row, format_option, say
from openrepro.cli.talking import tell_log
from openrepro.notify.client import WebhookClient
from openrepro.notify.guard import Guard
from openrepro.server.installation import Installation, news_of, open_installation
from openrepro.server.service import check_archive, serving
from openrepro.server.serving import LOOPBACK, USUAL_PORT, Site, address_of, is_loopback, listening
from openrepro.settings import Settings

DISCOVER_MINUTES = 10
DESCRIBED_S = 3
SWITCH_S = 0.001
"""How long one thread may hold the others up. With the usual 5 ms an answer, which passes between threads several
times, waits behind every upload that is unpacked."""


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=".")
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen; 0.0.0.0 is every network.")
@click.option("--port", type=click.IntRange(0, 65535), default=USUAL_PORT, show_default=True, help="0 takes any free.")
@click.option("--workers", type=click.IntRange(0, 64), help="Logbooks judged at once; OPENREPRO_WORKERS, or 1.")
@click.option("--discover", is_flag=True, help="Ask the Hub for entries every OPENREPRO_DISCOVER_MINUTES, or 10.")
@format_option
def serve(folder: Path, host: str, port: int, workers: int | None, discover: bool, form: Format) -> None:
    """Serve the challenge in DIR (default: here): site, API, judging and everything that happens by itself.

    The first start makes the database; a later version of the program brings it up to date. Ctrl-C or SIGTERM ends it:
    requests are answered, work at hand is finished or given back. Several servers may serve one challenge.
    Exit status: 0 when it was ended so, 2 when it could not start.
    """
    tell_log()
    with open_installation(folder, upgrade=True) as opened, listening(host, port) as sock:
        here = replace(opened, settings=_settings(opened.settings, workers, discover))
        check_archive(here)
        for told in news_of(here):
            say(f"note: {told}")
        if not is_loopback(sock):
            say("note: other machines can reach it; for a public site put a proxy with TLS in front of it.")
        serve_on(here, sock, form)


def serve_on(here: Installation, sock: socket.socket, form: Format) -> None:
    """Serve an open challenge on a socket until a signal comes."""
    from openrepro.web.app import make_app
    from openrepro.web.limits import limits_of

    sys.setswitchinterval(SWITCH_S)
    limits = limits_of()
    app = make_app(here, limits)
    gc.freeze()  # what is loaded stays; looking through it for garbage would stop every answer for a tenth of a second
    site = Site(app, sock, started=lambda: _started(here, address_of(sock), form))
    _soon(app.openapi)  # takes half a second, for which no reader should wait
    webhooks = WebhookClient(Guard(loopback=limits.webhooks_to_loopback))
    with serving(here, webhooks=webhooks):
        site.run()
        say("ending: what is at hand is finished or given back")


def _soon(what: Callable[[], object]) -> None:
    later = threading.Timer(DESCRIBED_S, what)
    later.daemon = True
    later.start()


def _started(here: Installation, address: str, form: Format) -> None:
    rules = here.rules_now(clock.now())
    if form is Format.JSON:
        emit_json({"name": rules.name, "url": address, "api": f"{address}/api/v1", "workers": here.settings.workers})
    elif form is Format.AGENT:
        emit_row(rules.name, address, f"{address}/api/v1")
    else:
        emit(f"{rules.name} is served at {address} (API: {address}/api/v1). Ctrl-C ends it.")


def _settings(settings: Settings, workers: int | None, discover: bool) -> Settings:
    minutes = settings.discover_minutes or (DISCOVER_MINUTES if discover else 0)
    chosen = settings.workers if workers is None else workers
    return replace(settings, workers=chosen, discover_minutes=minutes)
