"""How the house is: for those who watch over it, and for programs that restart it."""

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tablewright import __version__
from tablewright.house.addresses import answers as a
from tablewright.house.addresses.asking import RETRY_AFTER_SECONDS, TheHouse, reply, responses

router = APIRouter(tags=["health"])


@router.get(
    "/health",
    summary="Whether the house is open: 503 if nothing can be written, which is tried",
    responses=responses(gives=a.Health) | {503: responses(gives=a.Health)[200]},
)
async def health(house: TheHouse) -> Response:
    trouble = await house.ledger.trouble()
    answer = reply(
        {
            "status": trouble or "open",
            "version": __version__,
            "database": "sqlite" if house.database.is_sqlite else "postgresql",
            "tables": len(house.floor.tables),
            "quarantined": len(house.floor.quarantined),
        },
        503 if trouble else 200,
    )
    if trouble:
        answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


@router.get(
    "/metrics",
    summary="Figures for monitoring programs",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=PlainTextResponse,
)
async def metrics(house: TheHouse) -> Response:
    return Response(generate_latest(house.metrics), media_type=CONTENT_TYPE_LATEST)
