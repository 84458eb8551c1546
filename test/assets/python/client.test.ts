import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { IS_ALL } from '../../repetitions.ts';
import { type TestService, testService } from '../../server/service.ts';
import { addBank } from '../../server/sessions/session-case.ts';
import { python, WITHOUT_PYTHON } from './python.ts';

/** An answer of `take-test.py` to an item: by its number, and keys go round from A to D. */
function scoreOf(item: string): number {
  const number = Number(item.slice('item-'.length));
  // Cut before an answer is stated.
  if (number % 6 === 0) return 0;
  return number % 3 === 0 ? Number(number % 4 === 0) : Number(number % 2 === 0);
}

const temporary = temporaryFolder();

describe.skipIf(WITHOUT_PYTHON !== null)('the Python client', () => {
  let service: TestService;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await testService();
    await addBank(service.parts.context.store);
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    env = { THETARANK_URL: url, THETARANK_KEY: await service.key('runner') };
  });
  afterAll(() => service.close());

  test('takes a test at a service to its end, as many items at once as the lag allows', async () => {
    const came = await python('take-test.py', { env });
    expect(came.places).toEqual(Array.from({ length: 12 }, (_, k) => k + 1));
    expect(came.most).toBe(4);
    expect(came.seen.at(-1)).toBe(12);
    expect(came.events).toEqual(['session']);
    expect(came.heard).toBe(true);
    const { session, standing, complete } = came.result;
    expect(session).toMatchObject({ id: came.id, state: 'finished', answered: 12 });
    expect(complete).toBe(true);
    const kept = await service.parts.sessions.answers(came.id);
    expect(kept).toHaveLength(12);
    for (const { item, score } of kept) expect([item, score]).toEqual([item, scoreOf(item)]);
    expect(standing.right).toBe(kept.filter(({ score }) => score === 1).length);

    expect([came.first, came.again, came.refused]).toEqual([1, 1, 'ANSWER_GIVEN']);
    // An error of the caller: the session stays open and the same call continues.
    expect(came.broken).toBe(true);
    expect(came.left[0]).toBe('open');
    expect(came.left[1]).toBeLessThan(3);
    expect(came.second).toBe('finished');
    expect(came.unknown).toEqual([404, 'SESSION_UNKNOWN']);
    expect(came.invalid).toEqual(['REQUEST_INVALID', 'body, items']);
  });

  test.runIf(IS_ALL)('is used by the documentation as it is', async () => {
    const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
    const pages = ['service', 'recipes', 'pipelines'].map((page) => join(docs, `${page}.md`));
    const checked = await python('check-snippets.py', { stubs: 'stubs', args: pages });
    expect(checked).toEqual({ count: 5, wrong: [] });
    const [, snippet] = /```python\n([\s\S]*?)```/.exec(readFileSync(pages[0], 'utf8'))!;
    const file = join(temporary, 'snippet.py');
    writeFileSync(
      file,
      snippet.replace('print(', 'import json; print(json.dumps([').replace(/\)\n$/, ']))\n'),
    );
    const [score, low, high] = await python(file, { env });
    // Keys go round from A to D, and it always says A.
    expect(score).toBeGreaterThan(low);
    expect(high).toBeGreaterThan(score);
    expect(low).toBeLessThan(25);
    expect(high).toBeGreaterThan(25);
  });

  test('repeats what may be repeated, waits as it is told, and sends its key nowhere else', async () => {
    const keys: (string | undefined)[] = [];
    const seen = new Map<string, number>();
    const server = createServer((request, reply) => {
      const { url = '', headers } = request;
      const count = (seen.get(url) ?? 0) + 1;
      seen.set(url, count);
      keys.push(headers.authorization);
      const say = (status: number, text: string, more = {}) =>
        reply.writeHead(status, { connection: 'close', ...more }).end(text);
      request.resume().once('end', () => {
        if (url === '/cut') return count < 3 ? request.socket.destroy() : say(200, '{"n":3}');
        if (url === '/busy' && count === 1) return say(429, '', { 'retry-after': '7' });
        if (url === '/busy' && count === 2) return say(503, '', { 'retry-after': '999' });
        if (url === '/busy' && count === 3) return say(503, '');
        if (url === '/always-busy') return say(503, '');
        if (url === '/refused')
          return say(409, '{"code":"SESSION_PAUSED","detail":"It is paused."}');
        if (url === '/html') return say(404, '<html>');
        if (url === '/redirect') return say(302, '', { location: '/stolen' });
        return say(200, `{"n":${count}}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await python('hard-times.py', { args: [address] });
    server.close();
    // 7 s as told, 999 s cut to the most of 60 s, then 0.5 · 2³ s of its own.
    expect(found.busy).toEqual([
      ['reply', { n: 4 }],
      [7, 60, 4],
    ]);
    expect(found['always busy'][0][1]).toMatch(/did not answer in 4 attempts; .*HTTP 503/);
    expect(found['always busy'][1]).toEqual([1, 2, 4]);
    expect(found['cut, once only'][0][1]).toMatch(/the request arrived/);
    expect(found['cut, once only'][1]).toEqual([]);
    expect(found['cut, repeatable']).toEqual([['reply', { n: 3 }], [1]]);
    expect(found.refused).toEqual([['refused', 409, 'SESSION_PAUSED', 'It is paused.'], []]);
    expect(found['another server'][0][1]).toMatch(/HTTP 404 without/);
    expect(found.redirect[0][1]).toMatch(/HTTP 302/);
    expect(seen.has('/stolen')).toBe(false);
    expect(found.away).toEqual([
      ['unreachable', expect.stringMatching(/did not answer in 3 attempts/)],
      [1, 2],
    ]);
    expect(new Set(keys)).toEqual(new Set(['Bearer secret']));
  });
});

test('session client says where the Python files are, and copies them', async () => {
  const { stdout } = await runCommand(['session', 'client', '--json']);
  const { files } = JSON.parse(stdout);
  expect(files).toHaveLength(3);
  for (const { file } of files) expect(existsSync(file)).toBe(true);
  const out = join(temporary, 'beside mine');
  const copied = await runCommand(['session', 'client', '--out', out]);
  expect(copied.stdout).toContain(`PYTHONPATH='${out}'`);
  for (const { file } of files)
    expect(readFileSync(join(out, file.slice(file.lastIndexOf('/') + 1)), 'utf8')).toBe(
      readFileSync(file, 'utf8'),
    );
});
