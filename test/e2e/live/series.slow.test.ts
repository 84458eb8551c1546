import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../command/run-command.ts';
import { keepExam, keptRuns } from './bank.ts';
import { writeExam } from './exam.ts';
import { exchangedModel } from './exchanged-model.ts';
import { serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-series-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEMS = 30;
const ANCHORS = 10;

/** Checkpoints of one run usually stand behind the same address, under the same name. */
test('checkpoints behind one address are asked one after another, and kept', async () => {
  const old = writeExam(join(folder, 'old'), 'series', 80, { mine: -1.5 });
  const trained = writeExam(join(folder, 'trained'), 'series', 80, { mine: 1.5, another: 0 });
  const [first, second] = [await serveExam(old), await serveExam(trained)];
  const model = await exchangedModel(first.url);
  const database = join(folder, 'store.db');
  await keepExam(old, database);
  const series = async (...more: string[]) => {
    const before = model.asked();
    const args = ['series', 'run', '--bank', 'sums', '--database', database, '--json', ...more];
    const { status, stdout, stderr } = await runCommand(args);
    return { status, stdout, stderr, asked: model.asked() - before };
  };
  const ask = (step: number, ...more: string[]) =>
    series('--model', `mine@${model.url}`, '--step', `${step}`, ...more);
  try {
    const unknown = await series();
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain(
      'unknown series "run". No series exists yet. Only checkpoints asked with --model are kept;',
    );
    const one = await ask(1000, '--items', `${ITEMS}`, '--anchors', `${ANCHORS}`);
    expect(one.status, one.stderr).toBe(0);
    expect(one.asked).toBe(ITEMS);
    model.serve(second.url);
    // The settings of the series hold for its next checkpoint; the anchors are asked again.
    const two = await ask(2000);
    expect(two.status, two.stderr).toBe(0);
    expect(two.asked).toBe(ITEMS);
    const { checkpoints } = JSON.parse(two.stdout);
    expect(checkpoints).toMatchObject([
      { step: 1000, items: ITEMS, fresh: ITEMS },
      { step: 2000, items: ITEMS, fresh: ITEMS - ANCHORS },
    ]);
    expect(checkpoints[1].score).toBeGreaterThan(checkpoints[0].score + 20);
    expect(checkpoints[1].change).toMatchObject({ from: 'step 1000', significant: true });

    // Answers of the stand-in do not pass for those of checkpoints; the page has the width of changes as the terminal does.
    const report = join(folder, 'series.html');
    const shown = await runCommand([
      ...['series', 'run', '--bank', 'sums', '--database', database, '--report', report],
    ]);
    const simulated = 'SIMULATED: the answers of step 1000, step 2000 come from the stand-in';
    const [change] = /\+\d+\.\d ±\d+\.\d/.exec(shown.stdout)!;
    for (const text of [shown.stdout, readFileSync(report, 'utf8')]) {
      expect(text).toContain(simulated);
      expect(text).toContain(change);
    }

    const again = await ask(2000);
    expect([again.asked, again.stdout]).toEqual([0, two.stdout]);
    expect((await series()).stdout).toBe(two.stdout);
    const other = await ask(3000, '--items', `${ITEMS + 1}`);
    expect(other.status).toBe(2);
    expect(other.stderr).toContain(`items (${ITEMS} then, ${ITEMS + 1} now)`);
    // A step belongs to the model that was asked.
    const wrong = ['--model', `another@${model.url}`, '--step', '2000', '--unlisted'];
    const refused = await series(...wrong);
    expect([refused.status, refused.asked]).toEqual([2, 0]);
    expect(refused.stderr).toContain('step 2000 was asked of mine');
    const replaced = await series(...wrong, '--replace');
    expect([replaced.status, replaced.asked], replaced.stderr).toEqual([0, ITEMS]);
    expect(JSON.parse(replaced.stdout).checkpoints).toHaveLength(2);
    const back = await ask(2000, '--replace');
    expect(back.stderr).toContain('another has replaced mine as step 2000');
    expect(await keptRuns(database)).toHaveLength(1);
    // Two that begin one series at once: the second one's other settings are refused.
    const begin = (items: string) =>
      runCommand([
        ...['series', 'both', '--bank', 'sums', '--database', database, '--json', '--items', items],
        ...['--model', `mine@${model.url}`, '--step', '1'],
      ]);
    const both = await Promise.all([begin('12'), begin('14')]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 2]);
    expect(await keptRuns(database)).toHaveLength(2);
  } finally {
    for (const one of [model, first, second]) await one.close();
  }
});

test('a series goes on after models are recorded, and says what to do after its own answers changed', async () => {
  const exam = writeExam(join(folder, 'grown'), 'grown', 60, { mine: 0.5 });
  const served = await serveExam(exam);
  const database = join(folder, 'grown.db');
  await keepExam(exam, database);
  const record = (name: string, score: (j: number) => number) => {
    const file = join(folder, `${name}.csv`);
    const row = [name, 'late', ...exam.ids.map((_, j) => score(j))];
    writeFileSync(file, `examinee,family,${exam.ids.join()}\n${row.join()}\n`);
    return runCommand(['bank', 'record', file, '--to', 'sums', '--database', database]);
  };
  const series = (...more: string[]) =>
    runCommand(['series', 'run', '--bank', 'sums', '--database', database, ...more]);
  const ask = (step: number, ...more: string[]) =>
    series('--model', `mine@${served.url}`, '--step', `${step}`, '--json', ...more);
  try {
    // The seed of the first call holds as well.
    await ask(1, '--items', '12', '--seed', '5');
    const before = await ask(2);
    expect(before.status, before.stderr).toBe(0);
    expect((await record('late-model', (j) => j % 2)).status).toBe(0);
    const read = await series('--json');
    expect(read.stdout).toBe(before.stdout);
    expect(read.stderr).toContain('not used: late-model.');
    const after = await ask(3);
    expect(after.status, after.stderr).toBe(0);
    expect(JSON.parse(after.stdout).checkpoints).toHaveLength(3);
    // Answers it began with are replaced: it is shown, and the next step is a command that works.
    expect((await record('known-3', (j) => Number(j % 3 === 0))).status).toBe(0);
    const shown = await series();
    expect(shown.status, shown.stderr).toBe(0);
    expect(shown.stderr).toContain('This series cannot go on: items of its bank, or the answers');
    expect(shown.stdout).toContain('Next: begin a new series: thetarank series run-2 --bank sums');
    const refused = await ask(4);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('thetarank series run-2 --bank sums');
  } finally {
    await served.close();
  }
});
