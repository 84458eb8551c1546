import { fail } from '../errors.ts';
import { type EvaluationCondition, examineeName } from './condition.ts';

/** A call of an evaluation: a model answers an item under a condition, or a judge grades an answer to one question of it. */
export interface PlannedCall {
  /** The examinee of its answers in the record. */
  readonly id: string;
  /** The model that answers, by position; of a judgement the judged one. */
  readonly model: number;
  readonly condition: number;
  /** Who grades, by position; null for an answer. */
  readonly judge: number | null;
  /** The graded question, from 0. */
  readonly question: number;
  /** The answer that is graded, by position of its call. */
  readonly before: readonly number[];
}

/** All calls of an evaluation, and which of them an item needs. */
export interface CallPlan {
  /** Answers first, then judgements. */
  readonly calls: readonly PlannedCall[];
  /** The position of an answer. */
  answerOf(model: number, condition: number): number;
  /** The positions of the judgements of an answer: by judge, then by question. */
  judgementsOf(answer: number): readonly number[];
}

/**
 * The calls of models × conditions, and the judgements of each answer.
 * @param judges names; none if no item is graded by a rubric
 * @param questions the most graded questions of an item
 * @throws OPTIONS_CONFLICT if two calls would have one name in the record
 */
export function callPlan(
  models: readonly string[],
  conditions: readonly Pick<EvaluationCondition, 'id'>[],
  judges: readonly string[],
  questions: number,
): CallPlan {
  const answers = models.flatMap((name, model) =>
    conditions.map((condition, c): PlannedCall => {
      const id = examineeName(name, condition);
      return { id, model, condition: c, judge: null, question: 0, before: [] };
    }),
  );
  const judgements = answers.flatMap((answer, at) =>
    judges.flatMap((name, judge) =>
      Array.from(
        { length: questions },
        (_, question): PlannedCall => ({
          ...answer,
          id: judgementName(name, answer.id, question),
          judge,
          question,
          before: [at],
        }),
      ),
    ),
  );
  const calls = [...answers, ...judgements];
  const seen = new Set<string>();
  for (const { id } of calls) {
    if (seen.has(id))
      fail('OPTIONS_CONFLICT', {
        options: '--model, --judge',
        reason: `two kinds of answers would be kept under the name "${id}". Give the models and judges other names.`,
      });
    seen.add(id);
  }
  const each = judges.length * questions;
  return {
    calls,
    answerOf: (model, condition) => model * conditions.length + condition,
    judgementsOf: (answer) =>
      Array.from({ length: each }, (_, k) => answers.length + answer * each + k),
  };
}

/** The name of a judge's judgements in the record. @param question from 0 */
function judgementName(judge: string, answer: string, question: number): string {
  return `${judge} judges ${answer}, question ${question + 1}`;
}

/** Whose answer to which question a judgement is about, from its name in the record; null for other answers. @param judges names */
export function judgementOf(
  name: string,
  judges: readonly string[],
): { readonly judge: string; readonly answer: string; readonly question: number } | null {
  for (const judge of judges) {
    const [, answer, question] = NAMED.exec(name.slice(judge.length)) ?? [];
    if (answer !== undefined && name === judgementName(judge, answer, Number(question) - 1))
      return { judge, answer, question: Number(question) - 1 };
  }
  return null;
}

const NAMED = /^ judges (.+), question (\d+)$/s;

/** What is asked of which item. Models, conditions and items go by their positions. */
export type Asks = (model: number, condition: number, item: number) => boolean;

/**
 * The calls that each item needs: the answers asked for, and the judgements of its graded questions.
 * @param graded graded questions of each item
 */
export function neededCalls(
  { calls }: CallPlan,
  graded: ArrayLike<number>,
  asks: Asks,
): (item: number) => number[] {
  return (item) => {
    const needed: number[] = [];
    const questions = graded[item];
    for (let k = 0; k < calls.length; k++) {
      const { model, condition, judge, question } = calls[k];
      if (judge !== null && question >= questions) continue;
      if (asks(model, condition, item)) needed.push(k);
    }
    return needed;
  };
}
