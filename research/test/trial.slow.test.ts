import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { Answerer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { standInItems } from '../../src/stand-in/stand-in-items.ts';
import { keepExam, keptRuns, recordOf } from '../../test/e2e/live/bank.ts';
import { start as startProgram, succeed } from '../../test/e2e/live/command.ts';
import { writeExam } from '../../test/e2e/live/exam.ts';

/** A trial on simulated models that debate, with a tenth of all requests going wrong: 3 pools of 3, 4 held out. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-trial-'));
const ITEMS = 30;
/** 3 generations, 6 debates, 6 reflections; and 4 more samples of each model. */
const POOL_CALLS = 15 + 12;
const ALL = (3 * POOL_CALLS + 4) * ITEMS;
const exam = writeExam(folder, 'trial', ITEMS, {}, 24);
const POOLS = [
  ['ant', 'bee', 'cat'],
  ['dog', 'elk', 'fox'],
  ['gnu', 'hen', 'ibex'],
];
const HELD_OUT = ['koi', 'lark', 'mole', 'newt'];
const names = [...POOLS.flat(), ...HELD_OUT];
const abilities = new Map(names.map((name, k) => [name, -1.2 + (2.4 * ((k * 5) % 13)) / 12]));
// None that makes the gate ask less at a time, with so many calls.
const faults = { '500': 0.03, cut: 0.03, garbage: 0.04 };

const start = (args: readonly string[]) =>
  startProgram(args, {}, ['--conditions=thetarank:source', 'research/main.ts', 'trial']);
const trial = (args: readonly string[]) => start(args).ended;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve() {
  const questions = await indexQuestions(await standInItems(exam.items));
  const simulated = simulate({ abilities, seed: 1, debate: { persuasion: 2 } }, questions);
  const served = { url: '', asked: 0, onAsked: () => {}, close: () => server.close() };
  const counting: Answerer = {
    models: simulated.models,
    answer(question) {
      served.asked++;
      served.onAsked();
      return simulated.answer(question);
    },
  };
  const server = standIn({ answerers: [counting], faults, seed: 7 });
  served.url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  return served;
}

/** A database, a configuration and a folder of its own. */
async function prepare(name: string, url: string) {
  const database = join(folder, `${name}.db`);
  const config = join(folder, `${name}.yaml`);
  const out = join(folder, name);
  await keepExam(exam, database);
  const list = (models: readonly string[]) =>
    `[${models.map((model) => `{ name: ${model} }`).join(', ')}]`;
  const write = (seed: number) =>
    writeFileSync(
      config,
      `defaults: { baseUrl: "${url}", sampling: { temperature: 0.7, maxTokens: 512 }, price: { prompt: 1, completion: 2 } }
pools:
${POOLS.map((models, k) => `  - { name: P${k + 1}, models: ${list(models)} }`).join('\n')}
heldOut: ${list(HELD_OUT)}
form: { length: 12, draws: 2 }
rung: 2pl
seed: ${seed}
`,
    );
  write(1);
  const fixed = ['--bank', 'sums', '--config', config, '--out', out];
  const how = ['--database', database, '--concurrency', '48', '--json'];
  return { database, out, write, args: (...more: string[]) => [...fixed, ...how, ...more] };
}

describe.concurrent('with 10% faults', () => {
  let undisturbed: Promise<{ records: object[]; outcome: object }>;

  async function runUndisturbed() {
    const served = await serve();
    const { database, out, write, args } = await prepare('undisturbed', served.url);
    const dry = await trial(args('--dry-run', '--budget', '1000usd,10ktok'));
    expect(dry, dry.stderr).toMatchObject({ status: 0 });
    const expected = JSON.parse(dry.stdout);
    expect(expected).toMatchObject({ calls: ALL, kept: 0 });
    expect(expected.budgets.map((one: { suffices: string }) => one.suffices)).toEqual([
      'probably',
      'no',
    ]);
    expect(dry.stderr).toContain('warning: 4 of at least 11 held-out models');
    expect(served.asked).toBe(0);

    // A budget is of the whole trial: spent in the second pool, it counts what the first one took.
    const poor = await trial(args('--budget', '0.4usd'));
    expect(poor.status, poor.stderr).toBe(4);
    const part = JSON.parse(poor.stdout);
    expect(part.outcome).toBeNull();
    expect(part.parts[0].calls.missing).toBe(0);
    expect(part.parts[1].calls.missing).toBeGreaterThan(0);
    expect(part.parts[2].calls.kept).toBe(0);
    // Retries that may be charged for come on top once they are known.
    expect(part.cost).toBeLessThan(0.45);
    expect(part.cost).toBeGreaterThan(0.35);
    expect(poor.stderr).toContain('The budget of $0.40 is spent');
    const protocol = readFileSync(join(out, 'protocol.json'), 'utf8');
    expect(JSON.parse(protocol).sha256).toBe(expected.protocol);

    // Nothing is chosen after answers are seen.
    const again = await trial(args());
    expect(again, again.stderr).toMatchObject({ status: 2 });
    expect(again.stderr).toContain('--resume goes on with it');
    write(2);
    const other = await trial(args('--resume'));
    expect(other, other.stderr).toMatchObject({ status: 2 });
    expect(other.stderr).toMatch(/was fixed with another .*seed/);
    write(1);
    const asked = served.asked;

    const whole = await trial(args('--resume'));
    expect(whole, whole.stderr).toMatchObject({ status: 0 });
    expect(served.asked - asked).toBeGreaterThanOrEqual(ALL - part.asked);
    await served.close();
    const result = JSON.parse(whole.stdout);
    expect(result.asked).toBe(ALL - part.asked);
    expect(readFileSync(join(out, 'protocol.json'), 'utf8')).toBe(protocol);
    expect(JSON.parse(readFileSync(join(out, 'trial.json'), 'utf8'))).toEqual(result);
    const runs = await keptRuns(database);
    expect(runs.map(({ answers }) => answers)).toEqual([
      ...POOLS.map(() => POOL_CALLS * ITEMS),
      4 * ITEMS,
    ]);

    // A part is a synthesis whose answers calibrate like those of any other.
    await succeed('calibrate', 'synthesized', '--run', '1', '--database', database);

    const { pools, heldOut, common, comparisons } = result.outcome;
    expect(pools).toHaveLength(3);
    for (const [k, pool] of pools.entries()) {
      expect(pool.models).toEqual(POOLS[k]);
      const calls = pool.calibrations.map((one: { calls: number }) => one.calls / ITEMS);
      expect(calls).toEqual([15, 15, 15, 3, 15]);
      const of = (calls: RegExp) => runs[k].kept.filter(({ examinee }) => calls.test(examinee));
      const dollars = (kept: { cost: number }[]) => kept.reduce((sum, { cost }) => sum + cost, 0);
      expect(pool.calibrations[3].cost).toBeCloseTo(dollars(of(/^\w+$/)), 9);
      expect(pool.calibrations[4].cost).toBeCloseTo(dollars(of(/^\w+( \[#\d\])?$/)), 9);
      for (const { measures } of pool.calibrations)
        for (const value of Object.values(measures)) expect(value).toEqual(expect.any(Number));
      expect(pool.designEffect).toBeGreaterThan(1.5);
    }
    expect(heldOut).toMatchObject({ calls: 4 * ITEMS, models: HELD_OUT });
    expect(common.map(({ calibration }: { calibration: string }) => calibration)).toEqual([
      'recorded-20',
      'random',
    ]);
    // Student's t with 2 degrees of freedom, counted here once more.
    const [{ beside, over }] = comparisons;
    expect(beside).toBe('samples');
    const differences = pools.map(
      ({ calibrations }: { calibrations: { measures: { logLikelihood: number } }[] }) =>
        calibrations[0].measures.logLikelihood - calibrations[4].measures.logLikelihood,
    );
    const mean = (differences[0] + differences[1] + differences[2]) / 3;
    const squares = differences.reduce((sum: number, d: number) => sum + (d - mean) ** 2, 0);
    expect(over.logLikelihood.mean).toBeCloseTo(mean, 12);
    expect(over.logLikelihood.high).toBeCloseTo(mean + 4.30265 * Math.sqrt(squares / 6), 5);
    const page = readFileSync(join(out, 'trial.md'), 'utf8');
    for (const text of ['2 degrees of freedom', result.protocol, '## Pool P2: dog, elk, fox'])
      expect(page).toContain(text);
    expect(page).not.toMatch(/NaN|undefined|null/);
    for (const stem of exam.stems) expect(page + whole.stderr + protocol).not.toContain(stem);
    return { records: runs.map(({ kept }) => recordOf(kept)), outcome: result.outcome };
  }

  test('stopped by its budget and gone on with, it says what synthesis is worth by its protocol', async () => {
    undisturbed = runUndisturbed();
    await undisturbed;
  });

  test('killed and gone on with, its records and figures are the same', async () => {
    const served = await serve();
    const { database, args } = await prepare('killed', served.url);
    const session = start(args());
    served.onAsked = () => {
      if (served.asked === Math.round(0.6 * ALL))
        void delay(3).then(() => session.child.kill('SIGKILL'));
    };
    const { status, stderr } = await session.ended;
    expect(status, stderr).toBeNull();
    const before = (await keptRuns(database)).reduce((sum, { answers }) => sum + answers, 0);
    expect(before).toBeGreaterThan(0.3 * ALL);
    const last = await trial(args('--resume'));
    expect(last, last.stderr).toMatchObject({ status: 0 });
    const result = JSON.parse(last.stdout);
    expect(result.asked).toBe(ALL - before);
    await served.close();
    const runs = await keptRuns(database);
    const { records, outcome } = await undisturbed;
    expect(runs.map(({ kept }) => recordOf(kept))).toEqual(records);
    // What it cost may differ: by requests that came to nothing and may be charged, and by what the cache had.
    const figures = (of: object) =>
      JSON.parse(
        JSON.stringify(of, (key, value) => (['cost', 'cached'].includes(key) ? 0 : value)),
      );
    expect(figures(result.outcome)).toEqual(figures(outcome));
  });
});
