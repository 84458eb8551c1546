import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { benjaminiHochberg } from '../../../src/statistics/benjamini-hochberg.ts';
import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { holm } from '../../../src/statistics/holm.ts';
import type { CalibrationEngine } from '../../fit/marginal/engine/calibration-engine.ts';
import { type DifAnswers, type DifGroups, difAnswers, fillGroups, NONE } from './dif-answers.ts';
import { type AnchorFit, irtDif } from './irt-dif.ts';
import { type LogisticDif, logisticDif } from './logistic-dif.ts';
import { type MantelHaenszelItem, mantelHaenszelItems } from './mantel-haenszel-items.ts';
import { matchingScores, matchingSums } from './matching-scores.ts';
import { type Purified, purify } from './purify.ts';
import { type Rearranged, rearrangedLabels } from './rearranged-labels.ts';
import { usualStrata } from './strata.ts';
import type { DifModel, IrtDif } from './test-item.ts';

export const DIF_METHODS = ['mantel-haenszel', 'logistic', 'irt'] as const;
export type DifMethod = (typeof DIF_METHODS)[number];

export const CORRECTIONS = {
  holm,
  'benjamini-hochberg': benjaminiHochberg,
  none: (ps: Float64Array) => ps,
} as const;
export type Correction = keyof typeof CORRECTIONS;

export interface DifOptions {
  readonly methods: readonly DifMethod[];
  readonly model: DifModel;
  readonly correction: Correction;
  /** An item is flagged by a method if its corrected probability is below this. */
  readonly alpha: number;
  /** Strata of Mantel-Haenszel at most; null for one per ten examinees. */
  readonly strata: number | null;
  /** Rounds of purification at most; 1 for none. */
  readonly mostRounds: number;
  /** Family of each examinee; null if all are independent. */
  readonly families: readonly string[] | null;
  readonly arrangements: number;
  readonly seed: string | number;
  readonly engine: CalibrationEngine;
  readonly onRound?: ((method: DifMethod, round: number) => void) | undefined;
}

/** One item by one method. */
export interface ItemDif<T> {
  /** The statistics as if all examinees were independent. */
  readonly plain: T;
  /** By which it is flagged, before the correction for many items; with families it allows for them. */
  readonly p: number;
  /** Corrected for many items. */
  readonly adjusted: number;
  readonly flagged: boolean;
  /** In logits, below 0 if the item is harder for the focal group; null if there is no finite estimate. */
  readonly effect: number | null;
  /** With families it allows for them. */
  readonly se: number | null;
}

export interface MethodDif<T> {
  /** Null for items that cannot be tested: one group is missing, or all answers are equal. */
  readonly items: readonly (ItemDif<T> | null)[];
  readonly rounds: number;
  readonly settled: boolean;
  /** Number of items that examinees were matched by in the last round. */
  readonly matching: number;
}

export interface DifResult {
  readonly 'mantel-haenszel': MethodDif<MantelHaenszelItem> | null;
  readonly logistic: MethodDif<LogisticDif> | null;
  readonly irt: (MethodDif<IrtDif> & { readonly fit: AnchorFit }) | null;
  /** Null without families. */
  readonly families: Pick<Rearranged, 'count' | 'logArrangements' | 'pure' | 'mixed'> | null;
  /** One per item, of the first round; 1 without families. */
  readonly designEffects: Float64Array;
}

/** A probability by arrangements is used where at least this many of them were as extreme; beyond, the tail of the scaled chi-square is. */
const COUNTED = 10;
/** A design effect below this is the noise of a few arrangements. */
const LEAST_EFFECT = 0.1;

/**
 * Differential item functioning by several methods, each purified by its own flags. With families the tests allow for members that answer alike:
 * arrangements of whole families give Mantel-Haenszel its probability, and each item a design effect that the chi-squares of the
 * other methods are divided by (Rao & Scott 1984, first order). No probability is below one over the number of arrangements.
 *
 * @param matrix with only 0, 1 and NaN
 * @see Rao & Scott (1984), Annals of Statistics 12, 46–60
 */
export function findDif(matrix: ResponseMatrix, groups: DifGroups, options: DifOptions): DifResult {
  const { methods, model, families, arrangements, seed, engine, onRound } = options;
  const answers = difAnswers(matrix, groups);
  const rearranged =
    families === null ? null : rearrangedLabels(groups.labels, families, arrangements, seed);
  const least = rearranged === null ? 0 : Math.exp(-rearranged.logArrangements);
  const purified = <T extends { readonly p: Float64Array }>(
    method: DifMethod,
    test: (isMatching: Uint8Array) => T,
  ) =>
    purify(
      answers.items,
      (isMatching, round) => {
        onRound?.(method, round);
        return test(isMatching);
      },
      CORRECTIONS[options.correction],
      options.alpha,
      options.mostRounds,
    );
  const has = (method: DifMethod) => methods.includes(method);
  const strata = options.strata ?? usualStrata(answers.examinees);
  const all = new Uint8Array(answers.items).fill(1);
  const first =
    rearranged === null && !has('mantel-haenszel')
      ? []
      : mantelHaenszelItems(answers, all, strata, rearranged);
  const designEffects = Float64Array.from({ length: answers.items }, (_, j) =>
    Math.max(LEAST_EFFECT, first[j]?.spread?.designEffect ?? 1),
  );
  const scaled = (chiSquare: number, df: number, j: number) =>
    Math.max(least, chiSquareTail(chiSquare / designEffects[j], df));
  const widened = (se: number | null, j: number) =>
    se === null ? null : se * Math.sqrt(designEffects[j]);

  const mantel = has('mantel-haenszel')
    ? purified('mantel-haenszel', (isMatching) => {
        const isFirst = isMatching.every((one) => one === 1);
        const items = isFirst
          ? first
          : mantelHaenszelItems(answers, isMatching, strata, rearranged);
        return { items, p: column(items, (item) => mantelP(item, rearranged, least)) };
      })
    : null;
  const logistic = has('logistic')
    ? purified('logistic', (isMatching) => {
        const items = logisticItems(answers, isMatching);
        return { items, p: column(items, ({ both }, j) => scaled(both, 2, j)) };
      })
    : null;
  let guessing: Float64Array | null = null;
  const irt = has('irt')
    ? purified('irt', (isMatching) => {
        const { items, fit } = irtDif(matrix, answers, isMatching, model, engine, guessing);
        guessing ??= fit.parameters.c;
        const p = column(items, ({ both, uniform }, j) =>
          both === null ? scaled(uniform, 1, j) : scaled(both, 2, j),
        );
        return { items, fit, p };
      })
    : null;
  return {
    'mantel-haenszel': mantel && ofMethod(mantel, ({ effect, se }) => ({ effect, se })),
    logistic: logistic && ofMethod(logistic, (i, j) => ({ ...i, se: widened(i.se, j) })),
    irt: irt && {
      ...ofMethod(irt, (i, j) => ({ ...i, se: widened(i.se, j) })),
      fit: irt.tests.fit,
    },
    families: rearranged,
    designEffects,
  };
}

function column<T>(
  items: readonly (T | null)[],
  value: (item: T, j: number) => number,
): Float64Array {
  return Float64Array.from(items, (item, j) => (item === null ? Number.NaN : value(item, j)));
}

function ofMethod<T>(
  {
    tests,
    adjusted,
    flagged,
    matching,
    rounds,
    settled,
  }: Purified<{
    readonly p: Float64Array;
    readonly items: readonly (T | null)[];
  }>,
  size: (item: T, j: number) => { readonly effect: number | null; readonly se: number | null },
): MethodDif<T> {
  return {
    rounds,
    settled,
    matching: matching.reduce((sum, one) => sum + one, 0),
    items: tests.items.map((plain, j) => {
      if (plain === null) return null;
      const { effect, se } = size(plain, j);
      return {
        plain,
        p: tests.p[j],
        adjusted: adjusted[j],
        flagged: flagged[j] === 1,
        effect,
        se,
      };
    }),
  };
}

/** Without the continuity correction, which makes tests of small groups too cautious; with families by arrangements, and beyond what these resolve by the scaled chi-square. */
function mantelP(item: MantelHaenszelItem, rearranged: Rearranged | null, least: number): number {
  const { spread } = item;
  if (spread === null || rearranged === null) return item.pUncorrected;
  const resolved = COUNTED / (1 + rearranged.count);
  if (spread.pPermutation >= resolved) return spread.pPermutation;
  const effect = Math.max(LEAST_EFFECT, spread.designEffect);
  return Math.max(least, Math.min(resolved, chiSquareTail(item.chiSquareUncorrected / effect, 1)));
}

function logisticItems(answers: DifAnswers, isMatching: Uint8Array): (LogisticDif | null)[] {
  const n = answers.examinees;
  const sums = matchingSums(answers, isMatching);
  const scores = new Float64Array(n);
  const groups = new Uint8Array(n);
  const own = { scores: new Float64Array(n), groups: new Uint8Array(n), right: new Uint8Array(n) };
  return Array.from({ length: answers.items }, (_, j) => {
    fillGroups(answers.labels, answers.dates, j, groups);
    if (groups[0] === NONE) return null;
    matchingScores(answers, sums, j, scores);
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (Number.isNaN(scores[i])) continue;
      own.scores[count] = scores[i];
      own.groups[count] = groups[i];
      own.right[count++] = answers.scores[j * n + i];
    }
    return logisticDif(own.scores, own.groups, own.right, count);
  });
}
