"""Certificates for tests, signed in the register as an examiner signs them."""

from datetime import datetime

import msgspec

from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.school.certificates import Certificate, Conversion
from tablewright.school.examined import digests
from tablewright.school.signed import Certified, Converted, Withdrawn
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup


async def known(house: House, name: str) -> Person:
    """A person by the name of their account."""
    account = await house.accounts.by_name(name)
    assert account is not None
    return person_of(account)


async def certify(
    house: House,
    name: str,
    device: str = "shuffler",
    *,
    game: str = "duki4",
    at: datetime | None = None,
    audition: str = "a-1",
    **rules: dict[str, str],
) -> Certificate:
    """An examiner signs that a person may deal a game with a device."""
    holder, examiner = await known(house, name), await known(house, "Ivo")
    setup = ruled(game, **rules)
    certificate = Certificate(
        id=f"c-{holder.account}-{game}-{device}",
        person=holder.key,
        game=game,
        ruleset=Book(setup).ruleset.fingerprint,
        setup=setup,
        device=device,
        at=at or house.dealers.now(),
        examiner=examiner.name,
        score=97,
        audition=audition,
        seed="5",
        salt="s",
        seal="0" * 64,
        journal_hash="1" * 64,
        journal_lines=400,
        examined=dict(await house.school.courses.aside(digests, setup, device)),
    )
    await house.register.add(holder.key, examiner, Certified(certificate=certificate))
    return certificate


async def convert(house: House, certificate: Certificate, setup: Setup, device: str) -> None:
    """An examiner signs that a certificate holds under other rules, or with another device, too."""
    needed = await house.school.courses.aside(digests, setup, device)
    lacking = {id: right for id, right in needed.items() if certificate.examined.get(id) != right}
    conversion = Conversion(
        id=f"{certificate.id}-2",
        game=certificate.game,
        ruleset=Book(setup).ruleset.fingerprint,
        setup=setup,
        device=device,
        at=house.dealers.now(),
        examiner="Ivo",
        score=100,
        questions=[],
        examined=lacking,
    )
    signed = Converted(certificate=certificate.id, conversion=conversion)
    await house.register.add(certificate.person, await known(house, "Ivo"), signed)


async def withdraw(house: House, certificate: Certificate) -> None:
    """An examiner takes a certificate back."""
    signed = Withdrawn(certificate=certificate.id, reason="a fault was found in the audition")
    await house.register.add(certificate.person, await known(house, "Ivo"), signed)


def ruled(game: str = "duki4", **rules: dict[str, str]) -> Setup:
    """A game's set-up with these readings and payments."""
    setup = rehearsal_setup(game, readings=rules.get("readings", {}))
    return msgspec.structs.replace(setup, pay=rules.get("pay", {}))
