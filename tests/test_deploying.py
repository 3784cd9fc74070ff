"""The files that a house is deployed with are true: each option, version, name and time in them."""

import re
import shlex
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from tablewright import __version__
from tablewright.cli.commands import app
from tablewright.house.server.addresses.health import router

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
UNIT = (ROOT / "deploy" / "tablewright.service").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
HOUSES = {name: each for name, each in SERVICES.items() if each["image"].startswith("tablewright:")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

HEALTH = "/api/health"


def options_of_units() -> list[str]:
    """Every HOUSE_OPTIONS that the example of an environment has, in use or not."""
    text = (ROOT / "deploy" / "house.env").read_text("utf-8")
    return re.findall(r'^#?HOUSE_OPTIONS="([^"\n]+)"$', text, re.MULTILINE)


def command_lines() -> dict[str, list[str]]:
    """Every command line of a house, by where it stands."""
    found = {name: list(each["command"]) for name, each in HOUSES.items()}
    (given,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    found["Dockerfile"] = yaml.safe_load(given)
    for n, options in enumerate(options_of_units()):
        found[f"house.env {n}"] = ["serve", *shlex.split(options)]
    return found


@pytest.mark.parametrize("of", command_lines())
def test_every_command_line_is_one_that_the_command_takes(of: str) -> None:
    """Read by the command line itself; what it would do is not done."""
    words = command_lines()[of]
    assert words[0] == "serve"
    assert callable(typer.main.get_command(app)(words, standalone_mode=False))


def option(of: str, name: str) -> list[str]:
    words = re.findall(r"(--[a-z-]+)[= ](\S+)", " ".join(command_lines()[of]))
    return [value for key, value in words if key == name]


def test_there_are_two_servers_of_one_house() -> None:
    assert len(HOUSES) == 2
    for name in ("--database", "--keys", "--archive", "--drain", "--port"):
        (same,) = {tuple(option(of, name)) for of in HOUSES}
        assert len(same) == 1, name
    for of, each in HOUSES.items():
        assert option(of, "--address") == [f"http://{of}:{option(of, '--port')[0]}"]
        assert of in option(of, "--name")
        grace = int(each["stop_grace_period"].removesuffix("s"))
        assert grace > int(option(of, "--drain")[0])
        keys = option(of, "--keys")[0]
        assert f"keys:{keys}" in each["volumes"]
        assert each["depends_on"]["database"] == {"condition": "service_healthy"}
    database = SERVICES["database"]["environment"]
    assert {tuple(option(of, "--database")) for of in HOUSES} == {
        (f"postgresql://{database['POSTGRES_USER']}@database/{database['POSTGRES_DB']}",)
    }


def test_the_proxy_is_the_one_that_is_believed_and_knows_every_server() -> None:
    proxy = SERVICES["proxy"]
    at = proxy["networks"]["inside"]["ipv4_address"]
    (inside,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert ip_address(at) in ip_network(inside["subnet"])
    assert {tuple(option(of, "--proxy")) for of in HOUSES} == {(at,)}
    servers = proxy["environment"]["HOUSE_SERVERS"].split()
    assert servers == [f"{of}:{option(of, '--port')[0]}" for of in HOUSES]
    named = set(re.findall(r"\{\$(\w+)\}", CADDYFILE))
    assert named == set(proxy["environment"])
    assert all("ports" not in each for name, each in SERVICES.items() if name != "proxy")


def test_health_is_asked_for_where_it_is_told() -> None:
    assert HEALTH.removeprefix("/api") in {getattr(each, "path", "") for each in router.routes}
    assert f"health_uri {HEALTH}\n" in CADDYFILE
    (asked,) = re.findall(r"urlopen\('http://127\.0\.0\.1:(\d+)(\S+)'", DOCKERFILE)
    assert asked == ("8000", HEALTH)
    assert {
        port for of in [*HOUSES, "Dockerfile"] for port in option(of, "--port") or ["8000"]
    } == {"8000"}


def test_versions_are_those_of_the_package() -> None:
    assert {each["image"] for each in HOUSES.values()} == {f"tablewright:{__version__}"}
    first, second = re.findall(r"^FROM python:(\d+\.\d+)-slim-\w+", DOCKERFILE, re.MULTILINE)
    assert first == second
    assert f"Programming Language :: Python :: {first}" in PROJECT["classifiers"]
    extras = re.findall(r"'\.\[([\w,]+)\]'", DOCKERFILE)
    assert set(",".join(extras).split(",")) <= set(PROJECT["optional-dependencies"])


def test_an_image_holds_no_secret_and_does_not_run_as_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split("\n")
    assert ignored[1] == "*"
    let_in = {each.removeprefix("!") for each in ignored if each.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert let_in == {name for line in copied for name in line.split()}
    assert all((ROOT / each).exists() for each in let_in)
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (\w+)$", last, re.MULTILINE) == ["tablewright"]
    assert not re.search(r"^(ARG|ENV).*(PASSWORD|SECRET|TOKEN)", DOCKERFILE, re.MULTILINE)
    for each in SERVICES.values():
        for name, value in each.get("environment", {}).items():
            assert "PASSWORD" not in name or value.startswith("${HOUSE_DB_PASSWORD:?")


def test_systemd_waits_for_a_server_to_drain_and_takes_its_end_for_a_good_one() -> None:
    settings = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert settings["ExecStart"] == "/opt/tablewright/bin/tablewright serve $HOUSE_OPTIONS"
    drains = [int(each) for each in re.findall(r"--drain (\d+)", " ".join(options_of_units()))]
    assert drains
    assert int(settings["TimeoutStopSec"]) > max(drains)
    assert settings["SuccessExitStatus"] == str(128 + 15)
    assert settings["User"] == "tablewright"
