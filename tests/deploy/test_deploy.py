"""What is shipped for operators fits the program: flags exist, settings keep the promise, locks are complete."""

import argparse
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    import_module(f"cli.{words[0]}").arguments(parser)
    return parser.parse_args(words[1:])


@pytest.mark.parametrize("service", ["api", "work"])
def test_the_commands_of_the_compose_file_are_understood(compose: dict[str, Any], service: str) -> None:
    assert parse(compose["services"][service]["command"]).store == "redis://store:6379/0"


def test_the_containers_own_command_is_understood() -> None:
    words = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.M)
    assert words is not None
    assert parse(yaml.safe_load(words[1])).host == "0.0.0.0"


def test_every_package_of_the_program_is_in_the_image() -> None:
    copied = re.findall(r"^COPY (\w+) \w+$", (DEPLOY / "Containerfile").read_text(), re.M)
    assert sorted(copied) == ["api", "cli", "domain", "projections", "store", "workers"]


def test_only_the_api_can_be_reached_from_outside(compose: dict[str, Any]) -> None:
    reachable = [name for name, service in compose["services"].items() if service.get("ports")]
    assert reachable == ["api"]
    assert compose["networks"]["inside"]["internal"] is True


def test_the_stores_settings_keep_the_promise() -> None:
    lines = (DEPLOY / "valkey.conf").read_text().splitlines()
    settings = dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))
    assert (settings["appendonly"], settings["appendfsync"], settings["maxmemory-policy"]) == (
        "yes",
        "always",
        "noeviction",
    )


@pytest.mark.parametrize("name", ["constraints.txt", "deploy/requirements.txt"])
def test_locks_hold_versions_and_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    pinned = re.split(r"\n(?=\S)", text.strip())
    assert all(re.match(r"[\w.\[\]-]+==\S+", one) and "--hash=sha256:" in one for one in pinned if one[0] != "#")


def test_both_locks_agree() -> None:
    def versions(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text(), re.M))

    everything, shipped = versions("constraints.txt"), versions("deploy/requirements.txt")
    assert shipped.items() <= everything.items()
    assert "litestar" in shipped
    assert "pytest" not in shipped
