"""Trainings whose checkpoints are marked and tested; prints what came of them as JSON."""

import json
import os
import sys

from thetarank_callback import MarkCheckpoints, TestCheckpoints, mark_ready
from thetarank_client import Client, ThetarankError
from transformers import Trainer, TrainerCallback

folder = sys.argv[1]
out = os.path.join(folder, "out put")
found = {}
steps = []


def knows(item):
    """A model that learns: after step k it knows the items up to 12 · k."""
    return int(item.id[len("item-") :]) < 12 * max(steps)


class Step(TrainerCallback):
    def on_step_end(self, args, state, control, **_):
        steps.append(state.global_step)


log = os.path.join(folder, "results.jsonl")
scores = {}
tests = TestCheckpoints(
    "exam",
    knows,
    run="night",
    log=log,
    on_result=lambda step, result: scores.__setitem__(step, result["standing"]["score"]),
    strategy="random",
    items=30,
    seed=2,
)
Trainer(out, [Step(), MarkCheckpoints(), tests]).train(4, save_steps=2)
found["marked"] = sorted(os.path.relpath(os.path.join(at, name), out) for at, _, names in os.walk(out) for name in names)
found["log"] = [json.loads(line) for line in open(log)]
found["scores"] = dict(scores)

# Another process of the same training does neither.
other = os.path.join(folder, "other")
Trainer(other, [MarkCheckpoints(), tests], is_world_process_zero=False).train(2, save_steps=2)
found["other"] = sorted(os.listdir(os.path.join(other, "checkpoint-2")))
found["lines"] = len(open(log).readlines())

# A loop of its own, and a service that is away.
found["own"] = tests.test(5)["standing"]["answers"]
mark_ready(other, "done")
found["own mark"] = os.path.exists(os.path.join(other, "done"))
away = Client("http://127.0.0.1:1", "key", attempts=1)
found["away"] = TestCheckpoints("exam", knows, client=away).test(1)
try:
    TestCheckpoints("exam", knows, client=away, strict=True).test(1)
    found["strict"] = False
except ThetarankError:
    found["strict"] = True
print(json.dumps(found))
