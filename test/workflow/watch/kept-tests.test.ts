import { expect, test } from 'vitest';
import type { RunSummary } from '../../../src/run/run-record.ts';
import { placeReader, trainingStem } from '../../../src/workflow/watch/checkpoint.ts';
import { testsUpTo } from '../../../src/workflow/watch/kept-tests.ts';

/** A run of the test of a model. */
function run(id: number, name: string, more: Partial<RunSummary> = {}, seed = 1): RunSummary {
  const configuration = { seed, models: [{ name, model: name, baseUrl: 'http://a/v1' }] };
  return {
    ...{ id, hash: `${id}`, configuration, startedAt: '', finishedAt: 'now', answers: 1, cost: 0 },
    ...more,
  };
}
/** Newest first, as the store gives them. */
const storeOf = (...runs: RunSummary[]) => ({ runs: async () => runs.reverse() });
const own = run(0, 'out/checkpoint-1000').configuration;
const reader = placeReader(['out/', '']);
const before = (...runs: RunSummary[]) =>
  testsUpTo(storeOf(...runs), 'checkpoint-1000', own, reader, false);

test('tests of a training are the newest finished ones up to its checkpoint, by number, asked in the same way', async () => {
  expect(await before()).toEqual([]);
  expect(
    await before(
      run(1, 'out/checkpoint-900'),
      run(2, 'out/checkpoint-90'),
      run(3, 'out/checkpoint-900'),
      run(4, 'out/checkpoint-950', { finishedAt: null }),
      run(5, 'out/checkpoint-960', {}, 2),
      run(6, 'out/checkpoint-1000'),
      run(7, 'out/checkpoint-2000'),
      run(8, 'other/checkpoint-990'),
      run(9, 'out/best-990'),
      run(11, 'out2/checkpoint-990'),
      run(10, 'out/checkpoint-980', { configuration: { format: 'thetarank-series' } }),
    ),
  ).toEqual([
    { checkpoint: 'checkpoint-90', run: 2 },
    { checkpoint: 'checkpoint-900', run: 3 },
    { checkpoint: 'checkpoint-1000', run: 6 },
  ]);
  const known = run(1, 'out/checkpoint-9').configuration;
  // What was known of pretest items is no other way to ask.
  const planned = run(1, 'out/checkpoint-9', { configuration: { ...known, pretestPlan: {} } });
  expect(await before(planned)).toMatchObject([{ run: 1 }]);
  // Nor are other recorded answers of the bank.
  const grown = run(1, 'out/checkpoint-9', { configuration: { ...known, fingerprint: 'other' } });
  expect(await before(grown)).toMatchObject([{ run: 1 }]);
  // Nor is who asked.
  const watched = run(1, 'out/checkpoint-9', { configuration: { ...known, watch: true } });
  expect(await before(watched)).toMatchObject([{ run: 1 }]);
});

test('names are read back out of their places', () => {
  expect(reader('out/checkpoint-9')).toBe('checkpoint-9');
  expect(reader('outXcheckpoint-9')).toBeNull();
  expect(placeReader(['a(', ')-', ''])('a(x)-x')).toBe('x');
  expect(placeReader(['a(', ')-', ''])('a(x)-y')).toBeNull();
  expect(placeReader(['', ''])('a.b')).toBe('a.b');
});

test('only the last number of a name is the step of a training', () => {
  const isSame = (x: string, y: string) => trainingStem(x) === trainingStem(y);
  expect(isSame('checkpoint-90', 'checkpoint-1000')).toBe(true);
  expect(isSame('a-7b-step2-hf', 'a-7b-step10-hf')).toBe(true);
  expect(isSame('exp1-step-90', 'exp2-step-10')).toBe(false);
  expect(isSame('a-7b-step-1', 'a-13b-step-1')).toBe(false);
  expect(isSame('a-7b-chat', 'a-13b-chat')).toBe(false);
  expect(isSame('a-7B', 'a-13B')).toBe(false);
  expect(isSame('a-100base', 'a-200base')).toBe(true);
});
