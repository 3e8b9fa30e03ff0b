"""What the suite's tests share."""

import time

import pytest

from .measuring import SECONDS, Measure


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=SECONDS, help="how long a row is measured (%(default)s)")
    parser.addoption("--build", action="store_true", help="also time the build of the wheel")


@pytest.fixture
def measure(benchmark, request: pytest.FixtureRequest) -> Measure:
    mark = request.node.get_closest_marker("benchmark")
    return Measure(
        benchmark, mark.kwargs["timer"] if mark else time.perf_counter, request.config.getoption("--seconds")
    )
