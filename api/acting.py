"""An action of the game, from its bytes to the bytes of its answer. The one way in, for the route and the fast path."""

import hashlib
from typing import Any

from msgspec import Struct

from api import problems
from api.auth import Caller
from api.contract import read
from api.problems import Problem
from api.seats import bound_key
from api.service import Parts
from api.signatures import seat_signature
from api.visit import Reply, Visit, client_key, come, expected_seq, settle
from domain.kernel import Action
from domain.record.canonical import NotCanonical, b64, encode_known
from domain.table import is_on_turn, secrets, write
from store.handler import Ask


class Said(Struct, frozen=True, kw_only=True):
    """What the headers of a request said, as they came."""

    key: str | None
    if_match: str | None
    signature: str | None
    prefer: str | None


async def act_at(made_of: Parts, who: Caller, table: str, raw: bytes, said: Said) -> Reply:
    """Do what the body `raw` asks for at `table`; raise `Problem`.

    If-Match is needed while the caller's seat is the only one that may act, except in games that race: there he
    cannot know whether somebody was faster. Whoever is not to act is refused by the rules, which tell him why.
    """
    here = await come(made_of, who, table, at_hand=True)
    seat = here.own_seat()
    bound = client_key(said.key, needed=True)
    assert bound is not None
    action, digest = _move(here, raw, bound)
    expected = expected_seq(said.if_match)
    key = bound_key(who.player, bound)
    if said.if_match is None:
        await _check_several(made_of, here, key)
    ask = Ask(
        table,
        seat,
        "player",
        action,
        key=key,
        digest=digest,
        expected=expected,
        sig=seat_signature(said.signature, bound),
    )
    result = await made_of.service.handler.execute(ask)
    return settle(made_of, here, result, bound, action, said.prefer)


def _move(here: Visit, raw: bytes, key: str) -> tuple[Action, str]:
    """Read an action of the game, and the digest of key and action; raise `Problem` (400, 422).

    The digest outlives an erasure: with the key in it, nobody finds out a typed text by guessing.
    """
    action: Action = read(raw, here.game.rules.Action)
    value: Any = write(action)
    for secret in secrets(here.game, here.state.options, action):
        found = value
        for step in secret.path:
            found = found[step]
        if found is None:
            name = ".".join(map(str, secret.path))
            raise Problem(problems.INVALID, "Null stands for what is hidden; say it.", field=name)
    try:
        return action, b64(hashlib.sha256(encode_known([key, value])).digest())
    except NotCanonical as error:
        right = "Send integers up to 2^53-1."
        raise Problem(problems.INVALID, "The action cannot be written down.", right=right) from error


async def _check_several(made_of: Parts, here: Visit, key: str) -> None:
    """Without If-Match nothing is taken from the seat that is on turn, but what it asked for before; raise `Problem`.

    What this process last saw of the table may be behind, and does not tell whose turn it is.
    """
    if here.game.rules.races:
        return
    fresh = await come(made_of, here.who, here.state.table)
    on_turn = is_on_turn(fresh.game, fresh.state, fresh.seat)
    if on_turn and await made_of.service.handler.log.find_key(fresh.state.table, key) is None:
        raise Problem(
            problems.PRECONDITION_NEEDED,
            "Say which view you decided on.",
            right="Send its ETag as If-Match.",
            seq=fresh.state.seq,
        )
