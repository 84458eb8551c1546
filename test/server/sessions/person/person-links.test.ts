import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestService, testService } from '../../service.ts';
import { addPersonBank, fitting, invite } from './person-case.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await addPersonBank(service.parts.context.store);
});
afterAll(() => service.close());

const get = (id: string, key: string, rest = 'test') =>
  service.ask('GET', `/v1/sessions/${id}/${rest}`, key);
const post = (id: string, key: string, what: string, body?: unknown) =>
  service.ask('POST', `/v1/sessions/${id}/${what}`, key, body);

test('two tabs or devices show one test: the first answer counts, the other one is refused', async () => {
  const { id, key } = await invite(service);
  const first = await post(id, key, 'begin');
  const second = await post(id, key, 'begin');
  expect(second).toMatchObject({ status: 200, body: { answered: 0 } });
  expect(second.body.question).toEqual(first.body.question);
  await answerUntil(id, key, 'single');
  const { question, answered } = (await get(id, key)).body;
  const answer = { place: question.place, choice: ['B'] };
  expect((await post(id, key, 'responses', answer)).status).toBe(200);
  const other = await post(id, key, 'responses', { ...answer, choice: ['C'] });
  expect(other.status).toBe(409);
  expect((await get(id, key)).body.answered).toBe(answered + 1);
});

test('a break begun on one device hides the question on the other until the test goes on', async () => {
  const { id, key } = await invite(service, { timeLimit: 10 });
  const begun = await post(id, key, 'begin');
  await post(id, key, 'break');
  const before = (await get(id, key)).body;
  service.pass(120_000);
  const after = (await get(id, key)).body;
  expect(after).toMatchObject({ question: null, secondsLeft: before.secondsLeft });
  const answered = await post(id, key, 'responses', fitting(begun.body.question));
  expect(answered).toMatchObject({ status: 409, body: { code: 'PERSON_TEST' } });
  const again = await post(id, key, 'continue');
  expect(again.body.question).toEqual(begun.body.question);
});

test('a link that is passed on after the end shows no question and takes no answer', async () => {
  const { id, key } = await invite(service, { items: 3 });
  await post(id, key, 'begin');
  const last = await answerUntil(id, key, null);
  expect((await get(id, key)).body).toMatchObject({ state: 'finished', question: null });
  const more = await post(id, key, 'responses', { place: last.place + 1, choice: ['A'] });
  expect(more.status).toBe(409);
  // Made without `feedback`: the result is for whoever made the test.
  expect((await get(id, key, 'report')).status).toBe(403);
});

test('a revoked link opens nothing; a new key of the session goes on with the answers given', async () => {
  const { id, key } = await invite(service);
  await post(id, key, 'begin');
  await answerUntil(id, key, 'single');
  const before = (await get(id, key)).body;
  const administrator = await service.key('administrator');
  const made = await service.ask('POST', '/v1/keys', administrator, {
    ...{ role: 'examinee', name: 'ann', session: id, days: 30 },
  });
  const link = made.body.key;
  expect((await get(id, link)).status).toBe(200);
  expect((await service.ask('DELETE', `/v1/keys/${made.body.id}`, administrator)).status).toBe(200);
  expect((await get(id, link)).status).toBe(401);
  const answer = { place: before.question.place, choice: ['B'] };
  expect((await post(id, link, 'responses', answer)).status).toBe(401);
  const next = await service.key('examinee', { session: id });
  const after = (await get(id, next)).body;
  expect(after).toMatchObject({ answered: before.answered, question: before.question });
});

/** Answers until a question of a type comes, or to the end. @returns the last question that was answered */
async function answerUntil(id: string, key: string, type: string | null) {
  let last = { place: 0 };
  for (let step = 0; step < 40; step++) {
    const { question } = (await get(id, key)).body;
    if (question === null || question.type === type) return last;
    last = question;
    await post(id, key, 'responses', fitting(question));
  }
  throw new Error('the test does not end');
}
