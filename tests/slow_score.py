# Why: the kernel puts suits together by the few bits that the rules see; this scorer looks at whole hands. The two are
# compared.
"""A second scorer, plain enough to be believed: write out every reading of a hand, look at each, keep the dearest.

It shares nothing with `mjcore.scoring`: the rules are written again, as what a player would check at the table. A
reading is its parts, each a tuple of tiles: the sets and the pair, or seven pairs. Jokers are tried as every tile.
"""

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

SUITS = 27
Part = tuple[int, ...]
Parts = tuple[Part, ...]

HOUSE = ("天胡", "地胡", "幺九", "将对", "龙七对", "门清", "中张", "夹心五", "一条龙", "自摸")
CHENGDU = ("天胡", "地胡", "幺九", "将对", "龙七对", "门清", "中张", "自摸")


class How(NamedTuple):
    """How a hand was won."""

    self_drawn: bool = False
    after_kong: bool = False
    robbing_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    dealer: bool = False


PLAINLY = How()


class Meld(NamedTuple):
    tiles: Part
    concealed: bool = False


# ---------------------------------------------------------------- readings


@functools.lru_cache(maxsize=1 << 18)
def sets_of(counts: tuple[int, ...], kongs: int) -> tuple[Parts, ...]:
    """All ways to split tiles of one suit wholly into sets, so many of them kongs."""
    first = next((tile for tile, count in enumerate(counts) if count), None)
    if first is None:
        return () if kongs else ((),)
    found = []
    for part in ((first,) * 3, (first,) * 4, (first, first + 1, first + 2)):
        rest = list(counts)
        for tile in part:
            if tile < 9:
                rest[tile] -= 1
        if part[-1] < 9 and min(rest) >= 0 and kongs >= (len(part) == 4):
            found += [(part, *others) for others in sets_of(tuple(rest), kongs - (len(part) == 4))]
    return tuple(found)


def standard(counts: Sequence[int], kongs: int) -> Iterator[Parts]:
    """All readings as sets, so many of them kongs, and a pair, which comes last."""
    for pair in range(SUITS):
        if counts[pair] < 2:
            continue
        rest = list(counts)
        rest[pair] -= 2
        suits = [tuple(rest[start : start + 9]) for start in (0, 9, 18)]
        for shares in itertools.product(range(kongs + 1), repeat=3):
            if sum(shares) == kongs:
                for choice in itertools.product(*map(sets_of, suits, shares)):
                    moved = [
                        tuple(9 * suit + tile for tile in part) for suit, parts in enumerate(choice) for part in parts
                    ]
                    yield (*moved, (pair, pair))


def seven_pairs(counts: Sequence[int]) -> Parts | None:
    """The reading as seven pairs, four alike being two."""
    if sum(counts) != 14 or any(count not in (0, 2, 4) for count in counts):
        return None
    return tuple((tile, tile) for tile, count in enumerate(counts) for _ in range(count // 2))


# ---------------------------------------------------------------- what a reading is worth


class Look:
    """What a player sees who looks a reading over."""

    def __init__(self, parts: Parts, melds: Sequence[Meld]) -> None:
        self.parts = parts
        self.melds = melds
        self.seven_pairs = len(parts) == 7 and all(len(part) == 2 for part in parts)
        self.sets = [] if self.seven_pairs else [*parts[:-1], *(meld.tiles for meld in melds)]
        self.all = [*parts, *(meld.tiles for meld in melds)]
        self.tiles = [tile for part in self.all for tile in part]
        self.ranks = {tile % 9 + 1 for tile in self.tiles}
        self.kongs = sum(len(part) == 4 for part in self.sets)
        self.chows = {part for part in self.sets if part[0] != part[1]}
        self.all_pungs = not self.seven_pairs and not self.chows
        self.golden = not self.seven_pairs and all(len(part) == 4 for part in parts[:-1])
        self.roots = sum(self.is_root(tile) for tile in set(self.tiles))

    def is_root(self, tile: int) -> bool:
        if self.seven_pairs:
            return self.tiles.count(tile) == 4
        loose = [part for part in self.sets if tile in part and len(part) != 4]
        return len(loose) >= 2 and sum(part.count(tile) for part in (*loose, self.parts[-1])) >= 4


def names_of(
    parts: Parts, melds: Sequence[Meld], tile: int | None, how: How, house: Sequence[str] = ()
) -> list[str] | None:
    """The combinations of a reading, each as often as it counts; None when the winning tile would be in a kong."""
    if not any(tile in part for part in parts if len(part) != 4):
        return None
    look = Look(parts, melds)
    names = ["杠"] * look.kongs
    if not look.all_pungs and not look.golden:
        names += ["根"] * look.roots
    if look.all_pungs:
        names.append("对对胡")
    if look.golden:
        names.append("金钩钓")
    if max(look.tiles) // 9 == min(look.tiles) // 9:
        names.append("清一色")
    if look.seven_pairs:
        names.append("七对")
    if how.after_kong:
        names.append("杠上花" if how.self_drawn else "杠上炮")
    if how.robbing_kong and look.chows and not look.golden:
        names.append("抢杠")
    if how.last_tile:
        names.append("海底")
    for name in house_rules(look, tile, how):
        if name in house:
            names.append(name)
            for counted in IN_IT.get(name, ()):
                if counted in names:
                    names.remove(counted)
    return names


IN_IT = {
    "天胡": ("门清",),
    "地胡": ("门清",),
    "将对": ("对对胡", "中张"),
    "龙七对": ("七对", "根"),
}
"""What a house rule counts already."""


def house_rules(look: Look, tile: int | None, how: How) -> Iterator[str]:
    """The house rules that a reading meets; what counts others comes after them."""
    if not look.seven_pairs:
        if all(meld.concealed for meld in look.melds):
            yield "门清"
        if all({part[0] % 9, part[-1] % 9} & {0, 8} for part in look.all):
            yield "幺九"
        if tile is not None and tile % 9 == 4 and (tile - 1, tile, tile + 1) in look.parts:
            yield "夹心五"
        for suit in (0, 9, 18):
            if {
                (suit, suit + 1, suit + 2),
                (suit + 3, suit + 4, suit + 5),
                (suit + 6, suit + 7, suit + 8),
            } <= look.chows:
                yield "一条龙"
    if not look.ranks & {1, 9}:
        yield "中张"
    if look.all_pungs and look.ranks <= {2, 5, 8}:
        yield "将对"
    if look.seven_pairs and look.roots:
        yield "龙七对"
    if how.first_turn:
        yield "天胡" if how.dealer else "地胡"
    if how.self_drawn:
        yield "自摸"


FANS = {"清一色": 2, "七对": 2, "天胡": 5, "地胡": 5, "幺九": 2, "将对": 3, "龙七对": 3}


def fans_of(names: Sequence[str]) -> int:
    """The sum; what is not listed has one fan."""
    return sum(FANS.get(name, 1) for name in names)


# ---------------------------------------------------------------- the dearest reading


def fillings(counts: Sequence[int], jokers: int) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """The hand with its jokers as tiles, in all ways, and which tiles these are."""
    for tiles in itertools.combinations_with_replacement(range(SUITS), jokers):
        filled = list(counts[:SUITS])
        for tile in tiles:
            filled[tile] += 1
        yield filled, tiles


def few_suits(counts: Sequence[int], melds: Sequence[Meld], void: int | None) -> bool:
    """At most two suits, and none of the void one."""
    suits = {tile // 9 for tile, count in enumerate(counts) if count} | {meld.tiles[0] // 9 for meld in melds}
    return len(suits) < 3 and void not in suits


def best(
    counts: Sequence[int],
    tile: int | None,
    melds: Sequence[Meld] = (),
    jokers: int = 0,
    void: int | None = None,
    how: How = PLAINLY,
    house: Sequence[str] = (),
) -> tuple[int, list[tuple[int, Parts, list[str]]]]:
    """The most fans, and every reading with its own; (-1, []) for what is no win. Tile None: one of the jokers wins."""
    kongs = sum(counts) + jokers - 2 - 3 * (4 - len(melds))
    found = []
    for filled, stands in fillings(counts, jokers):
        if not few_suits(filled, melds, void):
            continue
        readings = list(standard(filled, kongs)) if 0 <= kongs <= 4 - len(melds) else []
        pairs = seven_pairs(filled) if not melds else None
        for parts in [pairs, *readings] if pairs else readings:
            for wins in set(stands) if tile is None else (tile,):
                names = names_of(parts, melds, wins, how, house)
                if names is not None:
                    found.append((fans_of(names), parts, names))
    return max((fans for fans, _, _ in found), default=-1), found


# ---------------------------------------------------------------- every winning hand


def made_suits() -> dict[tuple[int, int], set[tuple[int, ...]]]:
    """The counts of one suit that are so many sets and so many pairs, by these two numbers."""
    units = [tuple(3 if tile == first else 0 for tile in range(9)) for first in range(9)]
    units += [tuple(int(first <= tile < first + 3) for tile in range(9)) for first in range(7)]
    twos = [tuple(2 if tile == first else 0 for tile in range(9)) for first in range(9)]

    def with_one(made: set[tuple[int, ...]], parts: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
        sums = {tuple(map(sum, zip(one, part, strict=True))) for one in made for part in parts}
        return {counts for counts in sums if max(counts) <= 4}

    found = {(0, 0): {(0,) * 9}}
    for sets in range(1, 5):
        found[sets, 0] = with_one(found[sets - 1, 0], units)
    for sets in range(5):
        found[sets, 1] = with_one(found[sets, 0], twos)
    return found


def winning_pairs_of_suits() -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every winning hand of 14 tiles, as the counts of its two suits: which suits they are does not matter."""
    made = made_suits()
    paired: dict[int, list[tuple[int, ...]]] = {}
    for counts in itertools.product((0, 2, 4), repeat=9):
        if sum(counts) <= 14:
            paired.setdefault(sum(counts), []).append(counts)
    found = set()
    for sets in range(5):
        for pair in range(2):
            found.update(itertools.product(made[sets, pair], made[4 - sets, 1 - pair]))
    for tiles in range(0, 15, 2):
        found.update(itertools.product(paired[tiles], paired[14 - tiles]))
    return {(one, other) for one, other in found if one >= other}
