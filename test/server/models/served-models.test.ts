import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { createParts } from '../../../src/server/parts.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin } from '../sessions/session-case.ts';

/** How long the model takes for an answer, in ms; and what it was asked. */
const endpoint = { wait: 1, asked: 0, letter: 'A', messages: 0 };
const server = createServer((request, response) => {
  endpoint.asked++;
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    endpoint.messages = JSON.parse(body).messages.length;
    setTimeout(
      () =>
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            choices: [
              {
                index: 0,
                finish_reason: 'stop',
                message: { role: 'assistant', content: `The answer is (${endpoint.letter}).` },
              },
            ],
            usage: { prompt_tokens: 100, completion_tokens: 10 },
          }),
        ),
      endpoint.wait,
    );
  });
});

describe('a session that the service answers by a model', () => {
  let service: TestService;
  let runner: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = endpointConfiguration({
      ...{ name: 'served', baseUrl: `http://${host}/v1`, model: 'org/served' },
      price: { prompt: 1, completion: 10 },
      sampling: { maxTokens: 50 },
    });
    const free = endpointConfiguration({ ...model, name: 'unpriced', price: null });
    service = await testService({ configuration: { models: [model, free], allowedHosts: [host] } });
    await addBank(service.parts.context.store);
    runner = await service.key('runner');
  });
  afterAll(async () => {
    await service.close();
    server.close();
  });

  const session = async (id: string) =>
    (await service.ask('GET', `/v1/sessions/${id}`, runner)).body;
  const settled = async (id: string) => {
    await expect.poll(async () => (await session(id)).state, { interval: 5 }).not.toBe('open');
    return session(id);
  };

  test('runs by itself, reports its cost, and stands on a leaderboard beside the recorded models', async () => {
    expect((await service.ask('GET', '/v1/models', runner)).body).toEqual({
      items: [
        { name: 'served', model: 'org/served' },
        { name: 'unpriced', model: 'org/served' },
      ],
    });
    const id = await begin(service, runner, { model: 'served', examinee: 'mine', lag: 4 });
    const done = await settled(id);
    expect(done).toMatchObject({ state: 'finished', answered: 12, model: 'served' });
    // 100 tokens at $1 and 10 at $10 per million, twelve times.
    expect(done.cost).toBeCloseTo(12 * 2e-4, 12);
    const boards = (await service.ask('GET', '/v1/leaderboards', runner)).body.items;
    expect(boards).toMatchObject([{ bank: 'exam', strategy: 'random', entries: 1, recorded: 9 }]);
    const board = (await service.ask('GET', `/v1/leaderboards/${boards[0].id}`, runner)).body;
    expect(board.rows).toHaveLength(10);
    expect(board.rows.find(({ kind }: { kind: string }) => kind === 'session')).toMatchObject({
      examinee: 'mine',
      session: id,
      items: 12,
      complete: true,
      cost: expect.closeTo(done.cost, 12),
    });
    const csv = await service.ask('GET', `/v1/leaderboards/${boards[0].id}/export`, runner);
    expect(csv.headers['content-type']).toMatch(/^text\/csv/);
    expect(csv.body.split('\n')).toHaveLength(12);
  });

  test('asks anew in each session, so that another model behind the same address has a score of its own', async () => {
    const request = { model: 'served', items: 20, lag: 4, strategy: 'random' };
    const first = await settled(
      await begin(service, runner, { ...request, examinee: 'checkpoint 1' }),
    );
    const asked = endpoint.asked;
    endpoint.letter = 'B';
    const second = await settled(
      await begin(service, runner, { ...request, examinee: 'checkpoint 2' }),
    );
    endpoint.letter = 'A';
    expect(endpoint.asked - asked).toBe(20);
    expect(second.cost).toBeCloseTo(first.cost, 12);
    expect(second.standing.right).not.toBe(first.standing.right);
  });

  test('may have worked examples, which nobody else gets to see', async () => {
    endpoint.wait = 50;
    const prompt = { variant: 'answer-only', shots: 3, shotsFrom: 'subject=s0' };
    const id = await begin(service, runner, { model: 'served', examinee: 'shown', lag: 4, prompt });
    const items = await service.ask('GET', `/v1/sessions/${id}/items?prompts=true`, runner);
    expect(items.body.items.length).toBeGreaterThan(0);
    for (const { prompt: messages } of items.body.items) expect(messages).toHaveLength(1);
    while ((await session(id)).answered === 0) await sleep(5);
    await service.ask('POST', `/v1/sessions/${id}/end`, runner);
    const all = await service.ask('GET', `/v1/sessions/${id}/export`, runner);
    expect(JSON.stringify([items.body, all.body])).not.toMatch(/answer is \([A-D]\)|assistant/);
    // The model itself was shown them: three questions with answers, and the one to answer.
    expect(endpoint.messages).toBe(7);
    endpoint.wait = 1;
  });

  test('has an unknown cost if its model has no price, and is scored by the service', async () => {
    const id = await begin(service, runner, { model: 'unpriced', examinee: 'unpriced' });
    expect(await session(id)).toMatchObject({ cost: null, scoring: 'service' });
    expect(await settled(id)).toMatchObject({ state: 'finished', cost: null });
  });

  test('takes no answers of others, for whom it is not', async () => {
    endpoint.wait = 30;
    const id = await begin(service, runner, { model: 'served', examinee: 'guarded' });
    const [{ item }] = (await service.ask('GET', `/v1/sessions/${id}/items`, runner)).body.items;
    const answers = [{ item, score: 1 }];
    const reply = await service.ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
    expect(reply.status).toBe(409);
    expect(JSON.stringify(reply.body)).toMatch(/itself asks the/);
    await service.ask('POST', `/v1/sessions/${id}/end`, runner);
    endpoint.wait = 1;
  });

  test('goes on after the service ended, and no answer is lost or paid twice', async () => {
    endpoint.wait = 20;
    const id = await begin(service, runner, {
      model: 'served',
      examinee: 'again',
      lag: 3,
      items: 20,
    });
    while ((await session(id)).answered < 4) await sleep(5);
    const { context, configuration } = service.parts;
    await service.parts.close();
    const before = (await context.store.serviceSessions.byId(id))!;
    const kept = await context.store.serviceSessions.answers(before.number);
    expect(kept.length).toBeGreaterThanOrEqual(4);
    expect(kept.length).toBeLessThan(20);
    const asked = endpoint.asked;
    endpoint.wait = 1;
    const parts = await createParts(context, configuration, '0.0.0-test');
    await parts.start();
    await expect
      .poll(() => parts.sessions.get(id), { interval: 5 })
      .toMatchObject({ state: 'finished', answered: 20 });
    const done = await parts.sessions.get(id);
    expect(endpoint.asked - asked).toBe(20 - kept.length);
    expect(done.cost).toBeCloseTo(20 * 2e-4, 12);
    await parts.close();
  });
});
