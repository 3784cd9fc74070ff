"""The machinery of a rule book. It knows no game.

Cards become a few facts, facts select a line, the line pays:

    cards -> rankings -> views -> facts -> wagers -> money
                          (contest, draw)      (game: readings, rulesets, fingerprints)

Nothing here reads a clock, a file of rounds or a random number, and nothing here needs numpy.
"""
