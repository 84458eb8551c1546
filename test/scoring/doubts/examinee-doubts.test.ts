import { expect, test } from 'vitest';
import { REPORTS_ZH } from '../../../src/languages/reports-zh.ts';
import { wordsIn } from '../../../src/languages/words.ts';
import {
  answerDoubts,
  type DoubtUse,
  doubtsAbout,
  doubtTexts,
  doubtWarnings,
  examineeDoubts,
  simulatedDoubts,
} from '../../../src/scoring/doubts/examinee-doubts.ts';

const ITEMS = 80;
const MODELS = 24;
const items = Array.from({ length: ITEMS }, (_, j) => `i${j}`);
/** Items of growing difficulty, models of growing ability, and what looks like chance. */
const row = (i: number) =>
  items.map((_, j) =>
    Number(
      ((7 * i + 11 * j + i * j) % 13) / 13 < 0.3 + (0.4 * i) / MODELS + 0.8 * (0.5 - j / ITEMS),
    ),
  );
const rows = Array.from({ length: MODELS }, (_, i) => row(i));
const matrixOf = (of: readonly (readonly number[])[]) => ({
  examinees: of.map((_, i) => `m${i}`),
  items,
  scores: Float32Array.from(of.flat()),
});

test('each rule finds what is there, from what it needs', () => {
  expect(examineeDoubts({ matrix: matrixOf(rows) })).toEqual([]);
  const odd = rows
    .with(20, rows[10])
    .with(
      21,
      rows[12].map((score) => 1 - score),
    )
    .with(22, Array<number>(ITEMS).fill(0));
  const matrix = matrixOf(odd);
  const kindsOf = (found: ReturnType<typeof examineeDoubts>) =>
    found.map(({ kind, examinees }) => [kind, ...examinees]);
  const ofAnswers = [
    ['copies', 'm10', 'm20'],
    ['backwards', 'm21'],
  ];
  expect(kindsOf(answerDoubts({ matrix }))).toEqual(ofAnswers);
  const absent = new Map([
    ['m3', new Map(items.slice(40).map((item) => [item, 'truncated' as const]))],
  ]);
  const options = new Map(items.map((item) => [item, 4]));
  const all = examineeDoubts({ matrix, standIns: ['m5', 'nobody'], absent, options });
  expect(kindsOf(all)).toEqual([
    ['simulated', 'm5'],
    ['absent', 'm3'],
    ['below-chance', 'm22'],
    ...ofAnswers,
  ]);
  expect(kindsOf(doubtsAbout(all, ['m20', 'm3']))).toEqual([
    ['absent', 'm3'],
    ['copies', 'm10', 'm20'],
  ]);
  // Copies of one family are expected.
  const families = matrix.examinees.with(20, 'm10');
  expect(kindsOf(answerDoubts({ matrix, families }))).toEqual([['backwards', 'm21']]);
  const chinese = wordsIn('zh', REPORTS_ZH);
  for (const use of ['fitted', 'grouped', 'ranked', 'compared'] satisfies DoubtUse[]) {
    const texts = doubtTexts(all, use);
    expect(
      texts.map((text) => ['m5', 'm3', 'm22', 'm10', 'm21'].filter((name) => text.includes(name))),
    ).toEqual([['m5'], ['m3'], ['m22'], ['m10'], ['m21']]);
    for (const text of doubtTexts(all, use, chinese)) expect(text).toMatch(/\p{Script=Han}/u);
  }
});

test('warnings of a calibration have no full stop at their ends, because their readers add one', () => {
  const some = simulatedDoubts(['a', 'b'], ['a']);
  expect(doubtWarnings(some, 'fitted')).toEqual(
    doubtTexts(some, 'fitted').map((text) => text.slice(0, -1)),
  );
});

test('whose answers are simulated: of nobody, of some, or of many', () => {
  const text = (all: string[], standIns: string[]) =>
    doubtTexts(simulatedDoubts(all, standIns), 'compared').join();
  expect(text(['a', 'b'], [])).toBe('');
  expect(text(['a', 'b'], ['x'])).toBe('');
  expect(text(['a', 'b', 'c'], ['b', 'c'])).toContain('of b, c ');
  const names = [...'abcdefgh'];
  expect(text([...names, 'real'], names)).toContain('of a, b, c, d, e and 3 more ');
});
