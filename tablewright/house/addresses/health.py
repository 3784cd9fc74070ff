"""How the house is: for whoever watches over it."""

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tablewright import __version__
from tablewright.house.addresses import answers as a
from tablewright.house.addresses.asking import TheHouse, reply, responses

router = APIRouter(tags=["health"])


@router.get("/health", summary="Whether the house is open", responses=responses(gives=a.Health))
async def health(house: TheHouse) -> Response:
    return reply(
        {
            "status": "open",
            "version": __version__,
            "database": "sqlite" if house.database.is_sqlite else "postgresql",
            "tables": len(house.floor.tables),
        }
    )


@router.get(
    "/metrics",
    summary="Figures for monitoring programs",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=PlainTextResponse,
)
async def metrics(house: TheHouse) -> Response:
    return Response(generate_latest(house.metrics), media_type=CONTENT_TYPE_LATEST)
