"""The page on which anybody checks a record, in the browser and without sending it anywhere."""

import hashlib
import re

from litestar import Response, get
from litestar.params import FromPath

from api import problems, verify_page
from api.problems import Problem
from api.service import Call


@get("/verify", opt={"open": True})
async def page(request: Call) -> Response[bytes]:
    """The page. Its files stand beside it, so its address ends in a slash."""
    if not request.scope["raw_path"].partition(b"?")[0].endswith(b"/"):
        return Response(b"", status_code=308, headers={"Location": "verify/"})
    return _answer(request, "index.html")


@get("/verify/{name:str}", opt={"open": True})
async def asset(request: Call, name: FromPath[str]) -> Response[bytes]:
    """A file of the page, or the page in one file."""
    if name not in verify_page.files():
        raise Problem(problems.NOT_FOUND, "Nothing is served here.", right="The page is /verify/.")
    return _answer(request, name)


def _answer(request: Call, name: str) -> Response[bytes]:
    content = verify_page.files()[name]
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": "public, max-age=300",
        "Content-Security-Policy": verify_page.policy_of(name),
    }
    media = verify_page.MEDIA["." + name.rpartition(".")[2]]
    if tag in re.split(r"\s*,\s*", request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers, media_type=media)
    return Response(content, headers=headers, media_type=media)


ROUTES = (page, asset)
