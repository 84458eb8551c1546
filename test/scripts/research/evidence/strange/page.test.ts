import { expect, test } from 'vitest';
import { strangePage } from '../../../../../scripts/research/evidence/strange/page.ts';

const one = (kind: string, n: number, alarm: string | null, contradicted?: boolean) => ({
  bank: 'exam',
  items: 100,
  kind,
  n,
  test: {
    actual: 50,
    score: 52,
    low: 48 + n,
    high: 56,
    verified: alarm === null,
    alarm,
    doubt: 0.5,
    contradicted,
    random: { score: 54, low: 45, high: 53 },
  },
});

test('a table a bank, a row a kind, with ratios to random items', () => {
  const page = strangePage([
    one('ordinary', 0, null),
    one('ordinary', 3, null),
    one('exchanged', 0, 'change'),
    one('exchanged', 1, 'fit'),
    { ...one('guesses', 0, 'fit'), bank: 'other' },
  ]);
  expect(page).toContain('## exam, 100 items');
  expect(page).toContain('## other, 100 items');
  // Error 2 of 4; of two intervals [48, 56] and [51, 56] one holds 50; widths 8 and 5 of 8.
  expect(page).toContain(
    '| ordinary | 2 | 2.00 ± 0.00 | 0.50 | 2.00 | 50% | 6.5 | 0.81 | 0% | 100% | 50% | 4.00 | 100% | 8.0 |',
  );
  // Of an exchange the alarm `change` counts.
  expect(page).toMatch(/\| exchanged \| 2 \|.*\| 50% \| 0% \| – \|/);
  expect(page).not.toContain('| router | 2 |');
});

test('a bank says how many verified tests their own random items contradict, and of how many that is not known', () => {
  const page = strangePage([
    one('ordinary', 0, null, true),
    one('ordinary', 1, null, false),
    one('ordinary', 2, 'fit', true),
    { ...one('ordinary', 0, null), bank: 'old' },
  ]);
  expect(page).toContain('Of 2 verified tests 1 is contradicted by their own random items.');
  expect(page).toContain('Of 1 verified test, kept by older code, it is not known');
});
