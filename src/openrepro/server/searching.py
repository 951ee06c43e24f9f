"""The index of words and facets that a process holds in memory, so that no search grows with the event."""

from dataclasses import dataclass

from openrepro.server.installation import Installation


@dataclass
class Catalogue:
    """What this process searches in. Safe to share between threads."""

    here: Installation
