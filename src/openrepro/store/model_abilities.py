"""The store of what model endpoints were found to be able to do."""

from collections.abc import Iterator

from sqlalchemy import Connection, delete, select

from openrepro.models.abilities import ability_json, ability_of, place_of
from openrepro.models.endpoint import Ability, Endpoint
from openrepro.store.statements import text_of, upsert, value_of
from openrepro.store.tables import model_abilities


class SqlModelAbilities:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, endpoint: Endpoint) -> Ability | None:
        """What is known of an endpoint; None where it was never probed."""
        query = select(model_abilities.c.body).where(model_abilities.c.endpoint == place_of(endpoint))
        body = self._connection.scalar(query)
        return None if body is None else ability_of(value_of(body))

    def all(self) -> Iterator[tuple[str, str]]:
        """The name of each model that was probed, and how it fills in a form."""
        query = select(model_abilities.c.name, model_abilities.c.body).order_by(model_abilities.c.name)
        for row in self._connection.execute(query):
            able = ability_of(value_of(row.body))
            yield row.name, "not known" if able is None else able.structure.value

    def forget(self, name: str) -> bool:
        """Forget what models of that name can do; gives whether anything was known."""
        gone = self._connection.execute(delete(model_abilities).where(model_abilities.c.name == name))
        return gone.rowcount > 0

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        """Remember what an endpoint can do."""
        body = text_of(ability_json(endpoint, ability))
        row = {"endpoint": place_of(endpoint), "name": endpoint.name, "body": body, "at": ability.at}
        upsert(self._connection, model_abilities, [row])
