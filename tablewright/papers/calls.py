"""What the dealer says at the table, in short: the call that closes the bets, cards, hands, chances."""

from collections.abc import Iterator
from random import Random

from tablewright.papers.documents import Table
from tablewright.papers.editions import Edition
from tablewright.papers.rounds import told
from tablewright.rules.cards import DECK, Card, Suit, faces
from tablewright.rules.contest import Contest
from tablewright.rules.views import Hand
from tablewright.school.announced import NOTHING, kinds_of
from tablewright.table import acts
from tablewright.table.acts.dealing import hand_called
from tablewright.table.words import ENGLISH, HAPPENED

CALLED_SUIT = Suit.SPADE
MOST_TRIES = 500


def calls(edition: Edition) -> Table:
    """Everything that is called, each with when it is."""
    said = [("A new player", " ".join(told(edition))), ("Everyone has bet", no_more_bets(edition))]
    said += [*cards_called(edition), *hands_called(edition), *announced(edition)]
    return Table(
        head=("When", "Say"),
        rows=tuple((when, f"“{says}”") for when, says in said),
        widths=(2, 5),
    )


def no_more_bets(edition: Edition) -> str:
    """The call that closes the bets, as this game has it."""
    case = acts.NoMoreBets.call_case(edition.book)
    return ENGLISH.say(acts.NoMoreBets().name, HAPPENED, case)


def cards_called(edition: Edition) -> Iterator[tuple[str, str]]:
    """The calls of the cards of one suit, where cards are called as they come."""
    call = edition.procedure.call
    if call is not None:
        alike: dict[str, list[Card]] = {}
        for card in DECK:
            if card.suit is CALLED_SUIT:
                alike.setdefault(call(card), []).append(card)
        for says, cards in alike.items():
            yield (
                faces(cards if len(cards) < 3 else (cards[0], cards[-1])).replace(" ", " to "),
                says,
            )


def hands_called(edition: Edition) -> Iterator[tuple[str, str]]:
    """What is called of the dealer's hand: of one that qualifies, and of one that does not."""
    contest = edition.ruleset.deal
    if not isinstance(contest, Contest):
        return
    labels = contest.qualifies.view.labels(contest.qualifies.label)
    rng, found = Random("called"), dict[bool, tuple[Card, ...]]()
    for _ in range(MOST_TRIES):
        held = tuple(rng.sample(DECK, contest.hand_cards))
        does = bool(labels[Hand(held).strength(contest.qualifies.view)])
        found.setdefault(does, tuple(sorted(held, key=lambda card: -card.rank)))
    for _, held in sorted(found.items(), reverse=True):
        yield faces(held), hand_called(contest, Hand(held))


def announced(edition: Edition) -> Iterator[tuple[str, str]]:
    """One announcement of each sort that there is about each wager."""
    seen: set[tuple[str, str]] = set()
    for said, examples in kinds_of(edition.syllabus).items():
        sort = said.wager, said.kind.partition("-")[0]
        if said.kind != NOTHING and sort not in seen:
            seen.add(sort)
            yield f"After {faces(examples[0].cards)}", examples[0].says
