import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../service.ts';
import { addPersonBank, fitting, invite } from './person-case.ts';

/** Length of the tests: enough for a score. */
const ITEMS = 10;

test('a result is compared with others from five on: people with the same strategy and kind of form, each once, and not with the own tests', async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  await addPersonBank(service.parts.context.store);
  const take = async (
    examinee: string,
    strategy: string,
    items = ITEMS,
    form = null as unknown,
  ) => {
    const request = { examinee, strategy, items, form, feedback: 'result' };
    const { id, key } = await invite(service, request);
    const url = `/v1/sessions/${id}`;
    let { body } = await service.ask('POST', `${url}/begin`, key);
    while (body.question !== null)
      ({ body } = await service.ask('POST', `${url}/responses`, key, fitting(body.question)));
    return async () => (await service.ask('GET', `${url}/report`, key)).body;
  };
  const report = await take('me', 'random');
  for (const other of ['a', 'b', 'c', 'd']) await take(other, 'random');
  // None of these counts: tests of the same person, another strategy, too few answers, somebody who is known already.
  await take('me', 'random');
  await take('e', 'balanced');
  await take('f', 'random', 9);
  await take('a', 'random');
  const four = await report();
  expect([four.people, four.scores.people]).toEqual([null, []]);
  await take('g', 'random');
  const five = await report();
  expect(five.people).toMatchObject({ count: 5 });
  expect(five.scores.people).toHaveLength(5);

  const drawn = await take('me', 'fixed');
  for (const other of ['a', 'b', 'c', 'd']) await take(other, 'fixed', 12);
  const chosen = { items: Array.from({ length: ITEMS }, (_, k) => `item-${k}`) };
  await take('e', 'fixed', ITEMS, chosen);
  expect((await drawn()).people).toBeNull();
  await take('e', 'fixed', ITEMS, { draw: 'random' });
  expect((await drawn()).people).toMatchObject({ count: 5 });
});
