"""A straightforward scorer in Python, as most programs on the web have one: what `mjcore.scoring` is measured against.

It knows the ten combinations of SBR, and hands without jokers: it splits a hand by recursion and looks at each reading.
"""

from collections.abc import Iterator, Sequence

CAP = 3
_Sets = list[tuple[int, ...]]


def score(counts: Sequence[int], tile: int, melds: Sequence[tuple[int, ...]] = (), **win: bool) -> tuple[int, int]:
    """Fans and points of a hand's dearest reading; ``(0, 0)`` when it does not win.

    >>> score([3, 3, 3, 3, 2] + [0] * 29, 4)
    (3, 8)
    """
    kongs = sum(counts) - 14 + 3 * len(melds)
    best = -1
    if not melds and kongs == 0 and all(count % 2 == 0 for count in counts) and len(_suits(counts, melds)) < 3:
        best = 2 + counts.count(4) + 2 * (len(_suits(counts, melds)) == 1) + _special(win)
    hand = list(counts)
    for pair in range(27):
        if hand[pair] >= 2:
            hand[pair] -= 2
            for sets in _split(hand, 4 - len(melds), kongs):
                best = max(best, _fans(sets, pair, tile, melds, counts, win))
            hand[pair] += 2
    return (best, 2 ** min(best, CAP)) if best >= 0 else (0, 0)


def _suits(counts: Sequence[int], melds: Sequence[tuple[int, ...]]) -> set[int]:
    return {kind // 9 for kind, count in enumerate(counts) if count} | {meld[0] // 9 for meld in melds}


def _split(counts: list[int], sets: int, kongs: int) -> Iterator[_Sets]:
    """Every way to split the counts into so many sets, of them so many kongs."""
    kind = next((kind for kind, count in enumerate(counts) if count), None)
    if kind is None:
        if sets == kongs == 0:
            yield []
        return
    parts: _Sets = []
    if sets and counts[kind] >= 3:
        parts.append((kind,) * 3)
    if sets and kongs and counts[kind] == 4:
        parts.append((kind,) * 4)
    if sets and kind < 27 and kind % 9 < 7 and counts[kind + 1] and counts[kind + 2]:
        parts.append((kind, kind + 1, kind + 2))
    for part in parts:
        for each in part:
            counts[each] -= 1
        for others in _split(counts, sets - 1, kongs - (len(part) == 4)):
            yield [part, *others]
        for each in part:
            counts[each] += 1


def _fans(
    own: _Sets,
    pair: int,
    tile: int,
    melds: Sequence[tuple[int, ...]],
    counts: Sequence[int],
    win: dict[str, bool],
) -> int:
    sets = [*own, *melds]
    tiles = [*(kind for part in sets for kind in part), pair, pair]
    suits = {kind // 9 for kind in tiles}
    if len(suits) > 2:
        return -1
    kongs = [part for part in sets if len(part) == 4]
    fans = len(kongs) + sum(tiles.count(kind) == 4 and (kind,) * 4 not in kongs for kind in set(tiles))
    if all(part[0] == part[1] for part in sets):
        fans += 1
    if all(len(part) == 4 for part in own) and tile == pair:
        fans += 1
    if len(suits) == 1:
        fans += 2
    return fans + _special(win)


def _special(win: dict[str, bool]) -> int:
    return win.get("after_kong", False) + win.get("robbing_kong", False) + win.get("last_tile", False)
