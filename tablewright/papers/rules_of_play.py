"""Rules of play, in the order in which regulators read them; every rule once, with its source.

Each section takes the rules of the register that belong to it. What no section claims is printed as a
further provision, so that nothing in force can be left out; what holds only with a device that the
jurisdiction refuses stands at the end, as not in force there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tablewright.papers.definitions import definitions
from tablewright.papers.documents import (
    Block,
    Document,
    Heading,
    Paragraph,
    Quoted,
    Run,
    Sheet,
    Strong,
    Table,
)
from tablewright.papers.editions import Edition
from tablewright.papers.in_force import not_in_force, of_game, same_ruling
from tablewright.papers.payouts import kinds, limits_table, pay_tables
from tablewright.rules.citations import Passage
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.irregularities import Irregularity
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.rules.readings import Under
from tablewright.rules.register import instruction_id, ruling_ids
from tablewright.table.chips import money
from tablewright.table.words import joined, post_named

NAME = "rules-of-play"
TITLES: Mapping[str, str] = {
    "definitions": "Definitions",
    "equipment": "Table, layout and equipment",
    "cards": "Cards",
    "devices": "What deals the cards",
    "opening": "Opening and closing the table",
    "shuffling": "Shuffle and cut",
    "ranks": "Rank of hands",
    "wagers": "Wagers",
    "dealing": "Dealing",
    "completion": "Completion of a round",
    "payouts": "Payouts",
    "irregularities": "Irregularities",
    "protection": "Protection of the game",
    "readings": "How the manual is read",
}
"""The sections in the order that holds where a jurisdiction states none."""
FURTHER = "Further provisions"
OPENING_STEPS = frozenset({"display-sign", "check-equipment", "count-float", "sign"})
CARD_STEPS = frozenset({"bring-cards", "examine", "inspect", "change-cards"})
SHUFFLE_STEPS = frozenset({"wash", "shuffle", "hand-shuffle", "cut", "load"})
COMPLETING = (PhaseId.SETTLE, PhaseId.CLEAR)


def rules_of_play(edition: Edition) -> Document:
    """The rules of play of an edition."""
    return Document(
        name=NAME,
        title="Rules of play",
        subtitle=edition.game.summary,
        sheet=Sheet(is_numbered=True, has_contents=True),
        blocks=tuple(RulesWriter(edition).written()),
    )


def section_order(edition: Edition) -> tuple[str, ...]:
    """The sections as the jurisdiction orders them; those that it does not name follow."""
    stated = edition.submission.order if edition.submission else ()
    return (*stated, *(id for id in TITLES if id not in stated))


def absent_rules(edition: Edition, rules: Sequence[Paragraph]) -> Iterator[Block]:
    """The last section: rules that are printed in the manual and hold elsewhere only."""
    if rules:
        yield Heading(text="Not in force here")
        yield Paragraph(
            text="These rules stand in the manual for other places, or for ways of dealing that are not"
            f" allowed in {edition.jurisdiction.name}. No table there is run by them."
        )
        yield from rules


class RulesWriter:
    """Writes sections, and knows which rules it has printed."""

    def __init__(self, edition: Edition) -> None:
        self.of = edition
        self.game = edition.game.id
        self.printed: set[str] = set()
        self.refused = {device.id for device in edition.refused_devices}
        self.absent = not_in_force(edition)

    def written(self) -> Iterator[Block]:
        """Every section in order, further provisions, and what is not in force here."""
        sections: Mapping[str, Callable[[], Iterator[Block]]] = {
            "definitions": self.definitions,
            "equipment": self.equipment,
            "cards": self.cards,
            "devices": self.devices,
            "opening": self.opening,
            "shuffling": self.shuffling,
            "ranks": self.ranks,
            "wagers": self.wagers,
            "dealing": self.dealing,
            "completion": self.completion,
            "payouts": self.payouts,
            "irregularities": self.irregularities,
            "protection": self.protection,
            "readings": self.readings,
        }
        for id in section_order(self.of):
            blocks = list(sections[id]())
            if blocks:
                yield Heading(text=TITLES[id], id=id)
                yield from blocks
        yield from self.left()

    def left(self) -> Iterator[Block]:
        """What no section has printed, in two kinds."""
        left = [id for id in of_game(self.of) if id not in self.printed]
        further = [id for id in left if id not in self.absent]
        if further:
            yield Heading(text=FURTHER)
            yield from self.rules(further)
        yield from absent_rules(self.of, [self.rule(id) for id in left if id in self.absent])

    # Rules ----------------------------------------------------------------------------------------

    def rule(self, id: str, *, text: Iterable[Run] = (), also: Iterable[str] = ()) -> Paragraph:
        """A rule of the register as a numbered paragraph."""
        rule = self.of.rules[id]
        others = tuple(each for each in also if each != id)
        self.printed |= {id, *others}
        return Paragraph(
            text=tuple(text) or rule.sentence,
            rule=id,
            also=others,
            source=str(rule.source),
            is_numbered=True,
        )

    def rules(self, ids: Iterable[str]) -> Iterator[Paragraph]:
        for id in ids:
            if id not in self.printed:
                yield self.rule(id)

    def topic(self, *topics: str) -> Iterator[Paragraph]:
        """What the register says under `GAME.TOPIC.`, but for what is not in force here."""
        prefixes = tuple(f"{self.game}.{topic}." for topic in topics)
        found = [id for id in self.of.rules if id.startswith(prefixes)]
        yield from self.rules(id for id in found if id not in self.absent)

    # Sections -------------------------------------------------------------------------------------

    def definitions(self) -> Iterator[Block]:
        for runs in definitions(self.of):
            yield Paragraph(text=runs, is_numbered=True)

    def equipment(self) -> Iterator[Block]:
        yield self.rule(f"{self.game}.places")
        yield from self.topic("equipment")
        signs = list(self.topic("sign"))
        if signs:
            yield Heading(text="The sign", level=2)
            yield from signs

    def cards(self) -> Iterator[Block]:
        yield self.rule(f"{self.game}.cards")
        yield from self.topic("cards")
        yield from self.told(CARD_STEPS)
        minutes = self.of.book.setup.card_change_minutes
        yield Paragraph(
            text=f"Cards stay in play for {minutes} minutes at most.",
            source=self.of.cited(self.of.procedure.card_change_source),
            is_numbered=True,
        )

    def devices(self) -> Iterator[Block]:
        for device in self.of.devices:
            yield Heading(text=capital(device.name), level=2)
            yield self.rule(f"{self.game}.device.{device.id}")
            before_round, before_card = device.burns_under(self.of.ruleset.rulings)
            if before_round or before_card:
                rows = (
                    ("Before the round", str(before_round)),
                    ("Before each card", str(before_card)),
                )
                yield Table(
                    head=("Cards burnt", "Number"),
                    rows=rows,
                    align=("left", "right"),
                )

    def opening(self) -> Iterator[Block]:
        yield self.rule(f"{self.game}.opening")
        yield from self.told(OPENING_STEPS)
        yield self.rule(f"{self.game}.welcome")
        yield from self.told(frozenset({"welcome"}))

    def shuffling(self) -> Iterator[Block]:
        yield from self.told(SHUFFLE_STEPS)

    def ranks(self) -> Iterator[Block]:
        yield from self.topic("ranking")

    def wagers(self) -> Iterator[Block]:
        yield from self.rules(f"{self.game}.{id}" for id in self.of.ruleset.wagers)
        yield from self.topic("wagers")
        deal = self.of.ruleset.deal
        if isinstance(deal, Contest):
            yield Heading(text="Decisions", level=2)
            for decision in deal.decisions:
                yield Paragraph(
                    text=(Strong(decision.name), ": ", decision.says),
                    source=self.of.cited(decision.source),
                    is_numbered=True,
                )
        yield replace(limits_table(self.of), widths=())

    def dealing(self) -> Iterator[Block]:
        yield from self.phases(id for id in self.phase_ids if id not in COMPLETING)

    def completion(self) -> Iterator[Block]:
        yield from self.phases(id for id in self.phase_ids if id in COMPLETING)
        yield Heading(text="Order and manner of payment", level=2)
        yield from self.topic("stage", "paying", "manner")

    def payouts(self) -> Iterator[Block]:
        for decided in kinds(self.of).values():
            wager = decided.wager
            yield Heading(text=wager.title, level=2)
            yield Paragraph(text="The first of these that holds settles the wager.", is_small=True)
            yield from self.rules(line.rule for line in decided.lines)
            yield from (replace(table, widths=()) for table in pay_tables(self.of, wager.kind))
            if wager.maximum:
                yield self.maximum(wager.kind, wager.maximum.source)

    def maximum(self, kind: str, source: Passage) -> Block:
        """The most that is paid on a wager, where the house has posted it."""
        most = self.of.book.setup.maximum_payouts.get(kind)
        said = f"The house pays at most {money(most)}." if most else "No maximum payout is posted."
        return Paragraph(text=said, source=self.of.cited(source), is_numbered=True)

    def irregularities(self) -> Iterator[Block]:
        for each in self.of.procedure.irregularities:
            if each.id not in self.absent and each.id in self.of.rules:
                yield Heading(text=each.says, level=2)
                yield self.rule(each.id, text=(self.declared_by(each),))
                yield from self.rulings(each)

    def declared_by(self, irregularity: Irregularity) -> str:
        """What goes wrong, who may say so, and with which devices it can happen."""
        watchers = [post_named(role.value) for role in irregularity.declared_by]
        said = f"{irregularity.says}. {capital(joined(watchers, 'or'))} may declare it."
        devices = [self.of.procedure.device(id) for id in irregularity.devices]
        named = [device.name for device in devices if device.id not in self.refused]
        return f"{said} It can happen with the {' or the '.join(named)}." if named else said

    def rulings(self, irregularity: Irregularity) -> Iterator[Block]:
        """The rulings in force, each once, with the devices it holds with."""
        together = same_ruling(self.of)
        for ruling in irregularity.rulings:
            ids = [id for id in ruling_ids(irregularity, ruling) if id in together]
            if ids and ids[0] not in self.printed and self.holds(ruling.under):
                said = self.with_devices(ruling.devices, ruling.says)
                yield self.rule(ids[0], text=(said,), also=together[ids[0]])

    def holds(self, under: Under | None) -> bool:
        return under is None or self.of.ruleset.rulings.hold(under)

    def protection(self) -> Iterator[Block]:
        yield from self.topic("protection")

    def readings(self) -> Iterator[Block]:
        """Each place where the manual can be read in more than one way, and how it is read here."""
        rulings = self.of.ruleset.rulings
        for reading in self.of.game.readings:
            taken = reading.option(rulings[reading.id])
            runs: list[Run] = [Strong(reading.question), " ", capital(taken.means), ". "]
            for n, place in enumerate(reading.conflict):
                runs += ["The manual: " if not n else "; ", Quoted(place.words), f" ({place})"]
            yield Paragraph(
                text=(*runs, "."), source=f"Reading: {reading.id}={taken.id}", is_numbered=True
            )

    # Steps ----------------------------------------------------------------------------------------

    @property
    def phase_ids(self) -> list[PhaseId]:
        return [phase.id for phase in self.of.procedure.phases]

    def phases(self, ids: Iterable[PhaseId]) -> Iterator[Block]:
        """Parts of a round, with what is done in each: with every device, then with one of them."""
        for id in ids:
            phase = self.of.procedure.phase[id]
            yield Heading(text=IN_BRIEF[id].name, level=2)
            yield self.rule(f"{self.game}.phase.{id}")
            yield from self.told(frozenset(phase.allows))

    def told(self, steps: frozenset[str]) -> Iterator[Block]:
        """What a dealer is told with some steps, those for all devices first."""
        procedure = self.of.procedure
        here = [
            each
            for each in procedure.instructions_under(self.of.ruleset.rulings)
            if steps & set(each.steps)
            and instruction_id(procedure, each) not in self.printed | self.absent
        ]
        for each in sorted(here, key=lambda instruction: bool(instruction.devices)):
            said = self.with_devices(each.devices, each.says)
            yield self.rule(instruction_id(procedure, each), text=(said,))

    def with_devices(self, devices: Iterable[str], says: str) -> str:
        """A sentence, with the devices for which it holds where it does not hold for all."""
        names = [self.of.procedure.device(id).name for id in devices if id not in self.refused]
        if not names or len(names) == len(self.of.devices):
            return says
        return f"With the {' or the '.join(names)}: {says}"
