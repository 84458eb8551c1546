"""Tango's score interval by numerical maximisation of the trinomial likelihood under each difference (Python's math module alone).
The first row is published: Fagerland, Lydersen & Laake (2014), Statistics in Medicine 33, 2850-2875, Table V (-0.517 to -0.026).
Run: python3 make.py > values.json
"""
import json, math

Z = 1.959963984540054


def interval(b, c, n):
    def q(delta):
        low, high = max(0, -delta) + 1e-15, (1 - delta) / 2 - 1e-15

        def log_likelihood(q):
            first = b * math.log(q) if b else 0
            second = c * math.log(q + delta) if c else 0
            rest = (n - b - c) * math.log(1 - 2 * q - delta) if n - b - c else 0
            return first + second + rest

        for _ in range(300):
            one, two = low + (high - low) / 3, high - (high - low) / 3
            if log_likelihood(one) < log_likelihood(two):
                low = one
            else:
                high = two
        return (low + high) / 2

    def statistic(delta):
        return (c - b - n * delta) / math.sqrt(n * (2 * q(delta) + delta - delta * delta))

    def solve(low, high, at):
        for _ in range(100):
            middle = (low + high) / 2
            if statistic(middle) > at:
                low = middle
            else:
                high = middle
        return middle

    estimate = (c - b) / n
    return [solve(-1 + 1e-9, estimate, Z), solve(estimate, 1 - 1e-9, -Z)]


TABLES = [[7, 1, 21], [12, 14, 44], [0, 5, 100], [0, 0, 30], [30, 18, 500], [5, 0, 60]]
print(json.dumps([{"onlyA": b, "onlyB": c, "n": n, "interval": interval(b, c, n)} for b, c, n in TABLES], indent=1))
