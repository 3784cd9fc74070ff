"""Risk of ruin: how likely a bank is used up within so many rounds, and ever.

One round brings the bank one of a few amounts. *Ruined* is a bank that has fallen to nothing or below.
Nothing is sampled; the sums are done in floating point and right to about nine digits.

- *Within so many rounds* the chance is worked out round by round over every amount the bank can hold.
  Where that would take too long, the formula for a diffusion of the same mean and variance stands in
  for it, and is named so.
- *Ever*, it is the chance that the bank at its lowest, over all rounds to come, lies so far below where
  it began; the distribution of that depth is found by Spitzer's identity and a Fourier transform.
  Where the table would be too long, two bounds that hold exactly (Lundberg's) are given instead: with
  R > 0 such that the mean of exp(-R x gain) is 1, and the bank at ruin being at most `m` below nothing,
  exp(-R (bank + m)) <= chance <= exp(-R bank).
- A bank that gains nothing on average is ruined sooner or later, for certain.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, exp, expm1, gcd, log, sqrt
from statistics import NormalDist

import msgspec
import numpy as np
import numpy.typing as npt

from tablewright.odds.ledger import common_denominator, mean_of, variance_of
from tablewright.rules.errors import Refused

LONGEST = 2**21
"""The longest table that is transformed to say whether a bank is ever ruined."""
REACH = 80
"""A table reaches to where chances are exp(-80) of the first."""
MOST_STEPS = 2_500_000_000
"""So many additions at most are made round by round."""
EACH_MOVE = 3_000
"""What it costs, in additions, to begin some."""
NEGLIGIBLE = 1e-11
DEVIATIONS = 14
"""A bank this many deviations above nothing is not ruined in the rounds that are left."""
STEPWISE, SOLVED, BOUNDS, DIFFUSION = "stepwise", "solved", "bounds", "diffusion"
CERTAIN, IMPOSSIBLE = "certain", "impossible"
RISKS = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000))


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """A probability, and how it was found."""

    probability: float
    text: str
    method: str
    """stepwise (to about nine digits), diffusion (an approximation), certain or impossible (exact)."""


class BankNeeded(msgspec.Struct, frozen=True, kw_only=True):
    """A bank that is enough: ever ruined at most this often."""

    risk: str
    cents: int


class Ruin(msgspec.Struct, frozen=True, kw_only=True):
    """The risk of ruin of one bank."""

    bank_cents: int
    rounds: int
    within: Chance
    """Of being ruined within so many rounds."""
    ever_at_least: float
    ever_at_most: float
    ever: str
    """The two bounds in words; one figure where they agree."""
    ever_method: str
    """solved (to about nine digits), bounds (they hold exactly), diffusion (an approximation), certain
    or impossible (exact)."""
    is_certain: bool
    """Whether it is ruined sooner or later, since it gains nothing on average."""
    banks_needed: list[BankNeeded]
    """The least that is enough for some risks of ever being ruined; none where ruin is certain.

    By the upper bound, or approximately, where the chance itself is given so.
    """


def risk_of_ruin(gains: Mapping[Fraction, int], bank_cents: int, rounds: int) -> Ruin:
    """The risk of a bank to which each round brings one of these amounts in cents, so often."""
    if bank_cents < 1:
        raise Refused(f"the bank is {bank_cents} cents: expected one cent at least")
    if rounds < 1:
        raise Refused(f"{rounds} rounds are to be played: expected one at least")
    loses, mean = -min(gains), mean_of(gains)
    rate = adjustment(gains) if loses > 0 and mean > 0 else 0.0
    needed = _needed(rate)
    at_least, at_most = _ever(gains, bank_cents, rate)
    method = BOUNDS if rate else CERTAIN if at_least else IMPOSSIBLE
    if rate and (chances := _chances(gains, rate)) is not None:
        step = _step(gains)
        place = ceil(bank_cents / step)
        found = float(chances[place]) if place < len(chances) else at_least
        at_least = at_most = min(max(found, at_least), at_most)
        method, needed = SOLVED, _enough(chances, step)
    return Ruin(
        bank_cents=bank_cents,
        rounds=rounds,
        within=_within(gains, bank_cents, rounds, rate, at_most),
        ever_at_least=at_least,
        ever_at_most=at_most,
        ever=_between(at_least, at_most),
        ever_method=method,
        is_certain=loses > 0 and not rate,
        banks_needed=needed,
    )


def risk_by_diffusion(mean: float, deviation: float, bank_cents: int, rounds: int) -> Ruin:
    """The same, where of a round's gain only the mean and the deviation are known: approximately."""
    rate = max(0.0, 2 * mean / deviation**2)
    ever = exp(-rate * bank_cents)
    within = diffused(mean, deviation, bank_cents, rounds)
    return Ruin(
        bank_cents=bank_cents,
        rounds=rounds,
        within=Chance(probability=within, text=chance_said(within), method=DIFFUSION),
        ever_at_least=ever,
        ever_at_most=ever,
        ever=chance_said(ever),
        ever_method=DIFFUSION if rate else CERTAIN,
        is_certain=not rate,
        banks_needed=_needed(rate),
    )


def _needed(rate: float) -> list[BankNeeded]:
    return [
        BankNeeded(risk=chance_said(float(risk)), cents=ceil(-log(risk) / rate))
        for risk in RISKS
        if rate
    ]


def adjustment(gains: Mapping[Fraction, int]) -> float:
    """Lundberg's coefficient: R > 0 with the mean of exp(-R x gain) equal to 1; per cent of money.

    It is found by halving to the last digit of a float, and the lower end is taken: then the upper
    bound on ruin holds.
    """
    total = sum(gains.values())
    parts = [(float(gain), float(Fraction(count, total))) for gain, count in gains.items()]

    def above(rate: float) -> bool:
        """Whether the mean of exp(-rate x gain) is above 1; small differences are kept exact."""
        if -rate * min(gain for gain, _ in parts) > 700:
            return True
        return sum(part * expm1(-rate * gain) for gain, part in parts) > 0

    high = 1.0 / float(-min(gains))
    while not above(high):
        high *= 2
    low = high / 2
    while above(low):
        low, high = low / 2, low
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if above(middle) else (middle, high)
    return low


def _chances(gains: Mapping[Fraction, int], rate: float) -> npt.NDArray[np.float64] | None:
    """The chance of ever being ruined from each number of steps, none first; None if too many matter.

    Ruined from `n` steps is a bank that at its lowest lies `n` or more below where it began. How deep
    it ever falls has the generating function exp(sum over k > 0 of l(k) (z^k - 1)), where l(k) is the
    sum over all numbers of rounds r of (1/r) P(it lies k below after r rounds): Spitzer's identity. The
    l(k) are the coefficients of -log(1 - f(z)), f being the generating function of one round's loss.
    Both are transformed on the circle of radius exp(R / 2), where f is less than 1.
    """
    step, total = _step(gains), sum(gains.values())
    moves = {int(-gain / step): float(Fraction(n, total)) for gain, n in gains.items()}
    tilt = rate * float(step) / 2
    length = 1 << max(10, ceil(REACH / tilt + 4 * max(map(abs, moves))).bit_length())
    if length > LONGEST:
        return None
    once = np.zeros(length)
    for move, part in moves.items():
        once[move % length] += part * exp(tilt * move)
    logs = np.fft.irfft(-np.log(1 - np.fft.rfft(once)), length)
    logs[0] = 0.0
    logs[length // 2 :] = 0.0
    places = np.arange(length // 2)
    back = np.exp(-tilt * places)
    whole = float((logs[: length // 2] * back).sum())
    depths = np.fft.irfft(np.exp(np.fft.rfft(logs) - whole), length)[: length // 2] * back
    found: npt.NDArray[np.float64] = np.cumsum(np.clip(depths, 0, None)[::-1])[::-1]
    return np.minimum(1.0, found)


def _enough(chances: npt.NDArray[np.float64], step: Fraction) -> list[BankNeeded]:
    """The least number of steps from which each risk is kept, in cents."""
    return [
        BankNeeded(risk=chance_said(float(risk)), cents=ceil(place * step))
        for risk in RISKS
        for place in [int(np.argmax(chances <= float(risk)))]
    ]


def _ever(gains: Mapping[Fraction, int], bank: int, rate: float) -> tuple[float, float]:
    if min(gains) >= 0:
        return 0.0, 0.0
    if not rate:
        return 1.0, 1.0
    deepest = float(-min(gains) - _step(gains))
    return exp(-rate * (bank + deepest)), exp(-rate * bank)


def _step(gains: Mapping[Fraction, int]) -> Fraction:
    """The largest amount of which every gain is a multiple."""
    scale = common_denominator(gains)
    return Fraction(gcd(*(int(gain * scale) for gain in gains)), scale)


def _within(
    gains: Mapping[Fraction, int], bank: int, rounds: int, rate: float, ever: float
) -> Chance:
    if rounds * min(gains) + bank > 0:
        return Chance(probability=0.0, text=chance_said(0), method=IMPOSSIBLE)
    if len(gains) == 1:
        return Chance(probability=1.0, text=chance_said(1), method=CERTAIN)
    step = _step(gains)
    start = ceil(bank / step)
    top = _ceiling(gains, rounds, rate, step, start)
    if rounds * len(gains) * (top + EACH_MOVE) > MOST_STEPS:
        mean, deviation = float(mean_of(gains)), sqrt(variance_of(gains))
        found, method = min(ever, diffused(mean, deviation, bank, rounds)), DIFFUSION
    else:
        found, method = _stepped(gains, step, start, top, rounds), STEPWISE
    return Chance(probability=found, text=chance_said(found), method=method)


def _ceiling(
    gains: Mapping[Fraction, int], rounds: int, rate: float, step: Fraction, start: int
) -> int:
    """A height, in steps, from which the bank does not come down to nothing in the rounds left."""
    mean, variance = float(mean_of(gains)), float(variance_of(gains))
    falls = rounds * max(0.0, -mean) + DEVIATIONS * sqrt(rounds * variance) + float(-min(gains))
    if rate:
        falls = min(falls, -log(NEGLIGIBLE) / rate)
    falls = min(falls, float(rounds * -min(gains)))
    return start + ceil(falls / float(step)) + 1


def _stepped(
    gains: Mapping[Fraction, int], step: Fraction, start: int, top: int, rounds: int
) -> float:
    """The chance round by round; what climbs above the ceiling is taken as safe."""
    total = sum(gains.values())
    moves = [(int(gain / step), float(Fraction(n, total))) for gain, n in gains.items()]
    held, after, part_of = (np.zeros(top + 1) for _ in range(3))
    held[start] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        after.fill(0.0)
        for move, part in moves:
            if move > top:
                continue
            np.multiply(held, part, out=part_of)
            if move >= 0:
                after[move:] += part_of[: top + 1 - move]
            else:
                fall = min(-move, top)
                ruined += float(part_of[1 : fall + 1].sum())
                after[1 : top + 1 - fall] += part_of[fall + 1 :]
        held, after = after, held
    return min(1.0, ruined)


def diffused(mean: float, deviation: float, bank: int, rounds: int) -> float:
    """The chance that a diffusion of this mean and deviation a round has come down to nothing."""
    drift, spread = mean * rounds, deviation * sqrt(rounds)
    below = NormalDist().cdf
    found = below((-bank - drift) / spread)
    exponent = -2 * mean * bank / deviation**2
    if exponent < 700:
        found += exp(exponent) * below((-bank + drift) / spread)
    return min(1.0, found)


def chance_said(chance: float) -> str:
    """A chance as people read it: to three digits, however small.

    >>> chance_said(0.01234), chance_said(0), chance_said(1), chance_said(3e-9), chance_said(1e-30)
    ('1.23 %', '0 %', '100 %', '0.0000003 %', 'under 0.000000001 %')
    """
    if not 0 < chance < 1:
        return f"{round(100 * chance)} %"
    if chance < 1e-11:
        return "under 0.000000001 %"
    if chance > 0.99999:
        return "over 99.999 %"
    digits = max(0, 2 - int(np.floor(np.log10(100 * chance))))
    shown = f"{100 * chance:.{digits}f}"
    return f"{shown.rstrip('0').rstrip('.') if '.' in shown else shown} %"


def _between(at_least: float, at_most: float) -> str:
    low, high = chance_said(at_least), chance_said(at_most)
    return low if low == high else f"{low} to {high}"
