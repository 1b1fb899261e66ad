"""What is written down, and how it is proven.

Read `canonical` (bytes), `entry` (what a line of the log is), `seal` (how a hidden card travels), `merkle`, `keys`
and `seeds` (what is promised before the cards), `shuffle` (how a deck comes of it), `receipt` (what the server signs).
"""
