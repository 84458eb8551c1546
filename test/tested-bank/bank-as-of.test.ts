import { expect, test } from 'vitest';
import { bankAsOf } from '../../src/tested-bank/bank-as-of.ts';
import { bankFingerprint } from '../../src/tested-bank/bank-fingerprint.ts';
import type { LiveBank } from '../../src/tested-bank/live-bank.ts';

const ITEMS = ['x', 'y', 'z'];

/** @param rows scores by model. @param families of the models */
function bankOf(
  rows: Readonly<Record<string, readonly number[]>>,
  families: readonly string[] | null,
): LiveBank {
  const bank = {
    recorded: {
      name: 'own',
      simulated: false,
      responses: {
        examinees: Object.keys(rows),
        items: ITEMS,
        scores: Float32Array.from(Object.values(rows).flat()),
      },
      tags: {},
      fullScore: 'items',
      taxonomy: undefined,
    },
    families,
    hashes: ['1', '2', '3'],
    retired: [false, false, false],
    graded: [null, null, null],
    programs: [],
    hasCases: false,
    rubrics: [],
    needsEmbeddings: false,
    pretest: null,
  } as const;
  return { ...bank, fingerprint: bankFingerprint(bank) };
}

const A = [1, 0, 1];
const B = [0, Number.NaN, 1];
const C = [1, 1, 1];

test('models recorded later are left out again, also if they brought the first families', () => {
  const before = bankOf({ a: A, b: B }, null);
  for (const families of [null, ['a', 'b', 'new']]) {
    const found = bankAsOf(bankOf({ a: A, b: B, c: C }, families), before.fingerprint);
    expect(found).toEqual(before);
  }
  const named = bankOf({ a: A, b: B }, ['f', 'g']);
  expect(bankAsOf(bankOf({ a: A, b: B, c: C }, ['f', 'g', 'f']), named.fingerprint)).toEqual(named);
});

test('a bank before its first recorded model, and one that has not changed', () => {
  const empty = bankOf({}, null);
  expect(bankAsOf(bankOf({ a: A, b: B }, ['f', 'g']), empty.fingerprint)).toEqual(empty);
  const same = bankOf({ a: A }, null);
  expect(bankAsOf(same, same.fingerprint)).toBe(same);
});

test('other answers of a model that was recorded then, or other items, are another bank', () => {
  const before = bankOf({ a: A, b: B }, null);
  expect(bankAsOf(bankOf({ a: A, b: C, c: C }, null), before.fingerprint)).toBeNull();
  const now = bankOf({ a: A, b: B, c: C }, null);
  expect(bankAsOf({ ...now, hashes: ['1', '2', '4'] }, before.fingerprint)).toBeNull();
});
