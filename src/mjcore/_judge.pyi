from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias, TypeVar, overload

from typing_extensions import Buffer, disjoint_base

from ._typing import HandLike, MeldsLike, TileLike
from .results import Decomposition, Discard, TileSet, Ukeire, Verdict
from .rules import Form, Rules
from .scoring import BestWait, PricedDiscard, Score, Scoring, Win

UNREACHABLE: int

class _Array(Protocol):
    # NumPy's stubs call an array a Buffer only from Python 3.12 on.
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Rows: TypeAlias = Buffer | _Array
_Out = TypeVar("_Out", bound=_Rows)
_Shantens = TypeVar("_Shantens", bound=_Rows)
_Tiles = TypeVar("_Tiles", bound=_Rows)
_Counts = TypeVar("_Counts", bound=_Rows)

@disjoint_base
class Judge:
    def __new__(cls, rules: Rules) -> Judge: ...
    @property
    def rules(self) -> Rules: ...
    def prepare(self) -> int: ...

    # One hand.
    def is_win(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> bool: ...
    def judge(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Verdict: ...
    def decompositions(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> list[Decomposition]: ...
    def iter_decompositions(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Iterator[Decomposition]: ...
    def shanten(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> int: ...
    def shanten_by_form(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> dict[Form, int]: ...
    def waits(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> TileSet: ...
    def ukeire(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Ukeire: ...
    @overload
    def discards(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
        scoring: None = None,
    ) -> list[Discard]: ...
    @overload
    def discards(
        self,
        hand: HandLike,
        melds: MeldsLike | None = None,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
        *,
        scoring: Scoring,
    ) -> list[PricedDiscard]: ...

    # What it is worth.
    def score(
        self,
        hand: HandLike,
        win: Win | TileLike | None,
        melds: MeldsLike | None = (),
        wild: int = 0,
        void: int | None = None,
        scoring: Scoring | None = None,
    ) -> Score: ...
    def best_wait(
        self,
        hand: HandLike,
        melds: MeldsLike | None = (),
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
        scoring: Scoring | None = None,
    ) -> BestWait: ...
    def score_many(
        self,
        counts: Any,
        tiles: Any,
        out: tuple[Any, Any] | None = None,
        threads: int = 1,
        **won: Any,
    ) -> tuple[Any, Any]: ...

    # Many hands. Without `out` a NumPy array is returned, or a memoryview where there is no NumPy.
    @overload
    def is_win_many(
        self,
        counts: _Rows,
        out: None = None,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Any: ...
    @overload
    def is_win_many(
        self,
        counts: _Rows,
        out: _Out,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> _Out: ...
    @overload
    def shanten_many(
        self,
        counts: _Rows,
        out: None = None,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Any: ...
    @overload
    def shanten_many(
        self,
        counts: _Rows,
        out: _Out,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> _Out: ...
    @overload
    def waits_many(
        self,
        counts: _Rows,
        out: None = None,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> Any: ...
    @overload
    def waits_many(
        self,
        counts: _Rows,
        out: _Out,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> _Out: ...
    @overload
    def ukeire_many(
        self,
        counts: _Rows,
        out: None = None,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> tuple[Any, Any, Any]: ...
    @overload
    def ukeire_many(
        self,
        counts: _Rows,
        out: tuple[_Shantens, _Tiles, _Counts],
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> tuple[_Shantens, _Tiles, _Counts]: ...
    @overload
    def discards_many(
        self,
        counts: _Rows,
        out: None = None,
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> tuple[Any, Any, Any]: ...
    @overload
    def discards_many(
        self,
        counts: _Rows,
        out: tuple[_Shantens, _Tiles, _Counts],
        threads: int = 1,
        *,
        wild: int = 0,
        void: int | None = None,
        seen: HandLike | None = None,
    ) -> tuple[_Shantens, _Tiles, _Counts]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
