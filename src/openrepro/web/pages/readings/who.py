"""Who reads, as the store knows persons."""

from openrepro.store.looks import Person
from openrepro.web.api.access import Member


def person_of(who: Member) -> Person:
    return Person(who.account.id, who.account.team)
