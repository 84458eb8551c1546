"""Evaluations with the hook for Inspect at a real service; prints what came of them as JSON."""

import asyncio
import inspect
import json

from inspect_ai.stub_eval import EvalConfig, stub_eval
from inspect_ai.util import EarlyStopping
from thetarank_client import Client
from thetarank_inspect import AdaptiveTest

SAMPLES = list(range(60))
ITEM = {"item_of": lambda id: f"item-{id}"}
SETTINGS = {"strategy": "paper", "items": 12, "lag": 3, "seed": 5, **ITEM}
ALL = EvalConfig(max_samples=60)
found = {}


def right(id):
    return (id * 5) % 7 < 4


async def solve(id, epoch):
    await asyncio.sleep(0.002 * (id % 5))
    return "C" if right(id) else "I"


def report(log):
    return {
        "ran": sorted({id for id, _ in log.scores}),
        "stops": len(log.stops),
        "errors": len(log.errors),
        "most": log.most_at_once,
        "metadata": log.metadata,
    }


async def evaluate(name, solve=solve, *, samples=SAMPLES, config=ALL, settings={}, **options):
    try:
        log = await asyncio.wait_for(
            stub_eval(AdaptiveTest("exam", name, **{**SETTINGS, **settings}), samples, solve, config=config, **options),
            20,
        )
        found[name] = report(log)
        return log
    except Exception as error:
        found[name] = {"error": type(error).__name__, "message": str(error)}


async def main():
    plain = await evaluate("plain")
    assert plain is not None, found
    found["plain"]["manager"] = plain.manager
    found["plain"]["reason"] = plain.stops[0].reason

    # The same test without Inspect: the same session settings, the same answers.
    own = {key: value for key, value in SETTINGS.items() if key != "item_of"}
    session = Client().create("exam", "alone", **own)
    asked = []

    def answer(item):
        asked.append(int(item.id[len("item-") :]))
        return right(asked[-1])

    session.run(answer, threads=1)
    found["alone"] = sorted(asked)

    async def half(id, epoch):
        return epoch % 2

    await evaluate("epochs", half, epochs=2, config=EvalConfig(max_samples=120))
    await evaluate("reused", earlier={(id, 1): "C" if right(id) else "I" for id in SAMPLES[:30]})

    failed = set()

    async def fails_once(id, epoch):
        if id not in failed:
            failed.add(id)
            raise RuntimeError("once")
        return right(id)

    await evaluate("retried", fails_once, retry_on_error=1)

    count = 0

    async def fails_fifth(id, epoch):
        nonlocal count
        count += 1
        if count == 5:
            raise RuntimeError("always")
        return float(right(id))

    await evaluate("stopped", fails_fifth, fail_on_error=False)
    count = 0
    await evaluate("wrong", fails_fifth, fail_on_error=False, settings={"unanswered": "wrong"})
    count = 0
    await evaluate("raised", fails_fifth)

    async def two(id, epoch):
        return {"a": 1, "b": "I"}

    async def odd(id, epoch):
        return "maybe"

    async def nan(id, epoch):
        return float("nan")

    await evaluate("two", two)
    await evaluate("second", two, settings={"scorer": "b"})
    await evaluate("odd", odd)
    await evaluate("nan", nan)
    await evaluate("narrow", config=EvalConfig(max_samples=20))
    await evaluate("unlimited", config=EvalConfig())
    await evaluate("unlogged", config=EvalConfig(max_samples=60, log_samples=False))
    await evaluate("part", samples=SAMPLES[1:])
    await evaluate("unknown", settings={"strategy": "none"})

    names = [name for name in vars(EarlyStopping) if not name.startswith("_")]
    found["signatures"] = {
        name: [
            list(inspect.signature(getattr(of, name)).parameters) + [inspect.iscoroutinefunction(getattr(of, name))]
            for of in (EarlyStopping, AdaptiveTest)
        ]
        for name in names
    }


asyncio.run(main())
print(json.dumps(found))
