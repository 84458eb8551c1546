import type { AnswerSum, SynthesisTally } from '../synthesis/synthesis-tally.ts';
import type { EvaluationJob } from './evaluation-job.ts';

/** Progress of an evaluation: calls, items, and the scores of each model so far; of answers that judges grade, their judgements. */
export function evaluationTally({
  plan,
  kept,
  bank,
  needed,
  models,
}: Pick<EvaluationJob, 'plan' | 'kept' | 'bank' | 'models'> & {
  needed(item: number): readonly number[];
}): SynthesisTally {
  const items = bank.ids.length;
  const left = new Uint16Array(items);
  const sums = { kept: 0, missing: 0 };
  const finals = models.map(() => ({ right: 0, answers: 0 }));
  let done = 0;
  const score = (call: number, item: number) => {
    const { model, other, judge } = plan.calls[call];
    if (other !== null) return;
    // The score of a graded answer is that of its judgements, of which those that could not be read are none.
    if (bank.graded[item] > 0 && (judge === null || !kept.isRead(call, item))) return;
    finals[model].right += kept.score(call, item);
    finals[model].answers++;
  };
  for (let item = 0; item < items; item++) {
    for (const call of needed(item)) {
      if (kept.isKept(call, item)) {
        score(call, item);
        sums.kept++;
      } else {
        left[item]++;
        sums.missing++;
      }
    }
    if (left[item] === 0) done++;
  }
  return {
    count(call, item) {
      score(call, item);
      sums.kept++;
      sums.missing--;
      if (--left[item] === 0) done++;
    },
    calls: () => ({ ...sums }),
    items: () => done,
    finals: (): AnswerSum[] => finals.map((sum) => ({ ...sum })),
  };
}
