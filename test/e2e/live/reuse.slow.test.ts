import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepExam, keptRuns } from './bank.ts';
import { start, thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { type ExchangedModel, exchangedModel } from './exchanged-model.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/** A checkpoint that was trained further: another model behind the same name and address. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-reuse-'));
const ITEMS = 40;
const LAG = 4;
const old = writeExam(join(folder, 'old'), 'reuse', 80, { mine: -2 });
const trained = writeExam(join(folder, 'trained'), 'reuse', 80, { mine: 2 });
const served: Record<'old' | 'trained', ServedExam> = {} as never;
beforeAll(async () => {
  served.old = await serveExam(old, { latency: { mean: 4, jitter: 2 } });
  served.trained = await serveExam(trained, { latency: { mean: 4, jitter: 2 } });
});
afterAll(async () => {
  for (const one of Object.values(served)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

let databases = 0;

/** A store with the exam, and an address that the old model is behind. */
async function begin() {
  const database = join(folder, `store-${++databases}.db`);
  await keepExam(old, database);
  const model = await exchangedModel(served.old.url);
  const args = (...more: string[]) => [
    ...['rank', '--bank', 'sums', '--database', database, '--model', `mine@${model.url}`],
    ...['--items', `${ITEMS}`, '--strategy', 'random', '--lag', `${LAG}`, '--json', ...more],
  ];
  return { database, model, args };
}

/** Runs a ranking; `asked` counts the requests it made. */
async function rank(model: ExchangedModel, args: readonly string[]) {
  const before = model.asked();
  const { status, stdout, stderr } = await thetarank(args);
  expect(status, stderr).toBe(0);
  return { result: JSON.parse(stdout), stderr, asked: model.asked() - before };
}

describe('a model that was exchanged behind its name', () => {
  test('is asked everything again, and gets its own score', async () => {
    const { database, model, args } = await begin();
    const first = await rank(model, args());
    model.serve(served.trained.url);
    const second = await rank(model, args());
    await model.close();
    expect([first.asked, second.asked]).toEqual([ITEMS, ITEMS]);
    const [before, after] = [first.result, second.result];
    expect(after.models[0].score).toBeGreaterThan(before.models[0].score + 20);
    expect(after).toMatchObject({ reused: null, endpointChanges: [] });
    expect(after.models[0].use).toMatchObject({ cached: 0, reused: 0 });
    expect(second.stderr).not.toContain('Reusing');
    // What each of them said stays.
    const runs = await keptRuns(database);
    expect(runs.map(({ kept }) => kept.length)).toEqual([ITEMS, ITEMS]);
    for (const { kept } of runs)
      for (const { served: own } of kept)
        expect(own).toEqual({ model: 'mine', fingerprint: expect.stringMatching(/./) });
  });

  test('gets the old answers only with --reuse, which says so', async () => {
    const { model, args } = await begin();
    const first = await rank(model, args());
    model.serve(served.trained.url, { fingerprint: 'fp_trained' });
    const dry = await thetarank(args('--reuse', '--dry-run'));
    const line =
      /^Reusing up to 40 replies of earlier runs, the oldest less than a minute old \(\d{4}-\d\d-\d\d\)\.\n/;
    expect(dry.stderr).toMatch(line);
    expect(JSON.parse(dry.stdout).reusable).toMatchObject({ replies: ITEMS, isExact: false });
    const second = await rank(model, args('--reuse'));
    expect(second.asked).toBe(0);
    expect(second.stderr).toMatch(line);
    const { models, reused, endpointChanges } = second.result;
    expect(models[0].score).toBe(first.result.models[0].score);
    expect(models[0].use).toMatchObject({ cached: ITEMS, reused: ITEMS, cost: 0 });
    expect(reused.answers).toBe(ITEMS);
    expect(Date.parse(reused.oldest)).toBeLessThanOrEqual(Date.parse(reused.newest));
    // Nothing was asked, so nobody knows of the exchange.
    expect(endpointChanges).toEqual([]);

    // A longer test asks the rest, and both models are in it.
    const third = await rank(model, args('--items', '60', '--reuse'));
    await model.close();
    expect(third.asked).toBe(60 - third.result.reused.answers);
    expect(third.asked).toBeGreaterThan(0);
    expect(third.result.endpointChanges).toEqual([
      {
        model: 'mine',
        field: 'system_fingerprint',
        old: expect.any(String),
        new: 'fp_trained',
        between: 'reused-asked',
      },
    ]);
    const warnings = third.stderr.split('\n').filter((one) => one.startsWith('warning:'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^warning: mine: the reused replies report system_fingerprint ".+", and the endpoint now reports "fp_trained"\. .*without --reuse\.$/,
    );
  });

  test('in the middle of a run that is killed: --resume asks only what the run lacks, and warns', async () => {
    const { database, model, args } = await begin();
    await rank(model, args());
    const before = model.asked();
    const running = start(args('--seed', '2', '--concurrency', '4'));
    served.old.onAsked = () => {
      if (model.asked() - before >= ITEMS / 2) running.child.kill('SIGKILL');
    };
    await running.ended;
    served.old.onAsked = () => {};
    const asked = model.asked() - before;
    expect(asked).toBeLessThan(ITEMS);
    model.serve(served.trained.url, { model: 'mine-2', fingerprint: 'fp_trained' });
    const resumed = await rank(model, args('--seed', '2', '--concurrency', '4', '--resume'));
    await model.close();
    // Replies of the other run to the same questions are there, and not used.
    expect(resumed.asked + asked).toBeGreaterThanOrEqual(ITEMS);
    expect(resumed.asked + asked).toBeLessThanOrEqual(ITEMS + LAG);
    expect(resumed.stderr).not.toContain('Reusing');
    const { reused, endpointChanges, run } = resumed.result;
    expect(reused).toBeNull();
    expect(endpointChanges).toMatchObject([
      { field: 'model', old: 'mine', new: 'mine-2', between: 'asked' },
      { field: 'system_fingerprint', new: 'fp_trained', between: 'asked' },
    ]);
    expect(resumed.stderr).toContain(
      'warning: mine: the endpoint reported model "mine" and now reports "mine-2". Another version of the model may have answered, so the result mixes both.',
    );
    const kept = (await keptRuns(database)).find(({ id }) => id === run)!;
    expect(new Set(kept.kept.map(({ item }) => item)).size).toBe(ITEMS);
  });
});

test('--reuse without anything to reuse says so and asks', async () => {
  const { model, args } = await begin();
  const { asked, stderr, result } = await rank(model, args('--reuse'));
  await model.close();
  expect(asked).toBe(ITEMS);
  expect(stderr).toMatch(/^No reply of an earlier run fits: none is reused\.\n/);
  expect(result.reused).toBeNull();
});
