"""How inspect_ai 0.3.232 calls an EarlyStopping, as far as one can notice it.

One asyncio task per sample and epoch, all begun in the order of the dataset, epoch after epoch; each takes a place of
``max_samples`` and only then asks ``schedule_sample``. The place is free again before ``complete_sample`` is called. A sample
with an error is repeated by the same task, at the end of the queue, and asks again; without retries it ends the evaluation, or,
with ``fail_on_error`` off, ends without ``complete_sample``. Samples of an earlier log are not run: they only complete.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.util import EarlyStop


@dataclass
class Sample:
    id: str | int


@dataclass
class EvalConfig:
    max_samples: int | None = None
    log_samples: bool | None = None


@dataclass
class EvalSpec:
    model: str
    config: EvalConfig


@dataclass
class Score:
    value: Any


@dataclass
class SampleScore:
    score: Score


@dataclass
class Log:
    manager: str = ""
    scores: dict = field(default_factory=dict)
    stops: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    metadata: dict = field(default_factory=dict)
    most_at_once: int = 0


async def stub_eval(
    early_stopping, samples, solve, *, epochs=1, config, retry_on_error=0, fail_on_error=True, earlier=None
):
    log = Log()
    log.manager = await early_stopping.start_task(
        EvalSpec("stub/model", config), [Sample(id) for id in samples], epochs
    )
    places = asyncio.Semaphore(config.max_samples)
    busy = 0

    async def run_sample(id, epoch, retries):
        nonlocal busy
        if earlier is not None and (id, epoch) in earlier:
            scores = {"stub": SampleScore(Score(earlier[id, epoch]))}
            await early_stopping.complete_sample(id, epoch, scores)
            log.scores[id, epoch] = earlier[id, epoch]
            return
        async with places:
            stop = await early_stopping.schedule_sample(id, epoch)
            if stop is not None:
                assert isinstance(stop, EarlyStop) and (stop.id, stop.epoch) == (id, epoch)
                log.stops.append(stop)
                return
            busy += 1
            log.most_at_once = max(log.most_at_once, busy)
            error = None
            try:
                values = await solve(id, epoch)
            except Exception as raised:
                error = raised
            busy -= 1
        if error is None:
            if not isinstance(values, dict):
                values = {"stub": values}
            await early_stopping.complete_sample(
                id, epoch, {name: SampleScore(Score(value)) for name, value in values.items()}
            )
            log.scores[id, epoch] = values
        elif retries > 0:
            await run_sample(id, epoch, retries - 1)
        elif fail_on_error:
            raise error
        else:
            log.errors.append((id, epoch))

    tasks = [
        asyncio.ensure_future(run_sample(id, epoch, retry_on_error))
        for epoch in range(1, epochs + 1)
        for id in samples
    ]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    log.metadata = await early_stopping.complete_task()
    return log
