"""Golden playthroughs: games written down as text, which a diff shows as play.

`script` says what a playthrough is and writes it; `python -m tests.playthroughs` (or `make playthroughs`) writes all
files anew; the test compares. A game adds playthroughs in `tests/playthroughs/<id>/scenarios.py`.
"""
