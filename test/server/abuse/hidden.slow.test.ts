import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, operationsOf } from './fuzzed-requests.ts';
import { type HiddenCase, hiddenCase, type Reader } from './hidden-case.ts';

/** Ways to ask for the same. */
const ASKED = [
  {},
  { 'accept-language': 'zh-CN', accept: 'text/csv, text/html;q=0.5' },
] as const satisfies Record<string, string>[];
const QUERIES = ['', '?language=zh', '?limit=100', '?format=csv', '?round=1'];
const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Routes whose replies do not end; read below. */
const STREAMS = new Set(['/v1/events']);

let hidden: HiddenCase;
let operations: readonly Operation[];
beforeAll(async () => {
  hidden = await hiddenCase();
  operations = operationsOf((await hidden.service.ask('GET', '/openapi.json')).body);
});
afterAll(() => hidden.service.close());

/** Every address of a route with ids that there are. */
function addressesOf(path: string): string[] {
  let addresses = [path];
  for (const [whole, name] of path.matchAll(/\{(\w+)\}/g)) {
    const values = hidden.ids[name] ?? ['nothing'];
    addresses = addresses.flatMap((address) => values.map((id) => address.replace(whole, id)));
  }
  return addresses;
}

/** The paths that the service has, from its own tree: none may be missing in its description. */
function routesOf(): Set<string> {
  const found = new Set<string>();
  const above: string[] = [];
  for (const line of hidden.service.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line);
    if (parts === null) continue;
    const depth = parts[1].length / 4;
    above.length = depth;
    above.push(parts[2]);
    if (parts[3] === undefined) continue;
    found.add(above.join(''));
  }
  return found;
}

async function textOf(
  reader: Reader,
  method: string,
  url: string,
  more: Record<string, string> = {},
  payload?: object,
): Promise<{ status: number; text: string }> {
  const reply = await hidden.service.app.inject({
    method: method as 'GET',
    url,
    headers: { ...more, ...(reader.key && { authorization: `Bearer ${reader.key}` }) },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    // What was asked for may stand in the reply: it says nothing new.
    text: `${JSON.stringify(reply.headers)} ${reply.body}`.replaceAll('SECRET-PANEL', 'asked'),
  };
}

/** Reads all that there is to read, and returns what should not be there. */
async function walk(reader: Reader, when: 'before' | 'after'): Promise<string[]> {
  const left: string[] = [];
  let seen = '';
  for (const { method, path } of operations) {
    if (method !== 'GET' || STREAMS.has(path)) continue;
    for (const address of addressesOf(path))
      for (const [k, query] of QUERIES.entries()) {
        const { status, text } = await textOf(reader, 'GET', address + query, ASKED[k % 2]);
        if (status < 300) seen += text;
        if (status >= 500) left.push(`GET ${address}${query}: ${status}`);
        left.push(...forbidden(reader, when, `GET ${address}${query}`, text));
        // A query that a route does not know is refused like any other.
        if (status >= 400 && status !== 400) break;
      }
  }
  const own = reader.shows?.[when === 'before' ? 0 : 1];
  if (own !== undefined && !own.test(seen)) left.push(`${reader.name}, ${when}: not shown ${own}`);
  return left;
}

function forbidden(reader: Reader, when: 'before' | 'after', where: string, text: string) {
  return reader.hidden[when].flatMap((one) => {
    const found = one.exec(text);
    return found === null ? [] : [`${reader.name}, ${when}, ${where}: ${found[0]}`];
  });
}

test('every route of the service is described, so every route is walked', () => {
  const described = new Set(operations.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')));
  const missing = [...routesOf()].filter((path) => !described.has(path));
  expect(operations.length).toBeGreaterThan(80);
  expect(missing.filter((path) => /^\/(?:v1|shared)\//.test(path))).toEqual([]);
  expect(routesOf().size).toBeGreaterThan(60);
});

test('before anything is done, nobody reads what is not theirs', async () => {
  const person = hidden.readers.find(({ name }) => name === 'person')!;
  await textOf(person, 'POST', `/v1/sessions/${hidden.ids.session[0]}/begin`);
  for (const reader of hidden.readers) expect(await walk(reader, 'before')).toEqual([]);
});

test('what they send tells them nothing either', async () => {
  const left: string[] = [];
  for (const reader of hidden.readers)
    for (const { method, path } of operations) {
      if (!CHANGES.includes(method)) continue;
      for (const address of addressesOf(path).slice(0, 12))
        for (const body of [undefined, { nothing: 'of this' }]) {
          // Their own work goes on below.
          if (/\/(?:work|responses|break|begin|continue|events)/.test(path)) continue;
          const { status, text } = await textOf(reader, method, address, {}, body);
          left.push(...forbidden(reader, 'before', `${method} ${address}`, text));
          if (status < 300) left.push(`${reader.name} may ${method} ${address}`);
        }
    }
  expect(left).toEqual([]);
});

test('events tell an expert of no other panel, and nobody of others', {}, async () => {
  const { service, readers } = hidden;
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const streams = await Promise.all(
    readers.map(async (reader) => {
      const closing = new AbortController();
      const reply = await fetch(`http://127.0.0.1:${port}/v1/events`, {
        headers: reader.key === undefined ? {} : { authorization: `Bearer ${reader.key}` },
        signal: closing.signal,
      });
      let text = '';
      const reading = (async () => {
        const decoder = new TextDecoder();
        for await (const part of reply.body!) text += decoder.decode(part as Uint8Array);
      })().catch(() => {});
      const close = async () => {
        closing.abort();
        await reading;
      };
      return { reader, text: () => text, close };
    }),
  );
  await hidden.goOn(0.5);
  await expect
    .poll(() => streams.find(({ reader }) => reader.name === 'rater')!.text())
    .toContain('panel');
  for (const { reader, text, close } of streams) {
    expect(forbidden(reader, 'after', '/v1/events', text())).toEqual([]);
    const panels = [...text().matchAll(/"panel":"([^"]*)"/g)].map(([, panel]) => panel);
    const own = { rating: 'panel-of-test', annotation: 'labels', writing: 'questions' } as const;
    const mine = reader.work === null || reader.work === 'person' ? null : own[reader.work];
    expect([reader.name, panels.filter((panel) => panel !== mine)]).toEqual([reader.name, []]);
    // The type and the own id: the name of a bank can lead to its keys.
    const facts = [...text().matchAll(/^data: (.*)$/gm)].flatMap(([, data]) =>
      Object.keys(JSON.parse(data)).filter((fact) => !['type', 'session', 'panel'].includes(fact)),
    );
    expect([reader.name, facts]).toEqual([reader.name, []]);
    await close();
  }
});

test('in the middle and at the end of their work they still do not', {}, async () => {
  for (const reader of hidden.readers) expect(await walk(reader, 'after')).toEqual([]);
  await hidden.goOn(1);
  for (const reader of hidden.readers) expect(await walk(reader, 'after')).toEqual([]);
});

test('all of it is there to be seen, by an administrator', async () => {
  const { administrator } = hidden;
  const all: Reader = {
    ...{ name: 'administrator', key: administrator, work: null, shows: null },
    hidden: { before: [], after: [] },
  };
  let seen = '';
  for (const { method, path } of operations) {
    if (method !== 'GET' || STREAMS.has(path)) continue;
    for (const address of addressesOf(path))
      for (const query of QUERIES) {
        const { status, text } = await textOf(all, 'GET', address + query);
        expect([address + query, status >= 500]).toEqual([address + query, false]);
        seen += text;
      }
  }
  for (const secret of [
    // Names of writer and auditor and explanations are in the store, and in no reply.
    ...['SECRET-MODEL', 'SECRET-JUDGE', 'SECRET-VOTER', 'SECRET-RATER'],
    ...['SECRET-NOTE', 'SECRET-COMMENT', 'SECRET-EXAMINEE', 'SECRET-ADMIN'],
    ...['"ben"', 'TAG-OF-THE-BANK', 'KEY-OF-THE-BANK', 'LABELLED-KEY'],
    ...['WRITTEN-KEY', 'LABELLED-QUESTION'],
  ])
    expect([secret, seen.includes(secret)]).toEqual([secret, true]);
});
