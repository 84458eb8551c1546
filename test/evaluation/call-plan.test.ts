import { expect, test } from 'vitest';
import { callPlan, judgementOf, neededCalls } from '../../src/evaluation/call-plan.ts';
import { modelOf } from '../../src/evaluation/condition.ts';

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

test('the name of a judgement says whose answer it is about, also if names contain others', () => {
  const models = ['m', 'm judges n'];
  const judges = ['j', 'j judges m'];
  for (const { id, judge, before, question } of callPlan(models, CONDITIONS, judges, 12).calls) {
    const found = judgementOf(id, judges);
    if (judge === null) {
      expect(found).toBeNull();
      continue;
    }
    const answer = callPlan(models, CONDITIONS, judges, 12).calls[before[0]];
    expect(found).toMatchObject({ question });
    if (models[answer.model] === 'm' && judge === 0)
      expect(found).toMatchObject({ judge: 'j', answer: answer.id });
  }
  expect(modelOf('m', models)).toEqual({ model: 'm', condition: '' });
  expect(modelOf('m ~ temperature=1', models)).toEqual({ model: 'm', condition: 'temperature=1' });
  expect(modelOf('other', models)).toBeNull();
});
