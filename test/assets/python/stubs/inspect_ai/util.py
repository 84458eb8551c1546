"""EarlyStop and the protocol EarlyStopping, with the fields and signatures of inspect_ai 0.3.232."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Protocol


@dataclass
class EarlyStop:
    id: str | int
    epoch: int
    reason: Optional[str] = None
    metadata: Optional[dict[str, Any]] = None


class EarlyStopping(Protocol):
    async def start_task(self, task: "EvalSpec", samples: "list[Sample]", epochs: int) -> str: ...

    async def schedule_sample(self, id: str | int, epoch: int) -> EarlyStop | None: ...

    async def complete_sample(self, id: str | int, epoch: int, scores: "dict[str, SampleScore]") -> None: ...

    async def complete_task(self) -> "dict[str, JsonValue]": ...
