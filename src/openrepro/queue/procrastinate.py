"""The queue of many machines: procrastinate's workers on PostgreSQL take calls, and lease from the table of jobs."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from sqlalchemy import URL

from openrepro.queue.calls import QUEUE, TASK
from openrepro.queue.crew import LONGEST_PAUSE, SHORTEST_PAUSE, Crew
from openrepro.queue.faults import sentence_of
from openrepro.queue.port import Health
from openrepro.queue.procrastinate_log import tell_in_sentences
from openrepro.queue.worker import Worker

log = logging.getLogger(__name__)


class ProcrastinateQueue:
    """One worker of procrastinate in a thread of this process, with a slot for each worker of the crew."""

    def __init__(self, crew: Crew, url: URL) -> None:
        self._crew = crew
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in crew.workers:
            self._free.put(worker)
        self._app = _app(url, self._work)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._thread = Thread(target=self._run, name="procrastinate", daemon=True)

    def start(self) -> None:
        tell_in_sentences()
        self._crew.start()
        if self._crew.workers:
            self._loop = asyncio.new_event_loop()
            self._thread.start()

    def announce(self) -> None:
        """Nothing to do: the call was made in the transaction that enqueued the job."""

    def stop(self) -> None:
        self._crew.stopping.set()
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
        self._crew.stop()
        if self._loop is not None:
            self._thread.join(self._crew.terms.grace)

    def health(self) -> Health:
        return self._crew.health()

    def _work(self) -> None:
        """Answer one call: work until nothing is due."""
        worker = self._free.get()
        try:
            while worker.once():
                pass
        except Exception as error:
            log.warning("no work could be taken: %s; the next sweep calls again", sentence_of(error))
        finally:
            self._free.put(worker)

    def _run(self) -> None:
        loop = self._loop
        assert loop is not None
        loop.set_default_executor(ThreadPoolExecutor(len(self._crew.workers), "worker"))
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._keep_working())

    async def _keep_working(self) -> None:
        """Run procrastinate's worker, and start it anew whenever the database was away."""
        pause = SHORTEST_PAUSE
        while not self._stop.is_set():
            began, why = time.monotonic(), "a part of it ended"
            try:
                await self._work_until_stopped()
            except Exception as error:
                why = sentence_of(error)
            if not self._stop.is_set():
                log.warning("procrastinate's worker ended: %s; it is started anew", why)
                pause = SHORTEST_PAUSE if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stop.wait(), pause)

    async def _work_until_stopped(self) -> None:
        """Ends when it is told to, or raises what procrastinate raised. Only its worker is ever cancelled: it waits for
        running jobs then, and a pool that is being opened does not."""
        async with self._app.open_async():
            tasks = [asyncio.ensure_future(task) for task in (self._worker(), self._rescue(), self._stop.wait())]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def _worker(self) -> None:
        terms = self._crew.terms
        await self._app.run_worker_async(
            queues=[QUEUE],
            name=self._crew.workers[0].name,
            concurrency=len(self._crew.workers),
            fetch_job_polling_interval=terms.poll,
            shutdown_graceful_timeout=terms.grace,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=terms.beat,
            stalled_worker_timeout=terms.lease,
        )

    async def _rescue(self) -> None:
        """Put back the calls that dead workers had taken; what they had leased is put back by the sweep."""
        manager = self._app.job_manager
        while True:
            await asyncio.sleep(self._crew.terms.sweep)
            try:
                await manager.prune_stalled_workers(self._crew.terms.lease)
                for job in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=self._crew.terms.lease):
                    await manager.retry_job(job)
            except ConnectorException as error:
                log.warning("stalled calls could not be put back: %s", sentence_of(error))


def _app(url: URL, work: Callable[[], None]) -> App:
    conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
    app = App(connector=PsycopgConnector(conninfo=conninfo, min_size=1, max_size=4))
    app.task(name=TASK, queue=QUEUE)(work)
    return app
