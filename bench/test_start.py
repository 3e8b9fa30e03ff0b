"""What it costs to begin: the import, the first shanten, whose tables are made then, and the build of the wheel."""

import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from . import builds

try:
    import resource
except ImportError:  # Windows
    resource = None

IMPORT = "import mjcore"
FIRST = "import mjcore; mjcore.shanten('123m456p789s11222z', mjcore.RIICHI)"
PEAK = """
import re
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def started() -> float:
    """A clock: seconds of processor time that the processes took which this one has started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


in_child = pytest.mark.benchmark(timer=started if resource else time.perf_counter)


def python(code: str) -> str:
    """Run this code in a fresh interpreter that finds `mjcore` where this one does."""
    build = builds.installed()
    done = subprocess.run(
        [build.python, "-c", code], env=build.environment(), capture_output=True, text=True, check=True
    )
    return done.stdout


@in_child
def test_import(measure):
    python(f"{IMPORT}; import sys; assert 'numpy' not in sys.modules")
    measure.over("import mjcore, over a bare interpreter", lambda: python(IMPORT), lambda: python("pass"), 25)


@in_child
def test_first_shanten(measure):
    measure.over("the same and the first shanten", lambda: python(FIRST), lambda: python("pass"), 120)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_memory(measure):
    def peak(code: str) -> float:
        return int(python(code + PEAK)) / 1024

    peaks = [peak(FIRST) - peak("pass") for _ in range(5)]
    measure.benchmark.pedantic(lambda: peak(FIRST), rounds=1)
    measure.note("memory of that, over a bare interpreter", "start", mib=statistics.median(peaks))
    measure.bound("at most 10 MiB", statistics.median(peaks), 10, True)


def test_build(measure, request):
    if not request.config.getoption("--build"):
        pytest.skip("asked for with --build")
    with tempfile.TemporaryDirectory() as folder:
        built = measure.benchmark.pedantic(lambda: builds.working_tree(builds.ROOT, Path(folder)), rounds=1)
        wheel = next(Path(built.modules).parent.glob("wheels/*.whl"))
        mib = wheel.stat().st_size / 2**20
    seconds = measure.benchmark.stats.stats.max
    measure.note("pip install . from source; the wheel", "start", ns=seconds * 1e9, mib=mib)
    measure.bound("at most 90 s and 3 MiB", max(seconds / 90, mib / 3), 1, True)
