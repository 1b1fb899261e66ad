"""The contract and the page to read it with. Nothing is fetched from anywhere else."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import cast

import msgspec
import swagger_ui_bundle
from litestar import Response, get
from litestar.params import FromPath

from api import problems
from api.openapi import document
from api.problems import Problem
from api.service import Call, parts

ASSETS = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}

START = """window.ui = SwaggerUIBundle({
  url: "./openapi.json",
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: true,
});
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stammtisch: the REST surface</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="contract"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@get("/openapi.json", opt={"open": True})
async def contract(request: Call) -> Response[bytes]:
    """The contract: OpenAPI 3.1."""
    state = request.app.state
    if not hasattr(state, "contract"):
        made = document(request.app, parts(request).service.registry, version=parts(request).settings.version)
        state.contract = msgspec.json.encode(made)
        state.contract_tag = f'"{hashlib.sha256(state.contract).hexdigest()[:16]}"'
    content, tag = cast(bytes, state.contract), cast(str, state.contract_tag)
    return _cached(request, content, tag, "application/json")


@get("/", opt={"open": True})
async def front() -> Response[bytes]:
    """Where somebody ends who opens the bare address in a browser."""
    return Response(b"", status_code=307, headers={"Location": "docs"})


@get("/docs", opt={"open": True})
async def page() -> Response[bytes]:
    """The contract as a page that works offline."""
    return Response(PAGE.encode(), media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})


@get("/docs/{name:str}", opt={"open": True})
async def asset(request: Call, name: FromPath[str]) -> Response[bytes]:
    """A file that the page loads."""
    if name == "start.js":
        return _cached(request, START.encode(), '"1"', "text/javascript")
    if name not in ASSETS:
        raise Problem(problems.NOT_FOUND, "Nothing is served here.", right="The page is /docs.")
    content, tag = _asset(name)
    return _cached(request, content, tag, ASSETS[name])


def _cached(request: Call, content: bytes, tag: str, media: str) -> Response[bytes]:
    headers = {"ETag": tag, "Cache-Control": "public, max-age=300"}
    if tag in re.split(r"\s*,\s*", request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers, media_type=media)
    return Response(content, headers=headers, media_type=media)


@lru_cache(maxsize=8)
def _asset(name: str) -> tuple[bytes, str]:
    folder = next(Path(swagger_ui_bundle.__file__).parent.glob("vendor/swagger-ui-*"))
    content = (folder / name).read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:16]}"'


ROUTES = (front, contract, page, asset)
