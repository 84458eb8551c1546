import type { PredictedScore } from '../../src/irt/predicted-score.ts';
import { randomStream } from '../../src/random.ts';
import type { SampleScore } from '../../src/ranking/design-interval.ts';
import type { FoldBank } from '../../src/ranking/fold-bank.ts';
import { plainScore, randomOrder, type Strata } from '../../src/ranking/random-items.ts';
import { balanceTag, type RecordedBank } from '../../src/ranking/recorded-bank.ts';
import {
  balancedTest,
  fixedTest,
  paperTest,
  type RecordedExaminee,
} from '../../src/ranking/recorded-test.ts';

/** One examinee's test: on which calibration, to which lengths, with which randomness. */
export interface Trial {
  readonly bank: RecordedBank;
  readonly part: FoldBank;
  readonly examinee: RecordedExaminee;
  readonly strata: Strata;
  /** Ascending. */
  readonly lengths: readonly number[];
  /** Names the trial's random streams: seed, repetition, examinee. */
  readonly path: readonly (string | number)[];
}

/** What a strategy says of the full-bank score after some number of items. */
export interface Outcome {
  readonly items: number;
  readonly score: number;
  /** The strategy's own 90% interval, or the prediction that a conformal factor turns into one. */
  readonly interval: SampleScore | null;
  readonly prediction: PredictedScore | null;
}

/** A way to test an examinee: one outcome for each length. */
export type Strategy = (trial: Trial) => Outcome[];

/**
 * - `random`: random items and their plain mean, with the design-based interval of a finite population;
 * - `random-irt`: the same random items and the calibrated prediction;
 * - `paper`: the published method, maximum likelihood and maximum information;
 * - `balanced`: the same, with every value of the score's tag (else of the first tag) in its share of the test.
 */
export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  random: ({ examinee, strata, lengths, path }) => {
    const order = randomOrder(examinee, strata, randomStream(path.join('/'), 'items'));
    return lengths.map((length) => {
      const interval = plainScore(examinee, strata, order, length);
      return {
        items: Math.min(length, order.length),
        score: interval.score,
        interval,
        prediction: null,
      };
    });
  },
  'random-irt': ({ part, examinee, strata, lengths, path }) => {
    const order = randomOrder(examinee, strata, randomStream(path.join('/'), 'items'));
    const longest = lengths[lengths.length - 1];
    return fixedTest(part.bank, examinee, order.subarray(0, longest), lengths).map(fromPrediction);
  },
  paper: ({ part, examinee, lengths, path }) =>
    paperTest(part.bank, examinee, lengths, path.join('/')).checkpoints.map(fromPrediction),
  balanced: ({ bank, part, examinee, lengths, path }) =>
    balancedTest(part.bank, examinee, balanceTag(bank), lengths, path.join('/')).checkpoints.map(
      fromPrediction,
    ),
};

function fromPrediction(prediction: PredictedScore & { readonly items: number }): Outcome {
  return { items: prediction.items, score: prediction.score, interval: null, prediction };
}
