"""What deliveries ask of the place where they are kept."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from openrepro.notify.webhook import Delivery, Errand


class DeliveryStore(Protocol):
    """The deliveries, inside one transaction."""

    def spread(self, now: str, most: int) -> int:
        """Make a delivery of each noted event for each webhook that hears of it; gives the number of events."""
        ...

    def lease(self, now: str, until: str, webhooks: int, each: int) -> Sequence[Errand]:
        """Up to `each` due deliveries of up to `webhooks` webhooks, which nobody else gets before `until`."""
        ...

    def settle(self, webhook: str, deliveries: Sequence[Delivery], failing_since: str, not_before: str) -> None:
        """Keep what came of deliveries, and give the webhook free for what is due next, not before an instant."""
        ...

    def switch_off(self, webhook: str, sentence: str, now: str) -> None:
        """Send nothing more to a webhook, for the reason `sentence`; what waits for it has failed."""
        ...

    def forget(self, before: str, most: int) -> int:
        """Drop the log of deliveries that ended before an instant, and events nobody waits for."""
        ...


class DeliveryBooks(Protocol):
    @property
    def webhooks(self) -> DeliveryStore: ...


class DeliveryStorage(Protocol):
    def write(self) -> AbstractContextManager[DeliveryBooks]: ...
