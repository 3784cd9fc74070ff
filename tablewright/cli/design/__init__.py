"""The design command: versions of a game priced, compared, searched for and banked."""
