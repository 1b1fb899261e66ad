"""The event log on Redis streams and the one command handler.

Read `keys` (what is stored where), `log` with `append.lua` (how an entry is written and read), `coalescer` (how
appends in flight share a round trip and an fsync), `feed` (how followers hear of it), `connect` (which servers are
good enough), `archive` (how a finished table leaves Redis), `embedded` (a server without an installation).
"""
