"""People: accounts, signing in, names, and how much of the house each may take up."""
