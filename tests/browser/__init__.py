"""Tests of the page in a real browser, against a real house. Elements are found as people find them."""
