import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceRoutes } from '../../../../src/server/routes.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { type TestService, testService } from '../../service.ts';
import { addPersonBank, fitting, HIDDEN, invite, personItem } from './person-case.ts';

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

test('a person begins, answers every question once, and reads the result', async () => {
  const { id, key } = await invite(service, { feedback: 'result' });
  const before = await get(id, key);
  expect(before.body).toMatchObject({ begun: false, question: null, waiting: [], length: 10 });
  const early = await post(id, key, 'responses', { place: 1, choice: ['A'] });
  expect(early).toMatchObject({ status: 409, body: { code: 'PERSON_TEST' } });

  let { body } = await post(id, key, 'begin');
  const seen: string[] = [];
  for (let step = 0; body.question !== null && step < 40; step++) {
    expect(body.waiting).toHaveLength(1);
    if (body.question.turns.length < 2) seen.push(body.question.stem);
    const answer = fitting(body.question);
    body = (await post(id, key, 'responses', answer)).body;
    // Sent again, as after a lost reply.
    expect((await post(id, key, 'responses', answer)).status).toBe(200);
  }
  expect(body).toMatchObject({ state: 'finished', answered: 10, question: null });
  expect(new Set(seen).size).toBe(10);
  // Neither repeats nor the first questions of cases are further answers.
  const { body: metrics } = await service.ask(
    'GET',
    '/metrics',
    await service.key('administrator'),
  );
  expect(metrics).toContain('thetarank_answers_total{status="taken"} 10\n');
  const report = await get(id, key, 'report');
  expect(report.body.standing.answers).toBe(10);
  expect(report.body.models).toMatchObject({ count: 9 });
  const { at, low, high } = report.body.models;
  expect(low).toBeLessThanOrEqual(at);
  expect(high).toBeGreaterThanOrEqual(at);
  expect(report.body.people).toBeNull();
  expect(report.body.scores.models).toHaveLength(9);
  expect(report.body.few).toBeNull();
  // One of four options, one of 15 sets, half of the pairs of an order; nothing of open questions and cases.
  expect(report.body.guessing).toBeCloseTo((100 * (1 / 4 + 1 / 15 + 1 / 2)) / 5, 9);
});

test('a test that ended early with few answers says that leaderboards do not have it', async () => {
  const { id, key } = await invite(service, { feedback: 'result', examinee: 'early' });
  const { body } = await post(id, key, 'begin');
  await post(id, key, 'responses', fitting(body.question));
  const runner = await service.key('runner', { banks: ['exam'] });
  await service.ask('POST', `/v1/sessions/${id}/end`, runner);
  expect((await get(id, key, 'report')).body).toMatchObject({
    few: { answers: 1 },
    standing: null,
  });
  expect((await get(id, runner, 'result')).body.leastAnswers).toBe(10);
});

test('letters are compared with the key as they are', async () => {
  const ids = ['item-1', 'item-2', 'item-5', 'item-3', 'item-4'];
  const { id, key } = await invite(service, {
    ...{ strategy: 'fixed', items: undefined, form: { items: ids } },
  });
  await post(id, key, 'begin');
  // Of the key A, C both, in any order; of the order D B A C the last two exchanged: 5 of 6 pairs.
  const given = [
    { place: 1, choice: ['C', 'A'] },
    { place: 2, choice: ['D', 'B', 'C', 'A'] },
    { place: 3, choice: ['B'] },
    { place: 4, text: HIDDEN.key },
    { place: 5, text: HIDDEN.key, turn: 0 },
    { place: 5, text: 'wrong', turn: 1 },
  ];
  for (const answer of given) expect((await post(id, key, 'responses', answer)).status).toBe(200);
  const administrator = await service.key('administrator');
  const { body } = await get(id, administrator, 'export');
  expect(personItem(5)).toMatchObject({ type: 'single', key: ['B'] });
  expect(body.answers.map(({ score }: { score: number }) => score)).toEqual([1, 5 / 6, 1, 1, 0.5]);
  expect(body.session.state).toBe('finished');
});

test('answers that do not fit their question are refused', async () => {
  const { id, key } = await invite(service, {
    ...{
      strategy: 'fixed',
      items: undefined,
      form: { items: ['item-0', 'item-1', 'item-2', 'item-3', 'item-4'] },
    },
  });
  await post(id, key, 'begin');
  const wrong = [
    { place: 1, choice: ['A', 'B'] },
    { place: 1, choice: ['E'] },
    { place: 1, choice: [] },
    { place: 1, text: 'The answer is A' },
    { place: 2, choice: [] },
    { place: 2, choice: ['A', 'A'] },
    { place: 3, choice: ['D', 'B'] },
    { place: 4, text: '  ' },
    { place: 4, choice: ['A'] },
    { place: 5, text: 'skips the first', turn: 1 },
    { place: 6, choice: ['A'] },
  ];
  for (const answer of wrong)
    expect([400, 409], JSON.stringify(answer)).toContain(
      (await post(id, key, 'responses', answer)).status,
    );
  expect((await get(id, key)).body.answered).toBe(0);
  await post(id, key, 'responses', { place: 1, choice: ['A'] });
  const changed = await post(id, key, 'responses', { place: 1, choice: ['B'] });
  expect(changed).toMatchObject({ status: 409, body: { code: 'PERSON_TEST' } });
});

test('a fixed form is the same for everyone with its seed, in any order of answers', async () => {
  const stems = async (request: Record<string, unknown>) => {
    const { id, key } = await invite(service, { strategy: 'fixed', items: 6, ...request });
    const { body } = await post(id, key, 'begin');
    expect(body.waiting).toEqual([1, 2, 3, 4, 5, 6]);
    const found: string[] = [];
    for (const place of body.waiting)
      found.push((await get(id, key, `test?place=${place}`)).body.question.stem);
    return found;
  };
  const first = await stems({ examinee: 'ann' });
  expect(await stems({ examinee: 'bob' })).toEqual(first);
  expect(await stems({ examinee: 'bob', seed: 2 })).not.toEqual(first);
  const random = await stems({ form: { draw: 'random' } });
  expect(new Set(random).size).toBe(6);
  expect(random).not.toEqual(first);
});

/** Answers all questions of a person's test. */
async function answerAll(id: string, key: string): Promise<void> {
  let { body } = await post(id, key, 'begin');
  while (body.question !== null)
    body = (await post(id, key, 'responses', fitting(body.question))).body;
}

test('by default people take a representative form, whose score is its plain mean', async () => {
  const { id, key } = await invite(service, {
    ...{ strategy: undefined, items: 15, feedback: 'result', examinee: 'default' },
  });
  await answerAll(id, key);
  const { body } = await get(id, key, 'report');
  const { score, shareRight, verified, expected } = body.standing;
  expect(score).toBeCloseTo(shareRight, 10);
  expect(verified).toBe(true);
  expect(expected.low).toBeLessThan(score);
  expect(body.session.strategy).toBe('fixed');
  const administrator = await service.key('administrator');
  const boards = await service.ask('GET', '/v1/leaderboards', administrator);
  const names: string[] = [];
  for (const { id } of boards.body.items) {
    const { body: board } = await service.ask('GET', `/v1/leaderboards/${id}`, administrator);
    names.push(...board.rows.map(({ examinee }: { examinee: string }) => examinee));
  }
  expect(names).toContain('default');
});

test('an adaptive test and a form from a file are unverified for a person', async () => {
  const ids = Array.from({ length: 10 }, (_, k) => `item-${2 * k}`);
  const requests = [
    { strategy: 'paper', items: 10 },
    { strategy: 'fixed', items: undefined, form: { items: ids } },
  ];
  for (const request of requests) {
    const { id, key } = await invite(service, { ...request, feedback: 'result' });
    await answerAll(id, key);
    const { body } = await get(id, key, 'report');
    expect(body.standing).toMatchObject({ verified: false, unverified: 'person' });
  }
});

test('fewer than ten answers give no score, no place and no percentile', async () => {
  const { id, key } = await invite(service, {
    ...{ strategy: 'fixed', items: 9, feedback: 'result', examinee: 'few' },
  });
  await answerAll(id, key);
  const { body } = await get(id, key, 'report');
  expect(body).toMatchObject({ standing: null, few: { answers: 9 }, models: null, people: null });
  const administrator = await service.key('administrator');
  const result = await get(id, administrator, 'result');
  expect(result.body).toMatchObject({ place: null, standing: { unverified: 'too-few' } });
});

test('what only fits people is refused for others, and the other way round', async () => {
  const runner = await service.key('runner', { banks: ['exam'] });
  const make = (body: Record<string, unknown>) =>
    service.ask('POST', '/v1/sessions', runner, { bank: 'exam', examinee: 'x', ...body });
  const refused = [
    { strategy: 'paper', items: 5, timeLimit: 10 },
    { strategy: 'paper', items: 5, breaks: 'none' },
    { strategy: 'paper', items: 5, person: true, lag: 4 },
    { strategy: 'paper', items: 5, person: true, prompt: {} },
    { strategy: 'paper', items: 5, form: { items: ['item-1'] } },
    { strategy: 'fixed', form: { items: ['item-1', 'item-1'] } },
    { strategy: 'fixed', form: { items: ['nothing'] } },
    { strategy: 'fixed', items: 5, pretest: 1 },
    { strategy: 'fixed', form: { items: ['item-1'], draw: 'random' } },
    { items: 5, person: true, pretest: 1 },
  ];
  for (const body of refused)
    expect([400, 404], JSON.stringify(body)).toContain((await make(body)).status);
  const program = await make({ strategy: 'paper', items: 5, scoring: 'service' });
  const key = await service.key('examinee', { session: program.body.id });
  for (const what of ['begin', 'break', 'continue'])
    expect((await post(program.body.id, key, what)).body.code).toBe('PERSON_TEST');
  const { id, key: own } = await invite(service);
  expect((await get(id, own, 'items')).body.code).toBe('PERSON_TEST');
  const answers = [{ item: 'item-1', output: 'The answer is B' }];
  expect((await post(id, own, 'answers', { answers })).body.code).toBe('PERSON_TEST');
  expect((await post(id, runner, 'answers', { answers })).body.code).toBe('PERSON_TEST');
});

test('no route shows an examinee more than its questions', async () => {
  const { id, key } = await invite(service, { strategy: 'fixed', items: 10, feedback: 'result' });
  const { id: other } = await invite(service, { examinee: 'SOMEBODY-ELSE' });
  let text = '';
  const callAll = async () => {
    for (const { method, url } of serviceRoutes(service.parts)) {
      if (url === '/v1/events') continue;
      for (const session of [id, other]) {
        const path = url.replace(':session', session).replace(/:[a-z]+/gi, 'exam');
        if (method === 'POST' && /\/(responses|begin|break)$/.test(url) && session === id) continue;
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const reply = await service.ask(method, path, key, body);
        // Of another session not even that it is there.
        if (session === other && url.includes(':session') && reply.status < 400)
          throw new Error(`${method} ${path}: ${reply.status}`);
        text += JSON.stringify(reply.body ?? '');
      }
    }
  };
  await callAll();
  let { body } = await post(id, key, 'begin');
  for (let answered = 0; body.question !== null; answered++) {
    text += JSON.stringify(body);
    if (IS_ALL || answered % 4 === 0) await callAll();
    const { question } = body;
    const later = question.type === 'case' && question.turns.length < 2;
    if (later) expect(JSON.stringify(body)).not.toContain(HIDDEN.later);
    body = (await post(id, key, 'responses', fitting(question))).body;
  }
  expect(body.state).toBe('finished');
  await callAll();
  // What it does see is there, so the search finds something.
  expect(text).toContain('which one?');
  for (const hidden of [HIDDEN.key, HIDDEN.explanation, HIDDEN.source, 'SOMEBODY-ELSE', 'item-'])
    expect(text.includes(hidden), hidden).toBe(false);
  for (const field of ['"key"', '"explanation"', '"tags":{"subject', '"b":', '"pretest":'])
    expect(text.includes(field), field).toBe(false);
});
