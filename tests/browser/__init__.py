"""Tests that drive the table in a real browser, as people do."""
