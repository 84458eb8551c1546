"""Correlations of answers to one item over a series, by numpy's general formulas for conditional normal distributions.
Run: python3 make.py > history-correlations.json (numpy 2.4.6)"""
import json
import numpy as np

cases = []
for lasting, decay, length, times in [
    (0.8, 0.9, 4, [1]),
    (0.85, 0.93, 5, [0, 2, 3]),
    (0.5, 0.7, 3, []),
    (0.98, 0.99, 6, [0, 1, 2, 3, 4, 5]),
]:
    gaps = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    full = np.where(gaps == 0, 1.0, lasting * decay ** gaps)
    if times:
        given = full[np.ix_(times, times)]
        cross = full[:, times]
        weights = np.linalg.solve(given, cross.T).T
        rest = full - weights @ cross.T
        sign, log = np.linalg.slogdet(given)
    else:
        weights, rest, log = np.zeros((length, 0)), full, 0.0
    cases.append(dict(lasting=lasting, decay=decay, length=length, times=times,
                      weights=weights.ravel().tolist(), rest=rest.ravel().tolist(), logDeterminant=float(log)))
print(json.dumps(dict(numpy=np.__version__, cases=cases), indent=1))
