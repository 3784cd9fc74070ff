"""The books: the database, and everything that is written into it and read again."""
