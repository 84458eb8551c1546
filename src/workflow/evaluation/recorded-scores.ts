import { AnswerTable } from '../../evaluation/answer-table.ts';
import { callPlan } from '../../evaluation/call-plan.ts';
import { judgedQuestions } from '../../evaluation/judging.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { partyNames } from './evaluation-run.ts';

/** The answers of an evaluation that count as those of its models. */
export interface RecordedScores {
  /** Whether these are the answers of a model under the usual condition. */
  isOfModel(examinee: string): boolean;
  /** In [0, 1], of graded answers that of the judges; NaN if no judge graded the answer. @param place of the item, from 1 */
  score(examinee: string, place: number): number;
}

/**
 * The scores of an evaluation's usual condition, as its result has them.
 * @param bank whose items the run asked, in their order
 */
export async function recordedScores(
  store: Store,
  run: number,
  configuration: RunConfiguration,
  bank: string,
): Promise<RecordedScores> {
  const { models, judges } = partyNames(configuration);
  const graded: number[] = [];
  for await (const item of store.items(bank)) graded.push(judgedQuestions(item));
  const most = graded.reduce((least, questions) => Math.max(least, questions), 0);
  const plan = callPlan(models, [{ id: '' }], judges, most);
  const table = new AnswerTable(models.length, judges.length, graded);
  const callOf = new Map(plan.calls.map((call, k) => [call.id, { ...call, k }]));
  for await (const answer of store.answers(run, { texts: false })) {
    const call = callOf.get(answer.examinee);
    const item = answer.place - 1;
    if (call === undefined || item >= graded.length) continue;
    if (call.judge === null) table.note(call.k, item, answer);
    else if (answer.extracted !== null)
      table.noteJudgement(call.before[0], call.judge, item, answer.score);
  }
  const positions = new Map(models.map((name, m) => [name, m]));
  return {
    isOfModel: (examinee) => positions.has(examinee),
    score: (examinee, place) => table.score(positions.get(examinee)!, place - 1),
  };
}
