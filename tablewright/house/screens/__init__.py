"""Screens: what each post is shown of a table."""
