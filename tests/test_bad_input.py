"""What no question can be asked of is refused with a clear `HandError`: nothing changed or written, and no crash."""

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from mjcore import (
    CLASSIC,
    GUOBIAO,
    HONGZHONG,
    PINGHU,
    RIICHI,
    RIICHI_3P,
    SICHUAN,
    Hand,
    HandError,
    Judge,
    Meld,
    NotationError,
    Rules,
    TileCountError,
    TileSet,
)

JUDGE = Judge(CLASSIC)
HUGE = 10**5000
DISTANCES = ("shanten", "shanten_by_form", "waits", "ukeire", "discards")
METHODS = ("is_win", "judge", "decompositions", "iter_decompositions", *DISTANCES)
MANY = ("is_win_many", "shanten_many", "waits_many", "ukeire_many", "discards_many")
FORMATS = {
    "is_win_many": "?",
    "shanten_many": "b",
    "waits_many": "Q",
    "ukeire_many": "bQB",
    "discards_many": "bQB",
}
TYPES = {"?": np.bool_, "b": np.int8, "B": np.uint8, "Q": np.uint64}


def good_hand(method: str) -> list[int]:
    """A hand that the method can be asked of."""
    tiles = 14 if method in ("is_win", "judge", "decompositions", "iter_decompositions", "discards") else 13
    return [1] * tiles + [0] * (34 - tiles)


def entries(hand: Any, **more: Any) -> list[Callable[[], Any]]:
    """Every public way to ask something of a hand."""
    asked = [lambda name=name: getattr(JUDGE, name)(hand, **more) for name in METHODS]
    asked += [lambda name=name: getattr(mj, name)(hand, CLASSIC, **more) for name in METHODS]
    return asked


def refused(ask: Callable[[], Any], error: type[Exception] = HandError) -> str:
    with pytest.raises(error) as caught:
        ask()
    assert isinstance(caught.value, HandError)
    text = str(caught.value)
    assert 0 < len(text) < 300
    return text


class Sequence:
    """A sequence whose methods say what they are told to."""

    def __init__(self, length: Any = 34, item: Any = 0, end: int = 34) -> None:
        self.length, self.item, self.end = length, item, end

    def __len__(self) -> Any:
        return self.length

    def __getitem__(self, index: int) -> Any:
        if index >= self.end:
            raise IndexError(index)
        return self.item


class Index:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def with_count(count: Any) -> list[Any]:
    return [0] * 20 + [count] + [0] * 13


# Hands


@pytest.mark.parametrize(
    "hand",
    [
        None,
        5,
        1.5,
        object(),
        len,
        {kind: 0 for kind in range(34)},
        set(range(34)),
        iter([0] * 34),
        (0 for _ in range(34)),
        [],
        (),
        b"",
        bytearray(),
        [0] * 33,
        [0] * 35,
        (0,) * 33,
        bytes(33),
        bytes(35),
        bytearray(136),
        range(34),
        array("B", bytes(33)),
        np.zeros(33, np.uint8),
        np.zeros((1, 34), np.uint8),
        np.zeros((34, 1), np.uint8),
        np.zeros((2, 17), np.uint8),
        np.zeros((), np.uint8),
        np.zeros(34, np.float64),
        np.zeros(34, np.complex128),
        np.full(34, "1", object),
        np.zeros(34, "M8[s]"),
        np.zeros(34, "S1"),
        np.full(34, -1, np.int8),
        np.full(34, 5, np.uint64),
        np.full(34, 2**64 - 1, np.uint64),
        memoryview(bytes(34)).cast("B", (2, 17)),
        memoryview(bytes(35)),
        array("d", [0.0] * 34),
        with_count(-1),
        with_count(5),
        with_count(256),
        with_count(2**31),
        with_count(2**63),
        with_count(-(2**64)),
        with_count(HUGE),
        with_count(0.0),
        with_count(1.0),
        with_count("1"),
        with_count(b"1"),
        with_count(None),
        with_count([1]),
        with_count(Index(5)),
        with_count(Index(-1)),
        with_count(Index(HUGE)),
        with_count(Index("1")),
        bytes(with_count(5)),
        bytes(with_count(255)),
        bytearray(with_count(5)),
        tuple(with_count(5)),
        Sequence(33),
        Sequence(35, end=35),
        Sequence(34, end=33),
        Sequence(34, end=10**9),
        Sequence(34, item="1"),
        Sequence(34, item=5),
        Sequence(34, item=-1),
        Sequence(34, item=HUGE),
        "",
        " ",
        "1",
        "m",
        "11111m",
        "8z",
        "0z",
        "[",
        "]",
        "[]",
        "[11m]",
        "(111m)",
        "[124m]",
        "[123m",
        "123m]",
        "[[123m]]",
        "[11111m]",
        "2m[2222m]",
        "123m\0",
        "\0",
        "123m\ud800",
        "\udfff",
        "\u0661m",
    ],
    ids=lambda hand: type(hand).__name__,
)
def test_bad_hand(hand: Any) -> None:
    for ask in (*entries(hand), lambda: mj.format(hand)):
        refused(ask)
    if hand is not None:
        refused(lambda: Hand(hand))
        for name in METHODS:
            refused(lambda name=name: getattr(JUDGE, name)(good_hand(name), seen=hand))


@pytest.mark.parametrize("text", ["1", "[", "x", "\ud800", "1m", "[123m]"])
def test_a_million_characters(text: str) -> None:
    text = "123m" + text * (1_000_000 // len(text))
    for ask in (lambda: mj.judge(text), lambda: Hand(text), lambda: mj.is_win("11p", melds=[text])):
        assert len(refused(ask)) < 200


def test_error_says_where() -> None:
    """Text: the text, the position and what would fit there; counts: the tile."""
    with pytest.raises(NotationError) as caught:
        mj.is_win("123m4x")
    assert (caught.value.text, caught.value.position) == ("123m4x", 5)
    assert "expected" in str(caught.value)
    assert "3s" in refused(lambda: mj.is_win(with_count(5)), TileCountError)
    assert "3s" in refused(lambda: mj.is_win(with_count(-1)), TileCountError)
    assert "3s" in refused(lambda: mj.is_win(with_count("1")), TileCountError)
    assert "33" in refused(lambda: mj.is_win([0] * 33), TileCountError)


def test_list_is_left_as_it_was() -> None:
    for bad in (with_count(5), with_count("1"), [0] * 33, with_count(None)):
        before = list(bad)
        for ask in entries(bad):
            refused(ask)
        assert bad == before


def test_own_errors_of_a_hand_come_through() -> None:
    """What a caller's own object raises is the caller's to see."""

    class Raises(Sequence):
        def __getitem__(self, index: int) -> int:
            raise KeyError("mine")

    for hand in (Raises(), with_count(Index(KeyError("mine")))):
        for ask in entries(hand):
            with pytest.raises(KeyError, match="mine"):
                ask()


@pytest.mark.parametrize("change", ["clear", "pop", "append", "grow"])
def test_list_that_changes_while_it_is_read(change: str) -> None:
    """Refused, or read as it was; never what lies beside it in memory."""
    changes: dict[str, Callable[[list], Any]] = {
        "clear": list.clear,
        "pop": list.pop,
        "append": lambda counts: counts.append(0),
        "grow": lambda counts: counts.extend([0] * 100_000),
    }

    for number in (0, 5, 33):
        for name in METHODS:
            counts = list(good_hand(name))

            class Changes:
                def __index__(self, counts: list = counts) -> int:
                    changes[change](counts)
                    return 1

            counts[number] = Changes()
            if number == 33:  # all has been read by then
                JUDGE.is_win(counts)
            else:
                refused(lambda name=name, counts=counts: getattr(JUDGE, name)(counts), TileCountError)


def test_buffers_of_other_shapes_are_read() -> None:
    """Read-only, strided, of any width: all that counts is 34 ints."""
    hand = Hand("123m456p789s11222z")
    counts = np.frombuffer(hand.counts, np.uint8)
    assert not counts.flags.writeable
    backwards = counts[::-1].copy()[::-1]
    strided = np.zeros((34, 3), np.int32)
    strided[:, 1] = counts
    for given in (counts, backwards, strided[:, 1], counts.astype(np.int64), memoryview(hand.counts).toreadonly()):
        assert JUDGE.is_win(given) is True
    released = memoryview(bytearray(34))
    released.release()
    refused(lambda: JUDGE.is_win(released))


# What the rules know


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        ("1z", SICHUAN),
        ("11m5z", SICHUAN),
        ("1z", HONGZHONG),
        ("2m", RIICHI_3P),
        ("8m", RIICHI_3P),
        ([0] * 27 + [1] + [0] * 6, SICHUAN),
        (bytes([0] * 27 + [1] + [0] * 6), SICHUAN),
        (Hand("1z"), SICHUAN),
        ("11m[111z]", SICHUAN),
        ("11m[123p]", SICHUAN),
        ("11m[111p][222p][333p][444p][555p]", SICHUAN),
        ("11m[123z]", RIICHI),
        ("11m[222m]", RIICHI_3P),
    ],
)
def test_not_under_these_rules(hand: Any, rules: Rules) -> None:
    for name in METHODS:
        refused(lambda name=name: getattr(Judge(rules), name)(hand), TileCountError)


@pytest.mark.parametrize(
    "more",
    [
        {"hand": "11m", "melds": ["[111m]"]},
        {"hand": "11m", "melds": ["[1111m]"]},
        {"hand": "11m", "melds": ["[222m]", "[222m]"]},
        {"hand": "11m", "melds": ["[222m]", "[123m]", "[234m]"]},
        {"hand": "11m", "seen": "111m"},
        {"hand": "1m", "seen": "1111m"},
        {"hand": "1m", "melds": ["[123m]"], "seen": "111m"},
        {"hand": "5p", "melds": ["[111m]"], "seen": "11m"},
        {"hand": "1m[111m]", "seen": "1m"},
        {"hand": "1m[222m]", "melds": []},
        {"hand": "1m", "seen": "1p[222m]"},
        {"hand": "1m", "melds": [Meld("111p"), Meld("222p"), Meld("333p"), Meld("444p"), Meld("555p")]},
    ],
    ids=str,
)
def test_five_alike_and_melds_too_many(more: dict[str, Any]) -> None:
    for ask in entries(**more):
        refused(ask)


@pytest.mark.parametrize(
    "melds",
    [
        5,
        "[111m]",
        "",
        Meld("111m"),
        object(),
        [None],
        [5],
        [b"[111m]"],
        [["111m"]],
        [""],
        ["11m"],
        ["[111m][222m]"],
        ["[111m]1m"],
        ["[111m"],
        ["x"],
        ["[111m]\ud800"],
        [Meld],
        [(0, 0, 0)],
        ["(111m)"],
        ["[135m]"],
        ["[89m1p]"],
    ],
    ids=lambda melds: type(melds).__name__,
)
def test_bad_melds(melds: Any) -> None:
    for ask in entries("11p", melds=melds):
        refused(ask)
    if not isinstance(melds, (str, Meld)):
        refused(lambda: Hand("11p", melds=melds))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("wild", [-1, 137, 2**31, 2**64, -HUGE, HUGE, 1.0, "1", None, True, [], Index("1"), Index(-1), int, b"1"]),
        ("void", [-1, 3, 2**31, 2**64, -HUGE, HUGE, 1.0, "m", True, False, [], Index("1"), Index(3), int]),
    ],
)
def test_bad_options(name: str, values: list[Any]) -> None:
    for value in values:
        for ask in entries("11p", **{name: value}):
            assert name in refused(ask)
        for many in MANY:
            assert name in refused(lambda many=many, value=value: ask_many(many, rows_of(many), **{name: value}))


def test_own_errors_of_an_option_come_through() -> None:
    for name in ("wild", "void"):
        for ask in entries("11p", **{name: Index(KeyError("mine"))}):
            with pytest.raises(KeyError, match="mine"):
                ask()


def test_too_many_tiles() -> None:
    """There are 136, jokers among them."""
    judge = Judge(PINGHU)
    for name in METHODS:
        refused(lambda name=name: getattr(judge, name)("11p", wild=136), TileCountError)
    full = np.full((1, 34), 4, np.uint8)
    assert judge.is_win_many(full).tolist() == [False]
    assert "row 0" in refused(lambda: judge.is_win_many(full, wild=1), TileCountError)
    assert "row 0" in refused(lambda: judge.shanten_many(full, wild=1), TileCountError)


@pytest.mark.parametrize("method", DISTANCES)
def test_numbers_of_tiles(method: str) -> None:
    """Distances are asked of 3k+1 and 3k+2 tiles, and of no more than a hand has; a win is just not there."""
    allowed = {"shanten": (1, 2), "shanten_by_form": (1, 2), "waits": (1,), "ukeire": (1,), "discards": (2,)}[method]
    for tiles in range(1, 20):
        hand = [1] * tiles + [0] * (34 - tiles)
        if tiles % 3 in allowed and tiles <= 14:
            assert getattr(JUDGE, method)(hand) is not None
        else:
            assert f"{tiles} tiles" in refused(lambda hand=hand: getattr(JUDGE, method)(hand), TileCountError)
        assert JUDGE.is_win(hand) is False
        if tiles % 3 != 2:
            assert JUDGE.judge(hand).reason is mj.Reason.WRONG_TILE_COUNT
    refused(lambda: getattr(JUDGE, method)([0] * 34))
    refused(lambda: getattr(JUDGE, method)(good_hand(method), melds=["[777z]"]))


# Many hands


def rows_of(method: str, n: int = 3) -> np.ndarray:
    return np.array([good_hand("discards" if method in ("is_win_many", "discards_many") else "waits")] * n, np.uint8)


def ask_many(method: str, rows: Any, **more: Any) -> Any:
    return getattr(JUDGE, method)(rows, **more)


def outs_of(method: str, n: int) -> list[np.ndarray]:
    """Buffers to write, each full of a value that no answer has."""
    shape = (n, 34) if method == "discards_many" else (n,)
    return [np.full(shape, 1 if form == "?" else 77, TYPES[form]) for form in FORMATS[method]]


def given_out(outs: list[Any]) -> Any:
    return tuple(outs) if len(outs) > 1 else outs[0]


@pytest.mark.parametrize("method", MANY)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: None,
        lambda rows: 5,
        lambda rows: "11m",
        lambda rows: rows.tolist(),
        lambda rows: [bytes(row) for row in rows],
        lambda rows: rows.astype(np.int8),
        lambda rows: rows.astype(np.int64),
        lambda rows: rows.astype(np.float32),
        lambda rows: rows.astype(bool),
        lambda rows: rows.astype(object),
        lambda rows: rows[:, :33].copy(),
        lambda rows: np.concatenate([rows, rows], axis=1),
        lambda rows: rows[::2],
        lambda rows: rows[:, ::-1],
        lambda rows: np.asfortranarray(rows),
        lambda rows: rows.T.copy(),
        lambda rows: rows[None],
        lambda rows: rows.reshape(-1)[:-1],
        lambda rows: np.uint8(1),
        lambda rows: Hand("11m"),
    ],
)
def test_bad_batches(method: str, spoil: Callable[[np.ndarray], Any]) -> None:
    rows = spoil(rows_of(method))
    outs = outs_of(method, 3)
    refused(lambda: ask_many(method, rows))
    refused(lambda: ask_many(method, rows, out=given_out(outs)))
    for out, before in zip(outs, outs_of(method, 3), strict=True):
        assert (out == before).all()


@pytest.mark.parametrize("threads", [1, 2, 0])
@pytest.mark.parametrize("method", MANY)
def test_a_bad_row_is_named_and_nothing_is_written(method: str, threads: int) -> None:
    """The first of them, also where another thread meets a later one first."""
    n = 5000
    for row in (0, 1, 2600, n - 1):
        for count in (5, 100, 255):
            rows, outs = rows_of(method, n), outs_of(method, n)
            rows[row, 4] = count
            rows[n - 1, 5] = 9
            ask = partial(ask_many, method, rows, threads=threads)
            text = refused(partial(ask, out=given_out(outs)), TileCountError)
            assert f"row {row}:" in text
            assert text == refused(ask)
            for out, before in zip(outs, outs_of(method, n), strict=True):
                assert (out == before).all()
    if method != "is_win_many":
        rows, outs = rows_of(method, n), outs_of(method, n)
        rows[77] = [3] * 4 + [0] * 30
        assert "row 77: 12 tiles" in refused(lambda: ask_many(method, rows, out=given_out(outs)), TileCountError)
        for out, before in zip(outs, outs_of(method, n), strict=True):
            assert (out == before).all()


def test_rows_under_rules() -> None:
    rows = rows_of("is_win_many")
    rows[1, 30] = 1
    assert "row 1: 4z: not in the tile set" in refused(lambda: Judge(SICHUAN).is_win_many(rows))
    assert "row 0: 2m" in refused(lambda: Judge(RIICHI_3P).is_win_many(rows))
    assert "row 0: 1m" in refused(lambda: JUDGE.is_win_many(rows, seen="1111m"))


@pytest.mark.parametrize("method", MANY)
def test_bad_out(method: str) -> None:
    """Too small, too large, read-only, strided, of another type, or no buffer."""
    n = 40
    rows = rows_of(method, n)
    spoils: list[Callable[[np.ndarray], Any]] = [
        lambda out: out[:-1],
        lambda out: np.concatenate([out, out]),
        lambda out: np.concatenate([out, out])[::2],
        lambda out: out[None],
        lambda out: out.astype(np.float64),
        lambda out: out.astype(np.int16),
        lambda out: out.astype(np.uint32),
        lambda out: out.tolist(),
        lambda out: bytes(out),
        lambda out: 5,
        lambda out: "out",
        lambda out: memoryview(out).toreadonly(),
    ]
    for number in range(len(FORMATS[method])):
        for spoil in spoils:
            outs: list[Any] = list(outs_of(method, n))
            bad = spoil(outs[number])
            outs[number] = bad
            assert "out" in refused(lambda outs=outs: ask_many(method, rows, out=given_out(outs)))
            for at, (out, before) in enumerate(zip(outs, outs_of(method, n), strict=True)):
                assert at == number or (out == before).all()
    if len(FORMATS[method]) == 3:
        for out in (outs_of(method, n)[0], tuple(outs_of(method, n)[:2]), (), 5):
            refused(lambda out=out: ask_many(method, rows, out=out))


@pytest.mark.parametrize("threads", [-1, 1025, HUGE, 1.0, "2", None, True], ids=lambda threads: type(threads).__name__)
def test_bad_threads(threads: Any) -> None:
    for method in MANY:
        outs = outs_of(method, 3)
        text = refused(partial(ask_many, method, rows_of(method), out=given_out(outs), threads=threads))
        assert "threads" in text


def test_empty_batches() -> None:
    for method in MANY:
        for rows in (np.zeros((0, 34), np.uint8), b"", bytearray()):
            found = ask_many(method, rows)
            for each in found if isinstance(found, tuple) else [found]:
                assert len(each) == 0


# Where memory could be hurt: in a process of its own


def run(program: str) -> str:
    """What the program prints; it must end well."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    program = "import numpy as np\nimport mjcore as mj\nfrom mjcore import *\n" + program
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert done.returncode == 0, f"exit status {done.returncode}: {done.stderr[-300:]}"
    return done.stdout.strip()


@pytest.mark.parametrize("ask", ["is_win(bytes(34))", "is_win_many(bytes(34))", "shanten(bytes([1] + [0] * 33))"])
@pytest.mark.parametrize("make", ["Judge.__new__(Judge)", "Unmade()"])
def test_judge_that_was_never_made(make: str, ask: str) -> None:
    """A subclass that forgets ``super().__init__`` gets an error."""
    program = f"""
class Unmade(Judge):
    def __init__(self): pass
try:
    {make}.{ask}
except (TypeError, HandError) as error:
    print("refused")
"""
    assert run(program) == "refused"


@pytest.mark.parametrize("method", MANY)
def test_out_that_lies_in_the_rows(method: str) -> None:
    """Writing the answers over rows still to be judged is refused, or does not change the answers."""
    program = f"""
method, n = {method!r}, 4000
rng = np.random.default_rng(1)
tiles = 14 if method in ("is_win_many", "discards_many") else 13
rows = np.zeros((n, 34), np.uint8)
for row in rows:
    row[rng.permutation(34)[:tiles]] = 1
judge = Judge(RIICHI)
expected = getattr(judge, method)(rows.copy())
flat = rows.reshape(-1)
if method == "is_win_many":
    out = flat[-n:]
elif method == "shanten_many":
    out = flat[-n:].view(np.int8)
elif method == "waits_many":
    out = flat[-8 * n :].view(np.uint64)
elif method == "ukeire_many":
    out = flat[-n:].view(np.int8), flat[-10 * n : -2 * n].view(np.uint64), flat[-2 * n : -n]
else:
    out = flat.view(np.int8).reshape(n, 34), np.empty((n, 34), np.uint64), np.empty((n, 34), np.uint8)
try:
    found = getattr(judge, method)(rows, out=out)
except HandError:
    print("right")
else:
    both = zip(found, expected) if isinstance(found, tuple) else [(found, expected)]
    print("right" if all((one == other).all() for one, other in both) else "wrong")
"""
    assert run(program) == "right"


def test_meld_that_lies() -> None:
    """A subclass of `Meld` may say anything of its tiles."""
    program = """
class Lies(Meld):
    tiles = property(lambda self: (10**7,) * 3)
melds = [Lies.__new__(Lies)]
for ask in (lambda: Hand("1m", melds), lambda: mj.judge("11m", melds=melds), lambda: mj.is_win("11m", melds=melds)):
    try:
        ask()
    except HandError:
        print("refused")
"""
    assert run(program).split() == ["refused"] * 3


# Everything else that takes a tile, a hand or rules


@pytest.mark.parametrize(
    "tile",
    [-1, 34, 2**63, HUGE, -HUGE, 1.0, None, "", "8z", "11m", "[111m]", b"1m", "\ud800", "\0", [], int],
    ids=lambda tile: type(tile).__name__,
)
def test_bad_tile(tile: Any) -> None:
    hand = Hand("123m")
    for ask in (
        lambda: hand.add(tile),
        lambda: hand.remove(tile),
        lambda: hand.count(tile),
        lambda: hand.update([tile]),
        lambda: Hand.from_tiles([tile]),
        lambda: TileSet([tile]),
        lambda: Meld([tile] * 3),
    ):
        refused(ask)
    assert tile not in hand and tile not in TileSet([0])
    assert hand == Hand("123m") and len(hand) == 3
    with pytest.raises(ValueError, match=r"Rules\.wild"):
        Rules(wild=(tile,))


@pytest.mark.parametrize("number", [-1, 5, HUGE, 1.0, "1", None, True], ids=lambda number: type(number).__name__)
def test_bad_number_of_tiles(number: Any) -> None:
    hand = Hand("123m")
    for change in (hand.add, hand.remove):
        refused(lambda change=change: change(0, number))
    assert hand == Hand("123m") and len(hand) == 3


@pytest.mark.parametrize("tiles", [5, None, object(), 1.0])
def test_what_is_no_collection_of_tiles(tiles: Any) -> None:
    for ask in (lambda: Hand.from_tiles(tiles), lambda: TileSet(tiles), lambda: Meld(tiles)):
        refused(ask)


@pytest.mark.parametrize("mask", [-1, 1 << 34, HUGE, "1", None, 1.0], ids=lambda mask: type(mask).__name__)
def test_bad_mask(mask: Any) -> None:
    refused(lambda: TileSet.from_mask(mask))


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("name", [5, None, b"x"]),
        ("honors", [1, None, "yes"]),
        ("sets", [0, -1, 45, True, 4.0, "4", 2**70, HUGE]),
        ("forms", [(), 5, None, ["x"], [6], [HUGE]]),
        ("quads_as_pairs", [1, None]),
        ("max_suits", [0, 4, None, 2.0, True, HUGE]),
        ("hand_kongs", [0]),
        ("melded_chows", [0]),
        ("honor_runs", [1]),
        ("pair_ranks", [(), (0,), (10,), ("2",), 5, (2.0,), (HUGE,)]),
        ("wild", [5, None, [34], ["8z"], "8z"]),
        ("players", [2, 5, None, HUGE]),
    ],
)
def test_bad_rules(field: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=rf"Rules\.{field}"):
            Rules(**{field: value})
        with pytest.raises(ValueError, match=rf"Rules\.{field}"):
            GUOBIAO.replace(**{field: value})


@pytest.mark.parametrize("rules", [None, "RIICHI", 5, Rules, {}])
def test_what_is_no_rules(rules: Any) -> None:
    with pytest.raises(TypeError, match=r"Rules|hashable"):
        Judge(rules)
    with pytest.raises(TypeError, match=r"Rules|hashable"):
        mj.is_win("11m", rules)


def test_wrong_arguments() -> None:
    """Too few, too many or unknown ones: a TypeError, as everywhere in Python."""
    for name in (*METHODS, *MANY):
        for given, named in (((), {}), (("11m",) * 9, {}), (("11m",), {"jokers": 1})):
            with pytest.raises(TypeError):
                getattr(JUDGE, name)(*given, **named)
    JUDGE.__init__(RIICHI)  # type: ignore[misc]  # a judge is made once: this changes nothing
    assert JUDGE.rules is CLASSIC
    assert JUDGE.is_win("1111m234p567p22255s") is Judge(CLASSIC).is_win("1111m234p567p22255s")
    with pytest.raises(AttributeError):
        JUDGE.rules = RIICHI  # type: ignore[misc]


def test_errors_are_value_errors() -> None:
    assert issubclass(HandError, ValueError)
    assert issubclass(NotationError, HandError) and issubclass(TileCountError, HandError)
    with pytest.raises(ValueError, match="a notation is one of"):
        mj.parse("11m", "no such notation")
