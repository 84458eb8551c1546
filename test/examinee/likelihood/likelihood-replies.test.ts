import { afterEach, describe, expect, test } from 'vitest';
import type { Reply, ReplyCache } from '../../../src/examinee/examinee.ts';
import { readLikelihoods } from '../../../src/scoring/likelihood/likelihood-output.ts';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  sendJson,
  startEndpoint,
} from '../endpoint-server.ts';
import { echoed, type Scored, scoring, words } from './likelihood-server.ts';

let endpoint: Endpoint;
const serve = async (answer: Answering) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => endpoint?.close());

/** A token is the less likely, the longer it is. */
const byLength: Scored = (prompt) =>
  words(prompt).map((token, k) => (k === 0 ? null : -token.length / 8));
const PROMPTS = ['', ...scoring.continuations!].map((text) => scoring.messages[0].content + text);
const EXPECTED = { loglikelihoods: [-1, -5 / 8, -(2 + 5 + 6 + 6) / 8], tokens: [2, 1, 4] };

describe('the request', () => {
  test('has the context and all options, and asks for log-probabilities of the prompts', async () => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) => sendJson(r, echoed(body.prompt, byLength))),
      {
        sampling: { temperature: 0.7, topP: 0.9, maxTokens: 500, stop: ['x'], seed: 3 },
        extraBody: { add_special_tokens: false, max_tokens: 99, top_k: 1 },
        systemPrompt: 'Be right.',
      },
    );
    await examinee.ask(scoring);
    const [{ url, body }] = endpoint.received;
    expect(url).toBe('/v1/completions');
    expect(body).toEqual({
      model: 'm-1',
      temperature: 0,
      add_special_tokens: false,
      top_k: 1,
      prompt: PROMPTS.map((text) => `Be right.\n\n${text}`),
      max_tokens: 1,
      logprobs: 1,
      echo: true,
    });
  });

  test('moves white space from the end of the context to the options', async () => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) => sendJson(r, echoed(body.prompt, byLength))),
    );
    const messages = [{ role: 'user' as const, content: 'It is \u3000\n' }];
    await examinee.ask({ ...scoring, messages, continuations: ['cold', 'hot'] });
    expect(endpoint.received[0].body.prompt).toEqual([
      'It is',
      'It is \u3000\ncold',
      'It is \u3000\nhot',
    ]);
  });
});

describe('log-likelihoods are sums over the tokens after those of the context', () => {
  const bodies: [string, (prompts: string[]) => unknown][] = [
    ['a written token after each', (prompts) => echoed(prompts, byLength)],
    ['choices in another order', (prompts) => echoed(prompts, byLength, { order: (k) => 3 - k })],
    ['no written token', (prompts) => echoed(prompts, byLength, { written: 0 })],
    ['no counts of tokens', (prompts) => echoed(prompts, byLength, { usage: false })],
  ];
  test.each(bodies)('%s', async (_name, bodyOf) => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) => sendJson(r, bodyOf(body.prompt))),
    );
    const reply = await examinee.ask(scoring);
    expect(readLikelihoods(reply.output)).toMatchObject(EXPECTED);
    expect(reply).toMatchObject({ finishReason: 'stop', refused: null, served: { model: 'm-1' } });
  });

  test('and say whether each token was the likeliest one', async () => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) => sendJson(r, echoed(body.prompt, byLength))),
    );
    const { output } = await examinee.ask(scoring);
    // The other token has −1: of the options none is longer than 8 characters.
    expect(readLikelihoods(output)!.greedy).toEqual([true, true, true]);
    const rare = { ...scoring, continuations: [' cork', ' incomprehensible'] };
    expect(readLikelihoods((await examinee.ask(rare)).output)!.greedy).toEqual([true, false]);
  });
});

describe('a server that does not score prompts ends the test of its model, and it is said why', () => {
  const one = { index: 0, text: 'x', finish_reason: 'length' };
  const lacks: [string, number, unknown, string][] = [
    [
      'llama-server that refuses echo',
      500,
      { error: { code: 500, message: 'Only no echo is supported', type: 'server_error' } },
      'Only no echo is supported',
    ],
    [
      'llama-server that ignores echo',
      200,
      { choices: [{ ...one, logprobs: { content: [{ token: 'x', logprob: -1 }] } }] },
      '1 completions of 4 prompts',
    ],
    [
      'no log-probabilities',
      200,
      { choices: [0, 1, 2, 3].map((index) => ({ ...one, index, logprobs: null })) },
      'no log-probabilities of tokens',
    ],
    [
      'written tokens alone',
      200,
      {
        choices: [0, 1, 2, 3].map((index) => ({
          ...one,
          index,
          logprobs: { tokens: ['x'], token_logprobs: [-1], top_logprobs: [{ x: -1 }] },
        })),
      },
      'log-probabilities of written tokens alone',
    ],
    [
      'nulls in place of the options',
      200,
      echoed(PROMPTS, (prompt) => words(prompt).map(() => null)),
      'no log-probabilities of the tokens of an option',
    ],
    [
      'vLLM without logprobs',
      400,
      {
        error: { message: 'Requested sample logprobs of 1, which is greater than max allowed: 0' },
      },
      'greater than max allowed',
    ],
  ];
  test.each(lacks)('%s', async (_name, status, body, said) => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, body, status)));
    const failed = await examinee.ask(scoring).catch((error) => error);
    expect(failed).toMatchObject({ code: 'EXAMINEE_FAILED', details: { isForAll: true } });
    expect(failed.message).toContain(said);
    expect(failed.message).toContain('docs/endpoints.md');
    expect(endpoint.received.length).toBeLessThanOrEqual(3);
  });

  test('a server without the path', async () => {
    const { examinee } = examineeAt(await serve((r) => sendJson(r, { detail: 'Not Found' }, 404)));
    await expect(examinee.ask(scoring)).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { todo: expect.stringMatching(/name of the.*vLLM/) },
    });
  });

  test('is retried where it has answered before', async () => {
    const empty = { choices: [{ ...one, logprobs: null }] };
    const { examinee, waits } = examineeAt(
      await serve((r, n, { body }) =>
        sendJson(r, n > 0 && n < 6 ? empty : echoed(body.prompt, byLength)),
      ),
    );
    await examinee.ask(scoring);
    const reply = await examinee.ask({ ...scoring, item: 'q2' });
    expect(reply.attempts).toBe(6);
    expect(waits).toHaveLength(5);
  });
});

describe('numbers that JSON does not have, as servers in Python write them', () => {
  /** The options of which the last token is `word` in place of a number. */
  const withWord =
    (word: string, options: readonly number[]): Answering =>
    (response, _n, { body }) => {
      const mark = 12345;
      const text = JSON.stringify(
        echoed(body.prompt, (prompt) =>
          byLength(prompt).map((l, k, all) =>
            k === all.length - 1 && options.includes(PROMPTS.indexOf(prompt)) ? mark : l,
          ),
        ),
      );
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(text.replaceAll(`${mark}`, word));
    };

  test('an impossible token makes its option impossible', async () => {
    const { examinee } = examineeAt(await serve(withWord('-Infinity', [1, 3])));
    const { output } = await examinee.ask(scoring);
    expect(readLikelihoods(output)!.loglikelihoods).toEqual([
      Number.NEGATIVE_INFINITY,
      EXPECTED.loglikelihoods[1],
      Number.NEGATIVE_INFINITY,
    ]);
  });

  test.each(['NaN', 'Infinity', '"NaN"'])(
    '%s ends the test with a word about the server',
    async (word) => {
      const { examinee } = examineeAt(await serve(withWord(word, [2])));
      await expect(examinee.ask(scoring)).rejects.toMatchObject({
        code: 'EXAMINEE_FAILED',
        details: { isForAll: true, reason: expect.stringContaining('NaN') },
      });
    },
  );

  test('are nothing to an answer in words', async () => {
    const body = JSON.stringify(completion({ content: 'NaN is no number: B' }, { timings: 7 }));
    const { examinee } = examineeAt(
      await serve((response) =>
        response.end(body.replace('"timings":7', '"timings":[NaN,-Infinity]')),
      ),
    );
    expect((await examinee.ask(question())).output).toBe('NaN is no number: B');
  });
});

test('a question that is too long is refused, and counts as not answered', async () => {
  const error = { message: 'maximum context length is 10', code: 'context_length_exceeded' };
  const { examinee } = examineeAt(await serve((r) => sendJson(r, { error }, 400)));
  expect((await examinee.ask(scoring)).refused).toContain('maximum context length');
});

describe('costs', () => {
  const price = { prompt: 10, completion: 1000 };
  test('are those of the tokens that the server counts', async () => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) => sendJson(r, echoed(body.prompt, byLength))),
      { price },
    );
    const { tokens, cost } = await examinee.ask(scoring);
    // The question has 6 words, the options 2, 1 and 4.
    expect(tokens).toMatchObject({ prompt: 4 * 6 + 2 + 1 + 4, completion: 4 });
    expect(cost).toBeCloseTo((31 * 10 + 4 * 1000) / 1e6, 12);
  });

  test('count one written token per text at most, whatever limit is set for answers', async () => {
    const { examinee } = examineeAt(
      await serve((r, _n, { body }) =>
        sendJson(r, echoed(body.prompt, byLength, { usage: false })),
      ),
      { price, sampling: { maxTokens: 2048 } },
    );
    const { cost } = await examinee.ask(scoring);
    const bytes = PROMPTS.reduce((sum, text) => sum + text.length, 0);
    expect(cost).toBeCloseTo(((32 + bytes / 2) * 10 + 4 * 1000) / 1e6, 12);
  });
});

test('kept replies are found by the texts that are scored', async () => {
  const kept = new Map<string, Reply>();
  const cache: ReplyCache = {
    get: async (key) => kept.get(key),
    put: async (key, reply) => void kept.set(key, reply),
  };
  const { examinee } = examineeAt(
    await serve((r, _n, { body, url }) =>
      sendJson(r, url.includes('chat') ? completion() : echoed(body.prompt, byLength)),
    ),
    {},
    { cache },
  );
  const first = await examinee.ask(scoring);
  expect(await examinee.ask(scoring)).toMatchObject({ output: first.output, cached: true });
  expect(await examinee.ask({ ...scoring, continuations: [' a stone', ' ice'] })).toMatchObject({
    cached: false,
  });
  // The same messages, to be answered in words.
  const { continuations: _, ...chat } = scoring;
  expect(await examinee.ask(chat)).toMatchObject({ cached: false });
  expect((await examinee.ask(question())).output).toBe('The answer is (A).');
  expect(kept.size).toBe(4);
});
