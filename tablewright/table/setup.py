"""How a table is set up: the game and its readings, the limits and settings of the house, the staff.

A ruleset says how a game is played; everything here is the house's choice, within what the jurisdiction
allows, and is hashed apart. `Book` is a set-up that was checked, with all it refers to at hand.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property, lru_cache

import msgspec

from tablewright.games import game, procedure
from tablewright.rules.cashier import Cashier
from tablewright.rules.citations import Passage, Texts
from tablewright.rules.contest import Contest
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import Jurisdiction, jurisdiction
from tablewright.rules.money import LARGEST_STAKE_CENTS, HouseSettings
from tablewright.rules.on_record import Records, most_on_record, refuse_records
from tablewright.rules.phases import Phase
from tablewright.rules.procedure import OffLimits, Procedure, Stage, refuse_misfit
from tablewright.rules.register import Rule, register
from tablewright.rules.roles import DEALER, SUPERVISORS
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import Odds, SameAs, Wager
from tablewright.table.chips import Chips, money, refuse_denominations, spot, worth
from tablewright.table.limits import wrong_limit

LONGEST_NAME = 60
DENOMINATIONS = (50, 100, 500, 2500, 10_000, 50_000)
USUAL_FLOAT: Chips = {50_000: 20, 10_000: 100, 2500: 200, 500: 400, 100: 400, 50: 100}
DEALER_STEPS = (
    "welcome",
    "no-more-bets",
    "shuffle",
    "cut",
    "burn",
    "deal",
    "draw",
    "reveal",
    "settle",
    "clear",
)
SUPERVISOR_STEPS = ("approve", "fill", "mend", "change-cards")
KEYED_STEPS = ("settle",)
"""What is left of a dealer's steps for the house where the cards lie on a physical table."""
AUTOMATIC = (*DEALER_STEPS, *SUPERVISOR_STEPS)
"""Every step that the house can do by itself."""


class Staff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is on duty, by name, for the signatures."""

    dealer: str = "the dealer"
    inspector: str = "the inspector"
    pit_boss: str = "the pit boss"
    surveillance: str = "surveillance"


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as it is set up before it opens."""

    table: str
    game: str
    day: date
    ruleset: str = ""
    """The fingerprint; filled in when the set-up is checked."""
    readings: dict[str, str] = {}
    """The readings that the pit has chosen; defaults hold for the rest."""
    pay: dict[str, str] = {}
    jurisdiction: str = "general"
    on_record: Records = ()
    """What was on record with the house about approvals there, when the table was set up."""
    is_practice: bool = False
    is_rehearsal: bool = False
    """Whether things may go wrong though the machine deals; for practice, never with guests."""
    device: str = ""
    is_keyed: bool = False
    """Whether the device stands on a physical table, where a person enters the cards that are shown."""
    limits: dict[str, tuple[int, int]] = {}
    """Minimum and maximum by kind of wager, in cents."""
    denominations: tuple[int, ...] = DENOMINATIONS
    float_chips: Chips = msgspec.field(default_factory=lambda: dict(USUAL_FLOAT))
    maximum_payouts: dict[str, int] = {}
    """The most that is paid, in cents, by kind of wager; only of those that allow a maximum."""
    approval_from: int | None = None
    """Payments of so much need a supervisor's approval."""
    deals_from_right: bool = True
    """Where no manual says so: seat 1, at the dealer's right, gets the first card."""
    settles_from_right: bool = True
    """Where no manual says so: seat 1 is settled first."""
    dealer_wagers: bool = False
    """Whether players may bet for the dealer."""
    takes_tips: bool = True
    """Whether players may tip the dealer."""
    returns_small_wagers: bool = False
    """Whether further wagers under the minimum are given back, once their owner was told."""
    personal_limits: bool = False
    """Whether limits may be agreed with one player where the manual speaks of posted limits only."""
    card_change_minutes: int = 0
    """How long cards stay in play; the procedure's, if 0."""
    automatic: tuple[str, ...] | None = None
    """The steps that the house does by itself; all that it may, if none are named."""
    staff: Staff = Staff()


USUAL_LIMIT = (500, 10_000)


def usual_float(denominations: Iterable[int]) -> Chips:
    """The float that a house begins with, in chips of these denominations."""
    return {value: USUAL_FLOAT[value] for value in denominations if value in USUAL_FLOAT}


@lru_cache(maxsize=32)
def _register(ruleset: Ruleset, run_by: Procedure, jurisdiction: str) -> Mapping[str, Rule]:
    """The rules in force, gathered once for all tables that play by them."""
    return register(ruleset, run_by, jurisdiction)


class Book:
    """A set-up that was checked: the ruleset, the procedure and the limits in force."""

    def __init__(self, setup: Setup) -> None:
        self.game = game(setup.game)
        odds = {key: Odds.parse(text) for key, text in setup.pay.items()}
        self.ruleset = self.game.ruleset(setup.readings, odds)
        self.procedure: Procedure = procedure(self.game)
        self.rulings = self.ruleset.rulings
        self.deal: Contest | Draw = self.ruleset.deal
        self.is_draw = isinstance(self.deal, Draw)
        refuse_misfit(self.procedure, self.deal)
        self.jurisdiction: Jurisdiction = jurisdiction(setup.jurisdiction)
        refuse_records(setup.on_record, self.jurisdiction)
        self.device: Device = self.procedure.device(setup.device or self.procedure.devices[0].id)
        refuse_denominations(setup.denominations)
        for words in (setup.table, *msgspec.structs.astuple(setup.staff)):
            if not (words.strip() and words.isprintable() and len(words) <= LONGEST_NAME):
                raise Refused(
                    f"the table or one of its staff is called {quoted(words)}:"
                    f" expected up to {LONGEST_NAME} printable characters"
                )
        if not 0 <= setup.card_change_minutes <= 10_000:
            raise Refused(
                f"the cards are changed after {setup.card_change_minutes} minutes:"
                " expected up to 10 000"
            )
        if len(set(msgspec.structs.astuple(setup.staff))) < len(setup.staff.__struct_fields__):
            raise Refused("one person holds two posts: expected one post each, for the signatures")
        self.setup = msgspec.structs.replace(
            setup,
            game=self.game.id,
            ruleset=self.ruleset.fingerprint,
            readings=self._chosen(setup),
            device=self.device.id,
            limits=self._limits(setup),
            automatic=self._steps(setup),
            card_change_minutes=setup.card_change_minutes or self.procedure.card_change_minutes,
        )
        if setup.ruleset and setup.ruleset != self.ruleset.fingerprint:
            raise Refused(
                f"the ruleset is {quoted(setup.ruleset)}, these readings make"
                f" {self.ruleset.fingerprint}: expected the same"
            )
        self.refuse_device(self.device)
        self._refuse_chips(setup)
        self._refuse_limits()
        if setup.is_rehearsal and not setup.is_practice:
            raise Refused("a rehearsal is played for money: expected a practice table")
        automatic = set(self._steps(setup))
        unsigned = automatic.intersection(SUPERVISOR_STEPS)
        if unsigned and not setup.is_practice:
            raise Refused(
                f"the house does {listed(sorted(unsigned))} by itself at a table for money:"
                " expected people to, who sign for it"
            )
        if setup.is_keyed and (by_hand := automatic.intersection(DEALER_STEPS) - {*KEYED_STEPS}):
            raise Refused(
                f"the house does {listed(sorted(by_hand))} by itself with cards that lie on a physical"
                " table: expected a dealer to"
            )
        unknown = automatic - set(AUTOMATIC)
        if unknown:
            raise Refused(f"{quoted(min(unknown))} is not a step: expected {listed(AUTOMATIC)}")

    def _steps(self, setup: Setup) -> tuple[str, ...]:
        """What the house does by itself: nothing that people sign for at a table for money."""
        if setup.automatic is None:
            of_dealer = KEYED_STEPS if setup.is_keyed else DEALER_STEPS
            return (*of_dealer, *SUPERVISOR_STEPS) if setup.is_practice else of_dealer
        return setup.automatic

    def _chosen(self, setup: Setup) -> dict[str, str]:
        return {self.game.reading(id).id: option for id, option in setup.readings.items()}

    # What the set-up refers to ----------------------------------------------------------------

    @cached_property
    def contest(self) -> Contest:
        assert isinstance(self.deal, Contest)
        return self.deal

    @cached_property
    def draw(self) -> Draw:
        assert isinstance(self.deal, Draw)
        return self.deal

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule that is in force at this table, by its id."""
        return _register(self.ruleset, self.procedure, self.jurisdiction.id)

    @cached_property
    def texts(self) -> Texts:
        """The documents as they are cited at this table."""
        return Texts(self.game.documents, self.jurisdiction.id)

    def citation(self, source: Passage) -> str:
        """A passage as it is cited at this table, in words; put together once for each."""
        said = self._citations.get(source)
        if said is None:
            said = self._citations[source] = str(self.texts.cited(source))
        return said

    @cached_property
    def _citations(self) -> dict[Passage, str]:
        return {}

    @cached_property
    def wagers(self) -> dict[str, Wager[object]]:
        return {wager.id: wager for wager in self.game.wagers}

    def spots(self, place: int) -> Mapping[str, str]:
        """The account of each wager at a place; put together once for each place."""
        known = self._spots.get(place)
        if known is None:
            known = self._spots[place] = {wager: spot(place, wager) for wager in self.wagers}
        return known

    @cached_property
    def _spots(self) -> dict[int, Mapping[str, str]]:
        return {}

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of each wager."""
        return {wager.id: wager.kind for wager in self.game.wagers}

    @cached_property
    def offer(self) -> Offer:
        return Offer.of(self.game.wagers)

    @cached_property
    def needs(self) -> dict[str, frozenset[str]]:
        """For each wager those that must lie beside it."""
        wagers = self.ruleset.wagers.items()
        return {id: frozenset(need.wager for need in decided.needs) for id, decided in wagers}

    @cached_property
    def needed_before(self) -> dict[str, tuple[str, ...]]:
        """For each wager those that lie on the felt before it; of two that need each other, neither."""
        needs = self.needs
        return {
            id: tuple(n.wager for n in decided.needs if id not in needs[n.wager])
            for id, decided in self.ruleset.wagers.items()
        }

    @cached_property
    def conditional(self) -> frozenset[str]:
        """The wagers that stand only with others: those need another beside them, or its equal."""
        wagers = self.ruleset.wagers.items()
        return frozenset(
            id for id, each in wagers if each.needs or isinstance(each.wager.stake, SameAs)
        )

    @cached_property
    def needs_minimum(self) -> bool:
        """Whether a wager that others need must reach its minimum to open them."""
        strict = self.procedure.needed_at_minimum
        return strict is not None and self.rulings.hold(strict)

    @cached_property
    def refuses_off_limits(self) -> bool:
        """Whether a wager outside the limits is refused; else it stands, up to the maximum."""
        return self.procedure.off_limits is OffLimits.REFUSED

    @cached_property
    def free_decision(self) -> str:
        """What can always be decided: it adds no stake, and gives up the hand where that is offered."""
        free = [each for each in self.contest.decisions if self.offer.is_free(each)]
        return max(free, key=lambda each: each.gives_up).id

    @cached_property
    def on_card(self) -> frozenset[str]:
        """The wagers on one card, where cards come one at a time."""
        if not isinstance(self.deal, Draw):
            return frozenset()
        space = self.deal.card_space
        return frozenset(id for id, each in self.ruleset.wagers.items() if each.space is space)

    def second_signers(self, first: str) -> tuple[str, ...]:
        """The posts at which a slip is signed second: the dealer's, or a supervisor's for theirs.

        Where the house deals for money there is no dealer to sign: the other supervisor does.
        """
        supervisors = tuple(role.value for role in SUPERVISORS)
        if first == DEALER.value:
            return supervisors
        if "settle" in self.automatic and not self.setup.is_practice:
            return tuple(post for post in supervisors if post != first)
        return (DEALER.value,)

    @cached_property
    def house_supervises(self) -> bool:
        """Whether the house stands in for the supervisors; at practice tables only."""
        return self.setup.is_practice and "approve" in self.automatic

    @cached_property
    def automatic(self) -> frozenset[str]:
        """The steps that the house does by itself."""
        return frozenset(self._steps(self.setup))

    @cached_property
    def stage_wagers(self) -> tuple[tuple[str, ...], ...]:
        """The wagers of each stage of settlement, in order."""
        return tuple(
            tuple(w.id for kind in stage.kinds for w in self.game.wagers if w.kind == kind)
            for stage in self.stages
        )

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return self.procedure.stages_under(self.rulings)

    @cached_property
    def phase(self) -> dict[str, Phase]:
        return self.procedure.phase

    @cached_property
    def house(self) -> HouseSettings:
        return HouseSettings(min(self.setup.denominations), self.setup.maximum_payouts)

    @cached_property
    def cashier(self) -> Cashier:
        return Cashier(self.ruleset, self.house)

    @cached_property
    def may_agree_limits(self) -> bool:
        """Whether limits may be agreed with one player: by the manual, or by the house's own rule."""
        return bool(self.procedure.personal_limits) or self.setup.personal_limits

    @property
    def smallest_chip(self) -> int:
        return min(self.setup.denominations)

    @cached_property
    def house_fingerprint(self) -> str:
        """The SHA-256 of the house's settings, apart from the game's."""
        apart = msgspec.structs.replace(
            self.setup, ruleset="", readings={}, pay={}, staff=Staff(), on_record=()
        )
        plain = msgspec.to_builtins(apart, str_keys=True)
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()

    # What is refused --------------------------------------------------------------------------

    def refuse_device(self, device: Device) -> None:
        """Refuse a device that the jurisdiction's text of the rules does not know."""
        banned = self.jurisdiction.id in device.refused_in
        if banned and not (device.unless and self.rulings.hold(device.unless)):
            raise Refused(
                f"{self.game.name} is not dealt from the {device.name} in"
                f" {self.jurisdiction.name} ({device.source.place}): expected another device"
            )

    def _limits(self, setup: Setup) -> dict[str, tuple[int, int]]:
        """The posted limits, with the house's usual ones where none are given."""
        kinds = dict.fromkeys(self.wagers[id].kind for id in self.offer.placed)
        for kind in setup.limits:
            if kind not in kinds:
                raise Refused(f"a limit is posted for {quoted(kind)}: expected {listed(kinds)}")
        most = self.most_allowed(setup.day, setup.on_record)
        limits = {}
        for kind in kinds:
            low, high = self.procedure.usual_limits.get(kind, USUAL_LIMIT)
            limits[kind] = setup.limits.get(kind, (low, high if most is None else min(high, most)))
        return limits

    def most_allowed(self, day: date, records: Records) -> int | None:
        """The most that the jurisdiction lets anyone wager on that day, where it says so for all."""
        allowed = [
            limit.maximum_cents
            for limit in self.jurisdiction.limits_on(day)
            if limit.applies_to == "each wager"
        ]
        entered = most_on_record(records, day)
        return min([*allowed, entered] if entered else allowed, default=None)

    def _refuse_limits(self) -> None:
        for kind, (low, high) in self.setup.limits.items():
            if wrong := wrong_limit(self, kind, low, high, self.setup.on_record):
                raise Refused(wrong.fault)
        settings = {"payments to be approved": self.setup.approval_from}
        for kind, most in self.setup.maximum_payouts.items():
            self.game.refuse_maximum(kind)
            settings[f"the maximum payout of {kind}"] = most
        for what, cents in settings.items():
            if cents is not None and not 0 < cents <= LARGEST_STAKE_CENTS:
                raise Refused(f"{what}: {quoted(cents)} cents: expected more than nothing")

    def _refuse_chips(self, setup: Setup) -> None:
        for value, count in setup.float_chips.items():
            if value not in setup.denominations or count < 0:
                raise Refused(
                    f"the float has {count} chips of {money(value)}:"
                    f" expected {listed([money(each) for each in setup.denominations])}"
                )
        if worth(setup.float_chips) > LARGEST_STAKE_CENTS:
            raise Refused("the float is too large: expected at most ten thousand million dollars")
