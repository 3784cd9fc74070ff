"""Two languages at one table: the same state in other words, refusals in one's own, one journal."""

import asyncio
import re
from random import Random

import msgspec
import pytest

from tablewright.house.books.options import Options
from tablewright.house.screens.news import LiveScene
from tablewright.house.screens.prompts import asides_for, awaited_by, next_for
from tablewright.house.screens.table_descriptions import table_description
from tablewright.house.server.asked_language import preferred
from tablewright.rules.language import ENGLISH, SPANISH, speaking
from tablewright.rules.roles import STAFF
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, Actor
from tablewright.table.journal import Journal
from tablewright.table.record import Act
from tablewright.table.views import felt
from tests.house.clients import Visit, play
from tests.house.company import ON_SQLITE, STAKES, Tab, guest, open_table, opened
from tests.house.serving import Serving
from tests.table_play import DEVICES, RandomPlay, random_setup

NAMED = {"5 Card Bonus Only"}
"""What is called so in every language."""
ENGLISH_WORDS = re.compile(
    r"\b(the|and|of|with|is|are|you|your|cards?|dealer|wagers?|hand|to|for|from|by|not|box|seat|decks?"
    r"|round|players?|this|that|it|on|at|first|lost|paid|pushes|wins|shuffle)\b"
)
APART = {
    *(
        "source",
        "sources",
        "id",
        "rule",
        "command",
        "do",
        "event",
        "kind",
        "phase",
        "wager",
        "manner",
    ),
    *("jurisdiction", "device", "automatic", "approval", "ruleset", "chosen", "effect", "seen"),
    *(
        "declared",
        "phases",
        "devices",
        "moved",
        "from",
        "to",
        "needs",
        "same_as",
        "partner",
        "group",
    ),
    *(
        "declared_by",
        "concerns",
        "shape",
        "use",
        "late-wager",
        "readings",
        "player",
        "name_of_field",
    ),
}
"""Fields that programs read, citations of English texts, and what people have written."""


def english_in(shown: object, field: str = "") -> list[str]:
    """Everything shown that has an English word in it."""
    if isinstance(shown, dict):
        fields = shown.items() if field != "fields" else ()
        return [
            each for name, of in fields if name not in APART for each in english_in(of, str(name))
        ]
    if isinstance(shown, list | tuple):
        return [each for of in shown for each in english_in(of, field)]
    if not isinstance(shown, str):
        return []
    without = re.sub("|".join([*NAMED, r"[\w.-]+=[\w-]+", r"\(\S+\.\S+\)"]), "", shown)
    return [shown] if ENGLISH_WORDS.search(without) else []


def plain(shown: object) -> object:
    return msgspec.to_builtins(shown, str_keys=True, enc_hook=str)


class Evening(RandomPlay):
    """Random play of which everything is told and shown in two languages."""

    def __init__(self, game: str, device: str, rng: Random) -> None:
        super().__init__(random_setup(game, device, rng), rng)
        self.scene = LiveScene(self.table)
        self.english: list[str] = []
        self.differing: list[tuple[object, object]] = []

    def act(self, command: Act, by: Actor) -> None:
        first = self.table.lines + 1
        with speaking(SPANISH):
            events = self.table.act(command, by, self.now)
        told = []
        for language in (ENGLISH, SPANISH, ENGLISH):
            with speaking(language):
                told.append(plain(self.scene.told(events, by, first)))
        before, spanish, after = told
        self.english += english_in(spanish)
        if before != after:
            self.differing.append((before, after))

    def look(self) -> None:
        table = self.table
        shown = []
        for language in (ENGLISH, SPANISH, ENGLISH):
            with speaking(language):
                prompts = [
                    plain([next_for(table, role), asides_for(table, role), awaited_by(table, role)])
                    for role in STAFF
                ]
                shown.append([prompts, plain(felt(table))])
        before, spanish, after = shown
        self.english += english_in(spanish)
        if before != after:
            self.differing.append((before, after))


@pytest.mark.parametrize(("game", "device"), DEVICES)
def test_what_is_told_and_asked_in_spanish_has_no_english_in_it(game: str, device: str) -> None:
    evening = Evening(game, device, Random(f"{game} in two languages"))
    for _ in range(250):
        evening.step()
        evening.look()
    with speaking(SPANISH):
        described = table_description("t", evening.table.book, Options(), ())
    assert not {*evening.english, *english_in(plain(described))}
    assert not evening.differing  # Nothing that was said in one language is left in another.


@pytest.mark.parametrize(("game", "device"), DEVICES)
def test_a_journal_is_the_same_whatever_is_spoken(game: str, device: str) -> None:
    written = []
    for language in (ENGLISH, SPANISH):
        lines: list[bytes] = []
        rng = Random(f"a journal of {game}")
        with speaking(language):
            evening = RandomPlay(random_setup(game, device, rng), rng, Journal(lines.append))
            for _ in range(200):
                evening.step()
        written.append(lines)
    assert written[0] == written[1]
    assert len(written[0]) > 100


def test_a_refusal_is_said_in_the_language_of_the_one_who_is_refused() -> None:
    rng = Random(1)
    evening = RandomPlay(random_setup("duki4", "shuffler", rng), rng)

    table = evening.table
    asked = acts.NoMoreBets()
    no = table.refusal(asked, THE_DEALER, evening.now)
    assert str(no) == "No more bets: not while the table is opening, only while it is open."
    with speaking(SPANISH):
        no = table.refusal(asked, THE_DEALER, evening.now)
    said = "No va más: no en este estado de la mesa (apertura), solo en este: abierta."
    assert str(no) == said


@ON_SQLITE
def test_one_table_is_shown_in_two_languages(ready_address: str) -> None:
    asyncio.run(_in_two_languages(ready_address))


async def _in_two_languages(address: str) -> None:
    async with opened(address) as house:
        live = await open_table(house, "duki4")
        ann, eva = Tab(live, guest(1)), Tab(live, guest(2), language=SPANISH)
        await ann.sit_down(1)
        await eva.sit_down(2)
        await ann.do("bets", place=1, stakes=STAKES["duki4"])
        await eva.do("bets", place=2, stakes=STAKES["duki4"])
        heard = {
            tab: await tab.until(lambda table: len(table["view"]["places"]["2"]["wagers"]) == 2)
            for tab in (ann, eva)
        }
        assert heard[ann]["seq"] == heard[eva]["seq"]
        assert heard[ann]["view"]["places"] == heard[eva]["view"]["places"]
        english = [each["says"] for table in ann.heard for each in table.get("told", ())]
        spanish = [each["says"] for table in eva.heard for each in table.get("told", ())]
        assert "Guest 2 bets $10 on the Ante." in english
        assert "Guest 2 apuesta $10 en el Ante." in spanish


# Which language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-US,en;q=0.9,es;q=0.8", "en"),
        ("de-DE,es;q=0.5", "es"),
        ("es;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("es;q=much", "en"),
        ("", "en"),
    ],
)
def test_a_browsers_language_is_the_default(accepts: str, language: str) -> None:
    assert preferred(accepts) == language


def test_the_person_chooses_and_the_browser_is_asked_otherwise(serving: Serving) -> None:
    async def scene(visit: Visit) -> None:
        visitor = visit()
        why = []
        for headers in (
            {},
            {"Accept-Language": "es-AR"},
            {"Accept-Language": "es-AR", "Cookie": "language=en"},
            {"Accept-Language": "en", "Cookie": "language=es"},
            {"Cookie": "language=tlh"},
        ):
            answer = await visitor.http.get("/tokens", headers=headers)
            assert answer.status_code == 401
            why.append(answer.json()["why"])
        english = "You are not signed in: sign in, or play as a guest."
        spanish = "No has iniciado sesión: iníciala o juega como invitado."
        assert why == [english, spanish, english, spanish, english]

    play(serving, scene)
