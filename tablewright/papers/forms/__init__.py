"""The forms of a table: filled from its journal, or blank in pads; each with a number of its own."""
