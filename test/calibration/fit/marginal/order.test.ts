import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fitMarginal,
  type MarginalOptions,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { pickExaminees, type ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomStream, shuffle } from '../../../../src/random.ts';
import { repetitions } from '../../../repetitions.ts';
import { matrixOf, simulate } from '../../simulated.ts';
import { largest, optionsOf, PRIORS } from './golden.ts';

/** Sums are taken in another order; nothing else may change. */
const PRECISION = 1e-6;

/** A prior of b, so that an item everyone gets right has an estimate too. */
const options: MarginalOptions = {
  ...optionsOf('3PL', 'full'),
  priors: { ...PRIORS.full, b: { family: 'normal', mean: 0, sd: 2 } },
  quadrature: 'auto',
};
const cases = fc.record({
  seed: fc.nat(),
  // Up to where eight items a table are cheaper than four.
  examinees: fc.oneof(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 300, max: 400 })),
  items: fc.integer({ min: 3, max: 21 }),
  missing: fc.constantFrom(0, 0.3),
});

const permutation = (seed: number, count: number) =>
  shuffle(
    Array.from({ length: count }, (_, k) => k),
    randomStream(seed, 'order'),
  );
/** The values as they would be in the new order. */
const inOrder = (values: Float64Array, order: readonly number[]) => order.map((k) => values[k]);

function pickColumns(matrix: ResponseMatrix, order: readonly number[]): ResponseMatrix {
  const count = order.length;
  const { scores } = matrix;
  return matrixOf(matrix.examinees.length, count, (i, j) => scores[i * count + order[j]]);
}

test('shuffled examinees and items: the same fit', () => {
  fc.assert(
    fc.property(cases, ({ seed, examinees, items, missing }) => {
      const { matrix } = simulate(`${seed}`, examinees, items, { missing });
      const rows = permutation(seed, examinees);
      const columns = permutation(seed, items);
      const one = fitMarginal(matrix, options);
      const other = fitMarginal(pickColumns(pickExaminees(matrix, rows), columns), options);
      for (const name of ['a', 'b', 'c'] as const)
        expect(
          largest(other.parameters[name], inOrder(one.parameters[name], columns)),
        ).toBeLessThan(PRECISION);
      expect(largest(other.abilities, inOrder(one.abilities, rows))).toBeLessThan(PRECISION);
      const [errors, known] = [standardErrors(other), standardErrors(one)];
      for (const name of ['a', 'b'] as const)
        expect(largest(errors[name], inOrder(known[name], columns))).toBeLessThan(PRECISION);
    }),
    {
      seed: 20240711,
      numRuns: repetitions(12, 2),
      // One with many examinees, whatever is drawn.
      examples: [[{ seed: 1, examinees: 310, items: 9, missing: 0.3 }]],
    },
  );
});
