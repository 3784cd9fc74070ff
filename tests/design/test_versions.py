"""Versions: what a link holds comes back, and what is no version is refused in one line."""

from random import Random
from urllib.parse import parse_qs, urlencode

import msgspec
import pytest

from tablewright.design.versions import (
    Version,
    fields_of,
    pay_keys,
    version_of,
    version_of_choices,
    version_of_text,
)
from tablewright.games import every_game, game
from tablewright.rules.described import deal_digest
from tablewright.rules.errors import Refused
from tablewright.rules.language import SPANISH, speaking
from tests.design.priced import random_version

GAMES = [of.id for of in every_game()]


@pytest.mark.parametrize("id", GAMES)
def test_a_text_holds_the_whole_version(id: str) -> None:
    rng = Random(5)
    for _ in range(8):
        version = random_version(id, rng)
        assert version_of_text(version.text) == version
        assert version.ruleset().fingerprint == version_of_text(version.text).ruleset().fingerprint
        assert msgspec.json.decode(msgspec.json.encode(version), type=Version) == version


@pytest.mark.parametrize("id", GAMES)
def test_a_text_stands_in_an_address_as_it_is(id: str) -> None:
    rng = Random(6)
    for _ in range(8):
        text = random_version(id, rng).text
        assert urlencode({"v": text}) == f"v={text}"
        assert parse_qs(f"v={text}") == {"v": [text]}


def test_the_same_version_has_one_text() -> None:
    one = version_of("duki4", {"duki4.ace": "high-only"}, {"bonus.straight": "14-2"})
    other = version_of_choices("Duki 4 Poker", ["ace=high-only"], ["bonus.straight=7"])
    assert one == other
    assert one.text == "duki4~ace_high-only~bonus.straight_7"


def test_what_is_printed_anyway_is_no_change() -> None:
    of = game("king-high")
    printed = {key: str(odds) for key, odds in pay_keys(of.ruleset()).items()}
    defaults = {reading.id: reading.default for reading in of.readings}
    assert version_of("king-high", defaults, printed) == Version("king-high")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no game '': expected duki4, king-high or pick2"),
        ("faro", "there is no game 'faro': expected duki4, king-high or pick2"),
        ("duki4~ace", "'ace' changes nothing of duki4: expected READING_OPTION or WAGER.KEY_ODDS"),
        ("duki4~ace_low", "'low' is not an option of reading duki4.ace: expected high-and-low or"),
        ("duki4~bonus.straight_x", "'x' is not odds: expected whole numbers such as 10 or 3-2"),
        ("duki4~bonus.flush_7", "nothing is paid as 'bonus.flush': expected bonus."),
        ("duki4~bonus.straight_7~bonus.straight_8", "bonus.straight is given as 7 and 8: expected"),
        ("duki4" + "~" * 4000, "a version of 4005 characters is given: expected at most 4000"),
    ],
)
def test_what_is_no_version_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        version_of_text(text)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_odds_of_a_line_not_in_force_are_refused_or_left_out() -> None:
    readings = {"pick2.unqualified": "push"}
    pay = {"ante.unqualified-higher": "2", "bonus-5.flush": "9"}
    with pytest.raises(Refused, match="nothing is paid as 'ante"):
        version_of("pick2", readings, pay)
    fitted = version_of("pick2", readings, pay, leaves_out_idle=True)
    assert fitted.pay == {"bonus-5.flush": "9-1"}


@pytest.mark.parametrize("id", GAMES)
def test_a_form_offers_every_reading_and_every_payment(id: str) -> None:
    version = random_version(id, Random(8))
    ruleset, fields = version.ruleset(), fields_of(version)
    assert [each.id for each in fields.readings] == [each.id for each in ruleset.game.readings]
    assert {each.id: each.chosen for each in fields.readings} == dict(ruleset.rulings)
    offered = {entry.key: entry.present for wager in fields.wagers for entry in wager.entries}
    assert offered == {key: str(odds) for key, odds in pay_keys(ruleset).items()}
    printed = pay_keys(version.as_printed().ruleset())
    for wager in fields.wagers:
        for entry in wager.entries:
            assert entry.printed == str(printed[entry.key])
            assert entry.least <= printed[entry.key].fraction <= entry.most
            assert entry.name
            assert entry.table
            assert entry.can_change_decisions == wager.is_decided


def test_a_form_is_worded_in_the_language_that_is_spoken() -> None:
    version = version_of("duki4")
    plain = fields_of(version)
    with speaking(SPANISH):
        spoken = fields_of(version)
    assert spoken.version == plain.version
    assert spoken.readings[0].question != plain.readings[0].question
    names = {entry.key: entry.name for wager in spoken.wagers for entry in wager.entries}
    assert names["bonus.straight"] == "Escalera"


@pytest.mark.parametrize("id", GAMES)
def test_a_form_says_which_readings_count_every_deal_anew(id: str) -> None:
    """Whatever is not said to recount leaves the count as it is, option by option."""
    of = game(id)
    as_default = deal_digest(of.ruleset().deal)
    for field in fields_of(version_of(id)).readings:
        for option in field.options:
            same = deal_digest(of.ruleset({field.id: option.id}).deal) == as_default
            assert same or field.recounts, (field.id, option.id)
    recounting = {field.id for field in fields_of(version_of(id)).readings if field.recounts}
    assert of.places.id not in recounting
