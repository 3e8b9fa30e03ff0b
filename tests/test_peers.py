"""PyPI's `mahjong` and `PyMahjongGB` agree where their rules are the same. Both are in the extra ``peers``."""

import random

import pytest
from hands import questions

from mjcore import GUOBIAO, RIICHI, Judge, format


def test_mahjong_wins() -> None:
    """`Agari.is_agari` of 14 tiles: random, nearly won and won hands, more than twenty thousand."""
    is_agari = pytest.importorskip("mahjong.agari").Agari.is_agari
    judge = Judge(RIICHI)
    rng = random.Random(31)
    won = []
    for asked in questions(RIICHI, rng, 20_000, size="win"):
        if sum(asked.counts) == 14:
            won.append(judge.is_win(asked.counts))
            assert is_agari(asked.counts) is won[-1], format(asked.counts)
    for _ in range(15_000):  # few kinds: many ways to be won
        start = rng.randrange(3) * 9
        deal = rng.sample([*range(start, start + 9)] * 4, 14)
        counts = [deal.count(kind) for kind in range(34)]
        won.append(judge.is_win(counts))
        assert is_agari(counts) is won[-1], format(counts)
    assert len(won) > 20_000
    assert sum(won) > 3_000


def test_mahjong_wins_beside_open_sets() -> None:
    """There the open sets are among the tiles; here they stand beside the hand."""
    is_agari = pytest.importorskip("mahjong.agari").Agari.is_agari
    judge = Judge(RIICHI)
    won = 0
    for asked in questions(RIICHI, random.Random(32), 8_000, size="win"):
        if asked.melds and not asked.wild and asked.void is None and all(len(meld.tiles) == 3 for meld in asked.melds):
            counts = list(asked.counts)
            for meld in asked.melds:
                for tile in meld.tiles:
                    counts[tile] += 1
            found = judge.is_win(asked.counts, asked.melds)
            assert is_agari(counts, [list(meld.tiles) for meld in asked.melds]) is found, asked
            won += found
    assert won > 80


def test_mahjong_divides_hands_alike() -> None:
    """`HandDivider.divide_hand` lists the standard form's decompositions, and seven pairs."""
    divide_hand = pytest.importorskip("mahjong.hand_calculating.divider").HandDivider.divide_hand
    judge = Judge(RIICHI.replace(forms=(0, 1)))
    several = 0
    for asked in questions(judge.rules, random.Random(33), 8_000, size="win"):
        if sum(asked.counts) == 14 and judge.is_win(asked.counts):
            ours = []
            for found in judge.decompositions(asked.counts):
                pair = [] if found.pair is None else [(found.pair,) * 2]
                ours.append(sorted([*pair, *(part.tiles for part in found.sets)]))
            theirs = [sorted(map(tuple, way)) for way in divide_hand(asked.counts)]
            assert sorted(ours) == sorted(theirs), format(asked.counts)
            several += len(ours) > 1
    assert several > 50


def test_pymahjonggb_is_ready_for_what_wins() -> None:
    """`MahjongShanten` of 13 tiles is 0 when some tile wins here; `RegularShanten`'s tiles are those that win.

    It knows no limit of four copies, so hands with four alike are left out.
    """
    peer = pytest.importorskip("MahjongGB")
    judge, regular = Judge(GUOBIAO), Judge(GUOBIAO.replace(forms=(0,)))
    ready = 0
    for asked in questions(GUOBIAO, random.Random(34), 4_000, size="draw"):
        counts = asked.counts
        if sum(counts) != 13 or max(counts) == 4:
            continue
        hand = tuple(format(counts, "wtb").split())
        won = False
        wins = []
        for tile in range(34):
            drawn = [*counts[:tile], counts[tile] + 1, *counts[tile + 1 :]]
            won = won or judge.is_win(drawn)
            if regular.is_win(drawn):
                wins.append(format([int(kind == tile) for kind in range(34)], "wtb"))
        assert (peer.MahjongShanten((), hand) == 0) is won, format(counts)
        number, useful = peer.RegularShanten(hand)
        assert (number == 0) is bool(wins), format(counts)
        assert not wins or sorted(useful) == sorted(wins), format(counts)
        ready += won
    assert ready > 200
