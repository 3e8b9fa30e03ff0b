# Why: a clever step in the kernel needs a proof; where the proof is to count all cases, it stands here.
"""Proofs by counting of what the kernel takes for granted about one suit, and the exact distribution of shanten."""

import functools
import itertools
import math
import random

import numpy as np
import pytest
import slow
from mjcore._tables import suit_needs, table_needs

from mjcore import RIICHI, Form, Hand, Judge, Rules

FOUR = bytes([4] * 9)
SETS = 4
NO_TARGET = 255


def suits(most: int) -> np.ndarray:
    """All hands of one suit of up to so many tiles, nine counts a row."""
    hands = np.zeros((1, 0), np.uint8)
    for _ in range(9):
        more = np.repeat(hands, 5, axis=0)
        hands = np.column_stack([more, np.tile(np.arange(5, dtype=np.uint8), len(hands))])
        hands = hands[hands.sum(1) <= most]
    return hands


def missing(rows: np.ndarray, caps: bytes = FOUR, sets: int = SETS) -> np.ndarray:
    """The kernel's missing tiles of each suit: without the pair and with it, of 0 to ``sets`` sets."""
    needs = b"".join(suit_needs(row.tobytes(), caps) for row in np.ascontiguousarray(rows))
    return NO_TARGET - np.frombuffer(needs, np.uint8).reshape(-1, 2, 8)[:, :, : sets + 1]


# ---------------------------------------------------------------- one suit


@pytest.mark.parametrize("sets", [4, 5])
def test_needs_are_those_of_the_targets(sets: int) -> None:
    """The kernel's step through a suit, written out for speed, finds what comparing with every target finds."""
    rng = random.Random(1)
    (group, *_) = slow.groups_of(Rules(), (0, 1, 2), Form.STANDARD)
    for _ in range(150):
        held = tuple(rng.choice((0, 0, 0, 1, 1, 2, 3, 4)) for _ in range(9))
        caps = tuple(rng.choice((have, max(have, 3), 4, 4)) for have in held)
        found = missing(np.array([held], np.uint8), bytes(caps), sets)[0]
        expected = np.full((2, sets + 1), NO_TARGET)
        for (made, pairs), best in slow.by_enumeration(group, held, caps, 0, slow.Goal(sets, 1)).items():
            expected[pairs, made] = min(lacking for _, lacking in best)
        assert np.array_equal(found, expected), (held, caps)


def gone(kind: int) -> bytes:
    return bytes(3 if place == kind else 4 for place in range(9))


def held_where_a_fourth_copy_matters(rows: np.ndarray, sets: int) -> set[int]:
    """Copies of a kind in suits that miss more when its fourth copy is gone; the tables know which suits these are."""
    found = set()
    whole = missing(rows, sets=sets)
    for kind in range(9):
        there = rows[rows[:, kind] < 4]
        without = missing(there, gone(kind), sets)
        assert np.array_equal(without, looked_up(there, sets, kind)), kind
        found |= set(there[np.any(without != whole[rows[:, kind] < 4], axis=(1, 2)), kind].tolist())
    assert np.array_equal(whole, looked_up(rows, sets))
    return found


def looked_up(rows: np.ndarray, sets: int, kind: int = -1) -> np.ndarray:
    needs = table_needs(np.ascontiguousarray(rows), sets, kind)
    return NO_TARGET - np.frombuffer(needs, np.uint8).reshape(-1, 2, 8)[:, :, : sets + 1]


def test_a_fourth_copy_in_small_suits() -> None:
    """It matters only where two or three are held: `all_discards` looks up the other discards as if all were there."""
    assert held_where_a_fourth_copy_matters(suits(7), SETS) == {2, 3}


@pytest.mark.long
@pytest.mark.parametrize(("sets", "most"), [(4, 13), (5, 16)])
def test_a_fourth_copy(sets: int, most: int) -> None:
    """The same of every suit that a hand can hold after a discard."""
    assert held_where_a_fourth_copy_matters(suits(most), sets) == {2, 3}


# One of three alike goes. A draw of the same kind would bring the hand nearer only if a fourth copy were still there.
LAST_COPIES = ["33324m44555566p7z", "12223m477888899p"]


@pytest.mark.parametrize("text", LAST_COPIES)
def test_a_fourth_copy_is_gone(text: str) -> None:
    judge = Judge(RIICHI)
    counts = Hand(text).counts
    for each in judge.discards(text):
        seen = [kind == each.tile for kind in range(34)]
        rest = [have - gone for have, gone in zip(counts, seen, strict=True)]
        assert each[1:] == judge.ukeire(rest, seen=seen), each.tile


# ---------------------------------------------------------------- classes, and the exact distribution


def join(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The fewest missing tiles of two groups together; the arrays broadcast."""
    sets = one.shape[-1]
    both = np.full((*np.broadcast_shapes(one.shape[:-2], other.shape[:-2]), 2, sets), NO_TARGET, np.int16)
    for pairs, more_pairs in ((0, 0), (0, 1), (1, 0)):
        for made in range(sets):
            place = both[..., pairs + more_pairs, made:]
            np.minimum(place, one[..., pairs, made, None] + other[..., more_pairs, : sets - made], out=place)
    return both


def each_with_each(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return join(one[:, None], other[None])


def numbered(needs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different needs, and which of them each is. As keys they have five bits a number."""
    flat = needs.reshape(-1, 2 * needs.shape[-1])
    keys = np.zeros(len(flat), np.int64)
    for lane in range(flat.shape[1]):
        keys = 32 * keys + np.minimum(flat[:, lane], 31)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return needs.reshape(-1, *needs.shape[-2:])[first], which.reshape(needs.shape[:-2])


@functools.cache
def all_suits() -> tuple[np.ndarray, np.ndarray]:
    """All suits that a hand can hold, and what they miss."""
    rows = suits(3 * SETS + 2)
    return rows, missing(rows)


def honor_needs(rows: np.ndarray) -> np.ndarray:
    """As ``missing``, of honours: each kind is nothing, a pair or a pung. Takes nothing from the kernel."""
    of_kind = np.full((5, 2, SETS + 1), NO_TARGET, np.int16)
    of_kind[:, 0, 0] = 0
    of_kind[:, 1, 0] = [2, 1, 0, 0, 0]
    of_kind[:, 0, 1] = [3, 2, 1, 0, 0]
    total = of_kind[rows[:, 0]]
    for place in range(1, rows.shape[1]):
        total = join(total, of_kind[rows[:, place]])
    return total


@functools.cache
def all_honors() -> tuple[np.ndarray, np.ndarray]:
    rows = np.array([row for row in itertools.product(range(5), repeat=7) if sum(row) <= 3 * SETS + 2], np.uint8)
    return rows, honor_needs(rows)


def test_classes() -> None:
    """How many different needs there are: of a suit, of the honours, of groups together, with one that is left out."""
    rows, needs = all_suits()
    assert len(rows) == 405_350
    suit, _ = numbered(needs.astype(np.int16))
    honor, _ = numbered(all_honors()[1])
    two, _ = numbered(each_with_each(suit, suit))
    three, _ = numbered(each_with_each(two, suit))
    assert [len(each) for each in (suit, honor, two, three)] == [126, 55, 180, 180]

    left_out = np.full((1, 2, SETS + 1), NO_TARGET, np.int16)
    left_out[0, 0, 0] = 0
    single, _ = numbered(np.concatenate([suit, honor, left_out]))
    joined = single
    for _ in range(3):
        joined, _ = numbered(each_with_each(joined, single))
    assert (len(single), len(joined)) == (131, 181)


# A group's part of a hand, as far as shanten can tell: a class of needs, tiles, kinds there are, kinds held twice,
# orphans there are, whether one of them is held twice.
Parts = np.ndarray
LIMITS = (1024, 15, 8, 8, 14, 2)


def summed(parts: Parts, weights: np.ndarray) -> tuple[Parts, np.ndarray]:
    """Like parts together, in order of tiles."""
    keys = np.zeros(len(parts), np.int64)
    for column in (1, 0, 2, 3, 4, 5):
        keys = keys * LIMITS[column] + parts[:, column]
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return parts[order[starts]], np.add.reduceat(weights[order], starts)


def parts_of(rows: np.ndarray, classes: np.ndarray, orphans: list[int]) -> tuple[Parts, np.ndarray]:
    ways = np.array([math.comb(4, have) for have in range(5)], np.int64)
    ends = rows[:, orphans]
    columns = (rows.sum(1), np.minimum((rows > 0).sum(1), 7), (rows > 1).sum(1), (ends > 0).sum(1), (ends > 1).any(1))
    return summed(np.column_stack([classes, *columns]).astype(np.int64), ways[rows].prod(1))


def together(one: tuple[Parts, np.ndarray], other: tuple[Parts, np.ndarray], classes: np.ndarray):
    """Two groups of parts; ``classes`` is the class of two classes together."""
    made = []
    for tiles in range(15):
        found = []
        for first in range(tiles + 1):
            a, b = (np.flatnonzero(each[0][:, 1] == n) for each, n in ((one, first), (other, tiles - first)))
            a, b = np.repeat(a, len(b)), np.tile(b, len(a))
            parts = one[0][a] + other[0][b]
            parts[:, 0] = classes[one[0][a, 0], other[0][b, 0]]
            parts[:, 2:4] = np.minimum(parts[:, 2:4], 7)
            parts[:, 5] = np.minimum(parts[:, 5], 1)
            found.append(summed(parts, one[1][a] * other[1][b]))
        made.append(summed(*(np.concatenate(each) for each in zip(*found, strict=True))))
    return tuple(np.concatenate(each) for each in zip(*made, strict=True))


def shanten_of(standard: np.ndarray, kinds: np.ndarray, pairs: np.ndarray, orphans: np.ndarray, twice: np.ndarray):
    """RIICHI shanten of 14 tiles: the standard form by needs, seven pairs and thirteen orphans by counting."""
    seven = 6 - pairs + np.maximum(7 - kinds, 0)
    return np.minimum(np.minimum(standard - 1, seven), 13 - orphans - twice)


def deals(number: int, seed: int) -> np.ndarray:
    """Random deals of 14 out of 136 tiles, in chunks."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((number, 34), np.uint8)
    for start in range(0, number, 10_000):
        n = min(10_000, number - start)
        tiles = rng.random((n, 136)).argpartition(14, axis=1)[:, :14] // 4
        np.add.at(rows, (np.arange(start, start + n)[:, None], tiles), 1)
    return rows


ORPHANS = list(slow.ORPHANS)


def test_shanten_is_the_sum_of_the_groups() -> None:
    """Random deals: the kernel's shanten is what the needs of the four groups add up to."""
    rows = deals(3_000, 1)
    total = honor_needs(rows[:, 27:])
    for suit in range(3):
        total = join(total, missing(rows[:, 9 * suit : 9 * suit + 9]))
    ends = rows[:, ORPHANS]
    expected = shanten_of(total[:, 1, SETS], (rows > 0).sum(1), (rows > 1).sum(1), (ends > 0).sum(1), (ends > 1).any(1))
    assert np.array_equal(Judge(RIICHI).shanten_many(rows), expected)


@pytest.mark.long
def test_distribution() -> None:
    """Shanten of all deals of 14 from 136, exactly, and a million deals that the kernel judges fall as it says."""
    (rows, needs), (honors, more_needs) = all_suits(), all_honors()
    suit_classes, suit_which = numbered(needs.astype(np.int16))
    honor_classes, honor_which = numbered(more_needs)
    two_classes, two_which = numbered(each_with_each(suit_classes, suit_classes))
    rest_classes, rest_which = numbered(each_with_each(suit_classes, honor_classes))
    standard = each_with_each(two_classes, rest_classes)[:, :, 1, SETS]

    suit = parts_of(rows, suit_which, [0, 8])
    two = together(suit, suit, two_which)
    rest = together(suit, parts_of(honors, honor_which, list(range(7))), rest_which)

    counted = np.zeros(15, np.int64)
    won_by_sets = 0
    for tiles in range(15):
        there = two[0][:, 1] == tiles
        others, more = (each[rest[0][:, 1] == 14 - tiles] for each in rest)
        for parts, weight in zip(two[0][there], two[1][there].tolist(), strict=True):
            distance = standard[parts[0], others[:, 0]]
            _, _, kinds, pairs, orphans, twice = (parts + others).T
            shanten = shanten_of(distance, kinds, pairs, orphans, np.minimum(twice, 1))
            for number in range(shanten.min(), shanten.max() + 1):
                counted[number + 1] += weight * more[shanten == number].sum()
            won_by_sets += weight * int(more[distance == 0].sum())
    total = math.comb(136, 14)
    shares = {number - 1: int(count) for number, count in enumerate(counted) if count}
    assert sum(shares.values()) == total
    assert won_by_sets == 11_353_128_141_498
    assert shares[-1] == 12_859_078_207_674
    assert round(sum(shanten * count for shanten, count in shares.items()) / total, 6) == 3.155938

    number = 1_000_000
    found = np.bincount(Judge(RIICHI).shanten_many(deals(number, 2)) + 1, minlength=15)
    for shanten, count in shares.items():
        share = count / total
        spread = math.sqrt(number * share * (1 - share))
        assert abs(found[shanten + 1] - number * share) < 5 * spread + 1, shanten
