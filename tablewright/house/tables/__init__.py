"""Live tables: the floor, and what happens at each table as people and the clock act on it."""
