import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulate } from '../../../src/stand-in/answerers/simulate.ts';
import { nearQuestions } from '../../../src/stand-in/questions/near-questions.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import type { StressResult } from '../../../src/workflow/stress/stress-result.ts';
import { start, succeed, thetarank } from './command.ts';

/** bank import → stress, as a user runs it, on simulated models of which changed questions cost a known share. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-stress-'));
const path = (name: string) => join(folder, name);
const ITEMS = 400;
const WORDS = 'amber birch cedar daisy ember fjord grape hazel ivory jolly kayak lemon'.split(' ');
let server: FastifyInstance;
let url = '';
let asked = 0;
let onAsked = () => {};

beforeAll(async () => {
  const lines = Array.from({ length: ITEMS }, (_, k) => {
    const words = [1, 5, 7, 11].map((step) => WORDS[(k * step + (k >> 3)) % WORDS.length]);
    return JSON.stringify({
      id: `q${k}`,
      question: `Which colour has the ${words.join(' ')} flower in garden number ${k + 1000}?`,
      options: { A: `red ${k}`, B: `blue ${k}`, C: `green ${k}`, D: `white ${k}` },
      answer: 'ABCD'[k % 4],
    });
  });
  writeFileSync(path('items.jsonl'), `${lines.join('\n')}\n`);
  for (const name of ['one', 'two', 'three'])
    await succeed('bank', 'import', path('items.jsonl'), '--name', 'mine', ...database(name));
  const items = [];
  for await (const item of await standInItems(path('items.jsonl'))) items.push(item);
  const curves = new Map(items.map(({ id }) => [id, { a: 1, b: 0, c: 0, d: 1 }]));
  const answerer = simulate(
    {
      abilities: new Map([['able', 3]]),
      curves,
      seed: 1,
      changed: { near: nearQuestions(items), loss: 0.4 },
    },
    await indexQuestions(items),
  );
  server = standIn({
    answerers: [
      {
        ...answerer,
        answer(question) {
          asked++;
          onAsked();
          return answerer.answer(question);
        },
      },
    ],
    latency: { mean: 2, jitter: 1 },
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const database = (name: string) => ['--database', path(`${name}.db`)];
const call = (name: string, ...more: string[]) => [
  ...['stress', '--bank', 'mine', '--model', `able@${url}`],
  ...['--variants', 'typos,shuffle,none-of-above', '--precision', '8', ...database(name), ...more],
];
const resultOf = (text: string) => JSON.parse(text) as StressResult;

test('finds the planted effect and no other, and writes what it found', async () => {
  const text = await succeed(...call('one', '--out', path('out'), '--report', path('page.html')));
  const result = resultOf(readFileSync(path('out/stress.json'), 'utf8'));
  // What each variant is stands beside its name.
  expect(readFileSync(path('page.html'), 'utf8')).toContain('in another order');
  expect(result.complete).toBe(true);
  const [typos, shuffle, none] = result.effects;
  for (const { effect, verdict, end } of [typos, none]) {
    expect(verdict!.is).toBe('lower');
    expect(end).toBe('precise');
    // 40% of the expected share right, which is 1 / (1 + e⁻³).
    expect(effect!.low).toBeLessThan(-0.381);
    expect(effect!.high).toBeGreaterThan(-0.381);
  }
  expect(shuffle.verdict!.is).toBe('undecided');
  expect([shuffle.effect!.fell, shuffle.effect!.rose]).toEqual([0, 0]);
  expect(shuffle.effect!.items).toBeLessThan(typos.effect!.items);
  expect(typos.byLength).toHaveLength(3);
  expect(text).toContain('2 of 3 effects are shown.');
  expect(text).toMatch(/\nNext: look at changed items: thetarank stress --bank mine --list/);
  expect(readFileSync(path('page.html'), 'utf8')).toContain('Change of the score of able');
  const table = readFileSync(path('out/effects.csv'), 'utf8').trim().split('\n');
  expect(table).toHaveLength(1 + 3 * (1 + 3));
});

test('a kept run asks nothing again, and gives the same result', async () => {
  const before = resultOf(readFileSync(path('out/stress.json'), 'utf8'));
  asked = 0;
  expect(resultOf(await succeed(...call('one', '--resume', '--json')))).toEqual(before);
  expect(asked).toBe(0);
});

test('after a kill the same command with --resume ends with the same effects, and pays for nothing twice', async () => {
  asked = 0;
  const { child, ended } = start(call('two'));
  onAsked = () => {
    if (asked === 90) child.kill('SIGKILL');
  };
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  onAsked = () => {};
  const result = resultOf(await succeed(...call('two', '--resume', '--json')));
  const whole = resultOf(readFileSync(path('out/stress.json'), 'utf8'));
  expect(result.effects).toEqual(whole.effects);
  const answers = result.effects.reduce((sum, { effect }) => sum + effect!.items, 0);
  const originals = Math.max(...result.effects.map(({ effect }) => effect!.items));
  // What was in flight at the kill may be asked again.
  expect(asked).toBeLessThanOrEqual(answers + originals + 40);
});

test('a spent budget ends with exit code 4, and what is measured so far', async () => {
  const limited = await thetarank(call('three', '--budget', '60ktok', '-M', 'max-tokens=500'));
  expect(limited.status).toBe(4);
  expect(limited.stdout).toContain('stopped early');
  expect(limited.stdout).toContain('--resume');
});

test('shows variants, and refuses what cannot be', async () => {
  const shown = await succeed(
    ...['stress', '--bank', 'mine', '--show', 'q7', '--variants', 'swaps,traditional'],
    ...database('one'),
  );
  expect(shown).toMatch(/--- swaps: .*\nWhich|--- swaps/);
  expect(shown).toContain('--- traditional: simplified Chinese');
  expect(shown).toContain('does not apply');
  const listed = JSON.parse(
    await succeed(
      'stress',
      '--bank',
      'mine',
      '--list',
      '--variants',
      'typos,repeat',
      '--json',
      ...database('one'),
    ),
  ) as { variant: string; changed: { stem: string } }[];
  expect(listed.map(({ variant }) => variant)).toEqual(['typos', 'repeat']);
  for (const [args, message] of [
    [['--variants', 'tipos'], '"tipos"'],
    [['--variants', 'cot'], 'the original items are asked in the same way'],
    [['--variants', 'traditional'], 'which apply to no item of bank mine'],
    [['--share', '0.9'], 'above 0 and of at most 0.5'],
    [['-T', 'pretest=3'], 'Unknown setting "pretest"'],
  ] as const) {
    const { status, stderr } = await thetarank([
      ...['stress', '--bank', 'mine', '--model', `able@${url}`, ...database('one')],
      ...args,
    ]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  const nothing = await thetarank(['stress', '--bank', 'mine', ...database('one')]);
  expect(nothing.stderr).toContain('a model to');
});
