import { expect, test } from 'vitest';
import {
  countItemIds,
  fromItemIdRuns,
  toItemIdRuns,
} from '../../../item-bank/format/item-id-runs.ts';

const cases: [string, string[], ReturnType<typeof toItemIdRuns>][] = [
  [
    'counted, over a gap',
    ['q9', 'q10', 'q12', 'q13'],
    [
      ['q', 1, 9, 2],
      ['q', 2, 12, 2],
    ],
  ],
  ['padded', ['ID1-00099', 'ID1-00100'], [['ID1-', 5, 99, 2]]],
  ['padded, then not', ['q09', 'q10', 'q011'], [['q', 2, 9, 2], 'q011']],
  ['without numbers', ['a', '', 'a'], ['a', '', 'a']],
  ['numbers only', ['1', '2', '3'], [['', 1, 1, 3]]],
  [
    'longer than a double is exact',
    ['99999999999999999998', '99999999999999999999'],
    [['99999', 15, 999999999999998, 2]],
  ],
  ['going down, or staying', ['q3', 'q2', 'q2'], ['q3', 'q2', 'q2']],
];

test.each(cases)('%s', (_, ids, runs) => {
  expect(toItemIdRuns(ids)).toEqual(runs);
  expect(fromItemIdRuns(runs)).toEqual(ids);
  expect(countItemIds(runs)).toBe(ids.length);
});
