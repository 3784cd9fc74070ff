"""The table at work: scenarios named after the clauses of the manuals, and the house's own ways."""
