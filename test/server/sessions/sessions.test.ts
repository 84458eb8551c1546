import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { examineeResult, sessionDetail } from '../../../src/api/sessions.ts';
import { prepareLive } from '../../../src/ranking/live/prepare-live.ts';
import { readLiveBank } from '../../../src/tested-bank/live-bank.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin, ITEMS, play, scoreOf } from './session-case.ts';

let service: TestService;
let runner: string;
let viewer: string;
beforeAll(async () => {
  service = await testService({ configuration: { sessionsInMemory: 3 } });
  await addBank(service.parts.context.store);
  runner = await service.key('runner');
  viewer = await service.key('viewer');
});
afterAll(() => service.close());
const ask: TestService['ask'] = (...request) => service.ask(...request);

/** What `rank` asks a model, and where it stands at the end. */
async function ranked(strategy: 'robust' | 'paper' | 'balanced' | 'random', lag: number) {
  const { recorded, families } = await readLiveBank(service.parts.context.store, 'exam');
  const { tests } = prepareLive({
    bank: recorded,
    families,
    models: ['ann'],
    items: 12,
    strategy,
    lag,
    seed: 5,
    leaveOut: [],
    isAskable: null,
  });
  const [own] = tests;
  const asked: string[] = [];
  while (asked.length < 12)
    for (const j of own.next(1)) {
      asked.push(recorded.responses.items[j]);
      own.record(j, scoreOf(recorded.responses.items[j]));
    }
  return { asked, score: own.score() };
}

describe('a session', () => {
  test.each(['robust', 'paper', 'balanced', 'random'] as const)(
    'asks by "%s" what rank asks, and stands where that stands',
    async (strategy) => {
      const id = await begin(service, runner, { strategy, seed: 5 });
      const { items, last } = await play(service, runner, id);
      const { asked, score } = await ranked(strategy, 1);
      expect(items).toEqual(asked);
      expect(last).toMatchObject({ state: 'finished', items: [], asked: 12, answered: 12 });
      const { body } = await ask('GET', `/v1/sessions/${id}`, viewer);
      expect(sessionDetail.parse(body)).toEqual(body);
      expect(body).toMatchObject({ state: 'finished', answered: 12, bank: 'exam', strategy });
      expect(body.standing).toMatchObject({
        answers: 12,
        score: score!.score,
        low: score!.low,
        high: score!.high,
        ability: score!.ability,
        right: score!.right,
      });
    },
    30_000,
  );
});

describe('answers', () => {
  const answer = (id: string, key: string, ...answers: object[]) =>
    ask('POST', `/v1/sessions/${id}/answers`, key, { answers });
  const first = async (id: string) =>
    (await ask('GET', `/v1/sessions/${id}/items`, runner)).body.items[0].item as string;

  test('one that is sent again changes nothing; another one to the item is refused', async () => {
    const id = await begin(service, runner);
    const item = await first(id);
    const { body } = await answer(id, runner, { item, score: 1, key: 'k' });
    expect(body.results).toEqual([{ item, status: 'taken' }]);
    const again = await answer(id, runner, { item, score: 1 }, { item, score: 1, key: 'k' });
    expect(again.status).toBe(200);
    expect(again.body.results.map(({ status }: { status: string }) => status)).toEqual([
      'repeated',
      'repeated',
    ]);
    expect(again.body.items).toEqual(body.items);
    // A key is of one answer: who sends another one hears that it does not count.
    const changed = await answer(id, runner, { item, score: 0, key: 'k' });
    expect(changed.body.results).toMatchObject([{ status: 'refused', code: 'ANSWER_GIVEN' }]);
    const other = await answer(id, runner, { item, score: 0 });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'ANSWERS_REFUSED' });
    expect(other.body.results).toMatchObject([{ item, status: 'refused', code: 'ANSWER_GIVEN' }]);
    const next = body.items[0].item;
    const odd = await answer(id, runner, { item: next, score: 1, key: 'k' }, { item, score: 1 });
    expect(odd.body.results).toMatchObject([{ code: 'ANSWER_GIVEN' }, { status: 'repeated' }]);
    const few = [
      { item: 'item-x', score: 1 },
      { item: next },
      { item: next, score: 1, output: 'A' },
    ];
    expect((await answer(id, runner, ...few)).body.results).toMatchObject([
      { code: 'ANSWER_NOT_ASKED' },
      { code: 'ANSWER_INVALID' },
      { code: 'ANSWER_INVALID' },
    ]);
    const twice = [
      { item: next, score: 1 },
      { item: next, score: 1 },
      { item: next, score: 0 },
    ];
    expect((await answer(id, runner, ...twice)).body.results).toMatchObject([
      { status: 'taken' },
      { status: 'repeated' },
      { code: 'ANSWER_GIVEN' },
    ]);
    expect((await ask('GET', `/v1/sessions/${id}`, viewer)).body).toMatchObject({ answered: 2 });
  });

  test('of two at once to one item, one is taken', async () => {
    const id = await begin(service, runner);
    const item = await first(id);
    const replies = await Promise.all(
      [1, 0, 1, 0].map((score) => answer(id, runner, { item, score })),
    );
    const statuses = replies.map(({ body }) => body.results[0].status).sort();
    expect(statuses).toEqual(['refused', 'refused', 'repeated', 'taken']);
    expect(await service.parts.sessions.answers(id)).toHaveLength(1);
  });

  test('come late to a session that is paused, ended or over', async () => {
    const expiresAt = new Date(Date.parse(service.parts.context.now()) + 60_000).toISOString();
    const id = await begin(service, runner, { expiresAt });
    const item = await first(id);
    const change = (name: string) => ask('POST', `/v1/sessions/${id}/${name}`, runner);
    expect((await change('pause')).body).toMatchObject({ state: 'paused' });
    expect((await change('pause')).status).toBe(200);
    expect((await ask('GET', `/v1/sessions/${id}/items`, runner)).body.items).toEqual([]);
    const refused = async () => (await answer(id, runner, { item, score: 1 })).body.results[0].code;
    expect(await refused()).toBe('SESSION_PAUSED');
    expect((await change('resume')).body).toMatchObject({ state: 'open' });
    expect((await answer(id, runner, { item, score: 1 })).status).toBe(200);
    const next = await first(id);
    service.pass(60_000);
    expect((await answer(id, runner, { item: next, score: 1 })).body.results).toMatchObject([
      { code: 'ANSWER_LATE' },
    ]);
    const { body } = await ask('GET', `/v1/sessions/${id}`, viewer);
    expect(body).toMatchObject({ state: 'ended', reason: 'its time is over', answered: 1 });
    expect(body.standing.answers).toBe(1);
    expect((await answer(id, runner, { item, score: 1 })).body.results).toMatchObject([
      { status: 'repeated' },
    ]);
    expect(await change('resume')).toMatchObject({ status: 409, body: { code: 'SESSION_OVER' } });
    const early = await begin(service, runner);
    expect((await ask('POST', `/v1/sessions/${early}/end`, runner)).body).toMatchObject({
      state: 'ended',
      standing: null,
    });
  });

  test('in words are read and scored by the key, which nobody is told', async () => {
    const id = await begin(service, runner, {
      scoring: 'service',
      items: 2,
      feedback: 'result',
      note: 'PRIVATE',
      seed: 4711,
      prompt: { system: 'SYSTEM' },
    });
    const examinee = await service.key('examinee', { session: id });
    const url = `/v1/sessions/${id}`;
    const { body } = await ask('GET', `${url}/items?prompts=true`, examinee);
    const [{ item, prompt }] = body.items;
    expect(prompt.at(-1).content).toContain('which one?');
    expect((await answer(id, examinee, { item, score: 1 })).body).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    expect((await answer(id, runner, { item, score: 1 })).body.results).toMatchObject([
      { code: 'ANSWER_INVALID' },
    ]);
    const right = (of: string) => `The answer is (${'ABCD'[Number(of.slice(5)) % 4]})`;
    const sent = await answer(id, examinee, { item, output: right(item) });
    expect(Object.keys(sent.body).sort()).toEqual(
      ['state', 'items', 'asked', 'answered', 'length', 'results'].sort(),
    );
    expect(sent.body.results).toEqual([{ item, status: 'taken' }]);
    expect(await ask('GET', `${url}/result`, examinee)).toMatchObject({
      status: 403,
      body: { code: 'RESULT_WITHHELD' },
    });
    const wrong = { item, output: 'The answer is (Z), as before' };
    expect((await answer(id, examinee, wrong)).body.results).toMatchObject([
      { code: 'ANSWER_GIVEN' },
    ]);
    expect((await answer(id, examinee, { item, output: right(item) })).status).toBe(200);
    const [{ item: last }] = sent.body.items;
    await answer(id, examinee, { item: last, output: 'I do not know.' });
    const result = await ask('GET', `${url}/result`, examinee);
    expect(result.body).toMatchObject({ complete: true, standing: { answers: 2, right: 1 } });
    expect(examineeResult.parse(result.body)).toEqual(result.body);
    expect(JSON.stringify(result.body)).not.toMatch(/PRIVATE|SYSTEM|4711|calibration|cost|alarm/);
    expect((await ask('GET', `${url}/result`, runner)).body.session.note).toBe('PRIVATE');
    for (const path of ['', '/trace', '/export', '/pause'])
      expect((await ask(path === '/pause' ? 'POST' : 'GET', url + path, examinee)).status).toBe(
        403,
      );
    expect(JSON.stringify(service.log)).not.toContain('which one');
  });
});

test('the result says in words of outputs that are all one letter; scores alone say nothing of that', async () => {
  const stuck = async (answerOf: (item: string) => object) => {
    const id = await begin(service, runner, { strategy: 'random', items: 30, lag: 30 });
    const { body } = await ask('GET', `/v1/sessions/${id}/items`, runner);
    const answers = body.items.map(({ item }: { item: string }) => ({ item, ...answerOf(item) }));
    await ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
    return (await ask('GET', `/v1/sessions/${id}/result`, runner)).body.patterns;
  };
  expect(await stuck(() => ({ output: 'The answer is (A)' }))).toMatchObject([
    { pattern: 'same-letter', count: 30, of: 30, letter: 'A' },
  ]);
  expect(await stuck(() => ({ output: 'I wonder.' }))).toMatchObject([
    { pattern: 'unreadable', count: 30, of: 30 },
  ]);
  expect(await stuck(() => ({ score: 0 }))).toEqual([]);
});

test('outputs that were cut at the limit of tokens are counted apart, and read only where they state an answer', async () => {
  const id = await begin(service, runner, { strategy: 'random', items: 6, lag: 6 });
  const { body } = await ask('GET', `/v1/sessions/${id}/items`, runner);
  const outputs = [
    { output: 'Option (B) would mean that the', finishReason: 'max_tokens' },
    { output: 'The answer is (B). Because it', finishReason: 'length' },
    { output: 'Option (B), I believe.', finishReason: 'end_turn' },
    { output: 'No idea.' },
    { output: '', finishReason: 'content_filter' },
    { output: '', finishReason: 'stop' },
  ];
  const answers = outputs.map((own, k) => ({ item: body.items[k].item, ...own }));
  const send = (sent: object) => ask('POST', `/v1/sessions/${id}/answers`, runner, sent);
  // As OpenAI spells it; and a reply that the endpoint gave up is none of the model.
  const misspelt = await send({
    answers: [{ item: answers[0].item, output: 'B', finish_reason: 'stop' }],
  });
  expect(misspelt).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
  const lost = await send({
    answers: [{ item: answers[0].item, output: 'B', finishReason: 'error' }],
  });
  expect(lost.body.results).toMatchObject([{ status: 'refused', code: 'ANSWER_INVALID' }]);
  await send({ answers });
  const result = await ask('GET', `/v1/sessions/${id}/result`, runner);
  expect(result.body.absent).toEqual({ unread: 2, truncated: 1, refused: 1 });
  expect(result.body.patterns).toMatchObject([
    { pattern: 'unreadable', count: 3, of: 6, truncated: 1, empty: 1 },
    { pattern: 'refused', count: 1 },
  ]);
  const kept = await ask('GET', `/v1/sessions/${id}/export`, runner);
  expect(kept.body.answers.map(({ absent }: { absent: string | null }) => absent)).toEqual([
    ...['truncated', null, null, 'unread', 'refused', 'unread'],
  ]);
});

test('the answers of a session are counted as unread until an output can be read', async () => {
  const id = await begin(service, runner, { strategy: 'random', items: 6, lag: 6 });
  const { sessions } = service.parts;
  expect(await sessions.unread(id)).toBe(0);
  const { body } = await ask('GET', `/v1/sessions/${id}/items`, runner);
  const send = async (k: number, output: string) => {
    const answers = [{ item: body.items[k].item, output }];
    await ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
    return sessions.unread(id);
  };
  expect(await send(0, 'I wonder.')).toBe(1);
  expect(await send(1, '')).toBe(2);
  expect(await send(2, 'The answer is (A)')).toBeNull();
  expect(await send(3, 'I wonder.')).toBeNull();
});

test('one output is read directly from its place in the file, however long the file is', async () => {
  const id = await begin(service, runner, { scoring: 'service', items: 6, lag: 6 });
  const { serviceSessions } = service.parts.context.store;
  const { body } = await ask('GET', `/v1/sessions/${id}/items`, runner);
  const answers = body.items.map(({ item }: { item: string }) => ({ item, output: item }));
  const send = (of: object[]) => ask('POST', `/v1/sessions/${id}/answers`, runner, { answers: of });
  await send(answers.slice(0, 5));
  const all = vi.spyOn(serviceSessions, 'answers');
  const again = await send([...answers.slice(0, 5), { ...answers[0], output: 'another' }]);
  expect(again.body.results.map(({ status }: { status: string }) => status)).toEqual([
    ...Array(5).fill('repeated'),
    'refused',
  ]);
  expect(all).not.toHaveBeenCalled();
  all.mockRestore();
});

test('a time to expire is one that comes, with a year of four digits', async () => {
  const at = (expiresAt: string) =>
    ask('POST', '/v1/sessions', runner, {
      bank: 'exam',
      examinee: 'x',
      strategy: 'paper',
      expiresAt,
    });
  for (const wrong of ['+099999-01-01T00:00:00Z', '+010000-01-01T00:00:00Z', '2001-01-01', 'soon'])
    expect((await at(wrong)).body.code).toBe('SESSION_REFUSED');
  const { body } = await at('9999-01-01T00:00:00Z');
  expect((await ask('GET', `/v1/sessions/${body.id}`, runner)).body.state).toBe('open');
});

test('worked examples, which tell right answers, are for models that the service asks', async () => {
  const body = { bank: 'exam', examinee: 'x', strategy: 'paper', scoring: 'service' };
  for (const scoring of ['service', 'caller']) {
    const prompt = { shots: 3, shotsFrom: 'subject=math' };
    const reply = await ask('POST', '/v1/sessions', runner, { ...body, scoring, prompt });
    expect(reply.body).toMatchObject({ code: 'SESSION_REFUSED' });
    expect(reply.body.detail).toMatch(/worked examples/);
  }
});

describe('access by role', () => {
  test('a session of another bank, or of another examinee, is not there', async () => {
    const id = await begin(service, runner);
    const elsewhere = await service.key('runner', { banks: ['other'] });
    const other = await service.key('examinee', { session: 'another' });
    for (const [key, path] of [
      [elsewhere, ''],
      [elsewhere, '/items'],
      [elsewhere, '/trace'],
      [other, '/items'],
      [other, '/result'],
    ])
      expect(await ask('GET', `/v1/sessions/${id}${path}`, key)).toMatchObject({
        status: 404,
        body: { code: 'SESSION_UNKNOWN' },
      });
    const body = { bank: 'exam', examinee: 'x' };
    expect((await ask('POST', '/v1/sessions', elsewhere, body)).status).toBe(404);
    expect((await ask('POST', '/v1/sessions', viewer, body)).status).toBe(403);
    expect((await ask('GET', '/v1/sessions', elsewhere)).body).toMatchObject({ total: 0 });
    expect((await ask('GET', '/v1/sessions?limit=2', viewer)).body.items).toHaveLength(2);
  });
});

test('the trace of a session with a gap ends with its result', async () => {
  const id = await begin(service, runner, { strategy: 'paper', lag: 5 });
  const url = `/v1/sessions/${id}`;
  const { items } = (await ask('GET', `${url}/items`, runner)).body;
  expect(items).toHaveLength(5);
  const answers = items.slice(1).map(({ item }: { item: string }) => ({ item, score: 1 }));
  await ask('POST', `${url}/answers`, runner, { answers });
  const { standing } = (await ask('POST', `${url}/end`, runner)).body;
  expect(standing).toMatchObject({ answers: 4, verified: false, unverified: 'strategy' });
  const { places } = (await ask('GET', `${url}/trace`, runner)).body;
  expect(places.slice(0, 4)).toMatchObject(Array(4).fill({ predicted: null, verified: null }));
  const { score, low, high } = standing;
  expect(places[4]).toMatchObject({ place: 5, predicted: score, low, high, verified: false });
});

describe('stored sessions', () => {
  test('lists, trace, result and export tell the same of a session, in memory or not', async () => {
    const id = await begin(service, runner, { strategy: 'balanced', items: 6 });
    await play(service, runner, id);
    const tell = async () =>
      Promise.all(
        ['', '/result', '/trace', '/export'].map(
          async (path) => (await ask('GET', `/v1/sessions/${id}${path}`, runner)).body,
        ),
      );
    const before = await tell();
    // More sessions than memory takes.
    for (let k = 0; k < 4; k++) await begin(service, runner, { strategy: 'random' });
    expect(await tell()).toEqual(before);
    const [{ troubles, ...summary }, result, trace, all] = before;
    expect(troubles).toEqual([]);
    expect(result).toMatchObject({ complete: true, recorded: 9, session: summary });
    expect(result.bestPlace).toBeLessThanOrEqual(result.place);
    expect(trace.places).toHaveLength(6);
    for (const place of trace.places)
      expect(place).toMatchObject({
        score: scoreOf(place.item),
        a: expect.any(Number),
        ability: expect.any(Number),
      });
    expect(trace.places[5]).toMatchObject({
      ability: summary.standing.ability,
      predicted: summary.standing.score,
      tags: { subject: expect.any(String) },
    });
    expect(all).toMatchObject({
      session: summary,
      result,
      trace,
      format: 'thetarank-service-session',
    });
    const csv = await ask('GET', `/v1/sessions/${id}/export?format=csv`, runner);
    expect(csv.body.split('\n')[0]).toBe(
      'place,item,score,at,a,b,c,ability,se,predicted,low,high,verified,tag:subject',
    );
    const { items } = (await ask('GET', '/v1/sessions?limit=1000&state=finished', viewer)).body;
    expect(items.find((one: { id: string }) => one.id === id)).toEqual(summary);
    const { sessions, asked } = await service.parts.sessions.exposure('exam');
    expect(sessions).toBeGreaterThan(4);
    expect([...asked.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(6);
  });

  test('what goes on tells its events, states at once and answers now and then', async () => {
    const all: object[] = [];
    const stop = service.parts.context.events.listen((event) => all.push(event));
    const id = await begin(service, runner, { items: 8 });
    await play(service, runner, id);
    stop();
    // Others may still be told of.
    const told = all.filter((event) => (event as { session?: string }).session === id);
    const states = told.map((event) => (event as { state: string }).state);
    expect(states[0]).toBe('open');
    expect(states.at(-1)).toBe('finished');
    expect(states.length).toBeGreaterThan(2);
    expect(told[0]).toEqual({
      type: 'session',
      session: id,
      bank: 'exam',
      state: 'open',
      model: null,
    });
  });

  test('of a test of all items the score itself, without an alarm, and one place', async () => {
    const id = await begin(service, runner, { items: ITEMS });
    const { items } = await play(service, runner, id);
    const right = items.reduce((sum, item) => sum + scoreOf(item), 0);
    const { body } = await service.ask('GET', `/v1/sessions/${id}/result`, runner);
    const score = (100 * right) / ITEMS;
    const exact = { score: expect.closeTo(score, 9), verified: true, alarm: null };
    expect(body.standing).toMatchObject(exact);
    expect([body.standing.low, body.standing.high]).toEqual([
      body.standing.score,
      body.standing.score,
    ]);
    expect([body.bestPlace, body.worstPlace]).toEqual([body.place, body.place]);
  });
});

describe('what cannot be', () => {
  test.each([
    [{ strategy: 'paper', adaptive: {} }, 'SESSION_REFUSED'],
    [{ strategy: 'robust', calibration: 1 }, 'SESSION_REFUSED'],
    [{ strategy: 'random', calibration: 1 }, 'SESSION_REFUSED'],
    [{ model: 'none' }, 'SESSION_REFUSED'],
    [{ budget: 1 }, 'SESSION_REFUSED'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 'SESSION_REFUSED'],
    [{ items: 61 }, 'TOO_MANY_ITEMS'],
    [{ calibration: 99 }, 'NAME_UNKNOWN'],
    [{ leaveOut: ['nobody'] }, 'NAME_UNKNOWN'],
    [{ strategy: 'adaptive', adaptive: { select: { rule: 'x' } } }, 'SESSION_REFUSED'],
    [
      { strategy: 'adaptive', adaptive: { select: { rule: 'randomesque', best: 1e9 } } },
      'SESSION_REFUSED',
    ],
    [{ strategy: 'adaptive', adaptive: { stop: { rule: 'any', of: [] } } }, 'SESSION_REFUSED'],
    [
      { strategy: 'adaptive', adaptive: { stop: { rule: 'standard-error', below: -1 } } },
      'SESSION_REFUSED',
    ],
    [{ strategy: 'adaptive', adaptive: { exclude: ['item-x'] } }, 'ITEM_UNKNOWN'],
  ])('%j: %s', async (request, code) => {
    const body = { bank: 'exam', examinee: 'ann', strategy: 'paper', ...request };
    const reply = await ask('POST', '/v1/sessions', runner, body);
    expect(reply.body.code).toBe(code);
    expect(reply.status).toBeLessThan(500);
  });
});

test('adaptive sessions follow their rules, the dear ones on a thread', async () => {
  const stop = { rule: 'standard-error', below: 0.5, least: 4 };
  const run = async (adaptive: object) => {
    const id = await begin(service, runner, { strategy: 'adaptive', items: 30, adaptive });
    await play(service, runner, id);
    return (await ask('GET', `/v1/sessions/${id}`, runner)).body;
  };
  const ended = await run({ stop });
  // Where nothing is said, a standard error ends no test at once.
  const careful = await run({ stop: { rule: 'standard-error', below: 0.9 } });
  expect(careful).toMatchObject({ answered: 20, reason: expect.stringMatching(/standard error/) });
  expect(ended.standing.se).toBeLessThan(0.5);
  expect(ended.reason).toMatch(/standard error/);
  expect(ended.answered).toBeLessThan(30);
  const quotas = [{ tag: 'subject', value: 's3', least: 0.2 }];
  const held = await run({ quotas, select: { rule: 'closest-difficulty' }, exclude: ['item-3'] });
  expect(held.answered).toBe(30);
  const asked = (await service.parts.sessions.answers(held.id)).map(({ item }) => item);
  expect(asked).not.toContain('item-3');
  expect(asked.filter((item) => Number(item.slice(5)) % 7 === 3).length).toBeGreaterThanOrEqual(6);
});
