"""The house: live tables that many people share, kept in a database and served to the page."""
