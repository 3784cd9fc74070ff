"""The doors: under which names the house is reached, and which proxies are believed.

A page of another site can have its own name lead to this machine (DNS rebinding); the browser then
takes the house for that site. So the house answers only to names that it is known by. An address in
figures cannot be made to lead elsewhere, and is always answered to.
"""

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say


class Doors(NamedTuple):
    """What the house was told about how it is reached."""

    names: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word on where a request comes from is taken."""

    @classmethod
    def told(cls, host: str, names: Iterable[str], proxies: Iterable[str]) -> "Doors":
        """Doors as the command line says, or refused."""
        known = {_named(each, "--name") for each in names}
        return cls(frozenset(known | {host.lower()}), tuple(_network(each) for each in proxies))

    def refusal(self, hosts: list[str]) -> tuple[int, str] | None:
        """Why a request to such a host is not answered, with its status; None if it is."""
        name = host_name(hosts[0]) if len(hosts) == 1 else ""
        if not name:
            return 400, "Host: expected one header"
        if is_address(name) or name in self.names:
            return None
        if name == "localhost" or name.endswith(".localhost"):
            return None
        shown = quoted(name, 80)
        return 421, say(
            "The house is not known as {shown}: start it with --name to make it so.", shown=shown
        )


def host_name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> host_name("House.example:8000"), host_name("[::1]:8000"), host_name("127.0.0.1")
    ('house.example', '::1', '127.0.0.1')
    """
    if host.startswith("["):
        name, closed, port = host[1:].partition("]")
        is_well = bool(closed) and (not port or port.startswith(":")) and is_address(name)
        return name.lower() if is_well else ""
    name, _, port = host.partition(":")
    is_well = not port or port.isdecimal()
    return name.lower().removesuffix(".") if is_well else ""


def is_address(name: str) -> bool:
    """Whether a host is an address in figures."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    return ip_address(host).is_loopback if is_address(host) else host.lower() == "localhost"


def _named(name: str, option: str) -> str:
    found = host_name(name)
    if not found or ":" in name or "/" in name or " " in name:
        raise Refused(f"{option} is {quoted(name)}: expected a host's name, as in house.example")
    return found


def _network(proxy: str) -> str:
    try:
        return str(ip_network(proxy) if "/" in proxy else ip_address(proxy))
    except ValueError:
        raise Refused(
            f"--proxy is {quoted(proxy)}: expected an address or a network, as in 10.0.0.7"
        ) from None
