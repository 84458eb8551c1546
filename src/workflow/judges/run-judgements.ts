import { fail } from '../../errors.ts';
import { judgementOf } from '../../evaluation/call-plan.ts';
import { modelOf } from '../../evaluation/condition.ts';
import { EMPTY_ANSWER } from '../../evaluation/judging.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import type { KeptJudgements } from '../../run/judges/judge-replies.ts';
import type { RunAnswer, RunConfiguration } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { EVALUATION_FORMAT } from '../evaluation/evaluation-run.ts';
import { knownRun } from '../known-run.ts';
import { STRESS_FORMAT } from '../stress/stress-job.ts';

/** The scores that judges gave to the answers of a run, by aspect and as a whole. @throws NAME_UNKNOWN, JUDGEMENTS_TOO_FEW */
export async function runJudgements(store: Store, run: number): Promise<GivenScore[]> {
  const { configuration } = await knownRun(store, run);
  const { format } = configuration;
  const scoresIn =
    format === EVALUATION_FORMAT || format === STRESS_FORMAT
      ? ownCalls(configuration)
      : withinAnswers;
  const found: GivenScore[] = [];
  for await (const answer of store.answers(run, { texts: false }))
    for (const { model, item, judge, score, aspects } of scoresIn(answer)) {
      const about = { model, item, judge, where: `run ${run}` };
      found.push({ ...about, aspect: null, score });
      for (const [aspect, grade] of Object.entries(aspects))
        found.push({ ...about, aspect, score: grade });
    }
  if (found.length === 0)
    fail('JUDGEMENTS_TOO_FEW', { where: `run ${run}`, found: 'no answers that judges graded' });
  return found;
}

type Graded = Pick<GivenScore, 'model' | 'item' | 'judge' | 'score'> & {
  readonly aspects: Readonly<Record<string, number>>;
};

/** Of tests: the record of an answer has its judgements. */
function withinAnswers({ examinee, item, rule, extracted }: RunAnswer): Graded[] {
  if (rule !== 'rubric' || extracted === null) return [];
  const { judgements }: KeptJudgements = JSON.parse(extracted);
  return judgements.flatMap((one) => {
    if ('reason' in one) return [];
    const { judge, question, score, aspects } = one;
    return [{ model: examinee, item: `${item} #${question}`, judge, score, aspects }];
  });
}

/** Of evaluations: each judgement is an answer of its own. Answers under another condition are items of their own. */
function ownCalls(configuration: RunConfiguration): (answer: RunAnswer) => Graded[] {
  const namesOf = (parties: unknown) =>
    ((parties ?? []) as { readonly name: string }[]).map(({ name }) => name);
  const models = namesOf(configuration.models);
  const { judges } = (configuration.judging ?? {}) as { readonly judges?: unknown };
  const judging = namesOf(judges);
  return ({ examinee, item, rule, extracted, score }) => {
    const about = judgementOf(examinee, judging);
    // No judge was asked about an empty answer.
    if (about === null || extracted === null || rule === EMPTY_ANSWER) return [];
    const { judge, question } = about;
    const { model, condition } = modelOf(about.answer, models) ?? {
      model: about.answer,
      condition: '',
    };
    const under = condition === '' ? '' : ` ~ ${condition}`;
    const aspects = JSON.parse(extracted) as Record<string, number>;
    return [{ model, item: `${item} #${question + 1}${under}`, judge, score, aspects }];
  };
}
