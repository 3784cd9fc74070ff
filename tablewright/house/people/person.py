"""Who stands before the house, and what they may be at a table."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tablewright.house.books.audit_entries import Doer
from tablewright.house.people.accounts import Account
from tablewright.rules.errors import Forbidden, quoted
from tablewright.rules.language import say
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, PLAYER, SURVEILLANCE, Role
from tablewright.table.actors import THE_HOUSE, Actor, player
from tablewright.table.machine import Table
from tablewright.table.record import ACTS
from tablewright.table.views import is_counting

WATCH = "watch"
POSTS: dict[str, Role] = {role.value: role for role in (DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE)}
PIT = frozenset(("inspector", "pit-boss", "surveillance", "administrator"))
"""The duties that see the pit."""
OPENERS = frozenset(("dealer", "inspector", "pit-boss", "instructor", "administrator"))
"""The duties that may open a practice table; surveillance watches what others open."""
SIGNED = frozenset(kind for kind in ACTS if kind.is_signed)
"""What a second person may do at the screen of another, by their own PIN."""
TEACHERS = frozenset(("instructor", "administrator"))
"""The duties that may hold any post at a practice table."""


Roster: TypeAlias = Mapping[str, frozenset[str]]
"""The duties of everyone who has an account, by name."""
COUNT_FIRST = "You are to count the chips at this table: count and sign first."


class NotYourPost(Forbidden):
    """A person wants to act at a table as what they are not."""


class Scope(StrEnum):
    """How far a way into the house leads."""

    READ = "read"
    """Look only."""
    ACT = "act"
    """Act at tables too, as the account's duties allow."""
    FULL = "full"
    """Everything, the account itself included: only for people at the page."""


class Door(NamedTuple):
    """The way by which a person came in: a session of a page, or a token of a program."""

    key: str = ""
    """`s:12` for a session, `t:3` for a token."""
    scope: Scope = Scope.FULL
    epoch: int = 0
    """The account's, when the door was opened: it ends when the account's goes on."""
    address: str = ""
    """Where the request came from."""
    browser: str = ""
    """Of a guest: what the house keeps of the secret that their browser has."""


NO_DOOR = Door()


class Person(NamedTuple):
    """A person who has come in: by an account, or as a guest."""

    key: str
    """What seats are kept under: `a:12` for an account, `g:...` for a guest; empty for a passer-by."""
    name: str
    duties: frozenset[str] = frozenset()
    must_change_password: bool = False
    has_pin: bool = False
    door: Door = NO_DOOR

    @property
    def is_guest(self) -> bool:
        return self.key.startswith("g:")

    @property
    def account(self) -> int:
        """The number of the account; 0 for guests and passers-by."""
        kind, _, number = self.key.partition(":")
        return int(number) if kind == "a" else 0

    @property
    def is_at_page(self) -> bool:
        """Whether they have signed in at the page themselves: no program acts for them."""
        return self.door.scope is Scope.FULL

    @property
    def is_known(self) -> bool:
        return bool(self.key)

    @property
    def is_in_the_pit(self) -> bool:
        return bool(self.duties & PIT)

    @property
    def is_staff(self) -> bool:
        return bool(self.duties - {"player"})

    @property
    def doer(self) -> Doer:
        """As the audit knows them."""
        return Doer(self.key, self.door.address, self.door.key)


NOBODY = Person("", "")


def person_of(account: Account, door: Door = NO_DOOR) -> Person:
    """A person by their account."""
    duties = frozenset(str(duty) for duty in account.roles)
    return Person(account.key, account.name, duties, account.must_change, account.has_pin, door)


def may_hold(person: Person, post: str, *, is_practice: bool) -> bool:
    """Whether a person's duties let them hold a post."""
    return post in person.duties or (is_practice and bool(person.duties & TEACHERS))


def posts_of(person: Person, table: Table) -> list[str]:
    """The posts that a person holds at a table: those they are named for, the cameras by duty."""
    if not person.is_known or person.is_guest:
        return []
    staff, is_practice = table.state.staff, table.book.setup.is_practice
    return [
        post
        for post in POSTS
        if may_hold(person, post, is_practice=is_practice)
        and (staff.get(post) == person.name or _is_by_duty(person, post))
    ]


def stranded(table: Table, roster: Roster) -> dict[str, str]:
    """The posts at a table for money whose holders can no longer hold them, and who they are.

    Nobody at the table could fill the pit boss's, so any of them is taken by another with that duty.
    """
    if table.book.setup.is_practice:
        return {}
    return {
        post.value: name
        for post in (DEALER, INSPECTOR, PIT_BOSS)
        if is_person(name := table.state.staff.get(post.value, THE_HOUSE), post.value)
        and post.value not in roster.get(name, ())
    }


def is_person(name: str, post: str) -> bool:
    """Whether it is a person who is named for a post, and not the house or nobody yet."""
    return name not in (f"the {post.replace('-', ' ')}", post, THE_HOUSE)


def posts_to_take(person: Person, table: Table, roster: Roster) -> list[str]:
    """The posts that a person may take over at a table and does not hold.

    At a table for money they are those that are stranded.
    """
    if not person.is_known or person.is_guest:
        return []
    held, is_practice = posts_of(person, table), table.book.setup.is_practice
    supervisors = INSPECTOR, PIT_BOSS
    for_practice = supervisors if _is_dealt_by_house(table) else (DEALER, *supervisors)
    free = [post.value for post in for_practice] if is_practice else stranded(table, roster)
    return [
        post
        for post in free
        if post not in held
        and may_hold(person, post, is_practice=is_practice)
        and (is_practice or not table.state.holds_other_post(person.name, post))
    ]


def _is_dealt_by_house(table: Table) -> bool:
    return "no-more-bets" in table.book.automatic


def _is_by_duty(person: Person, post: str) -> bool:
    """Whether a person need not be named for a post: the cameras see every table."""
    return post == SURVEILLANCE.value and post in person.duties


def is_to_count(person: Person, table: Table) -> bool:
    """Whether a person is to count chips at a table now, and so is not told what the records say."""
    posts = set(posts_of(person, table))
    if DEALER.value in posts and is_counting(table):
        return True
    return any(
        slip.to_count
        and slip.who != person.name
        and posts.intersection(table.book.second_signers(slip.post))
        for slip in table.state.slips.values()
    )


def acting_as(person: Person, wanted: str, table: Table, place: int) -> Actor:
    """Whom a person acts as, refused if they may not; a player without a place only watches."""
    if wanted in (WATCH, "") or (wanted == PLAYER.value and not place):
        return player(0)
    if wanted == PLAYER.value:
        return player(place)
    if wanted in POSTS and place:
        raise NotYourPost(
            "You play at this table, so you cannot work at it: leave your seat first.",
            "house.posts",
        )
    if wanted == SURVEILLANCE.value and is_to_count(person, table):
        raise NotYourPost(COUNT_FIRST, "house.signatures")
    if wanted in POSTS and wanted in posts_of(person, table):
        return Actor(POSTS[wanted])
    if wanted not in POSTS:
        raise NotYourPost(
            f"as: expected player, watch, {', '.join(POSTS)}, not {quoted(wanted)}",
            "house.posts",
        )
    raise NotYourPost(_not_yours(person, wanted, table), "house.posts")


def _not_yours(person: Person, post: str, table: Table) -> str:
    """Why a post is not a person's, and whose it is."""
    words = post.replace("-", " ")
    name = table.state.staff.get(post, THE_HOUSE)
    if person.name == name:
        return say(
            "You no longer have the duty of {words}, so that you cannot act at your post: ask"
            " an administrator.",
            words=words,
        )
    if post == SURVEILLANCE.value:
        return say("That post is not yours: it needs an account with the duty of surveillance.")
    if is_person(name, post):
        return say(
            "That post is not yours: the {words} of this table is {name}.", words=words, name=name
        )
    if table.book.setup.is_practice or (post == DEALER.value and _is_dealt_by_house(table)):
        return say("That post is not yours: the house is the {words} of this table.", words=words)
    return say(
        "That post is not yours: this table has no {words} yet. A supervisor can relieve"
        " you to it.",
        words=words,
    )
