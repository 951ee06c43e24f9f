"""The queue: how much waits, how fast it goes, and for how long the oldest has been waiting."""

from openrepro import clock
from openrepro.store.job_figures import COUNTED
from openrepro.web.api.access import Here
from openrepro.web.api.envelope import Envelope, Meta, Shape
from openrepro.web.api.routing import routes_of

router = routes_of("queue")


class QueueState(Shape):
    """Jobs that wait (due), how many of these are retries (a slower lane), jobs that are held (not due yet: cool-down,
    daily cap, the pause before a retry) and that are being worked on; since when the oldest waits; what ended in the
    last 15 minutes, by how many workers, in how many seconds each on average, and how many an hour that makes."""

    waiting: int
    retries: int
    held: int
    leased: int
    oldest: str
    ended: int
    workers: int
    seconds: float
    an_hour: int


@router.get("/queue")
def get_queue(here: Here) -> Envelope[QueueState]:
    """The queue as it is now. Counting ends at 10,000."""
    now = clock.written(clock.now())
    with here.installation.store.read() as tx:
        health = tx.jobs.health(now)
    state = QueueState(
        waiting=health.waiting,
        retries=health.retries,
        held=health.held,
        leased=health.leased,
        oldest=health.oldest,
        ended=health.ended,
        workers=health.workers,
        seconds=health.seconds,
        an_hour=health.ended * 4,
    )
    over = max(health.waiting, health.held, health.leased) >= COUNTED
    return Envelope(
        data=state, meta=Meta(sentence=f"There are {COUNTED} or more; they are not counted." if over else None)
    )
