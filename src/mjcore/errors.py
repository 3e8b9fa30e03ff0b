"""What is raised when a hand, a tile or an option cannot be understood."""


def shown(value: object) -> str:
    """A value as an error message can show it: short, and whatever it is."""
    try:
        text = repr(value)
    except Exception:  # a repr may raise anything; ints of many digits do
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:40]}...{text[-10:]}"


class HandError(ValueError):
    """A hand, a tile or an option that no question can be asked of."""


class NotationError(HandError):
    """Text that is not a hand in the notation asked for.

    :ivar text: the text as it was given (a list of codes: that list).
    :ivar position: index into ``text`` of the first character (or code) that does not fit.
    :ivar expected: what would have fitted there.
    """

    def __init__(self, text: object, position: int, expected: str) -> None:
        super().__init__(text, position, expected)
        self.text = text
        self.position = position
        self.expected = expected

    def __str__(self) -> str:
        try:
            shown = ascii(self.text)
        except ValueError:  # a number too long for Python to write
            shown = type(self.text).__name__
        if len(shown) > 80:
            shown = shown[:60] + "..." + shown[-15:]
        return f"{shown}: at {self.position}: expected {self.expected}"


class TileCountError(HandError):
    """Counts that no hand can have: five alike, a negative count, a tile outside the rules' set,
    or a number of tiles that the question cannot be asked of."""
