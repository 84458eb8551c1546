import { correlationInterval } from '../statistics/correlation-interval.ts';
import { holm } from '../statistics/holm.ts';
import { kendall } from '../statistics/kendall.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import { spearman } from '../statistics/spearman.ts';
import { pairedDifference } from './paired-difference.ts';
import { RANKING_ERROR } from './rank-models.ts';
import { type Parts, scoreEstimate } from './score-estimate.ts';

/** A rank correlation, with its 90% interval over models like these; null if there are fewer than five. */
export interface RankCorrelation {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Two models whose order differs between two levels. Models by position. */
export interface Swap {
  readonly first: number;
  readonly second: number;
  /** Score of the second minus that of the first at each level, in points. */
  readonly at: readonly [number, number];
  /** Whether it is more than chance: the difference is shown at both levels, with one error rate over all pairs and levels. */
  readonly isShown: boolean;
}

/** The rankings of the same models at two levels of a factor, by position. */
export interface LevelPair {
  readonly levels: readonly [number, number];
  readonly kendall: RankCorrelation;
  readonly spearman: RankCorrelation;
  readonly swaps: readonly Swap[];
  /** How the score of each model changes from the first level to the second, on its common items. */
  readonly changes: readonly ({ readonly difference: number; readonly p: number } | null)[];
}

/**
 * How rankings differ between the levels of a factor such as temperature.
 * @param scores by level and model: those of items, in [0, 1] or NaN
 */
export function rankingStability(
  scores: readonly (readonly Float64Array[])[],
  parts: Parts,
): LevelPair[] {
  const models = scores[0].length;
  const means = scores.map((own) => own.map((items) => scoreEstimate(items, parts)?.score ?? null));
  const pairs = Array.from({ length: models }, (_, first) =>
    Array.from({ length: models - first - 1 }, (__, k) => ({ first, second: first + 1 + k })),
  ).flat();
  const tests = scores.map((own) =>
    pairs.map(({ first, second }) => pairedDifference(own[first], own[second], parts)),
  );
  const adjusted = holm(Float64Array.from(tests.flat(), (one) => one?.p ?? 1));
  const isShown = (level: number, pair: number) =>
    adjusted[level * pairs.length + pair] < RANKING_ERROR;
  const levels = scores.map((_, level) => level);
  return levels.flatMap((x) =>
    levels.slice(x + 1).map((y): LevelPair => {
      const both = means[x].flatMap((_, m) =>
        means[x][m] === null || means[y][m] === null ? [] : [m],
      );
      const [first, second] = [x, y].map((level) => both.map((m) => means[level][m]!));
      return {
        levels: [x, y],
        kendall: rankCorrelation('kendall', kendall(first, second).value, both.length),
        spearman: rankCorrelation('spearman', spearman(first, second), both.length),
        swaps: pairs.flatMap((pair, k) => {
          const at = [tests[x][k]?.difference ?? 0, tests[y][k]?.difference ?? 0] as const;
          if (at[0] * at[1] >= 0) return [];
          return [{ ...pair, at, isShown: isShown(x, k) && isShown(y, k) }];
        }),
        changes: scores[x].map((own, m) => {
          const change = pairedDifference(own, scores[y][m], parts);
          return change === null ? null : { difference: change.difference, p: change.p };
        }),
      };
    }),
  );
}

/** @param n models */
export function rankCorrelation(
  name: 'kendall' | 'spearman',
  value: number | null,
  n: number,
): RankCorrelation {
  const ends = value === null ? null : correlationInterval(name, value, n, NORMAL_90);
  return { value, low: ends?.low ?? null, high: ends?.high ?? null };
}
