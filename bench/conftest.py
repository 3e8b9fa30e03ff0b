"""What the suite's tests share."""

import pytest

from .measuring import SECONDS, Measure


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=SECONDS, help="how long a row is measured (%(default)s)")
    parser.addoption("--build", action="store_true", help="also time the build of the wheel")


@pytest.fixture
def measure(benchmark, request: pytest.FixtureRequest) -> Measure:
    return Measure(benchmark, request.config.getoption("--seconds"))
