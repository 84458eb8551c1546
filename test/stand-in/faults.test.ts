import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Counter } from '../../src/stand-in/counts.ts';
import { FAULTS, type Fault, faultPlan } from '../../src/stand-in/faults.ts';
import { requestDesk } from '../../src/stand-in/request-desk.ts';
import { repetitions } from '../repetitions.ts';
import { serve, user } from './served.ts';

const ASK = { model: 'any', messages: [user('Which one floats?')] };
const STREAM = { ...ASK, stream: true as const };
const ANSWER = /^The answer is \([A-D]\)\.$/;

/** A stand-in at which everything meets one fault. */
const meet = (fault: Fault, more: object = {}) =>
  serve({ faults: { [fault]: 1 }, hang: 60_000, slow: 150, retryAfter: 7, ...more });

describe('every request meets its fault', () => {
  test.each([
    ['429', 429, 'rate_limit_error', null],
    ['429-retry-after', 429, 'rate_limit_error', '7'],
    ['500', 500, 'server_error', null],
    ['503', 503, 'server_error', null],
    ['context', 400, 'invalid_request_error', null],
  ] as const)('%s', async (fault, status, type, retryAfter) => {
    const { client, call, counts } = await meet(fault);
    await expect(client.chat.completions.create(ASK)).rejects.toMatchObject({ status, type });
    const response = await call('/v1/chat/completions', STREAM);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await counts()).toMatchObject({ faults: { [fault]: 2 }, replies: 0 });
  });

  test('timeout: nothing comes; the stand-in closes all the same', async () => {
    const { client, counts } = await meet('timeout');
    await expect(client.chat.completions.create(ASK, { timeout: 100 })).rejects.toThrow(
      /timed out/,
    );
    void client.chat.completions.create(ASK).catch(() => {});
    await expect.poll(async () => (await counts()).faults).toEqual({ timeout: 2 });
  });

  test('timeout: the connection ends when the stand-in has waited long enough', async () => {
    const { client } = await meet('timeout', { hang: 50 });
    await expect(client.chat.completions.create(ASK)).rejects.toThrow(/Connection error/);
  });

  test('cut: the connection breaks in the middle', async () => {
    const { call } = await meet('cut');
    const whole = await call('/v1/chat/completions', ASK);
    expect(whole.status).toBe(200);
    await expect(whole.text()).rejects.toThrow();
    const { client } = await meet('cut');
    let pieces = 0;
    const read = async () => {
      for await (const _ of await client.chat.completions.create(STREAM)) pieces++;
    };
    await expect(read()).rejects.toThrow();
    expect(pieces).toBeGreaterThan(0);
  });

  test('garbage: status 200, and no reply', async () => {
    const { call, client } = await meet('garbage');
    const whole = await call('/v1/chat/completions', ASK);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toMatch(/^application\/json/);
    await expect(whole.json()).rejects.toThrow();
    // The client prints what it cannot read.
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const read = async () => {
      for await (const _ of await client.chat.completions.create(STREAM));
    };
    await expect(read()).rejects.toThrow(/JSON/);
    print.mockRestore();
  });

  test('slow: later', async () => {
    const { client } = await meet('slow');
    const { choices } = await client.chat.completions.create(ASK);
    expect(choices[0].message.content).toMatch(ANSWER);
  });

  test('duplicate: the reply twice', async () => {
    const { client } = await meet('duplicate');
    const { choices, usage } = await client.chat.completions.create(ASK);
    expect(choices.map(({ index }) => index)).toEqual([0, 1]);
    const text = choices[0].message.content!;
    expect(choices[1].message.content).toBe(text);
    let streamed = '';
    for await (const chunk of await client.chat.completions.create(STREAM))
      streamed += chunk.choices[0]?.delta.content ?? '';
    expect(streamed).toBe(text + text);
    const { client: plain } = await serve();
    const single = await plain.chat.completions.create(ASK);
    expect(usage!.completion_tokens).toBe(2 * single.usage!.completion_tokens);
  });

  test('empty, and filter', async () => {
    const empty = await (await meet('empty')).client.chat.completions.create(ASK);
    expect(empty.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '' } });
    const filter = await (await meet('filter')).client.chat.completions.create(ASK);
    expect(filter.choices[0].finish_reason).toBe('content_filter');
  });
});

const some = fc.constantFrom<Fault>('429', '500', 'garbage', 'empty', 'context');
const question = fc.integer({ min: 0, max: 20 }).map((k) => `question ${k}`);

test('the faults of a set of requests do not depend on their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(question, { minLength: 1, maxLength: 30 })
        .chain((asked) =>
          fc.tuple(
            fc.constant(asked),
            fc.shuffledSubarray(asked, { minLength: asked.length, maxLength: asked.length }),
          ),
        ),
      some,
      fc.integer(),
      async ([first, second], fault, seed) => {
        const met = async (asked: string[], concurrent: boolean) => {
          const { call } = await serve({ faults: { [fault]: 0.3, '503': 0.3 }, seed });
          const ask = async (text: string) => {
            const body = { ...ASK, messages: [user(text)] };
            const response = await call('/v1/chat/completions', body);
            const said = await response.text();
            return `${text}: ${response.status} ${said.replace(/"id":"[^"]*"|"created":\d+/g, '')}`;
          };
          if (concurrent) return (await Promise.all(asked.map(ask))).sort();
          const replies: string[] = [];
          for (const text of asked) replies.push(await ask(text));
          return replies.sort();
        };
        expect(await met(second, true)).toEqual(await met(first, false));
      },
    ),
    { numRuns: repetitions(20, 8) },
  );
});

describe('a plan of faults', () => {
  const rates = { '429': 0.1, cut: 0.05, empty: 0.2 };

  test('meets the shares asked for', () => {
    const plan = faultPlan(rates, 7);
    const many = 20_000;
    const met: Record<string, number> = {};
    for (let k = 0; k < many; k++) {
      const fault = plan('m', `q${k}`, 0) ?? 'none';
      met[fault] = (met[fault] ?? 0) + 1;
    }
    for (const [fault, rate] of Object.entries({ ...rates, none: 0.65 })) {
      // Four standard errors of a share.
      const tolerance = 4 * Math.sqrt((rate * (1 - rate)) / many);
      expect(Math.abs(met[fault] / many - rate), fault).toBeLessThan(tolerance);
    }
  });

  test('draws anew for another attempt, seed or model', () => {
    const drawn = (seed: number, model: string, attempt: number) =>
      Array.from({ length: 200 }, (_, k) => faultPlan(rates, seed)(model, `q${k}`, attempt));
    const once = drawn(1, 'm', 0);
    expect(drawn(1, 'm', 0)).toEqual(once);
    for (const other of [drawn(1, 'm', 1), drawn(2, 'm', 0), drawn(1, 'n', 0)])
      expect(other).not.toEqual(once);
  });

  test('keeps a context that is too long too long', () => {
    const plan = faultPlan({ context: 0.5, '500': 0.5 }, 3);
    for (let k = 0; k < 50; k++) {
      const first = plan('m', `q${k}`, 0);
      for (const attempt of [1, 2, 3])
        if (first === 'context') expect(plan('m', `q${k}`, attempt)).toBe('context');
        else expect(plan('m', `q${k}`, attempt)).not.toBe('context');
    }
  });

  test('is null without rates, and meets every fault if all are requested', () => {
    expect(faultPlan({}, 1)('m', 'q', 0)).toBeNull();
    const all = Object.fromEntries(FAULTS.map((fault) => [fault, 1 / FAULTS.length]));
    const plan = faultPlan(all, 1);
    const met = new Set(Array.from({ length: 2000 }, (_, k) => plan('m', `q${k}`, 0)));
    expect([...FAULTS].filter((fault) => !met.has(fault))).toEqual([]);
  });
});

test('a client that retries gets through', async () => {
  const { call, counts } = await serve({ faults: { '429': 0.4 } });
  for (let k = 0; k < 20; k++) {
    const body = { ...ASK, messages: [user(`question ${k}`)] };
    let attempts = 1;
    while (attempts < 20 && (await call('/v1/chat/completions', body)).status !== 200) attempts++;
    expect(attempts).toBeLessThan(20);
  }
  const { requests, faults, replies } = await counts();
  expect(replies).toBe(20);
  expect(requests.any).toBe(20 + faults['429']);
});

test('latencies are drawn within their bounds, and a slow reply takes longer by what is asked', () => {
  const answerer = { models: ['m'], answer: () => expect.fail() };
  const delays = (faults: Partial<Record<Fault, number>>) => {
    const options = { answerers: [answerer], latency: { mean: 60, jitter: 30 }, slow: 500, faults };
    const desk = requestDesk(options, new Counter());
    return Array.from(
      { length: 100 },
      (_, k) =>
        desk.plan(
          'm',
          () => `q${k}`,
          () => null,
        ).delay,
    );
  };
  const plain = delays({});
  expect(Math.min(...plain)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...plain)).toBeLessThanOrEqual(90);
  expect(Math.max(...plain) - Math.min(...plain)).toBeGreaterThan(40);
  expect(delays({ slow: 1 })).toEqual(plain.map((ms) => ms + 500));
});
