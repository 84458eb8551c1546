import { expect, test } from 'vitest';
import { callPlan, neededCalls } from '../../src/evaluation/call-plan.ts';

const CONDITIONS = [{ id: '' }, { id: 'temperature=1' }];

test('answers are judged question by question, under their own names', () => {
  const plan = callPlan(['m'], CONDITIONS, ['j', 'k'], 2);
  expect(plan.calls.map(({ id }) => id)).toEqual([
    'm',
    'm ~ temperature=1',
    ...['j judges m, question 1', 'j judges m, question 2'],
    ...['k judges m, question 1', 'k judges m, question 2'],
    ...['j judges m ~ temperature=1, question 1', 'j judges m ~ temperature=1, question 2'],
    ...['k judges m ~ temperature=1, question 1', 'k judges m ~ temperature=1, question 2'],
  ]);
  for (const { judge, before, condition } of plan.calls)
    expect(before).toEqual(judge === null ? [] : [plan.answerOf(0, condition)]);
});

test('an item needs what is asked of it, and judgements of its own questions only', () => {
  const plan = callPlan(['m'], CONDITIONS, ['j'], 2);
  const needed = neededCalls(plan, [0, 1, 2], (_, condition, item) => condition === 0 || item > 0);
  expect([0, 1, 2].map(needed)).toEqual([[0], [0, 1, 2, 4], [0, 1, 2, 3, 4, 5]]);
});

test('names that would be confused in the record are refused', () => {
  expect(() => callPlan(['m', 'm ~ temperature=1'], CONDITIONS, [], 0)).toThrow(
    /two kinds of answers would be kept under the name "m ~ temperature=1"/,
  );
});
