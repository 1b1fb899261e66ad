"""The event log on Redis streams and the one command handler."""
