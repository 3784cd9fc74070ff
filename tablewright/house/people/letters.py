"""What a letter or an answer of a regulator says of a game, held against the game itself.

completed(letter)                     # with its fingerprint, worked out from readings and payments
refuse_as_approved(answer, place)     # an answer that lets a reading be taken as it is anyhow
"""

import msgspec

from tablewright.games import game
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.jurisdictions import Jurisdiction
from tablewright.rules.on_record import Answered, Letter
from tablewright.rules.wagers import Odds


def completed(letter: Letter) -> Letter:
    """A letter with the fingerprint of the ruleset that it approves, and nothing that is by default.

    Refused, if the game knows no such reading or payment, or the fingerprint given is another.
    """
    of = game(letter.game)
    odds = {key: Odds.parse(each) for key, each in letter.pay.items()}
    try:
        ruleset = of.ruleset(letter.readings, odds)
    except BadDefinition as wrong:
        raise Refused(f"The letter approves what the game cannot be played by: {wrong}") from None
    if letter.ruleset not in ("", ruleset.fingerprint):
        raise Refused(
            f"The letter names ruleset {letter.ruleset[:12]}, and these readings and payments make"
            f" {ruleset.fingerprint[:12]}: choose those that it approves."
        )
    return msgspec.structs.replace(
        letter,
        game=of.id,
        ruleset=ruleset.fingerprint,
        readings={each.id: ruleset.rulings[each.id] for each in ruleset.changed},
        pay=dict(sorted(ruleset.pay_plainly.items())),
        leaves_open=tuple(sorted(of.reading(each).id for each in letter.leaves_open)),
        needs_answer=tuple(sorted(of.reading(each).id for each in letter.needs_answer)),
    )


def refuse_as_approved(answer: Answered, place: Jurisdiction) -> None:
    """Refuse an answer that no approval there has a use for: the option is approved as it is."""
    asking = [each for each in place.approvals if answer.reading in each.needs_answer]
    for of in {each.game: game(each.game) for each in asking}.values():
        reading = of.reading(answer.reading)
        option = reading.option(answer.option).id
        if all(each.readings.get(reading.id, reading.default) == option for each in asking):
            raise Refused(
                f"{reading.id} is taken as {option} anyhow: an answer is needed only for another"
                " option."
            )
