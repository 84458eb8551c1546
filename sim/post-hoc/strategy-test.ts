import type { ItemCosts } from '../../src/cat/robust/item-costs.ts';
import type { PredictedScore } from '../../src/irt/predicted-score.ts';
import type { SampleScore } from '../../src/ranking/design-interval.ts';
import type { FoldBank } from '../../src/ranking/fold-bank.ts';
import type { Strata } from '../../src/ranking/random-items.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import type { RecordedExaminee } from '../../src/ranking/recorded-test.ts';

/** The data of a fold before any test, the same for all its examinees. */
export interface Fold {
  readonly bank: RecordedBank;
  /** The calibration, and its examinees. */
  readonly part: FoldBank;
  /** The examinees of the calibration with their scores on the whole bank, in [0, 1]: a strategy may learn only from these. */
  readonly known: {
    readonly examinees: readonly RecordedExaminee[];
    readonly scores: Float64Array;
  };
  readonly strata: Strata;
  /** Families of all examinees of the bank, as used for the folds. */
  readonly families: readonly string[];
  /** Names random streams that all examinees of the fold share: seed, repetition, fold. */
  readonly foldPath: readonly (string | number)[];
  /** What items cost, and what a test may cost; undefined if that does not matter. */
  readonly costs?: ItemCosts | undefined;
}

/** One examinee's test: its calibration, lengths and random streams. */
export interface StrategyTest extends Fold {
  readonly examinee: RecordedExaminee;
  /** Ascending. */
  readonly lengths: readonly number[];
  /** Names the test's random streams: seed, repetition, examinee. */
  readonly path: readonly (string | number)[];
}

/** A strategy's prediction of the full score after some number of items. */
export interface StrategyScore {
  readonly items: number;
  readonly score: number;
  /** The strategy's own 90% interval, or a prediction for which a conformal factor gives an interval. */
  readonly interval: SampleScore | null;
  readonly prediction: PredictedScore | null;
  /** Standard errors to each side of the strategy's own interval; absent if no factor was learned for it. */
  readonly factor?: number;
  /** Whether the strategy warns that its interval may not hold for this examinee; absent if it never warns. */
  readonly alarm?: boolean;
  /** Dollars that its items cost; absent without costs. */
  readonly cost?: number;
}

/** A way to test an examinee: one score for each length. */
export type Strategy = (test: StrategyTest) => StrategyScore[];

export function fromPrediction(
  prediction: PredictedScore & { readonly items: number },
): StrategyScore {
  return { items: prediction.items, score: prediction.score, interval: null, prediction };
}

export function fromSample(interval: SampleScore, items: number): StrategyScore {
  return { items, score: interval.score, interval, prediction: null };
}

/**
 * The predicted score of a method without a model of the answers, kept within the range that the answers leave.
 * @param items the items asked
 */
export function fromScore(
  { scores, weights }: RecordedExaminee,
  items: ArrayLike<number>,
  { score, se }: { readonly score: number; readonly se: number },
): StrategyScore {
  let least = 0;
  let answered = 0;
  for (let k = 0; k < items.length; k++) {
    least += weights[items[k]] * scores[items[k]];
    answered += weights[items[k]];
  }
  const most = least + Math.max(0, 1 - answered);
  const kept = Math.min(Math.max(score, least), most);
  return fromPrediction({ items: items.length, score: kept, se, least, most });
}

/** Computes something once for each fold, when it is first asked for, and not for each examinee of the fold. */
export function oncePerFold<T>(make: (fold: Fold) => T): (fold: Fold) => T {
  const made = new WeakMap<FoldBank, T>();
  return (fold) => {
    let value = made.get(fold.part);
    if (value === undefined) {
      value = make(fold);
      made.set(fold.part, value);
    }
    return value;
  };
}

/** The same for each fold and length. */
export function oncePerLength<T>(
  make: (fold: Fold, length: number) => T,
): (fold: Fold, length: number) => T {
  const ofFold = oncePerFold(() => new Map<number, T>());
  return (fold, length) => {
    const made = ofFold(fold);
    let value = made.get(length);
    if (value === undefined) {
      value = make(fold, length);
      made.set(length, value);
    }
    return value;
  };
}
