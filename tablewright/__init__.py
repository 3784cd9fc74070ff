"""Tablewright: a casino table game from its printed manual to a running, proven, taught game."""

__version__ = "0.4.0"
