"""The contract as OpenAPI 3.1, made from the routes and their types.

Types become schemas by msgspec, which gives every tagged union its discriminator. Names repeat across games, so each
game's types are made apart and carry the game's name: `SchafkopfAction`, `VolltrefferView`.
"""

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from litestar.types import Empty
from litestar.typing import FieldDefinition
from msgspec import Struct

from api import problems
from api.contract import Promise
from api.problems import Kind
from domain.kernel import AnyRuleSet, Registry

REF = "#/components/schemas/"

INTRODUCTION = """Card and board games with hidden hands: play, watch live, and prove afterwards.

Get a token with `POST /v1/auth/guest` and send it as `Authorization: Bearer TOKEN`. Every error is a problem
(RFC 9457) with a stable `code`, a sentence, and what would be right.
"""

COMMON: tuple[Kind, ...] = (problems.INVALID, problems.UNAVAILABLE, problems.INTERNAL, problems.METHOD_NOT_ALLOWED)
"""Problems that any operation may have."""

WITH_TOKEN: tuple[Kind, ...] = (problems.TOKEN_INVALID, problems.TOKEN_EXPIRED)
WITH_BODY: tuple[Kind, ...] = (
    problems.MALFORMED_JSON,
    problems.DUPLICATE_KEY,
    problems.TOO_DEEP,
    problems.TOO_LARGE,
    problems.UNSUPPORTED_MEDIA_TYPE,
)
WITH_PARAMETER: dict[str, tuple[Kind, ...]] = {
    "key": (problems.MALFORMED, problems.KEY_REUSED),
    "if_match": (problems.MALFORMED, problems.STALE),
    "signature": (problems.MALFORMED, problems.KEY_NEEDED, problems.SIGNATURE),
    "table": (problems.NOT_FOUND, problems.GONE),
}
"""Problems that come with a parameter, by its name in the route."""

AGAIN_LATER = (problems.TOO_MANY.status, problems.UNAVAILABLE.status)
RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds until the request has a chance again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    }
}


class ProblemBody(Struct):
    """Every error: RFC 9457. `code` is stable; `detail` is a sentence, `right` says what would be right."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    right: str | None = None


def schema_hook(kind: type) -> dict[str, Any]:
    """`object` stands for any JSON value."""
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError


def prefix_of(game: str) -> str:
    """Give the prefix of a game's schema names: `volle_huette` gives `VolleHuette`."""
    return "".join(part.capitalize() for part in game.split("_"))


def document(app: Litestar, registry: Registry, *, version: str) -> dict[str, Any]:
    """Write the contract of `app`, with the games of `registry`."""
    operations = sorted(_operations(app), key=lambda found: (found[0], found[1]))
    types = {kind for _, _, handler in operations for kind in _types(handler.opt["promise"])}
    own, components = msgspec.json.schema_components(
        sorted(types, key=str), ref_template=REF + "{name}", schema_hook=schema_hook
    )
    schemas = dict(zip(sorted(types, key=str), own, strict=True))
    components.update(msgspec.json.schema_components([ProblemBody], ref_template=REF + "{name}")[1])
    paths: dict[str, Any] = {}
    for path, method, handler in operations:
        paths.setdefault(path, {})[method] = _operation(handler, path, schemas)
    for rules in registry.current():
        components.update(game_components(rules))
    _open_to_games(components, registry)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stammtisch",
            "version": version,
            "description": INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": _tags(operations),
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                "ticket": {"type": "apiKey", "in": "query", "name": "ticket"},
            },
        },
    }


def game_components(rules: AnyRuleSet) -> dict[str, Any]:
    """Give the schemas of one game, all names with the game's prefix; Options, Action, Event and View are named so."""
    prefix = prefix_of(rules.id)
    roles = {"Options": rules.Options, "Action": rules.Action, "Event": rules.Event, "View": rules.View}
    found, components = msgspec.json.schema_components(roles.values(), ref_template="{name}", schema_hook=schema_hook)
    renamed = {name: _prefixed(prefix, name) for name in components}
    made = {renamed[name]: _rename(schema, renamed) for name, schema in components.items()}
    for role, schema in zip(roles, found, strict=True):
        named = _rename(schema, renamed)
        if named.get("$ref") != f"{REF}{prefix}{role}":
            made[f"{prefix}{role}"] = {"title": f"{rules.title}: {role}", **named}
    return made


def _prefixed(prefix: str, name: str) -> str:
    last = re.sub(r"[^A-Za-z0-9_.-]", "_", name.rsplit(".", 1)[-1] if "[" not in name else name)
    return last if last.startswith(prefix) else prefix + last


def _rename(schema: Any, names: dict[str, str]) -> Any:
    """Point every reference of a schema at the new names."""
    if isinstance(schema, dict):
        out = {key: _rename(value, names) for key, value in schema.items()}
        if isinstance(schema.get("$ref"), str):
            out["$ref"] = REF + names[schema["$ref"]]
        if isinstance(schema.get("discriminator"), dict):
            mapping = schema["discriminator"]["mapping"]
            out["discriminator"] = {
                "propertyName": schema["discriminator"]["propertyName"],
                "mapping": {tag: REF + names[ref] for tag, ref in mapping.items()},
            }
        return out
    if isinstance(schema, list):
        return [_rename(item, names) for item in schema]
    return schema


BY_GAME: tuple[tuple[str, str, str], ...] = (
    ("TableNow", "options", "Options"),
    ("TableNow", "game", "View"),
    ("TableNow", "legal", "Action"),
    ("NewTable", "options", "Options"),
)
"""Fields whose type depends on the game: component, field, and which of the game's types stands there."""


def _open_to_games(components: dict[str, Any], registry: Registry) -> None:
    """Define what differs by game as any of the games' types: `GameAction`, `GameView`, `GameOptions`, `GameEvent`."""
    for component, name, role in BY_GAME:
        fields, reference = components.get(component, {}).get("properties", {}), {"$ref": f"{REF}Game{role}"}
        if name == "legal" and name in fields:
            fields[name] = {"type": "array", "items": reference}
        elif name == "game" and name in fields:
            fields[name] = {"anyOf": [reference, {"type": "null"}], "default": None}
        elif name in fields:
            fields[name] = reference
    for role in ("Action", "Event", "View", "Options"):
        games = [{"$ref": f"{REF}{prefix_of(rules.id)}{role}"} for rules in registry.current()]
        components[f"Game{role}"] = {
            "title": f"Game{role}",
            "description": f"The {role.lower()} of the game that is played at the table.",
            **({"anyOf": games} if games else {}),
        }


def _operations(app: Litestar) -> Iterable[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            if isinstance(handler, HTTPRouteHandler) and isinstance(handler.opt.get("promise"), Promise):
                path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
                for method in handler.http_methods:
                    if method != "OPTIONS":
                        yield path, method.lower(), handler


def _types(promised: Promise) -> Iterable[Any]:
    return (kind for kind in (promised.body, promised.answer) if kind is not None and not isinstance(kind, str))


def _schema(kind: Any, schemas: dict[Any, Any]) -> Any:
    """A type's schema; a string names a component that is defined by the games."""
    return {"$ref": REF + kind} if isinstance(kind, str) else schemas[kind]


def _tags(operations: list[tuple[str, str, HTTPRouteHandler]]) -> list[dict[str, str]]:
    return [{"name": name} for name in sorted({handler.opt["promise"].tag for _, _, handler in operations})]


def _operation(handler: HTTPRouteHandler, path: str, schemas: dict[Any, Any]) -> dict[str, Any]:
    promised: Promise = handler.opt["promise"]
    summary, _, description = (handler.fn.__doc__ or "").strip().partition("\n\n")
    operation: dict[str, Any] = {
        "operationId": _camel(handler.fn.__name__),
        "tags": [promised.tag],
        "summary": " ".join(summary.split()),
        "responses": _responses(promised, handler, schemas),
    }
    if description:
        operation["description"] = " ".join(description.split())
    parameters = list(_parameters(handler, path))
    parameters += [
        {"name": name, "in": "header", "required": False, "schema": {"type": "string"}, "description": sentence}
        for name, sentence in promised.reads.items()
    ]
    if parameters:
        operation["parameters"] = parameters
    if promised.body is not None:
        content: dict[str, Any] = {"schema": _schema(promised.body, schemas)}
        if promised.examples:
            content["examples"] = {
                name: {"summary": shown.summary, "value": msgspec.to_builtins(shown.value)}
                for name, shown in promised.examples.items()
            }
        operation["requestBody"] = {
            "required": not promised.body_optional,
            "content": {"application/json": content},
        }
    if handler.opt.get("open"):
        operation["security"] = [{}, {"token": []}]
    elif handler.opt.get("ticket"):
        operation["security"] = [{"token": []}, {"ticket": []}]
    return operation


def _responses(promised: Promise, handler: HTTPRouteHandler, schemas: dict[Any, Any]) -> dict[str, Any]:
    success: dict[str, Any] = {"description": HTTPStatus(promised.status).phrase}
    if promised.answer is not None:
        success["content"] = {
            media: {"schema": {"type": "string"} if media == "text/event-stream" else _schema(promised.answer, schemas)}
            for media in promised.media
        }
    elif promised.status != 204:
        success["content"] = {media: {} for media in promised.media}
    if promised.headers:
        success["headers"] = {
            name: {"description": sentence, "schema": {"type": "string"}} for name, sentence in promised.headers.items()
        }
    responses: dict[str, Any] = {str(promised.status): success}
    for status, sentence in promised.also.items():
        responses[str(status)] = {"description": sentence}
    kinds = [*promised.problems, *COMMON]
    kinds += WITH_TOKEN if handler.opt.get("open") else (problems.UNAUTHENTICATED, *WITH_TOKEN)
    kinds += WITH_BODY if promised.body is not None else ()
    taken = handler.parsed_fn_signature.parameters
    kinds += [kind for name, several in WITH_PARAMETER.items() if name in taken for kind in several]
    by_status: dict[int, list[Kind]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    for status, several in sorted(by_status.items()):
        codes = ", ".join(f"`{kind.code}`" for kind in dict.fromkeys(several))
        responses[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {codes}",
            "content": {problems.CONTENT_TYPE: {"schema": {"$ref": REF + "ProblemBody"}}},
        }
        if status in AGAIN_LATER:
            responses[str(status)]["headers"] = RETRY_AFTER
    return responses


def _parameters(handler: HTTPRouteHandler, path: str) -> Iterable[dict[str, Any]]:
    for name, field in handler.parsed_fn_signature.parameters.items():
        if name in ("request", "body", "data", "state", "scope"):
            continue
        kwarg = field.kwarg_definition if isinstance(field.kwarg_definition, ParameterKwarg) else None
        assert kwarg is not None, f"parameter {name} of {path} does not say where it stands"
        place = kwarg.param_type.value
        public = kwarg.name or name
        parameter: dict[str, Any] = {
            "name": public,
            "in": place,
            "required": place == "path" or (field.default is Empty and not field.is_optional),
            "schema": _parameter_schema(field, kwarg),
        }
        if kwarg is not None and kwarg.description:
            parameter["description"] = kwarg.description
        yield parameter


def _parameter_schema(field: FieldDefinition, kwarg: ParameterKwarg | None) -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(field.annotation)
    if "anyOf" in schema:
        schema = next(part for part in schema["anyOf"] if part.get("type") != "null")
    if kwarg is not None:
        limits = {
            "minimum": kwarg.ge,
            "maximum": kwarg.le,
            "minLength": kwarg.min_length,
            "maxLength": kwarg.max_length,
            "pattern": kwarg.pattern,
        }
        schema = {**schema, **{key: value for key, value in limits.items() if value is not None}}
    if field.default not in (Empty, None):
        schema = {**schema, "default": field.default}
    return schema


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
