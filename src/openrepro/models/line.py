"""Who is next: a line in which teams take turns, so that one with a thousand questions holds up nobody. Pure."""

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """Items that wait, each of a team; some not before an instant. Not safe to share between threads."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._turns: deque[str] = deque()
        self._later: list[tuple[float, int, str, Item]] = []
        self._number = count()

    def __len__(self) -> int:
        return len(self._later) + sum(map(len, self._waiting.values()))

    def add(self, team: str, item: Item) -> None:
        """Let an item wait for the next turn of its team."""
        if team not in self._waiting:
            self._waiting[team] = deque()
            self._turns.append(team)
        self._waiting[team].append(item)

    def add_later(self, team: str, item: Item, due: float) -> None:
        """Let an item wait, and not take part in any turn before `due`."""
        heapq.heappush(self._later, (due, next(self._number), team, item))

    def take(self, now: float) -> Item | None:
        """The first item of the team whose turn it is; None when nothing may go yet."""
        while self._later and self._later[0][0] <= now:
            _, _, team, item = heapq.heappop(self._later)
            self.add(team, item)
        if not self._turns:
            return None
        team = self._turns.popleft()
        item = self._waiting[team].popleft()
        if self._waiting[team]:
            self._turns.append(team)
        else:
            del self._waiting[team]
        return item

    def next_due(self) -> float | None:
        """When the first of those that may not go yet may go."""
        return self._later[0][0] if self._later else None

    def remove(self, gone: Callable[[Item], bool]) -> list[Item]:
        """Take out every item of which `gone` is true."""
        out = [item for items in self._waiting.values() for item in items if gone(item)]
        out += [item for _, _, _, item in self._later if gone(item)]
        kept = {team: deque(item for item in items if not gone(item)) for team, items in self._waiting.items()}
        self._waiting = {team: items for team, items in kept.items() if items}
        self._turns = deque(team for team in self._turns if team in self._waiting)
        self._later = [row for row in self._later if not gone(row[3])]
        heapq.heapify(self._later)
        return out
