import { expect, test } from 'vitest';
import { changeText, reusedNote, reuseLine } from '../../../src/operations/asking/reuse-text.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const replies = (count: number, oldest: string | null, isExact = true) => ({
  replies: count,
  oldest,
  newest: oldest,
  isExact,
});

test.each([
  [replies(0, null), 'No reply of an earlier run fits: none is reused.'],
  [
    replies(212, '2026-11-20T09:00:00Z'),
    'Reusing 212 replies of earlier runs, the oldest 3 days old (2026-11-20).',
  ],
  [
    replies(2120, '2026-11-22T11:59:00Z', false),
    'Reusing up to 2,120 replies of earlier runs, the oldest 1 day old (2026-11-22).',
  ],
  [
    replies(1, '2026-11-23T09:30:00Z'),
    'Reusing 1 reply of an earlier run, 2 hours old (2026-11-23).',
  ],
  [
    replies(2, '2026-11-23T11:59:30Z'),
    'Reusing 2 replies of earlier runs, the oldest less than a minute old (2026-11-23).',
  ],
])('%j', (found, line) => {
  expect(reuseLine(found, NOW)).toBe(line);
});

test('what reused answers mean', () => {
  expect(reusedNote(null)).toBeNull();
  const [oldest, newest] = ['2026-11-20T09:00:00Z', '2026-11-22T09:00:00Z'];
  expect(reusedNote({ answers: 2, oldest, newest })).toMatch(
    /^2 answers are .*2026-11-20 to 2026-11-22\)/,
  );
  expect(reusedNote({ answers: 1, oldest, newest: oldest })).toMatch(
    /^1 answer is .* 2026-11-20\)/,
  );
});

test('a change names old and new, and escape codes of an endpoint do not reach the terminal', () => {
  const change = { model: 'mine', field: 'model', old: 'a\x1b[31m', new: 'b' } as const;
  const said = changeText({ ...change, between: 'asked' });
  expect(said).toMatch(/mine: .* now reports "b"/);
  expect(said).not.toContain('\x1b');
  expect(changeText({ ...change, between: 'reused' })).toContain('without --reuse');
  expect(changeText({ ...change, between: 'reused-asked' })).toContain('now reports "b"');
});
