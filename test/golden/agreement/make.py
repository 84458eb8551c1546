"""Numbers that test/ranking/two-boards compares with: python3 make.py > values.json

Coefficients by scipy. The posterior of the correlation of two measured scores with known errors by brute force: the
likelihood of (means, standard deviations, r) on a grid, means integrated analytically, with the prior |Sigma|^(-1/2).
"""

import json
import platform

import numpy as np
import scipy
from scipy import stats

X = [71.2, 60.1, 48.0, 40.0, 52.5, 35.1, 73.9, 50.0, 50.0, 44.2]
Y = [1285, 1270, 1175, 1100, 1190, 1050, 1268, 1190, 1150, 1175]


def coefficients(x, y):
    r = stats.pearsonr(x, y)
    ci = r.confidence_interval(0.9)
    return {
        "x": x,
        "y": y,
        "kendall": float(stats.kendalltau(x, y).statistic),
        "spearman": float(stats.spearmanr(x, y).statistic),
        "pearson": float(r.statistic),
        "pearsonInterval90": [float(ci.low), float(ci.high)],
        # With no slope below -1 and none of exactly -1, the line of Passing and Bablok is that of Theil and Sen.
        "theilSen": [float(v) for v in stats.theilslopes(y, x)[:2]],
    }


def posterior(x, y, ex, ey):
    """Posterior mean and 5, 50, 95% points of r; equal errors within a side, so that the likelihood is that of a normal sample."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    sx, sy = x.std(ddof=1), y.std(ddof=1)
    x, y, ex, ey = (x - x.mean()) / sx, (y - y.mean()) / sy, ex / sx, ey / sy
    n = len(x)
    S = np.cov(x, y, ddof=0) * n
    # Standard deviations from 0 to 6 measured ones, r = sin t over (-1, 1): midpoints. dr / sqrt(1 - r^2) = dt has no pole.
    sd = (np.arange(240) + 0.5) / 240 * 6
    r = np.sin(((np.arange(1600) + 0.5) / 1600 - 0.5) * np.pi)
    weight = np.zeros(len(r))
    for a in sd:
        b = sd[:, None]
        cov = r[None, :] * a * b
        va, vb = a**2 + ex**2, b**2 + ey**2
        det = va * vb - cov**2
        quad = (S[0, 0] * vb - 2 * S[0, 1] * cov + S[1, 1] * va) / det
        log = -(n - 1) / 2 * np.log(det) - quad / 2
        # |Sigma|^(-1/2) in (variances, covariance), with the Jacobian 4 a^2 b^2 of (a, b, r); sqrt(1 - r^2) cancels with dr.
        prior = a * b
        weight += (np.exp(log) * prior).sum(axis=0)
    weight /= weight.sum()
    cum = np.cumsum(weight)
    return {
        "mean": float((weight * r).sum()),
        "points": [float(np.interp(p, cum, r)) for p in (0.05, 0.5, 0.95)],
    }


rng = np.random.default_rng(1)
EXACT = rng.normal(size=(12, 2)) @ np.linalg.cholesky(np.array([[1, 0.8], [0.8, 1]])).T
cases = []
for ex, ey in ((0.0, 0.0), (0.5, 0.3)):
    cases.append({
        "x": EXACT[:, 0].round(3).tolist(),
        "y": EXACT[:, 1].round(3).tolist(),
        "xError": ex,
        "yError": ey,
        **posterior(EXACT[:, 0].round(3), EXACT[:, 1].round(3), ex, ey),
    })

print(json.dumps({
    "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
    "coefficients": [coefficients(X, Y), coefficients(X[:6], [-v for v in Y[:6]])],
    "lines": [coefficients([1, 2, 3, 5, 8, 9, 12], [2.1, 3.9, 6.2, 9.7, 16.5, 17.8, 24.4])],
    "posteriors": cases,
}, indent=1))
