import { expect, test } from 'vitest';
import { rubricOf } from '../../../src/prompt/judge/rubrics.ts';
import { shownRubric } from '../../../src/workflow/ratings/rating-panel.ts';

test('a rubric addresses people politely in Chinese and says the name of an aspect once', () => {
  const { instruction, aspects } = shownRubric(rubricOf('cmb-clin', 'zh'));
  expect(instruction).toMatch(/^您是一位/);
  expect(instruction).not.toContain('你');
  expect(aspects.map(({ label, description }) => [label, description])).toEqual([
    ['流畅性', '文字是否通顺、易于理解'],
    ['相关性', '回答是否针对所提的问题'],
    ['完整性', '参考答案的内容有多少出现在回答中'],
    ['专业性', '医学内容是否准确无误'],
  ]);
  const english = rubricOf('cmb-clin', 'en');
  expect(shownRubric(english).aspects.map(({ description }) => description)).toEqual(
    english.aspects.map(({ description }) => description),
  );
});
