import { fail } from '../../errors.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import type { KeptJudgements } from '../../run/judges/judge-replies.ts';
import type { Store } from '../../store/store.ts';
import { knownRun } from '../known-run.ts';

/** The scores that judges gave to the answers of a run, by aspect and as a whole. @throws NAME_UNKNOWN, JUDGEMENTS_TOO_FEW */
export async function runJudgements(store: Store, run: number): Promise<GivenScore[]> {
  await knownRun(store, run);
  const found: GivenScore[] = [];
  for await (const { examinee, item, rule, extracted } of store.answers(run, { texts: false })) {
    if (rule !== 'rubric' || extracted === null) continue;
    const { judgements }: KeptJudgements = JSON.parse(extracted);
    for (const one of judgements) {
      if ('reason' in one) continue;
      const about = {
        model: examinee,
        item: `${item} #${one.question}`,
        judge: one.judge,
        where: `run ${run}`,
      };
      found.push({ ...about, aspect: null, score: one.score });
      for (const [aspect, score] of Object.entries(one.aspects))
        found.push({ ...about, aspect, score });
    }
  }
  if (found.length === 0)
    fail('JUDGEMENTS_TOO_FEW', { where: `run ${run}`, found: 'no answers that judges graded' });
  return found;
}
