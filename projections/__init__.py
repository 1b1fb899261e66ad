"""Read models folded from entries."""
