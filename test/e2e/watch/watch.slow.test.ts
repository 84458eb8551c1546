import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepExam, keptRuns } from '../live/bank.ts';
import { start, thetarank } from '../live/command.ts';
import { writeExam } from '../live/exam.ts';
import { type ServedExam, serveExam } from '../live/served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank watch '));
const exam = writeExam(join(folder, 'exam'), 'watch', 40, {
  strong: 1.3,
  'night-2': 0,
  weak: -0.9,
});
const database = join(folder, 'store.db');
const notes = join(folder, 'notes.jsonl');
const SERVE = `'${process.execPath}' '${join(import.meta.dirname, 'serve.mjs')}' '${notes}' {path} {name} {port}`;
const TEST = ['--bank', 'sums', '--database', database, '--strategy', 'random', '--items', '10'];
let port: number;
let otherPort: number;

beforeAll(async () => {
  await keepExam(exam, database);
  const probes = [createServer().listen(0), createServer().listen(0)];
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  [port, otherPort] = probes.map((probe) => (probe.address() as AddressInfo).port);
  for (const probe of probes) probe.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a checkpoint whose model always says a letter. */
function checkpoint(place: string, name: string, letter: string, ...files: string[]): string {
  const path = join(place, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'letter'), letter);
  for (const file of files) writeFileSync(join(path, file), '');
  return path;
}

const noted = (): { path: string; name: string; pids: number[] }[] =>
  existsSync(notes) ? linesOf(readFileSync(notes, 'utf8')) : [];

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const served = (place: string, ...more: string[]) => servedOn(port, place, ...more);
const servedOn = (own: number, place: string, ...more: string[]) => [
  ...['watch', place, ...TEST, '--serve', SERVE, '--port', String(own), '--ready', 'done'],
  ...more,
];
const finishedRuns = async () =>
  (await keptRuns(database)).filter(({ finishedAt }) => finishedAt !== null);
const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('watch over a folder', () => {
  const place = join(folder, 'out put');

  test('serves and tests each complete checkpoint, one that fails does not end it, and none is tested twice', async () => {
    const odd = `$(touch x) 'a' "b"; {port}-2`;
    checkpoint(place, 'checkpoint-10', 'C', 'done');
    checkpoint(place, 'checkpoint-9', 'B', 'done');
    checkpoint(place, odd, 'A', 'done');
    checkpoint(place, 'checkpoint-11', 'D', 'done', 'broken');
    checkpoint(place, 'checkpoint-12', 'D');
    const first = await thetarank(
      served(place, '--once', '--json', '--logs', join(folder, 'logs')),
    );
    expect(first.stderr).toContain('1 checkpoint not complete (no file done): checkpoint-12');
    expect(first.status).toBe(2);
    const lines = linesOf(first.stdout);
    expect(lines.map(({ checkpoint, state }) => [checkpoint, state])).toEqual([
      [odd, 'tested'],
      ['checkpoint-9', 'tested'],
      ['checkpoint-10', 'tested'],
      ['checkpoint-11', 'failed'],
    ]);
    expect(lines[3].error).toMatch(
      /ended with exit code 3 before it answered. Its last line: cannot load/,
    );
    expect(lines[2]).toMatchObject({
      model: 'out put/checkpoint-10',
      path: join(place, 'checkpoint-10'),
    });
    const runs = await finishedRuns();
    expect(runs.map(({ id }) => id)).toEqual(lines.slice(0, 3).map(({ run }) => run));
    for (const [n, { kept, finishedAt }] of runs.entries()) {
      expect(kept.map(({ extracted }) => extracted)).toEqual(Array(10).fill('ABC'[n]));
      expect(finishedAt).not.toBeNull();
    }
    // Names reach the server whole, no shell has read them, and nothing that was started is left.
    expect(noted().map(({ name }) => name)).toEqual([odd, 'checkpoint-9', 'checkpoint-10']);
    expect(noted()[0].path).toBe(join(place, odd));
    for (const { pids } of noted()) for (const pid of pids) expect(isAlive(pid)).toBe(false);
    expect(existsSync('x')).toBe(false);
    expect(readFileSync(join(folder, 'logs', 'checkpoint-11.log'), 'utf8')).toBe(
      'cannot load the weights\n',
    );

    rmSync(join(place, 'checkpoint-11'), { recursive: true });
    const second = await thetarank(served(place, '--once', '--json'));
    expect(second).toMatchObject({ status: 5, stdout: '' });
    expect(second.stderr).toMatch(/3 checkpoints tested before: /);
    expect(noted()).toHaveLength(3);
    expect(await finishedRuns()).toHaveLength(3);

    writeFileSync(join(place, 'checkpoint-12', 'done'), '');
    const third = await thetarank(served(place, '--once'));
    expect(third.stdout).toMatch(
      /^checkpoint-12: \d+\.\d points, 90% .*, 10 items, run 5.*, [+−]?\d+\.\d \(.* to .*\) from checkpoint-10 by their scores$/m,
    );
    expect(third.stderr).toContain('Next: thetarank compare OLD@ADDRESS NEW@ADDRESS --bank sums');
    expect(third.stderr).toContain('or thetarank runs show 5 --database');
    expect(third.status).toBe(0);
  });

  test('a program that does not exist is reported as that', async () => {
    const own = join(folder, 'no program');
    checkpoint(own, 'step-1', 'A', 'done');
    const { status, stdout } = await thetarank(
      [
        'watch',
        own,
        ...TEST,
        '--ready',
        'done',
        '--once',
        '--serve',
        'no-such-server {path}',
      ].concat(['--port', String(port)]),
    );
    expect(status).toBe(2);
    expect(stdout).toContain(
      'no-such-server, which serves step-1: it could not be started (no such program was found). ',
    );
  });

  test('waits for checkpoints, stops with its server at Ctrl+C, and the same command continues the run', async () => {
    const own = join(folder, 'long');
    mkdirSync(own);
    const before = (await keptRuns(database)).length;
    const watch = start(
      served(own, '--interval', '0.2', '--json', '--lag', '1', '--concurrency', '1'),
    );
    await expect.poll(watch.stderr).toContain('Watching ');
    checkpoint(own, 'step_1', 'A', 'slow', 'done');
    const answers = async () => (await keptRuns(database)).at(before)?.kept.length ?? 0;
    await expect.poll(answers).toBeGreaterThan(1);
    watch.child.kill('SIGINT');
    const ended = await watch.ended;
    expect(ended).toMatchObject({ status: 130, stdout: '' });
    expect(ended.stderr).toContain('same command continues');
    for (const pid of noted().at(-1)!.pids) expect(isAlive(pid)).toBe(false);
    const stopped = (await keptRuns(database))[before];
    expect(stopped.finishedAt).toBeNull();

    rmSync(join(own, 'step_1', 'slow'));
    const again = await thetarank(served(own, '--once', '--json', '--lag', '1'));
    expect(again.stderr).toContain(`continues run ${stopped.id}`);
    expect(linesOf(again.stdout)).toMatchObject([
      { state: 'tested', run: stopped.id, answers: 10 },
    ]);
    const done = (await keptRuns(database))[before];
    expect(done.kept.slice(0, stopped.kept.length)).toEqual(stopped.kept);
    expect(await keptRuns(database)).toHaveLength(before + 1);
  });

  test('two at once serve a checkpoint once, and on one port one server at a time', async () => {
    const own = join(folder, 'shared');
    checkpoint(own, 'step-1', 'A', 'slower', 'done');
    const slowly = ['--once', '--json', '--lag', '1', '--concurrency', '1'];
    const calls = noted().length;
    const before = (await keptRuns(database)).length;
    const both = [port, otherPort].map((at) => start(servedOn(at, own, ...slowly)));
    await expect.poll(() => noted().length).toBe(calls + 1);
    // One that looks only later would find and test the second checkpoint.
    await expect
      .poll(() => both.some((one) => one.stderr().includes('another process')))
      .toBe(true);
    checkpoint(own, 'step-2', 'B', 'done');
    const held = both.find((watch) => watch.stderr().includes('starting its server'));
    const at = held === both[0] ? port : otherPort;
    const third = await thetarank(servedOn(at, own, ...slowly));
    expect(third).toMatchObject({ status: 5, stdout: '' });
    expect(third.stderr).toContain('step-1: another');
    expect(third.stderr).toContain(`step-2: another watch on this machine uses port ${at}`);
    const ended = await Promise.all(both.map((watch) => watch.ended));
    expect(ended.map(({ status }) => status).sort()).toEqual([0, 5]);
    expect(ended.flatMap(({ stdout }) => linesOf(stdout))).toMatchObject([
      { checkpoint: 'step-1', state: 'tested' },
    ]);
    expect(noted()).toHaveLength(calls + 1);
    expect(await keptRuns(database)).toHaveLength(before + 1);
  });
});

describe('watch over an endpoint', () => {
  let endpoint: ServedExam;
  beforeAll(async () => {
    endpoint = await serveExam(exam);
  });
  afterAll(() => endpoint.close());
  const watch = (...args: string[]) => thetarank(['watch', ...args, '--once', '--json']);

  test('tests the models that it lists, or those that a folder names', async () => {
    const listed = await watch(endpoint.url, ...TEST, '--match', '*n*');
    expect(listed.status).toBe(0);
    expect(linesOf(listed.stdout).map(({ model }) => model)).toEqual(['night-2', 'strong']);
    const place = join(folder, 'by name');
    checkpoint(place, '2', 'A');
    checkpoint(place, '3@http:4', 'A');
    const named = await watch(
      ...[
        place,
        ...TEST,
        '--seed',
        '2',
        '--stable',
        '0',
        '--model',
        `night-{name}@${endpoint.url}`,
      ],
    );
    expect(named.status).toBe(2);
    const [tested, failed] = linesOf(named.stdout);
    expect(tested).toMatchObject({ checkpoint: '2', state: 'tested', model: 'night-2' });
    // The name does not change the address.
    expect(failed).toMatchObject({ state: 'failed', model: 'night-3@http:4' });
    expect(failed.error).toContain('model');
  });

  test('says how each checkpoint differs from the one before, and fails if a loss is shown', async () => {
    const steps = writeExam(join(folder, 'steps'), 'watch steps', 40, {
      'step-8': 1.8,
      'step-9': 1.8,
      'step-10': -2.5,
      'step-11': -2.4,
      other: 0,
    });
    const store = join(folder, 'steps.db');
    await keepExam(steps, store);
    const own = await serveExam(steps);
    const command = ['watch', own.url, '--bank', 'sums', '--database', store, '--once'];
    const test = ['--strategy', 'random', '--items', '30', '--fail-if', 'drop>1.0@0.95'];
    try {
      const first = await thetarank([...command, ...test, '--match', 'step-8', '--json']);
      expect(first).toMatchObject({ status: 0 });
      expect(linesOf(first.stdout)[0].change).toBeNull();
      expect(first.stderr).toContain('step-8: no earlier');
      // Other items are another test, and nothing is compared with them.
      const few = ['--items', '20', '--strategy', 'random', '--match', 'step-9', '--json'];
      expect(linesOf((await thetarank([...command, ...few])).stdout)[0].change).toBeNull();

      const all = await thetarank([...command, ...test, '--json']);
      expect(all.status, all.stderr).toBe(7);
      expect(all.stderr).toContain('regression: step-10, step-11');
      const lines = linesOf(all.stdout);
      expect(lines.map(({ checkpoint }) => checkpoint)).toEqual([
        ...['other', 'step-9', 'step-10', 'step-11'],
      ]);
      const [other, ninth, tenth, eleventh] = lines;
      expect(other.change).toBeNull();
      // As bad as the one before, it does not pass.
      expect(eleventh.change).toMatchObject({
        from: 'step-9',
        passedOver: ['step-10'],
        regression: { is: 'shown' },
      });
      // The difference is that of the answers to the items that both were asked.
      const runs = await keptRuns(store);
      const scoresOf = (run: number) =>
        new Map(runs[run - 1].kept.map(({ item, score }) => [item, score]));
      const [before, now] = [scoresOf(ninth.run), scoresOf(tenth.run)];
      const shared = [...now.keys()].filter((item) => before.has(item));
      const sum = shared.reduce((total, item) => total + now.get(item)! - before.get(item)!, 0);
      expect(tenth.change).toMatchObject({
        from: 'step-9',
        basis: 'items',
        shared: shared.length,
        regression: { is: 'shown' },
      });
      expect(tenth.change.difference).toBeCloseTo((100 * sum) / shared.length, 9);
      expect(ninth.change).toMatchObject({ from: 'step-8', regression: { is: 'undecided' } });
      // It is that of a comparison of the two runs.
      const compared = await thetarank([
        ...['compare', `run:${ninth.run}`, `run:${tenth.run}`, '--bank', 'sums', '--json'],
        ...['--database', store, '--confidence', '0.9'],
      ]);
      const [change] = JSON.parse(compared.stdout).changes;
      expect(tenth.change.low).toBeCloseTo(change.low, 6);
      expect(tenth.change.high).toBeCloseTo(change.high, 6);
      // Nothing is asked twice, and a loss stays one: of the same checkpoints, by the same numbers.
      expect(runs.every(({ configuration }) => configuration.watch === true)).toBe(true);
      const asked = own.asked.length;
      const again = await thetarank([...command, ...test, '--json']);
      expect(again.status).toBe(7);
      expect(linesOf(again.stdout)).toEqual(
        [tenth, eleventh].map((line) => ({ ...line, state: 'before', seconds: 0 })),
      );
      const words = await thetarank([...command, ...test]);
      expect(words.stdout).toMatch(
        /^step-11: .*, tested before, .* from step-9 \(not from step-10, which has a shown loss\) on /m,
      );
      expect(words.stderr).toContain(`Next: thetarank compare run:${ninth.run} run:`);
      expect(await thetarank([...command, ...test, '--match', 'step-9'])).toMatchObject({
        status: 0,
        stdout: '',
      });
      expect(own.asked.length).toBe(asked);
    } finally {
      await own.close();
    }
  });

  test('two at once do not test a checkpoint twice', async () => {
    const both = ['--match', 'strong', '--seed', '5', '--items', '30'];
    const before = (await keptRuns(database)).length;
    const asked = endpoint.asked.length;
    const command = ['watch', endpoint.url, ...TEST, ...both, '--once', '--json'];
    const ran = await Promise.all([start(command).ended, start(command).ended]);
    expect(ran.map(({ status }) => status).sort()).not.toContain(2);
    expect(await keptRuns(database)).toHaveLength(before + 1);
    expect(endpoint.asked.length - asked).toBe(30);
    expect(ran.flatMap(({ stdout }) => linesOf(stdout)).length).toBeGreaterThan(0);
  });

  test('one that is killed leaves its checkpoint to the next one', async () => {
    const slow = await serveExam(exam, { latency: { mean: 400, jitter: 0 } });
    const command = ['watch', slow.url, ...TEST, '--match', 'strong', '--once', '--json'];
    const slowly = [...command, '--concurrency', '1', '--lag', '1'];
    const before = (await keptRuns(database)).length;
    try {
      const first = start(slowly);
      await expect.poll(() => slow.asked.length).toBeGreaterThan(1);
      const second = await thetarank(slowly);
      expect(second).toMatchObject({ status: 5, stdout: '' });
      expect(second.stderr).toContain('strong: another process');
      first.child.kill('SIGKILL');
      await first.ended;
      const third = await thetarank(slowly);
      expect(linesOf(third.stdout)).toMatchObject([{ state: 'tested', run: before + 1 }]);
      expect(await keptRuns(database)).toHaveLength(before + 1);
    } finally {
      await slow.close();
    }
  });

  test('a rule without --once is refused, because such a watch ends with no verdict', async () => {
    const rule = ['watch', endpoint.url, ...TEST, '--fail-if', 'drop>1.0@0.95'];
    const { status, stderr } = await thetarank(rule);
    expect(status).toBe(2);
    expect(stderr).toMatch(/--fail-if: it decides the exit code of --once/);
  });

  test('says what is wrong before it asks anything', async () => {
    const place = join(folder, 'none');
    mkdirSync(place);
    const wrong: [string[], RegExp][] = [
      [[place], /--serve, --model: give one of them/],
      [[place, '--serve', 'vllm serve x'], /no place for the checkpoint/],
      [[place, '--model', `x@${endpoint.url}`], /all tests would be of one model/],
      [
        [place, '--model', `{name}@${endpoint.url}`, '--name', 'a'],
        /--name: only works with --serve/,
      ],
      [[place, '--serve', 'x {path}', '--name', 'a'], /all checkpoints would have one name/],
      [[place, '--model', `{name}@${endpoint.url}`], /found no checkpoint/],
      [[join(place, 'gone'), '--model', `{name}@${endpoint.url}`], /none\/gone: no such folder/],
      [[endpoint.url, '--serve', 'x {path}'], /--serve: only works with a folder/],
      [['http://127.0.0.1:1/v1'], /ECONNREFUSED/],
      [[endpoint.url, '--budget', '1usd'], /price/],
    ];
    for (const [args, message] of wrong) {
      const { status, stderr } = await watch(...args, ...TEST);
      expect([args, stderr]).toEqual([args, expect.stringMatching(message)]);
      expect(status).toBe(2);
    }
  });
});
