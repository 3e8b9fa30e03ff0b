"""The compiled modules; everything else stands in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# The longest first: they compile side by side.
MODULES = sorted(Path("src/mjcore").glob("*.pyx"), key=lambda path: path.stat().st_size, reverse=True)

# Python's own flags may ask for debugging symbols, most of a wheel. Who sets CFLAGS to some -O has the last word.
OPTIMISE = [] if os.name == "nt" or "-O" in os.environ.get("CFLAGS", "") else ["-O3", "-g0"]

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"mjcore.{path.stem}",
                [str(path)],
                include_dirs=["src/mjcore"],
                extra_compile_args=OPTIMISE,
            )
            for path in MODULES
        ],
        include_path=["src"],
        build_dir="build/cython",
    ),
    options={"build_ext": {"parallel": True}},
)
