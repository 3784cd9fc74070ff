"""What the house says in languages other than English, by key; `rules.language` reads it."""
