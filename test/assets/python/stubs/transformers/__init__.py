"""A stand-in for transformers: a Trainer that saves checkpoints and tells its callbacks, as version 4 and 5 do."""

from __future__ import annotations

import os
from types import SimpleNamespace


class TrainerCallback:
    def on_train_begin(self, args, state, control, **kwargs): ...

    def on_step_end(self, args, state, control, **kwargs): ...

    def on_save(self, args, state, control, **kwargs): ...

    def on_train_end(self, args, state, control, **kwargs): ...


class Trainer:
    """Only its saving is real: a folder checkpoint-STEP in output_dir, then ``on_save``."""

    def __init__(self, output_dir, callbacks, is_world_process_zero=True):
        self.args = SimpleNamespace(output_dir=output_dir)
        self.state = SimpleNamespace(global_step=0, is_world_process_zero=is_world_process_zero)
        self.control = SimpleNamespace(should_training_stop=False)
        self.callbacks = callbacks

    def _tell(self, event):
        for callback in self.callbacks:
            getattr(callback, event)(self.args, self.state, self.control, model=self, processing_class=None)

    def train(self, steps, save_steps):
        self._tell("on_train_begin")
        for step in range(1, steps + 1):
            self.state.global_step = step
            self._tell("on_step_end")
            if step % save_steps == 0:
                folder = os.path.join(self.args.output_dir, f"checkpoint-{step}")
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, "model.safetensors"), "w") as file:
                    file.write("weights")
                self._tell("on_save")
        self._tell("on_train_end")
