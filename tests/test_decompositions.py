"""How a hand is made up: every way, once, in a stable order, and put together again it is the hand."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import pytest
import slow
from hands import KINDS, Question, question, questions
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mjcore import (
    CLASSIC,
    GUOBIAO,
    HONGZHONG,
    PINGHU,
    PRESETS,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    TAIWAN,
    Decomposition,
    Form,
    Hand,
    Judge,
    Rules,
    SetKind,
    decompositions,
    iter_decompositions,
)

RULES = [
    *PRESETS.values(),
    CLASSIC.replace(name="chows of honours", honor_runs=True, pair_ranks=(2, 5, 8)),
    GUOBIAO.replace(name="knitted, kongs", hand_kongs=True, wild=(4,)),
    SICHUAN.replace(name="one suit", max_suits=1, wild=(9,)),
    SICHUAN.replace(name="any size, kongs", sets=None, honors=True),
    PINGHU.replace(name="any size, every form", forms=tuple(Form), quads_as_pairs=True, hand_kongs=True),
    PINGHU.replace(name="two sets, kongs", sets=2, hand_kongs=True, honor_runs=True),
    RIICHI_3P.replace(name="three players", honor_runs=True, wild=(0,)),
    TAIWAN.replace(name="17 tiles, quads", quads_as_pairs=True, hand_kongs=True),
]


def name_of(rules: Rules) -> str:
    return rules.name


def jokers_of(asked: Question, rules: Rules) -> int:
    return asked.wild + sum(asked.counts[kind] for kind in rules.wild)


def canonical(found: Decomposition) -> slow.Decomposition:
    """As the plain judge writes it."""
    pairs = tuple(sorted(part.tiles[0] for part in found.sets if part.kind is SetKind.PAIR))
    pair: int | tuple[int, ...] = pairs if found.pair is None else found.pair
    sets = [(part.kind.name, part.tiles) for part in found.sets if part.kind not in (SetKind.PAIR, SetKind.SINGLES)]
    return found.form, pair, tuple(sorted(sets)), found.jokers


def check_whole(found: Decomposition, asked: Question, rules: Rules) -> None:
    """Put together and with the jokers taken out, it is the hand; its parts are what they say."""
    made = Counter(tile for part in found.sets for tile in part.tiles)
    made[found.pair] += 2 if found.pair is not None else 0
    made = +made
    assert found.tiles == tuple(sorted(made.elements()))
    naturals = {kind: have for kind, have in enumerate(asked.counts) if have and kind not in rules.wild}
    jokers = Counter(found.jokers)
    assert len(found.jokers) == jokers_of(asked, rules)
    assert made - jokers == naturals and not jokers - made
    assert list(found.jokers) == sorted(found.jokers)
    for part in found.sets:
        assert list(part.tiles) == sorted(part.tiles)
        alike = len(set(part.tiles)) == 1
        assert alike is (part.kind in (SetKind.PUNG, SetKind.KONG, SetKind.PAIR))
        sizes = {SetKind.CHOW: 3, SetKind.PUNG: 3, SetKind.KONG: 4, SetKind.KNITTED: 9, SetKind.PAIR: 2}
        assert part.kind is SetKind.SINGLES or len(part.tiles) == sizes[part.kind]
    assert set(found.tiles) <= set(rules.kinds)


def check(judge: Judge, asked: Question) -> int:
    """The decompositions are those of the plain judge, each once; how many."""
    rules = judge.rules
    found = judge.decompositions(*asked)
    written = [canonical(each) for each in found]
    assert len(set(written)) == len(found) == len(set(found)), asked
    assert set(written) == slow.decompositions(asked.counts, rules, *asked[1:4]), asked
    for each in found:
        check_whole(each, asked, rules)
    assert list(judge.iter_decompositions(*asked)) == found, asked
    assert judge.judge(*asked).decomposition == (found[0] if found else None)
    return len(found)


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_plain_judge_agrees(rules: Rules) -> None:
    judge = Judge(rules)
    few = (
        asked
        for asked in questions(rules, random.Random(21), 2_000, size="win")
        if jokers_of(asked, rules) <= 2 and sum(asked.counts) + asked.wild <= 20
    )
    numbers = [check(judge, asked) for asked in itertools.islice(few, 250)]
    assert len(numbers) == 250
    assert sum(map(bool, numbers)) > 30 and max(numbers) > 1


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_plain_judge_agrees_on_many(rules: Rules) -> None:
    judge = Judge(rules)
    for asked in questions(rules, random.Random(22), 400, size="win"):
        if jokers_of(asked, rules) <= 3 and sum(asked.counts) + asked.wild <= 20:
            check(judge, asked)


@given(st.sampled_from(RULES).flatmap(lambda rules: st.tuples(st.just(rules), question(rules, "win"))))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_plain_judge_agrees_on_any(given: tuple[Rules, Question]) -> None:
    rules, asked = given
    assume(jokers_of(asked, rules) <= 1 and sum(asked.counts) <= 20)
    check(Judge(rules), asked)


@pytest.mark.parametrize(
    ("hand", "rules", "wild", "expected"),
    [
        ("111222333m44455z", RIICHI, 0, ["111w 222w 333w 444z 55z", "123w 123w 123w 444z 55z"]),
        ("11m", RIICHI, 0, ["11w"]),
        ("1m", RIICHI, 1, ["11w"]),
        ("11m11p", RIICHI, 1, ["111w 11d", "111d 11w"]),
        ("112233m", PINGHU, 2, None),
        ("1112m", SICHUAN, 1, None),
        (
            "1w1w1w1w2w2w2w2w3w3w3w3w4w4w4w4w5w5w",
            SICHUAN,
            0,
            ["1111w 2222w 3333w 4444w 55w"],
        ),
        ("11122233344455m", RIICHI, 0, None),
        ("19m19p19s12345677z", RIICHI, 0, ["19w19d19t123456z 77z"]),
        ("147m258p36s123456z", GUOBIAO, 0, ["147w258d36t123456z"]),
        ("147m258p369s11133z", GUOBIAO, 0, ["147w258d369t 111z 33z"]),
        (
            "11223344556677m",
            RIICHI,
            0,
            [
                "11w 22w 33w 44w 55w 66w 77w",
                "123w 123w 456w 456w 77w",
                "123w 123w 567w 567w 44w",
                "234w 234w 567w 567w 11w",
            ],
        ),
        ("11335577m1133p555s99p", TAIWAN, 0, ["11w 33w 55w 77w 11d 33d 99d 555t"]),
        ("123m456p789s11223z", RIICHI, 0, []),
        ("123m", PINGHU, 0, []),
    ],
)
def test_known_hands(hand: str, rules: Rules, wild: int, expected: list[str] | None) -> None:
    found = decompositions(hand, rules, wild=wild)
    if expected is not None:
        assert sorted(map(str, found)) == sorted(expected)
    asked = Question(list(Hand(hand).counts), None, wild, None, None)
    assert check(Judge(rules), asked) == len(found)


@pytest.mark.parametrize("hand", ["111222333m44455z", "11223344556677m", "22233344455566p"])
def test_order_is_stable(hand: str) -> None:
    """It does not depend on how the hand is given, on the judge, or on what was asked before."""
    found = Judge(RIICHI).decompositions(hand)
    assert len(found) > 1
    for other in (Hand(hand), Hand(hand).counts, list(Hand(hand).counts), hand[::-1][1:] + hand[-1]):
        if isinstance(other, str) and "z" in hand:
            continue
        judge = Judge(RIICHI)
        judge.decompositions("123m11z")
        assert judge.decompositions(other) == found == decompositions(other, RIICHI)


@pytest.mark.parametrize(
    ("hand", "rules", "wild"),
    [
        ("", CLASSIC, 14),
        ("", GUOBIAO, 14),
        ("7777z", HONGZHONG, 10),
        ("1m", SICHUAN, 13),
        ("", TAIWAN, 17),
        ("", SICHUAN, 18),
        ("", PINGHU, 134),
    ],
)
def test_jokers_are_walked_lazily(hand: str, rules: Rules, wild: int) -> None:
    """There are more ways than anyone could wait for; the first thousand come at once, the same each time."""
    counts = Hand(hand or None)
    first = list(itertools.islice(iter_decompositions(counts, rules, wild=wild), 1000))
    assert len(set(map(canonical, first))) == 1000
    asked = Question(list(counts.counts), None, wild, None, None)
    for found in first:
        check_whole(found, asked, rules)
    again = Judge(rules).iter_decompositions(counts, None, wild)
    assert list(itertools.islice(again, 1000)) == first
    assert len(Judge(rules).judge(counts, wild=wild).to_dict()["decompositions"]) == 20


def test_walks_do_not_disturb_each_other() -> None:
    """Two walks in turns, and one left unfinished, give what each gives alone; the hand may change meanwhile."""
    judge = Judge(CLASSIC)
    hand = Hand("123456m11z")
    alone = judge.decompositions(hand, wild=3), judge.decompositions("111222333m44455z", wild=0)
    walks = judge.iter_decompositions(hand, wild=3), judge.iter_decompositions("111222333m44455z")
    next(judge.iter_decompositions(hand, wild=6))
    hand.add("9s")
    together: tuple[list[Decomposition], list[Decomposition]] = ([], [])
    for pair in itertools.zip_longest(*walks):
        for kept, found in zip(together, pair, strict=True):
            kept += [found] if found is not None else []
    assert together == alone


def put_together(sets: Sequence[tuple[int, ...]], pair: int) -> list[int]:
    counts = [0] * KINDS
    for tile in (*itertools.chain(*sets), pair, pair):
        counts[tile] += 1
    return counts


@pytest.mark.parametrize("kongs", [False, True])
@pytest.mark.parametrize("most", [4, 12, 44])
def test_what_is_built_of_sets_is_a_win(most: int, kongs: bool) -> None:
    """Random sets and a pair, as many as there are tiles for: a win, and of few sets the way it was built is listed."""
    rules = PINGHU.replace(hand_kongs=kongs)
    judge = Judge(rules)
    rng = random.Random(most)
    chows = [(tile, tile + 1, tile + 2) for tile in range(27) if tile % 9 < 7]
    for _ in range(300 if most < 40 else 100):
        pair = rng.randrange(KINDS)
        sets: list[tuple[int, ...]] = []
        for _ in range(rng.randrange(most + 1)):
            size = 4 if kongs and rng.random() < 0.3 else 3
            chosen = rng.choice(chows) if size == 3 and rng.random() < 0.6 else (rng.randrange(KINDS),) * size
            if max(put_together([*sets, chosen], pair)) <= 4:
                sets.append(chosen)
        counts = put_together(sets, pair)
        if kongs and len(sets) > 12:
            continue
        assert judge.is_win(counts), (sets, pair)
        assert judge.judge(counts).form is Form.STANDARD
        if len(sets) <= 4:
            ways = {
                (each.pair, tuple(sorted(part.tiles for part in each.sets))) for each in judge.decompositions(counts)
            }
            assert (pair, tuple(sorted(sets))) in ways


def test_the_longest_hand() -> None:
    """All 134 tiles that can be 44 sets and a pair."""
    counts = [4] * 27 + [3] * 6 + [2]
    assert sum(counts) == 128
    found = next(iter_decompositions(counts, PINGHU))
    check_whole(found, Question(counts, None, 0, None, None), PINGHU)
    assert len(found.sets) == 42
    found = next(iter_decompositions(counts, PINGHU, wild=6))
    check_whole(found, Question(counts, None, 6, None, None), PINGHU)
    assert len(found.sets) == 44


def test_kongs_in_hand() -> None:
    """As many kongs as the number of tiles asks for, in every way."""
    for hand, kongs in (
        ("1111m234m567m99m22p2p", 1),
        ("1111m2222m34m", 0),
        ("1111m2222m3333m44m", 0),
        ("1111m2222m3333m4444m55m", 4),
        ("1111m2222m3333m444m55m", 3),
    ):
        for found in decompositions(hand, SICHUAN):
            assert sum(part.kind is SetKind.KONG for part in found.sets) == kongs
    judge = Judge(SICHUAN)
    assert judge.decompositions("1111m2222m3333m444m55m")
    assert not judge.decompositions("1111m2222m3333m444m55m", melds=["[777p]"])
    assert judge.decompositions("1111m2222m3333m55m", melds=["[777p]"])


def test_melds_and_void_suit() -> None:
    """What lies beside the hand decides which suits its jokers may be."""
    for found in Judge(SICHUAN).decompositions("12m", ["[111p]", "[222p]", "[333p]"], wild=3):
        assert all(tile < 18 for tile in found.tiles)
    voided = Judge(SICHUAN).decompositions("111222m", wild=5, void=1)
    assert voided and all(tile // 9 != 1 for found in voided for tile in found.tiles)
    assert all(len({tile // 9 for tile in found.tiles}) <= 2 for found in voided)
