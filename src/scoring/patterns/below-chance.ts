import { bernoulliCountTail } from '../../statistics/bernoulli-count-tail.ts';

/** An answer to a single choice: whether it is right, and the number of options. */
export interface ChanceAnswer {
  readonly right: boolean;
  readonly options: number;
}

/** Right answers that are clearly fewer than those of guessing. */
export interface BelowChance {
  /** Right answers. */
  readonly count: number;
  readonly of: number;
  /** Right answers that guessing gives on average. */
  readonly expected: number;
  /** The probability of so few or fewer by guessing. */
  readonly p: number;
}

/** Models that guess have so few right answers in less than 1 of 1,000 tests. */
const RARE = 0.001;
/** Standard errors below the mean. */
const NEAR = 2;

/**
 * Tests whether answers are right less often than those of a model that chooses each option with the same probability. Knowing little
 * does not do that: letters are misread, the key is that of other options, the question was asked reversed, wrong options attract, or the
 * model prefers a letter that is seldom the key.
 *
 * @returns null if they are not, or too few to tell: none of 10 answers is right with 2 options each, of 25 with 4, of 66 with 10
 */
export function belowChance(answers: readonly ChanceAnswer[]): BelowChance | null {
  const chosen = answers.filter(({ options }) => options > 1);
  const ps = chosen.map(({ options }) => 1 / options);
  const count = chosen.filter(({ right }) => right).length;
  const expected = ps.reduce((sum, p) => sum + p, 0);
  const variance = ps.reduce((sum, p) => sum + p * (1 - p), 0);
  // The exact probability takes long for many answers, and so near to the mean it is never RARE.
  if (expected - count < NEAR * Math.sqrt(variance) || count >= expected) return null;
  const p = bernoulliCountTail(count, ps);
  return p < RARE ? { count, of: chosen.length, expected, p } : null;
}
