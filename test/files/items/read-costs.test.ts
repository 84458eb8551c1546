import { expect, test } from 'vitest';
import { readCosts } from '../../../src/files/items/read-costs.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();

test('costs are in the order of the items, and rows of others are left out', () => {
  const path = file('cost,item,note\n2.5,q2,x\n0,q1,\n7,q9,\n', 'costs.csv');
  expect(Array.from(readCosts(path, ['q1', 'q2']))).toEqual([0, 2.5]);
});

test.each([
  ['item,price\nq1,1\n', 'no column "cost"'],
  ['item,cost\nq1,-1\n', 'line 2, item "q1", column cost: found "-1"'],
  ['item,cost\nq1,\n', 'found an empty cell'],
  ['item,cost\nq1,1\nq1,2\n', 'item "q1" again'],
  ['item,cost\nq1,1\n', 'no row for item "q2" and 1 more'],
])('%j is refused', (text, message) => {
  const error = failureOf(() => readCosts(file(text, 'wrong.csv'), ['q1', 'q2', 'q3']));
  expect(error.code).toBe('FILE_INVALID');
  expect(error.message).toContain(message);
});
