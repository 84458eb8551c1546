import { expect, test } from 'vitest';
import { examineeName, modelOf } from '../../src/evaluation/condition.ts';

test('names of answers are read back, also of models whose names begin alike', () => {
  const models = ['m', 'm ~ n', 'm ~ n ~ o'];
  for (const order of [models, models.toReversed()])
    for (const model of models)
      for (const id of ['', 'temperature=0.6, repeat=2'])
        expect(modelOf(examineeName(model, { id }), order)).toEqual({ model, condition: id });
  expect(modelOf('m~', models)).toBeNull();
  expect(modelOf('j judges m, question 1', models)).toBeNull();
});
