"""A frozen dataclass that `dataclasses` need not be imported for: that takes longer than all the rest of the package.

Who asks what a dataclass knows of itself (`dataclasses.fields`, `replace`, `asdict`, `inspect.signature`) gets what
`dataclasses` makes of the same fields, there and then.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import dataclass_transform

    Class = TypeVar("Class")
else:

    def dataclass_transform(**_):
        return lambda function: function


class _Asked:
    """An attribute of the class that `dataclasses` makes when it is first asked for."""

    def __init__(self, cls: type, types: dict[str, str], name: str) -> None:
        self.cls = cls
        self.types = types
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        from dataclasses import make_dataclass
        from inspect import signature

        if self.name == "__signature__" and owner is not self.cls:
            raise AttributeError(self.name)  # a subclass may have its own
        defaults = vars(self.cls)
        fields = [(name, self.types[name], defaults[name]) for name in self.types]
        like: Any = make_dataclass(self.cls.__name__, fields, frozen=True)
        return signature(like) if self.name == "__signature__" else getattr(like, self.name)


@dataclass_transform(frozen_default=True)
def frozen(cls: type[Class]) -> type[Class]:
    """Make a class whose fields all have defaults, and which has a ``__post_init__``, a frozen dataclass."""
    types: dict[str, str] = cls.__annotations__
    names = tuple(types)
    defaults = {name: getattr(cls, name) for name in names}

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
        if type(self) is not cls and name not in defaults:
            return object.__setattr__(self, name, value)
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is not cls and name not in defaults:
            return object.__delattr__(self, name)
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
        method.__annotations__ = {}  # names that are here for type checkers alone
        setattr(cls, method.__name__, method)
    asked = ("__dataclass_fields__", "__dataclass_params__", "__signature__")
    for name, value in {"__match_args__": names, **{name: _Asked(cls, types, name) for name in asked}}.items():
        setattr(cls, name, value)
    return cls
