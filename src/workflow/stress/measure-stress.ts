import type { Clock } from '../../examinee/services.ts';
import { type BudgetLimits, RunBudgets, type Taken } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import type { PairKind } from '../../stress/effect.ts';
import { judgedPair } from '../../stress/judged-pair.ts';
import {
  type MeasuredEffect,
  measureEffects,
  type WantedPair,
} from '../../stress/measure-effects.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import { askEvaluation, type EvaluationAsked } from '../evaluation/ask-evaluation.ts';
import { readEvaluated } from '../evaluation/evaluation-job.ts';
import type { SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import type { StressJob } from './stress-job.ts';

export interface MeasureStressOptions {
  readonly limits: BudgetLimits;
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  /** Called after each round. */
  readonly onRound?: (effects: readonly MeasuredEffect[]) => void;
  readonly clock: Clock;
}

/** What the rounds came to. */
export interface StressMeasured {
  readonly effects: readonly MeasuredEffect[];
  /** Of the last round; null if all was kept already. */
  readonly last: EvaluationAsked | null;
  readonly taken: Taken;
}

/**
 * Asks in rounds until every effect is precise, its items are exhausted, a budget is spent or it is interrupted. Answers are kept as they
 * come: with `resume` the same rounds are gone through, and only what is missing is asked.
 * @param run claimed by this process
 */
export async function measureStress(
  store: Store,
  { request, evaluation, plans }: StressJob,
  run: number,
  { limits, concurrency, interrupts, watch, onRound, clock }: MeasureStressOptions,
): Promise<StressMeasured> {
  await store.chargeReplies(run, new Date(clock.now()).toISOString());
  // The previous holder may have kept more before this process claimed the run.
  const before = await readEvaluated(store, run, evaluation);
  const budgets = new RunBudgets(limits, before, clock);
  const { kept, plan } = evaluation;
  const variants = request.variants.length;
  const modelOf = (effect: number) => Math.floor(effect / variants);
  const conditionOf = (effect: number) => 1 + (effect % variants);
  const { bank, judges } = evaluation;
  // By judge. An answer that needs no judge, or that none is shown because it could not be read, has the same score from all.
  const scores = (model: number, condition: number, item: number): number[] => {
    const answer = plan.answerOf(model, condition);
    const own = kept.score(answer, item);
    const questions = bank.graded[item];
    if (questions === 0 || Number.isNaN(own) || !kept.isRead(answer, item))
      return Array<number>(Math.max(1, judges.length)).fill(own);
    return judgeScores(plan.judgementsOf(answer), judges.length, questions, (call) =>
      kept.isKept(call, item) && kept.isRead(call, item) ? kept.score(call, item) : Number.NaN,
    );
  };
  const kindOf = (model: number, condition: number, item: number): PairKind => {
    const answer = plan.answerOf(model, condition);
    return kept.absent(answer, item) ?? 'read';
  };
  const isAnswered = (model: number, condition: number, item: number): boolean => {
    const answer = plan.answerOf(model, condition);
    const graders = kept.isRead(answer, item) ? judgementsOf(evaluation, answer, item) : [];
    return [answer, ...graders].every((call) => kept.isKept(call, item));
  };
  let round = 0;
  let last: EvaluationAsked | null = null;
  const keyOf = (model: number, condition: number, item: number) =>
    (model * (variants + 1) + condition) * evaluation.bank.ids.length + item;
  const ask = async (pairs: readonly WantedPair[]): Promise<boolean> => {
    const wanted = new Set<number>();
    for (const { effect, item } of pairs)
      for (const condition of [0, conditionOf(effect)])
        if (scores(modelOf(effect), condition, item).every(Number.isNaN))
          wanted.add(keyOf(modelOf(effect), condition, item));
    if (wanted.size === 0) return true;
    round++;
    last = await askEvaluation(store, evaluation, run, {
      asks: (model, condition, item) => wanted.has(keyOf(model, condition, item)),
      ...{ budgets, concurrency, interrupts, clock, title: `round ${round}` },
      ...(watch && { watch }),
    });
    // A model whose endpoint failed would fail again; the effects of the others end with it, and --resume goes on.
    return !interrupts.stop.aborted && last.outcomes.every(({ stopped }) => stopped === null);
  };
  try {
    const effects = await measureEffects(plans, request.rules, {
      ask,
      ...(onRound && { onRound }),
      pair({ effect, item }) {
        const pair = judgedPair(
          scores(modelOf(effect), 0, item),
          scores(modelOf(effect), conditionOf(effect), item),
        );
        if (pair === null) return null;
        const kinds = [0, conditionOf(effect)].map((condition) =>
          kindOf(modelOf(effect), condition, item),
        ) as [PairKind, PairKind];
        return { ...pair, kinds };
      },
      isUngraded: ({ effect, item }) =>
        [0, conditionOf(effect)].every((condition) => isAnswered(modelOf(effect), condition, item)),
    });
    return { effects, last, taken: budgets.taken };
  } finally {
    budgets.close();
  }
}

/** The judgements that an answer to an item needs, by position. */
function judgementsOf(
  { plan, bank, judges }: StressJob['evaluation'],
  answer: number,
  item: number,
): number[] {
  const calls = plan.judgementsOf(answer);
  const each = calls.length / Math.max(1, judges.length);
  return calls.filter((_, k) => k % each < bank.graded[item]);
}

/** The mean grade of each judge over the questions of an item; NaN of a judge who did not grade all. @param calls by judge, then by question */
function judgeScores(
  calls: readonly number[],
  judges: number,
  questions: number,
  gradeOf: (call: number) => number,
): number[] {
  const each = calls.length / judges;
  return Array.from({ length: judges }, (_, judge) => {
    let sum = 0;
    for (let k = 0; k < questions; k++) sum += gradeOf(calls[judge * each + k]);
    return sum / questions;
  });
}
