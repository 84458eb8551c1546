import { conformalFactor, type IntervalFactor, pooledFactor } from '../conformal.ts';
import type { HeldOutErrors } from './held-out-tests.ts';

/** How wide 90% intervals must be, in standard errors, by length. */
export interface Factors {
  readonly factors: readonly IntervalFactor[];
  /** Of scores by value of the tag. */
  readonly tagFactors: readonly IntervalFactor[];
}

/** Where nobody was left out. */
export function unknownFactors(lengths: readonly number[]): Factors {
  const unknown = lengths.map(() => conformalFactor([]));
  return { factors: unknown, tagFactors: unknown };
}

/**
 * Where all of the sample was asked there is nothing to learn from: the factor of the length before, unverified.
 * @param errors by fold of left-out examinees
 */
export function factorsOf(errors: readonly HeldOutErrors[]): Factors {
  const factors: IntervalFactor[] = [];
  for (const l of errors[0].ratios.keys()) {
    const ratios = errors.flatMap((own) => own.ratios[l]);
    const before = factors.at(-1);
    const own = conformalFactor(ratios);
    factors.push(
      ratios.length > 0 || before === undefined
        ? own
        : { factor: Math.max(own.factor, before.factor), verified: false },
    );
  }
  const tagFactors = factors.map((_, l) => pooledFactor(errors.flatMap((own) => own.tagRatios[l])));
  return { factors, tagFactors };
}
