import { expect, test } from 'vitest';
import { recordedExaminee } from '../../src/examinee/recorded.ts';
import { type SimulatedItem, simulatedExaminee } from '../../src/examinee/simulated.ts';
import { extractAnswer } from '../../src/scoring/extract/extract-answer.ts';
import { question } from './endpoint-server.ts';

test('recorded outputs, by repeat if there are several', async () => {
  const outputs = new Map([
    ['q1', 'A'],
    ['q2', ['B', 'C']],
  ] as [string, string | string[]][]);
  const examinee = recordedExaminee('r', outputs);
  const asked: [string, number][] = [
    ['q1', 0],
    ['q1', 5],
    ['q2', 0],
    ['q2', 1],
  ];
  const replies = await Promise.all(asked.map((each) => examinee.ask(question(...each))));
  expect(replies.map(({ output }) => output)).toEqual(['A', 'A', 'B', 'C']);
  await expect(examinee.ask(question('q2', 2))).rejects.toMatchObject({
    code: 'EXAMINEE_FAILED',
    details: { examinee: 'r', reason: 'item q2, repeat 2: not recorded' },
  });
});

const ITEM: SimulatedItem = { a: 1.5, b: 0.3, c: 0.2, d: 0.95, options: 5, key: 'C' };
const COUNT = 4000;
const items = new Map(Array.from({ length: COUNT }, (_, k) => [`q${k}`, ITEM]));

async function lettersOf(ability: number, key = 'C', type: 'single' | 'multiple' = 'single') {
  const keyed = new Map([...items.keys()].map((id) => [id, { ...ITEM, key }]));
  const examinee = simulatedExaminee('s', { ability, seed: '1', items: keyed });
  const ids = [...keyed.keys()];
  const replies = await Promise.all(ids.map((id) => examinee.ask(question(id))));
  return replies.map(({ output }) => extractAnswer(output, { type, options: 5 }).extracted);
}

test.each([-1, 0.3, 2])(
  'simulated answers are right as often as the model says, at %d',
  async (theta) => {
    const letters = await lettersOf(theta);
    const expected = 0.2 + 0.75 / (1 + Math.exp(-1.5 * (theta - 0.3)));
    const right = letters.filter((letter) => letter === 'C').length / COUNT;
    // Four standard errors of a share of 4000.
    expect(Math.abs(right - expected)).toBeLessThan(4 * Math.sqrt(0.25 / COUNT));
    const wrong = ['A', 'B', 'D', 'E'].map((x) => letters.filter((y) => y === x).length);
    expect(right * COUNT + wrong.reduce((x, y) => x + y)).toBe(COUNT);
    expect(Math.max(...wrong) - Math.min(...wrong)).toBeLessThan(8 * Math.sqrt(COUNT / 4));
  },
);

test('several right options: wrong ones have one more or one less', async () => {
  const letters = await lettersOf(0, 'ABD', 'multiple');
  expect(new Set(letters)).toEqual(new Set(['ABD', 'BD', 'AD', 'AB', 'ABCD', 'ABDE']));
});

test('simulated answers depend on the item and the repeat, and on no order', async () => {
  const examinee = simulatedExaminee('s', { ability: 0, seed: '1', items });
  const ids = [...items.keys()].slice(0, 200);
  const outputs = async (order: string[], repeat = 0) => {
    const found = new Map<string, string>();
    for (const id of order) found.set(id, (await examinee.ask(question(id, repeat))).output);
    return ids.map((id) => found.get(id));
  };
  expect(await outputs([...ids].reverse())).toEqual(await outputs(ids));
  expect(await outputs(ids, 1)).not.toEqual(await outputs(ids));
  await expect(examinee.ask(question('unknown'))).rejects.toThrow('item unknown: ');
});
