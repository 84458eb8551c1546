"""Keeps numbers of numpy and scipy that test/scoring/judges and test/statistics/agreement compare with: python3 make.py > values.json

Kappa from confusion tables; alpha from all pairs of grades within units and over all units (Hayes & Krippendorff 2007, not through
coincidences); Davidson's model by scipy's BFGS with a numerical Hessian; own-family bias by numpy's lstsq with a column for each
answer, which holds the spreads of the judges, and these by scipy's minimize; effective numbers from numpy's corrcoef. Nothing is shared with the code under test but the formulas.
"""

import itertools
import json
import platform

import numpy as np
import scipy
from scipy.optimize import minimize

rng = np.random.default_rng(20240607)


def kappa(x, y, power):
    grades = sorted(set(x) | set(y))
    table = np.zeros((len(grades), len(grades)))
    for a, b in zip(x, y):
        table[grades.index(a), grades.index(b)] += 1
    table /= table.sum()
    expected = np.outer(table.sum(1), table.sum(0))
    g = np.array(grades, dtype=float)
    weights = np.abs(g[:, None] - g[None, :])
    weights = (weights > 0).astype(float) if power == 0 else weights**power
    return float(1 - (weights * table).sum() / (weights * expected).sum())


def alpha(units, level):
    units = [[g for g in unit if g is not None] for unit in units]
    units = [unit for unit in units if len(unit) > 1]
    every = [g for unit in units for g in unit]
    n = len(every)
    count = {g: every.count(g) for g in set(every)}
    order = sorted(count)

    def delta(a, b):
        if level == "nominal":
            return float(a != b)
        if level == "interval":
            return float(a - b) ** 2
        low, high = min(a, b), max(a, b)
        between = sum(count[g] for g in order if low <= g <= high)
        return (between - (count[low] + count[high]) / 2) ** 2

    observed = sum(
        sum(delta(a, b) for a, b in itertools.permutations(unit, 2)) / (len(unit) - 1) for unit in units
    ) / n
    expected = sum(delta(a, b) for a, b in itertools.permutations(every, 2)) / (n * (n - 1))
    return float(1 - observed / expected)


def davidson(count, rows):
    has_ties = any(row[4] for row in rows)

    def minus(at):
        strengths = np.append(at[: count - 1], -at[: count - 1].sum())
        total = 0.0
        for first, second, wins, losses, ties in rows:
            a, b = np.exp(strengths[first]), np.exp(strengths[second])
            tie = np.exp(at[count - 1]) * np.sqrt(a * b) if has_ties else 0.0
            s = a + b + tie
            total += wins * np.log(a / s) + losses * np.log(b / s)
            if has_ties:
                total += ties * np.log(tie / s)
        return -total

    found = minimize(minus, np.zeros(count - 1 + has_ties), method="BFGS", options={"gtol": 1e-10})
    at, size, step = found.x, len(found.x), 1e-4
    hessian = np.zeros((size, size))
    for i in range(size):
        for j in range(size):
            e, f = np.eye(size)[i] * step, np.eye(size)[j] * step
            hessian[i, j] = (minus(at + e + f) - minus(at + e - f) - minus(at - e + f) + minus(at - e - f)) / (4 * step**2)
    covariance = np.linalg.inv(hessian)
    spread = np.vstack([np.eye(count - 1), -np.ones(count - 1)])
    strengths = spread @ at[: count - 1]
    errors = np.sqrt(np.diag(spread @ covariance[: count - 1, : count - 1] @ spread.T))
    return {
        "count": count,
        "rows": rows,
        "strengths": strengths.tolist(),
        "errors": errors.tolist(),
        "logTie": float(at[count - 1]) if has_ties else None,
    }


def comparisons(count, nu, games):
    strengths = rng.normal(size=count)
    rows = []
    for first, second in itertools.combinations(range(count), 2):
        a, b = np.exp(strengths[first]), np.exp(strengths[second])
        tie = nu * np.sqrt(a * b)
        p = np.array([a, b, tie]) / (a + b + tie)
        rows.append([first, second, *map(int, rng.multinomial(games, p))])
    return rows


def family():
    families, own = ["a", "b", "c", "d"], ["a", "b", "c", ""]
    models = [f"{f}{k}" for f in families for k in range(2)]
    items = [f"q{k}" for k in range(6)]
    rows, scores = [], []
    bias = [0.3, 0.0, 0.1, 0.0]
    for model in models:
        for item in items:
            quality = rng.normal()
            line = [quality + 0.1 * j + (bias[j] if own[j] == model[0] else 0) + 0.2 * rng.normal() for j in range(4)]
            line = [None if rng.random() < 0.1 else round(x, 3) for x in line]
            rows.append((model, item))
            scores.append(line)

    values = np.array([[np.nan if x is None else x for x in line] for line in scores])
    left = values.copy()
    for model in models:
        at = [a for a, (m, _) in enumerate(rows) if m == model]
        left[at] -= np.nanmean(values[at], axis=0)

    def spread(keep):
        kept = left[sorted(keep)]
        both = [(j, k, ~np.isnan(kept[:, j] * kept[:, k])) for j in range(4) for k in range(j)]
        cross = [(j, k, at.sum(), (kept[at, j] * kept[at, k]).mean()) for j, k, at in both]
        loss = lambda b: sum(n * (c - b[j] * b[k]) ** 2 for j, k, n, c in cross)
        found = minimize(loss, np.ones(4), method="BFGS", options={"gtol": 1e-12}).x
        return found / found.mean()

    def fit(keep):
        b = spread(keep)
        x, y = [], []
        for a in range(len(rows)):
            for j in range(4):
                if a not in keep or scores[a][j] is None:
                    continue
                line = np.zeros(len(rows) + 8)
                line[a] = b[j]
                line[len(rows) + j] = 1
                line[len(rows) + 4 + j] = float(own[j] == rows[a][0][0])
                x.append(line)
                y.append(scores[a][j])
        return np.linalg.lstsq(np.array(x), np.array(y), rcond=1e-9)[0][len(rows) + 4 : len(rows) + 7]

    every = set(range(len(rows)))
    without = np.array([fit({a for a in every if rows[a][1] != item}) for item in items])
    g = len(items)
    errors = np.sqrt((g - 1) / g * ((without - without.mean(0)) ** 2).sum(0))
    return {
        "models": [m for m, _ in rows],
        "items": [i for _, i in rows],
        "families": [m[0] for m, _ in rows],
        "own": own,
        "scores": scores,
        "spread": spread(every).tolist(),
        "bias": fit(every).tolist(),
        "errors": errors.tolist(),
        "t": float(scipy.stats.t.ppf(0.975, g - 1)),
    }


def effective():
    people = rng.normal(size=40)
    errors = rng.normal(size=(40, 1)) * 0.6 + rng.normal(size=(40, 5))
    scores = people[:, None] + errors
    scores = np.round(scores, 4)
    people = np.round(people, 4)
    r = np.corrcoef((scores - people[:, None]).T)
    rho = float((r.sum() - 5) / 20)
    return {"people": people.tolist(), "scores": scores.tolist(), "rho": rho, "effective": 5 / (1 + 4 * rho)}


grades = [rng.integers(1, 6, size=60).tolist() for _ in range(2)]
close = [int(min(5, max(1, g + rng.integers(-1, 2)))) for g in grades[0]]
units = [[None if rng.random() < 0.2 else int(min(5, max(1, round(q + rng.normal() * 0.8)))) for _ in range(4)] for q in rng.uniform(1, 5, size=25)]
print(
    json.dumps(
        {
            "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
            "kappa": [
                {"x": x, "y": y, "none": kappa(x, y, 0), "linear": kappa(x, y, 1), "quadratic": kappa(x, y, 2)}
                for x, y in [(grades[0], grades[1]), (grades[0], close)]
            ],
            "alpha": {"units": units, **{level: alpha(units, level) for level in ["nominal", "ordinal", "interval"]}},
            "davidson": [davidson(4, comparisons(4, 0.8, 20)), davidson(6, comparisons(6, 0.3, 12)), davidson(5, comparisons(5, 0, 15))],
            "familyBias": family(),
            "effective": effective(),
        }
    )
)
