"""Adaptive tests inside Inspect: an ``EarlyStopping`` that asks a thetarank service which samples are needed.

Needs inspect_ai on its default asyncio backend, and thetarank_client.py beside it. Written for the protocol ``EarlyStopping``
of inspect_ai 0.3.232 (May 2026) and later: ``start_task``, ``schedule_sample``, ``complete_sample``, ``complete_task``::

    from inspect_ai import Task, task
    from thetarank_inspect import AdaptiveTest

    @task
    def my_task():
        return Task(dataset=..., solver=..., scorer=..., early_stopping=AdaptiveTest(bank="mmlu-pro", items=243, lag=8))

    # THETARANK_URL=http://127.0.0.1:3000 THETARANK_KEY=tr_… inspect eval my_task.py --model … --max-samples 20000

How it works. Inspect starts its samples in the order of the dataset and asks ``schedule_sample`` before each. A sample that
the test does not want yet waits there, without a request to the model and without a sandbox. When the service asks for it, it
runs; when the test ends, all samples that still wait are skipped. So the service decides the order, and the number of samples
that run at once is the ``lag`` of the session, not ``--max-samples``.

What follows from this:

- A waiting sample occupies one place of ``--max-samples``, so that must be at least samples × epochs. ``start_task`` checks it.
  Inspect holds the state of each waiting sample in memory.
- Without ``log_samples`` Inspect does not ask at all; ``start_task`` refuses that.
- The accuracy in Inspect's log is of the chosen samples, which are neither a random nor a complete part of the benchmark.
  The score is the service's: in ``results.early_stopping.metadata`` of the log, and on its leaderboards.
- Items of the bank without a sample in the dataset cannot be answered. ``start_task`` refuses them, unless the key may not
  list the bank; then the test ends early if the service asks for one.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Set, Tuple, Union

from inspect_ai.util import EarlyStop

from thetarank_client import Client, ServiceRefused, Session

__all__ = ["AdaptiveTest"]

#: What Inspect's letters count: correct, incorrect, partial, no answer.
GRADES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
#: Seconds between two requests for items that the service is still choosing.
LOOK_AGAIN = 0.5


class AdaptiveTest:
    """An ``EarlyStopping`` of Inspect. Make one for each task; it tests one model once.

    Args:
        bank: name of a bank of the service, of the same questions as the dataset.
        examinee: name of the tested model; by default Inspect's name of the model.
        client: by default ``Client()``, which reads THETARANK_URL and THETARANK_KEY.
        item_of: the item of the bank for the id of a sample; by default the same text. For ids without the prefix that the
            bank has: ``item_of=lambda id: f"q{id}"``.
        scorer: the scorer that counts; needed if the task has several.
        unanswered: what a sample counts as that ends in an error or without a score. ``"stop"`` (default) ends the test with
            the answers so far; ``"wrong"`` counts it as 0.
        session: id of a session to continue.
        **fields: the others of a new session, such as ``items``, ``lag``, ``strategy``, ``seed``.
    """

    def __init__(
        self,
        bank: str,
        examinee: Optional[str] = None,
        *,
        client: Optional[Client] = None,
        item_of: Callable[[Union[str, int]], str] = str,
        scorer: Optional[str] = None,
        unanswered: str = "stop",
        session: Optional[str] = None,
        **fields: Any,
    ) -> None:
        if unanswered not in ("stop", "wrong"):
            raise ValueError(f'unanswered is {unanswered!r}; accepted: "stop", "wrong"')
        self._bank = bank
        self._examinee = examinee
        self._client = client
        self._item_of = item_of
        self._scorer = scorer
        self._unanswered = unanswered
        self._continued = session
        self._fields = fields
        self._session: Optional[Session] = None
        self._epochs = 1
        self._samples: Set[str] = set()
        #: Scores of an item by epoch; None for one that ended without a score.
        self._scores: Dict[str, Dict[int, Optional[float]]] = {}
        self._asked: Set[str] = set()
        self._sent: Set[str] = set()
        self._released: Set[Tuple[str, int]] = set()
        #: Woken when the items that are asked change, or the test ends.
        self._waiting: List["asyncio.Future[None]"] = []
        self._is_over = False
        self._note: Optional[str] = None
        self._failure: Optional[BaseException] = None

    async def start_task(self, task: Any, samples: List[Any], epochs: int) -> str:
        """Called by Inspect before the first sample: checks the task and begins the session."""
        _require_asyncio()
        needed = len(samples) * epochs
        most = getattr(task.config, "max_samples", None)
        if most is None or most < needed:
            raise ValueError(
                f"max_samples is {most}; an adaptive test needs at least {needed}, one place for each sample that waits: "
                f"--max-samples {needed}. The lag of the session limits how many run at once"
            )
        if getattr(task.config, "log_samples", None) is False:
            raise ValueError("log_samples is off, and Inspect then asks no EarlyStopping; leave --no-log-samples out")
        self._epochs = epochs
        self._samples = {self._item_of(sample.id) for sample in samples}
        self._lock = asyncio.Lock()
        await asyncio.to_thread(self._begin, str(task.model))
        await self._ask()
        return f"thetarank session {self.session.id}"

    async def schedule_sample(self, id: Union[str, int], epoch: int) -> Optional[EarlyStop]:
        """Called by Inspect before each sample: waits until the test needs it, or ends."""
        item = self._item_of(id)
        while not self._is_over and item not in self._asked:
            await self._change()
        if self._failure is not None:
            raise self._failure
        if not self._is_over:
            if (item, epoch) not in self._released:  # otherwise another try of the same sample
                self._released.add((item, epoch))
                _when_ended(lambda: self._ended(item, epoch))
            return None
        return EarlyStop(
            id=id,
            epoch=epoch,
            reason="the adaptive test ended without this sample",
            metadata={"session": self.session.id},
        )

    async def complete_sample(self, id: Union[str, int], epoch: int, scores: Mapping[str, Any]) -> None:
        """Called by Inspect with the scores of a sample, also with those of an earlier try (``inspect eval-retry``)."""
        item = self._item_of(id)
        self._scores.setdefault(item, {})[epoch] = self._score_of(item, scores)
        if item in self._asked:
            await self._ask()

    async def complete_task(self) -> Dict[str, Any]:
        """Called by Inspect at the end: what it writes to ``results.early_stopping.metadata``."""
        if self._failure is not None:
            raise self._failure
        result = await asyncio.to_thread(self._result)
        standing = result.get("standing") or {}
        metadata: Dict[str, Any] = {
            "session": self.session.id,
            "bank": self._bank,
            "state": result["session"]["state"],
            "answered": result["session"]["answered"],
            "score": standing.get("score"),
            "low": standing.get("low"),
            "high": standing.get("high"),
            "ability": standing.get("ability"),
            "verified": standing.get("verified"),
        }
        if self._note is not None:
            metadata["note"] = self._note
        return metadata

    @property
    def session(self) -> Session:
        """The session of the service, from ``start_task`` on."""
        if self._session is None:
            raise RuntimeError("the session begins with start_task")
        return self._session

    def _begin(self, model: str) -> None:
        client = self._client or Client()
        if self._continued is not None:
            self._session = client.session(self._continued)
        missing = self._without_sample(client)
        if missing:
            raise ValueError(
                f"{len(missing)} items of bank {self._bank} are no samples of the dataset, such as {missing[0]!r}, so that an "
                "adaptive test of the whole bank cannot ask them. Use the whole dataset, or item_of=… for other ids"
            )
        if self._session is None:
            self._session = client.create(self._bank, self._examinee or model, **self._fields)

    def _without_sample(self, client: Client) -> List[str]:
        """Items of the bank that have no sample; none if the key may not list them."""
        missing: List[str] = []
        path = f"/v1/banks/{_quoted(self._bank)}/items?limit=1000"
        cursor: Optional[str] = ""
        while cursor is not None:
            try:
                page = client.request("GET", path + (f"&cursor={_quoted(cursor)}" if cursor else ""))
            except ServiceRefused as error:
                if error.status == 403:
                    return []
                raise
            rows = [one for one in page["items"] if one["status"] != "retired"]
            missing += [one["item"] for one in rows if one["item"] not in self._samples]
            cursor = page["next"]
        return missing

    async def _ask(self) -> None:
        """Sends the answers that are complete, and lets the samples run that the service asks for in return."""
        try:
            async with self._lock:
                await self._exchange()
        except Exception as error:
            # Inspect ends the task with this error; samples that wait must not wait for ever.
            self._failure = error
            self._is_over = True
            raise
        finally:
            self._notify()

    async def _exchange(self) -> None:
        while not self._is_over:
            open_items = self._asked - self._sent
            answers = {item: self._mean(item) for item in sorted(open_items) if self._is_complete(item)}
            without = [item for item, score in answers.items() if score is None]
            if without:
                await self._stop(f"the sample of item {without[0]} ended without a score")
                return
            if open_items and not answers:
                return
            call = self.session.answer if answers else (lambda _: self.session.items())
            pending = await asyncio.to_thread(call, answers)
            self._sent |= set(answers)
            if pending.state != "open":
                self._is_over = True
                return
            asked = {item.id for item in pending.items}
            unknown = sorted(asked - self._samples)
            if unknown:
                await self._stop(f"item {unknown[0]} of the bank is no sample of the dataset")
                return
            self._asked |= asked
            if not asked:
                await asyncio.sleep(LOOK_AGAIN)

    async def _stop(self, note: str) -> None:
        """Ends the session with the answers so far."""
        self._note = f"the test was ended early: {note}"
        self._is_over = True
        await asyncio.to_thread(self.session.end)

    def _result(self) -> Dict[str, Any]:
        if self.session.refresh()["state"] in ("open", "paused"):
            self._note = self._note or "the test was ended early: Inspect ran no more samples"
            self.session.end()
        return self.session.result()

    def _is_complete(self, item: str) -> bool:
        return len(self._scores.get(item, {})) == self._epochs

    def _mean(self, item: str) -> Optional[float]:
        """The mean over the epochs; None if one has no score and that ends the test."""
        scores = [0.0 if one is None and self._unanswered == "wrong" else one for one in self._scores[item].values()]
        return None if any(one is None for one in scores) else sum(scores) / len(scores)  # type: ignore[arg-type]

    def _ended(self, item: str, epoch: int) -> None:
        """The task of a sample has ended: if Inspect did not tell of a score, there was an error."""
        if self._is_over or epoch in self._scores.get(item, {}):
            return
        self._scores.setdefault(item, {})[epoch] = None
        asking = asyncio.ensure_future(self._ask())
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._kept = asking  # a task without a reference may be collected

    def _score_of(self, item: str, scores: Mapping[str, Any]) -> Optional[float]:
        """The score of a sample from 0 to 1; None if the scorer gave none."""
        if not scores:
            return None
        if self._scorer is None and len(scores) > 1:
            raise ValueError(f"the task has several scorers ({', '.join(scores)}); choose one with scorer=…")
        name = next(iter(scores)) if self._scorer is None else self._scorer
        if name not in scores:
            raise ValueError(f"the task has no scorer {name!r}; it has {', '.join(scores)}")
        value = scores[name].score.value
        if isinstance(value, str) and value in GRADES:
            return GRADES[value]
        if isinstance(value, (bool, int, float)):
            if isinstance(value, float) and math.isnan(value):
                return None
            if 0 <= value <= 1:
                return float(value)
        raise ValueError(f"the score of item {item} is {value!r}; accepted: C, I, P, N, or a number from 0 to 1")

    async def _change(self) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting

    def _notify(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)


def _when_ended(call: Callable[[], None]) -> None:
    """Calls when the asyncio task that runs the present sample ends by itself; Inspect has one for each sample."""

    def ended(done: "asyncio.Task[Any]") -> None:
        # After an error that leaves the sample Inspect ends the whole evaluation, and the session stays open.
        if not done.cancelled() and done.exception() is None:
            call()

    task = asyncio.current_task()
    if task is not None:
        task.add_done_callback(ended)


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def _require_asyncio() -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise RuntimeError("AdaptiveTest needs Inspect's asyncio backend; unset INSPECT_ASYNC_BACKEND") from None
