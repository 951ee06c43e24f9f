"""The one error class that reaches a user: what happened, where, and what to do next."""


class OpenReproError(Exception):
    """A fault that the user can act on.

    `text` is one sentence saying what happened and where; `hint` says what to do next.
    """

    def __init__(self, text: str, *, hint: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
