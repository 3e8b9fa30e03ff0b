"""A frozen dataclass that `dataclasses` need not be imported for: that takes longer than all the rest of the package.

It acts as one made there. Who asks what a dataclass knows of itself (`dataclasses.fields`, `replace`, `asdict`,
`inspect.signature`) gets what `dataclasses` makes of the same fields, there and then.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Asked:
    """An attribute of the class that `dataclasses` makes when it is first asked for."""

    def __init__(self, make: Callable[[], None], name: str) -> None:
        self.make = make
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        self.make()
        return getattr(owner, self.name)


def frozen(cls: Any) -> Any:
    """Make a class whose fields all have defaults, and which has a ``__post_init__``, a frozen dataclass."""
    types: dict[str, str] = cls.__annotations__
    names = tuple(types)
    defaults = {name: getattr(cls, name) for name in names}

    def make() -> None:
        from dataclasses import make_dataclass
        from inspect import signature

        like: Any = make_dataclass(cls.__name__, [(each, types[each], defaults[each]) for each in names], frozen=True)
        cls.__dataclass_fields__ = like.__dataclass_fields__
        cls.__dataclass_params__ = like.__dataclass_params__
        cls.__signature__ = signature(like)

    def __init__(self: Any, *values: object, **named: object) -> None:
        given = dict(zip(names, values, strict=False))
        for name in named:
            if name not in defaults:
                raise TypeError(f"{cls.__name__}() got an unexpected keyword argument {name!r}")
            if name in given:
                raise TypeError(f"{cls.__name__}() got multiple values for argument {name!r}")
        if len(values) > len(names):
            raise TypeError(f"{cls.__name__}() takes at most {len(names)} arguments ({len(values)} given)")
        self.__dict__.update(defaults | given | named)
        self.__post_init__()

    def __setattr__(self: Any, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def values(self: Any) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in names)

    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def __eq__(self: Any, other: Any) -> bool:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    for method in (__init__, __setattr__, __delattr__, __repr__, __eq__, __hash__):
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        method.__module__ = cls.__module__
        setattr(cls, method.__name__, method)
    asked = {name: _Asked(make, name) for name in ("__dataclass_fields__", "__dataclass_params__", "__signature__")}
    for name, value in {"__match_args__": names, **asked}.items():
        setattr(cls, name, value)
    return cls
