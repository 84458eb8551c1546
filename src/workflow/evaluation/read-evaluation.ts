import { AnswerTable } from '../../evaluation/answer-table.ts';
import type { PlannedCall } from '../../evaluation/call-plan.ts';
import { type EvaluationCondition, headline } from '../../evaluation/condition.ts';
import { EMPTY_ANSWER } from '../../evaluation/judging.ts';
import type { PairVerdict } from '../../evaluation/pair-verdicts.ts';
import type { Verdict } from '../../prompt/judge/read-verdict.ts';
import { readAnswerOf } from '../../run/read-answer.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { GroupSum } from '../../statistics/ratio-interval.ts';
import type { Store } from '../../store/store.ts';
import { keyChoices } from '../../tested-bank/key-choices.ts';
import { ReadAnswers } from '../bank/read-answers.ts';
import type { EvaluationJob } from './evaluation-job.ts';
import type { EvaluationUse } from './evaluation-result.ts';

/** What a run has of an evaluation, without texts. */
export interface ReadEvaluation {
  readonly table: AnswerTable;
  /** What the answers of a model under the conditions of its score, or of any other of its calls by name, show of prompt and extraction. */
  readonly patterns: ReadAnswers;
  /** Versions of the prompts that models answered, in order. */
  readonly prompts: readonly string[];
  /** By judge. */
  readonly judgements: readonly { readonly read: number; readonly unread: number }[];
  /** Of two answers to a question each, in both orders. */
  readonly verdicts: readonly PairVerdict[];
  /** By judge. */
  readonly unreadVerdicts: readonly number[];
  /** Grades that a judge gave to an answer's questions: by aspect, then by item. */
  grades(answer: number, judge: number): ReadonlyMap<string, ReadonlyMap<number, GroupSum>>;
  /** Of the calls of a model or a judge. */
  use(isOf: (call: number) => boolean): EvaluationUse;
}

interface CallUse {
  answers: number;
  prompt: number;
  completion: number;
  cost: number;
  readonly seconds: number[];
}

/** Reads the answers and judgements of a run once, as they are kept. */
export async function readEvaluation(
  store: Store,
  run: number,
  { plan, bank, models, conditions, judges }: EvaluationJob,
): Promise<ReadEvaluation> {
  const choicesOf = new Map<
    EvaluationCondition['change'],
    Awaited<ReturnType<typeof keyChoices>>
  >();
  for (const change of new Set(conditions.map((own) => own.change)))
    choicesOf.set(change, await keyChoices(store, bank.summary.name, bank.ids, change));
  const isOfScore = new Set(headline(conditions));
  const patterns = new ReadAnswers();
  const table = new AnswerTable(models.length * conditions.length, judges.length, bank.graded);
  const callOf = new Map(plan.calls.map(({ id }, k) => [id, k]));
  const itemOf = new Map(Array.from(bank.places, (place, j) => [place, j]));
  const prompts = new Set<string>();
  const grades = new Map<number, Map<string, Map<number, GroupSum>>>();
  const judgements = judges.map(() => ({ read: 0, unread: 0 }));
  const uses = plan.calls.map(
    (): CallUse => ({ answers: 0, prompt: 0, completion: 0, cost: 0, seconds: [] }),
  );
  const verdicts = new Map<string, Orders>();
  const unreadVerdicts = judges.map(() => 0);
  for await (const answer of store.answers(run, { texts: false })) {
    const k = callOf.get(answer.examinee);
    const item = itemOf.get(answer.place);
    if (k === undefined || item === undefined) continue;
    const own = uses[k];
    own.answers++;
    own.prompt += answer.tokens.prompt;
    own.completion += answer.tokens.completion;
    own.cost += answer.cost;
    if (answer.attempts > 0) own.seconds.push(answer.latency / 1000);
    const { judge, before, other, model, condition } = plan.calls[k];
    if (judge === null) {
      table.note(k, item, answer);
      const name = isOfScore.has(condition) ? models[model].name : answer.examinee;
      const choice = choicesOf.get(conditions[condition].change)!.get(answer.item) ?? null;
      patterns.add(name, answer.item, readAnswerOf(answer, null), choice);
      prompts.add(answer.prompt);
      continue;
    }
    if (other !== null) {
      noteVerdict(verdicts, plan.calls[k], item, answer);
      if (answer.extracted === null) unreadVerdicts[judge]++;
      continue;
    }
    if (answer.extracted === null) {
      judgements[judge].unread++;
      continue;
    }
    judgements[judge].read++;
    table.noteJudgement(before[0], judge, item, answer.score);
    const at = before[0] * judges.length + judge;
    const given = grades.get(at) ?? new Map<string, Map<number, GroupSum>>();
    grades.set(at, given);
    for (const [aspect, grade] of Object.entries(JSON.parse(answer.extracted) as object)) {
      const byItem = given.get(aspect) ?? new Map<number, GroupSum>();
      given.set(aspect, byItem);
      const { sum, count } = byItem.get(item) ?? { sum: 0, count: 0 };
      byItem.set(item, { sum: sum + Number(grade), count: count + 1 });
    }
  }
  return {
    ...{ table, patterns },
    prompts: [...prompts].sort(),
    judgements,
    ...{ verdicts: [...verdicts.values()], unreadVerdicts },
    grades: (answer, judge) => grades.get(answer * judges.length + judge) ?? new Map(),
    use(isOf) {
      const own = uses.filter((_, k) => isOf(k));
      const sum = (of: 'answers' | 'prompt' | 'completion' | 'cost') =>
        own.reduce((total, one) => total + one[of], 0);
      const seconds = own.flatMap((one) => one.seconds).sort((x, y) => x - y);
      return {
        answers: sum('answers'),
        promptTokens: sum('prompt'),
        completionTokens: sum('completion'),
        cost: sum('cost'),
        seconds:
          seconds.length === 0
            ? null
            : { median: quantile(seconds, 0.5), p95: quantile(seconds, 0.95) },
      };
    },
  };
}

type Orders = { -readonly [K in keyof PairVerdict]: PairVerdict[K] };

function noteVerdict(
  verdicts: Map<string, Orders>,
  { model, other, condition, judge, question }: PlannedCall,
  item: number,
  { extracted, rule }: Pick<RunAnswer, 'extracted' | 'rule'>,
): void {
  const [first, second] = [Math.min(model, other!), Math.max(model, other!)];
  const key = [first, second, condition, judge, question, item].join();
  const own = verdicts.get(key) ?? {
    ...{ first, second, item, judge: judge!, forward: null, backward: null },
    isAsked: rule !== EMPTY_ANSWER,
  };
  verdicts.set(key, own);
  own[model === first ? 'forward' : 'backward'] = extracted as Verdict | null;
}
