"""The kernel for other Cython code: an extension is built against the installed package and asks it without the GIL."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mjcore as mj

SOURCE = """\
# cython: language_level=3, boundscheck=False
from libc.stdint cimport uint8_t
from mjcore._judge cimport Judge

def ask(Judge judge, const uint8_t[:, ::1] rows):
    cdef Py_ssize_t i
    cdef int wins = 0, missing = 0
    judge.prepare()
    with nogil:
        for i in range(rows.shape[0]):
            wins += judge.wins(&rows[i, 0])
            missing += judge.replacement_number(&rows[i, 0])
    return wins, missing
"""

HANDS = ["123m456p789s11222z", "123m456p789s11223z", "19m19p19s12345677z", "147m258p369s12345z"]
MORE = [
    "111222333m44456p",
    "123456789m123456p11s",
    "1111m123456789p7z",
    "123456789m12345678p",
    "1112345678999m123p7z",
    "123456789m123456p1122s",
]


def test_an_extension_asks_the_kernel(tmp_path: Path) -> None:
    (tmp_path / "asking.pyx").write_text(SOURCE)
    # What a sanitizer needs in this process is not for the compiler.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    environment["PYTHONPATH"] = str(Path(mj.__file__).parents[1])
    built = subprocess.run(
        [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "asking.pyx"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    [path] = [path for path in tmp_path.iterdir() if path.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location("asking", path)
    assert spec is not None
    assert spec.loader is not None
    asking = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(asking)
    # Rules with tables and without, any number of sets, jokers.
    for rules in (mj.RIICHI, mj.SICHUAN, mj.PINGHU, mj.HONGZHONG, mj.Rules(sets=6)):
        judge = mj.Judge(rules)
        hands = [mj.Hand(hand) for hand in [*HANDS, *MORE]]
        hands = [hand for hand in hands if asked_of(rules, hand)]
        rows = memoryview(b"".join(hand.counts for hand in hands)).cast("B", (len(hands), 34))
        wins, missing = asking.ask(judge, rows)
        assert wins == sum(judge.is_win(hand) for hand in hands), rules
        assert missing == sum(judge.shanten(hand) + 1 for hand in hands), rules


def asked_of(rules: mj.Rules, hand: mj.Hand) -> bool:
    """Whether there is a shanten of the hand."""
    try:
        mj.Judge(rules).shanten(hand)
    except mj.TileCountError:
        return False
    return True


@pytest.mark.parametrize("name", ["_judge", "_distance", "_hand", "_tables", "_lanes"])
def test_the_declarations_are_part_of_the_package(name: str) -> None:
    assert (Path(mj.__file__).parent / f"{name}.pxd").exists()
