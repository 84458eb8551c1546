import { expect, test } from 'vitest';
import { compareRecords } from '../../../../../scripts/research/evidence/synthesis-record/compare-records.ts';
import {
  isSound,
  type RecordSummary,
} from '../../../../../scripts/research/evidence/synthesis-record/record-page.ts';
import type { RunAnswer } from '../../../../../src/run/run-record.ts';

const answer = (examinee: string, item: string, more: Partial<RunAnswer> = {}): RunAnswer => ({
  examinee,
  item,
  place: 1,
  itemHash: 'hash',
  prompt: 'cot-en-1',
  extracted: 'A',
  rule: 'statement',
  reason: null,
  score: 1,
  at: '2026-01-01T00:00:00.000Z',
  output: 'The answer is (A).',
  thinking: null,
  finishReason: 'stop',
  refused: null,
  tokens: { prompt: 10, completion: 5, reasoning: 0 },
  cost: 0,
  latency: 12,
  attempts: 1,
  cached: false,
  ...more,
});
const EXPECTED = [answer('amber', '1'), answer('amber', '2'), answer('birch', '1')];
const EQUAL = { expected: 3, lost: 0, doubled: 0, foreign: 0, changed: 0, fields: [] };

test('what depends on the moment does not count, nor does the order', () => {
  const found = EXPECTED.toReversed().map((own) => ({
    ...own,
    at: '2027-01-01T00:00:00.000Z',
    latency: 1,
    attempts: 0,
    cached: true,
    cost: 1,
  }));
  expect(compareRecords(EXPECTED, found)).toEqual(EQUAL);
});

test('names lost, doubled, foreign and changed records, and the changed fields', () => {
  const [first, second] = EXPECTED;
  const tokens = { ...first.tokens, completion: 6 };
  const foreign = [answer('cedar', '1'), answer('cedar', '2')];
  const found = [{ ...first, score: 0, tokens }, second, second, ...foreign];
  expect(compareRecords(EXPECTED, found)).toEqual({
    expected: 3,
    lost: 1,
    doubled: 1,
    foreign: 2,
    changed: 1,
    fields: ['score', 'tokens'],
  });
});

test('a record is sound only if all of these are 0 and no kept answer was asked again or forgotten', () => {
  const run = { kills: [], answered: 3, askedTwice: 1, askedAgain: 0, forgotten: 0 };
  const figures = { ...run, seconds: 1, memory: null };
  const sound: RecordSummary = {
    code: 'abc',
    items: 1,
    calls: 3,
    faults: { cut: 0.1 },
    concurrency: 1,
    undisturbed: figures,
    killed: figures,
    difference: EQUAL,
    isSameResponses: true,
  };
  expect(isSound(sound)).toBe(true);
  for (const wrong of [
    { killed: { ...figures, askedAgain: 1 } },
    { killed: { ...figures, forgotten: 1 } },
    { difference: { ...EQUAL, lost: 1 } },
    { difference: { ...EQUAL, doubled: 1 } },
    { difference: { ...EQUAL, foreign: 1 } },
    { difference: { ...EQUAL, changed: 1 } },
    { calls: 4 },
    { isSameResponses: false },
  ])
    expect(isSound({ ...sound, ...wrong })).toBe(false);
});
