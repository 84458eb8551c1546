import { expect, test } from 'vitest';
import { stageTable } from '../../../src/operations/runs/kept-part.ts';
import { keptByModel } from '../../../src/workflow/synthesis/kept-by-model.ts';

async function* answers() {
  for (const [examinee, score] of [
    ['a', 1],
    ['a', 0],
    ['a [t=0.5]', 1],
    ['b', 0.5],
    ['b > a', 0],
    ['a > b', 1],
    ['a > b > a', 1],
    ['a > b > a > b', 0],
    ['a > b > a > b > a [answer-only #2]', 0],
  ] as const)
    yield { examinee, score };
}

test('calls are counted by speaker and stage; a criticism counts neither as right nor as wrong', async () => {
  const models = await keptByModel(['a', 'b', 'silent'], answers());
  expect(models).toEqual([
    {
      model: 'a',
      generate: { calls: 3, right: 2 },
      debate: { calls: 1, right: null },
      reflect: { calls: 2, right: 1 },
    },
    {
      model: 'b',
      generate: { calls: 1, right: 0.5 },
      debate: { calls: 2, right: null },
      reflect: { calls: 0, right: 0 },
    },
    {
      model: 'silent',
      generate: { calls: 0, right: 0 },
      debate: { calls: 0, right: null },
      reflect: { calls: 0, right: 0 },
    },
  ]);
  expect(stageTable(models).rows).toEqual([
    ['a', '3', '67%', '1', '2', '50%'],
    ['b', '1', '50%', '2', '0', null],
    ['silent', '0', null, '0', '0', null],
  ]);
});
