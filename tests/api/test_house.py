"""What everybody may ask the house, and the contract."""

import re
from typing import Any

import httpx
import jsonschema_rs
import pytest

from api.problems import KINDS
from domain.record.receipt import KeySet, PublicKey
from tests.api.test_edge import problem


def test_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/health/live").json() == {"status": "alive"}
    assert client.get("/health/ready").json() == {"status": "ready"}


def test_keys_are_published_as_a_trust_file(client: httpx.Client) -> None:
    keys = client.get("/v1/keys").json()["keys"]
    assert KeySet(PublicKey(**key) for key in keys).kids == {key["kid"] for key in keys}


def test_a_rule_set_brings_schemas_that_accept_its_defaults(client: httpx.Client) -> None:
    (line,) = client.get("/v1/rulesets").json()["items"]
    card = client.get(f"/v1/rulesets/{line['id']}").json()
    assert card["seats"] == line["seats"]
    assert set(card["summary"]) == {"de", "en"}
    jsonschema_rs.validator_for(card["options"]).validate(card["defaults"])
    actions = jsonschema_rs.validator_for(card["actions"])
    assert actions.is_valid({"type": "play", "card": "C1"})
    assert not actions.is_valid({"type": "fly"})


def test_an_unknown_rule_set_is_not_found(client: httpx.Client) -> None:
    problem(client.get("/v1/rulesets/chess"), 404, "not_found")


@pytest.fixture
def contract(client: httpx.Client) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/openapi.json").json()
    return document


def unions(schema: Any) -> list[Any]:
    """Every union of objects that are told apart by a constant field."""
    found = []
    if isinstance(schema, dict):
        found = [part for value in schema.values() for part in unions(value)]
        found += [schema] if len(schema.get("anyOf", [])) > 1 else []
    elif isinstance(schema, list):
        found = [part for value in schema for part in unions(value)]
    return found


def test_every_tagged_union_has_a_discriminator(contract: dict[str, Any]) -> None:
    schemas = contract["components"]["schemas"]
    tagged = 0
    for union in unions(schemas):
        parts = [schemas[part["$ref"].rsplit("/", 1)[-1]] for part in union["anyOf"] if "$ref" in part]
        if len(parts) == len(union["anyOf"]) and all("enum" in p.get("properties", {}).get("type", {}) for p in parts):
            tagged += 1
            assert set(union["discriminator"]["mapping"].values()) == {part["$ref"] for part in union["anyOf"]}
    assert tagged >= 2


def test_every_reference_leads_somewhere(contract: dict[str, Any]) -> None:
    schemas = contract["components"]["schemas"]
    found = set(re.findall(r"#/components/schemas/([\w.-]+)", str(contract)))
    assert found <= set(schemas)
    assert {"ToyAction", "ToyOptions", "ToyView", "ToyEvent"} <= set(schemas)


def test_every_status_of_a_problem_is_documented(contract: dict[str, Any]) -> None:
    statuses = {kind.status for kind in KINDS.values()}
    for operations in contract["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) in statuses:
                    assert "application/problem+json" in answer["content"]


def test_the_contract_is_cached_by_its_tag(client: httpx.Client) -> None:
    tag = client.get("/openapi.json").headers["etag"]
    again = client.get("/openapi.json", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_loads_only_from_this_server(client: httpx.Client) -> None:
    assert client.get("/").headers["location"] == "docs"
    page = client.get("/docs")
    assert "text/html" in page.headers["content-type"]
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)
    for link in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert client.get(f"/{link}").status_code == 200, link
    problem(client.get("/docs/etc"), 404, "not_found")
