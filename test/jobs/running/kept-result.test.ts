import { describe, expect, test } from 'vitest';
import { keptResult } from '../../../src/jobs/running/kept-result.ts';

const SPELLING = new Map([['--map', '"map"']]);

describe('of an import', () => {
  const counts = { read: 100, accepted: 0, rejected: 100, duplicates: 0 };
  const reject = {
    where: 'line 2',
    reason: `choose its field with --map stem=FIELD ${'x'.repeat(3000)}`,
  };
  const duplicate = { where: 'line 3', id: 'a', of: 'b' };
  const file = {
    file: 'upload.csv',
    ...counts,
    rejects: Array(1000).fill(reject),
    duplicateOf: Array(1000).fill(duplicate),
  };
  const recorded = {
    answers: 1,
    examinees: ['m'],
    unscored: { count: 1000, first: Array(1000).fill({ item: 'q', reason: 'no score' }) },
    patterns: [],
  };
  const printed = { bank: null, added: 0, ...counts, files: [file], leftOut: {}, recorded };

  test('the first records of each kind are kept, with short reasons that name fields of the request', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as a reader of JSON has it
    const kept = keptResult('bank import', printed, SPELLING) as any;
    expect(kept).toMatchObject({ added: 0, ...counts, files: [counts] });
    const [{ rejects, duplicateOf }] = kept.files;
    expect(
      [rejects, duplicateOf, kept.recorded.unscored.first].map(({ length }) => length),
    ).toEqual([50, 50, 50]);
    expect(rejects[0].where).toBe('line 2');
    expect(rejects[0].reason).toMatch(/^choose its field with "map" stem=FIELD x+…$/);
    expect(rejects[0].reason).toHaveLength(301);
    expect(kept.recorded).toMatchObject({ answers: 1, unscored: { count: 1000 } });
  });

  test('of no logs, nothing is recorded', () => {
    const { recorded: _, ...items } = printed;
    expect(keptResult('bank import', items, SPELLING)).not.toHaveProperty('recorded');
  });
});

test('other results are kept as they are, unless they are too long', () => {
  expect(keptResult('noise', { calibration: 1 }, SPELLING)).toEqual({ calibration: 1 });
  expect(keptResult('noise', { list: 'x'.repeat(200_000) }, SPELLING)).toBeNull();
});
