"""The plain judge, held against what is known from elsewhere and against brute force on small hands."""

import itertools
import json
import math
import random
from collections import Counter
from pathlib import Path

import pytest
import slow
from hands import KINDS, SIZES, Question, question, questions
from hypothesis import given
from hypothesis import strategies as st

from mjcore.notation import parse_counts
from mjcore.results import Meld
from mjcore.rules import CLASSIC, GUOBIAO, HONGKONG, PINGHU, PRESETS, RIICHI, RIICHI_3P, SICHUAN, TAIWAN, Form, Rules

CASES = json.loads((Path(__file__).parent / "cases" / "hands.json").read_text(encoding="utf-8"))

STANDARD = Rules(name="standard form alone")
ANY_PAIRS = PINGHU.replace(name="any size, pairs", forms=(*GUOBIAO.forms, Form.SEVEN_PAIRS_AND_PUNG), wild=(33,))
RULES = [
    *PRESETS.values(),
    ANY_PAIRS,
    GUOBIAO.replace(name="knitted, kongs, 258", hand_kongs=True, pair_ranks=(2, 5, 8), quads_as_pairs=False),
    RIICHI.replace(name="runs of honours", honor_runs=True, wild=(27,)),
    RIICHI_3P.replace(name="three players, wild 2m 5m", wild=(1, 4)),
    RIICHI_3P.replace(name="three players, two suits", forms=(0, 1), max_suits=2, honors=False),
    SICHUAN.replace(name="one suit", max_suits=1, pair_ranks=(2, 5, 8)),
    SICHUAN.replace(name="any size, kongs", sets=None, honors=True, melded_chows=True, wild=(4,)),
    TAIWAN.replace(name="17 tiles, quads", quads_as_pairs=True, forms=(Form.SEVEN_PAIRS_AND_PUNG,)),
    *(PINGHU.replace(name=f"{sets} sets", sets=sets, hand_kongs=sets == 2) for sets in (1, 2, 3, 6)),
]


def counts_of(text: str) -> list[int]:
    return parse_counts(text)[0]


def name_of(rules: Rules) -> str:
    return rules.name


def left_of(asked: Question, rules: Rules) -> list[int]:
    """Copies of each kind that can be drawn."""
    left = [4 * (kind in rules.kinds) - have for kind, have in enumerate(asked.counts)]
    for meld in asked.melds or ():
        for tile in meld.tiles:
            left[tile] -= 1
    return [have - out for have, out in zip(left, asked.seen or [0] * KINDS, strict=True)]


# Known truths


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']} {case['hand']}")
def test_case(case: dict) -> None:
    rules = PRESETS[case["rules"]]
    counts, melds = parse_counts(case["hand"], case.get("notation"))
    asked = (counts, rules, melds, case.get("wild", 0))
    if "win" in case:
        assert slow.is_win(*asked) is case["win"]
    if "form" in case:
        assert [form for form, number in slow.shanten_by_form(*asked).items() if number == -1] == [Form[case["form"]]]
    if "shanten" in case:
        assert slow.shanten(*asked) == case["shanten"]
    if "waits" in case:
        waits = counts_of(case["waits"])
        assert slow.waits(*asked) == {tile for tile in range(KINDS) if waits[tile]}


def hands(places: int, tiles: int) -> list[tuple[int, ...]]:
    """All hands of so many tiles of so many kinds."""
    if places == 0:
        return [()] if tiles == 0 else []
    return [(have, *more) for have in range(min(tiles, 4) + 1) for more in hands(places - 1, tiles - have)]


@pytest.mark.long
def test_one_suit() -> None:
    """The winning hands of one suit, and the ready ones by their number of waits."""
    won = [hand for hand in hands(9, 14) if slow.is_win((*hand, *[0] * 25), STANDARD)]
    assert len(won) == 13_259
    waits = Counter((*hand[:t], hand[t] - 1, *hand[t + 1 :]) for hand in won for t in range(9) if hand[t])
    assert len(hands(9, 13)) == 93_600
    assert len(waits) == 40_070
    of_each = Counter(waits.values())
    assert [of_each[n] for n in range(1, 10)] == [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]
    for hand in random.Random(1).sample(hands(9, 13), 1000):
        assert len(slow.waits((*hand, *[0] * 25), STANDARD)) == waits[hand]


Made = list[tuple[tuple[int, ...], tuple[int, int]]]
"""Hands of one group, and what each is: (sets, pairs)."""


def total(goal: tuple[int, int], *groups: Made, deals: bool = False) -> int:
    """How many hands of these groups are so many sets and pairs, or how many deals of the tiles are."""
    totals = Counter({(0, 0): 1})
    for group in groups:
        after: Counter[tuple[int, int]] = Counter()
        each: Counter[tuple[int, int]] = Counter()
        for hand, made in group:
            each[made] += math.prod(math.comb(4, have) for have in hand) if deals else 1
        for (sets, pairs), (more_sets, more_pairs) in itertools.product(totals, each):
            after[sets + more_sets, pairs + more_pairs] += totals[sets, pairs] * each[more_sets, more_pairs]
        totals = after
    return totals[goal]


@pytest.mark.long
def test_all_hands() -> None:
    """The winning hands of 14 tiles, and the deals of them: standard form, seven pairs, both."""
    *_, suit, honors = slow.groups_of(RIICHI, (0, 1, 2), Form.STANDARD)

    def made_of_sets(group: slow.Group) -> Made:
        every = (hand for tiles in range(15) for hand in hands(group.size, tiles))
        return [(hand, made[:2]) for hand in every for made in slow.ways(group, hand, 0) if made[2] == 0]

    def made_of_pairs(rules: Rules) -> list[Made]:
        targets = [slow.targets_of(group, seven) for group in slow.groups_of(rules, (0, 1, 2), Form.SEVEN_PAIRS)]
        return [
            [(tuple(hand), goals[n]) for n, hand in zip(which, counts.T.tolist(), strict=True)]
            for goals, which, counts in targets
        ]

    def both(group: Made, *allowed: int) -> Made:
        return [(hand, made) for hand, made in group if set(hand) <= {0, *allowed}]

    one, seven = slow.Goal(4, 1), slow.Goal(0, 7)
    sets = made_of_sets(suit)
    assert total(one, sets) == 13_259
    assert total(one, sets, sets, sets) == 5_237_550

    groups = [sets, sets, sets, made_of_sets(honors)]
    assert total(one, *groups) == 11_498_658
    standard = total(one, *groups, deals=True)
    assert standard == 11_353_128_141_498
    pairs = total(seven, *made_of_pairs(RIICHI), deals=True)
    twice = total(one, *(both(group, 2) for group in groups), deals=True)
    orphans = 13 * 6 * 4**12
    assert standard + pairs - twice + orphans == 12_859_078_207_674

    # Of two suits at most; hands of one suit are in two of the three choices.
    found = {
        deals: [
            3 * total(goal, group, group, deals=deals) - 3 * total(goal, group, deals=deals)
            for goal, group in ((one, sets), (seven, made_of_pairs(SICHUAN)[0]), (one, both(sets, 2, 4)))
        ]
        for deals in (False, True)
    }
    assert found[False] == [1_849_491, 716_472, 4_872]
    assert found[True][0] + found[True][1] - found[True][2] == 1_180_592_035_056


CHOWS_OF_WINDS = CLASSIC.replace(honor_runs=True)
EYES_258 = GUOBIAO.replace(pair_ranks=(2, 5, 8))


@pytest.mark.parametrize(
    ("hand", "rules", "more", "won"),
    [
        ("66p", RIICHI, {}, True),
        ("66p", RIICHI, {"melds": ()}, False),
        ("19m19p19s12345677z", RIICHI, {}, True),
        ("19m19p19s12345677z", RIICHI.replace(forms=(Form.STANDARD,)), {}, False),
        ("", RIICHI, {"wild": 14}, True),
        ("123456789m11p", RIICHI, {"wild": 3}, True),
        ("147m258p369s44z", RIICHI, {"wild": 3}, False),
        ("111m222m33344m567p", SICHUAN, {"wild": 1}, True),  # 15 tiles: the joker makes a kong
        ("111m222m33344m567p", SICHUAN.replace(hand_kongs=False), {"wild": 1}, False),
        ("1111222233334444m55p", PINGHU.replace(hand_kongs=True), {}, True),  # 18 tiles
        ("111122223333m44p", PINGHU.replace(hand_kongs=True), {}, True),  # four chows and two pairs are no win
        ("123m456p789s124z11m", CHOWS_OF_WINDS, {}, True),
        ("123m456p789s567z11m", CHOWS_OF_WINDS, {}, True),
        ("123m456p789s145z11m", CHOWS_OF_WINDS, {}, False),
        ("123m456p789s345z11m", CHOWS_OF_WINDS, {}, False),
        ("11122233344455m", EYES_258, {}, True),
        ("123456789m11133p", EYES_258, {}, False),
        ("123456789m11155p", EYES_258, {}, True),
        ("123456789m11p111z", EYES_258, {}, False),
        ("123456789m111p11z", EYES_258, {}, False),
        ("123456789m111p1z", EYES_258, {"wild": 1}, False),
        ("147m258p369s11133z", EYES_258, {}, True),
        ("147m258p369s33z[123m]", EYES_258, {}, True),
        ("147m258p369s33z", EYES_258, {}, True),
        ("147m258p369s33z", EYES_258, {"melds": ()}, False),
        ("147m258p369s33z", EYES_258, {"void": 0}, False),
        ("147m258p36s1234567z", GUOBIAO, {"wild": 0}, False),
        ("147m258p36s123456z", GUOBIAO, {}, True),
        ("147m258p36s123456z", CLASSIC, {}, False),
        ("147m258p36s12345z", GUOBIAO, {"wild": 1}, True),
        ("111222m33p[555p][666s]", SICHUAN, {}, False),
        ("111222m33p[555p][666m]", SICHUAN, {}, True),
        ("111222m33p[555p][666m]", SICHUAN, {"void": 1}, False),
        ("111222m33p[555p][666m]", SICHUAN, {"void": 2}, True),
        ("11m22m33m44m5566p77p", SICHUAN, {"void": 2}, True),
        ("11m22m33m44m5566p77p", SICHUAN, {"void": 1}, False),
        ("11m22m33m44m5566p77s", SICHUAN, {}, False),
        ("11112233445566m", RIICHI.replace(forms=(Form.SEVEN_PAIRS,)), {}, False),
        ("11112233445566m", CLASSIC.replace(forms=(Form.SEVEN_PAIRS,)), {}, True),
        ("1111m", CLASSIC.replace(forms=(Form.SEVEN_PAIRS,)), {"wild": 10}, True),
        ("1122334455667m", TAIWAN, {"wild": 4}, True),
        ("11335577m1133p555s", TAIWAN, {"wild": 2}, True),
        ("1234m", Rules(sets=1, wild=(0,)), {"wild": 1}, True),
    ],
)
def test_win(hand: str, rules: Rules, more: dict, won: bool) -> None:
    counts, melds = parse_counts(hand) if hand else ([0] * KINDS, None)
    assert slow.is_win(counts, rules, **{"melds": melds, **more}) is won


@pytest.mark.parametrize(
    ("hand", "rules", "seen", "waits"),
    [
        ("123m456p789s1155s", "HONGZHONG", "", "15s7z"),
        ("123m456p789s1155s", "HONGZHONG", "7777z11s", "5s"),
        ("123m456p789s1155s", "HONGZHONG", "7777z11s55s", ""),
        ("1111m234p567p888s", "RIICHI", "", ""),
        ("1111m234p567p888s", "HONGZHONG", "", "7z"),  # a joker is the fifth copy
        ("1111m234p567p888s", "HONGZHONG", "7777z", ""),
        ("111m234p567p888s7z", "HONGZHONG", "", "123456789m123456789p123456789s7z"),
        ("111m234p567p888s7z", "HONGZHONG", "777z", "123456789m123456789p123456789s"),
        ("1112345678999m", "RIICHI", "", "123456789m"),
        ("19m19p19s1234567z", "RIICHI", "", "19m19p19s1234567z"),
        ("147m258p36s12345z", "GUOBIAO", "", "9s67z"),
        ("147m258p369s1z[123m]", "GUOBIAO", "", "1z"),
        ("1234m", "RIICHI", "", "14m"),
        ("1m[111m][222m][333m][444m]", "RIICHI", "", ""),
        ("1m[123m][222m][333m][444m]", "RIICHI", "", "1m"),
    ],
)
def test_waits(hand: str, rules: str, seen: str, waits: str) -> None:
    counts, melds = parse_counts(hand)
    found = slow.waits(counts, PRESETS[rules], melds, seen=counts_of(seen) if seen else None)
    assert found == {tile for tile, count in enumerate(counts_of(waits) if waits else []) if count}


def test_unreachable() -> None:
    """No tile is left that could be a pair; a joker left is one."""
    counts = counts_of("1m")
    seen = [3, *[4] * 33]
    assert slow.ukeire(counts, RIICHI, seen=seen) == (slow.UNREACHABLE, set(), 0)
    assert slow.ukeire(counts, RIICHI, seen=[2, *seen[1:]]) == (0, {0}, 1)
    assert slow.ukeire(counts, RIICHI.replace(wild=(5,)), seen=[*seen[:5], 3, *seen[6:]]) == (0, {5}, 1)
    assert slow.shanten(counts_of("1m[222m]"), SICHUAN, (Meld("222m"),) * 4, void=0) == slow.UNREACHABLE
    assert slow.shanten_by_form(counts_of("1m"), RIICHI)[Form.SEVEN_PAIRS] == slow.UNREACHABLE


def test_discards() -> None:
    found = slow.discards(counts_of("123m456p789s11557s"), RIICHI)
    assert found[:2] == [(22, 0, {23}, 4), (24, 0, {18, 22}, 4)]
    assert found == sorted(found, key=lambda discard: (discard[1], -discard[3], discard[0]))
    assert [discard[0] for discard in slow.discards(counts_of("123m45p"), SICHUAN, void=1)] == [12, 13]
    assert [discard[0] for discard in slow.discards(counts_of("7z7z"), PRESETS["HONGZHONG"])] == [33]
    assert [discard[0] for discard in slow.discards(counts_of("7z1m"), PRESETS["HONGZHONG"])] == [0]
    assert slow.discards(counts_of("11m"), RIICHI) == [(0, 0, {0}, 2)]


@pytest.mark.parametrize(
    ("hand", "rules", "wild", "number"),
    [
        ("11122233344455m", "RIICHI", 0, 4),
        ("11122233344455m", "RIICHI", 1, 0),
        ("112233m112233p11s", "RIICHI", 0, 2),
        ("11112222333344m", "CLASSIC", 0, 4),
        ("19m19p19s12345677z", "RIICHI", 0, 1),
        ("147m258p36s123456z", "GUOBIAO", 0, 1),
        ("147m258p369s11133z", "GUOBIAO", 0, 1),
        ("1m", "RIICHI", 1, 1),
        ("12m11p", "RIICHI", 1, 1),
        ("11m11p", "RIICHI", 1, 2),
    ],
)
def test_decompositions(hand: str, rules: str, wild: int, number: int) -> None:
    assert len(slow.decompositions(counts_of(hand), PRESETS[rules], wild=wild)) == number


def test_one_decomposition() -> None:
    (found,) = slow.decompositions(counts_of("12m11p"), RIICHI, wild=1)
    assert found == (Form.STANDARD, 9, (("CHOW", (0, 1, 2)),), (2,))


# Brute force, and one way against another


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_ways_agree(rules: Rules) -> None:
    """To win is to be made up of sets, and to miss nothing."""
    for asked in questions(rules, random.Random(1), 150, size="win"):
        counts, melds, wild, void, seen = asked
        won = slow.is_win(counts, rules, melds, wild, void, seen)
        tiles = sum(counts) + wild
        if tiles <= 18 and wild + sum(counts[tile] for tile in rules.wild) <= 2:
            assert won is bool(slow.decompositions(counts, rules, melds, wild, void)), asked
        if not rules.hand_kongs:
            assert won is (slow.shanten(counts, rules, melds, wild, void, seen) == -1), asked


SMALL = [
    *(rules.replace(hand_kongs=False) for rules in RULES if rules.sets in (1, 2, None)),
    Rules(name="one set, all kinds of rules", sets=1, honor_runs=True, pair_ranks=(2, 5, 8), wild=(0, 28), max_suits=2),
]


@pytest.mark.parametrize("rules", SMALL, ids=name_of)
def test_exchanging_tiles(rules: Rules) -> None:
    """Shanten is one less than the fewest tiles drawn (each for one thrown away) with which the hand wins."""
    small = (asked for asked in questions(rules, random.Random(2), 10_000) if sum(asked.counts) + asked.wild <= 5)
    for asked in itertools.islice(small, 25):
        drawn = fewest_drawn(asked, rules)
        shanten = slow.shanten(asked.counts, rules, *asked[1:])
        assert shanten == drawn - 1 if drawn is not None else shanten > 1, asked


def fewest_drawn(asked: Question, rules: Rules) -> int | None:
    """Try it: draw tiles that are left, throw away as many, ask whether the hand wins. None: more than two."""
    left = left_of(asked, rules)
    held = [tile for tile in range(KINDS) for _ in range(asked.counts[tile])]
    short = (len(held) + asked.wild) % 3 == 1
    for draws in range(short, 3):
        for drawn in itertools.combinations_with_replacement(range(KINDS), draws):
            if all(drawn.count(tile) <= left[tile] for tile in drawn):
                for thrown in set(itertools.combinations(held, draws - short)):
                    counts = [asked.counts[t] + drawn.count(t) - thrown.count(t) for t in range(KINDS)]
                    if slow.is_win(counts, rules, *asked[1:]):
                        return draws
    return None


@pytest.mark.parametrize("rules", [RIICHI, CLASSIC], ids=name_of)
def test_seven_pairs_by_formula(rules: Rules) -> None:
    """With all tiles there, each pair more is one tile nearer; seven different ones need seven kinds."""
    for asked in questions(rules.replace(forms=(Form.SEVEN_PAIRS,)), random.Random(5), 1000):
        counts = asked.counts
        if sum(counts) in (13, 14):
            pairs = sum(have // 2 if rules.quads_as_pairs else have >= 2 for have in counts)
            kinds = 7 if rules.quads_as_pairs else sum(have > 0 for have in counts)
            assert slow.shanten_by_form(counts, rules)[Form.SEVEN_PAIRS] == 6 - pairs + max(0, 7 - kinds)


@pytest.mark.parametrize("rules", [STANDARD, RIICHI.replace(honor_runs=True), SICHUAN], ids=name_of)
def test_recursion_is_enumeration(rules: Rules) -> None:
    rng = random.Random(3)
    for group in slow.groups_of(rules, (0, 1), Form.STANDARD)[1:]:
        for _ in range(20):
            held = tuple(rng.choice((0, 0, 0, 1, 1, 2, 3, 4)) for _ in range(group.size))
            usable = tuple(max(have, rng.choice((have, 2, 3, 4, 4, 4))) for have in held)
            asked = (group, held, usable, rng.choice((0, 0, 1, 5)), slow.Goal(rng.randrange(4), 1))
            enumerated, recursive = slow.by_enumeration(*asked), slow.by_recursion(*asked)
            assert enumerated == recursive, asked


def test_many_sets() -> None:
    """Hands that are too big to enumerate."""
    suits = [4] * 27
    assert slow.is_win([*suits, 2, *[0] * 6], PINGHU)
    assert slow.shanten([*suits, 2, *[0] * 6], PINGHU) == -1
    assert slow.waits([*suits, 1, *[0] * 6], PINGHU) == {27}
    assert slow.shanten([*suits, 1, 1, *[0] * 5], PINGHU) == 0
    assert not slow.is_win([*suits, 3, 3, 3, 3, 3, 3, 2], PINGHU.replace(max_suits=2))
    assert slow.is_win([*suits, 3, 3, 3, 3, 3, 3, 2], PINGHU)


# The questions


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_questions_are_valid(rules: Rules, size: str) -> None:
    for asked in questions(rules, random.Random(4), 300, size=size):
        check(asked, rules, size)


@given(st.sampled_from([RIICHI, SICHUAN, HONGKONG, ANY_PAIRS]).flatmap(lambda r: st.tuples(st.just(r), question(r))))
def test_question_is_valid(asked: tuple[Rules, Question]) -> None:
    check(asked[1], asked[0], "any")


def check(asked: Question, rules: Rules, size: str) -> None:
    assert all(0 <= have <= 4 for have in asked.counts)
    assert all(left >= 0 for left in left_of(asked, rules)), asked
    tiles = sum(asked.counts) + asked.wild
    if size == "win":
        assert slow.readings(tiles, rules, asked.melds)
    elif rules.sets is not None:
        sets = [rules.sets - len(asked.melds)] if asked.melds is not None else range(rules.sets + 1)
        assert (tiles - 1) // 3 in sets
    assert tiles % 3 in {"win": (0, 1, 2), "draw": (1,), "discard": (2,), "any": (1, 2)}[size]
