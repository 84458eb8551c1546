import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultRates } from '../../../src/stand-in/faults.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { keepExam, keptRuns, recordOf } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-faults-'));
const exam = writeExam(folder, 'faults', 160, { strong: 1.3, weak: -0.9 });
const database = join(folder, 'store.db');
const ITEMS = 100;

beforeAll(async () => {
  await keepExam(exam, database);
  plain = await rankWith({});
  undisturbed = recordOf(plain.kept);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ranks both models behind a stand-in with these faults. */
async function rankWith(faults: FaultRates, ...args: string[]) {
  const served = await serveExam(exam, {
    seed: 6,
    faults,
    latency: { mean: 4, jitter: 3 },
    slow: 300,
  });
  try {
    const models = ['--model', `strong@${served.url}`, '--model', `weak@${served.url}`];
    const ran = await thetarank([
      ...['rank', '--bank', 'sums', '--database', database, '--items', `${ITEMS}`],
      ...['--strategy', 'robust', '--lag', '4', '--concurrency', '8', '--json'],
      ...['-M', 'timeout=3', ...models, ...args],
    ]);
    expect(ran.stderr).not.toContain('error:');
    expect(ran.status).toBe(0);
    const result = JSON.parse(ran.stdout) as LiveResult;
    const { faults: met } = await served.counts();
    const run = (await keptRuns(database)).find(({ id }) => id === result.run)!;
    return { result, met, asked: served.asked, kept: run.kept };
  } finally {
    await served.close();
  }
}

/** Each answer once: all places, no item twice. */
function expectOnce(kept: Awaited<ReturnType<typeof rankWith>>['kept']): void {
  for (const name of ['strong', 'weak']) {
    const own = kept.filter(({ examinee }) => examinee === name);
    expect(own.map(({ place }) => place)).toEqual(Array.from({ length: ITEMS }, (_, k) => k + 1));
    expect(new Set(own.map(({ item }) => item)).size).toBe(ITEMS);
  }
}

let plain: Awaited<ReturnType<typeof rankWith>>;
let undisturbed: ReturnType<typeof recordOf>;

test.concurrent('with a tenth of the requests going wrong, the record is that of an undisturbed run', async () => {
  expectOnce(plain.kept);
  expect(plain.asked).toHaveLength(2 * ITEMS);
  expect(Object.keys(plain.met)).toEqual([]);
  const share = 0.1 / 8;
  const faulty = await rankWith({
    '429': share,
    '429-retry-after': share,
    '500': share,
    timeout: share,
    cut: share,
    garbage: share,
    slow: share,
    duplicate: share,
  });
  // The seed is one with which every kind happens.
  expect(Object.keys(faulty.met)).toHaveLength(8);
  expectOnce(faulty.kept);
  expect(recordOf(faulty.kept)).toEqual(undisturbed);
  expect(faulty.result.models.map(({ score, low, high }) => [score, low, high])).toEqual(
    plain.result.models.map(({ score, low, high }) => [score, low, high]),
  );
  const retries = faulty.result.models.map(({ use }) => use.retries);
  const told = (reason: string) => retries.reduce((sum, own) => sum + (own[reason] ?? 0), 0);
  const { met } = faulty;
  expect(told('rate-limit')).toBe(met['429'] + met['429-retry-after']);
  expect(told('server')).toBe(met['500']);
  expect(told('cut')).toBe(met.cut);
  expect(told('garbage')).toBe(met.garbage);
  // A machine that is busy for seconds may run out of time on its own.
  expect(told('timeout')).toBeGreaterThanOrEqual(met.timeout);
  const attempts = faulty.kept.reduce((sum, answer) => sum + answer.attempts, 0);
  expect(attempts).toBe(faulty.asked.length);
});

test.concurrent('the same in streams', async () => {
  const share = 0.02;
  const { kept, met } = await rankWith(
    { '429': share, '500': share, cut: share, garbage: share, slow: share },
    '-M',
    'stream=yes',
  );
  expect(Object.keys(met)).toHaveLength(5);
  expectOnce(kept);
  expect(recordOf(kept)).toEqual(undisturbed);
});
