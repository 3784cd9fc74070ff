"""What a table is: being opened, open, being closed, closed."""

OPENING, IN_PLAY, CLOSING, CLOSED = "opening", "open", "closing", "closed"
NOT_CLOSED = (OPENING, IN_PLAY, CLOSING)
WITH_CARDS = (OPENING, IN_PLAY)
"""While cards are brought to a table and prepared."""
WITH_PLAYERS = (IN_PLAY, CLOSING)
"""While players may be at a table."""
