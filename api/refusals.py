"""Signed refusals, for players who want to prove later that the house said no.

    Prefer: signed-refusal

The problem then has a member `refusal`: a JWS over the digest of the action, the code, and the head it was refused at.
"""

from api.problems import Problem
from api.service import Service
from domain.kernel import Action, Seat
from domain.record.receipt import Refusal, action_digest, sign_refusal
from domain.table import write
from store.handler import Refused, Stale, Unsigned

PREFERENCE = "signed-refusal"
READS = {"Prefer": "`signed-refusal`: sign a refusal by the rules, or of a stale or unsigned request."}
"""The request header, for the contract."""


def sign_if_wanted(
    service: Service,
    prefer: str | None,
    problem: Problem,
    result: Refused | Stale | Unsigned,
    seat: Seat | None,
    action: Action,
    key: str | None,
) -> None:
    """Put the signed refusal into the problem, where the caller prefers one by the header `prefer`."""
    wanted = {part.partition(";")[0].strip().lower() for part in (prefer or "").split(",")}
    if PREFERENCE not in wanted or result.hash is None:
        return
    refusal = Refusal(
        action=action_digest(write(action)),
        at=max(service.handler.clock(), result.state.at),
        code=problem.code,
        hash=result.hash,
        key=key or "",
        seat=seat,
        seq=result.state.seq,
        table=result.state.table,
    )
    problem.members["refusal"] = sign_refusal(refusal, service.keys.current)
    problem.headers["Preference-Applied"] = PREFERENCE
