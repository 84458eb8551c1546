import { fail } from '../../errors.ts';
import { judgementOf } from '../../evaluation/call-plan.ts';
import { modelOf } from '../../evaluation/condition.ts';
import { EMPTY_ANSWER } from '../../evaluation/judging.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import type { KeptJudgements } from '../../run/judges/judge-replies.ts';
import type { RunAnswer, RunConfiguration } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { EVALUATION_FORMAT, partyNames } from '../evaluation/evaluation-run.ts';
import { knownRun } from '../known-run.ts';
import { STRESS_FORMAT } from '../stress/stress-job.ts';

/** What a judge said about an answer to one question, from 1. */
interface Judged {
  readonly model: string;
  readonly item: string;
  readonly question: number;
  /** How the answer was asked for; '' as usual. */
  readonly condition: string;
  readonly judge: string;
  readonly score: number;
  readonly aspects: Readonly<Record<string, number>>;
}

type Kept = Pick<RunAnswer, 'examinee' | 'item' | 'rule' | 'extracted' | 'score'>;

/**
 * The scores that judges gave to the answers of a run, by aspect and as a whole. An answer goes by its item; of an item with several questions by
 * `ITEM #2`, under an unusual condition by `ITEM ~ temperature=1`.
 * @throws NAME_UNKNOWN, JUDGEMENTS_TOO_FEW
 */
export async function runJudgements(store: Store, run: number): Promise<GivenScore[]> {
  const { configuration } = await knownRun(store, run);
  const { format } = configuration;
  const judgementsIn =
    format === EVALUATION_FORMAT || format === STRESS_FORMAT
      ? ownCalls(configuration)
      : withinAnswers;
  const all: Judged[] = [];
  for await (const answer of store.answers(run, { texts: false }))
    if (answer.extracted !== null) all.push(...judgementsIn(answer));
  if (all.length === 0)
    fail('JUDGEMENTS_TOO_FEW', { where: `run ${run}`, found: 'no answers that judges graded' });
  const questions = new Map<string, number>();
  for (const { item, question } of all)
    questions.set(item, Math.max(questions.get(item) ?? 0, question));
  return all.flatMap(({ model, item, question, condition, judge, score, aspects }) => {
    const part = questions.get(item)! > 1 ? `${item} #${question}` : item;
    const about = {
      ...{ model, judge, where: `run ${run}` },
      item: condition === '' ? part : `${part} ~ ${condition}`,
    };
    return [
      { ...about, aspect: null, score },
      ...Object.entries(aspects).map(([aspect, grade]) => ({ ...about, aspect, score: grade })),
    ];
  });
}

/** Of tests: the record of an answer has its judgements. */
function withinAnswers({ examinee, item, rule, extracted }: Kept): Judged[] {
  if (rule !== 'rubric') return [];
  const { judgements }: KeptJudgements = JSON.parse(extracted!);
  return judgements.flatMap((one) =>
    'reason' in one ? [] : [{ ...one, model: examinee, item, condition: '' }],
  );
}

/** Of evaluations and stress tests: each judgement is an answer of its own. No judge was asked about an empty answer. */
function ownCalls(configuration: RunConfiguration): (answer: Kept) => Judged[] {
  const { models, judges } = partyNames(configuration);
  return ({ examinee, item, rule, extracted, score }) => {
    const about = judgementOf(examinee, judges);
    if (about === null || rule === EMPTY_ANSWER) return [];
    const { model, condition } = modelOf(about.answer, models) ?? {
      model: about.answer,
      condition: '',
    };
    const { judge, question } = about;
    const aspects = JSON.parse(extracted!) as Record<string, number>;
    return [{ model, item, question: question + 1, condition, judge, score, aspects }];
  };
}
