import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Reply, ReplyCache } from '../../src/examinee/examinee.ts';
import { EndpointGate } from '../../src/examinee/gate/endpoint-gate.ts';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  quickServices,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';

let endpoint: Endpoint;
const serve = async (answer: Answering = (r) => sendJson(r, completion())) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => {
  endpoint?.close();
  vi.unstubAllEnvs();
});

describe('the request', () => {
  test('is the configuration, and nothing of the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-somebody-else');
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin');
    vi.stubEnv('OPENAI_ORG_ID', 'org-1');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-1');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-custom: 1');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
    const { examinee } = examineeAt(await serve(), {
      sampling: { temperature: 0.5, topP: 0.9, maxTokens: 100, stop: ['\n\n'], seed: 7 },
      systemPrompt: 'Be brief.',
      extraBody: { top_k: 5, chat_template_kwargs: { enable_thinking: false } },
      extraHeaders: { 'X-Title': 'test' },
    });
    await examinee.ask(question('q1', 2));
    const [{ headers, body, url }] = endpoint.received;
    expect(url).toBe('/v1/chat/completions');
    expect(body).toEqual({
      model: 'm-1',
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      stop: ['\n\n'],
      seed: 9,
      top_k: 5,
      chat_template_kwargs: { enable_thinking: false },
      stream: false,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Question q1?' },
      ],
    });
    const { host: _, 'content-length': __, ...rest } = headers;
    expect(rest).toEqual({
      accept: 'application/json',
      authorization: 'Bearer none',
      connection: 'keep-alive',
      'content-type': 'application/json',
      'user-agent': 'thetarank',
      'x-title': 'test',
    });
  });

  test('leaves out unset options', async () => {
    const { examinee } = examineeAt(await serve());
    await examinee.ask(question());
    expect(Object.keys(endpoint.received[0].body)).toEqual(['model', 'stream', 'messages']);
  });

  test('goes through a proxy that the environment names, but not to this machine', async () => {
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      sendJson(response, completion({ content: 'by proxy' }));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const far = examineeAt({ baseUrl: 'http://endpoint.invalid/v1' }, {}, { env }).examinee;
    expect((await far.ask(question())).output).toBe('by proxy');
    expect(seen).toEqual(['POST http://endpoint.invalid/v1/chat/completions']);
    const near = examineeAt(await serve(), {}, { env }).examinee;
    expect((await near.ask(question())).output).toBe('The answer is (A).');
    proxy.close();
    proxy.closeAllConnections();
  });
});

describe('the cache', () => {
  const cacheIn = (kept: Map<string, Reply>): ReplyCache => ({
    get: async (key) => kept.get(key),
    put: async (key, reply) => void kept.set(key, reply),
  });

  test('repeats earlier answers for free', async () => {
    const kept = new Map<string, Reply>();
    const options = { price: { prompt: 1, completion: 1 } };
    const rest = { cache: cacheIn(kept) };
    const first = examineeAt(await serve(), options, rest).examinee;
    const paid = await first.ask(question());
    expect(paid).toMatchObject({ cached: false, attempts: 1 });
    expect(paid.cost).toBeGreaterThan(0);
    const again = examineeAt(endpoint, options, rest).examinee;
    expect(await again.ask(question())).toEqual({ ...paid, cached: true, attempts: 0, cost: 0 });
    expect(again.counts).toMatchObject({ asked: 1, answered: 1, cached: 1, requests: 0, cost: 0 });
    await again.ask(question('q1', 1));
    await again.ask(question('q2'));
    expect(endpoint.received).toHaveLength(3);
    expect(kept.size).toBe(3);
  });

  test('does not keep refusals and failures', async () => {
    const kept = new Map<string, Reply>();
    const { examinee } = examineeAt(
      await serve((r, n) => sendJson(r, { error: 'too long' }, n === 0 ? 400 : 401)),
      {},
      { cache: cacheIn(kept) },
    );
    await examinee.ask(question());
    await expect(examinee.ask(question())).rejects.toThrow();
    expect(kept.size).toBe(0);
  });

  test('that fails costs no answer', async () => {
    const broken = {
      get: () => Promise.reject(new Error()),
      put: () => Promise.reject(new Error()),
    };
    const { examinee } = examineeAt(await serve(), {}, { cache: broken });
    expect((await examinee.ask(question())).output).toBe('The answer is (A).');
    expect(examinee.counts.cacheFailed).toBe(2);
  });
});

describe('a run that is broken off', () => {
  test('ends a request', async () => {
    const { examinee } = examineeAt(await serve(() => {}));
    const stop = new AbortController();
    const reply = examinee.ask(question(), stop.signal);
    await expect.poll(() => endpoint.received.length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
    expect(examinee.counts.failed).toBe(0);
  });

  test('ends a wait for a retry', async () => {
    const stop = new AbortController();
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, {}, 500)),
      {},
      {
        sleep: (milliseconds, signal) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
            if (milliseconds < 250_000) stop.abort(new Error('enough'));
          }),
      },
    );
    await expect(examinee.ask(question(), stop.signal)).rejects.toThrow('enough');
    expect(endpoint.received).toHaveLength(1);
  });

  test('asks nothing more', async () => {
    const { examinee } = examineeAt(await serve());
    const reply = examinee.ask(question(), AbortSignal.abort(new Error('enough')));
    await expect(reply).rejects.toThrow('enough');
    expect(endpoint.received).toHaveLength(0);
  });
});

describe('in flight', () => {
  const mostAt = async (concurrency: number) => {
    let open = 0;
    let most = 0;
    const { baseUrl } = await serve((r) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        sendJson(r, completion());
      }, 5);
    });
    const { services } = quickServices();
    const limits = { concurrency, requestsPerMinute: null, tokensPerMinute: null };
    const gate = new EndpointGate(limits, services);
    const { examinee } = examineeAt({ baseUrl }, {}, { gate });
    await Promise.all(Array.from({ length: 100 }, (_, k) => examinee.ask(question(`q${k}`))));
    return most;
  };
  test('is one question if only one is allowed', async () => {
    expect(await mostAt(1)).toBe(1);
  });
  test('are more than at the start, and no more than may be', async () => {
    const most = await mostAt(20);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(20);
  });
  test('endpoints that close every connection are asked all the same', async () => {
    const { baseUrl } = await serve((r) => sendJson(r, completion(), 200, { connection: 'close' }));
    const { examinee } = examineeAt({ baseUrl });
    for (let k = 0; k < 20; k++) await examinee.ask(question(`q${k}`));
    expect(examinee.counts).toMatchObject({ answered: 20, requests: 20 });
  });
});
