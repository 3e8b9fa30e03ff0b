"""Questions to ask a judge: random hands and nearly won ones, always such as the rules can meet."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from hypothesis import strategies as st

from mjcore.results import Meld
from mjcore.rules import Form, Rules

KINDS = 34
SIZES = ("win", "draw", "discard", "any")
"""What is asked: a hand that may be won (kongs in hand included), one of 3k+1 tiles, one of 3k+2, either of these."""


_SETS = {Form.SEVEN_PAIRS: 4, Form.THIRTEEN_ORPHANS: 4, Form.HONORS_AND_KNITTED: 4, Form.SEVEN_PAIRS_AND_PUNG: 5}
"""Sets of a hand that has as many tiles as a form of fixed size."""


class Question(NamedTuple):
    """The arguments of a judge's methods."""

    counts: list[int]
    melds: tuple[Meld, ...] | None
    wild: int
    void: int | None
    seen: list[int] | None


def questions(rules: Rules, rng: random.Random, n: int, *, size: str = "any") -> Iterator[Question]:
    """``n`` questions of a size out of ``SIZES``."""
    if size not in SIZES:
        raise ValueError(f"a size is one of {SIZES}, not {size!r}")
    for _ in range(n):
        yield _Deal(rules, rng, size).question


@st.composite
def question(draw: st.DrawFn, rules: Rules, size: str = "any") -> Question:
    """The same for Hypothesis, which finds a small hand that fails."""
    return next(questions(rules, draw(st.randoms(use_true_random=False)), 1, size=size))


class _Deal:
    """One deal: what of the tile set is left, and the parts of a question taken from it."""

    def __init__(self, rules: Rules, rng: random.Random, size: str) -> None:
        self.rules, self.rng = rules, rng
        self.kinds = rules.kinds
        self.left = [4 if kind in self.kinds else 0 for kind in range(KINDS)]
        self.void = rng.randrange(3) if rng.random() < (0.5 if rules.max_suits < 3 else 0.2) else None
        sets, melds = self._sets_and_melds()
        kongs = 0
        if size == "win" and rules.hand_kongs and (melds is not None or rules.sets in (sets, None)) and sets <= 6:
            kongs = rng.choice((0, 0, *range(sets + 1)))
        tiles = 3 * sets + 2 + kongs
        short = size == "draw" or (size == "any" and rng.random() < 0.5)
        told = None if melds is None else tuple(self._meld() for _ in range(melds))
        counts = self._counts(sets, kongs)
        wild = self._wild(sets, tiles - short)
        for _ in range(wild + short):
            self._put_back(counts, rng.choice([kind for kind in range(KINDS) if counts[kind]]))
        for tile in rules.wild:
            for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
                if self.left[tile] and sum(counts):
                    self._put_back(counts, rng.choice([kind for kind in range(KINDS) if counts[kind]]))
                    self._take(counts, tile)
        self.question = Question(counts, told, wild, self.void, self._seen())

    def _sets_and_melds(self) -> tuple[int, int | None]:
        """Sets of the hand, and melds (None: not told), for which there are enough tiles."""
        rules, rng = self.rules, self.rng
        possible = (4 * len(self.kinds) - 2) // 4
        if rules.sets is None:
            sets = rng.randrange(6) if rng.random() < 0.97 else rng.randrange(6, possible + 1)
            melds = rng.choice((None, None, 0, rng.randrange(4)))
            return (4 if rng.random() < 0.3 else sets), melds if sets < 6 else None
        if rules.sets > possible:
            return rng.randrange(possible + 1), None
        if rng.random() < 0.6:
            return (rules.sets if rng.random() < 0.8 else rng.randrange(rules.sets)), None
        melds = 0 if rng.random() < 0.4 else rng.randrange(min(rules.sets, 6) + 1)
        return rules.sets - melds, melds

    def _wild(self, sets: int, tiles: int) -> int:
        if self.rng.random() < 0.6:
            return 0
        most = (1, 1, 2) if sets > 6 else (1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 14)
        return min(self.rng.choice(most), tiles)

    def _take(self, counts: list[int], tile: int) -> None:
        self.left[tile] -= 1
        counts[tile] += 1

    def _put_back(self, counts: list[int], tile: int) -> None:
        self.left[tile] += 1
        counts[tile] -= 1

    def _draw(self, counts: list[int], kinds: tuple[int, ...], tiles: int) -> None:
        """Random tiles of these kinds; of all kinds when there are too few."""
        if sum(self.left[kind] for kind in kinds) < tiles:
            kinds = self.kinds
        for tile in self.rng.sample([kind for kind in kinds for _ in range(self.left[kind])], tiles):
            self._take(counts, tile)

    def _sets(self, kinds: tuple[int, ...], chows: bool, pungs: bool, kongs: bool) -> list[tuple[int, ...]]:
        """The sets that can still be built of these kinds."""
        found: list[tuple[int, ...]] = []
        if chows:
            found += [(tile, tile + 1, tile + 2) for tile in range(25) if tile % 9 < 7]
            if self.rules.honor_runs:
                found += [*combinations(range(27, 31), 3), (31, 32, 33)]
        found += [(tile,) * 3 for tile in kinds] if pungs else []
        found += [(tile,) * 4 for tile in kinds] if kongs else []
        return [
            tiles for tiles in found if all(tile in kinds and self.left[tile] >= tiles.count(tile) for tile in tiles)
        ]

    def _meld(self) -> Meld:
        """A meld, taken from what is left."""
        pick = self.rng.random()
        kinds = self._suits() if self.rng.random() < 0.7 else self.kinds
        possible = (
            self._sets(kinds, chows=self.rules.melded_chows and pick < 0.5, pungs=0.5 <= pick < 0.8, kongs=pick >= 0.8)
            or self._sets(kinds, chows=False, pungs=True, kongs=False)
            or self._sets(self.kinds, chows=self.rules.melded_chows, pungs=True, kongs=True)
        )
        tiles = self.rng.choice(possible)
        for tile in tiles:
            self.left[tile] -= 1
        return Meld(tiles, concealed=len(tiles) == 4 and self.rng.random() < 0.5)

    def _suits(self) -> tuple[int, ...]:
        """The kinds of as many suits as the rules allow, none of them void, and the honours."""
        suits = [suit for suit in range(3) if suit != self.void]
        chosen = self.rng.sample(suits, min(self.rules.max_suits, len(suits)))
        return tuple(kind for kind in self.kinds if kind // 9 in (*chosen, 3))

    def _counts(self, sets: int, kongs: int) -> list[int]:
        """A hand's tiles: random ones, or a target's with some of them exchanged."""
        counts = [0] * KINDS
        kinds = self._suits() if self.rng.random() < 0.7 else self.kinds
        if self.rng.random() < 0.25:
            suit = self.rng.randrange(3)
            kinds = tuple(kind for kind in self.kinds if kind // 9 == suit)
        tiles = 3 * sets + 2 + kongs
        if self.rng.random() < 0.3:
            self._draw(counts, kinds, tiles)
            return counts
        for tile in self._target(kinds, sets, kongs):
            self._take(counts, tile)
        self._draw(counts, kinds, tiles - sum(counts))
        for _ in range(self.rng.randrange(4)):
            self._put_back(counts, self.rng.choice([kind for kind in range(KINDS) if counts[kind]]))
            self._draw(counts, self.kinds, 1)
        return counts

    def _target(self, kinds: tuple[int, ...], sets: int, kongs: int) -> list[int]:
        """The tiles of a target as far as there are tiles for it, and no more."""
        rng = self.rng
        forms = [form for form in self.rules.forms if form not in _SETS or (_SETS[form] == sets and kongs == 0)]
        form = rng.choice(forms or [Form.STANDARD])
        if form is Form.THIRTEEN_ORPHANS:
            orphans = [kind for kind in self.kinds if kind >= 27 or kind % 9 in (0, 8)]
            tiles = [*orphans, rng.choice(orphans)]
            return [tile for tile in set(tiles) for _ in range(min(tiles.count(tile), self.left[tile]))]
        if form in (Form.SEVEN_PAIRS, Form.SEVEN_PAIRS_AND_PUNG):
            two = [kind for kind in kinds for _ in range(2 if self.rules.quads_as_pairs else 1) if self.left[kind] > 1]
            pairs = rng.sample(two, min(7, len(two)))
            pungs = [kind for kind in kinds if self.left[kind] > 2 and kind not in pairs]
            pung = [rng.choice(pungs)] * 3 if pungs and form is Form.SEVEN_PAIRS_AND_PUNG else []
            return [tile for tile in set(pairs) for _ in range(min(2 * pairs.count(tile), self.left[tile]))] + pung
        order = rng.sample(range(3), 3)
        knitted = [9 * suit + first + step for first, suit in enumerate(order) for step in (0, 3, 6)]
        if form is Form.HONORS_AND_KNITTED:
            sixteen = [tile for tile in (*knitted, *range(27, 34)) if self.left[tile]]
            return rng.sample(sixteen, min(14, len(sixteen)))
        tiles = []
        if form is Form.KNITTED_STRAIGHT and sets - kongs >= 3 and all(self.left[tile] for tile in knitted):
            tiles, sets = knitted, sets - 3
        for tile in tiles:
            self.left[tile] -= 1
        for number in range(sets):
            chows = number >= kongs and rng.random() < 0.6
            possible = self._sets(kinds, chows=chows, pungs=number >= kongs and not chows, kongs=number < kongs)
            chosen = rng.choice(possible or [()])
            for tile in chosen:
                self.left[tile] -= 1
            tiles += chosen
        pairs = [kind for kind in kinds if self.left[kind] > 1]
        for tile in tiles:
            self.left[tile] += 1
        return tiles + [rng.choice(pairs)] * 2 if pairs else tiles

    def _seen(self) -> list[int] | None:
        """None, a few, many, or all but a few of the tiles that are left."""
        if self.rng.random() < 0.6:
            return None
        seen = [0] * KINDS
        wall = sum(self.left)
        self._draw(seen, self.kinds, min(wall, self.rng.choice((0, 3, 10, 25, 50, max(0, wall - 10), wall))))
        for tile in self.rng.sample(range(KINDS), self.rng.randrange(3)):
            while self.left[tile]:
                self._take(seen, tile)
        return seen
