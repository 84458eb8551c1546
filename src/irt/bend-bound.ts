import type { Answers } from './answers.ts';

/**
 * An upper bound of the observed information −(log L)″ at every ability: Σ a²/4. (With σ the logistic function and
 * w = (d − c)σ/P in [0, 1], −(log P)″ = a² w(1 − σ)(σ − (1 − w)(1 − σ)) ≤ a²σ(1 − σ) ≤ a²/4; the same for log Q.)
 *
 * Between two nodes a step apart the log-likelihood therefore rises at most bendBound · step² / 8 above the higher one.
 */
export function bendBound(answers: Answers): number {
  const { a } = answers.items;
  let sum = 0;
  for (let k = 0; k < answers.count; k++) sum += a[answers.index[k]] ** 2;
  return sum / 4;
}
