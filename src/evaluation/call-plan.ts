import { fail } from '../errors.ts';
import { type EvaluationCondition, examineeName } from './condition.ts';

/** A call of an evaluation: a model answers an item under a condition, or a judge grades an answer to one question of it. */
export interface PlannedCall {
  /** The examinee of its answers in the record. */
  readonly id: string;
  /** The model that answers, by position; of a judgement the judged one, of a verdict the one that is shown first. */
  readonly model: number;
  /** Of a verdict the model that is shown second; null for other calls. */
  readonly other: number | null;
  readonly condition: number;
  /** Who grades, by position; null for an answer. */
  readonly judge: number | null;
  /** The graded question, from 0. */
  readonly question: number;
  /** The answers that are judged, by position of their calls. */
  readonly before: readonly number[];
}

/** Which answers judges compare with each other, besides grading each. */
export interface ComparedAnswers {
  /** Models, by position. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Both answer under the same one. By position. */
  readonly conditions: readonly number[];
  /** The most compared questions of an item. */
  readonly questions: number;
}

/** All calls of an evaluation, and which of them an item needs. */
export interface CallPlan {
  /** Answers first, then judgements, then verdicts. */
  readonly calls: readonly PlannedCall[];
  /** The position of an answer. */
  answerOf(model: number, condition: number): number;
  /** The positions of the judgements of an answer: by judge, then by question. */
  judgementsOf(answer: number): readonly number[];
  readonly compared: ComparedAnswers | null;
}

/**
 * The calls of models × conditions, the judgements of each answer, and the verdicts on compared ones, in both orders.
 * @param judges names; none if no item is graded by a rubric
 * @param questions the most graded questions of an item
 * @param compared null if judges compare no answers
 * @throws OPTIONS_CONFLICT if two calls would have one name in the record
 */
export function callPlan(
  models: readonly string[],
  conditions: readonly Pick<EvaluationCondition, 'id'>[],
  judges: readonly string[],
  questions: number,
  compared: ComparedAnswers | null = null,
): CallPlan {
  const answers = models.flatMap((name, model) =>
    conditions.map((condition, c): PlannedCall => {
      const id = examineeName(name, condition);
      return { id, model, other: null, condition: c, judge: null, question: 0, before: [] };
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
  const answerOf = (model: number, condition: number) => model * conditions.length + condition;
  const verdicts = compared === null ? [] : verdictCalls(answers, answerOf, judges, compared);
  const calls = [...answers, ...judgements, ...verdicts];
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
    ...{ answerOf, compared },
    judgementsOf: (answer) =>
      Array.from({ length: each }, (_, k) => answers.length + answer * each + k),
  };
}

function verdictCalls(
  answers: readonly PlannedCall[],
  answerOf: CallPlan['answerOf'],
  judges: readonly string[],
  { pairs, conditions, questions }: ComparedAnswers,
): PlannedCall[] {
  const orders = pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]);
  return conditions.flatMap((condition) =>
    orders.flatMap(([model, other]) => {
      const before = [answerOf(model, condition), answerOf(other, condition)];
      const [first, second] = before.map((at) => answers[at].id);
      return judges.flatMap((name, judge) =>
        Array.from(
          { length: questions },
          (_, question): PlannedCall => ({
            id: `${name} compares ${first} with ${second}, question ${question + 1}`,
            ...{ model, other, condition, judge, question, before },
          }),
        ),
      );
    }),
  );
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
  // One name can begin like another: the longest counts.
  for (const judge of judges.toSorted((x, y) => y.length - x.length)) {
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
 * The calls that each item needs: the answers asked for, the judgements of its graded questions, and the verdicts on its compared ones.
 * @param graded graded questions of each item
 * @param compared compared questions of each item
 */
export function neededCalls(
  { calls }: CallPlan,
  graded: ArrayLike<number>,
  asks: Asks,
  compared: ArrayLike<number> = graded,
): (item: number) => number[] {
  return (item) => {
    const needed: number[] = [];
    for (let k = 0; k < calls.length; k++) {
      const { model, other, condition, judge, question } = calls[k];
      if (judge !== null && question >= (other === null ? graded : compared)[item]) continue;
      if (!asks(model, condition, item)) continue;
      if (other === null || asks(other, condition, item)) needed.push(k);
    }
    return needed;
  };
}
