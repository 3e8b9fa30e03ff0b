"""The functions of the package ``xiangting`` 6.x, on mjcore's judge.

>>> hand = [1] * 9 + [0] * 18 + [2, 2] + [0] * 5
>>> calculate_necessary_tiles(hand, PlayerCount.FOUR) == (1, 1 << 27 | 1 << 28)
True

``docs/compat/xiangting.md`` tells what differs.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, ClassVar

from .. import RIICHI, RIICHI_3P, HandError, Judge

__all__ = [
    "PlayerCount",
    "calculate_necessary_tiles",
    "calculate_replacement_number",
    "calculate_unnecessary_tiles",
    "to_array",
]

_KINDS = 34
_DIRECT = frozenset((list, tuple, bytes, bytearray))
"""What the judge is asked with as it is; `_asked` looks at the rest, and at what the judge refuses."""
_ONE_MORE = bytes((*range(1, 256), 0))


class PlayerCount:
    """How many play: ``FOUR``, or ``THREE`` without 2m-8m. There are no other instances."""

    __slots__ = ("_number",)
    FOUR: ClassVar["PlayerCount"]
    THREE: ClassVar["PlayerCount"]
    _number: int

    def __new__(cls, *_: object, **__: object) -> "PlayerCount":
        raise TypeError("a PlayerCount is PlayerCount.FOUR or PlayerCount.THREE")

    def __init_subclass__(cls) -> None:
        raise TypeError("PlayerCount has no subclasses")

    def __int__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PlayerCount):
            return self is other
        return self._number == other if isinstance(other, int) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a PlayerCount is frozen")

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (PlayerCount, repr(self).split(".")[1])

    def __repr__(self) -> str:
        return "PlayerCount.THREE" if self._number else "PlayerCount.FOUR"


def _player_count(number: int) -> PlayerCount:
    made = object.__new__(PlayerCount)
    object.__setattr__(made, "_number", number)
    return made


_FOUR = PlayerCount.FOUR = _player_count(0)
_THREE = PlayerCount.THREE = _player_count(1)
_four = Judge(RIICHI.replace(name="xiangting, four players"))
_three = Judge(RIICHI_3P.replace(name="xiangting, three players"))
_shanten_of_four = _four.shanten
_shanten_of_three = _three.shanten


def to_array(tile_flags: int) -> list[bool]:
    """34 bools: which tiles a flag set holds.

    :raises OverflowError: for a negative number and for more than 64 bits.
    :raises TypeError: for what is no int.
    """
    flags = index(tile_flags)
    if not 0 <= flags < 1 << 64:
        raise OverflowError(f"tile_flags: an unsigned number of 64 bits, not {flags:#x}")
    return [flags >> kind & 1 == 1 for kind in range(_KINDS)]


def calculate_replacement_number(bingpai: Sequence[int], player_count: PlayerCount) -> int:
    """The replacement number of a hand: its shanten and one.

    :param bingpai: 34 counts, melds left out.
    :param player_count: `PlayerCount.FOUR` or `PlayerCount.THREE`.
    :raises ValueError: for another number of counts, more than four alike, 2m-8m of three players, more than 14 tiles,
        and a multiple of three.
    :raises OverflowError: for a count outside 0 to 255.
    :raises TypeError: for what is no sequence of ints, or no `PlayerCount`.
    """
    if type(bingpai) in _DIRECT:
        try:
            if player_count is _FOUR:
                return _shanten_of_four(bingpai) + 1
            if player_count is _THREE:
                return _shanten_of_three(bingpai) + 1
        except HandError:
            pass
    judge, hand = _asked(bingpai, player_count)
    return judge.shanten(hand) + 1


def calculate_necessary_tiles(bingpai: Sequence[int], player_count: PlayerCount) -> tuple[int, int]:
    """The replacement number, and as a flag set the tiles that lower it when they are drawn.

    The arguments and errors are those of `calculate_replacement_number`.
    """
    judge, hand = _asked(bingpai, player_count)
    if sum(hand) % 3 == 1:
        shanten, tiles, _ = judge.ukeire(hand)
        return shanten + 1, int(tiles)
    if judge.is_win(hand):
        return 0, 0
    # A hand of 3k+2 tiles has one to spare: it needs what any of its best discards leaves it to need.
    out = array("b", bytes(_KINDS)), array("Q", bytes(8 * _KINDS)), array("B", bytes(_KINDS))
    after, flags, _ = judge.discards_many(hand, out)
    least = min(after)
    necessary = 0
    for kind in range(_KINDS):
        if after[kind] == least:
            necessary |= flags[kind]
    return least + 1, necessary


def calculate_unnecessary_tiles(bingpai: Sequence[int], player_count: PlayerCount) -> tuple[int, int]:
    """The replacement number, and as a flag set the tiles of the hand whose discard does not raise it.

    The arguments and errors are those of `calculate_replacement_number`.
    """
    judge, hand = _asked(bingpai, player_count)
    held = [kind for kind in range(_KINDS) if hand[kind]]
    flags = 0
    if sum(hand) % 3 == 1:
        shanten, tiles, _ = judge.ukeire(hand)
        after = _after(judge, hand, held, tiles)
        for row, kind in enumerate(held):
            if shanten - 1 in after[row :: len(held)]:
                flags |= 1 << kind
    else:
        shanten = judge.shanten(hand)
        counts = bytearray(hand)
        for kind in held:
            counts[kind] -= 1
            if judge.shanten(bytes(counts)) == shanten:
                flags |= 1 << kind
            counts[kind] += 1
    return shanten + 1, flags


def _after(judge: Judge, hand: bytes, held: list[int], tiles: Iterable[int]) -> "array[int]":
    """The shanten of a hand of 3k+1 tiles after each tile drawn, and of each of these after each discard.

    A nearest winning hand that does without a tile held has another that is lacking. With that drawn the hand is one
    nearer, and stays so without the first. (To discard the tile drawn would undo it.)
    """
    rows = bytearray(hand * len(held))
    for row, kind in enumerate(held):
        rows[row * _KINDS + kind] -= 1
    batch = bytearray()
    for kind in tiles:
        before = rows[kind::_KINDS]
        rows[kind::_KINDS] = before.translate(_ONE_MORE)
        batch += rows
        rows[kind::_KINDS] = before
    after: array[int] = judge.shanten_many(batch, array("b", bytes(len(batch) // _KINDS)))
    return after


def _asked(bingpai: Any, player_count: Any) -> tuple[Judge, bytes]:
    """The judge for so many players, and the counts as bytes."""
    counts = bingpai
    if type(bingpai) not in _DIRECT:
        if not hasattr(type(bingpai), "__getitem__") or isinstance(bingpai, dict):
            raise TypeError(f"bingpai: a sequence of counts, not {type(bingpai).__name__}")
        if len(bingpai) == _KINDS:
            counts = [index(bingpai[kind]) for kind in range(_KINDS)]
    if len(counts) != _KINDS:
        raise ValueError(f"bingpai: {_KINDS} counts, not {len(counts)}")
    try:
        hand = bytes(counts)
    except ValueError:
        raise OverflowError("bingpai: counts from 0 to 255") from None
    if player_count is _FOUR:
        return _four, hand
    if player_count is _THREE:
        return _three, hand
    original = getattr(sys.modules.get("xiangting"), "PlayerCount", None)
    if original is None or not isinstance(player_count, original):
        raise TypeError(f"player_count: a PlayerCount, not {type(player_count).__name__}")
    return _three if int(player_count) else _four, hand
