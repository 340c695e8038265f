"""Tests of the store: what both databases promise, and what each does alone."""
