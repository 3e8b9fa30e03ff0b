"""The one generator of hands that every benchmark draws from: the same hands in every run on every machine.

Half of the hands are built from sets and a pair, half are dealt at random, in a random order, so that neither kind is
guessed by the processor. A hand is its 34 counts as `bytes`.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

KINDS = 34
ALL = tuple(range(KINDS))
NO_HONORS = tuple(range(27))
COPIES = 4


@lru_cache
def hands(n: int, tiles: int = 14, *, won: float = 0.5, kinds: tuple[int, ...] = ALL) -> tuple[bytes, ...]:
    """``n`` hands of so many tiles, of which a share is ``won``; of 3k+1 tiles: one tile short of a win.

    >>> [sum(hand) for hand in hands(3, 13)]
    [13, 13, 13]
    """
    rng = random.Random(f"{tiles} {won} {len(kinds)}")
    built = [index < n * won for index in range(n)]
    rng.shuffle(built)
    return tuple(bytes(_win(rng, tiles, kinds) if is_built else _deal(rng, tiles, kinds)) for is_built in built)


def dead(hand: bytes, share: float, rng: random.Random) -> bytes:
    """Tiles seen elsewhere: a share of all those that are not in the hand."""
    wall = [kind for kind in ALL for _ in range(COPIES - hand[kind])]
    return bytes(_counts(rng.sample(wall, round(share * len(wall)))))


def without(hand: bytes, tiles: int, rng: random.Random) -> bytes:
    """The hand less so many of its tiles: what is left when jokers stand for them."""
    held = [kind for kind in ALL for _ in range(hand[kind])]
    rng.shuffle(held)
    return bytes(_counts(held[tiles:]))


def batch(hands: Sequence[bytes], n: int) -> bytes:
    """``n`` rows for the calls on many hands: the hands over and over."""
    return (b"".join(hands) * (n // len(hands) + 1))[: KINDS * n]


def discarded(hand: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each tile that can go and the counts without it."""
    counts = list(hand)
    for kind in ALL:
        if counts[kind]:
            counts[kind] -= 1
            yield kind, counts
            counts[kind] += 1


def _counts(tiles: Iterable[int]) -> list[int]:
    counts = [0] * KINDS
    for kind in tiles:
        counts[kind] += 1
    return counts


def _deal(rng: random.Random, tiles: int, kinds: Sequence[int]) -> list[int]:
    return _counts(rng.sample([kind for kind in kinds for _ in range(COPIES)], tiles))


def _win(rng: random.Random, tiles: int, kinds: Sequence[int]) -> list[int]:
    chows = [(kind, kind + 1, kind + 2) for kind in kinds if kind < 27 and kind % 9 < 7]
    pungs = [(kind,) * 3 for kind in kinds]
    while True:
        counts = _counts([rng.choice(kinds)] * 2)
        for _ in range(tiles // 3):
            for kind in rng.choice(chows if rng.random() < 0.7 else pungs):
                counts[kind] += 1
        if max(counts) <= COPIES:
            break
    if tiles % 3 == 1:
        counts[rng.choice([kind for kind in kinds if counts[kind]])] -= 1
    return counts
