import { expect, test } from 'vitest';
import { readCosts, readDollars } from '../../../src/files/items/read-costs.ts';
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

test('dollars: one for each item that can be asked', () => {
  const path = file('item,cost\nq2,2.5\nq1,0.75\n', 'dollars.csv');
  expect(Array.from(readDollars(path, ['q1', 'q2']))).toEqual([0.75, 2.5]);
  const isAskable = (j: number) => j !== 1;
  expect(Array.from(readDollars(path, ['q1', 'q9', 'q2'], isAskable))).toEqual([0.75, 0, 2.5]);
});

test.each([
  ['item,cost\nq1,1\nq2,0\n', 'line 3, item "q2", column cost: found "0"'],
  ['item,cost\nq1,Infinity\nq2,1\n', 'line 2, item "q1", column cost: found "Infinity"'],
  ['item,cost\nq1,1\nq9,1\n', 'line 3: found item "q9", which the bank does not have'],
  ['item,cost\nq1,1\nq1,1\n', 'line 3: found item "q1" again'],
  ['item,cost\nq1,1\n', 'no row for item "q2"'],
])('dollars in %j are refused', (text, message) => {
  const error = failureOf(() => readDollars(file(text, 'wrong.csv'), ['q1', 'q2']));
  expect(error.code).toBe('FILE_INVALID');
  expect(error.message).toContain(message);
});
