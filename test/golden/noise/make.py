"""Unbalanced variance components, intervals, quantiles and pass@k: python3 make.py > values.json

Components: the same quadratic forms as in Henderson's method 1, but with dense projections P = Z (Z'Z)^-1 Z', expected values
tr(P Z Z') and one system of equations for the forms themselves instead of mean squares. Intervals: the formulas of Ting et al. (1990) with
scipy's quantiles. pass@k: by exact fractions; the majority by all draws. Versions are in the output.
"""

import itertools
import json
import platform
from fractions import Fraction
from math import comb

import numpy
import scipy
from scipy import stats

SETS = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]


def indicator(levels):
    keys = sorted(set(map(tuple, levels)))
    z = numpy.zeros((len(levels), len(keys)))
    for row, level in enumerate(map(tuple, levels)):
        z[row, keys.index(level)] = 1
    return z


def components(rows, sets, has_repeats):
    """rows: model, item, condition, score"""
    y = numpy.array([row[3] for row in rows])
    n = len(y)
    z = {s: indicator([[row[f] for f in s] for row in rows]) for s in sets}
    z[()] = numpy.ones((n, 1))
    if has_repeats:
        z["within"] = numpy.eye(n)
    unknown = [()] + list(sets) + (["within"] if has_repeats else [])
    forms = [()] + list(sets) + (["within"] if has_repeats else [])
    left, right = [], []
    for form in forms:
        p = z[form] @ numpy.linalg.inv(z[form].T @ z[form]) @ z[form].T
        right.append(y @ p @ y)
        left.append([float(numpy.sum(z[u].T @ p * z[u].T)) if u != () else n for u in unknown])
    solved = numpy.linalg.solve(numpy.array(left), numpy.array(right))
    return {"within" if u == "within" else "".join("mic"[f] for f in u): float(v) for u, v in zip(unknown, solved) if u != ()}


def unbalanced(seed, sizes, missing, has_repeats):
    rng = numpy.random.default_rng(seed)
    m, i, c = sizes
    effects = {s: rng.normal(0, 0.2, [sizes[f] for f in s]) for s in SETS}
    rows = []
    for cell in itertools.product(range(m), range(i), range(c)):
        if rng.random() < missing:
            continue
        for _ in range(int(rng.integers(1, 4)) if has_repeats else 1):
            value = 0.5 + sum(effects[s][tuple(cell[f] for f in s)] for s in SETS) + rng.normal(0, 0.2)
            rows.append([*cell, round(float(value), 3)])
    sets = [s for s in SETS if all(sizes[f] > 1 for f in s)]
    return {"rows": rows, "hasRepeats": has_repeats, "components": components(rows, sets, has_repeats)}


def ting(plus, minus, confidence):
    """plus and minus: (|weight| * mean square, df)"""
    alpha = (1 - confidence) / 2
    estimate = sum(s for s, _ in plus) - sum(s for s, _ in minus)

    def upper(n):
        return stats.chi2.isf(alpha, n) / n

    def lower(n):
        return stats.chi2.isf(1 - alpha, n) / n

    low = sum((1 - 1 / upper(n)) ** 2 * s**2 for s, n in plus) + sum((1 / lower(n) - 1) ** 2 * s**2 for s, n in minus)
    high = sum((1 / lower(n) - 1) ** 2 * s**2 for s, n in plus) + sum((1 - 1 / upper(n)) ** 2 * s**2 for s, n in minus)
    for s, n in plus:
        for t, m in minus:
            f = stats.f.isf(alpha, n, m)
            low += ((f - 1) ** 2 - (1 - 1 / upper(n)) ** 2 * f**2 - (1 / lower(m) - 1) ** 2) / f * s * t
            f = stats.f.isf(1 - alpha, n, m)
            high += ((1 - f) ** 2 - (1 / lower(n) - 1) ** 2 * f**2 - (1 - 1 / upper(m)) ** 2) / f * s * t

    def star(terms):
        total = 0
        for (s, n), (t, m) in itertools.combinations(terms, 2):
            g = (1 - 1 / upper(n + m)) ** 2 * (n + m) ** 2 / (n * m)
            g -= (1 - 1 / upper(n)) ** 2 * n / m + (1 - 1 / upper(m)) ** 2 * m / n
            total += g / (len(terms) - 1) * s * t
        return total

    low += star(plus)
    high += star(minus)
    return [estimate - max(0, low) ** 0.5, estimate + max(0, high) ** 0.5]


INTERVALS = [
    ([(0.5, 4)], [(0.1, 40)], 0.9),
    ([(0.5, 4), (0.05, 720)], [(0.1, 40), (0.08, 18)], 0.9),
    ([(0.02, 9), (0.01, 200), (0.03, 99)], [], 0.95),
    ([(0.1, 30)], [(0.12, 6), (0.02, 180)], 0.9),
]

out = {
    "versions": {"python": platform.python_version(), "numpy": numpy.__version__, "scipy": scipy.__version__},
    "unbalanced": [
        unbalanced(1, (4, 9, 3), 0.2, True),
        unbalanced(2, (3, 12, 1), 0.1, True),
        unbalanced(3, (4, 8, 3), 0.25, False),
        unbalanced(4, (1, 10, 3), 0.1, True),
    ],
    "intervals": [
        {"plus": p, "minus": m, "confidence": c, "ends": [float(e) for e in ting(p, m, c)]} for p, m, c in INTERVALS
    ],
    "betaTail": [
        [x, a, b, float(stats.beta.sf(x, a, b))]
        for x, a, b in [(0.3, 2, 5), (0.9, 0.5, 0.5), (0.01, 0.5, 30), (0.5, 400, 410), (0.001, 2, 5000), (0.97, 60, 1.5)]
    ],
    "chiSquareQuantile": [
        [tail, df, float(stats.chi2.isf(tail, df))]
        for tail in (0.05, 0.95, 0.025, 0.975)
        for df in (1, 2, 7, 100, 1999, 2000, 50000)
    ],
    "fQuantile": [
        [tail, a, b, float(stats.f.isf(tail, a, b))]
        for tail in (0.05, 0.95, 0.025)
        for a, b in [(1, 1), (4, 40), (40, 4), (3, 5000), (700, 30), (20000, 5000)]
    ],
    "passAtK": [
        [n, c, k, float(1 - Fraction(comb(n - c, k), comb(n, k))), float(Fraction(comb(c, k), comb(n, k)))]
        for n, c, k in [(1, 0, 1), (5, 2, 1), (5, 2, 2), (5, 5, 3), (10, 1, 10), (200, 3, 100), (1000, 990, 7), (4, 0, 4)]
    ],
}
print(json.dumps(out, separators=(",", ":")))
