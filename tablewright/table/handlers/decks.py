"""The cards: brought sealed, examined twice, signed for, washed, removed."""

from collections.abc import Iterable

from tablewright.rules.errors import listed, quoted
from tablewright.rules.procedure import DEALER, STAFF, SUPERVISORS
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.forms import CARDS, NOT_CLOSED, SLIP_IN, must_sign_out, refuse, text
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, handles, offers
from tablewright.table.state import IN_PLAY, OPENING


def backs(t: Table) -> tuple[str, ...]:
    """The decks that are brought: packs of different backs, decks of one pack alike."""
    colours = t.book.procedure.deck_colours
    device = t.device
    return tuple(
        colours[pack % len(colours)] for pack in range(device.packs) for _ in range(device.decks)
    )


def is_between_rounds(t: Table) -> bool:
    """Whether no round is under way and no wager lies on the felt."""
    state = t.state
    if state.status != IN_PLAY:
        return True
    return not state.is_begun and state.phase == "wagers" and t.is_felt_bare()


@handles(c.BringDecks, CARDS, SUPERVISORS, (OPENING, IN_PLAY))
def bring(t: Table, command: c.BringDecks, by: Actor) -> list[e.Record]:
    if t.state.decks.backs:
        raise refuse("there are cards on the table: expected them to be removed first", CARDS)
    if must_sign_out(t):
        raise refuse("new cards are brought: expected the old ones signed out first", CARDS)
    if not is_between_rounds(t):
        raise refuse("cards come between rounds: expected the round to be over", CARDS)
    if sorted(command.backs) != sorted(backs(t)):
        raise refuse(
            f"decks with {quoted(list(command.backs))} backs were brought:"
            f" expected {', '.join(backs(t))}",
            CARDS,
        )
    return [command]


@offers(c.BringDecks)
def may_bring(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.decks.backs and is_between_rounds(t) and not must_sign_out(t):
        yield Allowed("bring-decks", choices=backs(t))


def next_examiner(t: Table) -> tuple[str, ...]:
    """Who looks the decks through next: a supervisor, then the dealer."""
    decks = t.state.decks
    if not decks.backs or len(decks.examined) == 2:
        return ()
    return ("dealer",) if decks.examined else ("inspector", "pit-boss")


@handles(c.Examine, CARDS, STAFF, (OPENING, IN_PLAY))
def examine(t: Table, command: c.Examine, by: Actor) -> list[e.Record]:
    post, expected = by.role.value, next_examiner(t)
    if post not in expected:
        who = listed(expected) if expected else "no deck to be examined"
        raise refuse(f"{post} examines the decks: expected {who}", CARDS)
    if command.post:
        raise refuse(
            f"the decks are examined for {quoted(command.post)}: expected no post to be named",
            CARDS,
        )
    if command.found:
        text(command.found, "what was found")
        return [c.Examine(command.found, post), e.CardsRejected(command.found)]
    return [c.Examine("", post)]


@offers(c.Examine)
def may_examine(t: Table, by: Actor) -> Iterable[Allowed]:
    if by.role.value in next_examiner(t):
        yield Allowed("examine", text="found")


def _may_wash(t: Table) -> bool:
    decks = t.state.decks
    slip = SLIP_IN in t.state.completed or not t.book.procedure.slip
    return len(decks.examined) == 2 and not decks.is_washed and slip


@handles(c.Wash, CARDS, (DEALER,), (OPENING, IN_PLAY))
def wash(t: Table, command: c.Wash, by: Actor) -> list[e.Record]:
    if not _may_wash(t):
        raise refuse(
            "the cards are washed once: expected decks examined by both and signed for", CARDS
        )
    return [command]


@offers(c.Wash)
def may_wash(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_wash(t):
        yield Allowed("wash")


def _may_remove(t: Table) -> bool:
    return bool(t.state.decks.backs) and is_between_rounds(t)


@handles(c.RemoveCards, CARDS, STAFF, NOT_CLOSED)
def remove(t: Table, command: c.RemoveCards, by: Actor) -> list[e.Record]:
    if not _may_remove(t):
        raise refuse("cards are removed between rounds: expected cards and no round", CARDS)
    return [command, *unseal_all(t)]


@offers(c.RemoveCards)
def may_remove(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_remove(t):
        yield Allowed("remove-cards")


def unseal_all(t: Table) -> list[e.Record]:
    """Every order that is known, opened: those cards are out of play."""
    packs = sorted({*t.vault, *t.state.packs.seals})
    return [event for pack in packs for event in t.opened(pack)]
