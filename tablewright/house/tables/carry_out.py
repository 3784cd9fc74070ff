"""How an order is carried out at a live table: by commands of the table, in a person's name."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from tablewright.house.people.person import POSTS, Person, may_hold, posts_of, stranded
from tablewright.house.screens import orders as o
from tablewright.house.tables.certified import named_dealer
from tablewright.house.tables.room import Room
from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.language import say
from tablewright.rules.phases import PhaseId
from tablewright.rules.roles import DEALER, PLAYER, STAFF, SUPERVISORS, SURVEILLANCE
from tablewright.table import acts
from tablewright.table.actors import THE_PIT_BOSS, Actor, player
from tablewright.table.acts.shuffling import cut_range
from tablewright.table.allowed import is_text
from tablewright.table.automation import needed_fill, next_shuffle, remedy
from tablewright.table.confirming import confirm
from tablewright.table.purse import buy_in, lay, partners
from tablewright.table.record import Act, Record
from tablewright.table.session import Desk, do_as_house
from tablewright.table.trial import Trial

O = TypeVar("O", bound=Record)  # noqa: E741
Carrier = Callable[[Room, Person, Actor, Any], None]

CARRIERS: dict[type, Carrier] = {}

ONLOOKER = player(0)
FOR_ONLOOKERS = (o.Sit, o.TakePost)
"""What a person may do who has neither a place nor a post at the table."""
MOST_CALLS = 50
"""How many calls may wait at a table."""


def carries(kind: type[O]) -> Callable[[Carrier], Carrier]:
    """Marks what carries out one kind of order."""

    def mark(carrier: Carrier) -> Carrier:
        CARRIERS[kind] = carrier
        return carrier

    return mark


def carry_out(room: Room, person: Person, by: Actor, order: Record) -> None:
    """Carry out an order or a command, or refuse it."""
    if by == ONLOOKER and not isinstance(order, FOR_ONLOOKERS):
        raise Forbidden(_why_not_onlookers(room, person), "house.places")
    if room.conduct.is_paused:
        _refuse_in_pause(room, order)
    if by.role is PLAYER:
        room.limits.refuse(person, order)
    carrier = CARRIERS.get(type(order))
    if carrier is not None:
        carrier(room, person, by, order)
    else:
        assert isinstance(order, Act)
        _do(room, order, by)


def _why_not_onlookers(room: Room, person: Person) -> str:
    """Why a person who only looks on cannot do what they ask."""
    if room.seating.place_of(person):
        return say("You asked for this as an onlooker: send it as player.")
    if posts := posts_of(person, room.table):
        named = " or ".join(posts)
        return say(
            "You asked for this as an onlooker: send it as {named}, your post at this table.",
            named=named,
        )
    if person.is_staff:
        return say(
            "You have no post at this table: take one that is free, or ask a supervisor to"
            " relieve you to one."
        )
    return say("You only look on here: sit down first.")


def _refuse_in_pause(room: Room, order: Record) -> None:
    """While a table is paused nobody sits down and nothing is wagered; chips may be taken back."""
    is_new = isinstance(order, o.Sit | acts.Wager)
    if isinstance(order, o.Bets):
        lies = room.table.stakes(order.place)
        is_new = any(cents > lies.get(id, 0) for id, cents in order.stakes.items())
    if is_new:
        raise Forbidden(
            "The dealer has paused this table: wait until play goes on, or take another table.",
            "house.pause",
        )


def whole(room: Room, order: Callable[[Desk], None]) -> None:
    """Have an order of several steps done whole, or refused before its first step."""
    trial = Trial(room.table, room.house.source, room.clock.now(), room.desk.fill_at)
    order(trial)
    for tried in trial.steps:
        room.desk.follow(tried)


def _do(room: Room, command: Act, by: Actor) -> None:
    """Give a command; where it waits for a supervisor's step that the house does, that comes first."""
    try:
        room.desk.do(command, by)
    except Forbidden as refused:
        if not isinstance(command, acts.Settle) or not room.table.state.pending:
            raise
        whole(room, partial(_with_remedy, refused=refused, command=command, by=by))


def _with_remedy(desk: Desk, refused: Forbidden, command: Act, by: Actor) -> None:
    """What a payment that was refused waits for, as far as the house sees to it; then the payment."""
    while help := remedy(desk.table, refused):
        do_as_house(desk, help)
        try:
            desk.do(command, by)
        except Forbidden as again:
            refused = again
        else:
            return
    raise refused


def refuse_unless(by: Actor, what: str, *roles: Any) -> None:
    if by.role not in roles:
        allowed = " or ".join(role.value for role in roles)
        raise Forbidden(
            say(
                "You cannot {what} as the {by}: only the {allowed} can.",
                what=what,
                by=by,
                allowed=allowed,
            ),
            "house.posts",
        )


# Players -------------------------------------------------------------------------------------------


@carries(o.Sit)
def _sit(room: Room, person: Person, by: Actor, order: o.Sit) -> None:
    if not person.is_known:
        raise Forbidden("You cannot sit down yet: sign in, or play as a guest.", "house.accounts")
    if room.seating.place_of(person):
        raise Forbidden("You have a seat at this table already.", "house.places")
    room.house.refuse_seat(person)
    if not room.table.book.setup.is_practice and "player" not in person.duties:
        raise Forbidden(
            "You cannot play here: a table for money needs a player's account. Choose a practice"
            " table, or ask the pit for an account.",
            "house.accounts",
        )
    if person.is_guest and room.table.book.setup.is_rehearsal:
        raise Forbidden(
            "Guests cannot play here, where things go wrong on purpose: choose another table.",
            "house.rehearsal",
        )
    if room.post.is_away:
        raise Forbidden(
            "The dealer of this table is away: wait until they are back, or take another table.",
            "house.dealer-away",
        )
    if person.name in room.table.state.staff.values():
        raise Forbidden(
            "You work at this table, so you cannot play at it: choose another.", "house.posts"
        )
    if not 1 <= order.place <= room.table.book.ruleset.places:
        raise Forbidden(
            say(
                "There is no {place_word} {place} here: choose one from 1 to {places}.",
                place_word=room.table.place_word,
                place=order.place,
                places=room.table.book.ruleset.places,
            ),
            "house.places",
        )
    if order.place in room.seating.patrons and room.seating.is_full(room.table):
        room.patrons.make_room(order.place)
    name = room.seating.name_for(person, room.table)
    room.desk.do(acts.Sit(order.place, name), player(order.place))
    room.desk.seat(order.place, person.key)


@carries(o.BuyIn)
def _buy_in(room: Room, person: Person, by: Actor, order: o.BuyIn) -> None:
    if by.role is PLAYER and not room.table.book.setup.is_practice:
        raise Forbidden(
            "You buy chips at the table here: lay your money down, and the dealer changes it.",
            "house.buy-in",
        )
    if by.role is PLAYER and by.place != order.place:
        raise Forbidden("You can buy chips only at your own seat.", "house.own-place")
    room.table.seat(order.place)
    if order.chips:
        room.desk.do(acts.BuyIn(order.place, order.cash, order.chips), by)
    else:
        whole(room, lambda desk: buy_in(desk, order.place, order.cash, by))


@carries(o.Bets)
def _bets(room: Room, person: Person, by: Actor, order: o.Bets) -> None:
    refuse_unless(by, "bet", PLAYER)
    table = room.table
    if by.place != order.place or not by.place:
        raise Forbidden("You can bet only at your own seat.", "house.own-place")
    table.seat(order.place)
    placed = table.book.offer.placed
    for id, cents in order.stakes.items():
        if id not in placed:
            raise Forbidden(
                say(
                    "There is no wager {id} here: choose from {placed}.",
                    id=quoted(id),
                    placed=listed(placed),
                ),
                "house.wagers",
            )
        if cents < 0:
            raise Forbidden(say("You cannot bet less than nothing on {id}.", id=id), "house.wagers")
        for same in partners(table, id):
            if order.stakes.get(same, cents) != cents:
                raise Forbidden(
                    say("Your {same} wager must be as high as your {id} wager.", same=same, id=id),
                    "house.wagers",
                )
    whole(room, lambda desk: lay(desk, order.place, order.stakes))
    room.pace.ready.discard(order.place)


@carries(o.Ready)
def _ready(room: Room, person: Person, by: Actor, order: o.Ready) -> None:
    refuse_unless(by, say("say that you are ready"), PLAYER)
    room.table.seat(by.place)
    ready = room.pace.ready
    if order.is_ready:
        ready.add(by.place)
    else:
        ready.discard(by.place)
    room.changes.change()


# Staff ---------------------------------------------------------------------------------------------


@carries(o.Shuffle)
def _shuffle(room: Room, person: Person, by: Actor, order: o.Shuffle) -> None:
    refuse_unless(by, "shuffle", DEALER)
    step = next_shuffle(room.table, room.house.source)
    if step is None:
        raise Forbidden(
            "No cards are ready to be shuffled: wash a pack that is out of play first.",
            f"{room.table.book.game.id}.cards",
        )
    room.desk.do(step[0], by)


@carries(o.Cut)
def _cut(room: Room, person: Person, by: Actor, order: o.Cut) -> None:
    within = cut_range(room.table)
    at = order.at
    if at is None:
        at = room.house.source.randint(*within) if within else 0
    room.desk.do(acts.Cut(at), by)


@carries(o.Fill)
def _fill(room: Room, person: Person, by: Actor, order: o.Fill) -> None:
    fill = acts.Fill(order.chips) if order.chips else needed_fill(room.table, spare=0)
    if not fill.chips:
        raise Refused("The rack lacks nothing: say which chips you want.")
    room.desk.do(fill, by)


@carries(o.ConfirmSteps)
def _confirm_steps(room: Room, person: Person, by: Actor, order: o.ConfirmSteps) -> None:
    refuse_unless(by, say("confirm this"), *STAFF)
    if not order.steps:
        raise Refused("Confirm at least one step.")
    whole(room, lambda desk: confirm(desk, by, order.steps, order.chips))


@carries(acts.Decide)
def _decide(room: Room, person: Person, by: Actor, order: acts.Decide) -> None:
    """A supervisor decides for a player only when they are gone or have had their time."""
    table = room.table
    is_asked = table.state.phase == PhaseId.DECIDE and order.place in table.course.undecided(
        table.state
    )
    if by.role in SUPERVISORS and is_asked:
        wait = room.pace.still_has(order.place, room.ticker.now())
        if wait:
            raise Forbidden(
                say(
                    "{place} is still deciding: you can decide for them in {wait} s, or once they are"
                    " no longer connected.",
                    place=table.place(order.place).capitalize(),
                    wait=wait,
                ),
                "house.decisions",
            )
    room.desk.do(order, by)


@carries(acts.Relieve)
def _relieve(room: Room, person: Person, by: Actor, order: acts.Relieve) -> None:
    """Nobody is named to a post who could never come to it."""
    named = Person("a:", order.who, room.house.roster.get(order.who, frozenset()))
    is_practice = room.table.book.setup.is_practice
    if order.post in POSTS and not may_hold(named, order.post, is_practice=is_practice):
        raise Forbidden(
            say(
                "{who} cannot be the {post}: name a person whose account has that duty.",
                who=quoted(order.who),
                post=order.post.replace("-", " "),
            ),
            "house.posts",
        )
    _refuse_uncertified(room, person, order)
    if room.seating.has_account(order.who, room.table):
        raise Forbidden(
            say(
                "{who} plays at this table and cannot work at it: name another person, or wait"
                " until they have left.",
                who=quoted(order.who),
            ),
            "house.posts",
        )
    room.desk.do(order, by)


@carries(o.TakePost)
def _take_post(room: Room, person: Person, by: Actor, order: o.TakePost) -> None:
    table = room.table
    is_practice = table.book.setup.is_practice
    if order.post not in POSTS:
        raise Forbidden(
            say(
                "There is no post {post}: choose from {posts}.",
                post=quoted(order.post),
                posts=listed(POSTS),
            ),
            "house.posts",
        )
    if not is_practice and order.post not in stranded(table, room.house.roster):
        raise Forbidden(
            "A post at a table for money is given by a supervisor: ask to be relieved to it.",
            "house.posts",
        )
    if not may_hold(person, order.post, is_practice=is_practice):
        raise Forbidden(
            say(
                "You cannot be the {post} here: your account does not have that duty.",
                post=order.post.replace("-", " "),
            ),
            "house.posts",
        )
    if order.post == DEALER.value and room.post.is_automatic:
        raise Forbidden("You cannot deal here: the house deals at this table.", "house.posts")
    if room.seating.place_of(person):
        raise Forbidden(
            "You play at this table, so you cannot work at it: leave your seat first.",
            "house.posts",
        )
    _refuse_uncertified(room, person, order)
    room.desk.do(acts.Relieve(order.post, person.name), THE_PIT_BOSS.house)


def _refuse_uncertified(room: Room, person: Person, order: Record) -> None:
    """Where only certified dealers deal, nobody else becomes the dealer."""
    name = named_dealer(order, person.name)
    if room.options.certified_only and name:
        room.house.certified.refuse(name, room.table, is_sender=name == person.name)


@carries(o.HandOver)
def _hand_over(room: Room, person: Person, by: Actor, order: o.HandOver) -> None:
    _refuse_unless_own_practice(room, by)
    if room.table.is_keyed:
        raise Forbidden(
            "The house cannot deal cards that are entered by hand: pause the table, close it,"
            " or have another dealer take the post.",
            "house.posts",
        )
    room.steps.take_over()


@carries(o.Pause)
def _pause(room: Room, person: Person, by: Actor, order: o.Pause) -> None:
    _refuse_unless_own_practice(room, by)
    room.conduct.is_paused = order.is_paused
    room.changes.change(is_urgent=True)


@carries(o.CloseTable)
def _close_table(room: Room, person: Person, by: Actor, order: o.CloseTable) -> None:
    _refuse_unless_own_practice(room, by)
    close_table(room)


def close_table(room: Room) -> None:
    """Have the house close a table, now or after the round; the audit tells who asked for it."""
    if not room.conduct.is_closing:
        room.pending.note("table-closing", {"line": room.table.lines})
    room.steps.close_when_clear()


def _refuse_unless_own_practice(room: Room, by: Actor) -> None:
    """What a dealer decides alone is the dealer's own practice table."""
    refuse_unless(by, say("do this"), DEALER)
    if not room.table.book.setup.is_practice:
        raise Forbidden(
            "This is a table for money: call the pit and ask to be relieved.", "house.relief"
        )


@carries(o.Call)
def _call(room: Room, person: Person, by: Actor, order: o.Call) -> None:
    refuse_unless(by, say("call an inspector"), *STAFF, SURVEILLANCE)
    if not is_text(order.says):
        raise Refused("Say what you call for, in up to 200 characters.")
    if order.irregularity and order.irregularity not in room.table.course.irregularities:
        raise Refused(
            say(
                "There is no irregularity {irregularity}: choose another, or none.",
                irregularity=quoted(order.irregularity),
            )
        )
    if len(room.conduct.calls) >= MOST_CALLS:
        raise Refused(
            say("{most} calls wait already: a supervisor must see to one first.", most=MOST_CALLS)
        )
    room.conduct.call(order.says, order.irregularity, by, room.clock.now())
    room.changes.change(is_urgent=True)


@carries(o.Dismiss)
def _dismiss(room: Room, person: Person, by: Actor, order: o.Dismiss) -> None:
    refuse_unless(by, say("dismiss a call"), *SUPERVISORS)
    room.conduct.dismiss(order.number)
    room.changes.change(is_urgent=True)
