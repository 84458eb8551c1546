import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { benjaminiHochberg } from '../../../src/statistics/benjamini-hochberg.ts';
import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { holm } from '../../../src/statistics/holm.ts';
import type { CalibrationEngine } from '../../fit/marginal/engine/calibration-engine.ts';
import { type DifGroups, difAnswers, NONE } from './dif-answers.ts';
import { type LogisticDif, logisticDif } from './logistic-dif.ts';
import { type MantelHaenszelItem, mantelHaenszelItems } from './mantel-haenszel-items.ts';
import {
  type AbilityMatching,
  type AnchorFit,
  type DifCurves,
  matchAbilities,
} from './match-abilities.ts';
import { type Purified, purify } from './purify.ts';
import { type Rearranged, rearrangedLabels } from './rearranged-labels.ts';
import { type IrtDif, testItem } from './test-item.ts';

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
  /** Those that examinees were matched by: the ones of which all answers are likelier. */
  readonly curves: DifCurves;
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
/** Examinees per stratum of Mantel-Haenszel, at least, where their number is not given. */
const PER_STRATUM = 10;
/**
 * Intercept and slope of an item in both groups. Chi-squares with 2 degrees of freedom have the tail of F with 2 and n less this many, (1 + x/m)^(−m/2):
 * that of a chi-square is too small with few examinees (docs/evidence/dif.md).
 */
const CURVE_PARAMETERS = 4;
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
  const { methods, families, arrangements, seed, engine, onRound } = options;
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
  const strata = options.strata ?? Math.max(2, Math.floor(answers.examinees / PER_STRATUM));
  const all = new Uint8Array(answers.items).fill(1);
  const [without, withGuessing] = (['2pl', '3pl'] as const).map((curves) =>
    matchAbilities(matrix, answers, all, curves, engine, null),
  );
  const curves = withGuessing.fit.logLikelihood > without.fit.logLikelihood ? '3pl' : '2pl';
  const byAll = curves === '3pl' ? withGuessing : without;
  const matchBy = (isAnchor: Uint8Array) =>
    isAnchor.includes(0)
      ? matchAbilities(matrix, answers, isAnchor, curves, engine, byAll.fit.parameters.c)
      : byAll;
  const first =
    rearranged === null && !has('mantel-haenszel')
      ? []
      : mantelHaenszelItems(answers, byAll, strata, rearranged);
  const designEffects = Float64Array.from({ length: answers.items }, (_, j) =>
    Math.max(LEAST_EFFECT, first[j]?.spread?.designEffect ?? 1),
  );
  const scaled = (chiSquare: number, j: number) => {
    const given = answers.scores.subarray(j * answers.examinees, (j + 1) * answers.examinees);
    const known = given.reduce((sum, u) => sum + (u === NONE ? 0 : 1), 0) / designEffects[j];
    const rest = Math.max(1, known - CURVE_PARAMETERS);
    return Math.max(least, (1 + chiSquare / designEffects[j] / rest) ** (-rest / 2));
  };
  const widened = (se: number | null, j: number) =>
    se === null ? null : se * Math.sqrt(designEffects[j]);

  const mantel = has('mantel-haenszel')
    ? purified('mantel-haenszel', (isMatching) => {
        const matching = matchBy(isMatching);
        const items =
          matching === byAll ? first : mantelHaenszelItems(answers, matching, strata, rearranged);
        return { items, p: column(items, (item) => mantelP(item, rearranged, least)) };
      })
    : null;
  const logistic = has('logistic')
    ? purified('logistic', (isMatching) => {
        const items = logisticItems(answers.items, matchBy(isMatching));
        return { items, p: column(items, ({ both }, j) => scaled(both, j)) };
      })
    : null;
  const irt = has('irt')
    ? purified('irt', (isMatching) => {
        const matching = matchBy(isMatching);
        const items = Array.from({ length: answers.items }, (_, j) => {
          const own = matching.item(j);
          return own && testItem(own.window, true, own.curve.c, own.curve);
        });
        const p = column(items, ({ both }, j) => scaled(both!, j));
        return { items, fit: matching.fit, p };
      })
    : null;
  return {
    curves,
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

/** By the log-odds of the predicted answer, on which a right model has the slope 1, whatever its guessing. */
function logisticItems(items: number, matching: AbilityMatching): (LogisticDif | null)[] {
  return Array.from({ length: items }, (_, j) => {
    const own = matching.item(j);
    if (own === null) return null;
    const { count, groups, answers } = own.window;
    const known = own.predicted.filter((p) => !Number.isNaN(p));
    return logisticDif(
      known.map((p) => Math.log(p / (1 - p))),
      groups,
      answers,
      count,
    );
  });
}
