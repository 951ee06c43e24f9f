"""Many logbooks judged with models at once, in their order, with progress, an estimate, and a clean end."""

import os
import secrets
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.cli.judged import Judged, Opened
from openrepro.cli.model_options import ModelChoice
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, say
from openrepro.cli.progress import Progress
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.judge import Bench, Judgement
from openrepro.judging.look import Look, cost_of, tokens_of
from openrepro.judging.readers.model.question import MOST_REPEATS, Plan, Question, Role, Silence
from openrepro.models.abilities import FOLDER, AbilityFolder
from openrepro.models.asking import Asker
from openrepro.models.choosing import budget_of, endpoints_of
from openrepro.models.endpoint import Endpoint, Price, Sum
from openrepro.models.folder_responses import FolderResponses
from openrepro.models.judging import PROSECUTED, ask_through, is_form, judge_of, open_questions, two_models
from openrepro.settings import MODEL

SALT: Final = "salt"
SALT_BYTES: Final = 32
LOOKS_EVERY_S: Final = 0.5
MOST_THREADS: Final = 64


class Stopped(Exception):  # noqa: N818
    """The command was interrupted; every answer so far is kept."""


class ModelJudge:
    """The judge that a choice of models makes. Close it at the end."""

    def __init__(self, choice: ModelChoice, rules: Rules) -> None:
        self.choice = choice
        self.endpoints = endpoints_for(choice, rules)
        budget = budget_for(choice, rules, self.endpoints.values())
        self.responses = FolderResponses(choice.responses, budget)
        self.plan = Plan(
            salt=salt_of(choice.responses),
            context_tokens=choice.context_tokens,
            repeats=choice.near_repeats,
            other_prosecutor=two_models(self.endpoints),
        )
        self.identity = judge_of(rules, self.plan, self.endpoints)
        self._stop = threading.Event()
        self._at_first = self.responses.spent()
        self.asker = Asker(
            self.endpoints,
            self.responses,
            accepts=is_form,
            abilities=AbilityFolder(choice.responses / FOLDER),
            recorded_only=choice.replay or choice.estimate,
            say=say,
        )

    def __enter__(self) -> "ModelJudge":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self.asker.close()

    def judged(self, items: Iterable[Opened], total: int, *, fresh: int = 0) -> Iterator[Judged]:
        """All `items` judged, in their order, many at once; `fresh` judgements of the same share no answer. Raises
        Stopped on Ctrl-C."""
        progress = Progress(total, "logbooks", self._spent_now)
        threads = min(MOST_THREADS, max(endpoint.in_flight for endpoint in self.endpoints.values()))
        with ThreadPoolExecutor(threads) as pool:
            try:
                yield from self._in_order(pool, items, progress, threads, replace(self.plan, fresh=fresh))
            except KeyboardInterrupt:
                self._stop.set()
                raise Stopped from None
            except BaseException:
                self._stop.set()
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
                progress.clear()

    def _in_order(
        self, pool: ThreadPoolExecutor, items: Iterable[Opened], progress: Progress, threads: int, plan: Plan
    ) -> Iterator[Judged]:
        waiting: deque[tuple[str, Future[Judgement]]] = deque()
        done = 0
        for path, bench in items:
            waiting.append((path, pool.submit(self._judge, bench, plan)))
            while waiting and (len(waiting) > 2 * threads or waiting[0][1].done()):
                yield self._first(waiting, progress, done)
                done += 1
        while waiting:
            yield self._first(waiting, progress, done)
            done += 1

    def _first(self, waiting: deque[tuple[str, Future[Judgement]]], progress: Progress, done: int) -> Judged:
        """The first of those waiting, once it is judged."""
        path, future = waiting.popleft()
        while True:
            progress.show(done)
            try:
                judgement = future.result(LOOKS_EVERY_S)
            except futures.TimeoutError:
                continue
            progress.clear()
            return Judged(path, judgement)

    def _judge(self, bench: Bench, plan: Plan) -> Judgement:
        return ask_through(bench, plan, self.asker, stop=self._stop).step.judgement

    def _spent_now(self) -> str:
        return "" if self.choice.replay else f"USD {plain(self.responses.spent() - self._at_first)} so far"

    def estimate(self, benches: Iterable[Bench], *, times: int = 1) -> dict[str, Json]:
        """What judging these takes beyond what is recorded, so many times afresh: calls, tokens, dollars at most and
        likely."""
        logbooks, first = 0, list[Question]()
        for bench in benches:
            logbooks += 1
            for fresh in range(times):
                first += open_questions(bench, replace(self.plan, fresh=fresh), self.asker)
        read = [one for one in first if one.role is Role.READER and not one.repeat % MOST_REPEATS]
        opposed = [replace(question, role=Role.PROSECUTOR) for question in read]
        again = [
            replace(question, repeat=question.repeat + repeat + 1)
            for question in read
            for repeat in range(self.plan.repeats)
        ]
        most = [*first, *opposed, *again]
        now, all_of_them, later = (self.asker.estimate(part) for part in (first, most, opposed))
        return {
            "logbooks": logbooks,
            "calls": now.calls,
            "calls_at_most": all_of_them.calls,
            "tokens": now.tokens,
            "tokens_at_most": all_of_them.tokens,
            "usd_likely": plain(now.usd_likely + later.usd_likely * PROSECUTED),
            "usd_at_most": plain(all_of_them.usd_at_most),
            "usd_spent": plain(self.responses.spent()),
            "budget_usd": None if self.responses.budget.in_all is None else plain(self.responses.budget.in_all),
        }

    @property
    def priced(self) -> bool:
        """Whether anything is known of what tokens cost."""
        return any(endpoint.price != Price() for endpoint in self.endpoints.values())

    def close_with(self, judgements: Iterable[Judgement]) -> bool:
        """Say on stderr what was asked and spent, and what was not answered; whether the budget held."""
        claims = [claim for judgement in judgements for claim in judgement.claims]
        looks = [look for claim in claims for look in claim.looks]
        say(f"Models answered {_counted(looks)}, {tokens_of(looks):,} tokens, USD {cost_of(looks)} as recorded.")
        for silence in Silence:
            silent = sum(any(look.silence is silence for look in claim.looks) for claim in claims)
            if silent:
                say(f"{silent} claim{'s' * (silent > 1)} without an answer: {silence.value}. {silence.remedy}")
        over = any(look.silence is Silence.OVER_BUDGET for look in looks)
        if over:
            say(
                "hint: give a higher --budget-usd and run the same command again; what was answered is not asked again."
            )
        return not over


def _counted(looks: list[Look]) -> str:
    heard = sum(look.reading is not None for look in looks)
    return f"{heard} of {len(looks)} questions"


COSTS: Final = ("usd_likely", "usd_at_most")
UNKNOWN: Final = "not known"


def show_estimate(found: dict[str, Json], form: Format, *, priced: bool = True) -> None:
    """Print what asking would take; where no price is set, nobody knows what it costs."""
    told = {name: None if name in COSTS and not priced else value for name, value in found.items()}
    if form is Format.JSON:
        emit_json({"schema": "openrepro.estimate/1", **told})
        return
    rows = [(name.replace("_", " "), UNKNOWN if name in COSTS and not priced else _told(told[name])) for name in told]
    emit_table(Table.of(("what it takes", Column("", right=True)), rows), form)
    say("Nothing was asked. At most: every open claim is read, read again near a threshold, and opposed.")
    if not priced:
        say(
            "hint: no price is set for these models; name them with prices in [[judging.model.endpoints]] of the rules."
        )


def _told(value: Json) -> str:
    """A value of an estimate for people: `none` for a bound that is not there."""
    return "none" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def plain(amount: Decimal) -> str:
    """An amount of dollars without an exponent, to a hundredth of a cent."""
    return format(amount.quantize(Decimal("0.0001")).normalize(), "f") if amount else "0"


def endpoints_for(choice: ModelChoice, rules: Rules) -> Mapping[Role, Endpoint]:
    named = rules.judging.model
    asked = replace(named, reader=choice.model or named.reader, prosecutor=choice.prosecutor or named.prosecutor)
    if choice.model and not choice.prosecutor and not named.endpoints:
        asked = replace(asked, prosecutor="")
    environment = dict(os.environ)
    if choice.model and not named.endpoints:
        environment[MODEL] = choice.model
    found = endpoints_of(asked, environment)
    if choice.in_flight is None:
        return found
    return {role: replace(endpoint, in_flight=choice.in_flight) for role, endpoint in found.items()}


def budget_for(choice: ModelChoice, rules: Rules, endpoints: Iterable[Endpoint]) -> Sum:
    """The budget that a command keeps to. Raises OpenReproError where one was typed that nothing could be held to."""
    if choice.budget_usd is None:
        return budget_of(rules.judging.model)
    unpriced = [endpoint.name for endpoint in endpoints if endpoint.price == Price()]
    if unpriced and not choice.replay and not choice.estimate:
        raise OpenReproError(
            f"--budget-usd cannot hold: no price is set for {unpriced[0]!r}, so all that it is asked would count as 0.",
            hint="Name its prices in [[judging.model.endpoints]] of the rules; leave --budget-usd out if it is free.",
        )
    return Sum(choice.budget_usd)


def salt_of(folder: Path) -> str:
    """The secret of this folder that fences are made with; drawn once, so that its answers keep their questions."""
    place, own = folder / SALT, folder / f".{SALT}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            own.write_text(secrets.token_hex(SALT_BYTES), encoding="ascii")
            own.replace(place) if not place.exists() else own.unlink()
        return place.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise OpenReproError(
            f"The folder {folder} for answers of models cannot be used ({fault.strerror}).",
            hint="Name another one with --responses.",
        ) from fault
