"""Projector, clock, bots, archiver."""
