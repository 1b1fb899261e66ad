"""The demo table: one deal of Schafkopf, three bots, one free seat, and the lines to play it with curl."""

import asyncio
import secrets
from typing import Any
from urllib.request import Request, urlopen

import msgspec

from api.service import Service

RULES = "schafkopf"
HUMAN = 3
BOTS = [{"seat": seat, "level": "solid"} for seat in range(HUMAN)]
CLOCK = {"move_s": 3600, "rest_s": 3, "ready_s": 86_400, "gather_s": 31_536_000}

LINES = """
A table of Schafkopf waits for you: one deal, three bots, seat {seat} is free. Paste this into another terminal:

  S={address}/v1 T={table}
  TOKEN=$(curl -s -X POST $S/auth/guest | sed -E 's/.*"token":"([^"]+)".*/\\1/')
  call() {{ curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }}
  etag() {{ call -I $S/tables/$T | tr -d '\\r' | sed -n 's/^etag: //Ip'; }}
  act()  {{ call -X POST -H "Idempotency-Key: $(date +%s%N)" -H "If-Match: $(etag)" -d "$1" $S/tables/$T/actions; }}

  look() {{ call $S/tables/$T | python3 -m json.tool --no-ensure-ascii; }}

  curl -s $S/keys >keys.json                                # pin the server's keys, before you play
  call -X PUT -d '{{}}' $S/tables/$T/seats/{seat}                   # sit
  call -X POST $S/tables/$T/ready                           # get ready; the cards come {rest_s} s later
  look                                                      # game.hand, to_act, and legal: what you may post
  act '{{"type":"pass"}}'                                     # bid, once to_act has seat {seat}: pass, or ...
  act '{{"type":"bid","kind":"rufer","ace":"EA"}}'            # ... call the acorn ace, if `legal` has it
  act '{{"type":"play_card","card":"E7"}}'                    # play a card; post any item of `legal` as it stands
  call -N -H 'Accept: text/event-stream' $S/tables/$T/entries   # follow live (Ctrl-C ends it), from any terminal
  call -o record.zip $S/tables/$T/record                    # after the deal: the record, and then
  .venv/bin/stammtisch verify record.zip --trust keys.json  # was it dealt and played right?
"""


async def open_table(address: str, service: Service) -> str:
    """Give a demo table that waits for a player: one from an earlier run, or a new one, opened through the API."""
    page = await service.models.open_tables(rules=RULES, phase="gathering", limit=100)
    for row in page.tables:
        if row.bots == len(BOTS) and row.free == (HUMAN,):
            return row.table
    return await asyncio.to_thread(_open, address)


def lines(address: str, table: str) -> str:
    """Give the lines to play at a demo table."""
    return LINES.format(address=address, table=table, seat=HUMAN, rest_s=CLOCK["rest_s"])


def _open(address: str) -> str:
    token = _post(f"{address}/v1/auth/guest", None, {})["token"]
    body = {"rules": RULES, "seats": 4, "options": {"max_deals": 1}, "clock": CLOCK, "bots": BOTS}
    opened = _post(
        f"{address}/v1/tables",
        body,
        {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(16)},
    )
    table: str = opened["table"]["table"]
    return table


def _post(url: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
    data = b"" if body is None else msgspec.json.encode(body)
    request = Request(url, data, {"Content-Type": "application/json", **headers}, method="POST")
    with urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, Any])
