"""The house's own settings of a table, in words: what no manual states and this house has chosen."""

from collections.abc import Iterator

from tablewright.papers.editions import Edition
from tablewright.rules.contest import Contest
from tablewright.rules.procedure import OffLimits
from tablewright.table.chips import money

YES, NO = "yes", "no"


def settings(edition: Edition) -> Iterator[tuple[str, str]]:
    """Each setting with what this house has chosen."""
    setup, procedure = edition.book.setup, edition.procedure
    first = f"the dealer's {'right' if setup.deals_from_right else 'left'}"
    if isinstance(edition.ruleset.deal, Contest):
        yield "The first card goes to", first
    if not all(stage.is_from_right for stage in edition.book.stages):
        side = "right" if setup.settles_from_right else "left"
        yield "Settlement begins at", f"the dealer's {side}"
    yield "Chips in use", ", ".join(money(each) for each in sorted(setup.denominations))
    yield "Payments are rounded down to", money(edition.book.smallest_chip)
    if setup.approval_from is None:
        yield "Payments that a supervisor approves", "none by their size"
    else:
        yield "Payments that a supervisor approves", f"{money(setup.approval_from)} or more"
    yield "Cards are changed after", f"{setup.card_change_minutes} minutes"
    for kind, most in setup.maximum_payouts.items():
        yield f"Most that is paid on the {edition.titles[kind]}", money(most)
    yield "Players may bet for the dealer", YES if setup.dealer_wagers else NO
    yield "Players may tip the dealer", YES if setup.takes_tips else NO
    yield "Limits may be agreed with one player", YES if edition.book.may_agree_limits else NO
    if procedure.off_limits is OffLimits.STANDS:
        small = YES if setup.returns_small_wagers else NO
        yield "Further wagers under the minimum are given back", small
