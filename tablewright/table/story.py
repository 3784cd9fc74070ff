"""The story of a table: the lines of a journal as sentences, chapter by chapter.

A chapter is the opening, a round, what lies between two rounds, or the closing. Everything told comes
from the events and from the rules they name; the state is folded along, so that players, stakes and
packs can be spoken of by name. Nothing is judged here: `verify` does that.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec

from tablewright.rules.cards import cards, faces
from tablewright.rules.errors import TablewrightError
from tablewright.rules.procedure import Concerns, Effect
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import CAGE, DROP, FLOAT, TIPS, Chips, money, rail, spoken, spot, worth
from tablewright.table.journal import CutOff, Line, WrongLine
from tablewright.table.setup import Book
from tablewright.table.state import CLOSED, CLOSING, OPENING, Fold, begin

FORMS = {
    "opener": "Opener",
    "closer": "Closer",
    "error-notification": "Error notification",
    "card-and-dice-slip-in": "Card and dice slip, cards in",
    "card-and-dice-slip-out": "Card and dice slip, cards out",
    "fill": "Fill slip",
    "credit": "Credit slip",
}
ON_EVERY_FORM = ("table", "game", "date", "time")
UNTELLABLE = (
    TablewrightError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a line that was sealed and yet cannot have happened may run into, here or in the fold."""
DECIDED = {"fold": "folds", "play": "plays"}


class Told(msgspec.Struct, omit_defaults=True):
    """One thing that happened, in a sentence."""

    line: int
    at: datetime
    event: str
    says: str
    why: str = ""
    """The rule in a sentence, with its id or source."""
    net: int | None = None
    """What a player won or lost by it, in cents, where a wager was settled."""


class Chapter(msgspec.Struct):
    """What is told together."""

    chapter: str
    """opening, round, between or closing."""
    round: int
    title: str
    told: list[Told]
    is_void: bool = False
    is_complete: bool = False
    """Whether the journal goes on after it, or the table is closed."""
    staked: int = 0
    returned: int = 0
    house: int = 0
    """What the house has won since the opening, in cents."""


def chapters(lines: Iterable[Line | CutOff], only: int = 0) -> Iterator[Chapter]:
    """The story of a journal, each chapter as soon as it has ended.

    Where a line is refused, the chapter as far as it goes is told before the refusal. If only one round
    is wanted, the chapters of the others come with nothing told in them.
    """
    story: Story | None = None
    try:
        for line in lines:
            if isinstance(line, CutOff):
                break
            if story is None:
                story = Story(line, only)
            if ended := story.go_on(line):
                yield ended
    except WrongLine:
        if story and story.chapter.told:
            yield story.end()
        raise
    if story is None:
        raise WrongLine(1, "there is no line: expected a journal")
    yield story.end()


class Story:
    """Tells one line after another. Each is told as things stand before it."""

    def __init__(self, first: Line, only: int = 0) -> None:
        if type(first.did) is not c.SetUp:
            raise WrongLine(first.n, f"it is {first.did.name}: expected the table to be set up")
        try:
            self.book = Book(first.did.setup)
        except TablewrightError as refused:
            raise WrongLine(first.n, str(refused)) from None
        self.fold = Fold(self.book)
        self.state = begin(self.book)
        self._tellers: dict[type, Callable[[Any], None]] = {
            kind: getattr(self, f"_{kind.__struct_config__.tag}".replace("-", "_"))
            for kind in e.every_event()
        }
        self._lines = {
            line.rule: line.sentence
            for decided in self.book.ruleset.wagers.values()
            for line in decided.lines
        } | {each.rule: each.sentence for each in self.book.game.provisions}
        self._only = only
        self.chapter = Chapter("opening", 0, "", [])
        self._line = first
        self._bets: tuple[str, list[str]] = "", []
        self._backs: tuple[str, ...] = ()
        """The backs of the decks that came last; they are spoken of when they are gone, too."""
        self._settling = ""
        """How the next place that is settled is introduced, unless its hand is shown."""

    def go_on(self, line: Line) -> Chapter | None:
        """Tell one more line; the chapter before it, if that has ended."""
        kind, number = self._chapter_of(line)
        ended = None
        if (kind, number) != (self.chapter.chapter.replace("between", "round"), self.chapter.round):
            ended = self.end()
            ended.is_complete = True
            self.chapter = Chapter("between" if kind == "round" else kind, number, "", [])
        did = line.did
        if type(did) is not c.Wager:
            self._tell_bets()
        self._line = line
        try:
            if self._only in (0, line.round):
                self._tellers[type(did)](did)
            else:
                self._pass_over(did)
            self.fold.apply(self.state, did, line.at)
        except UNTELLABLE:
            raise WrongLine(
                line.n,
                f"{did.name} cannot have happened then: expected what `tablewright verify` accepts",
            ) from None
        return ended

    def _pass_over(self, did: e.Record) -> None:
        """What must be known of a line that is not told."""
        if isinstance(did, c.Wager | c.NoMoreBets):
            self._begin_round()
        elif isinstance(did, c.BringDecks):
            self._backs = did.backs

    def _chapter_of(self, line: Line) -> tuple[str, int]:
        if self.state.status == OPENING:
            return "opening", 0
        if self.state.status in (CLOSING, CLOSED) or type(line.did) is c.BeginClosing:
            return "closing", 0
        return "round", line.round

    def end(self) -> Chapter:
        """The chapter as far as it has come, with its title and what it came to."""
        self._tell_bets()
        chapter = self.chapter
        chapter.house = self._house()
        chapter.is_complete = self.state.status == CLOSED
        at = (chapter.told[0].at if chapter.told else self._line.at).strftime("%Y-%m-%d %H:%M")
        match chapter.chapter:
            case "opening":
                name = f"Table {self.book.setup.table}, {self.book.game.name}: the opening"
            case "closing":
                name = "The closing"
            case "between":
                name = f"After round {chapter.round - 1}" if chapter.round > 1 else "Before round 1"
            case _:
                name = f"Round {chapter.round}{', VOID' if chapter.is_void else ''}"
        chapter.title = printable(f"{name} · {at}")
        for told in chapter.told:
            told.says, told.why = printable(told.says), printable(told.why)
        return chapter

    def _house(self) -> int:
        bank = self.state.bank
        return bank.cents(FLOAT) + bank.cents(DROP) + bank.cents(CAGE)

    # Saying things ------------------------------------------------------------------------------

    def _say(self, says: str, why: str = "", net: int | None = None) -> None:
        line = self._line
        said = f"{says[0].upper()}{says[1:]}"
        self.chapter.told.append(Told(line.n, line.at, line.did.name, said, why, net))

    def _add(self, says: str) -> None:
        """Something that belongs to what was told last."""
        if self.chapter.told:
            self.chapter.told[-1].says += says
        else:
            self._say(says.strip())

    def _who(self) -> str:
        """Whoever acted, by name where one is known."""
        role, _, place = self._line.by.partition(" ")
        return self._person(int(place)) if place else self._staff(role)

    def _staff(self, post: str) -> str:
        words = "surveillance" if post == "surveillance" else f"the {post.replace('-', ' ')}"
        name = self.state.staff.get(post, words)
        return words if name == words else f"{name} ({words.removeprefix('the ')})"

    def _person(self, place: int) -> str:
        if not place:
            return "the dealer"
        return f"{self.state.seats[place].player} ({self.book.game.place} {place})"

    def _name(self, wager: str) -> str:
        return self.book.wagers[wager].name

    def _pack(self, pack: int) -> str:
        device, backs = self.fold.device(self.state), self._backs
        if device.packs > 1 and backs:
            return f"the {backs[pack * device.decks]} deck"
        return "the deck" if device.decks == 1 else f"the {device.decks} decks"

    def _rule(self, rule: str) -> str:
        sentence = self._lines.get(rule, "")
        return f"{sentence} ({rule})" if sentence else f"({rule})"

    # Opening and closing --------------------------------------------------------------------------

    def _set_up(self, event: c.SetUp) -> None:
        book, setup = self.book, self.book.setup
        self.state.staff = {"pit-boss": setup.staff.pit_boss}
        practice = ", for practice" if setup.is_practice else ""
        places = "boxes" if book.game.place == "box" else f"{book.game.place}s"
        self._say(
            f"{self._who()} sets up table {setup.table} for {book.game.name}{practice}:"
            f" {book.ruleset.places} {places}, {book.device.name}, jurisdiction"
            f" {book.jurisdiction.name}.",
            f"Ruleset {setup.ruleset}",
        )
        titles = {wager.kind: wager.title for wager in book.game.wagers}
        limits = [
            f"{titles[kind]} {money(low)} to {money(high)}"
            for kind, (low, high) in setup.limits.items()
        ]
        self._say(f"The limits: {', '.join(limits)}.")
        if setup.readings:
            chosen = ", ".join(f"{id} as {option}" for id, option in setup.readings.items())
            self._say(f"The pit reads {chosen}.")
        if setup.pay:
            self._say(f"Paid apart from the manual: {_pairs(setup.pay)}.")

    def _unlock_rack(self, event: c.UnlockRack) -> None:
        self._say(f"{self._who()} unlocks the rack.")

    def _count_float(self, event: c.CountFloat) -> None:
        self._say(f"{self._who()} counts the float: {_amount(event.chips)}.")

    def _report_error(self, event: c.ReportError) -> None:
        self._say(f"{self._who()} reports an error in the float: {event.nature}.")

    def _sign(self, event: c.Sign) -> None:
        self._say(f"{self._who()} signs the {FORMS.get(event.form, event.form).lower()}.")

    def _form_completed(self, event: e.FormCompleted) -> None:
        signed = _and([self._signed(post, name) for post, name in event.signed.items()])
        title = FORMS.get(event.form, event.form)
        if event.form in ("fill", "credit"):
            self._add(f" The {title.lower()} is signed by {signed}.")
            return
        says = {name: each for name, each in event.says.items() if name not in ON_EVERY_FORM}
        self._say(f"{title}{': ' if says else ''}{_pairs(says)}. Signed by {signed}.")

    def _signed(self, post: str, name: str) -> str:
        words = post.replace("-", " ")
        return name if name == f"the {words}" else f"{name} ({words})"

    def _check_equipment(self, event: c.CheckEquipment) -> None:
        items = [item.replace("-", " ") for item in event.items]
        self._say(f"{self._who()} finds all equipment in its place: {', '.join(items)}.")

    def _display_sign(self, event: c.DisplaySign) -> None:
        self._say(f"{self._who()} puts up the sign.")

    def _sign_displayed(self, event: e.SignDisplayed) -> None:
        self._say(f"It reads: {' · '.join(event.lines)}")

    def _bring_decks(self, event: c.BringDecks) -> None:
        self._backs = event.backs
        backs = {back: event.backs.count(back) for back in event.backs}
        colours = _and([f"{count} {back}" for back, count in backs.items()])
        decks = _counted(len(event.backs), "deck")
        self._say(f"{self._who()} brings {decks}, sealed ({colours}), and opens them at the table.")

    def _examine(self, event: c.Examine) -> None:
        found = event.found or "nothing missing, nothing marked"
        self._say(f"{self._who()} looks the cards through: {found}.")

    def _cards_rejected(self, event: e.CardsRejected) -> None:
        self._say("The cards are rejected; others must be brought.")

    def _wash(self, event: c.Wash) -> None:
        self._say(f"{self._who()} washes the cards.")

    def _open(self, event: c.Open) -> None:
        self._say(f"{self._who()} opens the table.")

    def _opened(self, event: e.Opened) -> None:
        self._add(f" Its ruleset is approved ({event.approval}).")

    def _begin_closing(self, event: c.BeginClosing) -> None:
        self._say(f"{self._who()} closes the game: no further round is dealt.")

    def _remove_cards(self, event: c.RemoveCards) -> None:
        self._say(f"{self._who()} takes the cards from the table.")

    def _remove_drop_box(self, event: c.RemoveDropBox) -> None:
        held = money(self.state.bank.cents(DROP))
        self._say(f"{self._who()} locks the drop box and takes it away, with {held} in it.")

    def _close(self, event: c.Close) -> None:
        self._say(f"{self._who()} closes the table.")

    def _closed(self, event: e.Closed) -> None:
        self._add(f" In all {_result(event.result)}. The journal has {event.lines:,} lines.")

    def _relieve(self, event: c.Relieve) -> None:
        self._say(f"{event.who} relieves {self._staff(event.post)}, sent by {self._who()}.")

    # Players and their money ----------------------------------------------------------------------

    def _sit(self, event: c.Sit) -> None:
        self._say(f"{event.player} takes {self.book.game.place} {event.place}.")

    def _leave(self, event: c.Leave) -> None:
        chips = self.state.bank.chips(rail(event.place))
        holds = f" with {_amount(chips)}" if chips else " with nothing"
        self._say(f"{self._person(event.place)} leaves{holds}.")

    def _buy_in(self, event: c.BuyIn) -> None:
        who = self._person(event.place)
        self._say(f"{who} buys in for {money(event.cash)}: {spoken(event.chips)}.")

    def _change_colour(self, event: c.ChangeColour) -> None:
        gives, takes = spoken(event.give), spoken(event.take)
        self._say(f"{self._person(event.place)} changes {gives} for {takes}.")

    def _tip(self, event: c.Tip) -> None:
        self._say(f"{self._person(event.place)} tips the dealer {_amount(event.chips)}.")

    def _fill(self, event: c.Fill) -> None:
        self._say(f"{self._who()} has a fill brought from the cage: {_amount(event.chips)}.")

    def _credit(self, event: c.Credit) -> None:
        self._say(f"{self._who()} sends chips back to the cage: {_amount(event.chips)}.")

    def _agree_limits(self, event: c.AgreeLimits) -> None:
        who, person = self._who(), self._person(event.place)
        if not event.limits:
            self._say(f"{who} takes away the marker of {person}: the posted limits hold again.")
            return
        limits = [f"{k} {money(low)} to {money(high)}" for k, (low, high) in event.limits.items()]
        self._say(f"{who} agrees limits with {person} and sets a marker: {', '.join(limits)}.")

    def _correct(self, event: c.Correct) -> None:
        person, to = self._person(event.place), bool(event.to_player)
        chips = _amount(event.to_player or event.from_player)
        moved = f"{chips} to {person}" if to else f"{chips} from {person}"
        self._say(f"CORRECTION by {self._who()}: {moved}. The reason: {event.reason}.")

    # Wagers ---------------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        if self.chapter.chapter == "between":
            self.chapter.chapter = "round"

    def _wager(self, event: c.Wager) -> None:
        self._begin_round()
        who = self._person(event.place)
        if self._bets[0] != who:
            self._tell_bets()
        bets = self._bets[1]
        for_dealer = " for the dealer" if event.for_dealer else ""
        name, amount = self._name(event.wager), money(worth(event.chips))
        bets.append(f"{name} {amount}{for_dealer} ({spoken(event.chips)})")
        if len(bets) == 1:
            self._say("...")
        self._bets = who, bets

    def _tell_bets(self) -> None:
        """What one player bet without a pause, in one sentence."""
        who, bets = self._bets
        if bets:
            self.chapter.told[-1].says = f"{who} bets {', '.join(bets)}."
            self._bets = "", []

    def _advised(self, event: e.Advised) -> None:
        name, limit = self._name(event.wager), money(event.cents)
        self._say(
            f"{self._person(event.place)} is told that the {event.limit} of {name} is {limit}."
        )

    def _late_wager(self, event: c.LateWager) -> None:
        name, chips = self._name(event.wager), _amount(event.chips)
        self._say(
            f"LATE WAGER: {self._person(event.place)} puts {chips} on {name} after the bets are"
            " closed. It is pushed back and recorded."
        )

    def _take_back(self, event: c.TakeBack) -> None:
        lies = self.state.bank.chips(spot(event.place, event.wager, for_dealer=event.for_dealer))
        person, name = self._person(event.place), self._name(event.wager)
        for_dealer = ", bet for the dealer," if event.for_dealer else ""
        if self._line.by == "dealer":
            self._say(
                f"The dealer gives back {name}{for_dealer} to {person}: {_amount(dict(lies))}."
            )
        else:
            self._say(f"{person} takes back {name}{for_dealer} {_amount(dict(lies))}.")

    def _no_more_bets(self, event: c.NoMoreBets) -> None:
        self._begin_round()
        self._say("The dealer calls no more bets.")

    # Cards ----------------------------------------------------------------------------------------

    def _deal(self, event: c.Deal) -> None:
        places = [p for p in self.state.seats if self.state.stakes(p, self.book.wagers)]
        size = self.book.contest.hand_cards
        seats = f"{self.book.game.place}{'' if len(places) == 1 else 's'}"
        to = f"{seats} {_and([str(place) for place in places])}"
        self._say(f"{size} cards each are dealt to {to} and to the dealer.")

    def _decide(self, event: c.Decide) -> None:
        does = DECIDED.get(event.decision, f"plays {event.decision}")
        named = _and([str(n + 1) for n in event.cards])
        which = f" (cards {named} of the hand)" if named else ""
        self._say(f"{self._person(event.place)} {does}{which}.")

    def _staked(self, event: e.Staked) -> None:
        (move,) = event.moves
        for_dealer = " for the dealer" if move.target.endswith(":dealer") else ""
        name, amount = self._name(event.wager), money(worth(move.chips))
        told = self.chapter.told[-1]
        bet = f"{name} {amount}{for_dealer} ({spoken(move.chips)})"
        is_first = told.event == "decide" and told.line == self._line.n - 1
        told.says = f"{told.says.removesuffix('.')}{', with' if is_first else ','} {bet}."

    def _reveal(self, event: c.Reveal) -> None:
        self._say(f"The dealer turns {_faces(event.cards)}.")

    def _called(self, event: e.Called) -> None:
        self._add(f" “{event.says}.”")

    def _show(self, event: c.Show) -> None:
        self._say(f"{self._person(event.place)} turns {_faces(event.cards)}; it is entered.")

    def _shown(self, event: e.Shown) -> None:
        seat = self.state.seats[event.place]
        held = event.cards.split()
        played = _faces(" ".join([held[n] for n in seat.plays]))
        plays = f", playing {played}" if played else ""
        self._settling = ""
        self._say(f"{self._person(event.place)} shows {_faces(event.cards)}{plays}: {event.hand}.")

    def _burn(self, event: c.Burn) -> None:
        self._say(f"The dealer burns {_counted(self.state.burn_due, 'card')}.")

    def _draw(self, event: c.Draw) -> None:
        number = len(self.state.drawn) + 1
        self._say(f"Card {number}: the dealer draws {_faces(event.card)}.")

    def _cut_card_seen(self, event: e.CutCardSeen) -> None:
        self._add(" The cut card comes out: the cards are shuffled after this round.")

    def _card_held(self, event: e.CardHeld) -> None:
        beneath = f", {_counted(event.burns, 'burnt card')} beneath" if event.burns else ""
        self._say(f"{_faces(event.card)} goes to holding box {event.box}{beneath}.")

    def _shuffled(self, event: c.Shuffled) -> None:
        device = self.fold.device(self.state)
        who = f"The {device.name}" if device.is_machine else "The dealer"
        self._say(
            f"{who} shuffles {self._pack(event.pack)}: {event.cards} cards, sealed"
            f" {event.seal[:12]}."
        )

    def _cut(self, event: c.Cut) -> None:
        within = self.fold.device(self.state).has_cut_card_within
        how = "The cut card goes in" if within else "The deck is cut"
        self._say(f"{how} {event.at} cards down.")

    def _unsealed(self, event: e.Unsealed) -> None:
        told = self.chapter.told
        if told and told[-1].event == "shuffled":
            self._add(" The order they had before is opened.")
        else:
            self._add(f" The order of {self._pack(event.pack)} is opened.")

    def _order_shuffle(self, event: c.OrderShuffle) -> None:
        self._say(f"{self._who()} orders a shuffle before the next round: {event.reason}.")

    def _replace_cards(self, event: c.ReplaceCards) -> None:
        self._say(f"{self._who()} has {_faces(event.cards)} replaced: {event.reason}.")

    def _mend(self, event: c.Mend) -> None:
        name = self.fold.device(self.state).name
        self._say(f"{self._who()} has the {name} mended and its cards checked.")

    def _substitute(self, event: c.Substitute) -> None:
        name = self.book.procedure.device(event.device).name
        self._say(f"{self._who()} has the {name} take over.")

    # Settling -------------------------------------------------------------------------------------

    def _settle(self, event: c.Settle) -> None:
        seat, person = self.state.seats[event.place], self._person(event.place)
        if seat.decision == "fold" and not self.state.is_void:
            self._settling = f"{person} has folded:"
        else:
            self._settling = f"{person}:"

    def _settled(self, event: e.Settled) -> None:
        if self._settling:
            self._say(self._settling)
            self._settling = ""
        chapter, won = self.chapter, event.returned - event.stake
        chapter.staked += event.stake
        chapter.returned += event.returned
        name, stake = self._name(event.wager), money(event.stake)
        for_dealer = " for the dealer" if event.for_dealer else ""
        says = f"{name} {stake}{for_dealer} {self._outcome(event, won)}"
        stays = event.returned and not any(m.source.startswith("spot:") for m in event.moves)
        said = [says, "The wager stays." if stays else "", event.how, event.says]
        self._say(" ".join(filter(None, said)), self._rule(event.rule), won)

    def _outcome(self, event: e.Settled, won: int) -> str:
        """What becomes of a wager, in the middle of a sentence."""
        if not event.returned:
            taken = Chips()
            for move in event.moves:
                if move.target == FLOAT:
                    taken = dict(move.chips)
            with_hand = "" if "either" in event.hand else f" with the {event.hand}"
            return f"loses: {spoken(taken)} taken{with_hand}."
        if won > 0:
            paid = event.moves[0]
            to = " to the tip box" if paid.target == TIPS else ""
            hand = event.hand if "either" in event.hand else f"the {event.hand}"
            odds = Fraction(event.net)
            at = f"{odds.numerator}-{odds.denominator}"
            return f"wins {money(won)} at {at}: {spoken(paid.chips)}{to}, with {hand}."
        return "is given back." if self.state.is_void else "pushes."

    def _approve(self, event: c.Approve) -> None:
        self._say(f"{self._who()} approves the payment to {self._person(event.place)}.")

    def _clear(self, event: c.Clear) -> None:
        chapter = self.chapter
        chapter.is_void = self.state.is_void
        self._say(
            f"The dealer clears the table: {money(chapter.staked)} was settled,"
            f" {money(chapter.returned)} came back. Since the opening {_result(self._house())}.",
            net=chapter.returned - chapter.staked,
        )

    def _moved(self, event: e.Moved) -> None:
        back = [move for move in event.moves if move.source.startswith("spot:")]
        if back:
            each = [self._taken_up(move.source, move.chips) for move in back]
            self._add(f" Wagers still on the felt go back: {', '.join(each)}.")
            return
        for move in event.moves:
            way = "more" if move.target == FLOAT else "less"
            self._add(f" The float is booked with {_amount(move.chips)} {way}.")

    def _taken_up(self, account: str, chips: Chips) -> str:
        _, place, wager, *_ = account.split(":")
        return f"{self._person(int(place))} {self._name(wager)} {money(worth(chips))}"

    # Irregularities -------------------------------------------------------------------------------

    def _overlook(self, event: c.Overlook) -> None:
        self._say(f"The dealer leaves out the {event.step} that is due.")

    def _declare(self, event: c.Declare) -> None:
        irregularity, ruling = self.fold.ruling(self.state, event)
        about = ""
        if event.wager:
            about = f" about the {self._name(event.wager)} of {self._person(event.place)}"
        elif event.place or irregularity.concerns is Concerns.PLACE:
            about = f" about {self._person(event.place)}"
        card = f", {_faces(event.card)}" if event.card else ""
        self._say(
            f"IRREGULARITY, declared by {self._who()}{about}: {irregularity.title}{card}."
            f" Ruling: {ruling.says}",
            f"{ruling.source} ({irregularity.id})",
        )
        if ruling.effect is Effect.VOID:
            self._begin_round()
            self.chapter.is_void = True


def printable(text: str) -> str:
    """Text that cannot meddle with a terminal, whoever wrote the journal.

    >>> printable("Ann\\x1b[2J")
    'Ann\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join([each if each.isprintable() else ascii(each)[1:-1] for each in text])


# Words ---------------------------------------------------------------------------------------------


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _pairs(says: dict[str, str]) -> str:
    return ", ".join(f"{name} {each}" for name, each in says.items())


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _amount(chips: Chips) -> str:
    return f"{money(worth(chips))} ({spoken(chips)})" if chips else "nothing"


def _faces(text: str) -> str:
    return faces(cards(text))


def _result(cents: int) -> str:
    if not cents:
        return "the house stands even"
    return f"the house is {money(abs(cents))} {'up' if cents > 0 else 'down'}"
