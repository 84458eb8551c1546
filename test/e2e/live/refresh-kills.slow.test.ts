import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { calibrationFingerprint } from '../../../src/store/calibrations/calibration-fingerprint.ts';
import { calibrationInForce } from '../../../src/store/calibrations/calibration-in-force.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { keepExam } from './bank.ts';
import { start, succeed } from './command.ts';
import { writeRefreshExam } from './refresh-exam.ts';

/** A refresh that is killed at any moment leaves the old calibration in force or the new one, each whole. */
const folder = temporaryFolder();
const exam = writeRefreshExam(folder);
const KILLS = { sqlite: 8, postgres: 2 };
const server = await postgresOfRun();
/** A database with a calibration in force and new answers, to be copied. */
const prepared = join(folder, 'prepared.db');

interface State {
  readonly inForce: number | null;
  /** Of every calibration: its parameters and its report, as they are read. */
  readonly calibrations: readonly { readonly fingerprint: string; readonly report: unknown }[];
}

async function prepare(database: string): Promise<void> {
  await keepExam(exam, database);
  const on = ['--database', database];
  await succeed('calibrate', 'fit', '--bank', 'sums', '--keep', '--irt-model', '2pl', ...on);
  await succeed('calibrate', 'accept', '1', ...on);
  await succeed('bank', 'record', exam.later, '--to', 'sums', ...on);
}

async function stateOf(database: string): Promise<State> {
  const store = await openStore(database, { clock: () => new Date(0) });
  try {
    const calibrations = [];
    for (const { id } of (await store.calibrations('sums')).reverse())
      calibrations.push({
        fingerprint: calibrationFingerprint((await store.calibration(id))!),
        report: await store.calibrationReport(id),
      });
    return { inForce: calibrationInForce(await store.calibrationLog('sums')), calibrations };
  } finally {
    await store.close();
  }
}

const refresh = (database: string) =>
  start(['calibrate', 'refresh', '--bank', 'sums', '--accept', '--json', '--database', database]);

let old: State;
let undisturbed: State;
/** Of an undisturbed refresh, in ms: all of it, and what is left when models are compared. */
let [whole, end] = [0, 0];

beforeAll(async () => {
  await prepare(prepared);
  old = await stateOf(prepared);
  const copy = join(folder, 'undisturbed.db');
  copyFileSync(prepared, copy);
  const begun = performance.now();
  const session = refresh(copy);
  let compared = begun;
  session.child.stderr!.on('data', (text: string) => {
    if (compared === begun && text.includes('comparing')) compared = performance.now();
  });
  expect(await session.ended).toMatchObject({ status: 0 });
  whole = performance.now() - begun;
  end = performance.now() - compared;
  undisturbed = await stateOf(copy);
  expect([old.inForce, undisturbed.inForce]).toEqual([1, 2]);
  expect(undisturbed.calibrations[0]).toEqual(old.calibrations[0]);
});

test.each(['sqlite', 'postgres'] as const)('killed at random moments on %s', async (dialect) => {
  if (dialect === 'postgres' && server === null) return;
  const random = randomStream(20261125, 'refresh-kills', dialect);
  const seen = { old: 0, proposal: 0, new: 0 };
  for (let k = 0; k < KILLS[dialect]; k++) {
    const database =
      dialect === 'sqlite' ? join(folder, `killed-${k}.db`) : await server!.database();
    if (dialect === 'sqlite') copyFileSync(prepared, database);
    else await prepare(database);
    const session = refresh(database);
    // Half of them at any moment, the others near the end, when something is kept.
    if (k % 2 === 1)
      await new Promise<void>((resolve) => {
        session.child.stderr!.on('data', (text: string) => {
          if (text.includes('comparing')) resolve();
        });
        void session.ended.then(() => resolve());
      });
    await delay(random() * 1.1 * (k % 2 === 0 ? whole : end));
    session.child.kill('SIGKILL');
    await session.ended;
    const { inForce, calibrations } = await stateOf(database);
    // The old one, alone or beside the whole proposal; or the new one.
    expect(calibrations).toEqual(undisturbed.calibrations.slice(0, calibrations.length));
    expect(inForce === 1 || (inForce === 2 && calibrations.length === 2)).toBe(true);
    seen[inForce === 2 ? 'new' : calibrations.length === 2 ? 'proposal' : 'old']++;
    // The same command then ends as if nothing had happened.
    if (k % 5 === 0 && inForce === 1) {
      expect(await refresh(database).ended).toMatchObject({ status: 0 });
      expect(await stateOf(database)).toEqual(undisturbed);
    }
  }
  expect(seen.old).toBeGreaterThan(0);
  expect(seen.old + seen.proposal + seen.new).toBe(KILLS[dialect]);
});
