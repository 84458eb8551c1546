import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedLetter } from '../../../src/stand-in/answerers/fixed-letter.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { ITEMS, keepSynthesis } from '../../workflow/synthesis/kept-synthesis.ts';
import { keptRuns } from './bank.ts';
import { succeed, thetarank } from './command.ts';

/** A bank without recorded answers, calibrated on synthesized ones: models are ranked with that. */
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const on = ['--database', database];
const server = standIn({
  answerers: [fixedLetter(['new-model', 'org/beta-7b', 'beta'], 1)],
  seed: 1,
});
let url = '';

beforeAll(async () => {
  await keepSynthesis(database, { recorded: 0 });
  await succeed('calibrate', 'synthesized', '--run', '1', ...on);
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => server.close());

const rank = (...args: string[]) =>
  thetarank(['rank', '--bank', 'exam', '--calibration', '1', '--items', '30', ...on, ...args]);

test('a model is ranked with kept parameters, which are a part of the run', async () => {
  const ran = await rank('--model', `new-model@${url}`, '--json');
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const result: LiveResult = JSON.parse(ran.stdout);
  expect(result).toMatchObject({ strategy: 'paper', bankItems: ITEMS, recorded: [] });
  expect(result.calibration).toMatchObject({ number: 1, method: 'synthesis', bankItems: ITEMS });
  expect(result.models[0]).toMatchObject({ model: 'new-model', items: 30, verified: false });
  const run = (await keptRuns(database)).at(-1)!;
  const { fingerprint } = result.calibration!;
  expect(run.configuration.calibration).toEqual({ number: 1, fingerprint });
  const shown = await succeed('runs', 'show', `${run.id}`, ...on);
  expect(shown).toContain('calibration 1 (synthesis of alpha, beta, gamma, delta)');
  expect(shown).toContain('no recorded models');
});

test.each([
  [['--model', 'beta'], 'made from answers of beta'],
  [['--model', 'mine=org/beta-7b'], 'made from answers of org/beta-7b (called mine here)'],
  [['--strategy', 'robust', '--model', 'new-model'], 'learns its settings and intervals'],
  [['--strategy', 'random', '--model', 'new-model'], 'random items need no item parameters'],
  [['--calibration', '7', '--model', 'new-model'], 'unknown calibration "7"'],
])('%j is refused before anything is asked', async (args, said) => {
  const before = (await keptRuns(database)).length;
  const ran = await rank(...args.slice(0, -1), `${args.at(-1)}@${url}`);
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toContain(said);
  expect(await keptRuns(database)).toHaveLength(before);
});

test('without --model it is refused', async () => {
  const ran = await rank();
  expect(ran.status).toBe(2);
  expect(ran.stderr).toContain('--calibration: only');
});
