"""The person at a place in terminal play: asked for wagers and decisions by keys.

The keys that are offered are what the table allows at that moment and nothing else. Anything typed
leads to a command, to a line that says why not, or to the prompt again.
"""

from collections.abc import Callable, Iterable

from tablewright.cli.play import keys as k
from tablewright.cli.play.advice import AdviceStopped, Adviser
from tablewright.cli.play.last_wagers import LastWagers
from tablewright.cli.play.offers import Offers, Rows
from tablewright.cli.play.screen import Screen, felt, packed, plain
from tablewright.cli.play.telling import Teller
from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.phases import PhaseId
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, player
from tablewright.table.acts.wagers import limits
from tablewright.table.chips import chips_text, money, rail, worth
from tablewright.table.purse import (
    USUAL_BUY_IN,
    buy_in,
    chips_for,
    make_change,
    put,
    refuse_taking_back,
)
from tablewright.table.session import Desk

NAME = "Guest"
"""The person in the journal, which others may read; on the screen it is "You"."""
BESIDE_BETS = 19
"""The room that a prompt leaves beside the wagers it lists."""


class LeftTheTable(Exception):
    """The person has left before a round began."""


class Human:
    """A player who reads and types."""

    def __init__(
        self,
        screen: Screen,
        teller: Teller,
        adviser: Adviser,
        offers: Offers,
        sign: Callable[[], tuple[str, ...]],
        *,
        is_coached: bool,
    ) -> None:
        self.screen, self.teller, self.adviser, self.offers = screen, teller, adviser, offers
        self.is_coached = is_coached
        self.is_leaving = False
        self.bought_in = 0
        self.tipped = 0
        self._sign = sign
        self._last = LastWagers()

    def arrive(self, session: Desk, place: int) -> None:
        session.do(acts.Sit(place, NAME), player(place))
        self._buy_in(session, place, USUAL_BUY_IN)

    def wait(self, session: Desk, place: int) -> None:
        """Bets are closed: a person at the keys has nothing to do."""

    def _buy_in(self, session: Desk, place: int, cents: int) -> None:
        buy_in(session, place, cents)
        self.bought_in += cents

    # Talking --------------------------------------------------------------------------------------

    def _ask(self, prompt: str) -> k.Typed | None:
        """The next line typed; None once the person leaves."""
        while not self.is_leaving:
            try:
                line = self.screen.ask(prompt)
            except Refused as refused:
                self._say_refused(refused)
                continue
            asked = None if line is None else k.typed(line)
            if asked is None or asked.key == k.QUIT:
                self.is_leaving = True
                return None
            return asked
        return None

    def _say_refused(self, refused: Refused) -> None:
        rule = f" ({refused.rule})" if isinstance(refused, Forbidden) else ""
        self.screen.line(f"Refused: {plain(str(refused))}{rule}", "red")

    def _say_keys(self, parts: list[str]) -> None:
        lines = packed(parts, self.screen.width - 6, "   ")
        self.screen.lines(
            [f"{'      ' if n else 'Keys: '}{each}" for n, each in enumerate(lines)], "cyan"
        )

    def _common(self, session: Desk, place: int, asked: k.Typed) -> bool:
        """The keys that work everywhere; False if it was none of them."""
        match asked.key:
            case k.HELP:
                self._help(session)
            case k.WHY:
                self._why(asked.rest)
            case k.ADVICE:
                self._advise(session)
            case k.VIEW:
                self._show_felt(session, place)
            case k.SIGN:
                for line in self._sign():
                    self.screen.line(f"  {line}")
            case k.BUY:
                if len(asked.rest) != 1:
                    raise Refused("buy says no amount: expected one, as in buy 100")
                self._buy_in(session, place, k.cents(asked.rest[0]))
            case k.TIP:
                if len(asked.rest) != 1:
                    raise Refused("tip says no amount: expected one, as in tip 5")
                chips = chips_for(session, place, k.cents(asked.rest[0]))
                session.do(acts.Tip(place, chips), player(place))
                self.tipped += worth(chips)
            case _:
                return False
        return True

    def _why(self, rest: tuple[str, ...]) -> None:
        count = len(self.teller.settled)
        if not rest:
            self.teller.why()
        elif rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0][:4]) <= count:
            self.teller.why(int(rest[0][:4]))
        else:
            raise Refused(f"w {quoted(rest[0])} names no wager: expected 1 to {max(count, 1)}")

    def _advise(self, session: Desk) -> None:
        if session.table.book.is_draw:
            self._unless_stopped(self.adviser.tell_next_card)
        elif session.table.state.phase == PhaseId.DECIDE:
            self._unless_stopped(self.adviser.tell_hand)
        else:
            self.screen.line("Advice is given on a hand: bet first, then ask when you hold cards.")

    def _unless_stopped(self, tell: Callable[[], None]) -> None:
        """Advice can take a while; Ctrl-C ends it and not the session."""
        try:
            tell()
        except AdviceStopped:
            self.screen.line("The advice was stopped.")

    def _show_felt(self, session: Desk, place: int) -> None:
        table = session.table
        seen = table.view(player(place))
        names = {id: wager.name for id, wager in table.book.wagers.items()}
        title = f"{table.book.game.name} · round {seen.round}"
        if table.book.is_draw:
            number = len(table.state.drawn) + 1
            title += f" · card {number} of {table.book.draw.cards}"
            title += " is next" if len(title) < self.screen.width - 12 else ""
        counts_cards, width = self.offers.names_cards, self.screen.width
        self.screen.lines(felt(seen, title, names, place, counts_cards=counts_cards, width=width))
        self.screen.line(f"Your chips: {chips_text(table.state.bank.chips(rail(place)))}", "dim")

    def _help(self, session: Desk) -> None:
        is_deciding = session.table.state.phase == PhaseId.DECIDE
        rows = [*(self.offers.decision_help() if is_deciding else self._bet_help())]
        rows += [
            (k.ADVICE, "advice: what is best, and what each mistake costs exactly"),
            (k.WHY, "why your last wagers were paid or lost (w 2: the second only)"),
            (k.VIEW, "show the felt again"),
            (k.SIGN, "the table's sign: limits and payouts"),
            (f"{k.BUY} 100", "buy chips for $100"),
            *([(f"{k.TIP} 5", "tip the dealer $5")] if session.table.book.setup.takes_tips else []),
            (k.QUIT, "leave: the round is finished without you, and the table is closed"),
        ]
        self._say_rows(rows)

    def _say_rows(self, rows: Iterable[tuple[str, str]]) -> None:
        for key, says in rows:
            self.screen.line(f"  {key:<8}{says}", indent=10)

    def _bet_help(self) -> Rows:
        yield from self.offers.bet_help()
        if self._last.missing(self.offers):
            yield k.REPEAT, "repeat the wagers of last time"
        if self.offers.may("take-back"):
            yield f"{k.TAKE_BACK} KEY", "take one wager back"
            yield k.CLEAR, "clear: take back every wager that may be"
        yield "Enter", "done: the dealer closes the bets"

    # Wagers ---------------------------------------------------------------------------------------

    def bet(self, session: Desk, place: int) -> None:
        """Take wagers until the person is done, or leaves."""
        table = session.table
        is_between = table.state.is_begun
        if not self.is_leaving:
            self.screen.line()
            self._show_felt(session, place)
        if not is_between:
            self._offer_chips(session, place)
        offered: tuple[set[str], bool] | None = None
        while not self.is_leaving:
            now = set(self.offers.may("wager")), bool(self.offers.may("take-back"))
            if now != offered:
                self._say_bets()
            offered = now
            asked = self._ask(self._prompt(session, place))
            try:
                if asked is None or self._bet(session, place, asked):
                    break
            except Refused as refused:
                self._say_refused(refused)
        if self.is_leaving:
            self._withdraw(session, place)
            if not is_between:
                raise LeftTheTable
            return
        self._last.remember(table, place)
        if not table.stakes(place) and not is_between:
            self.screen.line("You bet nothing, and watch this round.", "dim")
        if self.is_coached and table.book.is_draw:
            self._unless_stopped(self.adviser.judge_wagers)

    def _say_bets(self) -> None:
        """The keys of what may be done now, on a line or two."""
        parts, is_draw = self.offers.bet_parts(), self.offers.table.book.is_draw
        repeat = ["r repeat"] if parts and self._last.missing(self.offers) else []
        advice = ["h advice"] if is_draw else []
        why = ["w why"] if self.teller.settled else []
        back = ["x take back"] if self.offers.may("take-back") else []
        done = f"Enter {'draw' if is_draw else 'deal'}"
        self._say_keys([*parts, done, *back, *repeat, *advice, *why, "? help", "q leave"])

    def _prompt(self, session: Desk, place: int) -> str:
        names, stakes = session.table.book.wagers, session.table.stakes(place)
        bets = " · ".join([f"{names[id].name} {money(n)}" for id, n in stakes.items()])
        if len(bets) > self.screen.width - BESIDE_BETS:
            bets = f"{money(sum(stakes.values()))} on {len(stakes)} wagers"
        return f"Bets: {bets or 'none'} "

    def _bet(self, session: Desk, place: int, asked: k.Typed) -> bool:
        """One line typed while bets are open; True when the person is done."""
        table, keys = session.table, self.offers.wager_keys
        if asked.key == "":
            self.offers.refuse_unmatched()
            return True
        if self._common(session, place, asked):
            return False
        match asked.key:
            case k.REPEAT:
                self._repeat(session, place)
            case k.CLEAR:
                if not self.offers.may("take-back"):
                    raise Refused("You have nothing to take back.")
                self._withdraw(session, place)
            case k.TAKE_BACK:
                lie = {id: key for id, key in keys.items() if id in table.stakes(place)}
                named = k.bets(asked.rest, keys, lie)
                if not named:
                    example = next(iter({**lie, **keys}.values()))
                    raise Refused(f"x names no wager: expected its key, as in x {example}")
                every = [w for id in dict(named) for w in (*self.offers.partners(id), id)]
                refuse_taking_back(table, place, every)
                for each in every:
                    session.do(acts.TakeBack(place, each), player(place))
            case _:
                named = k.bets((asked.key, *asked.rest), keys, self.offers.open_keys())
                least = {id: limits(table, place, id)[0] for id, _ in named}
                put(
                    session,
                    place,
                    [(id, least[id] if cents is None else cents) for id, cents in named],
                )
        return False

    def _repeat(self, session: Desk, place: int) -> None:
        asked = self._last.missing(self.offers)
        if not asked:
            raise Refused(
                "there is nothing to repeat: expected wagers made before and not on the felt"
            )
        placed = session.table.book.offer.placed
        put(session, place, [(id, asked[id]) for id in placed if id in asked])

    def _withdraw(self, session: Desk, place: int) -> None:
        """Take back every wager that may still be taken back."""
        for id in reversed(list(self.offers.may("take-back"))):
            session.do(acts.TakeBack(place, id), player(place))

    def _offer_chips(self, session: Desk, place: int) -> None:
        """Offer a buy-in when the player cannot afford the smallest wager."""
        table = session.table
        while not self.is_leaving:
            held, least = table.state.bank.cents(rail(place)), self.offers.least_to_bet()
            if held >= least or table.stakes(place):
                return
            self.screen.line(f"You have {money(held)} left, and need {money(least)} to bet.")
            asked = self._ask(f"Buy in: an amount, Enter for {money(USUAL_BUY_IN)}, q to leave ")
            if asked is None:
                return
            word = asked.rest[0] if asked.key == k.BUY and asked.rest else asked.key
            try:
                if asked.key == k.HELP:
                    self._say_rows(self._buy_in_help())
                elif asked.key in (k.WHY, k.VIEW, k.SIGN):
                    self._common(session, place, asked)
                else:
                    self._buy_in(session, place, k.cents(word) if word else USUAL_BUY_IN)
            except Refused as refused:
                self._say_refused(refused)

    def _buy_in_help(self) -> Rows:
        yield "100", "buy chips for $100"
        yield "Enter", f"buy chips for {money(USUAL_BUY_IN)}"
        yield k.WHY, "why your last wagers were paid or lost"
        yield k.VIEW, "show the felt again"
        yield k.SIGN, "the table's sign: limits and payouts"
        yield k.QUIT, "leave, and the table is closed"

    # Decisions ------------------------------------------------------------------------------------

    def decide(self, session: Desk, place: int) -> None:
        """Ask what is done with the hand; leaving gives it up."""
        table, offers = session.table, self.offers
        if not self.is_leaving:
            self._show_felt(session, place)
            self._say_hand(session)
            self._say_decisions(session, place)
        keys = offers.decision_keys
        while place in table.course.undecided(table.state):
            shown = listed([keys[id] for id in offers.decisions()])
            asked = self._ask(f"Your decision, {shown} ")
            try:
                if asked is None:
                    self._give_up(session, place)
                elif not self._common(session, place, asked):
                    self._decide(session, place, asked)
                elif asked.key == k.BUY:
                    self._say_decisions(session, place)
            except Refused as refused:
                self._say_refused(refused)

    def _say_hand(self, session: Desk) -> None:
        spoken_views = session.table.book.contest.spoken.values()
        held = self.offers.held()
        said = [
            f"{view.name.lower()}: {view.spoken(view.strength(held))}"
            if len(spoken_views) > 1
            else view.spoken(view.strength(held))
            for view in spoken_views
        ]
        self.screen.line(f"You hold: {'; '.join(said)}.", "bold")

    def _say_decisions(self, session: Desk, place: int) -> None:
        """The decisions there are, once chips can be laid down for those that can be afforded."""
        make_change(session, place, THE_DEALER.house)
        why = ["w why"] if self.teller.settled else []
        self._say_keys([*self.offers.decision_parts(), "h advice", *why, "? help", "q leave"])
        for note in self.offers.decision_notes():
            self.screen.line(f"  {note}")

    def _decide(self, session: Desk, place: int, asked: k.Typed) -> None:
        decisions, keys = session.table.book.contest.decision, self.offers.decision_keys
        id = k.found(asked.key, keys) if asked.key else None
        if id is None:
            shown = listed([keys[each] for each in self.offers.decisions()])
            what = quoted(asked.key) if asked.key else "nothing"
            raise Refused(f"{what} is not a decision. Type {shown}; ? shows every key")
        plays, held = decisions[id].plays, self.offers.held()
        named: tuple[int, ...] = ()
        if plays:
            best = tuple(held.index(each) for each in self.offers.best_cards(id))
            named = k.named_cards(asked.rest, held, plays) if asked.rest else best
        elif asked.rest:
            raise Refused(f"{id} names {quoted(' '.join(asked.rest))}: expected no cards")
        session.do(acts.Decide(place, id, named), player(place))
        if self.is_coached:
            played = tuple(held[n] for n in named)
            self._unless_stopped(lambda: self.adviser.judge(id, played))

    def _give_up(self, session: Desk, place: int) -> None:
        """The decision that stakes nothing more."""
        cheapest = min(self.offers.decisions(), key=self.offers.needed)
        how = session.table.book.contest.decision[cheapest].done
        lost = self.offers.lost_by(cheapest)
        self.screen.line(f"You leave: the hand is {how} and {money(lost)} is lost.")
        session.do(acts.Decide(place, cheapest), player(place))
