"""Measurements: each module of this package has a `main` that prints a table."""
