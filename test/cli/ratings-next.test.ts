import { expect, test } from 'vitest';
import { withJudges } from '../../src/operations/ratings/with-judges.ts';

test('people and judging models are compared where the run of the panel has judges', () => {
  const compare = (run: number | null, judges: readonly string[]) =>
    withJudges({ run, judges }, 'p q.csv', ['anna', 'ben lee'], ' --database d.db');
  expect(compare(12, ['judge'])).toMatch(
    / --run 12 (['"])p q\.csv\1 --people (['"])anna,ben lee\2 --database d\.db$/,
  );
  expect(compare(12, [])).toBeUndefined();
  expect(compare(null, ['judge'])).toBeUndefined();
});
