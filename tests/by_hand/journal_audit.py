"""A naive audit of a journal file: its own hashes, its own ledger, its own cards, its own payments.

It reads JSON lines with the standard library alone and knows nothing of the product; payments are
worked out again by the naive settlements beside it. It finds fault and never repairs: the answer is a
list of complaints, empty for a journal in order. Money is whole cents, chips are counted one by one.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from tests.by_hand import duki4, king_high, pick2

Line = dict[str, Any]
Chips = dict[int, int]

OUTSIDE = ("cage", "patrons")
DECKS = {"shuffler": 1, "one-deck-shuffler": 1, "hand": 1, "six-deck-shuffler": 6, "shoe": 6}
PACKS = {"shuffler": 2}
HAND_CARDS = {"duki4": 4, "pick2": 5}
ACTION = ("high", "low", "heart", "club", "diamond", "spade", "seven")
STAGES = {"high-run": 1, "low-run": 1, "pokerpot": 2}
PLAY_TIMES = {"play": 1, "five": 1, "three": 2}
ROUND_OF_BURNS = {
    "two-per-action-round": (0, 2),
    "also-before-round": (2, 2),
    "one-per-round": (1, 0),
}
ONE_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def audit(lines: Iterable[bytes]) -> list[str]:
    """Everything that is wrong with a journal, each with the number of its line."""
    found = Audit()
    for line in lines:
        found.read(line)
    found.end()
    return found.complaints


def counted(chips: dict[str, int] | None) -> Chips:
    """Chips as JSON writes them."""
    return {int(value): count for value, count in (chips or {}).items()}


def worth(chips: Chips) -> int:
    return sum(value * count for value, count in chips.items())


class Shuffle:
    """A pack that is sealed, and the cards that were seen of it since."""

    def __init__(self, pack: int, cards: int, seal: str, left_out: list[str]) -> None:
        self.pack, self.cards, self.seal = pack, cards, seal
        self.left_out = left_out
        self.cut: int | None = None
        self.seen: list[tuple[int, int, str]] = []
        """The line, the place in the pack and the card."""


class Seat:
    """What an auditor notes about a place."""

    def __init__(self) -> None:
        self.limits: dict[str, tuple[int, int]] = {}
        self.told: dict[str, tuple[int, int, int]] = {}
        """The minimum that the player heard of, by wager, with the round and its cards by then."""
        self.slots: list[int] = []
        self.cards = ""
        self.decision = ""
        self.named: list[int] = []
        self.approved = False
        self.facts: dict[str, Any] = {}
        """What the cards come to, once they are turned."""


class Audit:
    """Walks the lines of one journal."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.n = 0
        self.last_hash = "0" * 64
        self.last_time: datetime | None = None
        self.last_event = ""
        self.is_closed = False
        self.accounts: dict[str, Chips] = {}
        self.cash: dict[str, int] = {}
        self.from_cage = 0
        self.setup: dict[str, Any] = {}
        self.round = 1
        self.seats: dict[int, Seat] = {}
        self.device, self.pack, self.next = "", 0, 0
        self.shuffles: dict[int, Shuffle] = {}
        self.opened: list[Shuffle] = []
        self.asked: tuple[str, str, str, Chips] | None = None
        self.slips: dict[int, Line] = {}
        self.slips_made = 0
        self.miscounts: Counter[int] = Counter()
        self.signed: list[Line] = []
        self.voiding: Line | None = None
        self.change_due: datetime | None = None
        self.is_hand_shuffled = False
        self.waits_for_cards = ""
        """What must be done with the cards before another round begins."""
        self.reported: Line | None = None
        self.forget_round()

    def forget_round(self) -> None:
        self.is_void = self.is_called = self.is_begun = self.is_clearing = False
        self.dealer, self.dealer_slots = "", list[int]()
        self.drawn: list[str] = []
        self.burn_due = 0
        self.small_back: set[tuple[int, str]] = set()
        self.waiting: set[str] = set()
        self.settled_last: tuple[int, int, int] | None = None
        self.paid: dict[tuple[int, str, bool], tuple[int, int]] = {}
        """What was staked and came back on each wager of the round, before it was void."""
        self.came_to: dict[tuple[int, str], tuple[int, int, int]] = {}
        """What lay, played and came back on each wager settled on this card."""
        self.most: dict[tuple[int, str], int] = {}
        """The maximum that it was settled under."""
        self.small_paid: set[tuple[int, str]] = set()
        self.reckoned: dict[tuple[int, str], tuple[int, ...]] = {}

    def complain(self, what: str) -> None:
        self.complaints.append(f"line {self.n}: {what}")

    def expect(self, is_so: bool, what: str) -> None:
        if not is_so:
            self.complain(what)

    # Lines ----------------------------------------------------------------------------------------

    def read(self, raw: bytes) -> None:
        self.n += 1
        self.expect(raw.endswith(b"\n"), "is cut off")
        text = raw.rstrip(b"\n")
        body, _, tail = text.rpartition(b',"hash":"')
        try:
            line: Line = json.loads(text)
        except ValueError:
            self.complain("is not JSON")
            return
        digest = hashlib.sha256(body).hexdigest()
        self.expect(tail == digest.encode() + b'"}', "has a hash that does not fit")
        self.expect(line.get("hash") == digest, "states another hash than its own")
        self.expect(line["n"] == self.n, f"is numbered {line['n']}")
        self.expect(line["prev"] == self.last_hash, "does not follow the line before")
        at = datetime.fromisoformat(line["at"])
        self.expect(self.last_time is None or at >= self.last_time, "goes back in time")
        did = line["did"]
        name = did["event"].replace("-", "_")
        if self.is_clearing and name not in ("moved", "unsealed"):
            self.round_is_over()
        self.expect(line["round"] == self.round, f"is of round {line['round']}, not {self.round}")
        self.expect(not self.is_closed, "comes after the closing")
        self.last_hash, self.last_time = digest, at
        handler = getattr(self, f"on_{name}", None)
        if handler is not None:
            try:
                handler(did)
            except (LookupError, ValueError, TypeError) as error:
                self.complain(f"{did['event']} makes no sense here ({error!r})")
        self.last_event = name

    def end(self) -> None:
        if self.is_closed and not self.is_keyed:
            for shuffle in self.shuffles.values():
                self.complain(f"pack {shuffle.pack} was never unsealed")
            self.expect(not self.opened, "a shuffle was replaced and never unsealed")

    # The ledger -----------------------------------------------------------------------------------

    def move(self, source: str, target: str, chips: Chips, cash: int = 0) -> None:
        for value, count in chips.items():
            self.expect(value in self.setup["denominations"], f"moves chips of {value}")
            self.expect(count > 0, f"moves {count} chips of {value}")
        for account, sign in ((source, -1), (target, 1)):
            held = self.accounts.setdefault(account, {})
            for value, count in chips.items():
                held[value] = held.get(value, 0) + sign * count
                if account not in OUTSIDE and held[value] < 0:
                    self.complain(f"overdraws {account} by {-held[value]} chips of {value}")
            self.cash[account] = self.cash.get(account, 0) + sign * cash
            if account not in OUTSIDE and self.cash[account] < 0:
                self.complain(f"overdraws the cash of {account}")
        if source == "cage":
            self.from_cage += worth(chips)
        if target == "cage":
            self.from_cage -= worth(chips)

    def held(self, account: str) -> Chips:
        return {v: n for v, n in self.accounts.get(account, {}).items() if n}

    def cents(self, account: str) -> int:
        return worth(self.held(account)) + self.cash.get(account, 0)

    def make_moves(self, moves: list[Line]) -> Counter[str]:
        """Make the moves of an event, and say what each account gained."""
        gained: Counter[str] = Counter()
        for each in moves:
            chips, cash = counted(each.get("chips")), each.get("cash", 0)
            self.move(each["source"], each["target"], chips, cash)
            gained[each["source"]] -= worth(chips) + cash
            gained[each["target"]] += worth(chips) + cash
        return gained

    def spots(self, place: int | None = None) -> list[str]:
        start = "spot:" if place is None else f"spot:{place}:"
        return [name for name in self.accounts if name.startswith(start) and self.held(name)]

    def on_set_up(self, did: Line) -> None:
        self.setup = did["setup"]
        self.readings: dict[str, str] = self.setup["readings"]
        self.game: str = self.setup["game"]
        self.device = self.setup["device"]
        self.is_keyed: bool = self.setup["is_keyed"]
        self.is_draw = self.game == "king-high"
        self.expect(not self.setup["pay"], "other pay tables cannot be audited")
        self.move("cage", "float", counted(self.setup["float_chips"]))

    def on_buy_in(self, did: Line) -> None:
        chips = counted(did["chips"])
        self.expect(worth(chips) == did["cash"], "a buy-in of another worth")
        self.move("patrons", "drop-box", {}, did["cash"])
        self.move("float", f"rail:{did['place']}", chips)

    def on_change_colour(self, did: Line) -> None:
        give, take = counted(did["give"]), counted(did["take"])
        self.expect(worth(give) == worth(take), "a colour change of another worth")
        self.move(f"rail:{did['place']}", "float", give)
        self.move("float", f"rail:{did['place']}", take)

    def on_tip(self, did: Line) -> None:
        self.move(f"rail:{did['place']}", "tips", counted(did["chips"]))

    def on_fill(self, did: Line) -> None:
        self.asked = "fill", "cage", "float", counted(did["chips"])

    def on_credit(self, did: Line) -> None:
        self.asked = "credit", "float", "cage", counted(did["chips"])

    def on_correct(self, did: Line) -> None:
        to, taken = counted(did.get("to_player")), counted(did.get("from_player"))
        own = f"rail:{did['place']}"
        self.expect(bool(to) != bool(taken), "a correction goes one way")
        way = ("float", own, to) if to else (own, "float", taken)
        self.asked = "correction", *way

    def on_slip_prepared(self, did: Line) -> None:
        """The first signature: what was asked for, and nothing has moved."""
        form, moves = did["form"], did.get("moves", [])
        self.slips_made += 1
        self.expect(did["slip"] == self.slips_made, "a slip with a number out of turn")
        if form == "void-round":
            self.expect(
                self.voiding is not None and not moves, "a void slip without its declaration"
            )
        elif form == "ruling":
            self.expect(self.last_event == "report_chips", "a ruling slip without its report")
            self.expect(bool(moves and (self.dealer or self.drawn)), "a ruling that needs no slip")
        else:
            source, target, chips = moves[0]["source"], moves[0]["target"], moves[0]["chips"]
            found = form, source, target, counted(chips)
            self.expect(found == self.asked and len(moves) == 1, "a slip that was not asked for")
        self.slips[did["slip"]] = did

    def on_countersign(self, did: Line) -> None:
        """The second signature: of another person, who counted what the slip says."""
        slip = self.slips[did["slip"]]
        if did.get("differs"):
            self.expect(slip["form"] in ("fill", "credit"), "a count where nothing is counted")
            on_slip = counted(slip["moves"][0]["chips"])
            self.expect(counted(did.get("chips")) != on_slip, "a right count is called wrong")
            self.miscounts[did["slip"]] += 1
            self.expect(self.miscounts[did["slip"]] <= 3, "counted too often")
            return
        del self.slips[did["slip"]]
        self.expect(self.miscounts[did["slip"]] < 3, "signed after too many counts")
        is_house = did["who"] == slip["who"] == "the house"
        self.expect(is_house or did["who"] != slip["who"], "one person signs for two")
        self.expect(did["post"] != slip["post"], "one post signs for two")
        self.expect(did["form"] == slip["form"], "another form is signed")
        practice = self.setup["is_practice"]
        self.expect(practice or "the house" not in (did["who"], slip["who"]), "the house signs")
        if slip["form"] in ("fill", "credit"):
            on_slip = counted(slip["moves"][0]["chips"])
            self.expect(counted(did.get("chips")) == on_slip, "signed for another count")
        if slip["form"] == "void-round":
            self.expect(self.voiding is not None, "nothing is to be voided")
            self.voiding = None
            self.declare_void()
        self.signed = slip.get("moves", [])

    def on_cancel_slip(self, did: Line) -> None:
        form = self.slips.pop(did["slip"])["form"]
        if form == "void-round":
            self.voiding = None
        if form == "ruling":
            self.reported = None

    def on_sit(self, did: Line) -> None:
        self.expect(did["place"] not in self.seats, "the place is taken")
        self.seats[did["place"]] = Seat()
        self.seats = dict(sorted(self.seats.items()))

    def on_leave(self, did: Line) -> None:
        place = did["place"]
        self.expect(not self.spots(place), "leaves wagers on the felt")
        self.move(f"rail:{place}", "patrons", self.held(f"rail:{place}"))
        del self.seats[place]

    def on_agree_limits(self, did: Line) -> None:
        limits = {kind: (low, high) for kind, (low, high) in did["limits"].items()}
        self.seats[did["place"]].limits = limits

    def on_moved(self, did: Line) -> None:
        if self.last_event == "countersign":
            self.expect(did["moves"] == self.signed, "other chips move than were signed for")
            self.make_moves(did["moves"])
            return
        for each in did["moves"]:
            ends = each["source"].split(":")
            if ends[0] == "spot":
                self.expect(self.last_event == "clear", "chips leave the felt by themselves")
                self.expect(each["target"] == f"rail:{ends[1]}", "chips go to another player")
                self.expect(self.is_draw and ends[2] in ACTION, f"{ends[2]} was not settled")
            else:
                self.expect(
                    {each["source"], each["target"]} == {"cage", "float"}
                    and self.last_event == "form_completed",
                    f"chips go from {each['source']} to {each['target']}",
                )
        self.make_moves(did["moves"])

    # Wagers ---------------------------------------------------------------------------------------

    def limits_of(self, place: int, wager: str) -> tuple[int, int]:
        kind = "suit" if wager in ("heart", "club", "diamond", "spade") else wager
        low, high = self.seats[place].limits.get(kind) or self.setup["limits"][kind]
        return low, high

    def on_wager(self, did: Line) -> None:
        place, wager = did["place"], did["wager"]
        chips, for_dealer = counted(did["chips"]), did.get("for_dealer", False)
        target = f"spot:{place}:{wager}{':dealer' if for_dealer else ''}"
        self.move(f"rail:{place}", target, chips)
        seat = self.seats[place]
        total = self.cents(target)
        if for_dealer:
            self.expect(self.setup["dealer_wagers"], "a wager for the dealer")
            own = self.cents(f"spot:{place}:{wager}")
            self.expect(total <= own, "more for the dealer than for oneself")
            return
        low, high = self.limits_of(place, wager)
        if self.is_draw:
            if total < low and seat.told.get(wager, (0,))[0] != low:
                seat.told[wager] = (low, self.round, len(self.drawn))
            is_open = wager in ACTION or not self.is_begun or self.takes_late_wagers()
            self.expect(is_open, f"{wager} is wagered when the round is under way")
            self.expect(target not in self.waiting, "a wager is changed before it is settled")
        else:
            self.expect(low <= total <= high, f"{total} is wagered on {wager}")
            self.expect(not self.is_begun, "a wager after the call")
        self.expect(not self.is_called, "a wager after the call")

    def takes_late_wagers(self) -> bool:
        closes = self.readings.get("king-high.round-wagers-close", "before-first-card")
        return closes == "after-first-action-round" and len(self.drawn) == 1

    def on_take_back(self, did: Line) -> None:
        place, wager = did["place"], did["wager"]
        source = f"spot:{place}:{wager}{':dealer' if did.get('for_dealer') else ''}"
        self.expect(not self.is_called and source not in self.waiting, "a live wager is moved")
        if not self.is_draw:
            self.expect(not self.is_begun, "a wager is taken back after the call")
        self.move(source, f"rail:{place}", self.held(source))

    def on_no_more_bets(self, did: Line) -> None:
        self.everything_was_settled()
        if not self.is_begun:
            self.expect(not self.waits_for_cards, f"a round begins before {self.waits_for_cards}")
            assert self.last_time is not None
            is_in_time = self.change_due is not None and self.last_time < self.change_due
            self.expect(is_in_time, "a round begins with cards whose time is up")
        if self.is_draw and self.device == "shoe":
            how = self.readings.get("king-high.burn", "two-per-action-round")
            before_round, before_card = ROUND_OF_BURNS[how]
            self.burn_due = before_card + (0 if self.is_begun else before_round)
        for place, seat in self.seats.items():
            for wager, (low, number, cards) in list(seat.told.items()):
                is_of_now = (number, cards) == (self.round, len(self.drawn))
                if is_of_now and self.cents(f"spot:{place}:{wager}") >= low:
                    del seat.told[wager]  # It was brought up to the minimum: it was never small.
        self.is_called = self.is_begun = True
        self.came_to, self.small_paid, self.reckoned, self.most = {}, set(), {}, {}

    def on_staked(self, did: Line) -> None:
        place = did["place"]
        times = PLAY_TIMES[self.seats[place].decision]
        gained = self.make_moves(did["moves"])
        for account, cents in gained.items():
            if account.startswith("spot:"):
                ante = account.replace(":play", ":ante")
                self.expect(cents == times * self.cents(ante), f"{cents} follows the ante")
            else:
                self.expect(account == f"rail:{place}", f"{account} pays for it")

    def everything_was_settled(self) -> None:
        for name in sorted(self.waiting):
            self.complain(f"{name} was not settled")
        self.waiting = set()
        self.settled_last = None

    # Cards ----------------------------------------------------------------------------------------

    def on_bring_decks(self, did: Line) -> None:
        for kind in did.get("kinds", ()):
            self.expect(self.is_draw, f"{kind} decks, of which this manual knows nothing")
        self.is_hand_shuffled, self.waits_for_cards = False, ""

    def on_wash(self, did: Line) -> None:
        assert self.last_time is not None
        minutes: int = self.setup["card_change_minutes"]
        self.change_due = self.last_time + timedelta(minutes=minutes)

    def on_put_off_card_change(self, did: Line) -> None:
        assert self.change_due is not None
        assert self.last_time is not None
        self.expect(bool(did["reason"].strip()), "put off without a reason")
        later = max(self.change_due, self.last_time)
        self.change_due = later + timedelta(minutes=did["minutes"])

    def on_order_inspection(self, did: Line) -> None:
        self.waits_for_cards = "the inspection that was asked for"

    def on_inspect(self, did: Line) -> None:
        self.expect(not self.is_begun, "cards are inspected within a round")
        self.waits_for_cards = "unfit cards are replaced" if did.get("found") else ""
        self.is_hand_shuffled, self.next = False, 0
        self.opened += () if self.is_keyed else self.shuffles.values()
        self.shuffles = {}

    def on_replace_cards(self, did: Line) -> None:
        if self.waits_for_cards.startswith("unfit"):
            self.waits_for_cards = ""
        self.is_hand_shuffled = False

    def on_order_shuffle(self, did: Line) -> None:
        self.is_hand_shuffled = False

    def on_mend(self, did: Line) -> None:
        self.is_hand_shuffled = False

    def on_hand_shuffle(self, did: Line) -> None:
        self.expect(
            self.device == "six-deck-shuffler", "a shuffle by hand before nothing is loaded"
        )
        self.expect(not self.is_begun, "a shuffle by hand within a round")
        self.is_hand_shuffled = True

    def on_shuffled(self, did: Line) -> None:
        pack = did["pack"]
        if self.device == "six-deck-shuffler" and not self.is_begun:
            self.expect(self.is_hand_shuffled, "the device is loaded without a shuffle by hand")
        if pack in self.shuffles and not self.is_keyed:
            self.opened.append(self.shuffles[pack])
        left_out = list(self.drawn) if pack == self.pack else []
        whole = 52 * DECKS[self.device]
        self.expect(did["cards"] == whole - len(left_out), f"{did['cards']} cards are shuffled")
        self.expect(self.is_keyed != ("seal" in did), "a shuffle is sealed unless it is keyed")
        self.shuffles[pack] = Shuffle(pack, did["cards"], did.get("seal", ""), left_out)
        if pack == self.pack:
            self.next = 0

    def on_cut(self, did: Line) -> None:
        self.expect(
            self.is_keyed != ("at" in did), "the place of a cut is known unless it is keyed"
        )
        if self.device == "hand":
            self.shuffles[self.pack].cut = did.get("at")

    def on_unsealed(self, did: Line) -> None:
        order, pack = did["order"], did["pack"]
        seal = hashlib.sha256(f"{did['salt']}:{order}".encode()).hexdigest()
        here = self.shuffles.get(pack)
        candidates = [*self.opened, *([here] if here else [])]
        shuffle = next((s for s in candidates if s.seal == seal and s.pack == pack), None)
        if shuffle is None:
            self.complain("the order fits no seal")
            return
        if shuffle in self.opened:
            self.opened.remove(shuffle)
        else:
            del self.shuffles[pack]
        cards = [order[n : n + 2] for n in range(0, len(order), 2)]
        whole = Counter(ONE_DECK * DECKS[self.device_of(len(cards), shuffle)])
        self.expect(Counter([*cards, *shuffle.left_out]) == whole, "the order is not the pack")
        for line, slot, card in shuffle.seen:
            place = slot if shuffle.cut is None else (slot + shuffle.cut) % len(cards)
            if place >= len(cards) or cards[place] != card:
                self.complain(f"line {line} shows {card}, which is not the order's card {place}")

    def device_of(self, cards: int, shuffle: Shuffle) -> str:
        """A device may have been replaced before its packs were unsealed."""
        return "shoe" if cards + len(shuffle.left_out) > 52 else "hand"

    def saw(self, slots: list[int], cards: str) -> None:
        """Cards that were turned, to be compared with the order when it is known."""
        named = cards.split()
        if self.is_keyed:
            return
        self.expect(len(named) == len(slots), f"{len(named)} cards of {len(slots)} are turned")
        shuffle = self.shuffles.get(self.pack)
        if shuffle is None:
            self.complain("cards come from a pack that is not shuffled")
            return
        shuffle.seen += [(self.n, s, card) for s, card in zip(slots, named, strict=False)]

    def no_card_twice(self) -> None:
        on_felt = [*self.drawn, *self.dealer.split()]
        for seat in self.seats.values():
            on_felt += seat.cards.split()
        decks = 6 if self.is_draw else 1
        for card, count in Counter(on_felt).items():
            self.expect(card in ONE_DECK, f"there is no card {card}")
            self.expect(count <= decks, f"{card} lies on the felt {count} times")

    def on_deal(self, did: Line) -> None:
        places = [p for p in self.seats if any(not s.endswith(":dealer") for s in self.spots(p))]
        for _ in range(HAND_CARDS[self.game]):
            for place in places:
                self.seats[place].slots.append(self.next)
                self.next += 1
            self.dealer_slots.append(self.next)
            self.next += 1

    def on_decide(self, did: Line) -> None:
        seat = self.seats[did["place"]]
        self.expect(not seat.decision, "decides twice")
        seat.decision, seat.named = did["decision"], list(did.get("cards", ()))

    def on_show(self, did: Line) -> None:
        seat = self.seats[did["place"]]
        self.expect(not seat.cards, "a hand is turned twice")
        seat.cards = did["cards"]
        self.saw(seat.slots, seat.cards)
        self.no_card_twice()
        plays = did.get("plays", [])
        named_here = 3 if seat.decision == "three" and self.is_keyed else 0
        self.expect(
            len(plays) == len(set(plays)) == named_here and set(plays) <= set(range(5)),
            f"the cards {plays} of a hand are marked as played",
        )
        seat.named = plays or seat.named

    def on_reveal(self, did: Line) -> None:
        self.dealer = did["cards"]
        self.saw(self.dealer_slots, self.dealer)
        self.no_card_twice()
        self.waiting = set(self.spots())

    def on_burn(self, did: Line) -> None:
        self.next += self.burn_due
        self.burn_due = 0

    def on_draw(self, did: Line) -> None:
        self.expect(self.is_called, "a card before no more bets")
        self.expect(not self.burn_due, "a card before its burn")
        self.saw([self.next], did["card"])
        self.next += 1
        self.drawn.append(did["card"])
        self.is_called = False
        self.no_card_twice()
        self.waiting = {
            name for name in self.spots() if self.pays(name.split(":")[2], 0, 1) is not None
        }

    def on_substitute(self, did: Line) -> None:
        self.device, self.pack, self.next = did["device"], 0, 0
        self.is_hand_shuffled = False
        self.opened += () if self.is_keyed else self.shuffles.values()
        self.shuffles = {}

    def on_remove_cards(self, did: Line) -> None:
        self.pack, self.next, self.change_due = 0, 0, None
        self.opened += () if self.is_keyed else self.shuffles.values()
        self.shuffles = {}

    # What went wrong ------------------------------------------------------------------------------

    def on_overlook(self, did: Line) -> None:
        if did["step"] == "burn":
            burnt = did.get("burnt", 0)
            self.expect(0 <= burnt < self.burn_due, f"{burnt} burnt of {self.burn_due} is no miss")
            self.next += burnt
            self.burn_due = 0

    def on_declare(self, did: Line) -> None:
        name, ruling, card = did["irregularity"], did["ruling"], did.get("card", "")
        if card:
            slots = self.dealer_slots[:1] if "dealer-exposed" in name else [self.next]
            self.saw(slots, card)
        if ruling == "void" and (self.dealer or self.drawn):
            self.voiding = did  # Cards have decided: two people void it.
        elif ruling == "void":
            self.declare_void()
        if ruling == "burnt" and name.endswith("exposed-before-call"):
            self.next += 1  # A burn card that was seen is burnt in its turn.

    # Chips that were seen ---------------------------------------------------------------------------

    def on_report_chips(self, did: Line) -> None:
        """A person saw chips; they move when it is ruled, signed for by two once cards have decided."""
        self.expect(self.reported is None, "chips are reported while a ruling waits")
        self.expect(bool(did.get("player") and did.get("who")), "nobody's chips, or seen by nobody")
        self.reported = did

    def on_chips_ruled(self, did: Line) -> None:
        report, self.reported = self.reported, None
        place, moves = did["place"], did.get("moves", [])
        self.seats[place].approved = False
        if report is None:
            self.complain("a ruling on chips that nobody reported")
            return
        if self.last_event == "countersign":
            self.expect(moves == self.signed, "other chips move than were signed for")
        else:
            decided = self.dealer or self.drawn
            self.expect(not (moves and decided), "one person moves money that cards have decided")
        if not report.get("is_recorded") or report["ruling"] == "stands":
            self.expect(not moves, "chips move that the record has where they belong")
            return
        after = self.as_it_was(report)
        settled = {wager for wager in after if self.was_settled(place, wager)}
        self.expect(not (settled and self.is_void), "a void round is reckoned anew")
        self.reckoned = {}
        owed = 0
        for each in sorted(settled):
            lay, stake, pays = self.worked_out(place, each, after[each])
            _, was_stake, was = self.came_to.get((place, each), (0, 0, 0))
            owed += (pays - stake) - (was - was_stake)
            self.reckoned[place, each] = lay, stake, pays, was_stake, was
        was_settling = bool(self.waiting)
        gained = self.make_moves(moves)
        self.expect(gained["float"] == -owed, f"the rack gains {gained['float']}, by hand {-owed}")
        for wager, cents in after.items():
            name = f"spot:{place}:{wager}"
            if wager not in settled:
                lies = self.cents(name)
                self.expect(lies == cents, f"{lies} lies on {name}, by hand {cents}")
                is_decided = not self.is_draw or self.pays(wager, place, lies or 1) is not None
                if was_settling and lies and is_decided:
                    self.waiting.add(name)
            else:
                self.expect(not gained[name], f"{name} was settled and changes")
            self.expect(
                self.cents(f"{name}:dealer") <= max(cents, 0), f"{name}: the dealer's lies higher"
            )
        strange = {
            n
            for n in gained
            if n not in ("float", f"rail:{place}") and n.split(":")[1] != str(place)
        }
        self.expect(not strange, f"chips of others move: {strange}")
        self.waiting = {name for name in self.waiting if self.held(name)}

    def as_it_was(self, report: Line) -> dict[str, int]:
        """What each wager comes to, in cents, with what hangs on it; by the games' own rules."""
        place, wager, cents = report["place"], report["wager"], worth(counted(report["chips"]))
        seen, to = report["incident"].rpartition(".")[2], report.get("to", "")
        after: dict[str, int] = {}
        if seen == "moved":
            after = {to: self.lay(place, to) - cents, wager: self.lay(place, wager) + cents}
        else:
            after[wager] = self.lay(place, wager) + (cents if seen == "pinched" else -cents)
        for id, lies in after.items():
            self.expect(lies >= 0, f"more goes back of {id} than lay there")
        if self.is_draw and after.get("pokerpot") == 0:
            for id in ACTION:
                if self.lay(place, id):
                    after.setdefault(id, 0)
            alone = self.readings.get("king-high.runs-alone", "yes") != "no"
            for id in () if alone else ("high-run", "low-run"):
                if self.lay(place, id):
                    after.setdefault(id, 0)
        if "bonus-3-5" in after and self.lay(place, "ante"):
            after.setdefault("ante", after["bonus-3-5"])
        if "ante" in after and not self.is_draw:
            decision = self.seats[place].decision
            if self.lay(place, "play"):
                after["play"] = PLAY_TIMES[decision] * after["ante"]
            if self.lay(place, "bonus-3-5"):
                after.setdefault("bonus-3-5", after["ante"])
            alone = self.readings.get("pick2.bonus-only-seat", "no") == "yes"
            if (
                self.game == "pick2"
                and not after["ante"]
                and self.lay(place, "bonus-5")
                and not alone
            ):
                after.setdefault("bonus-5", 0)
        return after

    def was_settled(self, place: int, wager: str) -> bool:
        """Whether a wager is done with: paid, or passed over as nothing lay there."""
        if (place, wager) in self.came_to:
            return True
        if not self.is_draw or not self.drawn or self.is_called:
            return False
        stage = STAGES.get(wager, 0)
        waits = {name.split(":")[2] for name in self.waiting if name.split(":")[1] == str(place)}
        is_decided = self.pays(wager, place, 100) is not None
        return is_decided and all(STAGES.get(each, 0) != stage for each in waits)

    def lay(self, place: int, wager: str) -> int:
        if self.was_settled(place, wager):
            return self.came_to.get((place, wager), (0, 0, 0))[0]
        return self.cents(f"spot:{place}:{wager}")

    def worked_out(self, place: int, wager: str, lies: int) -> tuple[int, int, int]:
        """What would have lain, played and come back, worked out from the cards by hand."""
        stake = lies
        if wager != "play":
            beside = self.cents(f"spot:{place}:{wager}:dealer")
            now = self.limits_of(place, wager)[1] - beside
            stake = min(lies, self.most.setdefault((place, wager), now))
        if not stake or (place, wager) in self.small_paid:
            return lies, stake, stake
        return lies, stake, self.pays(wager, place, stake) or 0

    def on_reckoned(self, did: Line) -> None:
        """A wager that was settled comes to what was worked out for the ruling before it."""
        key = place, wager = did["place"], did["wager"]
        by_hand = self.reckoned.pop(key)
        fields = ("lay", "stake", "returned", "was_stake", "was")
        found = tuple(did.get(name, 0) for name in fields)
        self.expect(found == by_hand, f"{wager} comes to {found}, by hand {by_hand}")
        lay, stake, pays, *_ = by_hand
        self.came_to[key] = lay, stake, pays
        self.paid.pop((place, wager, False), None)
        if stake:
            self.paid[place, wager, False] = stake, pays

    def declare_void(self) -> None:
        self.is_void, self.is_called, self.is_begun = True, False, True
        if self.readings.get(f"{self.game}.void-after-payment") != "taken-back":
            self.paid = {}
        self.paid = {
            (place, wager, for_dealer): (stake, was)
            for (place, wager, for_dealer), (stake, was) in self.paid.items()
            if self.pays(wager, place, stake) != was
        }
        self.waiting = set(self.spots())
        self.settled_last = None

    # Settling -------------------------------------------------------------------------------------

    def on_approve(self, did: Line) -> None:
        self.seats[did["place"]].approved = True

    def on_settle(self, did: Line) -> None:
        for seat_place, seat in self.seats.items():
            if seat_place != did["place"]:
                seat.approved = False

    def pays(self, wager: str, place: int, stake: int) -> int | None:
        """What comes back on a stake, worked out from the cards by hand; None while it stands."""
        readings = self.readings
        if self.game == "king-high":
            return self.pays_on_cards(wager, stake)
        seat = self.seats[place]
        folded = seat.decision == "fold"
        if self.is_void:
            facts = {"void": True, "folded": folded, "decision": seat.decision or "none"}
        else:
            if not seat.facts:
                is_duki = self.game == "duki4"
                seat.facts = self.duki_facts(seat, folded) if is_duki else self.pick2_facts(seat)
            facts = seat.facts
        by_hand = duki4.pay if self.game == "duki4" else pick2.pay
        return self.in_chips(by_hand(facts, wager, stake, readings), stake)

    def duki_facts(self, seat: Seat, folded: bool) -> dict[str, Any]:
        facts: dict[str, Any] = {"void": False, "folded": folded}
        if seat.cards:
            held, dealer = duki4.read_cards(seat.cards), duki4.read_cards(self.dealer)
            facts["dealer"] = duki4.duki_held(dealer)
            facts["versus"] = duki4.player_versus_dealer(held, dealer, self.readings)
            facts["hand"] = duki4.judge_hand(held, self.readings).name
            facts["bonus"] = duki4.judge_bonus(held, self.readings)
        return facts

    def pick2_facts(self, seat: Seat) -> dict[str, Any]:
        facts: dict[str, Any] = {"void": False, "decision": seat.decision or "none"}
        if seat.cards:
            held, dealer = pick2.read_cards(seat.cards), pick2.read_cards(self.dealer)
            named = [held[n] for n in seat.named]
            facts["dealer_qualifies"] = pick2.is_qualified(dealer)
            if seat.decision == "three":
                best = pick2.judge_three(pick2.best_three(dealer))
                facts["versus"] = pick2.compare(pick2.judge_three(named), best)
            else:
                five = pick2.judge_five(dealer)
                facts["versus"] = pick2.compare(pick2.judge_five(held), five)
            facts["five"] = pick2.five_for_bonus(held)
            of_played = self.readings.get("pick2.three-cards") == "cards-played"
            judged = named if of_played and named else pick2.best_three(held)
            facts["three"] = pick2.three_for_bonus(judged)
        return facts

    def pays_on_cards(self, wager: str, stake: int) -> int | None:
        cards = king_high.read_cards(" ".join(self.drawn))
        void, count = self.is_void, len(cards)
        if wager in ACTION:
            if void or not cards:
                return stake
            zone, suit = king_high.zone_of(cards[-1]), cards[-1].suit
            back: int | None = king_high.card_wager_returned(wager, zone, suit, stake)
        elif wager == "pokerpot":
            back = king_high.pokerpot_returned(
                king_high.pokerpot_hand(cards, self.readings),
                count,
                stake,
                void=void,
                pokerpot_max=self.setup["maximum_payouts"].get("pokerpot"),
                max_counts_stake=self.readings.get("king-high.pokerpot-maximum") == "with-stake",
            )
        else:
            leading = king_high.leading_high if wager == "high-run" else king_high.leading_low
            back = king_high.run_returned(count, leading(cards), stake, self.readings, void=void)
        return self.in_chips(back, stake)

    def in_chips(self, back: int | None, stake: int) -> int | None:
        """A payment that does not come out in chips is rounded down to the smallest."""
        if back is None or back <= stake:
            return back
        smallest: int = min(self.setup["denominations"])
        return back - (back - stake) % smallest

    def was_advised_before(self, seat: Seat, wager: str, low: int) -> bool:
        """Whether the owner heard of the minimum in an earlier betting: of a card, or of a round."""
        if wager not in seat.told:
            return False
        minimum, number, cards = seat.told[wager]
        is_later = number < self.round or (wager in ACTION and cards + 1 < len(self.drawn))
        return minimum == low and is_later

    def on_settled(self, did: Line) -> None:
        place, wager, for_dealer = did["place"], did["wager"], did.get("for_dealer", False)
        name = f"spot:{place}:{wager}{':dealer' if for_dealer else ''}"
        lies, seat = self.cents(name), self.seats[place]
        self.expect(lies > 0, f"{name} is settled and nothing lies there")
        stake = lies
        is_small = False
        if not for_dealer and wager != "play":
            low, high = self.limits_of(place, wager)
            # What lies beside it for the dealer counts in the maximum.
            stake = min(lies, high - self.cents(f"{name}:dealer"))
            is_small = (
                self.setup["returns_small_wagers"]
                and lies < low
                and self.was_advised_before(seat, wager, low)
            )
            self.small_back.discard((place, wager))
            if is_small:
                self.small_back.add((place, wager))
        elif (place, wager) in self.small_back:
            # What lies for the dealer beside a wager that is no wager goes back with it.
            self.small_back.discard((place, wager))
            is_small = True
        self.expect(did["stake"] == stake, f"the stake is {did['stake']}, {stake} plays")
        pays = stake if is_small else self.pays(wager, place, stake)
        if pays is None:
            self.complain(f"{name} is settled before it is decided")
            pays = did["returned"]
        self.expect(
            did["returned"] == pays, f"{did['returned']} comes back on {name}: by hand {pays}"
        )
        gives_back = is_small or lies > stake
        self.in_order(place, wager, pays)
        self.approved(place, pays - stake)
        gained = self.make_moves(did.get("moves", []))
        own = f"rail:{place}"
        stays = self.is_draw and wager in ACTION and not self.is_void and not for_dealer
        expected: Counter[str] = Counter()
        if pays == 0:
            expected += Counter({"float": stake, own: lies - stake})
            expected[name] = -lies
        else:
            winner = "tips" if for_dealer and pays > stake else own
            # Paid in total: the wager is taken in, and stake and winnings come in other chips.
            taken_in = pays > stake and any(
                move["source"] == name and move["target"] == "float" for move in did["moves"]
            )
            leaves = lies if not stays or is_small or (taken_in and lies == stake) else lies - stake
            expected[winner] = pays - stake + leaves
            expected["float"] = stake - pays
            expected[name] = -leaves
        for account in gained.keys() | expected.keys():
            if gained[account] != expected[account]:
                kind = "what goes back" if gives_back else "the payment"
                self.complain(
                    f"{kind} on {name}: {account} gains {gained[account]}, by hand"
                    f" {expected[account]}"
                )
        self.waiting.discard(name)
        if not self.is_void and not is_small:
            self.paid[place, wager, for_dealer] = stake, pays
        if not for_dealer:
            self.came_to[place, wager] = lies, stake, pays
            if wager != "play":
                high = self.limits_of(place, wager)[1]
                self.most[place, wager] = high - self.cents(f"{name}:dealer")
            if is_small:
                self.small_paid.add((place, wager))
        if not self.is_draw and not for_dealer and wager == "ante" and not self.is_void:
            plays = seat.decision != "fold"
            self.expect(plays == bool(self.spots_named(place, "play")), "the play wager is amiss")

    def on_taken_back(self, did: Line) -> None:
        """A wager that was settled comes to what the void round makes of it."""
        place, wager, for_dealer = did["place"], did["wager"], did.get("for_dealer", False)
        stake, was = self.paid.pop((place, wager, for_dealer))
        pays = self.pays(wager, place, stake)
        if pays is None:
            raise ValueError("a void round decides every wager")
        self.expect((did["stake"], did["was"]) == (stake, was), "takes back another payment")
        self.expect(did["returned"] == pays, f"{did['returned']} comes back: by hand {pays}")
        short, own = did.get("short", 0), f"rail:{place}"
        gained = self.make_moves(did.get("moves", []))
        expected = Counter({own: pays - was, "float": was - pays})
        if for_dealer and was > stake:
            expected = Counter({own: pays, "tips": -was, "float": was - pays})
        payer = "tips" if "tips" in expected else own
        expected[payer] += short
        expected["float"] -= short
        if short:
            self.expect(0 < short <= max(was, was - pays), f"{short} is missing")
            left = self.cents(payer)
            self.expect(not left or left > short, f"{left} is left of what is owed")
        for account in gained.keys() | expected.keys():
            self.expect(
                gained[account] == expected[account],
                f"{account} gains {gained[account]}, by hand {expected[account]}",
            )

    def spots_named(self, place: int, wager: str) -> list[str]:
        return [s for s in self.spots(place) if s == f"spot:{place}:{wager}"]

    def in_order(self, place: int, wager: str, pays: int) -> None:
        """Boxes in order and stage by stage; in a box the losing wagers on the card go first."""
        stage = STAGES.get(wager, 0) if self.is_draw else 0
        at = place if self.is_draw or self.setup["settles_from_right"] else -place
        wins = int(pays > 0) if self.is_draw and stage == 0 else 0
        here = (stage, at, wins)
        if self.settled_last is not None:
            self.expect(here >= self.settled_last, f"{wager} at place {place} is out of order")
        self.settled_last = here

    def approved(self, place: int, winnings: int) -> None:
        threshold = self.setup["approval_from"]
        if threshold is not None and winnings >= threshold:
            self.expect(self.seats[place].approved, f"{winnings} is paid without approval")

    # Clearing and closing -------------------------------------------------------------------------

    def on_clear(self, did: Line) -> None:
        self.everything_was_settled()
        if self.is_void:
            self.expect(not self.paid, "a payment was not taken back")
        self.is_clearing = True

    def round_is_over(self) -> None:
        for name in self.spots():
            self.complain(f"{name} still lies on the felt when the round is over")
        self.forget_round()
        self.round += 1
        for seat in self.seats.values():
            seat.slots, seat.cards, seat.decision, seat.named = [], "", "", []
            seat.approved, seat.facts = False, {}
        if self.device != "shoe":
            self.pack = (self.pack + 1) % PACKS.get(self.device, 1)
            self.next = 0

    def on_closed(self, did: Line) -> None:
        self.is_closed = True
        self.expect(did["lines"] == self.n, f"counts {did['lines']} lines")
        table = self.cents("float") + self.cents("drop-box") - self.from_cage
        self.expect(did["result"] == table, f"the result is {did['result']}, by hand {table}")
        outside = self.cents("patrons") + self.cents("tips")
        self.expect(table == -outside, f"the table won {table}, and others lost {-outside}")
        left = [
            name for name in self.accounts if name[:5] in ("spot:", "rail:") and self.held(name)
        ]
        self.expect(not left, f"{', '.join(left)}: chips are left at a closed table")
        for value in self.setup["denominations"]:
            total = sum(chips.get(value, 0) for chips in self.accounts.values())
            self.expect(total == 0, f"{total} chips of {value} came from nowhere")
