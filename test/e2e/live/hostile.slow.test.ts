import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { keepExam } from './bank.ts';
import { start } from './command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-hostile-'));
const exam = writeExam(folder, 'hostile', 40, { strong: 1.3 });
const MIB = Buffer.alloc(2 ** 20, 32);
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const PARTS = `${'{"text":['.repeat(100_000)}"x"${']}'.repeat(100_000)}`;

/** Writes for ever, or until the other side has had enough. */
function pour(response: ServerResponse, piece: Buffer | string): void {
  const more = () => {
    while (!response.destroyed) if (!response.write(piece)) return;
  };
  response.on('drain', more);
  more();
}

const send = (
  response: ServerResponse,
  body: string,
  type = 'application/json',
  status = 200,
): void => {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
};
const whole = (content: unknown) =>
  JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] });

/** Where a redirect would take the key. */
const elsewhere = createServer((_, response) => {
  visits++;
  send(response, whole('The answer is (A).'));
});
let visits = 0;

/** What each endpoint does, and the reason its failure must give. */
const HOSTILE: Readonly<Record<string, [(response: ServerResponse) => void, RegExp]>> = {
  endless: [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      pour(response, MIB);
    },
    /a response of more than 16 MiB/,
  ],
  endlessStream: [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pour(response, `: ${'x'.repeat(2 ** 16)}\n\n`);
    },
    /a response of more than 16 MiB/,
  ],
  endlessError: [
    (response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      pour(response, MIB);
    },
    /a response of more than 16 MiB/,
  ],
  promises: [
    (response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': `${2 ** 30}`,
      });
      response.write('{');
    },
    /no complete answer within 1 seconds/,
  ],
  drips: [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    },
    /no complete answer within 1 seconds/,
  ],
  deep: [(response) => send(response, DEEP), /not a chat completion/],
  deepContent: [
    (response) => send(response, whole('@').replace('"@"', `[${PARTS}]`)),
    /nested too deeply/,
  ],
  deepError: [(response) => send(response, `{"error":${DEEP}}`), /nested too deeply/],
  deepError500: [
    (response) => send(response, `{"error":${DEEP}}`, 'application/json', 500),
    /nested too deeply/,
  ],
  deepMessage500: [
    (response) => send(response, `{"error":{"message":${DEEP}}}`, 'application/json', 500),
    /nested too deeply/,
  ],
  html: [
    (response) => send(response, '<html><body>It works!</body></html>', 'text/html'),
    /not JSON but an HTML page.*Check the address/,
  ],
  html404: [(response) => send(response, '<h1>Not here</h1>', 'text/html', 404), /HTTP 404/],
  redirect: [
    (response) => {
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(307, { location: `http://localhost:${port}/v1/chat/completions` });
      response.end();
    },
    /HTTP 307: a redirect to http:\/\/localhost/,
  ],
  redirectSame: [
    (response) => {
      response.writeHead(301, { location: '/v1/chat/completions' });
      response.end();
    },
    /HTTP 301: a redirect/,
  ],
  noPieces: [
    (response) => send(response, 'data: {"choices":7}\n\n', 'text/event-stream'),
    /2 requests, the last one: a stream whose parts are not parts of an answer/,
  ],
  binary: [
    (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' });
      response.end(Buffer.from([0x1f, 0x8b, 8, 0, 255, 254, 0, 1, 2, 3]));
    },
    /2 requests, the last one: the response ended in the middle/,
  ],
  mispacked: [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' });
      response.end(whole('(A)'));
    },
    /2 requests, the last one: a body that is not compressed as its content-encoding says/,
  ],
  noChoices: [
    (response) => send(response, '{"choices":[],"usage":null}'),
    /2 requests, the last one: not a chat completion at choices/,
  ],
  nothing: [(response) => send(response, 'null'), /not a chat completion/],
  empty: [(response) => send(response, ''), /an empty body/],
  hangsUp: [(response) => void response.socket?.destroy(), /ECONNRESET|socket hang up/],
  noHttp: [
    (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
    /HPE_|Parse Error|ECONNRESET/,
  ],
  strangeStatus: [
    (response) => {
      response.writeHead(999, { 'content-type': 'application/json' });
      response.end('{}');
    },
    /2 requests, the last one: HTTP 500/,
  ],
};

const ENDS_BY_TIME = ['promises', 'drips'];

const servers: Server[] = [];
let served: ServedExam;
const listen = async (server: Server) => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const requests = new Map<string, number>();
// A kept connection is not closed while a busy client is about to use it again.
const hostile = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  const name = request.url!.split('/')[1];
  // The list of models that is looked at first is hostile as well, but for those that would count on it.
  if (request.method === 'GET')
    return void request.resume().on('end', () => HOSTILE[name][0](response));
  requests.set(name, (requests.get(name) ?? 0) + 1);
  request.resume().on('end', () => HOSTILE[name][0](response));
});

beforeAll(async () => {
  await listen(elsewhere);
  const port = await listen(hostile);
  served = await serveExam(exam);
  const address = (path: string) => `http://127.0.0.1:${port}/${path}/v1`;
  const models = Object.keys(HOSTILE).map((name) => ({
    name,
    model: 'm',
    baseUrl: address(name),
    retries: 1,
    timeoutSeconds: ENDS_BY_TIME.includes(name) ? 1 : 60,
  }));
  const good = { name: 'strong', model: 'strong', baseUrl: served.url };
  writeFileSync(join(folder, 'models.json'), JSON.stringify([...models, good]));
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

test('each hostile endpoint ends with a reason, within its retries; the other model is tested', async () => {
  const database = join(folder, 'store.db');
  await keepExam(exam, database);
  // In a process: how deep a reply may nest depends on the stack, which threads have another of.
  const { ended } = start(
    [
      ...['rank', '--bank', 'sums', '--database', database, '--items', '20', '--json'],
      ...['--models-file', join(folder, 'models.json'), '--strategy', 'random'],
      ...['--concurrency', '2'],
    ],
    { OPENAI_API_KEY: 'sk-not-for-these' },
  );
  const ran = await ended;
  expect(ran.stderr).not.toContain('should have handled');
  expect(ran.status, ran.stderr).toBe(2);
  const result = JSON.parse(ran.stdout) as LiveResult;
  expect(result.models).toMatchObject([{ model: 'strong', stopped: null, items: 20 }]);
  const errors = new Map(result.unanswered.map(({ model, error }) => [model, error ?? '']));
  expect([...errors.keys()].sort()).toEqual(Object.keys(HOSTILE).sort());
  for (const [name, [, reason]] of Object.entries(HOSTILE)) {
    const error = errors.get(name)!;
    expect(error).toMatch(
      new RegExp(`^model ${name} did not answer(?: item \\S+)? \\(.+\\)\\. \\w.*\\.$`),
    );
    expect(error).toMatch(reason);
    expect(error.length).toBeLessThan(600);
    expect(error).not.toMatch(/call stack|undefined|\bat .*\.[jt]s\b/);
    // Two questions in flight, each asked twice at most.
    expect(requests.get(name)).toBeLessThanOrEqual(4);
  }
  expect(visits).toBe(0);
});
