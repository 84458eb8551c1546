import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import { CASES_BY_CAUSE, CAUSES } from './cases-by-cause.ts';

test('each cause has many cases, in English and Chinese', () => {
  expect(CASES_BY_CAUSE.length).toBeGreaterThanOrEqual(120);
  const chinese = CASES_BY_CAUSE.filter(({ output }) => /[\u4E00-\u9FFF]/.test(output));
  expect(chinese.length).toBeGreaterThanOrEqual(50);
  for (const cases of Object.values(CAUSES)) expect(cases.length).toBeGreaterThanOrEqual(5);
});

describe.each(Object.keys(CAUSES))('%s', (name) => {
  test.each(CASES_BY_CAUSE.filter(({ cause }) => cause === name))(
    '$output → $expected',
    ({ output, expected, type = 'single', options, optionTexts, asksForWrong }) => {
      const question = { type, options, optionTexts, asksForWrong };
      const { extracted, reason } = extractAnswer(output, question);
      expect(extracted ?? reason).toBe(expected);
    },
  );
});
