"""Figures counted apart, by programs in another language that were written from the manuals alone.

They visited every dealer's hand for every player's hand (up to a change of suits), and every sequence
of five of the 52 kinds of cards, and compared hand with hand: no inclusion and exclusion, no sweep.
"""

from fractions import Fraction

import pytest

from tests.odds.analysed import analysed

CONTESTS = [
    ("duki4", (), "-96459473/2926537250", {"play": 180_841, "fold": 89_884},
     "82883202230222220563/25693860826912687500"),
    ("duki4", ("ante-vs-three=even-money",), "-206648849/2926537250", {"play": 180_841},
     "69403838499032835347/25693860826912687500"),
    ("duki4", ("three-vs-unqualified=push",), "-131373743/675354750", {"play": 160_369},
     "17088208226009251613/5929352498518312500"),
    ("duki4", ("ace=high-only",), "-19755713/585307450", {"play": 180_841},
     "3305162683797264523/1027754433076507500"),
    ("duki4", ("fourth-card=yes",), "-289375187/8779611750", {"play": 180_817},
     "248755123901842848281/77081582480738062500"),
    ("pick2", (), "-31647418729/996661525860",
     {"fold": 289_176, "three": 1_225_280, "five": 1_084_504},
     "7836740834565557486981939/993334197129583448739600"),
    ("pick2", ("unqualified=ante-paid",), "13043557/1363422060",
     {"fold": 0, "three": 1_225_280, "five": 1_373_680},
     "10865571973750780769401/1358870310710784471600"),
    ("pick2", ("unqualified=push",), "-696020147/3650774820",
     {"fold": 484_392, "three": 1_324_152, "five": 790_416},
     "1411137995999645804663/173266038222498421200"),
    ("pick2", ("unqualified=both-paid",), "104573957/418765347",
     {"fold": 0, "three": 1_123_724, "five": 1_475_236},
     "118751660803385286659/14905975347082584765"),
    ("pick2", ("bonus-tables=higher",), "-4515854053/76666271220",
     {"fold": 289_176, "three": 1_225_280, "five": 1_084_504},
     "574184994051462038137223/76410322856121803749200"),
    ("pick2", ("bonus-tables=game-played",), "-21368851541/332220508620",
     {"fold": 289_176, "three": 1_210_688, "five": 1_099_096},
     "814175330823546005821139/110370466347731494304400"),
    ("pick2", ("bonus-on-fold=in-action",), "-31647418729/996661525860",
     {"fold": 289_176, "three": 1_225_280, "five": 1_084_504},
     "7836740834565557486981939/993334197129583448739600"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "readings", "expectation", "hands", "variance"), CONTESTS)
def test_contests(
    id: str, readings: tuple[str, ...], expectation: str, hands: dict[str, int], variance: str
) -> None:
    contest = analysed(id, *readings).figured.contest
    assert contest is not None
    total = 270_725 if id == "duki4" else 2_598_960
    assert contest.expectation == Fraction(expectation)
    assert contest.variance == Fraction(variance)
    assert contest.ties == 0
    for decision, count in hands.items():
        assert contest.decisions[decision] == Fraction(count, total)


DISTRIBUTIONS = {
    "duki4": {
        -2: 11758970082, -1: 17489628720, 0: 22833492, 1: 10176350976, 2: 11625532464,
        3: 1366671240, 4: 62675712, 5: 37312704, 6: 83826384, 10: 15786144, 11: 35553120,
        100: 777348, 101: 1752114,
    },
    "pick2": {
        -4: 452590162032, -3: 509079768336, -2: 457922972592, -1: 12476438476, 0: 710865069600,
        1: 426671144340, 2: 1230420235452, 3: 109490136, 4: 171945816, 5: 80796011600,
        6: 69869925216, 7: 11864396292, 8: 14770204, 10: 2504516608, 11: 2285527020,
        12: 2896712000, 13: 6785430024, 14: 55358028, 16: 7885854848, 17: 91866060, 20: 499488,
        23: 301905580, 29: 924746132, 100: 590992, 103: 97524, 106: 54533288, 510: 11352,
        513: 6124404,
    },
}  # fmt: skip


@pytest.mark.parametrize("id", DISTRIBUTIONS)
def test_distributions(id: str) -> None:
    contest = analysed(id).figured.contest
    assert contest is not None
    assert contest.distribution == DISTRIBUTIONS[id]


SEQUENCES = 2_862_766_146_240
HANDS_OF_FIVE = 2_598_960

WAGERS = [
    ("duki4", (), "bonus", "-1718/54145", "9769/38675", "30772676632/2931681025"),
    ("duki4", ("ace=high-only",), "bonus", "-2146/38675", "67351/270725", "15552446584/1495755625"),
    ("pick2", (), "bonus-5", "-1203/30940", "15975/43316", "3050655611/957283600"),
    ("king-high", (), "high", "-1/26", "6/13", "185/169"),
    ("king-high", (), "low", "-1/26", "6/13", "185/169"),
    ("king-high", (), "suit", "-3/52", "3/13", "7635/2704"),
    ("king-high", (), "seven", "-1/13", "1/13", "1728/169"),
    ("king-high", (), "high-run", "-491689/4965115", "4686/48205",
     "292210471553394/24652366963225"),
    ("king-high", (), "low-run", "-491689/4965115", "4686/48205",
     "292210471553394/24652366963225"),
    ("king-high", (), "pokerpot", "-56290900/994016023", "9456313/32065033",
     "32225841460063396032/988067853980736529"),
    ("king-high", ("pokerpot-pair=jacks",), "pokerpot", "-126002740/994016023",
     "258289783/994016023", "32213133434998698432/988067853980736529"),
    ("king-high", ("ace-straights=low-only",), "pokerpot", "-58273780/994016023",
     "292815223/994016023", "32217730234083972672/988067853980736529"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "readings", "wager", "expectation", "hits", "variance"), WAGERS)
def test_wagers(
    id: str, readings: tuple[str, ...], wager: str, expectation: str, hits: str, variance: str
) -> None:
    wagered = analysed(id, *readings).figured.wagers[wager]
    assert wagered.expectation == Fraction(expectation)
    assert wagered.hit_frequency == Fraction(hits)
    assert wagered.variance == Fraction(variance)


COUNTS = [
    ("duki4", "bonus", 270_725, {-1: 202_342, 1: 52_722, 5: 13_152, 30: 2_509}),
    ("pick2", "bonus-5", HANDS_OF_FIVE, {-1: 1640460, 1: 760320, 3: 123552, 4: 54912, 6: 10200,
     8: 5108, 15: 3744, 40: 624, 100: 36, 500: 4}),
    ("king-high", "high", 312, {-1: 168, 1: 120, Fraction(3, 2): 24}),
    ("king-high", "suit", 312, {-1: 234, 0: 6, 3: 72}),
    ("king-high", "seven", 312, {-1: 288, 11: 24}),
    ("king-high", "high-run", SEQUENCES,
     {-1: 2584477127232, 3: 151302767616, 10: 69265228032, 20: 57721023360}),
    ("king-high", "pokerpot", SEQUENCES // 120, {
        -1: 2018506521600 // 120, 1: 501925248000 // 120, 2: 187677959040 // 120,
        3: 119736714240 // 120, 5: 9517824000 // 120, 10: 10066757760 // 120,
        15: 10457441280 // 120, 50: 4774049280 // 120, 500: 66306240 // 120,
        1000: 33592320 // 120, 2500: 3732480 // 120}),
]  # fmt: skip


@pytest.mark.parametrize(("id", "wager", "total", "counts"), COUNTS)
def test_counts(id: str, wager: str, total: int, counts: dict[Fraction, int]) -> None:
    wagered = analysed(id).figured.wagers[wager]
    assert wagered.total == total
    assert wagered.distribution == counts
    assert sum(way.cases for way in wagered.ways) == total
