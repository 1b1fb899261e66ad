"""The record of a table: one file for `stammtisch verify`."""

from litestar import Response, get

from api import problems
from api.bundles import bundle_for, file_of
from api.contract import answer, promise
from api.limits import DOWNLOADS, in_turn, take
from api.routes.parameters import Invitation, TableId
from api.service import Call, parts
from api.visit import visit


@get(
    "/v1/tables/{table:str}/record",
    opt=promise(
        tag="proof",
        answer=bytes,
        media=("application/zip",),
        problems=(problems.NOT_FOUND, problems.TOO_MANY),
        headers={"Content-Disposition": "A name for the file."},
    ),
)
async def record(request: Call, table: TableId, invitation: Invitation = None) -> Response[bytes]:
    """Give everything that the caller may prove: exact entries, his openings, the keys, and the signed head.

    While a deal runs the file holds no more than the caller knows anyway; once it is over, all of it.
    """
    await take(request, DOWNLOADS)
    service = parts(request).service
    here = await visit(request, table, invitation)
    head = here.state.seq
    async with in_turn(request):
        file = await file_of(await bundle_for(service, here.live, head, here.seat))
    name = f'attachment; filename="{table}-{head}.zip"'
    return answer(file, media="application/zip", headers={"Content-Disposition": name})


ROUTES = (record,)
"""The routes of this module."""
