"""The thirty-four tile kinds: their order and their names."""

import operator

from .errors import HandError, NotationError, shown

KINDS = 34
COPIES = 4
SUITS = range(27)
HONORS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)

SUIT_LETTERS = "mpsz"
MPSZ = tuple(f"{rank}{suit}" for suit in SUIT_LETTERS for rank in range(1, 8 if suit == "z" else 10))
"""Each kind as ``mpsz`` writes it: ``1m`` ... ``7z``."""


def tile_index(tile: int | str) -> int:
    """The index (0 to 33) of a tile that is given as index or text (any notation).

    :raises NotationError: for text that is not exactly one tile.
    :raises HandError: for an index outside 0-33 and for anything that is neither.

    >>> tile_index("7z"), tile_index("东"), tile_index(3)
    (33, 27, 3)
    """
    if isinstance(tile, str):
        if len(tile) == 2 and tile in MPSZ:
            return MPSZ.index(tile)
        from .notation import parse_counts

        counts, melds = parse_counts(tile)
        if melds or sum(counts) != 1:
            raise NotationError(tile, 0, "one tile")
        return counts.index(1)
    try:
        index = operator.index(tile)
    except TypeError:
        raise HandError(f"a tile is an index from 0 to 33 or a tile's text, not {type(tile).__name__}") from None
    if not 0 <= index < KINDS:
        raise HandError(f"a tile's index is from 0 to 33, not {shown(index)}")
    return index
