/** What a stand-in has done since it was started or reset. */
export interface StandInCounts {
  /** Requests for chat completions by the model they name, those refused among them. */
  readonly requests: Record<string, number>;
  /** By kind. */
  readonly faults: Record<string, number>;
  /** Refusals that are no faults, by code. */
  readonly refused: Record<string, number>;
  /** Replies to chat completions, whole ones and others. */
  replies: number;
  streams: number;
  embeddings: number;
  batches: number;
}

/** Most model names that are counted separately; any further name counts as "other". */
const MOST_NAMES = 10_000;

export class Counter {
  counts: StandInCounts = zero();

  add(kind: 'requests' | 'faults' | 'refused', name: string): void {
    const record = this.counts[kind];
    const isNew = record[name] === undefined;
    const key = isNew && Object.keys(record).length >= MOST_NAMES ? 'other' : name;
    record[key] = (record[key] ?? 0) + 1;
  }

  reset(): void {
    this.counts = zero();
  }
}

function zero(): StandInCounts {
  // Without a prototype: a model may be called "constructor".
  const record = () => Object.create(null) as Record<string, number>;
  return {
    requests: record(),
    faults: record(),
    refused: record(),
    replies: 0,
    streams: 0,
    embeddings: 0,
    batches: 0,
  };
}
