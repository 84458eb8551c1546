import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { runCommand } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-compare-'));
const at = (file: string) => join(folder, file);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 60;
/** Item j is right where its place in a fixed order is below the model's score; so models are nested. */
const row = (name: string, right: number) =>
  [name, ...Array.from({ length: ITEMS }, (_, j) => ((j * 37) % ITEMS < right ? 1 : 0))].join();
const responses = at('answers.csv');
writeFileSync(
  responses,
  [
    ['examinee', ...Array.from({ length: ITEMS }, (_, j) => `i${j}`)].join(),
    ...[10, 20, 30, 40, 50, 55].map((right, k) => row(`other${k}x`, right)),
    row('Old', 45),
    row('New', 30),
    row('Same', 45),
  ].join('\n'),
);
const compare = (...args: string[]) => runCommand(['compare', ...args, '--responses', responses]);

test('recorded models on all items: the exact change, the paired interval, every output', async () => {
  const files = ['--junit', at('c.xml'), '--markdown', at('c.md'), '--report', at('c.html')];
  const { status, stdout } = await compare('Old', 'New', 'Same', ...files, '--json');
  expect(status).toBe(0);
  const { changes, asked } = JSON.parse(stdout);
  expect(asked).toBe(ITEMS);
  expect(changes[0]).toMatchObject({ model: 'New', change: -25, differing: 15, verdict: 'lower' });
  expect(changes[1]).toMatchObject({
    model: 'Same',
    change: 0,
    differing: 0,
    verdict: 'undecided',
  });
  // Tango's interval of 15 and 0 of 60 pairs at 97.5% (two comparisons), by the program in test/golden/statistics/paired-score.
  expect(changes[0].low).toBeCloseTo(-39.12, 1);
  expect(changes[0].high).toBeCloseTo(-14.74, 1);
  expect(readFileSync(at('c.xml'), 'utf8')).toContain('tests="2" failures="0"');
  expect(readFileSync(at('c.md'), 'utf8')).toContain('| New | −25.0 |');
  expect(readFileSync(at('c.html'), 'utf8')).toContain('class="forest"');
});

test('models that answer like copies of one another are named in every output; others and a model of the bank itself are not', async () => {
  const random = randomStream(3, 'compare', 'copies');
  const chance = () =>
    Array.from({ length: ITEMS }, (_, j) => Number(random() < 0.2 + (0.6 * j) / ITEMS));
  const twin = chance();
  const file = at('copies.csv');
  writeFileSync(
    file,
    [
      ['examinee', ...Array.from({ length: ITEMS }, (_, j) => `i${j}`)].join(),
      ...Array.from({ length: 12 }, (_, k) => [`other${k}x`, ...chance()].join()),
      ['One', ...twin].join(),
      ['Two', ...twin].join(),
      ['Free', ...chance()].join(),
    ].join('\n'),
  );
  const run = (...args: string[]) => runCommand(['compare', ...args, '--responses', file]);
  const copies = async (...models: string[]) =>
    JSON.parse((await run(...models, '--json')).stdout).doubts;
  const one = { kind: 'copies', examinees: ['One', 'Two'], differ: 0 };
  expect(await copies('Free', 'One', 'Two')).toEqual([one]);
  // A copy in the bank too: the compared model is then no new one.
  expect(await copies('Free', 'One')).toEqual([one]);
  expect(await copies('Free', 'other3x')).toEqual([]);
  const files = ['--markdown', at('copies.md'), '--report', at('copies.html')];
  const { stdout } = await run('Free', 'One', 'Two', ...files);
  const written = [
    stdout,
    ...files.flatMap((name, k) => (k % 2 ? [readFileSync(name, 'utf8')] : [])),
  ];
  for (const text of written) expect(text).toContain('One, Two (the same answers)');
});

test('exit codes: regression 7, cannot tell 8, equivalence shown 0', async () => {
  const fail = ['--fail-if', 'drop>1.0@0.95'];
  expect((await compare('Old', 'New', ...fail)).status).toBe(7);
  expect((await compare('Old', 'Same', ...fail)).status).toBe(0);
  expect((await compare('Old', 'Same', '--equivalent-within', '1')).status).toBe(8);
  expect((await compare('Old', 'Same', '--equivalent-within', '10')).status).toBe(0);
  expect((await compare('Old', 'New', '--equivalent-within', '1')).status).toBe(7);
});

test('an unknown recorded model of a bank points to the list of all', async () => {
  const of = ['gpt-4-06133', 'gpt-4-0314', '--bank', 'cruxeval-o'];
  const list = 'thetarank bank show cruxeval-o --list-models';
  expect((await runCommand(['compare', ...of])).error).toMatchObject({
    code: 'NAME_UNKNOWN',
    details: { name: 'gpt-4-06133', nearest: ['gpt-4-0314'], list },
  });
  // A file is no bank.
  expect((await compare('Old', 'Nex')).error!.details).not.toHaveProperty('list');
});

test('an undecided comparison says how many more items would decide it', async () => {
  const same = await compare('Old', 'Same', '--items', '12');
  expect(same.stdout).toContain(`Old Same --responses ${responses} --items 24\n`);
  expect((await compare('Old', 'Same')).stdout).toContain('no more items');
});

test('a plan asks nothing and states power beside random items', async () => {
  const { status, stdout } = await compare('Old', 'New', '--plan', '--json');
  expect(status).toBe(0);
  const { lengths, needed } = JSON.parse(stdout);
  for (const row of lengths)
    expect(row.detectable).toBeLessThanOrEqual(row.detectableAtRandom * 1.05);
  expect(needed.map((one: { loss: number }) => one.loss)).toEqual([1, 2, 5]);
});

test('a next step is the whole command, with what was given', async () => {
  const given = ['--seed', '7', '--fail-if', 'drop>1@0.9', '--kinship', '0.5', '--stop-early'];
  const { stdout } = await compare('Old', 'Same', '--items', '12', ...given);
  const next = stdout.split('thetarank compare ').at(-1)!.trim().replaceAll("'", '').split(' ');
  expect(next).toEqual(expect.arrayContaining(['24', ...given]));
  expect(stdout).toMatch(/ \d+% .* 1\.0 points, required 90%/);
});

test('where the scores on this bank decide what those on items like it do not, the command is named', async () => {
  const own = at('near.csv');
  writeFileSync(own, `${readFileSync(responses, 'utf8')}\n${row('Near', 44)}\n`);
  const near = (...args: string[]) =>
    runCommand(['compare', 'Old', 'Near', '--responses', own, ...args]);
  const expected = await near();
  const command = `compare Old Near --responses ${own} --items ${ITEMS} --target recorded`;
  expect(expected.stdout).toContain(`thetarank ${command}\n`);
  expect((await runCommand(command.split(' '))).stdout).toContain('Near scores lower');
});

test('a plan of recorded models says that nobody is asked, and names the target that needs fewer items', async () => {
  const { stdout } = await compare('Old', 'New', '--plan');
  expect(stdout).toContain('nobody is asked');
  expect(stdout).toContain(`${responses} --plan --target recorded\n`);
  const recorded = await compare('Old', 'New', '--plan', '--target', 'recorded');
  expect(recorded.stdout).not.toContain('the same plan');
});
