"""The operations that the gate compares: each name has a function that prepares the work and returns it.

The work is a callable without arguments that makes one pass, short enough (about a millisecond) that many passes fit in
one timing. It may tell how many ``calls`` a pass makes, and that it is to be timed by the clock on the ``wall`` rather
than by the processor's time, as work of several threads must be. Another project gives the gate a file like this one.

Every operation names the least that it needs of `mjcore`: one that a build does not have is skipped.
"""

import random
from array import array
from collections.abc import Callable, Iterable
from typing import Any

from .hands import ALL, KINDS, NO_HONORS, batch, dead, hands, without

Work = Callable[[], object]
Prepare = Callable[[], Work]


def each(call: Callable[..., object], items: Iterable[object]) -> Work:
    """One pass: a call on each of the items."""
    items = list(items)

    def work() -> None:
        for item in items:
            call(item)

    work.calls = len(items)  # type: ignore[attr-defined]
    return work


def each_with(call: Callable[..., object], items: Iterable[object], second: object) -> Work:
    """The same with a second argument that does not change."""
    items = list(items)

    def work() -> None:
        for item in items:
            call(item, second)

    work.calls = len(items)  # type: ignore[attr-defined]
    return work


def each_seen(call: Callable[..., object], asked: Iterable[tuple[bytes, bytes]]) -> Work:
    """The same on hands that each have their own tiles ``seen``."""
    asked = list(asked)

    def work() -> None:
        for hand, seen in asked:
            call(hand, seen=seen)

    work.calls = len(asked)  # type: ignore[attr-defined]
    return work


def outs(task: str, n: int) -> object:
    """Buffers for the answers of a call on ``n`` hands, as a program that asks often keeps them."""
    if task == "is_win_many":
        return bytearray(n)
    if task == "shanten_many":
        return array("b", bytes(n))
    if task == "waits_many":
        return array("Q", bytes(8 * n))
    items = n if task == "ukeire_many" else KINDS * n
    return array("b", bytes(items)), array("Q", bytes(8 * items)), array("B", bytes(items))


def many(judge: object, task: str, rows: bytes, times: int = 1, **options: object) -> Work:
    """One pass: one call (or ``times``) on many hands, into buffers that are there. A call is counted for each hand."""
    n = len(rows) // KINDS
    out, method = outs(task, n), getattr(judge, task)

    def work() -> None:
        for _ in range(times):
            method(rows, out=out, **options)

    work.calls, work.wall = n * times, options.get("threads", 1) != 1  # type: ignore[attr-defined]
    return work


def _judge(rules: str):
    import mjcore

    return mjcore.Judge(getattr(mjcore, rules))


def _scalar(method: str, tiles: int = 14, n: int = 256, rules: str = "RIICHI", as_type: Any = bytes) -> Prepare:
    def prepare() -> Work:
        return each(getattr(_judge(rules), method), map(as_type, hands(1024, tiles, kinds=_kinds(rules))[:n]))

    return prepare


def _hand(counts: bytes) -> object:
    import mjcore

    return mjcore.Hand(counts)


def _kinds(rules: str) -> tuple[int, ...]:
    return NO_HONORS if rules in ("SICHUAN", "HONGZHONG") else ALL


def _many(task: str, tiles: int, n: int, rules: str = "RIICHI", **options: object) -> Prepare:
    def prepare() -> Work:
        jokers = int(options.get("wild", 0))
        rng = random.Random(3)
        drawn = [without(hand, jokers, rng) for hand in hands(1024, tiles, kinds=_kinds(rules))]
        return many(_judge(rules), task, batch(drawn, n), **options)

    return prepare


def _seen(share: float) -> Prepare:
    def prepare() -> Work:
        rng = random.Random(2)
        return each_seen(_judge("RIICHI").shanten, [(hand, dead(hand, share, rng)) for hand in hands(1024)[:128]])

    return prepare


def _parse() -> Work:
    import mjcore

    return each(mjcore.parse, [mjcore.format(mjcore.Hand(hand)) for hand in hands(1024)[:64]])


def _decompositions() -> Work:
    return each(_judge("SICHUAN").decompositions, hands(32, won=1, kinds=NO_HONORS))


OPERATIONS: dict[str, Prepare] = {
    "is_win(bytes)": _scalar("is_win"),
    "is_win(Hand)": _scalar("is_win", as_type=_hand),
    "is_win(list)": _scalar("is_win", as_type=list),
    "judge(bytes)": _scalar("judge", n=32),
    "decompositions(bytes), SICHUAN": _decompositions,
    "shanten(bytes)": _scalar("shanten"),
    "shanten(bytes), GUOBIAO": _scalar("shanten", rules="GUOBIAO"),
    "shanten(bytes, seen=half)": _seen(0.5),
    "waits(bytes)": _scalar("waits", 13, n=128),
    "ukeire(bytes)": _scalar("ukeire", 13, n=128),
    "discards(bytes)": _scalar("discards", n=32),
    "parse(text)": _parse,
    "is_win_many": _many("is_win_many", 14, 16384),
    "is_win_many, SICHUAN": _many("is_win_many", 14, 16384, "SICHUAN"),
    "is_win_many, 2 jokers": _many("is_win_many", 14, 8192, wild=2),
    "shanten_many": _many("shanten_many", 14, 8192),
    "shanten_many, 13 tiles": _many("shanten_many", 13, 8192),
    "shanten_many, TAIWAN": _many("shanten_many", 17, 8192, "TAIWAN"),
    "shanten_many, 2 jokers": _many("shanten_many", 14, 4096, wild=2),
    "waits_many": _many("waits_many", 13, 4096),
    "ukeire_many": _many("ukeire_many", 13, 2048),
    "discards_many": _many("discards_many", 14, 1024),
    "discards_many, SICHUAN": _many("discards_many", 14, 512, "SICHUAN"),
    "is_win_many, 2 threads": _many("is_win_many", 14, 65536, threads=2),
}
