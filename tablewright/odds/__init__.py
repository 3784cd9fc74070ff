"""Odds: every deal counted, every wager priced exactly, rounds simulated. Arrays live here only."""
