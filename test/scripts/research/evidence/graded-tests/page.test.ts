import { expect, test } from 'vitest';
import type {
  Measured,
  Row,
} from '../../../../../scripts/research/evidence/graded-tests/measure.ts';
import { gradedTestsPage } from '../../../../../scripts/research/evidence/graded-tests/page.ts';

/** Four models of two families, with errors of the same size in all. */
const row = (strategy: string, error: number, held = 1): Row => ({
  strategy,
  items: 10,
  squares: [error, error, error, error].map((e) => e * e),
  errors: [error, -error, error, error],
  held: [held, 1, 1, 1],
  widths: [4, 4, 4, 8],
  misfit: strategy.startsWith('graded') ? 1.5 : null,
});
const bank: Measured = {
  name: 'AlgoTune',
  items: 154,
  families: ['a', 'a', 'b', 'b'],
  spread: 7,
  choices: [
    { model: 'graded', isClear: true },
    { model: 'graded', isClear: false },
    { model: 'beta', isClear: false },
  ],
  rows: [
    row('graded, adaptive', 2, 0),
    row('graded, random', 4),
    row('binary, adaptive', 1),
    row('random, plain mean', 8),
    row('`rank`, robust', 2),
  ],
};
const page = gradedTestsPage([bank]);

test('the page has errors, ratios with their intervals, and shares that hold', () => {
  // Errors 2 of 4, the same in both families: no jackknife error. 1 of 2 holds in the family that remains.
  expect(page).toContain(
    '| graded, adaptive | 10 | 2.00 | 1.00 | 0.50 (0.50–0.50) | 75% ± 25 | 5.0 | 1.5 |',
  );
  expect(page).toContain('| graded, random | 10 | 4.00 | 2.00 | 1 | 100% ± 0 | 5.0 | 1.5 |');
  expect(page).toContain(
    '| random, plain mean | 10 | 8.00 | 4.00 | 2.00 (2.00–2.00) | 100% ± 0 | 5.0 | – |',
  );
});

test('the page says where adaptive tests are better, worse or neither', () => {
  expect(page).toContain('same model: clearly less with 10 items (0.50 times the error)');
  expect(page).toContain(
    'right and wrong answers: clearly more with 10 items (2.00 times the error)',
  );
  expect(page).toContain('`rank`: not clearly different with 10 items (1.00 times the error)');
  expect(page).toContain('graded in 2 (1 clearly), beta in 1 (0 clearly)');
});
