"""Spaces that discovery finds become entries of their owners, and hear what the Hub says of them later."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Naming, Space, Status
from openrepro.entries.intake import Owner
from openrepro.entries.spaces import SeenSpace, seen_space, space_missing, space_renamed
from openrepro.entries.window import Terms
from openrepro.pseudonyms import new_entry_id
from openrepro.store.store import Transaction

PROVIDER: Final = "huggingface"

OwnerOf = Callable[[Transaction, str, str], Owner]


def hub_owner(tx: Transaction, name: str, now: str) -> Owner:
    """The account that goes by `name` on the Hub, and its team; made when it is new, with a team of one."""
    account = tx.people.add(name, provider=PROVIDER, now=now)
    return Owner(account.id, account.team)


@dataclass(frozen=True, slots=True)
class HubEntries:
    """Entries of the challenge under `rules` that are Spaces of the Hub at `url`. Made anew for each run."""

    rules: Rules
    url: str
    owner_of: OwnerOf = hub_owner
    _owners: dict[str, Owner] = field(default_factory=dict)

    def shown(self, tx: Transaction, known: Known, named: Naming, now: str) -> str:
        """Enter a Space, or bring its entry up to date; gives the entry's id."""
        owner = self._owner(tx, known.space.owner, now)
        seen = SeenSpace(known.space, named, owner, self._address(known.space))
        return seen_space(tx, seen, Terms(self.rules, now), entry_id=new_entry_id()).id

    def renamed(self, tx: Transaction, entry: str, space: Space, now: str) -> None:
        """Note that the Space of an entry has another id by now."""
        space_renamed(tx, entry, space, Terms(self.rules, now), url=self._address(space))

    def hidden(self, tx: Transaction, known: Known, now: str) -> None:
        """Tell an entry that the Hub does not hand out its Space, as `known` says."""
        gone = known.status is Status.GONE
        space_missing(tx, known.entry, known.sentence, Terms(self.rules, now), gone=gone)

    def _owner(self, tx: Transaction, name: str, now: str) -> Owner:
        if name not in self._owners:
            self._owners[name] = self.owner_of(tx, name, now)
        return self._owners[name]

    def _address(self, space: Space) -> str:
        return f"{self.url.rstrip('/')}/spaces/{quote(space.id)}"
