"""How the API is put together: routes, errors, authentication, edge."""

from litestar import Litestar
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware

from api import problems
from api.auth import Authentication, Tokens
from api.edge import Edge
from api.routes import disputes, docs, entries, house, play, players, record, tables, web
from api.server import Drain
from api.service import Parts, Service
from api.settings import Settings


def create_app(service: Service, settings: Settings, drain: Drain | None = None) -> Edge:
    """Make the application that serves `service`; hand it to `server.make_server` with the same `drain`."""
    made_of = Parts(service=service, settings=settings, tokens=Tokens(settings), drain=drain or Drain())

    async def bind() -> None:
        made_of.drain.bind()

    app = Litestar(
        route_handlers=[
            *house.ROUTES,
            *tables.ROUTES,
            *play.ROUTES,
            *entries.ROUTES,
            *players.ROUTES,
            *record.ROUTES,
            *disputes.ROUTES,
            *docs.ROUTES,
            *web.ROUTES,
        ],
        exception_handlers=problems.HANDLERS,
        middleware=[DefineMiddleware(Authentication, tokens=made_of.tokens)],
        state=State({"parts": made_of}),
        on_startup=[bind],
        openapi_config=None,
        logging_config=None,
        request_max_body_size=settings.body_limit,
    )
    return Edge(app, made_of)
