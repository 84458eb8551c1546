import type { RecordAnswer } from './format.ts';

/** What the scores of logs are of. */
export interface ScoredBy {
  /** The metrics or scorers that scores are of, in the order they were met. */
  readonly metrics: readonly string[];
  /** Metrics and scorers of the logs that no score is of. */
  readonly otherMetrics: readonly string[];
  /** Those of the metrics whose scores are 1 − x. */
  readonly flipped: readonly string[];
  /** Samples that a limit ended, by its kind. */
  readonly limits: Readonly<Record<string, number>>;
}

export interface ScoreCollection {
  add(
    answer: Pick<RecordAnswer, 'metric' | 'otherMetrics' | 'isFlipped' | 'limit'> &
      Partial<Pick<RecordAnswer, 'examinee' | 'simulated'>>,
  ): void;
  found(): ScoredBy;
  /** Whose answers come from the stand-in. */
  standIns(): ReadonlySet<string>;
}

export function scoredBy(): ScoreCollection {
  const metrics = new Set<string>();
  const others = new Set<string>();
  const flipped = new Set<string>();
  const limits: Record<string, number> = {};
  const standIns = new Set<string>();
  return {
    add({ metric, otherMetrics = [], isFlipped, limit, examinee, simulated }) {
      if (simulated === true && examinee !== undefined) standIns.add(examinee);
      if (metric !== undefined) metrics.add(metric);
      if (metric !== undefined && isFlipped === true) flipped.add(metric);
      for (const name of otherMetrics) others.add(name);
      if (limit !== undefined) limits[limit] = (limits[limit] ?? 0) + 1;
    },
    found: () => ({
      metrics: [...metrics],
      otherMetrics: [...others].filter((name) => !metrics.has(name)),
      flipped: [...flipped],
      limits,
    }),
    standIns: () => standIns,
  };
}
