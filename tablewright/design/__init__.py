"""The workbench: versions of a game priced at once, compared, searched for a target, and banked."""
