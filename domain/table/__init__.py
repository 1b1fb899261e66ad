"""A table around any rule set: seats, readiness, start, clocks, leaving, bots taking over, end."""
