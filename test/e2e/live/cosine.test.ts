import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replay } from '../../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { readRecorded } from '../../../src/stand-in/read-recorded.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import { succeed, thetarank } from './command.ts';

/** bank import of questions with the metric cosine → rank --model and evaluate with an embeddings endpoint, as a user runs them. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-cosine-'));
const file = ['--database', join(folder, 'store.db')];
const path = (name: string) => join(folder, name);
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ITEMS = 6;
/** All that is embedded: references, two answers that are like them, and one text of two wrong answers; right answers are references. */
const TEXTS = ITEMS + 3;
/** Dollars per million tokens. */
const PRICE = 2;
const questions = Array.from({ length: ITEMS }, (_, k) => ({
  id: `q${k}`,
  question: `What does part ${k} do?`,
  reference: `part ${k} holds the shaft in place`,
  metric: { name: 'cosine', low: 0.2, high: 0.9 },
}));
/** Right, like the reference, or without any run of its characters. */
const answerOf = ({ reference }: (typeof questions)[number], k: number) =>
  k % 3 === 0 ? reference : k % 3 === 1 ? `${reference}, as it should` : '?!';

let server: FastifyInstance;
let url = '';
/** Requests for embeddings that are answered before the endpoint refuses the key; texts asked for. */
let left = Number.POSITIVE_INFINITY;
let texts: string[] = [];

async function serve(output: typeof answerOf = answerOf): Promise<void> {
  await server?.close();
  writeFileSync(
    path('outputs.jsonl'),
    lines(
      questions.flatMap((one, k) => [
        { model: 'm', item: one.id, output: output(one, k) },
        { model: 'short', item: one.id, output: '?!' },
      ]),
    ),
  );
  const index = await indexQuestions(await standInItems(path('exported.jsonl')));
  server = standIn({ answerers: [await replay(readRecorded(path('outputs.jsonl')), index)] });
  server.addHook('preHandler', async (request, reply) => {
    if (request.url !== '/v1/embeddings') return;
    texts.push((request.body as { readonly input: string }).input);
    if (left-- <= 0) reply.code(401).send({ error: { message: 'no such key' } });
  });
  const port = url === '' ? 0 : Number(new URL(url).port);
  await server.listen({ host: '127.0.0.1', port });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
  writeFileSync(
    path('embeddings.yaml'),
    `name: near\nmodel: stand-in-embedding\nbaseUrl: ${url}\nprice: { prompt: ${PRICE} }\n`,
  );
  left = Number.POSITIVE_INFINITY;
  texts = [];
}

beforeAll(async () => {
  writeFileSync(path('items.jsonl'), lines(questions));
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'plant', ...file);
  await succeed('bank', 'export', 'plant', '--out', path('exported.jsonl'), ...file);
  await serve();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rank = (seed: number) => [
  ...['rank', '--bank', 'plant', '--model', `m@${url}`, '--seed', `${seed}`],
  ...['--items', `${ITEMS}`, '--strategy', 'random', ...file],
];
const compared = () => ['-T', `embeddings=${path('embeddings.yaml')}`];

/** The cosine of the vectors that the endpoint gives two texts, which have length 1. */
async function cosineOf(one: string, other: string): Promise<number> {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stand-in-embedding', input: [one, other] }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly embedding: number[] }[] };
  return data[0].embedding.reduce((sum, value, k) => sum + value * data[1].embedding[k], 0);
}

test('nothing is asked without an endpoint', async () => {
  for (const command of [
    rank(1),
    ['evaluate', '--bank', 'plant', '--model', `m@${url}`, ...file],
  ]) {
    const { status, stderr } = await thetarank(command);
    expect(status).toBe(2);
    expect(stderr).toContain('by embeddings');
  }
  const counts = (await server.inject('/stand-in/counts')).json();
  expect(counts.replies + counts.embeddings).toBe(0);
});

test('the score is the cosine on the scale of the metric; similarities and costs are in the record', async () => {
  const out = path('run');
  const result = JSON.parse(await succeed(...rank(1), ...compared(), '--out', out, '--json'));
  const counts = (await server.inject('/stand-in/counts')).json();
  const answers = readFileSync(join(out, 'answers.jsonl'), 'utf8').trim().split('\n');
  expect(answers).toHaveLength(ITEMS);
  let [cost, sum] = [0, 0];
  for (const line of answers) {
    const { item, rule, score, extracted, ...answer } = JSON.parse(line);
    const k = Number(item.slice(1));
    const cosine = await cosineOf(answerOf(questions[k], k), questions[k].reference);
    expect(rule).toBe('cosine');
    // Vectors are rounded to 32 bits.
    expect(score).toBeCloseTo(Math.max(0, Math.min(1, (cosine - 0.2) / 0.7)), 5);
    expect(JSON.parse(extracted)).toEqual({
      embeddings: 'stand-in-embedding',
      similarities: [{ question: 1, cosine: expect.closeTo(cosine, 5), reference: 1 }],
    });
    cost += answer.cost;
    sum += score;
  }
  expect(sum).toBeGreaterThan(2);
  expect(result.models[0].score).toBeCloseTo((100 * sum) / ITEMS, 9);
  expect(result.cost).toBeCloseTo(cost, 12);
  expect(cost).toBeGreaterThan(0);
  expect(counts.embeddings).toBe(TEXTS);
});

test('an endpoint that fails ends the test without a score, and --resume pays for nothing twice', async () => {
  await serve();
  left = 5;
  const failed = await thetarank([...rank(2), ...compared(), '--concurrency', '1']);
  expect(failed.status).not.toBe(0);
  expect(failed.stderr).toMatch(/the embeddings near did not come \(HTTP 401/);
  const asked = texts.slice(0, 5);
  left = Number.POSITIVE_INFINITY;
  texts = [];
  const resumed = await succeed(
    ...rank(2),
    ...compared(),
    '--concurrency',
    '1',
    '--resume',
    '--json',
  );
  expect(JSON.parse(resumed).complete).toBe(true);
  expect(texts.filter((text) => asked.includes(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(asked.length + texts.length).toBe(TEXTS);
  // No model is asked twice either.
  expect((await server.inject('/stand-in/counts')).json().replies).toBe(ITEMS);
});

const LONG = ['-M', 'max-tokens=20000'];

test('an answer that is too long for the embeddings has no score, and the error says what to do', async () => {
  // Half a token for each letter of a word at least: more than 8192 tokens.
  await serve(({ reference }, k) => (k === 0 ? `${reference} `.repeat(2000) : '?!'));
  const { status, stdout, stderr } = await thetarank([
    ...[...rank(3), '--model', `short@${url}`],
    ...[...compared(), ...LONG, '--json'],
  ]);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(
    /item q0: .*near refused the answer \(HTTP 400, context_length_exceeded.*longer context/,
  );
  // The other model goes on.
  const { models } = JSON.parse(stdout) as {
    readonly models: readonly { readonly model: string }[];
  };
  expect(models.find(({ model }) => model === 'short')).toMatchObject({ use: { answers: ITEMS } });
});

test('evaluate compares too; an answer that cannot be compared stays missing', async () => {
  await serve();
  const evaluate = ['evaluate', '--bank', 'plant', ...compared(), ...file, '--json'];
  const out = path('evaluation');
  const model = ['--model', `m@${url}`];
  const result = JSON.parse(await succeed(...evaluate, ...model, '--out', out));
  expect(result.complete).toBe(true);
  const answers = readFileSync(join(out, 'answers.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.filter(({ score }) => score === 1)).toHaveLength(2);
  expect(result.cost).toBeGreaterThan(0);
  expect(result.cost).toBeCloseTo(
    answers.reduce((sum, { cost }) => sum + cost, 0),
    12,
  );
  expect((await server.inject('/stand-in/counts')).json().embeddings).toBe(TEXTS);
  await serve(({ reference }, k) => (k === 0 ? `${reference} `.repeat(2000) : '?!'));
  const other = ['--model', `long=m@${url}`, ...LONG];
  const incomplete = await thetarank([...evaluate, ...other]);
  expect(incomplete.status).not.toBe(0);
  expect(JSON.parse(incomplete.stdout)).toMatchObject({
    complete: false,
    calls: { kept: 5, missing: 1 },
  });
});
