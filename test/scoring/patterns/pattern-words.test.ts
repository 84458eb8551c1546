import { expect, test } from 'vitest';
import { firstAnswersWords, patternWords } from '../../../src/scoring/patterns/pattern-words.ts';

const hints = { look: 'Look.', longer: 'allow more tokens' };

test('words say what was found, what it probably means and what to do', () => {
  const same = { pattern: 'same-letter', count: 61, of: 61, letter: 'A', keys: 15 } as const;
  expect(patternWords(same, hints)).toMatch(/^WARNING: .* 61 .* A, .* 15 .* Look\.$/);
  expect(patternWords({ ...same, count: 59 }, hints)).toContain('59 of 61 answers are A');
  const best = { keys: 'A', share: 0.9 };
  const worst = { keys: 'BCD', share: 0.3 };
  const position = {
    pattern: 'position',
    count: 40,
    of: 90,
    p: 1e-6,
    v: 0.4,
    best,
    worst,
  } as const;
  expect(patternWords(position, hints)).toContain('key is A, 30%');
});

test('half of the answers and more are said in stronger words', () => {
  const some = { pattern: 'unreadable', count: 20, of: 100, truncated: 15, empty: 0 } as const;
  expect(patternWords(some, hints)).toMatch(/^20% .*; most were cut off: allow .* Look\.$/);
  expect(patternWords({ ...some, count: 50, truncated: 0 }, hints)).toMatch(
    /^WARNING: 50% (?!.*cut off).* Look\.$/,
  );
  expect(patternWords({ pattern: 'refused', count: 60, of: 100 }, hints)).toMatch(/^WARNING: 60%/);
  expect(patternWords({ pattern: 'declined', count: 12, of: 100 }, hints)).toMatch(
    /^12% .*decline/,
  );
});

test('unreadable answers that are mostly empty name the server as the cause', () => {
  const some = { pattern: 'unreadable', count: 40, of: 100, truncated: 10, empty: 0 } as const;
  expect(patternWords({ ...some, empty: 25 }, hints)).toMatch(
    /^40% .*; most were empty: .* Look\.$/,
  );
  expect(patternWords({ ...some, empty: 20 }, hints)).not.toContain('empty');
});

test('of the first answers of a test the words say that these are the first ones', () => {
  const all = { count: 5, of: 5 };
  expect(
    firstAnswersWords({ pattern: 'unreadable', ...all, truncated: 5, empty: 0 }, hints, ''),
  ).toMatch(/^WARNING: .*first 5 .*; all were cut/);
  expect(firstAnswersWords({ pattern: 'declined', ...all }, hints, '')).toMatch(
    /^WARNING: .*first 5 .*decline.* Look\.$/,
  );
  expect(firstAnswersWords({ pattern: 'refused', ...all }, hints, '')).toMatch(
    /^WARNING: .*first 5 .*refused/,
  );
});

test('an output that shows the fault of the first answers is on the line, cut, with how to pay for no more', () => {
  const all = { count: 5, of: 5 };
  const own = { ...hints, stop: 'Stop.' };
  const unread = { pattern: 'unreadable', ...all, truncated: 0, empty: 0 } as const;
  expect(firstAnswersWords(unread, own, 'What a\n  lovely \u001b[2J sum.')).toMatch(
    /: "What a lovely \uFFFD\[2J sum\."\. Look\. Stop\.$/,
  );
  const long = `Begin ${'算'.repeat(100)} end`;
  expect(firstAnswersWords(unread, own, long)).toContain(` ends: "…${'算'.repeat(76)} end".`);
  expect(firstAnswersWords({ pattern: 'declined', ...all }, own, long)).toContain(
    ` begins: "Begin ${'算'.repeat(74)}…".`,
  );
});
