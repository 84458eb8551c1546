import { answersByCell } from './cells.ts';
import { ALL_FACETS } from './effects.ts';
import type { AnswerGroup } from './majority-at-k.ts';
import type { Observations } from './observations.ts';

/** All answers of one model to one item under one condition. */
export interface Repeats {
  readonly item: number;
  readonly count: number;
  /** Answers whose score passes. */
  readonly passed: number;
  readonly mean: number;
  /** Unbiased variance of single scores; null of one answer. */
  readonly variance: number | null;
  /** The share of pairs of answers whose scores differ; null of one answer. */
  readonly scoresDiffer: number | null;
  /** The same of the answers themselves; null if they are not known. */
  readonly answersDiffer: number | null;
  /** Equal answers; null if answers are not known. */
  readonly groups: readonly AnswerGroup[] | null;
}

/** What one model did under one condition. */
export interface RepeatsOfModel {
  readonly model: number;
  readonly condition: number;
  readonly cells: readonly Repeats[];
}

/**
 * Answers by model and condition, in this order, with one entry per item.
 * @param pass the smallest score that passes
 */
export function repeatsOf(observations: Observations, pass: number): RepeatsOfModel[] {
  const { model, item, condition, conditions } = observations;
  const { first, answersOf } = answersByCell(observations, ALL_FACETS);
  const byModel = new Map<number, RepeatsOfModel & { cells: Repeats[] }>();
  for (const [cell, at] of first.entries()) {
    const key = model[at] * conditions.length + condition[at];
    let own = byModel.get(key);
    if (own === undefined) {
      own = { model: model[at], condition: condition[at], cells: [] };
      byModel.set(key, own);
    }
    own.cells.push(summary(item[at], answersOf(cell), observations, pass));
  }
  return [...byModel].sort(([one], [other]) => one - other).map(([, own]) => own);
}

function summary(
  item: number,
  at: Int32Array,
  { score, answer }: Observations,
  pass: number,
): Repeats {
  const n = at.length;
  let [passed, sum] = [0, 0];
  for (const k of at) {
    sum += score[k];
    if (score[k] >= pass) passed++;
  }
  const mean = sum / n;
  let squares = 0;
  for (const k of at) squares += (score[k] - mean) ** 2;
  const isRepeated = n > 1;
  return {
    item,
    count: n,
    passed,
    mean,
    variance: isRepeated ? squares / (n - 1) : null,
    scoresDiffer: isRepeated ? pairsThatDiffer(at, score) : null,
    answersDiffer: isRepeated && answer !== null ? pairsThatDiffer(at, answer) : null,
    groups: answer === null ? null : groupsOf(at, answer, score),
  };
}

/** 1 − Σ n_g (n_g − 1) / (n (n − 1)) over the groups of equal values. */
function pairsThatDiffer(at: Int32Array, values: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (const k of at) counts.set(values[k], (counts.get(values[k]) ?? 0) + 1);
  let equal = 0;
  for (const count of counts.values()) equal += count * (count - 1);
  return 1 - equal / (at.length * (at.length - 1));
}

/** The score of a group is the mean of its answers', which are the same in most files. */
function groupsOf(at: Int32Array, answer: Int32Array, score: Float64Array): AnswerGroup[] {
  const groups = new Map<number, { count: number; sum: number }>();
  for (const k of at) {
    const group = groups.get(answer[k]) ?? { count: 0, sum: 0 };
    group.count++;
    group.sum += score[k];
    groups.set(answer[k], group);
  }
  return [...groups].map(([number, { count, sum }]) => ({
    count,
    score: sum / count,
    votes: number >= 0,
  }));
}
