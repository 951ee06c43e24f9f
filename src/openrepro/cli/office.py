"""The options that all acts of operators share, and the transaction they act in."""

import getpass
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from openrepro import clock
from openrepro.cli.output import say
from openrepro.clock import written
from openrepro.entries.window import Terms
from openrepro.people.operators import Action
from openrepro.server.installation import Installation, news_of, open_installation
from openrepro.server.operating import Office, local_operator, note_by_user, reason_of
from openrepro.store.store import Transaction

Command = TypeVar("Command", bound=Callable[..., Any])
UNNAMED = "operator"


@dataclass(frozen=True, slots=True)
class Deed:
    """Where an act takes place, who does it and why."""

    folder: Path
    name: str
    why: str

    @contextmanager
    def office(self) -> Generator[Office]:
        """The transaction to act in; kept when nothing was raised."""
        with self.opened() as here, self.acting(here) as office:
            yield office

    def opened(self) -> Installation:
        """The open challenge. Raises OpenReproError before that when there is no reason."""
        reason_of(self.why)
        here = open_installation(self.folder)
        tell_founded(here)
        return here

    @contextmanager
    def acting(self, here: Installation) -> Generator[Office]:
        """The transaction to act in, in a challenge that is open."""
        now = clock.now()
        terms = Terms(here.rules_now(now), written(now))
        with here.store.write() as tx:
            actor = local_operator(tx, self.name, terms.now)
            yield Office(tx, terms, actor.id, self.why)


@contextmanager
def looking_in(folder: Path) -> Generator[tuple[Installation, Transaction, datetime]]:
    """A challenge, a transaction that only reads, and the instant."""
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        yield here, tx, clock.now()


@contextmanager
def looking(folder: Path) -> Generator[tuple[Transaction, datetime]]:
    """A transaction that only reads, and the instant."""
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        yield tx, clock.now()


def tell_founded(here: Installation) -> None:
    """Say so when opening the challenge founded it."""
    if here.founded:
        for sentence in news_of(here):
            say(sentence)


def signed(action: Action, target: str, why: str) -> Callable[[Transaction], None]:
    """What records, in a transaction, that the user of this machine did something with a command."""

    def sign(tx: Transaction) -> None:
        note_by_user(tx, action, target, user=local_user(), why=why, now=written(clock.now()))

    return sign


def folder_option(command: Command) -> Command:
    """The option `--dir`, handed to the command as `folder`."""
    option = click.option(
        "--dir", "folder", type=click.Path(path_type=Path), default=".", help="The folder of the challenge."
    )
    return option(command)


def deed_options(command: Command) -> Command:
    """The options `--why`, `--as` and `--dir`, handed to the command as the keyword `deed`."""

    def made(*arguments: Any, folder: Path, why: str, actor: str | None, **options: Any) -> Any:
        return command(*arguments, deed=Deed(folder, actor or local_user(), why), **options)

    made.__name__, made.__doc__ = command.__name__, command.__doc__
    made.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in (
        click.option("--as", "actor", metavar="NAME", help="The local account that acts; your user's when not given."),
        click.option("--why", required=True, help="The reason; kept with the act."),
    ):
        option(made)
    return folder_option(made)  # type: ignore[return-value]


def local_user() -> str:
    """The name of the user of this machine, as far as it has one."""
    try:
        return getpass.getuser() or UNNAMED
    except (KeyError, OSError):
        return UNNAMED
