"""Commands that compute an edition's figures again, with the readings and odds it was printed for."""

import shlex

from tablewright.papers.editions import Edition


def command(edition: Edition, name: str, *options: str) -> str:
    """A command of ours on the edition's ruleset, as it is typed."""
    ruleset = edition.ruleset
    chosen = [f"--reading {each.id}={ruleset.rulings[each.id]}" for each in ruleset.changed]
    changed = [f"--pay {key}={odds}" for key, odds in ruleset.pay_plainly.items()]
    game = shlex.quote(edition.game.id)
    return " ".join(["tablewright", name, game, *chosen, *changed, *options])
