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
    judge = mj.Judge(mj.RIICHI)
    rows = memoryview(b"".join(mj.Hand(hand).counts for hand in HANDS)).cast("B", (len(HANDS), 34))
    wins, missing = asking.ask(judge, rows)
    assert wins == sum(judge.is_win(hand) for hand in HANDS) == 2
    assert missing == sum(judge.shanten(hand) + 1 for hand in HANDS)


@pytest.mark.parametrize("name", ["_judge", "_distance", "_hand", "_tables"])
def test_the_declarations_are_part_of_the_package(name: str) -> None:
    assert (Path(mj.__file__).parent / f"{name}.pxd").exists()
