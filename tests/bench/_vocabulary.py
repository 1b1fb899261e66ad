"""Everything a rule set can say: the tags of its actions and events, and the codes of its refusals."""

import ast
import importlib
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.kernel import AnyRuleSet


def tags(union: Any) -> list[str]:
    """Give the tags of a tagged union, or of a single message."""
    origin = typing.get_origin(union)
    kinds = typing.get_args(union) if origin in (typing.Union, types.UnionType) else (union,)
    return sorted(kind.__struct_config__.tag for kind in kinds)


def refusal_codes(rules: AnyRuleSet) -> list[str]:
    """Read every refusal code from the sources of the rule set: `Ruling("code", ...)`, also through a helper."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sources(rules)]
    helpers = {"Ruling": 0}
    for tree in trees:
        helpers |= dict(_helpers(tree))
    return sorted({code for tree in trees for code in _codes(tree, helpers)})


def sources(rules: AnyRuleSet) -> list[Path]:
    """Give the source files of the package that `rules` comes from."""
    module = importlib.import_module(rules.decide.__module__)
    assert module.__file__
    file = Path(module.__file__)
    in_package = module.__name__.startswith("domain.games.")
    return sorted(file.parent.rglob("*.py")) if in_package else [file]


def _helpers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Find functions that pass a parameter on as the code of a ruling, with that parameter's place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args]
            for call in ast.walk(node):
                if _calls(call, "Ruling") and isinstance(call.args[0], ast.Name) and call.args[0].id in names:
                    yield node.name, names.index(call.args[0].id)


def _codes(tree: ast.Module, helpers: dict[str, int]) -> Iterator[str]:
    for node in ast.walk(tree):
        for name, place in helpers.items():
            if _calls(node, name) and len(node.args) > place:
                for value in ast.walk(node.args[place]):
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value


def _calls(node: ast.AST, name: str) -> typing.TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and bool(node.args)
