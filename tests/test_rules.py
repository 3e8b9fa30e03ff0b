"""`Rules` is a frozen dataclass to all who ask, though `dataclasses` is not imported with the package."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing
from typing import Any

import pytest

from mjcore import RIICHI, SICHUAN, Form, Rules


@dataclasses.dataclass(frozen=True)
class Plain:
    """The fields of `Rules`, as `dataclasses` makes them."""

    name: "str" = "custom"
    honors: "bool" = True
    sets: "int | None" = 4
    forms: "tuple[Form, ...]" = (Form.STANDARD,)
    quads_as_pairs: "bool" = False
    max_suits: "int" = 3
    hand_kongs: "bool" = False
    melded_chows: "bool" = True
    honor_runs: "bool" = False
    pair_ranks: "tuple[int, ...] | None" = None
    wild: "tuple[int, ...]" = ()
    players: "int" = 4


def test_fields() -> None:
    assert dataclasses.is_dataclass(Rules) and dataclasses.is_dataclass(SICHUAN)
    ours, plain = dataclasses.fields(SICHUAN), dataclasses.fields(Plain)
    assert [(each.name, each.type, each.default) for each in ours] == [
        (each.name, each.type, each.default) for each in plain
    ]
    assert str(inspect.signature(Rules)) == str(inspect.signature(Plain))
    assert Rules.__match_args__ == Plain.__match_args__


def test_acts_as_a_dataclass() -> None:
    told: dict[str, Any] = dataclasses.asdict(SICHUAN)
    plain = Plain(**told)
    assert repr(SICHUAN) == repr(plain).replace("Plain", "Rules")
    assert Rules(*told.values()) == SICHUAN == Rules(**told) != RIICHI
    assert hash(Rules(**told)) == hash(SICHUAN)
    assert SICHUAN != plain and SICHUAN != "SICHUAN"
    assert dataclasses.replace(RIICHI, sets=None) == RIICHI.replace(sets=None) != RIICHI
    for same in (pickle.loads(pickle.dumps(SICHUAN)), copy.copy(SICHUAN), copy.deepcopy(SICHUAN)):
        assert same == SICHUAN and same is not SICHUAN
    match SICHUAN:
        case Rules(name, False, sets=4):
            assert name == "SICHUAN"
        case _:
            pytest.fail("no match")


class Named(Rules):
    """Rules of one's own, made in another way."""

    mark: Any

    def __init__(self, name: str, **fields: Any) -> None:
        super().__init__(name=name, **fields)


def test_a_subclass() -> None:
    mine = Named("mine", sets=5)
    for changed in (mine.replace(players=3), mine.__replace__(players=3), dataclasses.replace(mine, players=3)):
        assert type(changed) is Named
        assert changed == Named("mine", sets=5, players=3) != mine
    assert mine != Rules("mine", sets=5)
    mine.mark = 3
    assert mine.mark == 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        mine.sets = 4  # type: ignore[misc]
    assert typing.get_type_hints(Rules.__init__) == {}
    assert str(inspect.signature(Named)) == "(name: str, **fields: Any) -> None"


def test_frozen() -> None:
    for change in (
        lambda: setattr(RIICHI, "sets", 5),
        lambda: setattr(RIICHI, "new", 5),
        lambda: delattr(RIICHI, "sets"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert RIICHI.sets == 4


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {"tiles": 3}, "unexpected keyword argument 'tiles'"),
        (("mine",), {"name": "yours"}, "multiple values for argument 'name'"),
        (("mine",) * 13, {}, "at most 12 arguments"),
    ],
)
def test_wrong_arguments(values: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Rules(*values, **named)


def test_a_light_import() -> None:
    """What takes longer to import than the package is not imported with it."""
    code = "import mjcore, sys; print(sorted({'dataclasses', 'inspect', 'typing', 're', 'numpy'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"], capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]", done.stderr
