import { afterEach, describe, expect, test } from 'vitest';
import { mostTokens } from '../../src/examinee/endpoint/cost/most-cost.ts';
import { SYSTEM_CLOCK } from '../../src/examinee/services.ts';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';

let endpoint: Endpoint;
const serve = async (answer: Answering) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => endpoint?.close());

const price = { prompt: 2, completion: 8 };
const options = { price, sampling: { maxTokens: 1000 } };
/** "Question q1?" is 12 bytes, so at most 6 tokens, and 32 that a request takes beside its text. */
const PROMPT = 38;
const MOST = (PROMPT * 2 + 1000 * 8) / 1e6;
/** 10 tokens and 5. */
const ANSWER = (10 * 2 + 5 * 8) / 1e6;

const cut: Answering = (r) => {
  r.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  r.write('{"choices":');
  setTimeout(() => r.destroy(), 10);
};
const cutStream: Answering = (r) => {
  r.writeHead(200, { 'content-type': 'text/event-stream' });
  r.end('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
};
const garbage: Answering = (r) => sendJson(r, {});
const broken: Answering = (r) => r.destroy();

describe('a request that came to nothing', () => {
  const firstTwo =
    (fault: Answering): Answering =>
    (r, n, received) =>
      n < 2 ? fault(r, n, received) : sendJson(r, completion());

  test.each<[string, Answering]>([
    ['cut', cut],
    ['a stream that was cut', cutStream],
    ['a connection that broke without a word', broken],
    ['garbage', garbage],
  ])('costs the most it can have: %s', async (_, fault) => {
    const { examinee } = examineeAt(await serve(firstTwo(fault)), options);
    const reply = await examinee.ask(question());
    expect(reply.attempts).toBe(3);
    expect(reply.cost).toBeCloseTo(2 * MOST + ANSWER, 12);
    expect(examinee.counts.cost).toBeCloseTo(2 * MOST + ANSWER, 12);
    expect(examinee.counts.lostCost).toBeCloseTo(2 * MOST, 12);
  });

  test('too late as well', async () => {
    const late: Answering = (r, n) => (n === 0 ? undefined : sendJson(r, completion()));
    const clock = {
      now: SYSTEM_CLOCK.now,
      sleep: (ms: number, signal?: AbortSignal) => SYSTEM_CLOCK.sleep(Math.min(ms, 300), signal),
    };
    const { examinee } = examineeAt(await serve(late), options, clock);
    expect((await examinee.ask(question())).cost).toBeCloseTo(MOST + ANSWER, 12);
  });

  test.each([429, 500, 503])('costs nothing where it was not taken: %i', async (status) => {
    const { examinee } = examineeAt(await serve(firstTwo((r) => sendJson(r, {}, status))), options);
    expect((await examinee.ask(question())).cost).toBeCloseTo(ANSWER, 12);
  });

  test('costs nothing without a price', async () => {
    const { examinee } = examineeAt(await serve(firstTwo(cut)), { sampling: { maxTokens: 9 } });
    expect((await examinee.ask(question())).cost).toBe(0);
  });

  test('counts for a question that is refused then', async () => {
    const refusal = { error: { code: 'context_length_exceeded' } };
    const { examinee } = examineeAt(
      await serve((r, n, received) =>
        n === 0 ? garbage(r, n, received) : sendJson(r, refusal, 400),
      ),
      options,
    );
    const reply = await examinee.ask(question());
    expect(reply.refused).toBeTruthy();
    expect(reply.cost).toBeCloseTo(MOST, 12);
  });

  test('is part of the error if every attempt failed', async () => {
    const { examinee } = examineeAt(await serve(garbage), { ...options, retries: 2 });
    const error = await examinee.ask(question()).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'EXAMINEE_FAILED', details: { isForAll: false } });
    expect(error.details.cost).toBeCloseTo(3 * MOST, 12);
    expect(examinee.counts.cost).toBeCloseTo(3 * MOST, 12);
  });

  test('also if the error ends the model', async () => {
    const { examinee } = examineeAt(
      await serve((r, n, received) => (n === 0 ? garbage(r, n, received) : sendJson(r, {}, 401))),
      options,
    );
    const error = await examinee.ask(question()).catch((thrown) => thrown);
    expect(error.details).toMatchObject({ isForAll: true });
    expect(error.details.cost).toBeCloseTo(MOST, 12);
  });

  test('counts the system prompt', async () => {
    const { examinee } = examineeAt(await serve(firstTwo(garbage)), {
      ...options,
      systemPrompt: 'x'.repeat(2000),
    });
    const most = MOST + (1000 * 2) / 1e6;
    expect((await examinee.ask(question())).cost).toBeCloseTo(2 * most + ANSWER, 12);
  });
});

describe('an answer without a count of its tokens', () => {
  const { usage: _, ...uncounted } = completion();

  test('costs the most it can have', async () => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, uncounted)), options);
    expect((await examinee.ask(question())).cost).toBeCloseTo(MOST, 12);
    expect(examinee.counts).toMatchObject({ usageUnknown: 1, promptTokens: 0 });
    expect(examinee.counts.cost).toBeCloseTo(MOST, 12);
  });

  test('costs nothing without a price', async () => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, uncounted)));
    expect((await examinee.ask(question())).cost).toBe(0);
    expect(examinee.counts.usageUnknown).toBe(1);
  });

  test('without a limit costs as much as the longest one, or as its own text', async () => {
    const long = completion({}, { usage: { prompt_tokens: 10, completion_tokens: 5000 } });
    const text = { ...uncounted, choices: completion({ content: 'x'.repeat(20_000) }).choices };
    const bodies = [uncounted, long, uncounted, text];
    const { examinee } = examineeAt(await serve((r, n) => sendJson(r, bodies[n])), { price });
    const costs: number[] = [];
    for (let k = 0; k < 4; k++) costs.push((await examinee.ask(question())).cost);
    const tokens = costs.map((cost) => (cost * 1e6 - PROMPT * 2) / 8);
    expect(tokens[0]).toBeCloseTo(256, 6);
    expect(tokens[2]).toBeCloseTo(5000, 6);
    expect(tokens[3]).toBeCloseTo(10_032, 6);
  });

  test.each<[unknown, boolean]>([
    [0, true],
    [2 ** 31 - 1, true],
    [2 ** 31, false],
    [1e300, false],
    [1.5, false],
    [-1, false],
    ['7', false],
  ])('%j tokens are a count: %s', async (tokens, isCount) => {
    for (const field of ['prompt_tokens', 'completion_tokens']) {
      const usage = { prompt_tokens: 1, completion_tokens: 1, [field]: tokens };
      const { examinee } = examineeAt(
        await serve((r) => sendJson(r, completion({}, { usage }))),
        options,
      );
      const reply = await examinee.ask(question());
      expect(examinee.counts.usageUnknown).toBe(isCount ? 0 : 1);
      if (!isCount) expect(reply.cost).toBeCloseTo(MOST, 12);
      endpoint.close();
    }
  });

  test('details that are no counts are left out', async () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 0.5 },
      completion_tokens_details: { reasoning_tokens: 1e12 },
    };
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, completion({}, { usage }))),
      options,
    );
    expect(await examinee.ask(question())).toMatchObject({
      tokens: { prompt: 10, completion: 5, reasoning: 0 },
      cost: ANSWER,
    });
  });
});

describe('the limit of tokens', () => {
  test.each<[object, object, number | null, object]>([
    [{}, {}, null, {}],
    [{ maxTokens: 9 }, {}, 9, { max_tokens: 9 }],
    [{ maxTokens: 9 }, { max_tokens: 500 }, 500, { max_tokens: 500 }],
    [{ maxTokens: 9 }, { max_completion_tokens: 500 }, 500, { max_completion_tokens: 500 }],
    [
      {},
      { max_tokens: 500, max_completion_tokens: 70 },
      500,
      { max_tokens: 500, max_completion_tokens: 70 },
    ],
    [{ maxTokens: 9 }, { max_tokens: null }, null, { max_tokens: null }],
    [{ maxTokens: 9 }, { max_tokens: -1 }, null, { max_tokens: -1 }],
    [{ maxTokens: 9 }, { max_tokens: 'many' }, null, { max_tokens: 'many' }],
  ])('%j with %j is %j', async (sampling, extraBody, expected, sent) => {
    expect(mostTokens({ sampling, extraBody: extraBody as never })).toBe(expected);
    const { examinee } = examineeAt(await serve((r) => sendJson(r, completion())), {
      sampling,
      extraBody: extraBody as never,
    });
    await examinee.ask(question());
    const { model: _, stream: __, messages: ___, ...rest } = endpoint.received[0].body;
    expect(rest).toEqual(sent);
  });

  test('of extraBody is what an answer is reckoned with', async () => {
    const { examinee } = examineeAt(await serve((r, n) => sendJson(r, n ? completion() : {})), {
      price,
      sampling: { maxTokens: 9 },
      extraBody: { max_tokens: 1000 },
    });
    expect((await examinee.ask(question())).cost).toBeCloseTo(MOST + ANSWER, 12);
  });
});
