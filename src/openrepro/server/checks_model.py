"""The check of `openrepro doctor` on models: whether they answer, what they can do, and what of the budget is left."""

from decimal import Decimal

from openrepro import clock
from openrepro.challenge.file import read_rule_file
from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.models.choosing import budget_of, endpoints_of
from openrepro.models.endpoint import Endpoint
from openrepro.models.faults import Trouble
from openrepro.models.probe import TODO
from openrepro.server.asking import connected
from openrepro.server.doctor import Finding, Patient, Standing
from openrepro.server.installation import is_unmade, rules_at
from openrepro.settings import DATABASE
from openrepro.store.faults import StoreError
from openrepro.store.model_calls import Spent
from openrepro.store.responses import StoreAbilities
from openrepro.store.store import Store

GIVES = "reading logbooks whose runs print no RESULT lines"


def model(patient: Patient) -> Finding:
    """The models that the rules name: those that hold, else those of the rule file."""
    kept = _Kept.of(patient)
    try:
        return _model(patient, kept)
    finally:
        kept.close()


class _Kept:
    """What the database says, where there is one."""

    def __init__(self, rules: Rules | None, store: Store | None) -> None:
        self.rules = rules
        self.store = store

    @classmethod
    def of(cls, patient: Patient) -> "_Kept":
        settings = patient.settings
        stated = read_rule_file(settings.rule_file) if settings.rule_file.is_file() else None
        if DATABASE in patient.faults or is_unmade(settings):
            return cls(stated, None)
        store = Store.open(settings.database_url)
        try:
            store.check()
            with store.read() as tx:
                history = tx.rules.history()
        except StoreError:
            store.close()
            return cls(stated, None)  # what is wrong with the database is told there
        return cls(rules_at(history, clock.now()) if history.versions else stated, store)

    @property
    def spent(self) -> Spent:
        if self.store is None:
            return Spent()
        with self.store.read() as tx:
            return tx.model_calls.spent(clock.written(clock.now())[:10])

    def told_of(self, endpoint: Endpoint) -> str:
        found = StoreAbilities(self.store).get(endpoint) if self.store is not None else None
        return f"answers and fills forms by {found.structure.value}" if found is not None else "answers, not probed yet"

    def close(self) -> None:
        if self.store is not None:
            self.store.close()


def _model(patient: Patient, kept: _Kept) -> Finding:
    rules = kept.rules
    if rules is None:
        return Finding("model", Standing.ABSENT, "No rule file here says who reads.", GIVES)
    reader = rules.judging.reader
    if reader is not ReaderKind.MODEL:
        who = "people read what code leaves open" if reader is ReaderKind.PERSON else "code alone reads"
        return Finding("model", Standing.ABSENT, f"The rules ask for no model: {who}.", GIVES)
    endpoints = dict.fromkeys(endpoints_of(rules.judging.model, patient.environment).values())
    troubles = {endpoint: trouble for endpoint in endpoints if (trouble := _trouble(endpoint)) is not None}
    if troubles:
        text = " ".join(f"{endpoint.name}: {trouble.text}" for endpoint, trouble in troubles.items())
        todo = TODO[next(iter(troubles.values())).fault]
        return Finding("model", Standing.LOOK, f"{text} Entries wait for it.", GIVES, todo)
    told = "; ".join(f"{endpoint.name} {kept.told_of(endpoint)}" for endpoint in endpoints)
    return _within_budget(f"{told}.", rules, kept.spent)


def _within_budget(told: str, rules: Rules, spent: Spent) -> Finding:
    budget = budget_of(rules.judging.model)
    money = f"Spent: USD {_plain(spent.in_all)} of {_plain(budget.in_all)}, today {_plain(spent.on_day)} of "
    text = f"{told} {money}{_plain(budget.per_day)}."
    if spent.lets(budget):
        return Finding("model", Standing.OK, text, GIVES)
    todo = "Raise budget_usd or budget_usd_per_day by a version of the rules, or wait for the next UTC day."
    return Finding("model", Standing.LOOK, f"The budget is spent and nobody is asked. {text}", GIVES, todo)


def _trouble(endpoint: Endpoint) -> Trouble | None:
    """What is wrong with an endpoint that cannot be asked, told by its list of models; many have no such list."""
    client = connected(endpoint)
    try:
        found = client.models()
    finally:
        client.close()
    lost = isinstance(found, Trouble) and (found.passing or "refused our key" in found.text)
    return found if isinstance(found, Trouble) and lost else None


def _plain(amount: Decimal | None) -> str:
    return "any sum" if amount is None else format(amount.quantize(Decimal("0.0001")).normalize(), "f")
