"""The REST surface: who is calling, is the request well formed, and what is answered.

Read `app` (how it is put together), then `edge` (what every request passes), `problems` (every error),
`auth` (who is calling) and `routes`. HTTP is known here and nowhere else.
"""
