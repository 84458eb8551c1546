"""Confidence sequences by betting, by brute force: python3 make.py > values.json

Every mean of a grid is bet against with exact fractions; an interval is the part of the grid at which neither wealth has ever reached
2/alpha. The draws come from a linear congruential generator, so that nothing but Python is needed. The version is in the output.
"""

import json
import math
import platform
from fractions import Fraction

STEP = Fraction(1, 500)
MOST_LOST = Fraction(3, 4)
PRIOR_SQUARE = Fraction(1, 4)


def draws(seed, n, shares):
    state, out = seed, []
    for _ in range(n):
        state = (1103515245 * state + 12345) % 2**31
        u = state / 2**31
        for value, share in shares:
            if u < share:
                out.append(value)
                break
            u -= share
        else:
            out.append(0.0)
    return out


def bets(xs, aim):
    """From the draws before each."""
    out = []
    for k in range(len(xs)):
        n = 1 + k
        mean = sum(xs[:k], Fraction(0)) / n
        square = (PRIOR_SQUARE + sum((x * x for x in xs[:k]), Fraction(0))) / n
        out.append(aim / (max(Fraction(0), square - mean * mean) + aim * aim))
    return out


def most_wealth(xs, lambdas, size, mean, side):
    """The largest logarithm of the wealth, or None where the mean became impossible."""
    log = most = 0.0
    for k, x in enumerate(xs):
        mu = mean if size is None else (size * mean - sum(xs[:k], Fraction(0))) / (size - k)
        mu = side * mu
        if mu < -1:
            return None
        if mu > 1:
            return most
        cap = lambdas[k] if mu == -1 else min(lambdas[k], MOST_LOST / (1 + mu))
        log += math.log(1 + cap * (side * x - mu))
        most = max(most, log)
    return most


def interval(xs, size, alpha, aim):
    lambdas = bets(xs, aim)
    limit = math.log(2 / alpha)
    within = []
    for k in range(-500, 501):
        mean = k * STEP
        both = [most_wealth(xs, lambdas, size, mean, side) for side in (1, -1)]
        if all(w is not None and w < limit for w in both):
            within.append(float(mean))
    zero = [most_wealth(xs, lambdas, size, Fraction(0), side) for side in (1, -1)]
    p = 0.0 if None in zero else min(1.0, 2 * math.exp(-max(zero)))
    return within[0], within[-1], p


CASES = [
    (1, 60, None, 0.1, 0.05, [(1, 0.1), (-1, 0.15)]),
    (2, 120, None, 0.1, 0.05, [(1, 0.02), (-1, 0.2)]),
    (3, 90, 150, 0.1, 0.05, [(1, 0.1), (-1, 0.1)]),
    (4, 100, 110, 0.05, 0.1, [(0.5, 0.2), (-0.25, 0.3), (-1, 0.1)]),
    (5, 40, None, 0.2, 0.02, []),
]

cases = []
for seed, n, size, alpha, aim, shares in CASES:
    values = draws(seed, n, shares)
    low, high, p = interval([Fraction(v) for v in values], size, alpha, Fraction(str(aim)))
    cases.append(dict(draws=values, size=size, alpha=alpha, aim=aim, low=low, high=high, p=p))
print(json.dumps({"python": platform.python_version(), "step": float(STEP), "cases": cases}))
