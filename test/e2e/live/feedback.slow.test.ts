import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATE, KEY } from '../../examinee/self-signed.ts';
import { keepExam } from './bank.ts';
import { start, thetarank } from './command.ts';
import { writeExam } from './exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-feedback-'));
const exam = writeExam(folder, 'feedback', 24, {});
const database = join(folder, 'store.db');
const servers: Server[] = [];
beforeAll(() => keepExam(exam, database));
afterAll(() => {
  for (const server of servers) {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An endpoint that lists the model m and fails at every question. */
const failing = (fault: RequestListener) =>
  portOf(
    createServer((request, response) => {
      if (request.url?.endsWith('/models')) response.end('{"data":[{"id":"m"}]}');
      else fault(request, response);
    }),
  );

const FAULTS: [string, RequestListener, RegExp][] = [
  [
    '500',
    (_, r) => r.writeHead(500).end('{"error":{"message":"boom"}}'),
    /m: retry 1 of 6 in \d s.*: HTTP 500: boom\. Try again later, lower (?:--)?concurrency/,
  ],
  [
    '429',
    (_, r) => r.writeHead(429).end('{"error":{"message":"slow down"}}'),
    /m: retry 1 of 6 in \d s.*: HTTP 429: slow down\. Lower /,
  ],
  [
    'bad JSON',
    (_, r) => r.writeHead(200).end('{"choices": ['),
    /m: retry 1 of 6 in \d s.*: not JSON\. Check that the address is that of an OpenAI-compatible endpoint\./,
  ],
  [
    'a connection that breaks',
    (q) => q.socket.destroy(),
    /m: retry 1 of 6 in \d s.*: the connection ended before the response did/,
  ],
  [
    'no answer',
    () => {},
    /m: \d+ requests? waits? for the first answer \(\d+ s so far, up to 600 s; to give up sooner, lower (?:-M timeout|timeoutSeconds)\)/,
  ],
];

/** What a command that asks a model writes while it runs, as soon as it matches. */
async function saidWhileAsking(args: readonly string[], words: RegExp): Promise<string> {
  const running = start([...args, '--database', database]);
  try {
    const isOver = () => running.child.exitCode !== null || words.test(running.stderr());
    await expect.poll(isOver).toBe(true);
    expect(running.stderr()).toMatch(words);
    // It was said while requests were still made: neither the end nor an error said it.
    expect(running.child.exitCode).toBeNull();
    expect(running.stderr()).not.toContain('error:');
    return running.stderr();
  } finally {
    running.child.kill('SIGKILL');
    await running.ended;
  }
}

describe.each(FAULTS)('every request ends in %s', (name, fault, words) => {
  test('rank --model says so at once, and shows no money', async () => {
    const port = await failing(fault);
    const args = ['rank', '--bank', 'sums', '--strategy', 'random', '--items', '10'];
    const said = await saidWhileAsking(
      [...args, '--model', `m@http://127.0.0.1:${port}/v1`],
      words,
    );
    expect(said).not.toContain('$');
  });

  test('calibrate synthesize too', async () => {
    const baseUrl = `http://127.0.0.1:${await failing(fault)}/v1`;
    const config = join(folder, `${name}.yaml`);
    writeFileSync(
      config,
      JSON.stringify({
        models: [{ name: 'm', model: 'm', baseUrl }],
        participants: [{ who: 'alone' }],
      }),
    );
    await saidWhileAsking(['calibrate', 'synthesize', '--bank', 'sums', '--config', config], words);
  });
});

describe('rank --dry-run checks the endpoint', () => {
  const dryRun = (address: string, ...more: string[]) =>
    thetarank([
      ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '10', '--dry-run'],
      ...['--model', address, '--database', database, ...more],
    ]);

  test('one that is well: it answers and lists the model', async () => {
    const port = await failing(() => {});
    const { status, stderr } = await dryRun(`m@http://127.0.0.1:${port}/v1`);
    expect(stderr).toContain(`m: http://127.0.0.1:${port}/v1 answers and lists the model "m".`);
    expect(status).toBe(0);
  });

  test('one without a list: it says what is not checked, and goes on', async () => {
    const port = await portOf(createServer((_, r) => r.writeHead(404).end()));
    const { status, stderr } = await dryRun(`m@http://127.0.0.1:${port}/v1`);
    expect(stderr).toContain('gave no list of models (HTTP 404), so only the first question shows');
    expect(status).toBe(0);
  });

  test.each([
    [
      'nobody listens',
      async () => 'm@http://127.0.0.1:1/v1',
      'error: model m did not answer (ECONNREFUSED at http://127.0.0.1:1/v1). Check the address, and that the endpoint is running.',
    ],
    [
      'a self-signed certificate',
      async () =>
        `m@https://127.0.0.1:${await portOf(createTls({ key: KEY, cert: CERTIFICATE }))}/v1`,
      'set the environment variable NODE_EXTRA_CA_CERTS to a PEM file',
    ],
    [
      'a key is needed',
      async () =>
        `m@http://127.0.0.1:${await portOf(createServer((_, r) => r.writeHead(401).end()))}/v1`,
      'name the environment variable that holds it with -M key-variable.',
    ],
    [
      'a server that fails at everything',
      async () =>
        `m@http://127.0.0.1:${await portOf(createServer((_, r) => r.writeHead(500).end()))}/v1`,
      '/v1/models). The server fails, whatever it is asked for.',
    ],
    [
      'a server that breaks every connection',
      async () => `m@http://127.0.0.1:${await portOf(createServer((q) => q.socket.destroy()))}/v1`,
      '/v1/models). Check the address, and that the endpoint is running. If it only has no list of models, start without --dry-run.',
    ],
    [
      'another model',
      async () => `other@http://127.0.0.1:${await failing(() => {})}/v1`,
      'does not list a model "other"; similar names: m; accepted: models that their endpoints list; with --unlisted others too.',
    ],
  ])('%s: an error with what to do', async (_, address, words) => {
    const { status, stderr } = await dryRun(await address());
    expect(stderr).toContain(words);
    expect(status).toBe(2);
  });

  test('--unlisted: another model is a warning', async () => {
    const port = await failing(() => {});
    const { status, stderr } = await dryRun(`other@http://127.0.0.1:${port}/v1`, '--unlisted');
    expect(stderr).toContain('warning: other: ');
    expect(status).toBe(0);
  });

  test('a budget that does not do: what it pays for', async () => {
    const port = await failing(() => {});
    const price = ['-M', 'price=1000:10000', '-M', 'max-tokens=400', '--budget', '15usd'];
    const { stderr } = await dryRun(`m@http://127.0.0.1:${port}/v1`, ...price);
    expect(stderr).toMatch(
      /about \$3\d\.\d\d, up to about \$4\d\.\d\d, of which the budget of \$15\.00 pays about 4 items per model/,
    );
  });
});

test('hints on the command line name flags', async () => {
  const port = await failing((_, r) => r.writeHead(429).end('{}'));
  const { status, stderr } = await thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '4', '-M', 'retries=0'],
    ...['--model', `m@http://127.0.0.1:${port}/v1`, '--database', database],
  ]);
  expect(stderr).toContain('HTTP 429). Lower -M rpm');
  expect(status).toBe(2);
});

test('an address without /v1 that leads to a web page: the first message says so', async () => {
  const port = await portOf(createServer((_, r) => r.end('<!DOCTYPE html><p>Chat')));
  const { status, stderr } = await thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '4'],
    ...['--model', `m@http://127.0.0.1:${port}`, '--database', database],
  ]);
  const [first] = stderr.split('\n').filter((line) => line.includes('retry'));
  expect(first).toMatch(/retry 1 of 2 in 1 s: not JSON but an HTML page.*lacks \/v1 at its end\./);
  expect(stderr).toMatch(/error: .*The address probably lacks \/v1 at its end\./);
  expect(status).toBe(2);
});

test('a missing API key: the option that names its variable', async () => {
  const { status, stderr } = await thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '-M', 'key-variable=NOT_SET'],
    ...['--model', 'm@http://127.0.0.1:1/v1', '--database', database],
  ]);
  expect(stderr).toContain('-M key-variable');
  expect(status).toBe(2);
});
