import type { GradedCandidate } from '../../../calibration/polytomous/choose/choose-model.ts';
import { evenLevels } from '../../irt/polytomous/score-levels.ts';
import { randomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import { mean } from '../../statistics/mean.ts';
import { plainScore } from '../random-items.ts';
import { recordedExaminees } from '../recorded-bank.ts';
import {
  type GradedWidth,
  gradedInterval,
  gradedWidth,
  type KnownTest,
} from './graded-interval.ts';
import { chooseGraded, leftOutRows } from './left-out-families.ts';
import { type GradedTestPlan, testGrades } from './test-grades.ts';

export interface GradedTestsRequest extends Omit<GradedTestPlan, 'examinees' | 'levels'> {
  /** Number of equally spaced levels of the scores. */
  readonly levels: number;
  /** Family of each examinee: whole families are left out. */
  readonly families: readonly string[];
  /** Folds of the examinees tested; of each calibration for the width of its intervals, and for the choice of its model. */
  readonly folds: number;
  readonly innerFolds: number;
  readonly choiceFolds: number;
  readonly onStep?: ((doing: string, done: number, all: number) => void) | undefined;
}

/** The score on the whole bank as a test gives it, with a 90% interval, all in [0, 1]. */
export interface GradedScore {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/** One entry per length, draw and examinee. */
type PerTest<T> = T[][][];

export interface GradedTests {
  /** Known score of each examinee on the whole bank. */
  readonly actual: Float64Array;
  /** The model chosen without each fold, and whether the choice was clear. */
  readonly choices: readonly { readonly model: GradedCandidate; readonly isClear: boolean }[];
  /** One entry per strategy. */
  readonly scores: readonly PerTest<GradedScore>[];
  /** The plain mean of the items of a random test, with the interval of a random sample. */
  readonly plain: PerTest<GradedScore>;
  /** √τ², the misfit that widens intervals: its mean over folds and draws, by strategy and length. */
  readonly misfits: readonly (readonly number[])[];
}

/**
 * Graded tests of recorded examinees, each on a calibration without the families of its fold. Within that calibration left-out families choose the model and
 * give the width of intervals: nothing is known of the examinee tested.
 *
 * @throws TOO_FEW_EXAMINEES if there are fewer families than folds
 */
export function gradedTests(request: GradedTestsRequest): GradedTests {
  const { responses, families, strategies, lengths, draws, folds, seed } = request;
  const { examinees, actual } = recordedExaminees({
    name: 'graded scores',
    simulated: false,
    responses,
    tags: {},
    fullScore: 'items',
  });
  const plan = { ...request, examinees, levels: evenLevels(request.levels) };
  const perTest = <T>(): PerTest<T> =>
    lengths.map(() => Array.from({ length: draws }, () => new Array<T>(examinees.length)));
  const fold = dealFolds(families, folds, randomStream(seed, 'graded-folds'));
  const scores = strategies.map(() => perTest<GradedScore>());
  const plain = perTest<GradedScore>();
  const choices: { model: GradedCandidate; isClear: boolean }[] = [];
  const widths: GradedWidth[][][][] = [];
  const oneStratum = { count: 1, of: new Uint8Array(responses.items.length) };
  let done = 0;
  const step = (doing: string) => request.onStep?.(doing, done++, folds * (2 + request.innerFolds));
  for (let k = 0; k < folds; k++) {
    const seen = examinees.flatMap((_, i) => (fold[i] === k ? [] : [i]));
    const unseen = examinees.flatMap((_, i) => (fold[i] === k ? [i] : []));
    step(`fold ${k + 1}: choosing the model`);
    const { best, isClear } = chooseGraded(
      plan,
      families,
      seen,
      request.choiceFolds,
      `${seed}/choice/${k}`,
    );
    choices.push({ model: best, isClear });
    const models = strategies.map(({ model }) => (model === 'chosen' ? best : model));
    const known = strategies.map(() => perTest<KnownTest>());
    const random = randomStream(seed, 'graded-inner-folds', k);
    const inner = leftOutRows(families, seen, request.innerFolds, random);
    inner.forEach((tested) => {
      step(`fold ${k + 1}: tests for intervals`);
      const others = seen.filter((i) => !tested.includes(i));
      testGrades(plan, models, others, tested, (s, i, draw, { predictions }) => {
        predictions.forEach((prediction, l) => {
          known[s][l][draw][i] = { prediction, actual: actual[i] };
        });
      });
    });
    // Rows of examinees that were not tested have no entry.
    const own = known.map((ofStrategy) =>
      ofStrategy.map((ofLength) =>
        ofLength.map((tests) => gradedWidth(tests.filter((test) => test !== undefined))),
      ),
    );
    widths.push(own);
    step(`fold ${k + 1}: tests`);
    testGrades(plan, models, seen, unseen, (s, i, draw, { predictions, asked }) => {
      predictions.forEach((prediction, l) => {
        const { low, high } = gradedInterval(prediction, own[s][l][draw]);
        scores[s][l][draw][i] = { score: prediction.score, low, high };
        if (strategies[s].randomShare === 1)
          plain[l][draw][i] = plainScore(examinees[i], oneStratum, asked, lengths[l]);
      });
    });
  }
  const misfits = strategies.map((_, s) =>
    lengths.map((_, l) =>
      mean(widths.flatMap((own) => own[s][l].map(({ misfit }) => Math.sqrt(misfit)))),
    ),
  );
  return { actual, choices, scores, plain, misfits };
}
