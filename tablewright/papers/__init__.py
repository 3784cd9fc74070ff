"""The papers: every document of a game, printed from the rules that run it."""
