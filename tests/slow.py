# Why: the kernel is fast because it is clever; this judge is plain enough to be believed, so the two are compared.
"""A second judge, written from the definition in ``docs/meaning.md``: build the targets, compare the hand with each.

Tiles of different suits never stand in one set, so a target falls into four groups: three suits and the honours.
Each group is looked at alone, for every number of sets and pairs it may make; the groups combine by plain sums.
Of each target two numbers count. *Missing*: its tiles that the hand does not hold. *Over*: its tiles beyond the copies
that the hand holds or can draw, which only jokers can be.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mjcore.results import Meld, SetKind
from mjcore.rules import Form, Rules

UNREACHABLE = 127
KINDS = 34
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
ENUMERATED = 5
"""Targets of up to so many sets are written out; those of more sets are too many, and found kind after kind."""


# The question


class Hand(NamedTuple):
    """A question without its rules."""

    held: tuple[int, ...]
    """Copies of each kind in the hand, jokers' kinds none."""
    usable: tuple[int, ...]
    """Copies of each kind in the hand or left to draw, jokers' kinds none."""
    jokers: int
    limit: int
    """Jokers in the hand or left to draw: so many tiles of a target may be over."""


def hand_of(
    counts: Sequence[int], rules: Rules, melds: tuple[Meld, ...] | None, wild: int, seen: Sequence[int] | None
) -> Hand:
    gone = list(seen) if seen else [0] * KINDS
    for meld in melds or ():
        for tile in meld.tiles:
            gone[tile] += 1
    held, usable = list(counts), [4 - out for out in gone]
    jokers = limit = wild
    for kind in rules.wild:
        jokers += held[kind]
        limit += usable[kind]
        held[kind] = usable[kind] = 0
    return Hand(tuple(held), tuple(usable), jokers, limit)


def suit_choices(rules: Rules, melds: tuple[Meld, ...] | None, void: int | None) -> list[tuple[int, ...]]:
    """The suits that a target may be of: as many as allowed, the melds' among them, the void one not."""
    open_suits = [suit for suit in range(3) if suit != void]
    used = {tile // 9 for meld in melds or () for tile in meld.tiles if tile < 27}
    choices = itertools.combinations(open_suits, min(rules.max_suits, len(open_suits)))
    return [choice for choice in choices if used <= set(choice)]


# What a group can hold


class Group(NamedTuple):
    """One suit, or the honours, under some rules. A place is a kind, counted from the group's first."""

    size: int
    kinds: tuple[int, ...]
    """The places that targets may use: all of them can be pungs and kongs."""
    runs: tuple[tuple[int, int, int], ...]
    """The chows."""
    pairs: tuple[int, ...]
    """The places where a pair may be."""
    alike: int
    """How many pairs may be of one kind."""


class Goal(NamedTuple):
    """So many sets and so many pairs are a target."""

    sets: int
    pairs: int


@functools.cache
def groups_of(rules: Rules, suits: tuple[int, ...], form: Form) -> tuple[Group, ...]:
    """The four groups, for targets of a form in these suits."""
    groups = []
    for number, (start, end) in enumerate(GROUPS):
        size = end - start
        open_kinds = set(rules.kinds) if number == 3 or number in suits else set()
        kinds = tuple(place for place in range(size) if start + place in open_kinds)
        runs: list[tuple[int, ...]] = []
        if form in (Form.STANDARD, Form.KNITTED_STRAIGHT):
            if number < 3:
                runs = [(place, place + 1, place + 2) for place in range(7)]
            elif rules.honor_runs:
                runs = [*itertools.combinations(range(4), 3), (4, 5, 6)]
        pairs = kinds
        if form is Form.STANDARD and rules.pair_ranks is not None:
            pairs = tuple(place for place in kinds if number < 3 and place + 1 in rules.pair_ranks)
        alike = 2 if rules.quads_as_pairs else 1
        groups.append(Group(size, kinds, tuple(run for run in runs if set(run) <= set(kinds)), pairs, alike))
    return tuple(groups)


def split(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Counts of all kinds as counts of each group."""
    return [tuple(counts[start:end]) for start, end in GROUPS]


@functools.lru_cache(maxsize=10_000)
def vector(size: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """Tiles as counts."""
    counts = [0] * size
    for place in places:
        counts[place] += 1
    return tuple(counts)


def missing(part: Sequence[int], held: Sequence[int]) -> int:
    """Tiles of the part that are not held."""
    return sum(max(0, wanted - have) for wanted, have in zip(part, held, strict=True))


def rest(held: Sequence[int], part: Sequence[int]) -> tuple[int, ...]:
    """What is still held when the part's tiles are taken, those that are there."""
    return tuple(max(0, have - wanted) for have, wanted in zip(held, part, strict=True))


def sets_of(group: Group) -> list[tuple[str, tuple[int, ...]]]:
    """Every set, by its name in ``SetKind`` and its places."""
    chows = [(SetKind.CHOW.name, run) for run in group.runs]
    pungs = [(SetKind.PUNG.name, (place,) * 3) for place in group.kinds]
    return chows + pungs + [(SetKind.KONG.name, (place,) * 4) for place in group.kinds]


# Winning: all naturals must be used, jokers are the rest


@functools.cache
def parts_of(group: Group) -> list[tuple[tuple[int, ...], tuple[int, int, int]]]:
    """Everything a group's tiles may stand in: counts, and what it is as (sets, pairs, kongs)."""
    parts = [(places, (1, 0, int(name == SetKind.KONG.name))) for name, places in sets_of(group)]
    parts += [((place, place), (0, 1, 0)) for place in group.pairs]
    return [(vector(group.size, places), made) for places, made in parts]


@functools.lru_cache(maxsize=300_000)
def ways(group: Group, held: tuple[int, ...], jokers: int) -> frozenset[tuple[int, int, int]]:
    """All (sets, pairs, kongs), one pair at most, that all the tiles held and at most so many jokers can make.

    The first tile held stands in some part; take that part away, a joker for each tile of it that is not there.
    """
    found = set()
    if not any(held):
        found.add((0, 0, 0))
        if group.kinds:
            for sets, kongs in itertools.product(range(jokers // 3 + 1), repeat=2):
                for pairs in (0, 1) if group.pairs else (0,):
                    if kongs <= sets and 3 * sets + kongs + 2 * pairs <= jokers:
                        found.add((sets, pairs, kongs))
        return frozenset(found)
    first = next(place for place, have in enumerate(held) if have)
    for part, (sets, pairs, kongs) in parts_of(group):
        if part[first] and (filled := missing(part, held)) <= jokers:
            for more_sets, more_pairs, more_kongs in ways(group, rest(held, part), jokers - filled):
                if pairs + more_pairs <= 1:
                    found.add((sets + more_sets, pairs + more_pairs, kongs + more_kongs))
    return frozenset(found)


def made_of_sets(groups: tuple[Group, ...], held: Sequence[int], jokers: int, sets: int, kongs: int) -> bool:
    """Can the tiles and jokers be so many sets, so many of them kongs, and a pair?

    The number of tiles must be right for that; then just as many jokers are used as there are.
    """
    found = {(0, 0, 0)}
    for group, part in zip(groups, split(held), strict=True):
        found = {
            (a + x, b + y, c + z)
            for a, b, c in found
            for x, y, z in ways(group, part, jokers)
            if a + x <= sets and b + y <= 1 and c + z <= kongs
        }
    return (sets, 1, kongs) in found


def readings(tiles: int, rules: Rules, melds: tuple[Meld, ...] | None) -> list[tuple[int, int]]:
    """Every (sets, kongs among them) that a hand of so many tiles may be."""
    if rules.sets is None:
        candidates = [(sets, kongs) for sets in range(tiles) for kongs in range(sets + 1)]
    elif melds is None:
        whole = [(rules.sets, kongs) for kongs in range(rules.sets + 1)]
        candidates = whole + [(sets, 0) for sets in range(rules.sets)]
    else:
        sets = rules.sets - len(melds)
        candidates = [(sets, kongs) for kongs in range(sets + 1)]
    return [
        (sets, kongs)
        for sets, kongs in candidates
        if 3 * sets + 2 + kongs == tiles and (kongs == 0 or rules.hand_kongs)
    ]


def is_win(counts, rules: Rules, melds=None, wild=0, void=None, seen=None) -> bool:
    """Is some target of just as many tiles made of all the naturals, and jokers?"""
    tiles = sum(counts) + wild
    hand = hand_of(counts, rules, melds, wild, seen)
    for suits in suit_choices(rules, melds, void):
        for form in rules.forms:
            groups = groups_of(rules, suits, form)
            if form is Form.STANDARD:
                for sets, kongs in readings(tiles, rules, melds):
                    if made_of_sets(groups, hand.held, hand.jokers, sets, kongs):
                        return True
            elif form is Form.KNITTED_STRAIGHT:
                for straight, (sets, kongs) in itertools.product(straights(suits), readings(tiles, rules, melds)):
                    jokers = hand.jokers - missing(straight, hand.held)
                    left = rest(hand.held, straight)
                    if sets >= 3 and jokers >= 0 and made_of_sets(groups, left, jokers, sets - 3, kongs):
                        return True
            elif tiles == SIZE[form] and not melds and fewest(form, hand, rules, suits) == hand.jokers:
                return True
    return False


# Distance: sets and pairs in one group


Table = dict[tuple[int, int], tuple[tuple[int, int], ...]]
"""For each (sets, pairs): the (over, missing) of its targets, those that no other target betters in both."""


def best_of(found: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Of the fewest missing for each over: those that have fewer missing than all with less over."""
    best: list[tuple[int, int]] = []
    for over in sorted(found):
        if not best or found[over] < best[-1][1]:
            best.append((over, found[over]))
    return tuple(best)


@functools.lru_cache(maxsize=64)
def targets_of(group: Group, goal: Goal) -> tuple[list[Goal], np.ndarray, np.ndarray]:
    """All different targets up to the goal: what they are, which of these each target is, and the targets' counts
    (a row for each place). While they are made, a target is one number with five bits a place.
    """
    shifts = 5 * np.arange(group.size, dtype=np.int64)

    def numbers(parts: Iterable[tuple[int, ...]]) -> np.ndarray:
        counts = np.array([vector(group.size, part) for part in parts], np.int64).reshape(-1, group.size)
        return np.unique((counts << shifts).sum(1))

    one_set = numbers(places for name, places in sets_of(group) if name != SetKind.KONG.name)
    made = numbers([()])
    targets = {}
    for sets in range(goal.sets + 1):
        for number in range(goal.pairs + 1):
            choices = set(itertools.combinations(sorted(group.alike * group.pairs), number))
            pairs = numbers(2 * places for places in choices)
            targets[Goal(sets, number)] = np.unique(made[:, None] + pairs)
        made = np.unique(made[:, None] + one_set)
    which = np.repeat(np.arange(len(targets)), [len(alike) for alike in targets.values()])
    counts = np.concatenate(list(targets.values())) >> shifts[:, None] & 31
    return list(targets), which, counts.astype(np.uint8)


def either(targets: np.ndarray, tiles: tuple[int, ...]) -> np.ndarray:
    """How many tiles are in each target or else among these: without these, the target's tiles that they lack."""
    return np.maximum(targets, np.array(tiles, np.uint8)[:, None]).sum(0, dtype=np.uint8)


@functools.lru_cache(maxsize=200)
def allowed_targets(group: Group, usable: tuple[int, ...], limit: int, goal: Goal):
    """Those of the targets that are over by no more than the limit, sorted by what they are and how much over: each
    such (what, over), where its targets start, and the targets' counts.
    """
    goals, which, counts = targets_of(group, goal)
    over = either(counts, usable) - sum(usable)
    keep = np.flatnonzero(over <= limit)
    labels = which[keep] * 100 + over[keep]
    order = np.argsort(labels, kind="stable")
    labels, starts = np.unique(labels[order], return_index=True)
    return [(goals[label // 100], label % 100) for label in labels.tolist()], starts, counts.take(keep[order], 1)


def by_enumeration(group: Group, held: tuple[int, ...], usable: tuple[int, ...], limit: int, goal: Goal) -> Table:
    """Compare the hand with every allowed target."""
    labels, starts, counts = allowed_targets(group, usable, limit, goal)
    fewest_missing = np.minimum.reduceat(either(counts, held) - sum(held), starts)
    found: dict[tuple[int, int], dict[int, int]] = {}
    for (made, over), lacking in zip(labels, fewest_missing.tolist(), strict=True):
        found.setdefault(made, {})[over] = lacking
    return {made: best_of(each) for made, each in found.items()}


def by_recursion(group: Group, held: tuple[int, ...], usable: tuple[int, ...], limit: int, goal: Goal) -> Table:
    """The same kind after kind, for any number of sets and pairs.

    At each kind: how often each chow starts here, how many pungs, how many pairs. Chows promise tiles to later kinds.
    No chow is there three times: that would be three pungs.
    """
    states = {((0,) * group.size, 0, 0): {0: 0}}
    for place in range(group.size):
        starting = [vector(group.size, run) for run in group.runs if run[0] == place]
        after: dict[tuple[tuple[int, ...], int, int], dict[int, int]] = {}
        for (promised, sets, pairs), found in states.items():
            for times in itertools.product(range(3), repeat=len(starting)):
                promise = promised
                for run, often in zip(starting, times, strict=True):
                    promise = tuple(have + often * one for have, one in zip(promise, run, strict=True))
                for pungs in range(goal.sets - sets - sum(times) + 1 if place in group.kinds else 1):
                    for twos in range(min(goal.pairs - pairs, group.alike) + 1 if place in group.pairs else 1):
                        tiles = promise[place] + 3 * pungs + 2 * twos
                        more_over, lacking = max(0, tiles - usable[place]), max(0, tiles - held[place])
                        if more_over > limit or sets + sum(times) + pungs > goal.sets:
                            break
                        kept = (0,) * (place + 1) + promise[place + 1 :]
                        best = after.setdefault((kept, sets + sum(times) + pungs, pairs + twos), {})
                        for over, before in found.items():
                            if over + more_over <= limit:
                                best[over + more_over] = min(before + lacking, best.get(over + more_over, 999))
        states = after
    return {(sets, pairs): best_of(found) for (_, sets, pairs), found in states.items() if found}


@functools.lru_cache(maxsize=50_000)
def table(group: Group, held: tuple[int, ...], usable: tuple[int, ...], limit: int, goal: Goal) -> Table:
    """All that the group can be, up to the goal."""
    judge = by_enumeration if goal.sets <= ENUMERATED else by_recursion
    return judge(group, held, usable, limit, goal)


# Distance: the whole hand


Part = tuple[Group, tuple[int, ...], tuple[int, ...]]
"""A group, what is held of it, what is usable."""


@functools.lru_cache(maxsize=50_000)
def both(one: Part, other: Part, limit: int, goal: Goal) -> Table:
    """All that two groups can be, up to the goal."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    second = table(*other, limit, goal)
    for (sets, pairs), best in table(*one, limit, goal).items():
        for (more_sets, more_pairs), more in second.items():
            if sets + more_sets <= goal.sets and pairs + more_pairs <= goal.pairs:
                each = found.setdefault((sets + more_sets, pairs + more_pairs), {})
                for over, lacking in best:
                    for more_over, more_lacking in more:
                        if lacking + more_lacking < each.get(over + more_over, 999):
                            each[over + more_over] = lacking + more_lacking
    return {made: best_of(each) for made, each in found.items()}


def fewest_of_sets(groups: tuple[Group, ...], held, usable, limit: int, goal: Goal) -> int | None:
    """The fewest missing of all allowed targets of so many sets and pairs; None: there is none."""
    if limit < 0:
        return None
    characters, dots, bamboo, honors = zip(groups, split(held), split(usable), strict=True)
    second = both(bamboo, honors, limit, goal)
    found = [
        lacking + more_lacking
        for (sets, pairs), best in both(characters, dots, limit, goal).items()
        for over, lacking in best
        for more_over, more_lacking in second.get((goal.sets - sets, goal.pairs - pairs), ())
        if over + more_over <= limit
    ]
    return min(found, default=None)


SIZE = {
    Form.SEVEN_PAIRS: 14,
    Form.THIRTEEN_ORPHANS: 14,
    Form.HONORS_AND_KNITTED: 14,
    Form.SEVEN_PAIRS_AND_PUNG: 17,
}
"""Tiles of the forms of fixed size."""
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
KNITTED = tuple(
    tuple(9 * suit + first + step for suit, first in enumerate(order) for step in (0, 3, 6))
    for order in itertools.permutations(range(3))
)
"""147 of one suit, 258 of another, 369 of the third: six ways."""


def straights(suits: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The knitted straights as counts; they need all three suits."""
    return [vector(KINDS, nine) for nine in KNITTED] if len(suits) == 3 else []


@functools.cache
def single_targets(form: Form, suits: tuple[int, ...]) -> np.ndarray:
    """Thirteen orphans, or honours and knitted: each target's counts."""
    if form is Form.THIRTEEN_ORPHANS:
        targets = {vector(KINDS, (*ORPHANS, pair)) for pair in ORPHANS}
    else:
        sixteens = [(*nine, *range(27, 34)) for nine in KNITTED]
        targets = {vector(KINDS, chosen) for tiles in sixteens for chosen in itertools.combinations(tiles, 14)}
    closed = [tile for tile in range(27) if tile // 9 not in suits]
    fitting = [target for target in sorted(targets) if not any(target[tile] for tile in closed)]
    return np.array(fitting, np.int64).reshape(-1, KINDS)


def fewest(form: Form, hand: Hand, rules: Rules, suits: tuple[int, ...], sets: int = 0) -> int | None:
    """The fewest missing of the form's allowed targets in these suits; None: there is none.

    The number of sets is asked only of forms that come in sizes.
    """
    groups = groups_of(rules, suits, form)
    if form is Form.STANDARD:
        return fewest_of_sets(groups, hand.held, hand.usable, hand.limit, Goal(sets, 1))
    if form is Form.SEVEN_PAIRS:
        return fewest_of_sets(groups, hand.held, hand.usable, hand.limit, Goal(0, 7))
    if form is Form.SEVEN_PAIRS_AND_PUNG:
        return fewest_of_sets(groups, hand.held, hand.usable, hand.limit, Goal(1, 7))
    if form is Form.KNITTED_STRAIGHT:
        # The nine tiles are taken first, from the hand or else from the wall; what is left is for the other sets.
        found = []
        for straight in straights(suits) if sets >= 3 else []:
            held, usable = rest(hand.held, straight), rest(hand.usable, straight)
            limit = hand.limit - missing(straight, hand.usable)
            others = fewest_of_sets(groups, held, usable, limit, Goal(sets - 3, 1))
            if others is not None:
                found.append(missing(straight, hand.held) + others)
        return min(found, default=None)
    targets = single_targets(form, suits)
    over = np.maximum(targets - np.array(hand.usable), 0).sum(1)
    lacking = np.maximum(targets - np.array(hand.held), 0).sum(1)[over <= hand.limit]
    return int(lacking.min()) if len(lacking) else None


def shanten_by_form(counts, rules: Rules, melds=None, wild=0, void=None, seen=None) -> dict[Form, int]:
    """Every form of the rules; UNREACHABLE for one that the hand cannot be."""
    sets = (sum(counts) + wild - 1) // 3
    hand = hand_of(counts, rules, melds, wild, seen)
    answer = {}
    for form in rules.forms:
        answer[form] = UNREACHABLE
        if form not in SIZE or (3 * sets + 2 == SIZE[form] and not melds):
            for suits in suit_choices(rules, melds, void):
                lacking = fewest(form, hand, rules, suits, sets)
                if lacking is not None:
                    answer[form] = min(answer[form], lacking - hand.jokers - 1)
    return answer


def shanten(counts, rules: Rules, melds=None, wild=0, void=None, seen=None) -> int:
    return min(shanten_by_form(counts, rules, melds, wild, void, seen).values())


# Draws and discards


def changed(counts: Sequence[int], tile: int, by: int) -> list[int]:
    counts = list(counts)
    counts[tile] += by
    return counts


def ukeire(counts, rules: Rules, melds=None, wild=0, void=None, seen=None) -> tuple[int, set[int], int]:
    """Draw each tile that is left; keep those that lower the shanten."""
    now = shanten(counts, rules, melds, wild, void, seen)
    held_or_gone = [have + out for have, out in zip(counts, seen or [0] * KINDS, strict=True)]
    for meld in melds or ():
        for tile in meld.tiles:
            held_or_gone[tile] += 1
    left = {tile: 4 - held_or_gone[tile] for tile in rules.kinds if held_or_gone[tile] < 4}
    tiles = {tile for tile in left if shanten(changed(counts, tile, 1), rules, melds, wild, void, seen) < now}
    return now, tiles, sum(left[tile] for tile in tiles)


def waits(counts, rules: Rules, melds=None, wild=0, void=None, seen=None) -> set[int]:
    now, tiles, _ = ukeire(counts, rules, melds, wild, void, seen)
    return tiles if now == 0 else set()


def discards(
    counts, rules: Rules, melds=None, wild=0, void=None, seen=None
) -> list[tuple[int | None, int, set[int], int]]:
    """Discard each kind that may go: it is seen from then on. Of jokers alone an unnamed one, None, is last."""
    naturals = [tile for tile in range(KINDS) if counts[tile] and tile not in rules.wild]
    voids = [tile for tile in naturals if void is not None and tile // 9 == void]
    jokers = [tile for tile in rules.wild if counts[tile]]
    answer = []
    for tile in voids or naturals or jokers:
        out = changed(seen or [0] * KINDS, tile, 1)
        answer.append((tile, *ukeire(changed(counts, tile, -1), rules, melds, wild, void, out)))
    answer.sort(key=lambda discard: (discard[1], -discard[3], discard[0]))
    return answer if naturals or not wild else [*answer, (None, *ukeire(counts, rules, melds, wild - 1, void, seen))]


# Decompositions


def chosen_sets(
    parts: list[tuple[str, tuple[int, ...]]], held: tuple[int, ...], sets: int, kongs: int, jokers: int
) -> Iterator[tuple[list[tuple[str, tuple[int, ...]]], tuple[int, ...], int]]:
    """Every multiset of so many sets, at most so many of them kongs: the sets, and what remains of tiles and jokers."""
    if sets == 0:
        yield [], held, jokers
        return
    fitting = [
        (name, tiles)
        for name, tiles in parts
        if missing(vector(KINDS, tiles), held) <= jokers and (name != SetKind.KONG.name or kongs > 0)
    ]
    for number, (name, tiles) in enumerate(fitting):
        taken = vector(KINDS, tiles)
        left, left_jokers = rest(held, taken), jokers - missing(taken, held)
        left_kongs = kongs - (name == SetKind.KONG.name)
        for others, end, end_jokers in chosen_sets(fitting[number:], left, sets - 1, left_kongs, left_jokers):
            yield [(name, tiles), *others], end, end_jokers


def sets_and_pair(groups: tuple[Group, ...], held: tuple[int, ...], sets: int, kongs: int, jokers: int):
    """Every (pair, sets) that just these tiles and jokers can be."""
    parts, pairs = [], []
    for (start, _), group in zip(GROUPS, groups, strict=True):
        parts += [(name, tuple(start + place for place in places)) for name, places in sets_of(group)]
        pairs += [start + place for place in group.pairs]
    for chosen, left, left_jokers in chosen_sets(parts, held, sets, kongs, jokers):
        for pair in pairs:
            two = vector(KINDS, (pair, pair))
            if missing(two, left) == left_jokers and not any(rest(left, two)):
                yield pair, chosen


def chosen_pairs(groups: tuple[Group, ...], held: tuple[int, ...], jokers: int) -> Iterator[tuple[int, ...]]:
    """Every seven pairs that are missing no more tiles than there are jokers."""
    kinds = [start + place for (start, _), group in zip(GROUPS, groups, strict=True) for place in group.pairs]

    def more(number: int, pairs: tuple[int, ...], jokers: int) -> Iterator[tuple[int, ...]]:
        if len(pairs) == 7:
            yield pairs
        elif number < len(kinds):
            for often in range(groups[0].alike + 1):
                lacking = max(0, 2 * often - held[kinds[number]])
                if lacking <= jokers and len(pairs) + often <= 7:
                    yield from more(number + 1, pairs + (kinds[number],) * often, jokers - lacking)

    return more(0, (), jokers)


Decomposition = tuple[Form, int | tuple[int, ...], tuple[tuple[str, tuple[int, ...]], ...], tuple[int, ...]]
"""Form; the pair's tile, or of other than one pair all pairs' tiles; sets by name and tiles; what the jokers are."""


def decompositions(counts, rules: Rules, melds=None, wild=0, void=None) -> set[Decomposition]:
    """Every way the hand is a target. Names of sets are those of ``SetKind``."""
    tiles = sum(counts) + wild
    hand = hand_of(counts, rules, melds, wild, None)
    found: set[Decomposition] = set()

    def keep(form: Form, pair: int | tuple[int, ...], sets: Sequence[tuple[str, tuple[int, ...]]], target) -> None:
        if missing(target, hand.held) == hand.jokers and not any(rest(hand.held, target)):
            stands = (tile for tile in range(KINDS) for _ in range(target[tile] - hand.held[tile]))
            found.add((form, pair, tuple(sorted(sets)), tuple(stands)))

    def counts_of(pair: int, sets: list[tuple[str, tuple[int, ...]]]) -> tuple[int, ...]:
        return vector(KINDS, (pair, pair, *(tile for _, tiles in sets for tile in tiles)))

    for suits, form in itertools.product(suit_choices(rules, melds, void), rules.forms):
        groups = groups_of(rules, suits, form)
        if form is Form.STANDARD:
            for sets, kongs in readings(tiles, rules, melds):
                for pair, chosen in sets_and_pair(groups, hand.held, sets, kongs, hand.jokers):
                    keep(form, pair, chosen, counts_of(pair, chosen))
        elif form is Form.KNITTED_STRAIGHT:
            for straight, (sets, kongs) in itertools.product(straights(suits), readings(tiles, rules, melds)):
                jokers = hand.jokers - missing(straight, hand.held)
                if sets >= 3 and jokers >= 0:
                    knitted = (SetKind.KNITTED.name, tuple(tile for tile in range(KINDS) if straight[tile]))
                    for pair, chosen in sets_and_pair(groups, rest(hand.held, straight), sets - 3, kongs, jokers):
                        chosen = [knitted, *chosen]
                        keep(form, pair, chosen, counts_of(pair, chosen))
        elif tiles != SIZE[form] or melds:
            continue
        elif form in (Form.SEVEN_PAIRS, Form.SEVEN_PAIRS_AND_PUNG):
            for pairs in chosen_pairs(groups, hand.held, hand.jokers):
                if form is Form.SEVEN_PAIRS:
                    keep(form, pairs, (), vector(KINDS, pairs * 2))
                    continue
                for (start, _), group in zip(GROUPS, groups, strict=True):
                    for place in group.kinds:
                        pung = (start + place,) * 3
                        keep(form, pairs, [(SetKind.PUNG.name, pung)], vector(KINDS, pairs * 2 + pung))
        else:
            for target in single_targets(form, suits).tolist():
                pairs = tuple(tile for tile in range(KINDS) if target[tile] == 2)
                keep(form, pairs[0] if pairs else (), (), target)
    return found
