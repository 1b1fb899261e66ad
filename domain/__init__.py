"""The rules of the house: pure functions, without I/O, clock, randomness or environment."""
