"""Random names: pseudonyms that may stand in records for ever, because they say nothing about anybody."""

import secrets


def new_account_id() -> str:
    return f"a_{secrets.token_hex(8)}"


def new_team_id() -> str:
    return f"t_{secrets.token_hex(8)}"


def new_token_id() -> str:
    """The name of a token, by which it is listed and revoked; it opens nothing."""
    return f"k_{secrets.token_hex(8)}"


def new_entry_id() -> str:
    return f"e_{secrets.token_hex(8)}"
