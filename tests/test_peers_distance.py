# Why: other people's programs share no mistake with this one. Where they are known to differ, the test says in what.
"""Distance against the packages ``xiangting`` and ``PyMahjongGB`` (extra ``peers``)."""

from collections.abc import Iterator

import numpy as np
import pytest

from mjcore import GUOBIAO, RIICHI, RIICHI_3P, Form, Judge, Rules, TileSet, format

KINDS = 34
CHUNK = 10_000


def hands(rules: Rules, number: int, most: int, rest: tuple[int, ...] = (1, 2)) -> Iterator[np.ndarray]:
    """Chunks of random hands of 1 to ``most`` tiles, 3k + ``rest``: half of all kinds, half of 4 to 12 kinds."""
    rng = np.random.default_rng(1)
    sizes = [tiles for tiles in range(1, most + 1) if tiles % 3 in rest]
    kinds = np.array(rules.kinds)
    for start in range(0, number, CHUNK):
        n = min(CHUNK, number - start)
        order = rng.random((n, len(kinds)))
        few = np.where(rng.random(n) < 0.5, len(kinds), rng.integers(4, 13, n))
        closed = order.argsort(1).argsort(1) >= few[:, None]
        wall = rng.random((n, 4 * len(kinds))) + 2 * np.repeat(closed, 4, axis=1)
        tiles = rng.choice(sizes, n)
        dealt = kinds[wall.argpartition(range(most), axis=1)[:, :most] // 4]
        rows = np.zeros((n, KINDS), np.uint8)
        for place in range(most):
            held = place < tiles
            rows[np.flatnonzero(held), dealt[held, place]] += 1
        yield rows


def judged(judge: Judge, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Replacement numbers, and the necessary tiles: those that are missing of some nearest target.

    Of 3k+2 tiles these are what is accepted after the discards that bring the hand no further away.
    """
    now = judge.shanten_many(rows)
    necessary = np.zeros(len(rows), np.uint64)
    draws = rows.sum(1) % 3 == 1
    shanten, necessary[draws], _ = judge.ukeire_many(rows[draws])
    assert np.array_equal(shanten, now[draws])
    after, tiles, _ = judge.discards_many(rows[~draws])
    keeps = (after == now[~draws, None]) & (now[~draws, None] >= 0)
    necessary[~draws] = np.bitwise_or.reduce(np.where(keeps, tiles, 0).astype(np.uint64), axis=1)
    return now + 1, necessary


def agree_with_xiangting(rules: Rules, number: int) -> None:
    """Shanten of a rules' judge with what the peer says of each hand."""
    xiangting = pytest.importorskip("xiangting", reason="the package xiangting is not there (extra peers)")
    players = xiangting.PlayerCount.THREE if rules.players == 3 else xiangting.PlayerCount.FOUR
    ask, judge = xiangting.calculate_necessary_tiles, Judge(rules)
    seen = 0
    for rows in hands(rules, number, 14):
        found = list(zip(*(each.tolist() for each in judged(judge, rows)), strict=True))
        expected = [ask(hand, players) for hand in rows.tolist()]
        if found != expected:
            bad = next(i for i in range(len(rows)) if found[i] != expected[i])
            assert found[bad] == expected[bad], format(rows[bad])
        seen += len(rows)
    assert seen == number


@pytest.mark.parametrize("rules", [RIICHI, RIICHI_3P], ids=lambda rules: rules.name)
def test_xiangting(rules: Rules) -> None:
    """Replacement numbers and necessary tiles of hands of 1 to 14 tiles."""
    agree_with_xiangting(rules, 10_000)


@pytest.mark.long
@pytest.mark.parametrize("rules", [RIICHI, RIICHI_3P], ids=lambda rules: rules.name)
def test_xiangting_on_a_million(rules: Rules) -> None:
    agree_with_xiangting(rules, 1_000_000)


# ---------------------------------------------------------------- PyMahjongGB

FUNCTIONS = {
    Form.STANDARD: ("RegularShanten", (1, 4, 7, 10, 13)),
    Form.SEVEN_PAIRS: ("SevenPairsShanten", (13,)),
    Form.THIRTEEN_ORPHANS: ("ThirteenOrphansShanten", (13,)),
    Form.KNITTED_STRAIGHT: ("KnittedStraightShanten", (10, 13)),
    Form.HONORS_AND_KNITTED: ("HonorsAndKnittedTilesShanten", (13,)),
}
OF_SETS = (Form.STANDARD, Form.KNITTED_STRAIGHT)


def agree_with_mahjonggb(number: int) -> None:
    """Shanten of each form, and the tiles that lower it.

    The peer may count on a fifth copy where four alike are held: then its number is never the higher one.
    """
    peer = pytest.importorskip("MahjongGB", reason="the package PyMahjongGB is not there (extra peers)")
    texts = [format([kind == at for at in range(KINDS)], "wtb") for kind in range(KINDS)]
    judges = {form: Judge(GUOBIAO.replace(forms=(form,))) for form in FUNCTIONS}
    whole = Judge(GUOBIAO)
    compared = dict.fromkeys(FUNCTIONS, 0)
    for rows in hands(GUOBIAO, number, 13, (1,)):
        answers = {form: judge.ukeire_many(rows) for form, judge in judges.items()}
        for i, row in enumerate(rows):
            hand = tuple(texts[kind] for kind in range(KINDS) for _ in range(row[kind]))
            by_form = whole.shanten_by_form(row)
            for form, (name, sizes) in FUNCTIONS.items():
                if len(hand) not in sizes:
                    continue
                expected, useful = getattr(peer, name)(hand)
                shanten, tiles, _ = (answer[i] for answer in answers[form])
                assert by_form[form] == shanten
                if form in OF_SETS and row.max() == 4:
                    assert expected <= shanten, (name, hand)
                    continue
                assert expected == shanten, (name, hand)
                assert {texts.index(code) for code in useful} == set(TileSet.from_mask(int(tiles))), (name, hand)
                compared[form] += 1
    assert all(count > number // 8 for count in compared.values()), compared


def test_mahjonggb() -> None:
    agree_with_mahjonggb(4_000)


@pytest.mark.long
def test_mahjonggb_on_many() -> None:
    agree_with_mahjonggb(200_000)
