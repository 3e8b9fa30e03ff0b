from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias, TypeVar

from typing_extensions import Buffer, Self, disjoint_base

from ._judge import Judge
from ._typing import HandLike, MeldsLike, TileLike
from .results import Decomposition, Meld
from .scoring import Scoring

FEATURES: dict[str, int]

class _Array(Protocol):
    # NumPy's stubs call an array a Buffer only from Python 3.12 on.
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Rows: TypeAlias = Buffer | _Array
_Made = TypeVar("_Made", bound=Reading)

@disjoint_base
class Space: ...

@disjoint_base
class Table:
    def __init__(self, rows: Iterable[tuple[int, int, int, int, int, int]], cap: int | None) -> None: ...

@disjoint_base
class Win:
    def __init__(
        self,
        tile: TileLike | None,
        self_drawn: bool = False,
        after_kong: bool = False,
        robbing_kong: bool = False,
        last_tile: bool = False,
        first_turn: bool = False,
        dealer: bool | None = None,
    ) -> None: ...
    @property
    def tile(self) -> int | None: ...
    @property
    def self_drawn(self) -> bool: ...
    @property
    def after_kong(self) -> bool: ...
    @property
    def robbing_kong(self) -> bool: ...
    @property
    def last_tile(self) -> bool: ...
    @property
    def first_turn(self) -> bool: ...
    @property
    def dealer(self) -> bool | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@disjoint_base
class Reading:
    def __new__(cls) -> Self: ...
    @property
    def scoring(self) -> Scoring: ...
    @property
    def win(self) -> Win: ...
    @property
    def melds(self) -> tuple[Meld, ...]: ...
    @property
    def total(self) -> int: ...
    @property
    def kongs(self) -> int: ...
    @property
    def roots(self) -> int: ...
    @property
    def feature_bits(self) -> int: ...
    @property
    def times(self) -> bytes: ...
    @property
    def decomposition(self) -> Decomposition: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def hand_and_melds(hand: HandLike, melds: MeldsLike | None) -> tuple[HandLike, tuple[Meld, ...]]: ...
def score(
    judge: Judge,
    hand: HandLike,
    won: Win | TileLike | None,
    melds: MeldsLike | None,
    wild: int,
    void: int | None,
    scoring: Scoring,
    made: type[_Made],
) -> _Made | None: ...
def dearest_after(
    judge: Judge,
    hand: HandLike,
    melds: MeldsLike | None,
    wild: int,
    void: int | None,
    seen: HandLike | None,
    scoring: Scoring,
    discards: Iterable[tuple[int | None, int]],
) -> list[int]: ...
def score_many(
    judge: Judge,
    counts: _Rows,
    tiles: _Rows,
    out: tuple[_Rows | None, _Rows | None] | None,
    threads: int,
    melds: MeldsLike | None,
    wild: int,
    void: int | None,
    flags: tuple[bool, bool, bool, bool, bool, bool | None],
    scoring: Scoring,
) -> tuple[Any, Any]: ...
