import { fail } from '../../src/errors.ts';
import { randomStream, shuffle } from '../../src/random.ts';
import { dealFolds } from '../../src/statistics/deal-folds.ts';

/**
 * - `family`: folds of whole families, so that no model is tested on a calibration with its family;
 * - `random`: folds of single models, with families on both sides;
 * - `strongest`: the fifth of the models with the highest recorded scores, on a calibration from all others.
 */
export const SPLITS = ['family', 'random', 'strongest'] as const;
export type SplitRule = (typeof SPLITS)[number];

/** Rows of the examinees to calibrate on and to test, ascending; no row is in both. */
export interface Split {
  readonly seen: readonly number[];
  readonly unseen: readonly number[];
}

export interface SplitRequest {
  readonly rule: SplitRule;
  readonly folds: number;
  /** Calibrate on this number of the models outside the fold, drawn at random; null for all of them. */
  readonly calibrationModels: number | null;
  /** Of each examinee. */
  readonly names: readonly string[];
  readonly families: readonly string[];
  /** Recorded scores. */
  readonly actual: Float64Array;
}

/**
 * The splits of one repetition. Together they test every examinee once; `strongest` has a single split and tests only some.
 * @param path names the random streams: seed, repetition
 * @throws TOO_FEW_EXAMINEES
 */
export function splitsOf(request: SplitRequest, path: readonly (string | number)[]): Split[] {
  const { calibrationModels: models } = request;
  return wholeSplits(request, path).map(({ seen, unseen }, k) => {
    if (models === null) return { seen, unseen };
    if (seen.length < models)
      fail('TOO_FEW_EXAMINEES', {
        found: seen.length,
        needed: models,
        purpose: `a calibration on ${models} models outside fold ${k + 1}`,
      });
    const drawn = shuffle([...seen], randomStream(path[0], ...path.slice(1), 'calibration', k));
    return { seen: drawn.slice(0, models).sort((x, y) => x - y), unseen };
  });
}

function wholeSplits(request: SplitRequest, path: readonly (string | number)[]): Split[] {
  const { rule, names, families, folds, actual } = request;
  const rows = names.map((_, i) => i);
  if (rule === 'strongest') {
    const unseen = new Set(strongest(actual));
    return [
      { seen: rows.filter((i) => !unseen.has(i)), unseen: rows.filter((i) => unseen.has(i)) },
    ];
  }
  const groups = rule === 'family' ? families : names;
  const fold = dealFolds(groups, folds, randomStream(path[0], ...path.slice(1), 'folds'));
  return Array.from({ length: folds }, (_, k) => ({
    seen: rows.filter((i) => fold[i] !== k),
    unseen: rows.filter((i) => fold[i] === k),
  }));
}

/** The fifth (rounded up) with the highest scores, the first rows among equals. */
export function strongest(actual: Float64Array): number[] {
  const rows = Array.from(actual.keys()).sort((i, j) => actual[j] - actual[i] || i - j);
  return rows.slice(0, fifthOf(rows.length));
}

export function fifthOf(count: number): number {
  return Math.ceil(count / 5);
}
