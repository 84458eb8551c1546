import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_ALL } from '../../repetitions.ts';
import { keepExam, keptRuns } from './bank.ts';
import { succeed, thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { bytesOf, filesOf, leaks } from './leaks.ts';

/** Endpoints that say the key, and the question, wherever something can be said. */
const KEY = 'tr-Sentinel/7f3a+"9c\\e1 d5';
const HEADER = 'x-Sentinel-8e22-header';
const FORMS = [
  ...[KEY, HEADER],
  ...[KEY, HEADER].map((key) => encodeURIComponent(key)),
  ...[KEY, HEADER].map((key) => JSON.stringify(key).slice(1, -1)),
  ...[KEY, HEADER].map((key) => Buffer.from(key).toString('base64').slice(0, -4)),
];
const folder = mkdtempSync(join(tmpdir(), 'thetarank-keys-'));
const exam = writeExam(folder, 'keys', 40, {});

/** What the models behind each path answer; `said` is the key in many forms, `question` what was asked. */
type Answering = (response: ServerResponse, said: string, question: string, n: number) => void;

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
const error = (message: string) => ({
  error: { message, type: message, code: message, param: message },
});
const reply = (content: string, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 5 },
});

const ENDPOINTS: Readonly<Record<string, Answering>> = {
  unauthorized: (response, said, question) => json(response, 401, error(`${said} ${question}`)),
  plain401: (response, said, question) => json(response, 401, `No: ${said}. ${question}`),
  broken: (response, said, question) => json(response, 500, error(`${said} ${question}`)),
  question500: (response, _, question) => json(response, 500, error(question)),
  refused: (response, said, question, n) =>
    n % 2 === 0
      ? json(response, 200, reply('The answer is (A).'))
      : json(response, 400, error(`${question} ${said}`)),
  refusedPart: (response, _, question, n) =>
    n % 2 === 0
      ? json(response, 200, reply('The answer is (A).'))
      : json(response, 400, { error: { message: `too long: "${question.slice(0, 400)}…"` } }),
  wrapped: (response, said, question) => json(response, 200, error(`${question} ${said}`)),
  moved: (response, said, question) =>
    json(response, 307, error(said), {
      location: `http://127.0.0.1:9/${encodeURIComponent(question)}/${encodeURIComponent(KEY)}?k=${HEADER}`,
    }),
  patience: (response, said) =>
    json(response, 429, error(said), { 'retry-after': KEY, 'x-request-id': KEY }),
  text: (response, said, question) =>
    json(response, 200, reply(`${question} ${said} The answer is (B).`), {
      'x-request-id': KEY,
      'set-cookie': KEY,
    }),
  repeats: (response, _, question) =>
    json(response, 200, reply(`I would say: ${question.replaceAll(/answer/gi, 'reply')}`)),
  thinking: (response, said, question) =>
    json(response, 200, reply('The answer is (C).', { reasoning_content: `${said} ${question}` })),
  finish: (response, said) =>
    json(response, 200, {
      ...reply('The answer is (D).'),
      id: said,
      model: said,
      choices: [{ message: { content: 'The answer is (D).' }, finish_reason: said }],
    }),
  pieces: (response, said, question) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = `${question} ${said} The answer is (A).`;
    for (let at = 0; at < text.length; at += 7) {
      const delta = { content: text.slice(at, at + 7) };
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
    }
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
  },
  brokenPieces: (response, said, question) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(error(`${said} ${question}`))}\n\n`);
  },
};

const seen = new Map<string, number>();
const keysSeen = new Set<string>();

function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    // The list of models that is looked at first: it names the key.
    if (request.method === 'GET') {
      const id = request.headers.authorization?.slice('Bearer '.length);
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ data: [{ id }, { id: `${id}-mini` }] }));
    }
    const { messages } = JSON.parse(Buffer.concat(chunks).toString());
    const path = request.url!.split('/')[1];
    const { authorization = '', 'x-team': team = '' } = request.headers;
    keysSeen.add(`${authorization} ${team}`);
    const keys = [authorization.slice('Bearer '.length), `${team}`];
    const said = [authorization, ...keys]
      .flatMap((key) => [key, encodeURIComponent(key), Buffer.from(key).toString('base64')])
      .join(' ; ');
    const n = seen.get(path) ?? 0;
    seen.set(path, n + 1);
    ENDPOINTS[path](response, said, messages.at(-1).content, n);
  });
}

const server = createServer(answer);
const env = { MY_KEY: KEY, TEAM: HEADER };
const models = join(folder, 'models.json');
const names = Object.keys(ENDPOINTS);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const list = names.map((name) => ({
    name,
    baseUrl: `http://127.0.0.1:${port}/${name}/v1`,
    model: 'm',
    keyVariable: 'MY_KEY',
    extraHeaders: { 'x-team': '$TEAM' },
    retries: 1,
    ...(name.toLowerCase().includes('pieces') ? { stream: true } : {}),
  }));
  writeFileSync(models, JSON.stringify(list));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(IS_ALL ? ['', '1'] : [''])('with THETARANK_DEBUG=%s', (debug) => {
  test('no file holds a key, and none a question without request', async () => {
    const own = join(folder, `debug-${debug}`);
    const database = join(own, 'store.db');
    const out = join(own, 'out');
    await keepExam(exam, database);
    seen.clear();
    const args = [
      ...['rank', '--bank', 'sums', '--database', database, '--models-file', models],
      ...['--items', '8', '--strategy', 'random', '--concurrency', '2', '--out', out],
      '--unlisted',
    ];
    const more = { ...env, ...(debug === '' ? {} : { THETARANK_DEBUG: debug }) };
    const ran = await thetarank(args, more);
    expect(ran.stderr).not.toContain('should have handled');
    expect(ran.status).toBe(2);
    // They did say it, each of them.
    expect([...seen.keys()].sort()).toEqual([...names].sort());
    expect([...keysSeen]).toEqual([`Bearer ${KEY} ${HEADER}`]);
    const said = { stdout: ran.stdout, stderr: ran.stderr, ...bytesOf(filesOf(out)) };
    expect(leaks(FORMS, { ...said, ...bytesOf(filesOf(own)) })).toEqual([]);
    // A question is recognised by any part of it that is long enough to be one.
    const parts = exam.stems.flatMap((stem) => [stem.slice(0, 24), stem.slice(9, 33)]);
    expect(leaks(parts, said)).toEqual([]);
    // The store keeps what was said, but for the key.
    const [run] = await keptRuns(database);
    const text = run.kept.find(({ examinee }) => examinee === 'text')!;
    expect(text.output).toContain('[key]');
    expect(text.output).toContain('Mind sum');

    if (debug !== '') return;
    const asJson = await thetarank([...args, '--resume', '--json', '--outputs'], more);
    const { stdout, stderr } = asJson;
    expect(leaks(FORMS, { stdout, stderr, ...bytesOf(filesOf(own)) })).toEqual([]);
    expect(leaks(parts, { stdout, stderr })).toEqual([]);
    expect(leaks(['Mind sum'], bytesOf([join(out, 'answers.jsonl')]))).toHaveLength(1);
    expect(leaks(['Mind sum'], bytesOf([join(out, 'result.json')]))).toEqual([]);
  });
});

test('a key that stands in the address is refused without being said', async () => {
  for (const address of [`http://user:${HEADER}@127.0.0.1:9/v1`, `http://h/v1?api_key=${HEADER}`]) {
    const database = join(folder, 'none.db');
    const ran = await thetarank([
      ...['rank', '--bank', 'sums', '--database', database, '--model', `m@${address}`],
    ]);
    expect(ran.status).toBe(2);
    expect(leaks([HEADER], { stdout: ran.stdout, stderr: ran.stderr })).toEqual([]);
  }
});

test('a key that is not set is named by its variable, before anything is asked', async () => {
  const database = join(folder, 'missing.db');
  await keepExam(exam, database);
  seen.clear();
  const args = ['rank', '--bank', 'sums', '--database', database, '--models-file', models];
  const ran = await thetarank([...args, '--items', '8', '--strategy', 'random'], { TEAM: HEADER });
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toContain('the environment variable MY_KEY');
  expect(seen.size).toBe(0);
});

test('answers to open questions are written only with --outputs', async () => {
  const database = join(folder, 'open.db');
  const items = join(folder, 'open.jsonl');
  const out = join(folder, 'open');
  const lines = [1, 2, 3, 4].map((k) => ({
    id: `open-${k}`,
    question: `Which town lies ${k} miles from here?`,
    answer: 'Ely',
  }));
  writeFileSync(items, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await succeed('bank', 'import', items, '--name', 'open', '--database', database);
  const { port } = server.address() as AddressInfo;
  const args = [
    ...['rank', '--bank', 'open', '--database', database, '--items', '4', '--out', out],
    ...['--model', `repeats@http://127.0.0.1:${port}/repeats/v1`, '--strategy', 'random'],
    '--unlisted',
  ];
  expect(await thetarank(args)).toMatchObject({ status: 0 });
  expect(leaks(['Which town', 'I would say'], bytesOf(filesOf(out)))).toEqual([]);
  expect(await thetarank([...args, '--resume', '--outputs'])).toMatchObject({ status: 0 });
  const [line] = readFileSync(join(out, 'answers.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(line).extracted).toContain('I would say');
});
