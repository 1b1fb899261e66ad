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
TABLE = {"rules": RULES, "seats": 4, "options": {"max_deals": 1}, "clock": CLOCK, "bots": BOTS}

LINES = """
A table of Schafkopf waits for you: one deal, three bots, seat {seat} is free. In another terminal, in this folder,
paste these lines:

  S={address}/v1 T={table}
  TOKEN=$(curl -s -X POST $S/auth/guest | sed -E 's/.*"token":"([^"]+)".*/\\1/')
  call() {{ curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }}
  etag() {{ call -I $S/tables/$T | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p'; }}
  post() {{ call -X POST -H "Idempotency-Key: $RANDOM-$RANDOM" "$@"; }}
  show() {{ .venv/bin/stammtisch show; }}
  look() {{ call $S/tables/$T | show; }}
  act()  {{ post -H "If-Match: $(etag)" -d "$1" $S/tables/$T/actions | show; }}

Pin the server's keys before you play; sit down; get ready (the cards come {rest_s} s later). Requests count seats from
0, sentences from 1, so you are seat {seat} in the one and Seat {place} in the other:

  curl -s $S/keys >keys.json
  call -X PUT -d '{{}}' $S/tables/$T/seats/{seat} | show
  call -X POST $S/tables/$T/ready | show

Look: your hand, and, once it is your turn, what you may post. Then bid: any line that `look` shows, or pass. (When all
four pass, the deal is over at once.) Then play a card; look again until the deal is over:

  look
  act '{{"type":"bid","kind":"rufer","ace":"EA"}}'
  act '{{"type":"pass"}}'
  act '{{"type":"play_card","card":"E7"}}'

Without `| show` you see all that the server says. Follow live, from a third terminal with the lines at the top (Ctrl-C
ends it):

  call -N -H 'Accept: text/event-stream' $S/tables/$T/entries | show

After the deal, fetch its record: was it dealt and played right?

  call -o record.zip $S/tables/$T/record
  .venv/bin/stammtisch verify record.zip --trust keys.json

Or drop both files on {address}/verify/ in a browser.

Another table, if you like (then sit down as above):

  T=$(post -d '{another}' $S/tables | sed -E 's/.*"table":"([^"]+)".*/\\1/')
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
    another = msgspec.json.encode(TABLE).decode()
    return LINES.format(
        address=address, table=table, seat=HUMAN, place=HUMAN + 1, rest_s=CLOCK["rest_s"], another=another
    )


def _open(address: str) -> str:
    token = _post(f"{address}/v1/auth/guest", None, {})["token"]
    opened = _post(
        f"{address}/v1/tables",
        TABLE,
        {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(16)},
    )
    table: str = opened["table"]["table"]
    return table


def _post(url: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
    data = b"" if body is None else msgspec.json.encode(body)
    request = Request(url, data, {"Content-Type": "application/json", **headers}, method="POST")
    with urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, Any])
