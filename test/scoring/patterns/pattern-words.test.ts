import { expect, test } from 'vitest';
import { firstAnswersWords, patternWords } from '../../../src/scoring/patterns/pattern-words.ts';

const hints = { look: 'Look.', longer: 'allow more tokens' };

test('words say what was found, what it probably means and what to do', () => {
  const same = { pattern: 'same-letter', count: 61, of: 61, letter: 'A', keys: 15 } as const;
  expect(patternWords(same, hints)).toBe(
    'WARNING: all 61 answers are A, but only 15 of the right ones are. The prompt or the extraction is probably broken, and the score is not one of the model. Look.',
  );
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
  expect(patternWords(position, hints)).toContain(
    '90% are right if the key is A, 30% if it is B, C or D',
  );
});

test('half of the answers and more are said in stronger words', () => {
  const some = { pattern: 'unreadable', count: 20, of: 100, truncated: 15, empty: 0 } as const;
  expect(patternWords(some, hints)).toBe(
    '20% of the answers could not be read and count as wrong; most were cut off: allow more tokens (models that reason need more). Look.',
  );
  expect(patternWords({ ...some, count: 50, truncated: 0 }, hints)).toBe(
    'WARNING: 50% of the answers could not be read and count as wrong, so the score says more about the prompt, the limit of tokens or the extraction than about the model. Look.',
  );
  expect(patternWords({ pattern: 'refused', count: 60, of: 100 }, hints)).toMatch(/^WARNING: 60%/);
  expect(patternWords({ pattern: 'declined', count: 12, of: 100 }, hints)).toMatch(
    /^12% .*decline/,
  );
});

test('unreadable answers that are mostly empty name the server as the cause', () => {
  const some = { pattern: 'unreadable', count: 40, of: 100, truncated: 10, empty: 0 } as const;
  expect(patternWords({ ...some, empty: 25 }, hints)).toBe(
    '40% of the answers could not be read and count as wrong; most were empty: check the chat template and the reasoning parser of the server. Look.',
  );
  expect(patternWords({ ...some, empty: 20 }, hints)).not.toContain('empty');
});

test('of the first answers of a test the words say that these are the first ones', () => {
  const all = { count: 5, of: 5 };
  expect(
    firstAnswersWords({ pattern: 'unreadable', ...all, truncated: 5, empty: 0 }, hints, ''),
  ).toMatch(
    /^WARNING: the first 5 answers could not be read .*; all were cut off: allow more tokens/,
  );
  expect(firstAnswersWords({ pattern: 'declined', ...all }, hints, '')).toMatch(
    /^WARNING: the first 5 outputs decline to answer .* Look\.$/,
  );
  expect(firstAnswersWords({ pattern: 'refused', ...all }, hints, '')).toMatch(
    /^WARNING: the first 5 questions were refused .* Check the endpoint/,
  );
});

test('an output that shows the fault of the first answers is on the line, cut, with how to pay for no more', () => {
  const all = { count: 5, of: 5 };
  const own = { ...hints, stop: 'Stop.' };
  const unread = { pattern: 'unreadable', ...all, truncated: 0, empty: 0 } as const;
  expect(firstAnswersWords(unread, own, 'What a\n  lovely \u001b[2J sum.')).toMatch(
    /uses\. One of them: "What a lovely \uFFFD\[2J sum\."\. Look\. Stop\.$/,
  );
  const long = `Begin ${'算'.repeat(100)} end`;
  expect(firstAnswersWords(unread, own, long)).toContain(
    ` One of them ends: "…${'算'.repeat(76)} end". Look.`,
  );
  expect(firstAnswersWords({ pattern: 'declined', ...all }, own, long)).toContain(
    ` One of them begins: "Begin ${'算'.repeat(74)}…". Look.`,
  );
});
