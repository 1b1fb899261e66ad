"""Parameters that many routes share, each said once."""

from typing import Annotated

from litestar.params import HeaderParameter, PathParameter, QueryParameter

TableId = Annotated[str, PathParameter(description="The table: 26 characters of lower-case base32.")]
SeatNumber = Annotated[int, PathParameter(description="A seat, from 0.", ge=0, le=63)]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="A fresh random key for each request; the same again when the request is repeated.",
    ),
]
IfMatch = Annotated[
    str | None,
    HeaderParameter(name="If-Match", description="The ETag of the view last seen, or the bare seq."),
]
SeatSignature = Annotated[
    str | None,
    HeaderParameter(
        name="Seat-Signature",
        description="SEQ.SIGNATURE, from a seat that registered a key: the entry last seen, and what it signs.",
    ),
]
IfNoneMatch = Annotated[
    str | None,
    HeaderParameter(name="If-None-Match", description="The ETag of the view that is known already."),
]
LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="The seq last seen; sent by clients of event streams."),
]
Invitation = Annotated[
    str | None,
    QueryParameter(description="A private table's code, for those who only watch.", max_length=64),
]
After = Annotated[int, QueryParameter(description="The seq last seen.", ge=0, le=10**9)]
Limit = Annotated[int, QueryParameter(description="Items on a page.", ge=1, le=500)]
StreamTicket = Annotated[str | None, QueryParameter(description="A ticket in place of a token.", max_length=2048)]
