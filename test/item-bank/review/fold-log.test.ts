import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import { foldLog } from '../../../item-bank/review/fold-log.ts';

function entry(number: number, changes: Partial<ReviewEntry>): ReviewEntry {
  return {
    number,
    item: 'q1',
    decision: 'retire',
    key: null,
    note: '',
    by: 'ana',
    at: '2026-01-02T03:04:05.678Z',
    undoes: null,
    ...changes,
  };
}
const undo = (number: number, undoes: number, item = 'q1') =>
  entry(number, { decision: 'undo', undoes, item });
const standing = (log: readonly ReviewEntry[]) =>
  [...foldLog(log).standing].map(([item, { number }]) => [item, number]);

test('the last decision about an item counts alone', () => {
  const log = [entry(1, {}), entry(2, { item: 'q2' }), entry(3, { decision: 'accept' })];
  expect(standing(log)).toEqual([
    ['q1', 3],
    ['q2', 2],
  ]);
});

test('undoing the last decision brings back the one before it', () => {
  expect(standing([entry(1, {}), entry(2, {}), undo(3, 2)])).toEqual([['q1', 1]]);
});

test('undoing an earlier decision leaves the last one, and then nothing is behind it', () => {
  const log = [entry(1, {}), entry(2, {}), undo(3, 1)];
  expect(standing(log)).toEqual([['q1', 2]]);
  expect(standing([...log, undo(4, 2)])).toEqual([]);
});

test('an undo can be undone, any number of times', () => {
  const log = [entry(1, {}), undo(2, 1), undo(3, 2)];
  expect(standing(log)).toEqual([['q1', 1]]);
  expect([...foldLog(log).undone]).toEqual([2]);
  expect(standing([...log, undo(4, 3)])).toEqual([]);
});

test('a log with the undoing of its last decisions stands as it stood before them', () => {
  const items = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });
  fc.assert(
    fc.property(items, items, (before, after) => {
      const log = [...before, ...after].map((item, k) => entry(k + 1, { item }));
      const undone = after.map((item, k) => undo(log.length + k + 1, log.length - k, item));
      expect(standing([...log, ...undone])).toEqual(standing(log.slice(0, before.length)));
    }),
  );
});
