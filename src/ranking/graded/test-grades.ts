import type { GradedCandidate } from '../../../calibration/polytomous/choose/choose-model.ts';
import { type GradedBank, gradedBank } from '../../cat/graded/graded-bank.ts';
import type { GradedPrediction } from '../../cat/graded/graded-prediction.ts';
import { GradedSession } from '../../cat/graded/graded-session.ts';
import type { CategoryMatrix } from '../../irt/polytomous/category-matrix.ts';
import { randomStream } from '../../random.ts';
import type { RecordedExaminee } from '../recorded-test.ts';
import { fitGrades, gradesAs, type RecordedGrades } from './graded-fit.ts';

/** How answers are modelled and items chosen. */
export interface GradedStrategy {
  readonly name: string;
  /** `chosen`: the model that predicts left-out examinees best. */
  readonly model: GradedCandidate | 'chosen';
  /** The chance that an item is drawn at random; otherwise it is chosen by information. */
  readonly randomShare: number;
}

/** A test on recorded answers. */
export interface GradedRecordedTest {
  /** One entry per length. */
  readonly predictions: readonly GradedPrediction[];
  /** Items in the order asked. */
  readonly asked: Int32Array;
}

export interface GradedTestPlan extends RecordedGrades {
  readonly examinees: readonly RecordedExaminee[];
  readonly strategies: readonly GradedStrategy[];
  /** Ascending. */
  readonly lengths: readonly number[];
  /** Tests of each examinee, with other random items. */
  readonly draws: number;
  /** Scores from here on count as right for `binary`. */
  readonly cut: number;
  readonly seed: string | number;
}

/**
 * Tests the examinees in `tested` on calibrations of those in `known`, one for each model. Random items of an examinee are the same for all
 * strategies and calibrations.
 *
 * @param models of the strategies
 * @param take receives the test of strategy, examinee and draw
 */
export function testGrades(
  plan: GradedTestPlan,
  models: readonly GradedCandidate[],
  known: readonly number[],
  tested: readonly number[],
  take: (strategy: number, examinee: number, draw: number, test: GradedRecordedTest) => void,
): void {
  const width = plan.responses.items.length;
  for (const model of new Set(models)) {
    const bank = gradedBank(fitGrades(model, plan, known, plan.cut).items);
    const { answers } = gradesAs(model, plan, plan.cut);
    plan.strategies.forEach(({ randomShare }, s) => {
      if (models[s] !== model) return;
      for (const i of tested) {
        const row = answers.subarray(i * width, (i + 1) * width);
        let test: GradedRecordedTest | null = null;
        for (let draw = 0; draw < plan.draws; draw++) {
          if (test === null || randomShare > 0)
            test = testOne(plan, bank, i, row, randomShare, draw);
          take(s, i, draw, test);
        }
      }
    });
  }
}

/** One test with its predictions at each length; shorter if there are fewer answers. */
function testOne(
  { examinees, responses, lengths, seed }: GradedTestPlan,
  bank: GradedBank,
  i: number,
  categories: CategoryMatrix['answers'],
  randomShare: number,
  draw: number,
): GradedRecordedTest {
  const { scores, weights } = examinees[i];
  const random = randomStream(seed, 'graded-test', responses.examinees[i], draw);
  const session = new GradedSession(bank, { weights, randomShare, random });
  const asked: number[] = [];
  const predictions = lengths.map((length) => {
    while (asked.length < length) {
      const j = session.next();
      if (j === null) break;
      session.answer(categories[j], scores[j]);
      asked.push(j);
    }
    return session.predict();
  });
  return { predictions, asked: Int32Array.from(asked) };
}
