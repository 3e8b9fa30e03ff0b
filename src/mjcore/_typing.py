"""What the public functions take, as types to annotate with; imported by type checkers alone."""

from collections.abc import Iterable, Iterator
from typing import Protocol, SupportsIndex, TypeAlias

from ._hand import Hand
from .results import Meld


class Counts(Protocol):
    """34 counts in a row: ``bytes``, ``list``, ``tuple``, ``array``, ``memoryview``, a NumPy array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> SupportsIndex: ...
    def __iter__(self) -> Iterator[SupportsIndex]: ...


HandLike: TypeAlias = str | Hand | Counts
"""A hand: text in any notation, a `Hand`, or 34 counts."""
TileLike: TypeAlias = int | str
"""A tile: its index (0 to 33), or its text."""
MeldsLike: TypeAlias = Iterable[Meld | str]
"""Melds, each a `Meld` or its text."""
