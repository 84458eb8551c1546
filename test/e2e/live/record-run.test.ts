import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed, thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/** bank import → rank --model on every item → bank record --run → rank --bank, each as a user runs it. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-record-run-'));
const ITEMS = 40;
const exam = writeExam(folder, 'record', ITEMS, { strong: 1.3, middle: 0.3, weak: -0.9 });
const file = ['--database', join(folder, 'store.db')];
let served: ServedExam;
let models: string[];

beforeAll(async () => {
  await succeed('bank', 'import', exam.items, '--name', 'sums', ...file);
  served = await serveExam(exam);
  models = ['strong', 'middle', 'weak'].flatMap((name) => ['--model', `${name}@${served.url}`]);
});

afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rank = (items: number) =>
  succeed(
    ...['rank', '--bank', 'sums', ...models, '--items', `${items}`, '--strategy', 'random'],
    ...['--json', ...file],
  );
const record = (...args: string[]) => thetarank(['bank', 'record', ...args, ...file]);

test('a run over the whole bank becomes its recorded answers, which rank reads', async () => {
  await rank(ITEMS);
  const recorded = await record('--run', '1', '--json');
  expect(recorded.status, recorded.stderr).toBe(0);
  expect(JSON.parse(recorded.stdout)).toMatchObject({
    bank: 'sums',
    examinees: 3,
    items: ITEMS,
    answers: 3 * ITEMS,
    replaced: [],
    run: 1,
    strategy: 'random',
    missing: 0,
    prompts: [expect.stringMatching(/-en-\d+$/)],
  });
  const ranked = JSON.parse(
    await succeed('rank', '--bank', 'sums', '--items', '20', '--json', ...file),
  );
  expect(ranked.models).toHaveLength(3);
  for (const { model, actual } of ranked.models)
    expect(actual).toBeCloseTo(exam.truth.get(model)!, 4);
});

test('that answers come from the stand-in stays with them: recorded, exported, ranked, compared, calibrated', async () => {
  const simulated = (examinees: unknown) => ({ doubts: [{ kind: 'simulated', examinees }] });
  const all = simulated(expect.arrayContaining(['strong', 'middle', 'weak']));
  const json = async (...args: string[]) => JSON.parse(await succeed(...args, '--json', ...file));
  expect(await json('bank', 'show', 'sums')).toMatchObject(all);
  expect(await json('rank', '--bank', 'sums', '--items', '20')).toMatchObject(all);
  const two = simulated(['strong', 'weak']);
  expect(await json('compare', 'strong', 'weak', '--bank', 'sums')).toMatchObject(two);

  for (const name of ['exported.csv', 'exported.parquet']) {
    const out = join(folder, name);
    await succeed('bank', 'export', 'sums', '--recorded-answers', '--out', out, ...file);
    const bank = name.replace('.', '-');
    await succeed('bank', 'import', exam.items, '--name', bank, ...file);
    expect(await json('bank', 'record', out, '--to', bank)).toMatchObject(all);
    expect(await json('bank', 'show', bank)).toMatchObject(all);
    if (name.endsWith('.csv'))
      expect(
        JSON.parse(await succeed('rank', '--responses', out, '--items', '20', '--json')),
      ).toMatchObject(all);
  }

  const fit = ['calibrate', 'fit', '--bank', 'sums', '--irt-model', 'rasch', '--keep'];
  await succeed(...fit, ...file);
  const [calibration] = await json('calibrate', 'list', '--bank', 'sums');
  expect(calibration.options.warnings).toEqual([
    expect.stringMatching(/^SIMULATED: .* of \w+, \w+, \w+ come .*[^.]$/),
  ]);
});

test('a model that has recorded answers is replaced, or refused with --only-new', async () => {
  const refused = await record('--run', '1', '--only-new');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/nothing was kept\. To replace them, leave out --only-new\.$/m);
  expect((await record('--run', '1')).stdout).toMatch(
    /3 of the models replaced(.|\n)*\nFrom run 1, by the prompt /,
  );
});

test('a run of fewer items is recorded with --partial only, and its missing answers are counted', async () => {
  await rank(ITEMS - 10);
  const refused = await record('--run', '2');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(
    new RegExp(`rank --bank \\w+ --model NAME@ADDRESS --items ${ITEMS} --strategy random\\.`),
  );
  // A part of the answers does not take the place of all of them.
  const known = await record('--run', '2', '--partial');
  expect(known.status).toBe(2);
  expect(known.stderr).toMatch(/recorded answers already.*A run that asked a part of the items/);
  await succeed('bank', 'import', exam.items, '--name', 'fresh', ...file);
  const { status, stdout } = await record('--run', '2', '--partial', '--to', 'fresh');
  expect(status).toBe(0);
  expect(stdout).toContain('30 answers of its');
});

test('a bank with other items is refused', async () => {
  const other = writeExam(folder, 'other', ITEMS, { strong: 1 });
  await succeed('bank', 'import', other.items, '--name', 'others', ...file);
  const refused = await record('--run', '1', '--to', 'others');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(
    /^error: run 1: .*bank others (has other content for|does not have) item /,
  );
});

test('another model under a name that has recorded answers is refused', async () => {
  const url = models[1].slice(models[1].indexOf('@'));
  const asOther = [`--items`, `${ITEMS}`, '--strategy', 'random', '--json', ...file];
  const ran = await succeed('rank', '--bank', 'sums', '--model', `strong=weak${url}`, ...asOther);
  const { status, stderr } = await record('--run', JSON.parse(ran).run, '--fewer');
  expect(status).toBe(2);
  expect(stderr).toMatch(/tested as strong, .*\(strong, strong \[weak\]\).* NAME=MODEL@ADDRESS/);
});
