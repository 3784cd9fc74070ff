"""Certificates over HTTP: examiners sign them, holders show them, conversions renew them."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.screens.certificate_pages import (
    CertificateShown,
    CertifyOffer,
    ConversionNow,
    OwnCertificates,
)
from tablewright.house.server.addresses.asking import (
    Body,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.school import MOST_PARTS, Teacher, Trainee, Word
from tablewright.school.signed import THE_REGISTER

router = APIRouter(prefix="/school", tags=["school"])

Words = Annotated[str, msgspec.Meta(max_length=1000)]
Print = Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9a-f]*$")]


class WhyWithdrawn(Body, frozen=True, kw_only=True):
    """Why a certificate is taken back."""

    reason: Words


class NewConversion(Body, frozen=True, kw_only=True):
    """The rules and the device for which a certificate is to hold."""

    ruleset: Print
    device: Word


class ConversionAnswer(Body, frozen=True, kw_only=True):
    """What is answered in one stage of a question."""

    question: Word
    stage: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    given: Annotated[dict[str, Any], msgspec.Meta(max_length=MOST_PARTS)]
    seconds: float | None = None


# Certificates --------------------------------------------------------------------------------------


@router.get(
    "/certificates",
    summary="Your certificates, your conversions, and what waits for your signature",
    responses=responses(401, 403, 429, gives=OwnCertificates),
)
async def own(house: TheHouse, person: Trainee) -> Response:
    return reply(
        OwnCertificates(
            certificates=await house.certificates.listed(person.key),
            under_way=await house.converting.under_way(person),
            to_sign=await house.converting.to_sign(person),
        )
    )


@router.get(
    "/certificates/{id}",
    summary="A certificate and all that it rests on",
    responses=responses(401, 403, 404, 429, gives=CertificateShown),
)
async def show(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.certificates.show(person, id))


@router.post(
    "/certificates/{id}/withdraw",
    summary="Take a certificate back",
    responses=responses(400, 401, 403, 404, 429, gives=CertificateShown),
    openapi_extra=takes(WhyWithdrawn),
)
async def withdraw(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[WhyWithdrawn, Depends(taken(WhyWithdrawn))],
) -> Response:
    await house.certificates.withdraw(person, id, asked.reason)
    house.heads.want(THE_REGISTER)
    return reply(await house.certificates.show(person, id))


@router.get(
    "/auditions/{id}/certificate",
    summary="What you would sign for an audition, and what is in the way of it",
    responses=responses(401, 403, 404, 429, gives=CertifyOffer),
)
async def offer(house: TheHouse, person: Teacher, id: str) -> Response:
    return reply(await house.certifying.offer(person, id))


@router.post(
    "/auditions/{id}/certificate",
    status_code=201,
    summary="Sign the certificate of a passed audition",
    responses=responses(400, 401, 403, 404, 429, gives=CertificateShown, status=201),
)
async def sign(house: TheHouse, person: Teacher, id: str) -> Response:
    certificate = await house.certifying.sign(person, id)
    house.heads.want(THE_REGISTER)
    return reply(await house.certificates.show(person, certificate.id), 201)


# Conversions ---------------------------------------------------------------------------------------


@router.post(
    "/certificates/{id}/conversions",
    status_code=201,
    summary="Begin a conversion of your certificate, or go on with it",
    responses=responses(400, 401, 403, 404, 409, 429, gives=ConversionNow, status=201),
    openapi_extra=takes(NewConversion),
)
async def convert(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[NewConversion, Depends(taken(NewConversion))],
) -> Response:
    return reply(await house.converting.begin(person, id, asked.ruleset, asked.device), 201)


@router.get(
    "/conversions/{id}",
    summary="A conversion as it stands",
    responses=responses(401, 403, 404, 409, 429, gives=ConversionNow),
)
async def conversion(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.converting.see(person, id))


@router.post(
    "/conversions/{id}/answer",
    summary="Answer a stage; the same answer sent again changes nothing",
    responses=responses(400, 401, 403, 404, 409, 429, gives=ConversionNow),
    openapi_extra=takes(ConversionAnswer),
)
async def answer(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[ConversionAnswer, Depends(taken(ConversionAnswer))],
) -> Response:
    return reply(
        await house.converting.answer(
            person, id, asked.question, asked.stage, asked.given, asked.seconds
        )
    )


@router.post(
    "/conversions/{id}/sign",
    summary="Sign a conversion that was passed: the certificate is renewed",
    responses=responses(400, 401, 403, 404, 409, 429, gives=ConversionNow),
)
async def sign_conversion(house: TheHouse, person: Teacher, id: str) -> Response:
    signed = await house.converting.sign(person, id)
    house.heads.want(THE_REGISTER)
    return reply(signed)
