"""Keeps the numbers of other programs that test/statistics compares with: python3 make.py > values.json

Sums, means, variances and largest remainders are exact, by Python's fractions; quantiles by numpy, definitions 1 and 7 of Hyndman
and Fan; distributions by mpmath with 50 digits, since scipy errs in the last ones; correlations and intervals by scipy. Versions are
in the output.
"""

import json
import platform
from fractions import Fraction

import mpmath
import numpy
import scipy
from scipy import stats
from statistics import median

mpmath.mp.dps = 50

LISTS = [
    [0.1, 0.7, 0.3, 0.2, 0.9, 0.4],
    [1e8, 1e8 + 1, 1e8 + 2.5],
    [-3.25, 17.5, 0.0, 2.0, 2.0, -1.125, 40.0],
    [0.3, 0.3, 0.3],
]
PAIRS = [
    ([1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 7, 6, 8, 5]),
    ([0.1, 0.5, 0.5, 0.7, 0.9, 0.9, 0.2], [0.3, 0.3, 0.8, 0.6, 0.9, 0.4, 0.1]),
    ([1e6, 1e6 + 1, 1e6 + 2, 1e6 + 4], [5, 3, 4, 1]),
    ([1, 2, 3, 4], [-2, -4, -6, -8]),
]
COUNTS = [(3, 2), (5, 1), (9, 4), (40, 1)]


def moments(values):
    exact = [Fraction(v) for v in values]
    n = len(exact)
    mean = sum(exact) / n
    squares = sum((v - mean) ** 2 for v in exact)
    without = [(sum(exact) - v) / (n - 1) for v in exact]
    centre = sum(without) / n
    jackknife = Fraction(n - 1, n) * sum((v - centre) ** 2 for v in without)
    return {
        "values": values,
        "mean": float(mean),
        "variance": float(squares / n),
        "sampleVariance": float(squares / (n - 1)),
        "standardError": float(squares / (n - 1) / n) ** 0.5,
        "jackknifeOfMeans": {"without": [float(v) for v in without], "error": float(jackknife) ** 0.5},
        "median": median(values),
        "quantiles": [[share, float(numpy.quantile(values, share))] for share in (0, 0.05, 0.25, 0.5, 0.9, 1)],
    }


def correlations(x, y):
    return {"x": x, "y": y, "pearson": float(stats.pearsonr(x, y).statistic)}


def of_counts(share):
    values = numpy.repeat([v for v, _ in COUNTS], [n for _, n in COUNTS])
    return [share, int(numpy.quantile(values, share, method="inverted_cdf"))]


def wilson(hits, n, confidence):
    low, high = stats.binomtest(hits, n).proportion_ci(confidence, method="wilson")
    return {"hits": hits, "n": n, "confidence": confidence, "low": float(low), "high": float(high)}


def normal_tail(z):
    return float(mpmath.erfc(mpmath.mpf(z) / mpmath.sqrt(2)) / 2)


def normal_point(p):
    return float(mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * mpmath.mpf(str(p))))


def student_tail(t, v):
    x = mpmath.mpf(v) / (v + mpmath.mpf(t) ** 2)
    return mpmath.betainc(mpmath.mpf(v) / 2, mpmath.mpf(1) / 2, 0, x, regularized=True) / 2


def student_point(p, v):
    return float(mpmath.findroot(lambda t: student_tail(t, v) - mpmath.mpf(str(p)), stats.t.isf(p, v)))


def chi_square_tail(x, v):
    return float(mpmath.gammainc(mpmath.mpf(v) / 2, mpmath.mpf(x) / 2, regularized=True))


def noncentral_tail(x, v, l):
    """Poisson's shares of central tails, added in 50 digits."""
    mean = mpmath.mpf(l) / 2
    shares = lambda k: mpmath.exp(-mean) * mean**k / mpmath.factorial(k)
    return float(mpmath.fsum(shares(k) * mpmath.gammainc(mpmath.mpf(v) / 2 + k, mpmath.mpf(x) / 2, regularized=True) for k in range(int(mean) + 300 if l else 1)))


print(
    json.dumps(
        {
            "versions": {"python": platform.python_version(), "numpy": numpy.__version__, "scipy": scipy.__version__, "mpmath": mpmath.__version__},
            "moments": [moments(values) for values in LISTS],
            "correlations": [correlations(x, y) for x, y in PAIRS],
            "counts": {"counts": COUNTS, "quantiles": [of_counts(s) for s in (0.01, 0.25, 0.3, 0.375, 0.5, 0.75, 0.9, 1)]},
            "normalTail": [[z, normal_tail(z)] for z in (-3, -0.5, 0, 0.25, 1, 1.96, 1.999, 2, 3.5, 6, 12)],
            "normalQuantile": [[p, normal_point(p)] for p in (0.5, 0.25, 0.05, 0.025, 0.01, 1e-4, 1e-9)],
            "studentTail": [[t, v, float(student_tail(t, v))] for v in (1, 2, 5, 30, 999) for t in (0.5, 2, 4)],
            "studentQuantile": [[p, v, student_point(p, v)] for v in (1, 2, 5, 30, 999) for p in (0.25, 0.05, 0.025, 0.001)],
            "chiSquareTail": [[x, v, chi_square_tail(x, v)] for v in (1, 2, 3, 4, 9, 25) for x in (0.5, 3, 20, 60)],
            "chiSquareFarTail": [[x, v, chi_square_tail(x, v)] for v in (1201, 1770) for x in (1450, 1700, 2100)],
            "noncentralChiSquareTail": [
                [x, v, l, noncentral_tail(x, v, l)] for v in (1, 4, 464, 1771) for x in (3, 684, 2100) for l in (0, 0.5, 220, 400)
            ],
            "wilson": [wilson(*row) for row in ((1, 10, 0.95), (0, 7, 0.9), (7, 7, 0.9), (340, 1000, 0.95))],
        },
        indent=1,
    )
)
