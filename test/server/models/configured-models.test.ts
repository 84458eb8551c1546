import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type EndpointOptions,
  endpointConfiguration,
} from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { isMetadataHost } from '../../../src/examinee/endpoint/request/metadata-host.ts';
import type { Clock } from '../../../src/examinee/services.ts';
import { eventBus } from '../../../src/server/events.ts';
import { requireAllowedHost } from '../../../src/server/models/allowed-host.ts';
import { configuredModels } from '../../../src/server/models/configured-models.ts';
import { modelRunner } from '../../../src/server/models/model-runner.ts';
import type { ServiceContext } from '../../../src/server/service-context.ts';
import type { Store } from '../../../src/store/store.ts';
import { FakeClock } from '../../examinee/fake-clock.ts';
import { testItem } from '../../run/test-item.ts';
import { sessionsInMemory } from './sessions-in-memory.ts';

const ITEMS = Array.from({ length: 6 }, (_, j) => testItem(j));
const store = {
  replies: { own: async () => undefined, put: async () => {} },
  async *items(_: string, ids: readonly string[]) {
    yield* ITEMS.filter(({ id }) => ids.includes(id));
  },
} as unknown as Store;
const log = () => {};
const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server of this machine. @returns its `host:port` */
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const REPLY = JSON.stringify({
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'B' } }],
  usage: { prompt_tokens: 5, completion_tokens: 1 },
});

function modelsAt(
  host: string,
  rest: Partial<EndpointOptions> = {},
  env: Record<string, string> = {},
  logged: ServiceContext['log'] = log,
  clock?: Clock,
) {
  const models = [
    endpointConfiguration({ name: 'm', baseUrl: `http://${host}/v1`, model: 'served', ...rest }),
  ];
  return configuredModels({ store, log: logged }, { models, allowedHosts: [host] }, env, clock);
}

describe('hosts of models', () => {
  const at = (baseUrl: string) => endpointConfiguration({ name: 'm', baseUrl, model: 'x' });
  test.each([
    ['https://api.example.com/v1', ['API.example.com']],
    ['https://api.example.com/v1', ['api.example.com:443']],
    ['http://10.0.0.5:8000/v1', ['10.0.0.5:8000']],
    ['http://[::1]:8000/v1', ['[::1]:8000']],
  ])('%s is among %j', (url, allowed) => {
    expect(() => requireAllowedHost(at(url), allowed)).not.toThrow();
  });
  test.each([
    '[::ffff:169.254.169.254]',
    '[::169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[::a9fe:1]',
    '[::ffff:0:a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:a83f:8110:1::1]',
    '[64:ff9b:0::6464:64c8]',
  ])('%s is one of a cloud’s own metadata', (host) => {
    expect(isMetadataHost(new URL(`http://${host}/`).hostname)).toBe(true);
  });
  test.each(['[64:ff9b::808:808]', '[::1]', '[2001:db8::a9fe:a9fe]', '[::ffff:10.0.0.5]'])(
    '%s is not',
    (host) => {
      expect(isMetadataHost(new URL(`http://${host}/`).hostname)).toBe(false);
    },
  );
  test.each([
    ['http://169.254.169.254/latest', ['api.example.com']],
    ['https://api.example.com.evil.test/v1', ['api.example.com']],
    ['https://evil.test/api.example.com', ['api.example.com']],
    ['http://api.example.com:8080/v1', ['api.example.com']],
    ['http://api.example.com/v1', ['api.example.com:443']],
    ['http://2130706433/v1', ['127.0.0.1:8000']],
    ['https://sub.example.com/v1', ['*.example.com', '.example.com', 'example.com']],
    ['https://api.example.com/v1', []],
  ])('%s is not among %j', (url, allowed) => {
    expect(() => requireAllowedHost(at(url), allowed)).toThrow(/is not allowed/);
  });
});

describe('configured models', () => {
  test('are shown without address and key', () => {
    const models = modelsAt('10.0.0.5:8000', { keyVariable: 'SECRET' }, { SECRET: 'abcdef' });
    expect(models.list()).toEqual([{ name: 'm', model: 'served' }]);
  });

  test('are known by name', () => {
    const models = modelsAt('10.0.0.5:8000');
    expect(models.get('m').configuration.model).toBe('served');
    expect(() => models.get('n')).toThrow(
      expect.objectContaining({
        code: 'NAME_UNKNOWN',
        details: expect.objectContaining({ kind: 'model', name: 'n' }),
      }),
    );
  });

  test('hold the limit of their endpoint over all sessions at once', async () => {
    let inFlight = 0;
    let most = 0;
    const host = await served((_, response) => {
      most = Math.max(most, ++inFlight);
      setTimeout(() => {
        inFlight--;
        response.setHeader('content-type', 'application/json').end(REPLY);
      }, 3);
    });
    const events = eventBus();
    const { open, service } = sessionsInMemory(events);
    modelRunner(
      { store, events, instance: null, log },
      modelsAt(host, { concurrency: 3 }),
      service,
    );
    const ids = ITEMS.map(({ id }) => id);
    const all = Array.from({ length: 5 }, (_, k) => open(`s${k}`, ids, { lag: 4 }));
    await expect
      .poll(() => all.map(({ summary }) => summary.state))
      .toEqual(all.map(() => 'finished'));
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });

  test('say what goes wrong with their requests while it lasts, what to do, and neither address nor key', async () => {
    let isWell = false;
    const host = await served((request, response) => {
      const key = request.headers.authorization;
      response.setHeader('content-type', 'application/json');
      if (isWell) response.end(REPLY);
      else response.writeHead(500).end(JSON.stringify({ error: { message: `${host}: ${key}` } }));
    });
    const clock = new FakeClock();
    const models = modelsAt(host, { keyVariable: 'KEY' }, { KEY: 'sk-secret' }, log, clock);
    const told: string[] = [];
    models.onTroubles((name) => told.push(name));
    const model = models.get('m');
    expect(model.troubles()).toEqual([]);
    const began = new Date(clock.now()).toISOString();
    const answer = model
      .examinee()
      .ask({ item: 'q', messages: [{ role: 'user', content: 'Q' }], repeat: 0 });
    await expect.poll(() => model.troubles()).toHaveLength(1);
    const [trouble] = model.troubles();
    expect(trouble).toMatchObject({
      cause: 'server',
      since: began,
      message: expect.stringMatching(/^retry 1 of 6: HTTP 500.*\[address\]/),
      todo: 'Try again later, lower concurrency, or raise retries.',
    });
    expect(JSON.stringify(trouble)).not.toMatch(/sk-secret|127\.0\.0\.1/);
    const wait = trouble.retryIn!;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1);
    await clock.advance(1000 * wait - 100);
    expect(model.troubles()[0].retryIn).toBeCloseTo(0.1, 9);
    await clock.advance(1100 - 1000 * wait);
    expect(told).toEqual(['m']);
    isWell = true;
    const before = told.length;
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    // The retry is answered by a real server, in its own time.
    await expect.poll(() => clock.advance(1000).then(() => isAnswered)).toBe(true);
    expect(model.troubles()).toEqual([]);
    expect(told.length).toBeGreaterThan(before);
    expect(clock.sleeping).toBe(0);
  });

  test('say that the first answer is late', async () => {
    const host = await served(() => {});
    const clock = new FakeClock();
    const model = modelsAt(host, {}, {}, log, clock).get('m');
    const stop = new AbortController();
    const answer = model
      .examinee()
      .ask({ item: 'q', messages: [{ role: 'user', content: 'Q' }], repeat: 0 }, stop.signal);
    const ended = expect(answer).rejects.toThrow();
    await expect.poll(() => clock.sleeping).toBe(2);
    expect(model.troubles()).toEqual([]);
    await clock.advance(3000);
    expect(model.troubles()).toMatchObject([
      {
        cause: 'no-answer',
        message: expect.stringMatching(/^1 request waits for the first answer/),
      },
    ]);
    stop.abort();
    await ended;
    expect(model.troubles()).toEqual([]);
  });

  test('are watched: another model behind the same name is logged', async () => {
    let asked = 0;
    const host = await served((_, response) => {
      const model = asked++ === 0 ? 'm-1' : 'm-2';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...JSON.parse(REPLY), model }));
    });
    const lines: unknown[] = [];
    const examinee = modelsAt(host, {}, {}, (...line) => lines.push(line))
      .get('m')
      .examinee();
    for (let repeat = 0; repeat < 3; repeat++)
      await examinee.ask({ item: 'q', messages: [{ role: 'user', content: 'Q' }], repeat });
    expect(asked).toBe(3);
    const change = { model: 'm', field: 'model', old: 'm-1', new: 'm-2', between: 'asked' };
    expect(lines).toEqual([['warn', 'model-changed', change]]);
  });

  test('are not followed to where they redirect, nor asked without their key', async () => {
    let reached = 0;
    const inner = await served((_, response) => {
      reached++;
      response.end(REPLY);
    });
    const outer = await served((_, response) =>
      response.writeHead(307, { location: `http://${inner}/v1/chat/completions` }).end(),
    );
    const run = async (models: ReturnType<typeof modelsAt>) => {
      const events = eventBus();
      const { open, service } = sessionsInMemory(events);
      modelRunner({ store, events, instance: null, log }, models, service);
      const own = open('s', ['item-0']);
      await expect.poll(() => own.summary.state).not.toBe('open');
      return own.summary;
    };
    const redirected = await run(modelsAt(outer));
    expect(redirected).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/redirect/),
    });
    for (const host of [outer, inner]) expect(redirected.reason).not.toContain(host);
    expect(reached).toBe(0);
    const keyless = await run(modelsAt(inner, { keyVariable: 'NOT_SET' }));
    expect(keyless.state).toBe('failed');
    expect(keyless.reason).toMatch(/no API key/);
    expect(keyless.reason).not.toContain('NOT_SET');
    expect(reached).toBe(0);
  });
});
