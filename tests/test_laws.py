# Why: a law holds for every hand, so it finds the hands that nobody thought of, and needs no second judge.
"""What must hold between the answers, for every rule set and every hand."""

import array
import random

import numpy as np
import pytest
from hands import KINDS, Question, question, questions
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcore import (
    CLASSIC,
    GUOBIAO,
    HONGKONG,
    PINGHU,
    PRESETS,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    TAIWAN,
    UNREACHABLE,
    Form,
    Hand,
    Judge,
    Rules,
    TileSet,
    format,
)
from mjcore.results import Discard, Meld, Ukeire

RULES = [
    *PRESETS.values(),
    RIICHI.replace(name="honour runs", honor_runs=True, wild=("1p",)),
    CLASSIC.replace(name="258, 5m wild", pair_ranks=(2, 5, 8), wild=("5m",)),
    SICHUAN.replace(name="one suit", max_suits=1),
    PINGHU.replace(name="two sets", sets=2),
    PINGHU.replace(name="all forms", forms=(*GUOBIAO.forms, Form.SEVEN_PAIRS_AND_PUNG), quads_as_pairs=True),
    GUOBIAO.replace(name="knitted, 258, 4z wild", pair_ranks=(2, 5, 8), wild=("4z",)),
    RIICHI_3P.replace(name="three players, honour runs", honor_runs=True),
    TAIWAN.replace(name="17 tiles, quads, 5s wild", quads_as_pairs=True, wild=("5s",)),
]
JUDGES = [Judge(rules) for rules in RULES]

laws = settings(max_examples=80, deadline=None)


def asked(size: str = "any") -> st.SearchStrategy[tuple[Judge, Question]]:
    """A judge and a question that it can be asked."""
    return st.sampled_from(JUDGES).flatmap(lambda judge: st.tuples(st.just(judge), question(judge.rules, size)))


def left_of(rules: Rules, question: Question) -> list[int]:
    """Copies of each kind that can be drawn."""
    left = [4 * (kind in rules.kinds) - have for kind, have in enumerate(question.counts)]
    for meld in question.melds or ():
        for tile in meld.tiles:
            left[tile] -= 1
    return [have - out for have, out in zip(left, question.seen or [0] * KINDS, strict=True)]


def changed(counts: list[int] | None, tile: int, by: int) -> list[int]:
    counts = list(counts or [0] * KINDS)
    counts[tile] += by
    return counts


def drawn(question: Question, tile: int) -> Question:
    return question._replace(counts=changed(question.counts, tile, 1))


def discarded(question: Question, tile: int | None) -> Question:
    """The hand without the tile, which is seen from then on; None: without an unnamed joker."""
    if tile is None:
        return question._replace(wild=question.wild - 1)
    return question._replace(counts=changed(question.counts, tile, -1), seen=changed(question.seen, tile, 1))


# ---------------------------------------------------------------- draws, discards, tiles seen


@laws
@given(asked("draw"))
def test_a_draw(given: tuple[Judge, Question]) -> None:
    """Changes shanten by at most one, never raises it, and lowers it just when the tile is accepted."""
    judge, hand = given
    now, accepted, copies = judge.ukeire(*hand)
    left = left_of(judge.rules, hand)
    assert judge.shanten(*hand) == now
    assert copies == sum(left[tile] for tile in accepted)
    for tile in range(KINDS):
        if left[tile]:
            assert judge.shanten(*drawn(hand, tile)) == now - (tile in accepted), tile
        else:
            assert tile not in accepted


@laws
@given(asked("draw"))
def test_waits(given: tuple[Judge, Question]) -> None:
    """Are the acceptance at shanten 0: the tiles with which the hand wins."""
    judge, hand = given
    shanten, accepted, _ = judge.ukeire(*hand)
    waits = judge.waits(*hand)
    assert waits == (accepted if shanten == 0 else TileSet())
    if not judge.rules.hand_kongs:
        left = left_of(judge.rules, hand)
        assert set(waits) == {tile for tile in range(KINDS) if left[tile] and judge.is_win(*drawn(hand, tile))}


@laws
@given(asked("discard"))
def test_discards(given: tuple[Judge, Question]) -> None:
    """Are what ``ukeire`` says of the hand without the tile; none is nearer than the hand, and the best come first."""
    judge, hand = given
    rules = judge.rules
    found = judge.discards(*hand)
    naturals = {tile for tile in range(KINDS) if hand.counts[tile] and tile not in rules.wild}
    voids = {tile for tile in naturals if hand.void is not None and tile // 9 == hand.void}
    jokers: set[int | None] = {tile for tile in rules.wild if hand.counts[tile]}
    if hand.wild:
        jokers.add(None)
    assert {each.tile for each in found} == (voids or naturals or jokers)
    assert len({each.tile for each in found}) == len(found)
    now = judge.shanten(*hand)
    for each in found:
        assert each.shanten >= now
        assert each[1:] == judge.ukeire(*discarded(hand, each.tile)), each.tile
    order = [(each.tile is None, each.shanten, -each.count, each.tile) for each in found]
    assert order == sorted(order)


def test_discards_of_few_kinds() -> None:
    """The same where three and four alike stand beside chows: the copy discarded may have been the last one needed."""
    rng = random.Random(1)
    for judge in JUDGES:
        if judge.rules.sets not in (4, 5):
            continue
        tiles = 3 * judge.rules.sets + 2
        for number in range(120):
            kinds = [kind for kind in range(9, 18) if kind not in judge.rules.wild][number % 4 :]
            others = [kind for kind in judge.rules.kinds if kind not in kinds]
            few = rng.choice((tiles, tiles - 3, tiles - 6))
            deal = rng.sample(kinds * 4, few) + rng.sample(others, 1) * 3 * (few < tiles)
            deal += rng.sample([kind for kind in others if kind not in deal], tiles - len(deal))
            hand = Question([deal.count(kind) for kind in range(KINDS)], None, 0, None, None)
            for each in judge.discards(*hand):
                assert each[1:] == judge.ukeire(*discarded(hand, each.tile)), (judge.rules, hand, each.tile)


@laws
@given(asked(), st.randoms(use_true_random=False))
def test_seen(given: tuple[Judge, Question], rng: random.Random) -> None:
    """More tiles seen never lower the shanten, of the hand or of any form."""
    judge, hand = given
    before = judge.shanten_by_form(*hand)
    assert judge.shanten(*hand) == min(before.values())
    left = left_of(judge.rules, hand)
    for _ in range(6):
        tile = rng.randrange(KINDS)
        if left[tile]:
            more = rng.randint(1, left[tile])
            left[tile] -= more
            hand = hand._replace(seen=changed(hand.seen, tile, more))
            after = judge.shanten_by_form(*hand)
            assert all(after[form] >= before[form] for form in before)
            before = after


@laws
@given(asked())
def test_everything_seen(given: tuple[Judge, Question]) -> None:
    """Where nothing is left to draw a hand is won, or it cannot be: 127, and no tiles."""
    judge, hand = given
    left = left_of(judge.rules, hand)
    seen = [out + have for out, have in zip(hand.seen or [0] * KINDS, left, strict=True)]
    hand = hand._replace(seen=seen)
    shanten = judge.shanten(*hand)
    if (sum(hand.counts) + hand.wild) % 3 == 1:
        assert shanten == UNREACHABLE == 127
        assert judge.ukeire(*hand) == Ukeire(127, TileSet(), 0)
        assert judge.waits(*hand) == TileSet()
    else:
        assert shanten in (-1, UNREACHABLE)
        if not judge.rules.hand_kongs:
            assert (shanten == -1) is judge.is_win(*hand)
        for each in judge.discards(*hand):
            assert each == Discard(each.tile, UNREACHABLE, TileSet(), 0)


@pytest.mark.parametrize(
    ("rules", "hand", "void", "left"),
    [
        (HONGKONG, "1m", None, "234567m5p"),  # no pair
        (HONGKONG, "1122m", None, "4m5689s1234567z"),  # two pairs, no set
        (HONGKONG, "1111m", None, "3m4567z"),  # a set, no pair
        (SICHUAN, "1m[222m][333m][444p][555p]", 0, "1m1p"),  # melds in the void suit
        (SICHUAN, "1m[222m][333p][444p][555s]", None, "1m1p1s"),  # melds of three suits
    ],
)
def test_unreachable(rules: Rules, hand: str, void: int | None, left: str) -> None:
    """Too few tiles are left for what is missing, or the melds cannot win."""
    judge = Judge(rules)
    gone = list(Hand(hand).counts)
    for meld in Hand(hand).melds or ():
        for tile in meld.tiles:
            gone[tile] += 1
    there = Hand(left).counts
    seen = [4 * (kind in rules.kinds) - gone[kind] - there[kind] for kind in range(KINDS)]
    assert judge.shanten(hand, void=void, seen=seen) == 127


# ---------------------------------------------------------------- symmetry


@laws
@given(asked(), st.randoms(use_true_random=False))
def test_names_of_suits_and_ranks(given: tuple[Judge, Question], rng: random.Random) -> None:
    """Other names for the suits, 1-9 turned round, other winds: the answers are the same but for the names."""
    judge, hand = given
    rules = judge.rules
    suits = [0, 1, 2]
    rng.shuffle(suits)
    if rules.players == 3:
        suits = rng.choice(([0, 1, 2], [0, 2, 1]))
    turned = rng.random() < 0.5
    new = [9 * suits[kind // 9] + (8 - kind % 9 if turned else kind % 9) for kind in range(27)]
    winds, dragons = rng.sample(range(27, 31), 4), rng.sample(range(31, 34), 3)
    new += winds + dragons

    def renamed(counts: list[int]) -> list[int]:
        return [counts[new.index(kind)] for kind in range(KINDS)]

    other = Judge(rules.replace(wild=tuple(new[kind] for kind in rules.wild)))
    melds = hand.melds
    if melds is not None:
        melds = tuple(Meld([new[tile] for tile in meld.tiles], concealed=meld.concealed) for meld in melds)
    void = None if hand.void is None else suits[hand.void]
    seen = None if hand.seen is None else renamed(hand.seen)
    twin = Question(renamed(hand.counts), melds, hand.wild, void, seen)
    assert other.shanten_by_form(*twin) == judge.shanten_by_form(*hand)
    if (sum(hand.counts) + hand.wild) % 3 == 1:
        shanten, tiles, count = judge.ukeire(*hand)
        assert other.ukeire(*twin) == Ukeire(shanten, TileSet(new[tile] for tile in tiles), count)


# ---------------------------------------------------------------- the same question, asked otherwise


@laws
@given(asked(), st.sampled_from(["u1", "i1", "u2", "i4", "i8", "u8"]))
def test_kinds_of_hand(given: tuple[Judge, Question], dtype: str) -> None:
    """Bytes, a list, a Hand, text, an array: one answer."""
    judge, hand = given
    counts, *around = hand
    method = judge.ukeire if (sum(counts) + hand.wild) % 3 == 1 else judge.discards
    expected = judge.shanten(counts, *around), method(counts, *around)
    array_of_counts = np.array(counts, dtype)
    forms = [
        bytes(counts),
        bytearray(counts),
        memoryview(bytes(counts)),
        tuple(counts),
        array.array("b", counts),
        array.array("l", counts),
        array_of_counts,
        np.repeat(array_of_counts, 2)[::2],
        Hand(counts),
    ]
    if any(counts):
        forms.append(format(counts))
    for form in forms:
        assert (judge.shanten(form, *around), method(form, *around)) == expected, type(form)


def rows_of(judge: Judge, rng: random.Random, rest: int) -> tuple[np.ndarray, dict]:
    """Rows of 3k + ``rest`` tiles, and what stands around all of them: unnamed jokers, tiles seen, a void suit."""
    rules = judge.rules
    wild = rng.choice((0, 0, 1, 2, 4))
    wall = [kind for kind in rules.kinds for _ in range(4)]
    seen = [0] * KINDS
    for tile in rng.sample(wall, rng.choice((0, 0, 8, 30, 50))):
        seen[tile] += 1
        wall.remove(tile)
    most = rules.sets or 4
    rows = np.zeros((12, KINDS), np.uint8)
    for row in rows:
        tiles = max(3 * rng.choice((most, rng.randint(0, most))) + rest - wild, 0)
        tiles += -(tiles + wild - rest) % 3
        few = rng.sample(rules.kinds, 7)
        narrow = [tile for tile in wall if tile in few]
        for tile in rng.sample(narrow if len(narrow) >= tiles and rng.random() < 0.5 else wall, tiles):
            row[tile] += 1
    around = {"wild": wild, "void": rng.choice((None, None, 0, 1, 2)), "seen": rng.choice((None, seen))}
    return rows, around


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(JUDGES), st.randoms(use_true_random=False))
def test_many(judge: Judge, rng: random.Random) -> None:
    """Many hands at once are answered as one by one."""
    rows, around = rows_of(judge, rng, 1)
    assert judge.shanten_many(rows, **around).tolist() == [judge.shanten(row, **around) for row in rows]
    assert judge.waits_many(rows, **around).tolist() == [int(judge.waits(row, **around)) for row in rows]
    found = zip(*(out.tolist() for out in judge.ukeire_many(rows, **around)), strict=True)
    for row, (shanten, tiles, count) in zip(rows, found, strict=True):
        assert judge.ukeire(row, **around) == Ukeire(shanten, TileSet.from_mask(tiles), count)

    rows, around = rows_of(judge, rng, 2)
    assert judge.shanten_many(rows, **around).tolist() == [judge.shanten(row, **around) for row in rows]
    assert judge.is_win_many(rows, **around).tolist() == [judge.is_win(row, **around) for row in rows]
    for row, shantens, tiles, counts in zip(rows, *judge.discards_many(rows, **around), strict=True):
        listed = {each.tile: each for each in judge.discards(row, **around) if each.tile is not None}
        for tile in range(KINDS):
            found = Discard(tile, int(shantens[tile]), TileSet.from_mask(int(tiles[tile])), int(counts[tile]))
            assert found == listed.get(tile, Discard(tile, 127, TileSet(), 0))


def test_threads() -> None:
    """Two threads write what one writes."""
    rng = random.Random(2)
    for judge in JUDGES:
        rows_of_size = []
        for size in ("draw", "discard"):
            asked = questions(judge.rules, rng, 100, size=size)
            counts = [each.counts for each in asked if each.melds is None and not each.wild and sum(each.counts) < 18]
            rows_of_size.append(np.repeat(np.array(counts, np.uint8), 300 // len(counts) + 1, axis=0))
        draws, discards = rows_of_size
        assert min(len(draws), len(discards)) > 256  # else one thread does all
        pairs = [(judge.shanten_many, draws), (judge.waits_many, draws), (judge.ukeire_many, draws)]
        pairs += [(judge.shanten_many, discards), (judge.is_win_many, discards), (judge.discards_many, discards)]
        for ask, rows in pairs:
            one, two = ask(rows), ask(rows, threads=2)
            for a, b in zip(one, two, strict=True) if isinstance(one, tuple) else [(one, two)]:
                assert np.array_equal(a, b), (judge.rules, ask)
