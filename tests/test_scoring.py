# Why: a value is what players settle by, so every rule is shown on hands that a reader can check by eye, and the kernel
# is compared with a scorer that looks at whole hands (`slow_score`).
"""What a hand is worth: each combination, each pair of them, payments, waits, many hands at once, and all of SBR."""

import array
import copy
import itertools
import pickle
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import slow_score as slow
from hypothesis import given, settings
from hypothesis import strategies as st

import mjcore as mj
from mjcore import _score
from mjcore.scoring import (
    CHENGDU,
    COMBINATIONS,
    SBR,
    SBR_RUSSIA,
    SCORINGS,
    WIN_FLAGS,
    BestWait,
    Combination,
    Feature,
    Kong,
    KongKind,
    NotWon,
    Payment,
    Score,
    Scoring,
    SelfDraw,
    Win,
    balance,
    best_wait,
    discards,
    score,
    score_many,
)

JUDGE = mj.Judge(mj.SICHUAN)
FREE = SBR.replace(name="FREE", cap=None)
ALL = FREE.plus(*COMBINATIONS).replace(name="ALL", self_draw=SelfDraw.FAN)

SHORT = {
    "K": "KONG",
    "R": "ROOT",
    "AP": "ALL_PUNGS",
    "GW": "GOLDEN_WAIT",
    "FF": "FULL_FLUSH",
    "SP": "SEVEN_PAIRS",
    "WK": "WIN_AFTER_KONG",
    "SK": "SHOOT_AFTER_KONG",
    "RK": "ROBBING_THE_KONG",
    "US": "UNDER_THE_SEA",
    "HH": "HEAVENLY_HAND",
    "EH": "EARTHLY_HAND",
    "TA": "ALL_TERMINAL",
    "P258": "PUNGS_OF_258",
    "D7": "DRAGON_SEVEN_PAIRS",
    "C": "CONCEALED_HAND",
    "M": "ALL_MIDDLE",
    "M5": "MIDDLE_FIVE",
    "ST": "STRAIGHT",
    "SD": "SELF_DRAWN",
}
LETTERS = dict(zip("skrlf", WIN_FLAGS, strict=True))


def told(letters: str) -> dict[str, bool]:
    """What the letters tell of a win; ``e``: by no dealer."""
    return {LETTERS[letter]: True for letter in letters if letter != "e"} | (
        {"dealer": False} if "e" in letters else {}
    )


def names(found: Score) -> list[str]:
    """What counts, each as often as it does, in the table's order."""
    return [row.name for row, times in found.fans for _ in range(times)]


def scored(hand: str, tile: str, letters: str = "", scoring: Scoring = FREE) -> Score:
    return score(JUDGE, hand, Win(tile, **told(letters)), scoring=scoring)


# ---------------------------------------------------------------- worked hands

# The hand with its melds, the winning tile, what is told of the win by letters (s self-drawn, k after a kong, r robbing
# a kong, l last tile, f first turn), and what counts, each as often as it does.
SBR_HANDS = [
    # Nothing; each alone.
    ("123456m345p678p99p", "9p", "", ""),
    ("123456m345p678p99p", "1m", "s", ""),
    ("123m345p678p99p[7777m]", "1m", "", "K"),
    ("222m234m456p789p55p", "3m", "", "R"),
    ("111m333m555p77p[999p]", "1m", "", "AP"),
    ("123m345m678m55m[999m]", "5m", "", "FF"),
    ("1155m2277m3388p99p", "9p", "", "SP"),
    ("123456m345p678p99p", "1m", "k", "SK"),
    ("123456m345p678p99p", "3p", "r", "RK"),
    ("123456m345p678p99p", "9p", "l", "US"),
    ("123456m345p678p99p", "9p", "sl", "US"),
    # Kongs: concealed, in the hand, several.
    ("123m345p678p99p(7777m)", "1m", "", "K"),
    ("123m345p678p99p7777m", "1m", "", "K"),
    ("345p678p99p[7777m](1111m)", "9p", "", "K K"),
    ("345p99p[7777m](1111m)[9999m]", "9p", "", "K K K"),
    ("99p[7777m](1111m)[9999m](2222p)", "9p", "", "K K K K AP GW"),
    ("1111m2222m3333m44455m", "5m", "", "K K K AP FF"),
    ("1111m2222m3333m4444m55m", "5m", "", "K K K K AP GW FF"),
    # Roots: in chows alone, with a meld, with the pair; several; a kong is none.
    ("233444455566m99p", "9p", "", "R"),
    ("234m456p789p55p[222m]", "3m", "", "R"),
    ("234m234m22m456p789p", "2m", "", "R"),
    ("123m11m123m456p789p", "1m", "", "R"),
    ("222m234m345p55p[333p]", "5p", "", "R R"),
    ("345m456p789p55p2222m", "5p", "", "K"),
    ("2222m345m345p55p[333p]", "5p", "", "K R"),
    # Seven pairs with one, two, three roots; what is sets too is worth more as pairs.
    ("1111m2277m3388p99p", "9p", "", "R SP"),
    ("1111m2222m3388p99p", "9p", "", "R R SP"),
    ("1111m2222m8888p99p", "9p", "", "R R R SP"),
    ("234m234m234m234m55p", "5p", "", "R R R SP"),
    ("11223344556677m", "7m", "", "FF SP"),
    ("22223333444455m", "5m", "", "R R R FF SP"),
    # Pungs that are chows too are worth more as pungs.
    ("111222333m55m[999p]", "5m", "", "AP"),
    ("111222333m99m[555m]", "9m", "", "AP FF"),
    # Golden Wait: all sets are declared.
    ("99p[777m][111m][999m][222p]", "9p", "", "AP GW"),
    ("99p[777m][111m][999m][222p]", "9p", "s", "AP GW"),
    ("222m99p[777m][111m][999m]", "9p", "", "AP"),
    ("222m99p[777m][111m][999m]", "2m", "", "AP"),
    # The other pairs that can meet.
    ("111m333m99p(7777p)[222p]", "1m", "", "K AP"),
    ("123m345m345m99m[7777m]", "9m", "", "K FF"),
    ("123m345p678p99p[7777m]", "9p", "sk", "K WK"),
    ("123m345p678p99p7777m", "9p", "sk", "K WK"),
    ("123m345p678p99p[7777m]", "9p", "k", "K SK"),
    ("123m345p678p99p[7777m]", "3p", "r", "K RK"),
    ("123m345p678p99p[7777m]", "3p", "l", "K US"),
    ("222m234m456m789m55m", "4m", "", "R FF"),
    ("222m234m345p99p[7777m]", "9p", "sk", "K R WK"),
    ("222m234m456p789p55p", "4m", "k", "R SK"),
    ("222m234m456p789p55p", "4m", "r", "R RK"),
    ("222m234m456p789p55p", "4m", "l", "R US"),
    ("111m333m77p(5555p)[999p]", "1m", "sk", "K AP WK"),
    ("111m333m555p77p[999p]", "1m", "k", "AP SK"),
    ("111m333m555p77p[999p]", "1m", "l", "AP US"),
    ("99m[777m][111m][555m][222m]", "9m", "", "AP GW FF"),
    ("99p[777m][1111m][999m][222p]", "9p", "sk", "K AP GW WK"),
    ("99p[777m][111m][999m][222p]", "9p", "k", "AP GW SK"),
    ("99p[777m][111m][999m][222p]", "9p", "sl", "AP GW US"),
    ("99m[7777m]123m345m456m", "9m", "sk", "K FF WK"),
    ("123m345m678m55m[999m]", "1m", "k", "FF SK"),
    ("123m345m678m55m[999m]", "1m", "r", "FF RK"),
    ("123m345m678m55m[999m]", "1m", "l", "FF US"),
    ("1155m2277m3388p99p", "9p", "k", "SP SK"),
    ("1155m2277m3388p99p", "9p", "sl", "SP US"),
    ("123m345p678p99p[7777m]", "9p", "skl", "K WK US"),
    ("123456m345p678p99p", "9p", "kl", "SK US"),
    # The dearest, and the dearest without melds.
    ("55m[1111m][2222m](3333m)[4444m]", "5m", "skl", "K K K K AP GW FF WK US"),
    ("22223333444455m", "5m", "kl", "R R R FF SP SK US"),
]

HOUSE_HANDS = [
    # The first turn: the dealer's draw, another's draw, the dealer's discard; it is concealed anyway.
    ("123456m345p678p99p", "9p", "sf", "HH SD"),
    ("123456m345p678p99p", "9p", "sfe", "EH SD"),
    ("123456m345p678p99p", "9p", "f", "EH"),
    ("123456m345p678p99p", "9p", "fk", "SK EH"),
    ("1155m2277m3388p99p", "9p", "sf", "SP HH SD"),
    ("123456m345p678p99p", "9p", "s", "C SD"),
    # A 1 or 9 in every set and the pair.
    ("123m789m123p11m[999p]", "1m", "", "TA"),
    ("123m789m123p999p11m", "1m", "", "TA C"),
    ("111m999m111p123p99p", "9p", "", "R TA C"),
    ("123m789m123p22m[999p]", "3m", "", ""),
    ("111122223333m99m", "9m", "", "R R R FF TA C"),
    # Pungs of 2, 5 and 8 are all pungs and middle tiles already.
    ("222m555m88p[888m][555p]", "2m", "", "P258"),
    ("88p[888m][555p][222m][555m]", "8p", "", "GW P258"),
    ("88p[8888m][555p][222m][555m]", "8p", "", "K GW P258"),
    ("222m555m99p[888m][555p]", "2m", "", "AP"),
    # Dragon Seven Pairs is seven pairs and one root.
    ("1111m2277m3388p99p", "9p", "", "D7"),
    ("1111m2222m3388p99p", "9p", "", "R D7"),
    ("2222m5555m8888m22p", "2p", "", "R R D7 M"),
    ("22223344556677m", "7m", "", "FF D7 M"),
    ("1155m2277m3388p99p", "9p", "", "SP"),
    # Concealed: no meld but concealed kongs. Middle: no 1, no 9.
    ("123456m345p678p99p", "9p", "", "C"),
    ("123m345p678p99p(7777m)", "1m", "", "K C"),
    ("123m345p678p99p[7777m]", "1m", "", "K"),
    ("234m345p678p88p[777m]", "8p", "", "M"),
    ("234m345p678p777m88p", "8p", "", "C M"),
    ("2255m3377m3388p66p", "6p", "", "SP M"),
    # The winning 5 in the middle of 456.
    ("123m456m678p11p[999p]", "5m", "", "M5"),
    ("123m456m678p11p[999p]", "4m", "", ""),
    ("345456m678p11p[999p]", "5m", "", "M5"),
    ("345m678m678p11p[999p]", "5m", "", ""),
    ("123m456m456p11p[999p]", "5p", "", "M5"),
    ("444555666m11p[999p]", "5m", "", "AP"),
    ("444555666m11p777p", "5m", "s", "AP C SD"),
    # A straight in one suit.
    ("123456789m55p[333p]", "5p", "", "ST"),
    ("123456789m345m99m", "9m", "", "FF C ST"),
    ("123456m789p55p[333p]", "5p", "", ""),
    ("123456789m55p[333p]", "5m", "", "M5 ST"),
]

INCOMPATIBLE = {
    *map(frozenset, (("K", "SP"), ("R", "AP"), ("R", "GW"), ("AP", "SP"), ("AP", "RK"), ("GW", "SP"), ("GW", "RK"))),
    *map(frozenset, (("SP", "WK"), ("SP", "RK"), ("WK", "SK"), ("WK", "RK"), ("SK", "RK"), ("RK", "US"))),
}
"""The pairs that cannot meet."""


@pytest.mark.parametrize(("hand", "tile", "letters", "counts"), SBR_HANDS)
def test_sbr(hand: str, tile: str, letters: str, counts: str) -> None:
    found = scored(hand, tile, letters)
    assert names(found) == [SHORT[each] for each in counts.split()]
    assert found.total == sum(COMBINATIONS[name].fans for name in names(found))
    assert found.value == 2**found.total
    assert scored(hand, tile, letters, SBR).value == min(8, found.value)
    assert scored(hand, tile, letters, SBR_RUSSIA).value == min(16, found.value)


@pytest.mark.parametrize(("hand", "tile", "letters", "counts"), HOUSE_HANDS)
def test_house_rules(hand: str, tile: str, letters: str, counts: str) -> None:
    assert names(scored(hand, tile, letters, ALL)) == [SHORT[each] for each in counts.split()]


def test_every_pair_that_can_meet_is_shown() -> None:
    ten = [short for short, name in SHORT.items() if name in {row.name for row in SBR.combinations}]
    pairs = {frozenset(pair) for pair in itertools.combinations(ten, 2)}
    shown = {frozenset(pair) for *_, counts in SBR_HANDS for pair in itertools.combinations(set(counts.split()), 2)}
    assert shown == pairs - INCOMPATIBLE
    assert len(SBR_HANDS) + len(HOUSE_HANDS) >= 100


def test_every_combination_is_shown() -> None:
    shown = {SHORT[each] for *_, counts in (*SBR_HANDS, *HOUSE_HANDS) for each in counts.split()}
    assert shown == {row.name for row in ALL.table}


def test_what_excludes_can_be_met_by_jokers_only() -> None:
    # Six 2s make two pungs: four alike in two sets, but no Root beside All Pungs.
    found = score(JUDGE, "2222m55p", Win("5p"), ["[888m]", "[888p]"], wild=2, scoring=ALL)
    assert (names(found), found.roots, str(found.decomposition)) == (["PUNGS_OF_258"], 1, "222w 222w 55d")
    # Five are a pung and the pair, which is no set: no root at all.
    found = score(JUDGE, "2222m", Win("2m"), ["[888m]", "[888p]", "[555p]"], wild=1, scoring=ALL)
    assert (names(found), found.roots, str(found.decomposition)) == (["PUNGS_OF_258"], 0, "222w 22w")
    # The pair is the robbed tile and a joker: Golden Wait stands, Robbing the Kong does not.
    melds = ["[111m]", "[222m]", "[333p]", "[444p]"]
    found = score(JUDGE, "9p", Win("9p", robbing_kong=True), melds, wild=1, scoring=FREE)
    assert names(found) == ["ALL_PUNGS", "GOLDEN_WAIT"]


# ---------------------------------------------------------------- the second scorer


def slow_how(win: Win) -> slow.How:
    dealer = win.first_turn and win.self_drawn and win.dealer is not False
    return slow.How(win.self_drawn, win.after_kong, win.robbing_kong, win.last_tile, win.first_turn, dealer)


@pytest.mark.parametrize(("hand", "tile", "letters", "counts"), SBR_HANDS + HOUSE_HANDS)
def test_the_slow_scorer_says_the_same(hand: str, tile: str, letters: str, counts: str) -> None:
    own = mj.parse(hand)
    win = Win(tile, **told(letters))
    melds = [slow.Meld(meld.tiles, meld.concealed) for meld in own.melds or ()]
    for scoring, house in ((FREE, ()), (ALL, slow.HOUSE), (CHENGDU, slow.CHENGDU)):
        fans, _ = slow.best(own.counts, win.tile, melds, how=slow_how(win), house=house)
        assert fans == score(JUDGE, hand, win, scoring=scoring).total


WINS = ({}, told("s"), told("sl"), told("k"), told("sk"), told("r"), told("sf"), told("sfe"), told("f"), told("l"))


def made_up(rng: random.Random) -> tuple[list[int], list[slow.Meld], int]:
    """A hand that is nearly always won, its melds, and how many of its tiles are jokers."""
    while True:
        counts = [0] * 27
        melds = []
        suits = rng.sample(range(3), rng.choice((1, 2, 2)))
        style = rng.choice(("any", "few", "pungs", "terminal", "258", "pairs"))
        ranks, chows = {
            "terminal": ((0, 8), (0, 6)),
            "258": ((1, 4, 7), (0, 1, 2)),
            "few": ((0, 1, 2, 3), (0, 1, 2)),
        }.get(style, (range(9), range(7)))
        for _ in range(7 if style == "pairs" else 1):
            counts[9 * rng.choice(suits) + rng.choice(ranks)] += 2
        melded = rng.choice((0, 0, 1, 2, 3, 4))
        for index in range(0 if style == "pairs" else 4):
            first = 9 * rng.choice(suits)
            if index < melded:
                size = rng.choice((3, 3, 4))
                melds.append(slow.Meld((first + rng.choice(ranks),) * size, size == 4 and rng.random() < 0.5))
            elif rng.random() < (0.9 if style in ("pungs", "258") else 0.3):
                counts[first + rng.choice(ranks)] += rng.choice((3, 3, 3, 4))
            else:
                chow = first + rng.choice(chows)
                counts[chow : chow + 3] = [each + 1 for each in counts[chow : chow + 3]]
        jokers = rng.choice((0, 0, 1, 2))
        for _ in range(jokers):
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
        if any(counts) and rng.random() < 0.1:
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
            counts[rng.randrange(27)] += 1
        held = [count + sum(meld.tiles.count(tile) for meld in melds) for tile, count in enumerate(counts)]
        if any(counts) and max(held) <= 4:
            return counts, melds, jokers


def told_wrong(counts: list[int], melds: list[slow.Meld], jokers: int, win: Win) -> bool:
    """Whether a win cannot be as it is told."""
    kong_in_hand = sum(counts) + jokers > 14 - 3 * len(melds)
    if win.tile is None:
        return False
    copies = counts[win.tile] + sum(meld.tiles.count(win.tile) for meld in melds)
    kong = kong_in_hand or any(len(meld.tiles) == 4 for meld in melds)
    return (
        (win.first_turn and (bool(melds) or kong_in_hand))
        or (win.after_kong and win.self_drawn and not kong)
        or (win.robbing_kong and copies > 1)
    )


def parts_of(found: mj.Decomposition) -> slow.Parts:
    sets = tuple(part.tiles for part in found.sets)
    return sets if found.pair is None else (*sets, (found.pair, found.pair))


def check_against_slow(rng: random.Random) -> None:
    counts, melds, jokers = made_up(rng)
    tile = None if jokers and rng.random() < 0.3 else rng.choice([tile for tile in range(27) if counts[tile]])
    win = Win(tile, **rng.choice(WINS))
    if told_wrong(counts, melds, jokers, win):
        win = Win(tile)
    elif tile is None:
        win = Win(None, **rng.choice((told(""), told("s"), told("l"))))
    void = rng.choice((None, None, 0, 1, 2))
    scoring, house = rng.choice(((FREE, ()), (ALL, slow.HOUSE), (CHENGDU, slow.CHENGDU)))
    hand = counts + [0] * 7
    own = [mj.Meld(meld.tiles, meld.concealed) for meld in melds]
    fans, _ = slow.best(counts, tile, melds, jokers, void, slow_how(win), house)
    if fans < 0:
        with pytest.raises(NotWon):
            score(JUDGE, hand, win, own, jokers, void, scoring)
        return
    found = score(JUDGE, hand, win, own, jokers, void, scoring)
    assert found.total == fans

    def readings(decomposition: mj.Decomposition) -> Iterator[list[str]]:
        for tile in set(decomposition.jokers) if win.tile is None else {win.tile}:
            counted = slow.names_of(parts_of(decomposition), melds, tile, slow_how(win), house)
            if counted is not None:
                yield sorted(counted)

    counted = sorted(row.zh for row, times in found.fans for _ in range(times))
    assert counted in list(readings(found.decomposition))
    dearest = (
        each
        for each in JUDGE.iter_decompositions(hand, own, jokers, void)
        if any(slow.fans_of(names) == fans for names in readings(each))
    )
    assert found.decomposition == next(dearest)
    if scoring is FREE:
        short = {short for short, name in SHORT.items() if name in names(found)}
        assert not any(pair <= short for pair in INCOMPATIBLE)


def test_hands_against_the_slow_scorer() -> None:
    rng = random.Random(1)
    for _ in range(400):
        check_against_slow(rng)


@pytest.mark.long
def test_many_hands_against_the_slow_scorer() -> None:
    rng = random.Random(2)
    for _ in range(10000):
        check_against_slow(rng)


SHARES = (965_556, 762_102, 183_402, 351_999, 257_442, 35_298, 3_780, 1_512)
"""How many of the 2,561,091 winning hands of 14 tiles, concealed and won in no special way, have 0, 1, 2, ... fans."""


def placed(hands: np.ndarray, one: int, other: int) -> np.ndarray:
    """Pairs of suits as hands: each that is another with ``one`` and ``other`` swapped, only once."""
    single, twins = ~hands[:, 9:].any(1), (hands[:, :9] == hands[:, 9:]).all(1)
    kept = hands[~(single & (other != (one + 1) % 3)) & ~(twins & (one > other))]
    rows = np.zeros((len(kept), 34), np.uint8)
    rows[:, 9 * one : 9 * one + 9] = kept[:, :9]
    rows[:, 9 * other : 9 * other + 9] = kept[:, 9:]
    return rows


@pytest.mark.long
def test_every_winning_hand() -> None:
    pairs = sorted(slow.winning_pairs_of_suits())
    hands = np.array([one + other for one, other in pairs], np.uint8)
    fans = []
    for one, other in pairs:
        counts = one + other + (0,) * 9
        fans.append(slow.best(counts, counts.index(max(counts)))[0])
    expected = dict(zip(map(bytes, hands), fans, strict=True))
    shares = np.zeros(256, int)
    for one, other in itertools.permutations(range(3), 2):
        rows = placed(hands, one, other)
        totals, values = score_many(JUDGE, rows, rows.argmax(1).astype(np.uint8), scoring=SBR)
        twice = np.concatenate([rows[:, 9 * one : 9 * one + 9], rows[:, 9 * other : 9 * other + 9]], 1)
        assert totals.tolist() == [expected[hand] for hand in map(bytes, twice)]
        assert (values == 2 ** np.minimum(totals, 3)).all()
        shares += np.bincount(totals, minlength=256)
    assert tuple(shares[: len(SHARES)]) == SHARES
    assert shares.sum() == sum(SHARES) == 2_561_091


@pytest.mark.long
def test_some_winning_hands_under_all_house_rules() -> None:
    rng = random.Random(3)
    for one, other in rng.sample(sorted(slow.winning_pairs_of_suits()), 20000):
        counts = (*one, *other, *(0,) * 16)
        tile = rng.choice([tile for tile in range(18) if counts[tile]])
        fans, _ = slow.best(counts, tile, how=slow.How(True), house=slow.HOUSE)
        assert score(JUDGE, counts, Win(tile, self_drawn=True), scoring=ALL).total == fans


# ---------------------------------------------------------------- the dearest hand


def hands_by_melds(parts: list[tuple[int, ...]], sets: int) -> tuple[np.ndarray, np.ndarray]:
    """All hands of so many of the parts and a pair, of two suits, and the pair's tile."""
    rows, tiles = [], []
    for chosen in itertools.combinations_with_replacement(parts, sets):
        counts = [0] * 34
        for tile in itertools.chain(*chosen):
            counts[tile] += 1
        for pair in range(18):
            counts[pair] += 2
            if counts[pair] <= 4 and max(counts) <= 4:
                rows.append(bytes(counts))
                tiles.append(pair)
            counts[pair] -= 2
    return np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 34), np.array(tiles, np.uint8)


def dearest_of(suits: int) -> tuple[int, set[tuple[str, ...]]]:
    """The most fans of SBR without a cap, over all melds and hands of so many suits, and all that can be told of a win.

    The winning tile makes the pair: no combination but Golden Wait asks which tile wins, and that wants this one.
    """
    kinds = range(9 * suits)
    chows = [(tile, tile + 1, tile + 2) for tile in kinds if tile % 9 < 7]
    pungs = [(tile,) * 3 for tile in kinds]
    best, found = 0, set()
    flags = ("", "sl", "skl", "kl", "sk", "k", "s", "l")
    for melded in range(5):
        rows, tiles = hands_by_melds([*chows, *pungs], 4 - melded)
        inside = ~rows[:, 9 * suits :].any(1)
        rows, tiles = rows[inside], tiles[inside]
        for melds in itertools.combinations_with_replacement([*pungs, *((tile,) * 4 for tile in kinds)], melded):
            used = np.bincount([tile for meld in melds for tile in meld], minlength=34)
            fits = (rows + used <= 4).all(1) if used.max(initial=0) <= 4 else np.zeros(len(rows), bool)
            hands, wins = np.ascontiguousarray(rows[fits]), tiles[fits]
            own = [mj.Meld(meld) for meld in melds]
            kong = any(len(meld) == 4 for meld in melds)
            for letters in flags if len(hands) else ():
                if "s" in letters and "k" in letters and not kong:
                    continue
                totals, _ = score_many(JUDGE, hands, wins, melds=own, scoring=FREE, **told(letters))
                if totals.max() > best:
                    best, found = int(totals.max()), set()
                if totals.max() == best:
                    row = int(totals.argmax())
                    won = score(JUDGE, bytes(hands[row]), Win(int(wins[row]), **told(letters)), own, scoring=FREE)
                    found.add(tuple(sorted(set(names(won)))))
    return best, found


def test_the_dearest_hand_of_one_suit() -> None:
    fans, found = dearest_of(1)
    ten = {"KONG", "ALL_PUNGS", "GOLDEN_WAIT", "FULL_FLUSH", "UNDER_THE_SEA"}
    assert fans == 10
    assert found == {tuple(sorted({*ten, after})) for after in ("WIN_AFTER_KONG", "SHOOT_AFTER_KONG")}
    dearest = scored("55m[1111m][2222m](3333m)[4444m]", "5m", "skl")
    assert dearest.total == 10
    assert dearest.value == 1024


@pytest.mark.long
def test_the_dearest_hand_of_two_suits() -> None:
    fans, found = dearest_of(2)
    assert fans == 10
    assert all("FULL_FLUSH" in names for names in found)


# ---------------------------------------------------------------- readings


def test_ties_go_to_the_first_decomposition() -> None:
    hand = "111222333m456p99p"
    assert scored(hand, "9p").decomposition == JUDGE.decompositions(hand, ())[0]
    # As chows it is a 5 in the middle, as pungs All Pungs: one fan each, and pungs come first.
    assert str(scored("444555666m11p[999p]", "5m", scoring=ALL).decomposition) == "444w 555w 666w 11d"
    dearer = ALL.plus(Combination("MIDDLE_FIVE", "夹心五", "Middle Five", 2, Feature.STANDARD | Feature.MIDDLE_FIVE))
    assert str(scored("444555666m11p[999p]", "5m", scoring=dearer).decomposition) == "456w 456w 456w 11d"
    # Seven pairs come before sets that are worth the same.
    equal = Scoring("EQUAL", ("FULL_FLUSH",), cap=None)
    assert scored("22334455667799m", "9m", scoring=equal).decomposition.form is mj.Form.SEVEN_PAIRS


def test_jokers() -> None:
    found = score(JUDGE, "111222333m99m", Win("9m"), wild=3, scoring=FREE)
    assert names(found) == ["ROOT"] * 3 + ["FULL_FLUSH", "SEVEN_PAIRS"]
    assert found.decomposition.jokers == (0, 1, 2)
    # Seven pairs with three roots of one suit: the dearest of all hands of 14 tiles.
    every = score(JUDGE, bytes(34), Win(None), wild=14, scoring=FREE)
    assert (names(every), every.total) == (["ROOT"] * 3 + ["FULL_FLUSH", "SEVEN_PAIRS"], 7)
    assert str(every.decomposition) == "11w 11w 22w 22w 33w 33w 44w"
    assert score(JUDGE, bytes(34), Win(None), wild=14, void=0, scoring=FREE).decomposition.tiles[0] == 9
    kongs = score(JUDGE, bytes(34), Win(None), wild=18, scoring=FREE)
    assert kongs.total == 8
    assert str(kongs.decomposition) == "1111w 1111w 1111w 1111w 11w"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_joker_kind_is_a_joker(n: int) -> None:
    judge = mj.Judge(mj.HONGZHONG)
    rng = random.Random(n)
    for _ in range(100):
        counts, melds, _ = made_up(rng)
        own = [mj.Meld(meld.tiles, meld.concealed) for meld in melds]
        tile = rng.choice([tile for tile in range(27) if counts[tile]])
        for win in (Win(tile), None):
            unnamed = total_of(judge, counts + [0] * 7, win or Win(None), own, n)
            assert total_of(judge, [*counts, *(0,) * 6, n], win or Win("7z"), own, 0) == unnamed


def total_of(judge: mj.Judge, hand: Any, win: Win, melds: Any, wild: int, scoring: Scoring = ALL) -> int:
    """The fans; -1 for a hand that is not won."""
    try:
        return score(judge, hand, win, melds, wild, scoring=scoring).total
    except NotWon:
        return -1


def test_other_rules() -> None:
    # A melded chow: Golden Wait without All Pungs, and a straight that lies partly beside the hand.
    judge = mj.Judge(mj.SICHUAN.replace(melded_chows=True))
    assert names(score(judge, "99p", Win("9p"), ["[123m]", "[456m]", "[777m]", "[888m]"], scoring=FREE)) == [
        "GOLDEN_WAIT"
    ]
    assert names(score(judge, "456m99p333p", Win("9p"), ["[123m]", "[789m]"], scoring=ALL)) == ["STRAIGHT"]
    assert names(score(judge, "99p", Win("9p"), ["[234m]"] * 3 + ["[567m]"], scoring=FREE)) == ["GOLDEN_WAIT"]
    # Four alike in melded chows alone are a root, which Golden Wait excludes.
    found = score(judge, "99p345m", Win("9p"), ["[234m]", "[234m]", "[456m]"], scoring=FREE)
    assert names(found) == ["ROOT"]
    # Honours are of no suit.
    assert names(score(mj.Judge(mj.CLASSIC), "11122233344455z", Win("5z"), scoring=FREE)) == ["ALL_PUNGS"]
    assert names(score(mj.Judge(mj.CLASSIC), "111222333m44455z", Win("5z"), scoring=FREE)) == ["ALL_PUNGS"]
    # Seven different pairs only; the pair of 2, 5, 8.
    assert names(score(mj.Judge(mj.RIICHI), "11223344556677m", Win("5m"), scoring=FREE)) == [
        "FULL_FLUSH",
        "SEVEN_PAIRS",
    ]
    assert "SEVEN_PAIRS" not in names(score(mj.Judge(mj.RIICHI), "22223333444455m", Win("5m"), scoring=FREE))
    pairs = mj.Judge(mj.SICHUAN.replace(pair_ranks=(2, 5, 8)))
    assert score(pairs, "11123456789992m", Win("9m"), scoring=FREE).decomposition.pair in (1, 4, 7)


def test_three_suits_where_the_rules_allow_them() -> None:
    judge = mj.Judge(mj.SICHUAN.replace(max_suits=3))
    assert names(score(judge, "111m333p555s77p[999s]", Win("7p"), scoring=FREE)) == ["ALL_PUNGS"]
    with pytest.raises(NotWon):
        score(JUDGE, "111m333p555s77p[999s]", Win("7p"))


# ---------------------------------------------------------------- what is asked wrongly


@pytest.mark.parametrize(
    ("letters", "says"),
    [
        ("rs", "robbing_kong with self_drawn"),
        ("rk", "robbing_kong with after_kong"),
        ("rl", "robbing_kong with last_tile"),
        ("rf", "robbing_kong with first_turn"),
        ("fl", "first_turn with last_tile"),
        ("fsk", "first_turn with self_drawn after_kong"),
    ],
)
def test_wins_that_contradict_themselves(letters: str, says: str) -> None:
    with pytest.raises(mj.HandError, match=says):
        Win("5m", **told(letters))
    with pytest.raises(mj.HandError, match=says):
        score_many(JUDGE, bytes(34), b"\0", **told(letters))


def test_the_dealer_has_nobody_before() -> None:
    with pytest.raises(mj.HandError, match="first_turn of the dealer"):
        Win("5m", first_turn=True, dealer=True)
    Win("5m", dealer=True)


@pytest.mark.parametrize(
    ("hand", "tile", "letters", "says"),
    [
        ("123456m345p678p99p", "1p", "", "the winning tile 1p is not in the hand"),
        ("123456m345p678p99p", None, "", "the winning tile joker is not in the hand"),
        ("345p678p99p456m[111m]", "9p", "sf", "first_turn: the winner has melds"),
        ("123m345p678p99p7777m", "9p", "sf", "first_turn: the winner has melds or kongs"),
        ("123456m345p678p99p", "9p", "sk", "the winner has no kong"),
        ("345p678p99p456m[111m]", "9p", "sk", "the winner has no kong"),
        ("123456m345p678p99p", "9p", "r", "the other three 9p are the robbed pung"),
        ("345p678p99p123m[333p]", "3p", "r", "the other three 3p are the robbed pung"),
    ],
)
def test_wins_that_contradict_the_hand(hand: str, tile: str | None, letters: str, says: str) -> None:
    with pytest.raises(mj.HandError, match=says):
        score(JUDGE, hand, Win(tile, **told(letters)))


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "says"),
    [
        ("123456m345p678p9p1s", "9p", (), "not a win: too many suits"),
        ("123456m345p677p99p", "9p", (), "not a win"),
        ("123456m345p99p", "9p", (), "wrong number of tiles"),
        ("1111m345p678p99p456m", "1m", (), "the winning tile is in a kong"),
        ("123m345p678p99p[777m]", "9p", ("[222m]",), "melds are told twice"),
        ("11123m345p678p99p", "9p", ("[111m]",), "1m: 3 copies and 3 in melds"),
        ("345p678p99p456m", "9p", ("[123m]",), "chows are not melded"),
        ("345p678p99p456m", "9p", "[111m]", "melds are an iterable"),
        ("345p678p99p456m", "9p", 5, "melds are an iterable"),
    ],
)
def test_hands_without_a_value(hand: str, tile: str, melds: Any, says: str) -> None:
    with pytest.raises(mj.HandError, match=says):
        score(JUDGE, hand, Win(tile), melds)


def test_not_won_says_why() -> None:
    with pytest.raises(NotWon) as raised:
        score(JUDGE, "123456m345p678p99p", "9p", void=1)
    assert raised.value.verdict.reason is mj.Reason.VOID_SUIT_HELD
    assert raised.value.penalty == 48
    assert str(raised.value) == "not a win: the void suit, dots, is still held: a penalty of 48 points"
    assert pickle.loads(pickle.dumps(raised.value)).penalty == 48
    with pytest.raises(NotWon) as raised:
        score(JUDGE, "123456m345p678p9p8p", "9p")
    assert (raised.value.penalty, bool(raised.value.verdict)) == (0, False)
    with pytest.raises(NotWon, match="a form that has no value here: thirteen orphans"):
        score(mj.Judge(mj.CLASSIC), "19m19p19s12345677z", "7z")


def test_rules_without_values() -> None:
    with pytest.raises(mj.HandError, match="hands of 4 sets"):
        score(mj.Judge(mj.TAIWAN), "11122233344455566m", "6m")
    with pytest.raises(mj.HandError, match="hands of 4 sets"):
        score(mj.Judge(mj.PINGHU), "11m", "1m")
    with pytest.raises(mj.HandError, match="honours are no chows"):
        score(mj.Judge(mj.CLASSIC.replace(honor_runs=True)), "11122233344455z", "5z")


# ---------------------------------------------------------------- objects


def test_a_win() -> None:
    win = Win("5m", self_drawn=True, last_tile=True)
    assert repr(win) == "Win('5m', self_drawn=True, last_tile=True)"
    assert (win.tile, win.self_drawn, win.after_kong, win.robbing_kong, win.last_tile, win.first_turn) == (
        4, True, False, False, True, False,
    )  # fmt: skip
    assert win == Win(4, self_drawn=True, last_tile=True) != Win(4)
    assert win != 4
    assert hash(win) == hash(Win(4, self_drawn=True, last_tile=True))
    assert pickle.loads(pickle.dumps(win)) == copy.copy(win) == copy.deepcopy(win) == win
    assert repr(Win(None, first_turn=True, dealer=False)) == "Win(None, first_turn=True, dealer=False)"
    with pytest.raises(AttributeError):
        win.tile = 5  # type: ignore[misc]
    for wrong in ("5", "55m", 34, -1, 5.0):
        with pytest.raises(mj.HandError):
            Win(wrong)


def test_a_score() -> None:
    found = scored("55p[1111m][222m][333m](4444p)", "5p", "s", SBR)
    assert found.explain("en") == repr(found)[len("<Score SBR: ") : -1]
    assert found.explain("en") == (
        "Kong 1×2, All Pungs 1, Golden Wait 1: 4 fans, at most 3 count: 8 points, and 1 from each: "
        "55d [1111m] [222m] [333m] (4444p)"
    )
    assert (
        found.explain("zh")
        == "杠1番×2、对对胡1番、金钩钓1番：共4番，封顶3番，8点，每家加1点：55d [1111m] [222m] [333m] (4444p)"
    )
    assert scored("123456m345p678p99p", "9p").explain("zh") == "平胡：共0番，1点：123w 456w 345d 678d 99d"
    assert scored("123456m345p678p99p", "9p").explain() == "no fans: 1 point: 123w 456w 345d 678d 99d"
    joker = score(JUDGE, "123456m345p678p9p", Win("9p", self_drawn=True), wild=1, scoring=CHENGDU)
    assert joker.explain() == "Concealed Hand 1, Self-Drawn 1: 2 fans: 4 points: 123w 456w 345d 678d 99d, jokers as 9p"
    assert joker.explain("zh") == "门清1番、自摸1番：共2番，4点：123w 456w 345d 678d 99d，癞子当 9p"
    with pytest.raises(ValueError, match="a language is"):
        found.explain("fr")
    assert (found.kongs, found.roots, found.win, found.scoring) == (2, 0, Win("5p", self_drawn=True), SBR)
    assert found.melds == tuple(map(mj.Meld.from_text, ("[1111m]", "[222m]", "[333m]", "(4444p)")))
    assert found.features & (Feature.GOLDEN_WAIT | Feature.FULL_FLUSH) == Feature.GOLDEN_WAIT
    assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == copy.deepcopy(found) == found
    assert hash(found) == hash(copy.deepcopy(found))
    assert found != scored("55p[1111m][222m][333m](4444p)", "5p", "", SBR)
    assert found != 8
    assert isinstance(pickle.loads(pickle.dumps(found)), Score)
    for name in ("total", "value", "anything"):
        with pytest.raises(AttributeError):
            setattr(found, name, 9)
    assert found.to_dict() == {
        "scoring": "SBR",
        "fans": [
            {"name": "KONG", "zh": "杠", "en": "Kong", "fans": 1, "times": 2},
            {"name": "ALL_PUNGS", "zh": "对对胡", "en": "All Pungs", "fans": 1, "times": 1},
            {"name": "GOLDEN_WAIT", "zh": "金钩钓", "en": "Golden Wait", "fans": 1, "times": 1},
        ],
        "total": 4,
        "value": 8,
        "decomposition": {"form": "STANDARD", "sets": [], "pair": "5p", "jokers": []},
        "melds": ["[1111m]", "[222m]", "[333m]", "(4444p)"],
    }


def test_hands_of_every_type_and_melds_told_anywhere() -> None:
    text = "345p678p99p(1111m)[7777m]"
    known = mj.parse(text)
    expected = scored(text, "9p", "", SBR)
    for hand in (known, mj.Hand(text)):
        assert score(JUDGE, hand, "9p") == expected
    for hand in (known.counts, list(known.counts), bytearray(known.counts), np.frombuffer(known.counts, np.uint8)):
        assert score(JUDGE, hand, 17, known.melds) == expected
    assert score(JUDGE, mj.Hand(known.counts, []), "9p", known.melds) == expected
    assert score(JUDGE, "345p678p99p", "9p", (str(meld) for meld in known.melds or ())) == expected
    assert score(JUDGE, "123456m345p678p99p", "9p", None).melds == ()


def test_scorings() -> None:
    assert [*SCORINGS] == ["SBR", "SBR_RUSSIA", "CHENGDU"]
    assert [row.name for row in SBR.table] == list(SHORT.values())[:10]
    assert SBR_RUSSIA.combinations == SBR.combinations
    assert (SBR.cap, SBR_RUSSIA.cap, CHENGDU.cap) == (3, 4, 4)
    assert [SBR.value(fans) for fans in range(6)] == [1, 2, 4, 8, 8, 8]
    assert FREE.value(100) == 2**100
    assert CHENGDU.table[-1].name == "SELF_DRAWN"
    assert "MIDDLE_FIVE" not in [row.name for row in CHENGDU.table]
    for scoring in (*SCORINGS.values(), ALL):
        assert pickle.loads(pickle.dumps(scoring)) == copy.deepcopy(scoring) == scoring.replace() == scoring
        assert hash(scoring.replace()) == hash(scoring)
        assert score(JUDGE, "11223344556677m", "7m", scoring=pickle.loads(pickle.dumps(scoring))).total >= 4
    assert SBR.plus("STRAIGHT").minus("STRAIGHT") == SBR
    assert SBR.plus(*SBR.combinations) == SBR
    assert SBR.minus("KONG").plus("KONG") != SBR
    with pytest.raises(AttributeError):
        SBR.cap = 5  # type: ignore[misc]


def test_a_table_of_ones_own() -> None:
    both = Combination(
        "PURE_PUNGS",
        "清对",
        "Pure Pungs",
        4,
        Feature.FULL_FLUSH | Feature.ALL_PUNGS,
        excludes=("ALL_PUNGS", "FULL_FLUSH"),
    )
    assert names(scored("111222333m99m[555m]", "9m", "", FREE.plus(both))) == ["PURE_PUNGS"]
    assert names(scored("111222333m99p[555m]", "9p", "", FREE.plus(both))) == ["ALL_PUNGS"]
    four = Combination(
        "EIGHTEEN", "十八罗汉", "Eighteen Arhats", 6, Feature.GOLDEN_WAIT, per="kong", includes=("KONG",)
    )
    assert (
        dict((row.name, times) for row, times in scored(*SBR_HANDS[15][:2], scoring=FREE.plus(four)).fans)["KONG"] == 3
    )
    # A combination of what is lacking: no kong, no self-draw, two suits.
    plain = Combination("PLAIN", "平", "Plain", 1, lacks=Feature.FULL_FLUSH | Feature.SELF_DRAWN)
    assert names(scored("123456m345p678p99p", "9p", "", FREE.plus(plain))) == ["PLAIN"]
    assert names(scored("123456m345p678p99p", "9p", "s", FREE.plus(plain))) == []
    # With jokers it is worth more not to make a flush, where that pays more.
    dear = FREE.plus(Combination("TWO", "两门", "Two Suits", 9, lacks=Feature.FULL_FLUSH))
    assert "FULL_FLUSH" in names(score(JUDGE, "111222333444m5m", Win("5m"), wild=1, scoring=dear))
    assert "TWO" in names(score(JUDGE, "111222333m5m", Win("1m"), wild=4, scoring=dear))
    assert "FULL_FLUSH" in names(score(JUDGE, "111222333m5m", Win("1m"), wild=4, scoring=FREE))
    assert Scoring(combinations=()).value(scored("11223344556677m", "7m", "", Scoring(combinations=())).total) == 1
    many = [Combination(f"ROW{index}", "", "", 60) for index in range(32)]
    huge = Scoring("HUGE", tuple(many), cap=None)
    assert scored("123456m345p678p99p", "9p", "", huge).total == 255
    with pytest.raises(ValueError, match="at most 32 combinations"):
        Scoring("HUGE", (*many, Combination("ROW32", "", "", 1)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"cap": -1}, {"cap": 256}, {"cap": True}, {"cap": "3"}, {"name": 5}, {"penalty": -1}, {"concealed_kong": 0.5},
        {"self_draw": "double"}, {"combinations": ("NOTHING",)}, {"combinations": ("KONG", "KONG")},
    ],
)  # fmt: skip
def test_scorings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        SBR.replace(**wrong)


def test_combinations_that_cannot_be() -> None:
    for wrong in (
        {"fans": -1}, {"fans": 61}, {"fans": 0.5}, {"per": "pung"}, {"excludes": "KONG"},
        {"needs": Feature.FULL_FLUSH, "lacks": Feature.FULL_FLUSH},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="Combination"):
            Combination(**{"name": "X", "zh": "", "en": "", "fans": 1} | wrong)  # type: ignore[arg-type]
    for name in ("KONGS", "CHOW"):
        with pytest.raises(ValueError, match=name):
            SBR.plus(name)
        with pytest.raises(ValueError, match=name):
            SBR.minus(name)


def test_the_kernel_names_the_same_features() -> None:
    assert {feature.name: feature.value for feature in Feature} == _score.FEATURES


# ---------------------------------------------------------------- payments


def test_a_discard_is_paid_by_its_player() -> None:
    found = scored("123m345m678m55m[999m]", "5m", "", SBR)
    assert found.payments(2, 0) == (Payment(0, 2, 4, "win"),)
    assert found.payments(2, discarder=1, still_in=(1, 2)) == (Payment(1, 2, 4, "win"),)


def test_a_self_draw_is_paid_by_each_still_in() -> None:
    hand = "123m345m678m55m[999m]"
    assert scored(hand, "5m", "s", SBR).payments(2) == tuple(Payment(each, 2, 5, "win") for each in (0, 1, 3))
    assert scored(hand, "5m", "s", SBR).payments(2, still_in=(2, 3)) == (Payment(3, 2, 5, "win"),)
    assert {paid.points for paid in scored(hand, "5m", "s", CHENGDU).payments()} == {8}
    nothing = SBR.replace(self_draw=SelfDraw.NOTHING)
    assert {paid.points for paid in scored(hand, "5m", "s", nothing).payments()} == {4}


def test_kongs_are_paid_at_once() -> None:
    def paid(kind: KongKind, *players: Any) -> list[tuple[int, int]]:
        return [(each.payer, each.points) for each in SBR.kong_payments(Kong(kind, *players))]

    assert paid(KongKind.CONCEALED, 1) == [(0, 2), (2, 2), (3, 2)]
    assert paid(KongKind.MELDED, 1, 3) == [(3, 2)]
    assert paid(KongKind.PROMOTED, 1, None, (1, 2)) == [(2, 1)]
    assert paid(KongKind.POSTPONED, 1) == []


def test_payments_of_a_win_and_of_kongs() -> None:
    found = scored("345p678p99p(1111m)[7777m]", "9p", "", SBR)
    kongs = [Kong(KongKind.CONCEALED, 0), Kong(KongKind.MELDED, 0, 2), Kong(KongKind.PROMOTED, 3, None, (0, 2, 3))]
    paid = found.payments(0, 3, (0, 2, 3), kongs)
    assert balance(paid) == {1: -2, 0: 6 + 2 - 1 + 4, 2: -2 - 2 - 1, 3: -2 + 2 - 4}
    assert sum(balance(paid).values()) == 0


def test_payments_that_cannot_be() -> None:
    discarded, drawn = scored("123456m345p678p99p", "9p", "", SBR), scored("123456m345p678p99p", "9p", "s", SBR)
    with pytest.raises(ValueError, match="discard needs the discarder"):
        discarded.payments()
    with pytest.raises(ValueError, match="self-draw has no discarder"):
        drawn.payments(0, 1)
    with pytest.raises(ValueError, match="another player"):
        discarded.payments(0, 0)
    with pytest.raises(ValueError, match="another player"):
        discarded.payments(0, 3, (0, 1))
    with pytest.raises(ValueError, match="each named once"):
        drawn.payments(0, still_in=(1, 2))
    with pytest.raises(ValueError, match="each named once"):
        drawn.payments(0, still_in=(0, 0))
    with pytest.raises(ValueError, match="paid by its discarder"):
        SBR.kong_payments(Kong(KongKind.MELDED, 0))


@given(st.data())
def test_a_round_adds_up_to_zero(data: st.DataObject) -> None:
    players = st.integers(0, 3)
    still_in = [0, 1, 2, 3]
    paid: list[Payment] = []
    for _ in range(data.draw(st.integers(0, 3))):
        kind, player = data.draw(st.sampled_from(KongKind)), data.draw(st.sampled_from(still_in))
        discarder = data.draw(st.sampled_from([each for each in still_in if each != player]))
        paid += SBR.kong_payments(Kong(kind, player, discarder, tuple(still_in)))
    winner, other = data.draw(st.tuples(players, players).filter(lambda pair: pair[0] != pair[1]))
    letters = data.draw(st.sampled_from(["", "s", "l", "sl"]))
    hand, tile, *_ = data.draw(st.sampled_from(SBR_HANDS))
    scoring = data.draw(st.sampled_from([*SCORINGS.values(), FREE]))
    found = scored(hand, tile, letters, scoring)
    paid += found.payments(winner, None if "s" in letters else other, still_in)
    still_in.remove(winner)
    hands = {each: data.draw(st.sampled_from([READY, UNREADY, FORBIDDEN])) for each in still_in}
    paid += scoring.end_payments(hands)
    assert sum(balance(paid).values()) == 0
    assert all(payment.points > 0 and payment.payer != payment.payee for payment in paid)
    assert balance(paid).get(None, 0) == 48 * sum(hand is FORBIDDEN for hand in hands.values())


# ---------------------------------------------------------------- waits

READY = best_wait(JUDGE, "1112345678999m")
UNREADY = best_wait(JUDGE, "123456m34p678p19p")
FORBIDDEN = best_wait(JUDGE, "123456m345p678p1s", void=2)


def test_best_wait() -> None:
    assert str(READY.tiles) == "123456789m"
    assert {tile + 1: found.total for tile, found in READY.scores} == {
        1: 3,
        2: 2,
        3: 2,
        4: 2,
        5: 2,
        6: 2,
        7: 2,
        8: 2,
        9: 3,
    }
    assert READY.best is READY.scores[0][1]
    assert (READY.value, READY.penalty) == (8, 0)
    assert (UNREADY, UNREADY.best, UNREADY.value) == (BestWait((), 0), None, 0)
    assert all(found.win == Win(tile) for tile, found in READY.scores)
    assert pickle.loads(pickle.dumps(READY)) == READY


def test_no_fan_comes_from_how_a_tile_came() -> None:
    golden = best_wait(JUDGE, "9p[777m][111m][999m][2222p]", scoring=CHENGDU)
    assert [names(found) for _, found in golden.scores] == [["KONG", "ALL_PUNGS", "GOLDEN_WAIT"]]


def test_a_wait_all_of_whose_copies_are_held_is_none() -> None:
    # Only 5p completes each, and all four stand in the hand and its melds.
    for hand in ("123m456m789m5555p", "123m456m789m5p[555p]"):
        assert best_wait(JUDGE, hand) == BestWait((), 0)
    # 3m would complete it as 2m, 5m and 6m do, but 3m is held four times.
    assert str(best_wait(JUDGE, "33334455m22m[999p]").tiles) == "256m"
    # What others hold still counts for the theoretical maximum, unless it is told.
    assert str(best_wait(JUDGE, "45m333m678p22m[999p]").tiles) == "236m"
    assert str(best_wait(JUDGE, "45m333m678p22m[999p]", seen="3m").tiles) == "26m"


def test_the_forbidden_suit_at_the_end() -> None:
    assert (FORBIDDEN.value, FORBIDDEN.penalty) == (0, 48)
    assert best_wait(JUDGE, "123456m345p678p9p", void=2).penalty == 0
    assert best_wait(JUDGE, "123456m345p9p[111s]", void=2).penalty == 48
    assert best_wait(JUDGE, "123456m345p678p1s").penalty == 0
    # A joker is no tile of its kind's suit.
    judge = mj.Judge(mj.SICHUAN.replace(wild=("1s",)))
    found = best_wait(judge, "123456m345p678p1s", void=2)
    assert (found.penalty, str(found.tiles), found.value) == (0, "123456789m123456789p1s", 1)


def test_end_payments() -> None:
    paid = SBR.end_payments({0: READY, 2: UNREADY, 3: FORBIDDEN})
    assert paid == (Payment(3, None, 48, "penalty"), Payment(2, 0, 8, "ready"), Payment(3, 0, 8, "ready"))
    assert SBR.end_payments({0: READY, 1: READY}) == ()
    assert SBR.end_payments({0: UNREADY, 1: UNREADY}) == ()


# ---------------------------------------------------------------- discards


def nearest_by_hand(counts: list[int], melds: list[mj.Meld], away: int) -> int:
    """The most fans of the winning hands so many exchanges away, by trying all of them; -1: none."""
    best = -1
    held = [tile for tile in range(27) for _ in range(counts[tile])]
    for out in set(itertools.combinations(held, away - 1)):
        kept = list(counts)
        for tile in out:
            kept[tile] -= 1
        for drawn in itertools.combinations_with_replacement(range(27), away):
            target = list(kept)
            for tile in drawn:
                target[tile] += 1
            # A discarded tile is drawn by nobody.
            if any(target[tile] > 4 - GONE[tile] - sum(meld.tiles.count(tile) for meld in melds) for tile in drawn):
                continue
            if JUDGE.is_win(target + [0] * 7, melds):
                best = max(best, *(total_of(JUDGE, target + [0] * 7, Win(tile), melds, 0) for tile in drawn))
    return best


GONE = [0] * 27


@pytest.mark.parametrize(
    "hand",
    [
        "11123456789997m",
        "123m456m99p45p7p[222m]",
        "99p124p[777m][111m][999m]",
        "1122m3344p5566m78p",
    ],
)
def test_discards_by_trying_all(hand: str) -> None:
    own = mj.parse(hand)
    melds = list(own.melds or ())
    counts = list(own.counts[:27])
    for each in discards(JUDGE, hand, scoring=ALL.replace(self_draw=SelfDraw.POINT)):
        assert each.tile is not None
        if each.shanten > 1:
            continue
        counts[each.tile] -= 1
        GONE[each.tile] += 1
        assert each.total == nearest_by_hand(counts, melds, each.shanten + 1), each
        GONE[each.tile] -= 1
        counts[each.tile] += 1


def test_discards_are_those_of_the_judge() -> None:
    hand = "1258m258p13579s34p"
    assert [each[:4] for each in discards(JUDGE, hand)] == [tuple(each) for each in JUDGE.discards(hand, ())]
    found = discards(JUDGE, "123456m345p67p1s22m", void=2)
    assert [(each.tile, each.shanten, each.value) for each in found] == [(18, 0, 1)]
    assert [each.tile for each in discards(JUDGE, "7m[111m][222m][333m][444m]5m")] == [4, 6]


def test_a_discard_that_leads_to_a_ready_hand_leads_to_its_best_wait() -> None:
    rng = random.Random(4)
    for _ in range(60):
        counts, melds, _ = made_up(rng)
        own = [mj.Meld(meld.tiles, meld.concealed) for meld in melds]
        if sum(counts) + 3 * len(melds) != 14:
            continue
        for scoring in (SBR, ALL.replace(self_draw=SelfDraw.POINT)):
            for each in discards(JUDGE, counts + [0] * 7, own, scoring=scoring):
                if each.shanten == 0 and each.tile is not None:
                    rest = counts + [0] * 7
                    rest[each.tile] -= 1
                    gone = [0] * 34
                    gone[each.tile] = 1
                    assert each.value == best_wait(JUDGE, rest, own, seen=gone, scoring=scoring).value


def test_discards_with_jokers() -> None:
    judge = mj.Judge(mj.HONGZHONG)
    for each in discards(judge, "123456m34p678p19p7z"):
        assert each.value >= 1
    found = discards(judge, "7777z[111m][222m][333p]1p"[:-2] + "9p")
    assert [(each.tile, each.total) for each in found] == [(17, 2)]
    found = discards(JUDGE, "1m[111p][222p][333p][444p]", wild=1)
    assert [(each.tile, each.total) for each in found] == [(0, 4)]
    found = discards(JUDGE, "[111p][222p][333p][444p]", wild=2)
    assert [(each.tile, each.shanten, each.total) for each in found] == [(None, 0, 4)]
    # Nothing can be reached: no copy of anything is left to make the pair.
    melds = [mj.Meld(text) for text in ("333m", "444m", "555m", "666m")]
    seen = [3, 3, 1, 1, 1, 1] + [4] * 21 + [0] * 7
    found = discards(JUDGE, "12m", melds, seen=seen)
    assert [(each.shanten, each.total, each.value) for each in found] == [(127, None, 0)] * 2


# ---------------------------------------------------------------- many hands


def many_rows(rng: random.Random, n: int, wild: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rows, tiles = [], []
    while len(rows) < n:
        counts, melds, jokers = made_up(rng)
        if not melds and jokers == wild:
            rows.append(counts + [0] * 7)
            tiles.append(rng.choice([tile for tile in range(27) if counts[tile]]))
    return np.array(rows, np.uint8), np.array(tiles, np.uint8)


@pytest.mark.parametrize("wild", [0, 1, 2])
def test_many_hands_are_worth_what_each_is(wild: int) -> None:
    rows, tiles = many_rows(random.Random(wild), 600, wild)
    for scoring in (SBR, CHENGDU, ALL):
        for letters in ("", "s", "l"):
            totals, values = score_many(JUDGE, rows, tiles, wild=wild, scoring=scoring, **told(letters))
            for row, tile, total, value in zip(rows, tiles, totals, values, strict=True):
                try:
                    found = score(JUDGE, row, Win(int(tile), **told(letters)), wild=wild, scoring=scoring)
                    assert (total, value) == (found.total, found.value)
                except NotWon:
                    assert (total, value) == (0, 0)
    assert totals.dtype == np.uint8
    assert values.dtype == np.uint16


def test_many_hands_beside_melds() -> None:
    melds = ["[777m]", "(1111m)"]
    hands = ["345p678p99p", "234m22p678p", "345p678p9p8p"]
    rows = np.array([list(mj.Hand(hand).counts) for hand in hands], np.uint8)
    tiles = bytes([17, 1, 17])
    totals, values = score_many(JUDGE, rows, tiles, melds=melds, self_drawn=True, after_kong=True)
    assert (totals.tolist(), values.tolist()) == ([2, 2, 0], [4, 4, 0])
    assert score_many(JUDGE, rows, tiles, melds=melds, void=1)[1].tolist() == [0, 0, 0]


def test_many_hands_into_buffers_and_by_threads() -> None:
    rows, tiles = many_rows(random.Random(5), 3000)
    expected = score_many(JUDGE, rows, tiles, scoring=ALL)
    out = (bytearray(3000), array.array("H", bytes(6000)))
    found = score_many(JUDGE, rows.tobytes(), tiles.tobytes(), out, scoring=ALL)
    assert found[0] is out[0]
    assert found[1] is out[1]
    assert (list(out[0]), list(out[1])) == (expected[0].tolist(), expected[1].tolist())
    for threads in (0, 2, 5):
        found = score_many(JUDGE, rows, tiles, None, threads, scoring=ALL)
        assert (found[0] == expected[0]).all()
        assert (found[1] == expected[1]).all()
    assert [len(each) for each in score_many(JUDGE, b"", b"")] == [0, 0]
    assert [len(each) for each in score_many(JUDGE, np.zeros((0, 34), np.uint8), b"")] == [0, 0]


def test_many_hands_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoNumpy:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "numpy":
                raise ImportError(name)

    monkeypatch.delitem(sys.modules, "numpy")
    monkeypatch.setattr(sys, "meta_path", [NoNumpy, *sys.meta_path])
    hand = mj.Hand("123m345m678m55m999m").counts
    totals, values = score_many(JUDGE, hand * 3, bytes([4, 4, 4]))
    assert (totals.tolist(), values.tolist()) == ([2] * 3, [4] * 3)


def test_a_value_too_large_for_its_item() -> None:
    dear = FREE.plus(Combination("DEAR", "", "", 20, Feature.FULL_FLUSH))
    hand = mj.Hand("123m345m678m55m999m").counts
    assert [each.tolist() for each in score_many(JUDGE, hand, b"\4", scoring=dear)] == [[22], [65535]]


def test_many_jokers_win() -> None:
    hand = mj.Hand("1122m").counts
    assert score_many(JUDGE, hand, b"\xff", wild=10, scoring=FREE)[0].tolist() == [
        score(JUDGE, hand, Win(None), wild=10, scoring=FREE).total
    ]


@pytest.mark.parametrize(
    ("rows", "tiles", "letters", "says"),
    [
        (["123m345p678p99p777m", "123m345p678p99p777m"], [17, 1], "r", "row 0: .* the other three 9p"),
        (["123m345p678p99p777m", "123m345p678p99p777m"], [17, 18], "", "row 1: the winning tile 1s is not in the hand"),
        (["123m345p678p99p777m"], [255], "", "row 0: the winning tile joker is not in the hand"),
        (["123m345p678p99p777m"], [99], "", "row 0: the winning tile 99 is not in the hand"),
        (["123m345p678p99p7777m", "123m345p678p99p777m"], [17, 17], "sk", "row 1: self_drawn after_kong"),
        (["123m345p678p99p7777m"], [17], "f", "row 0: first_turn"),
    ],
)
def test_rows_that_cannot_be(rows: list[str], tiles: list[int], letters: str, says: str) -> None:
    out = (bytearray(b"\7" * len(rows)), array.array("H", [7] * len(rows)))
    with pytest.raises(mj.TileCountError, match=says):
        score_many(JUDGE, b"".join(mj.Hand(hand).counts for hand in rows), bytes(tiles), out, **told(letters))
    assert list(out[0]) == list(out[1]) == [7] * len(rows)


def test_buffers_that_cannot_be() -> None:
    hand = mj.Hand("123m345p678p99p777m").counts
    with pytest.raises(mj.TileCountError, match="row 0: 1m: 5 copies, at most 4"):
        score_many(JUDGE, b"\5" + bytes(33), b"\0")
    with pytest.raises(mj.TileCountError, match="row 0: 1z: 2 copies, at most 0"):
        score_many(JUDGE, bytes(27) + b"\2" + bytes(6), b"\x1b")
    for counts, tiles in (
        (hand, b""),
        (hand, b"\1\1"),
        (hand[1:], b"\1"),
        ([*hand], b"\1"),
        (hand, [1]),
        (np.zeros((1, 33), np.uint8), b"\1"),
        (np.zeros((2, 34), np.int8), b"\1\1"),
        (np.zeros((2, 68), np.uint8)[:, ::2], b"\1\1"),
        (np.zeros((1, 1, 34), np.uint8), b"\1"),
    ):
        with pytest.raises(mj.TileCountError):
            score_many(JUDGE, counts, tiles)
    for out in (
        5,
        (None,),
        (bytearray(2), None),
        (bytes(1), None),
        (None, bytearray(2)),
        (None, array.array("h", [0])),
    ):
        with pytest.raises(mj.HandError, match="out"):
            score_many(JUDGE, hand, b"\1", out)
    with pytest.raises(mj.HandError, match="threads"):
        score_many(JUDGE, hand, b"\1", threads=-1)


@settings(max_examples=200)
@given(st.lists(st.integers(0, 4), min_size=34, max_size=34), st.integers(0, 40), st.integers(0, 20))
def test_any_hand_has_a_value_or_an_error(counts: list[int], tile: int, wild: int) -> None:
    for judge in (JUDGE, mj.Judge(mj.CLASSIC)):
        try:
            found = score(judge, counts, Win(tile), wild=wild)
            assert judge.is_win(counts, (), wild)
            assert found.value >= 1
        except mj.HandError as error:
            assert str(error)


def test_the_judge_asks_the_same() -> None:
    hand, ready = "123m345m678m55m[999m]", "1112345678999m"
    assert JUDGE.score(hand, "5m") == score(JUDGE, hand, "5m")
    assert JUDGE.score(hand, Win("5m"), scoring=CHENGDU) == score(JUDGE, hand, "5m", scoring=CHENGDU)
    assert JUDGE.best_wait(ready, scoring=CHENGDU) == best_wait(JUDGE, ready, scoring=CHENGDU)
    assert JUDGE.discards(ready + "9m", (), scoring=SBR) == discards(JUDGE, ready + "9m")
    assert len(JUDGE.discards(ready + "9m", ())[0]) == 4
    counts = mj.Hand("123345678m55999m").counts
    totals, values = JUDGE.score_many(counts, b"\4", self_drawn=True, scoring=CHENGDU)
    assert (totals.tolist(), values.tolist()) == ([4], [16])
