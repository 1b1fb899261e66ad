"""The event log on Redis streams and the one command handler.

Read `keys` (what is stored where), `messages` and `log` with `append.lua` (how an entry is written and read),
`coalescer` (how appends in flight share a round trip and an fsync), `connect` (which servers are good enough), `feed`
(how followers hear of an entry), `handler` (load, decide, append), `archive` and `cold` (how a finished table leaves
Redis), `embedded` (a server without an installation).
"""
