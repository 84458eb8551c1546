"""Tests of checkpoints during training: callbacks for the Trainer of Hugging Face, and the same for a loop of your own.

Needs thetarank_client.py beside it, and nothing else. There are two ways:

**Beside the training.** ``MarkCheckpoints`` puts an empty file into each checkpoint that is complete. ``thetarank watch`` sees it,
serves the checkpoint on other hardware, tests it and stops it again. The training does not wait::

    trainer.add_callback(MarkCheckpoints())
    # in another terminal
    # thetarank watch out --ready thetarank.ready --serve "vllm serve {path} --port {port}" --bank my-bank

**In the training process.** ``TestCheckpoints`` asks a service for items and answers them with the model in memory. The training
waits: 100 short answers take a minute or so::

    def answer(item):  # item.prompt is a list of messages
        return generate(model, item.prompt)

    tests = TestCheckpoints("my-bank", answer, run="night-3", items=100)
    trainer.add_callback(tests)

    for step in range(steps):  # or without a Trainer
        ...
        if step % 1000 == 0:
            save(model, step)
            result = tests.test(step)

By default a test that fails is reported on standard error and the training goes on.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Dict, Optional

from thetarank_client import Answer, Client, Item, ThetarankError

try:
    from transformers import TrainerCallback
except ImportError:  # a loop of your own does not need it
    TrainerCallback = object

__all__ = ["MarkCheckpoints", "TestCheckpoints", "mark_ready"]

#: The file that says that a checkpoint is complete, as ``thetarank watch --ready`` names it.
READY = "thetarank.ready"


def mark_ready(folder: str, name: str = READY) -> str:
    """Says that the checkpoint in a folder is complete. Call it after its last file was written.

    Returns:
        The path of the file.
    """
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8"):
        pass
    return path


class MarkCheckpoints(TrainerCallback):  # type: ignore[misc,valid-type]
    """Marks each checkpoint that the Trainer has saved, for ``thetarank watch --ready thetarank.ready``."""

    def __init__(self, name: str = READY) -> None:
        self._name = name

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Called by the Trainer after it has saved ``output_dir/checkpoint-STEP``."""
        folder = os.path.join(args.output_dir, f"checkpoint-{state.global_step}")
        if state.is_world_process_zero and os.path.isdir(folder):
            mark_ready(folder, self._name)


class TestCheckpoints(TrainerCallback):  # type: ignore[misc,valid-type]
    """Tests the model in memory at each checkpoint, at a thetarank service.

    Args:
        bank: name of a bank of the service, with text.
        answer: the answer of the model to an item: a text that the service scores, or a score from 0 to 1. It is called from
            one thread at a time. Switch to evaluation mode in it if your model has one.
        run: name of the training; the checkpoint of step 1000 is tested as ``run-1000``.
        client: by default ``Client()``, which reads THETARANK_URL and THETARANK_KEY.
        on_result: called with step and result after each test, such as to log ``result["standing"]["score"]``.
        log: a file to which each result is appended as a line of JSON.
        strict: True: an error of a test ends the training.
        **fields: the others of a new session, such as ``items``, ``seed``, ``strategy``.
    """

    __test__ = False  # its name is not that of a test of pytest

    def __init__(
        self,
        bank: str,
        answer: Callable[[Item], Answer],
        *,
        run: str = "training",
        client: Optional[Client] = None,
        on_result: Optional[Callable[[int, Dict[str, Any]], None]] = None,
        log: Optional[str] = None,
        strict: bool = False,
        **fields: Any,
    ) -> None:
        self._bank = bank
        self._answer = answer
        self._run = run
        self._client = client or Client()
        self._on_result = on_result
        self._log = log
        self._strict = strict
        self._fields = fields

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Called by the Trainer after it has saved a checkpoint."""
        if state.is_world_process_zero:
            self.test(state.global_step)

    def test(self, step: int) -> Optional[Dict[str, Any]]:
        """Tests the model as it is now.

        Returns:
            The result of the session; None if the test failed.
        """
        name = f"{self._run}-{step}"
        try:
            session = self._client.create(self._bank, name, **self._fields)
            result = session.run(self._answer, threads=1)
        except ThetarankError as error:
            if self._strict:
                raise
            print(f"thetarank: no test of {name}: {error}", file=sys.stderr)
            return None
        standing = result.get("standing") or {}
        if self._log is not None:
            line = {"step": step, "examinee": name, "session": session.id}
            line.update({key: standing.get(key) for key in ("score", "low", "high", "ability", "answers")})
            with open(self._log, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        if self._on_result is not None:
            self._on_result(step, result)
        return result
