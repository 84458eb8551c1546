"""Agreement of two raters and a judge on a made example: python3 make.py > values.json

Grades of ten answers (five items with two answers each) on four aspects. kappa and quadratic kappa from their tables of counts, alpha from the
coincidence matrix with the ordinal difference of Krippendorff (2011), correlations by scipy.
"""
import json
import sys
import numpy as np
import scipy
from scipy.stats import pearsonr, spearmanr

ASPECTS = ["fluency", "relevance", "completeness", "proficiency"]
ANNA = [[5, 4, 3, 2], [4, 4, 4, 3], [5, 5, 2, 2], [3, 2, 1, 1], [4, 5, 5, 4],
        [2, 3, 3, 2], [5, 4, 4, 5], [4, 3, 2, 3], [1, 2, 2, 1], [5, 5, 4, 4]]
BEN = [[4, 4, 3, 3], [4, 5, 4, 3], [5, 4, 3, 2], [2, 2, 2, 1], [4, 4, 5, 5],
       [3, 3, 2, 2], [5, 5, 4, 4], [3, 3, 3, 2], [2, 1, 1, 1], [4, 5, 5, 4]]
JUDGE = [[5, 5, 3, 3], [4, 4, 4, 4], [5, 5, 3, 3], [4, 3, 2, 2], [5, 5, 5, 5],
         [4, 3, 3, 3], [5, 5, 4, 5], [4, 4, 3, 3], [3, 2, 2, 2], [5, 5, 5, 4]]


def kappa(x, y, power):
    cats = sorted(set(x) | set(y))
    n = len(x)
    table = np.array([[sum(a == c and b == k for a, b in zip(x, y)) for k in cats] for c in cats]) / n
    weight = np.array([[abs(c - k) ** power if power else float(c != k) for k in cats] for c in cats])
    expected = np.outer(table.sum(1), table.sum(0))
    return 1 - (weight * table).sum() / (weight * expected).sum()


def alpha(x, y):
    cats = sorted(set(x) | set(y))
    o = np.zeros((len(cats), len(cats)))
    for a, b in zip(x, y):
        i, j = cats.index(a), cats.index(b)
        o[i, j] += 1
        o[j, i] += 1
    m = o.sum(1)
    n = m.sum()
    d = np.zeros_like(o)
    for c in range(len(cats)):
        for k in range(len(cats)):
            lo, hi = min(c, k), max(c, k)
            d[c, k] = (m[lo:hi + 1].sum() - (m[c] + m[k]) / 2) ** 2 if c != k else 0
    return 1 - (n - 1) * (o * d).sum() / (np.outer(m, m) * d).sum()


def mean_kappa(mean, judge):
    # Grades of the mean can be halves: quadratic kappa over all values that occur.
    return kappa(list(mean), list(judge), 2)


out = {"aspects": ASPECTS, "anna": ANNA, "ben": BEN, "judge": JUDGE, "raters": {}, "judges": {}}
for k, aspect in enumerate(ASPECTS):
    x, y, z = ([row[k] for row in rows] for rows in (ANNA, BEN, JUDGE))
    mean = [(a + b) / 2 for a, b in zip(x, y)]
    out["raters"][aspect] = {
        "exact": float(np.mean(np.array(x) == np.array(y))),
        "kappa": float(kappa(x, y, 0)),
        "quadratic": float(kappa(x, y, 2)),
        "spearman": float(spearmanr(x, y)[0]),
        "alpha": float(alpha(x, y)),
    }
    out["judges"][aspect] = {
        "pearson": float(pearsonr(mean, z)[0]),
        "spearman": float(spearmanr(mean, z)[0]),
        "quadratic": float(mean_kappa(mean, z)),
    }
out["made with"] = f"Python {sys.version.split()[0]}, numpy {np.__version__}, scipy {scipy.__version__}"
print(json.dumps(out, indent=1))
