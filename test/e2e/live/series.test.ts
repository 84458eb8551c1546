import { mkdtempSync, rmSync } from 'node:fs';
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
