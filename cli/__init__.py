"""The command stammtisch and the composition roots."""
