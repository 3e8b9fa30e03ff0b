"""A process that holds one build and runs an operation when asked: a line of JSON comes in, a line goes out.

It imports nothing but the operations and what these need, so that it runs in an environment that has only the build.
"""

import argparse
import ctypes
import gc
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

MISSING = (AttributeError, ImportError, TypeError)
"""What an operation raises in a build that does not have it."""


def load(path: str | None) -> dict[str, Callable[[], Any]]:
    """The ``OPERATIONS`` of a file; of this project without one."""
    if path is None:
        from . import operations as module
    else:
        module = _module(Path(path))
    return module.OPERATIONS


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("operations", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def time_of(work: Callable[[], object], passes: int) -> int:
    """Nanoseconds of so many passes: of processor time where that will do, to leave out what other programs take."""
    clock = time.perf_counter_ns if getattr(work, "wall", False) else time.process_time_ns
    start = clock()
    for _ in range(passes):
        work()
    return clock() - start


def prepare(make: Callable[[], Any]) -> tuple[Any, dict[str, Any]]:
    """The work, run twice, and what there is to know of it; ``missing`` tells why it cannot be run."""
    try:
        work = make()
        work()
        return work, {"ns": time_of(work, 1), "calls": getattr(work, "calls", 1)}
    except MISSING as error:
        return None, {"missing": f"{type(error).__name__}: {error}"}


def count(operations: dict[str, Callable[[], Any]], names: list[str], library: str) -> None:
    """Run one pass of each operation for callgrind to count, but those whose threads make the count a chance."""
    callgrind = ctypes.CDLL(library)
    for name in names:
        work, _ = prepare(operations[name]) if name in operations else (None, {})
        if work is not None and not getattr(work, "wall", False):
            gc.collect()
            callgrind.begin()
            work()
            callgrind.end(name.encode())


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--operations")
    options.add_argument("--count", help="the library that asks callgrind to count: count instructions and end")
    options.add_argument("--names", help="JSON: the operations to count")
    options.add_argument("--slow", help="JSON: by how much to slow which operations down")
    asked = options.parse_args()
    operations = load(asked.operations)
    slow = json.loads(asked.slow or "{}")
    works: dict[str, Any] = {}
    gc.disable()
    if asked.count:
        count(operations, json.loads(asked.names), asked.count)
        return
    for line in sys.stdin:
        request = json.loads(line)
        name = request.get("operation")
        if name is None:
            answer: dict[str, Any] = {"operations": list(operations)}
        elif "passes" in request:
            answer = {"ns": time_of(works[name], round(request["passes"] * slow.get(name, 1)))}
        elif name not in operations:
            answer = {"missing": "no such operation"}
        else:
            works[name], answer = prepare(operations[name])
            gc.collect()
            gc.freeze()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
