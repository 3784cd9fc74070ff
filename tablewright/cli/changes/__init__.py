"""The diff command: two rulesets of a game compared, in a terminal or for a program."""
