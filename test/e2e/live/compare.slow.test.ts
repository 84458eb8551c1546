import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../command/run-command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-compare-'));
const at = (file: string) => join(folder, file);
const exam = writeExam(folder, 'compare', 80, { strong: 1.3, weak: -0.9 });
const database = ['--database', at('store.db')];
let served: ServedExam;
const run = (...args: string[]) => runCommand(['compare', ...args, '--bank', 'mine', ...database]);
const truth = exam.truth.get('weak')! - exam.truth.get('strong')!;

beforeAll(async () => {
  served = await serveExam(exam);
  await runCommand(['bank', 'import', exam.items, '--name', 'mine', ...database]);
  await runCommand(['bank', 'record', exam.responses, '--to', 'mine', ...database]);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

test('two endpoints are asked the same items, a loss is found, kept, and shown again', async () => {
  const models = [`strong@${served.url}`, `weak@${served.url}`];
  const decide = ['--items', '50', '--fail-if', 'drop>1.0@0.95'];
  const { status, stdout, stderr } = await run(
    ...models,
    ...decide,
    '--json',
    '--junit',
    at('c.xml'),
  );
  expect([status, stderr]).toEqual([7, expect.not.stringContaining('error')]);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ kind: 'comparison', asked: 50, outcome: 'regression' });
  const [change] = result.changes;
  expect(change.low).toBeLessThanOrEqual(truth);
  expect(change.high).toBeGreaterThanOrEqual(truth);
  const itemsOf = (model: string) =>
    new Set(served.asked.filter((one) => one.model === model).map(({ item }) => item));
  expect(itemsOf('strong').size).toBe(50);
  expect(itemsOf('weak')).toEqual(itemsOf('strong'));
  expect(readFileSync(at('c.xml'), 'utf8')).toContain('<failure message="Regression');
  const shown = await runCommand(['runs', 'show', `${result.run.number}`, ...database]);
  expect(shown.stdout).toContain('1.0 points is shown');
  // Answers of the stand-in do not pass for those of models.
  expect(result.doubts).toContainEqual({ kind: 'simulated', examinees: ['strong', 'weak'] });
  expect(shown.stdout).toContain('SIMULATED: the answers of strong, weak come from the stand-in');

  // The same again, continued: nothing is left to ask, and the result is the same.
  const before = served.asked.length;
  const again = await run(...models, ...decide, '--json', '--resume');
  expect(JSON.parse(again.stdout).changes).toEqual(result.changes);
  expect(served.asked.length).toBe(before);
});

test('a model of a kept run is compared with one that is asked, on the items of the run', async () => {
  const asked = await run(`strong@${served.url}`, 'known-3', '--items', '30', '--json');
  const { number } = JSON.parse(asked.stdout).run;
  const { stdout } = await run(`run:${number}`, `weak@${served.url}`, '--items', '30', '--json');
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ comparedItems: 30, asked: 30, bankItems: 80 });
  expect(result.models).toEqual([
    { name: 'strong', source: `run ${number}`, unread: 0, truncated: 0, refused: 0 },
    { name: 'weak', source: 'endpoint', unread: 0, truncated: 0, refused: 0 },
  ]);
  expect(result.doubts).toContainEqual({ kind: 'simulated', examinees: ['strong', 'weak'] });
  // The tests chose them, so they do not stand for the bank.
  expect(result.chosenItems).toBe(true);
  const files = ['--report', at('partly.html'), '--markdown', at('partly.md')];
  const partly = await run(`run:${number}`, 'known-3', ...files);
  const simulated = 'SIMULATED: the answers of strong come from the stand-in';
  for (const text of [
    partly.stdout,
    ...[files[1], files[3]].map((file) => readFileSync(file, 'utf8')),
  ])
    expect(text).toContain(simulated);
  const exact = await run(`run:${number}`, 'known-3', '--target', 'recorded');
  expect([exact.status, exact.stderr]).toEqual([2, expect.stringContaining('share 30 of 80')]);
  const shared = await run(`run:${number}`, 'known-3');
  expect(shared.stdout).toContain('share 30 of the 80');
  expect(shared.stdout).not.toContain('exact');
  // A checkpoint may have the name of the last one.
  const same = await run(`run:${number}`, `strong@${served.url}`, '--items', '10', '--json');
  expect(JSON.parse(same.stdout)).toMatchObject({
    models: [{ name: `strong (run ${number})` }, { name: 'strong' }],
    changes: [{ model: 'strong', differing: 0 }],
  });
  // All items that both have: the recorded change is exact.
  expect(result.changes[0].other).toMatchObject({
    target: 'recorded',
    low: result.changes[0].change,
  });
});

test('a comparison whose budget is spent is continued, and ends as one that was not stopped', async () => {
  const models = ['known-9', `weak@${served.url}`, '--items', '40', '--seed', '7', '--json'];
  const price = ['-M', 'price=1000:1000', '-M', 'max-tokens=20'];
  const files = ['--junit', at('part.xml'), '--markdown', at('part.md')];
  const few = ['--budget', '2usd', '--concurrency', '4'];
  const stopped = await run(...models, ...price, ...few, ...files);
  expect(stopped.status).toBe(4);
  const part = JSON.parse(stopped.stdout);
  expect(part.run.complete).toBe(false);
  expect(part.asked).toBeLessThan(40);
  // Nothing is decided before the end.
  expect(part.outcome).toBe('unfinished');
  const xml = readFileSync(at('part.xml'), 'utf8');
  expect(xml).toContain('<skipped message=');
  expect(xml).toContain('skipped="1"');
  expect(readFileSync(at('part.md'), 'utf8')).toContain('### mine: Not finished');
  // A model that is recorded meanwhile does not end it.
  const late = at('late.csv');
  writeFileSync(
    late,
    `examinee,family,${exam.ids.join()}\nlate,l,${exam.ids.map(() => 1).join()}\n`,
  );
  await runCommand(['bank', 'record', late, '--to', 'mine', ...database]);
  const before = served.asked.length;
  const resumed = await run(...models, ...price, '--budget', '99usd', '--resume');
  expect([resumed.status, JSON.parse(resumed.stdout).asked]).toEqual([0, 40]);
  expect(served.asked.length - before).toBeLessThan(40);
  expect(resumed.stderr).toContain('is not used: late.');
  await runCommand(['bank', 'record', exam.responses, '--to', 'mine', ...database]);
  const again = await run(...models, ...price, '--resume');
  expect(JSON.parse(again.stdout).changes).toEqual(JSON.parse(resumed.stdout).changes);
  // The same from the start, on a database without that model.
  const other = ['--bank', 'mine', '--database', at('other.db')];
  await runCommand(['bank', 'import', exam.items, '--name', 'mine', ...other.slice(2)]);
  await runCommand(['bank', 'record', exam.responses, '--to', 'mine', ...other.slice(2)]);
  const whole = await runCommand(['compare', ...models, ...price, ...other]);
  expect(JSON.parse(whole.stdout).changes).toEqual(JSON.parse(resumed.stdout).changes);
  // Answers that it was drawn by are others now: that is named.
  const changed = at('changed.csv');
  writeFileSync(changed, readFileSync(late, 'utf8').replace('late,l', 'known-3,family-3'));
  await runCommand(['bank', 'record', changed, '--to', 'mine', ...database]);
  const refused = await run(...models, ...price, '--resume');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('another state of the bank (its items or recorded answers');
});

test('the next step of an undecided comparison asks only what was not asked before', async () => {
  const twin = `strong@${served.url}`;
  const page = at('twins.html');
  const first = await run('known-13', twin, '--items', '12', '--seed', '3', '--report', page);
  expect(first.status, first.stderr).toBe(0);
  const [, command] = /Next: ask more items: thetarank (.*?)(?:; or .*)?\n/.exec(first.stdout)!;
  expect(command).toMatch(
    /^compare known-13 strong@\S+ --bank mine --items \d+ --seed 3 --reuse.*--database /,
  );
  // Pages are sent to others, who need no address.
  expect(readFileSync(page, 'utf8')).toContain('strong@ADDRESS');
  expect(readFileSync(page, 'utf8')).not.toContain(served.url);
  const before = served.asked.length;
  const more = await runCommand([...command.split(' '), '--json']);
  const { asked } = JSON.parse(more.stdout);
  expect(asked).toBeGreaterThan(12);
  // Fewer still where other comparisons asked the same.
  expect(served.asked.length - before).toBeLessThanOrEqual(asked - 12);
});

test('a plan says which model is asked', async () => {
  const { stdout } = await run('known-13', `strong@${served.url}`, '--plan');
  expect(stdout).toContain('only strong');
});

test('where a model has not answered, the report says which one and how to go on', async () => {
  const model = `gone@${served.url}`;
  const { status, stdout } = await run('known-9', model, '--items', '10', '--unlisted');
  expect(status).toBe(2);
  expect(stdout).toMatch(
    /Nothing to compare: gone has not answered any item yet\. Run \d+ keeps the other answers; to continue it, repeat the command with --resume\./,
  );
});

test('calls that cannot work say what to do', async () => {
  for (const [args, words] of [
    [['known-3'], 'name at least two'],
    [['known-3', 'new@127.0.0.1:8000/v1'], 'with the whole address'],
    [['known-3', `weak@${served.url}`, '-T', 'pretest=3'], 'Unknown setting "pretest"'],
    [['known-3', 'known-33'], 'Did you mean known-3'],
    [['known-3', 'run:99'], 'unknown run'],
    [['known-3', 'known-4', '--budget', '5usd'], 'only works with a model behind an endpoint'],
    [['known-3', 'known-4', '--fail-if', 'worse'], 'drop>1.0@0.95'],
  ] as const) {
    const { status, stderr } = await run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  }
});
