"""The compiled modules; everything else stands in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = ["_hand", "_tables", "_distance", "_judge"]

setup(
    ext_modules=cythonize(
        [Extension(f"mjcore.{name}", [f"src/mjcore/{name}.pyx"], extra_compile_args=["-O3"]) for name in MODULES],
        include_path=["src"],
    )
)
