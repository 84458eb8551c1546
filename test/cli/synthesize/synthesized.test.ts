import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { spearman } from '../../../src/statistics/spearman.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { succeed, thetarank } from '../../e2e/live/command.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { IS_ALL } from '../../repetitions.ts';
import { clock } from '../../store/store-case.ts';
import { CALLS, ITEMS, keepSynthesis, POOL } from '../../workflow/synthesis/kept-synthesis.ts';

const folder = temporaryFolder();
const database = join(folder, 'store.db');
const out = join(folder, 'out');
const on = ['--database', database];
let b: readonly number[];
let result: ReturnType<typeof JSON.parse>;

beforeAll(async () => {
  ({ b } = await keepSynthesis(database));
  const args = ['calibrate', 'synthesized', '--run', '1', ...on, '--out', out, '--json'];
  result = JSON.parse(await succeed(...args));
});

describe('a run that was made before', () => {
  test('is calibrated, on its participants, near the truth', () => {
    const { calibration, participants, complete, calls } = result;
    expect({ complete, calls }).toEqual({
      complete: true,
      calls: { kept: CALLS * ITEMS, missing: 0 },
    });
    expect(participants).toHaveLength(16);
    expect(calibration).toMatchObject({ by: 'participants', participants: 16, items: ITEMS });
    expect(calibration).toMatchObject({ isPartial: false, converged: true, scale: { on: 'solo' } });
    expect(calibration.effectiveParticipants).toBeLessThan(8);
    expect(calibration.persuasion).toHaveLength(12);
    const { items, parameters } = readParameters(join(out, 'parameters.csv'));
    expect(items).toHaveLength(ITEMS);
    expect(spearman(parameters.b, b)).toBeGreaterThan(0.6);
  });

  test('the recorded models are predicted, and items to look at first are listed as no test', () => {
    const { realModels, itemsToCheck, warnings } = result.calibration;
    expect(realModels.models).toHaveLength(8);
    expect(realModels.difficulty).toBeGreaterThan(0.4);
    const { parameters, shares, alike } = realModels.logLikelihood;
    expect(parameters).toBeGreaterThan(alike);
    // The share right of four models, with an ability, is a hard baseline to beat.
    const isNamed = realModels.better.some(
      (own: object) => JSON.stringify(own) === '{"measure":"logLikelihood","by":"shares"}',
    );
    expect(isNamed).toBe(shares > parameters);
    expect(itemsToCheck).toMatchObject({ inPart: 0 });
    expect(itemsToCheck.first).toHaveLength(50);
    expect(warnings).toEqual([]);
  });

  test('it writes the files it names, and prints the report', () => {
    expect(readdirSync(out).sort()).toEqual([
      ...['parameters.csv', 'report.html', 'report.json', 'responses.csv'],
    ]);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(result);
    const { matrix, families } = readResponses(join(out, 'responses.csv'));
    expect(matrix.examinees).toHaveLength(16);
    expect(new Set(families)).toEqual(new Set(POOL));
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    // Links within the page are its own.
    expect(page).not.toMatch(/<script|src=|href="(?!#)/);
    expect(page).toContain('<svg');
    for (const name of [...POOL, 'known-7']) expect(page).toContain(name);
  });

  test('its calibration is kept with its lineage, beside one on the solos, and can be written again', async () => {
    const { number, fingerprint } = result.calibration;
    const solos = await succeed('calibrate', 'synthesized', '--run', '1', '--by', 'solos', ...on);
    const listed = JSON.parse(
      await succeed('calibrate', 'list', '--bank', 'exam', ...on, '--json'),
    ).sort((one: { id: number }, other: { id: number }) => one.id - other.id);
    expect(listed).toHaveLength(2);
    expect(solos).toContain(`--calibration ${listed[1].id}`);
    expect(listed[1]).toMatchObject({ method: 'synthesis', options: { run: 1, by: 'solos' } });
    expect(listed[0]).toMatchObject({
      id: number,
      method: 'synthesis',
      items: ITEMS,
      bankVersion: 1,
    });
    expect(listed[0].examinees).toHaveLength(16);
    const { options } = listed[0];
    expect(options).toMatchObject({ run: 1, by: 'participants', design: 'complete', seed: 1 });
    expect(options.pool).toEqual(POOL.map((name) => ({ name, model: `org/${name}-7b` })));
    expect(options.warnings).toEqual([]);
    expect(options.scores.lowest).toBeLessThan(options.scores.highest);
    const file = join(folder, 'shown.csv');
    const shown = await succeed('calibrate', 'show', `${number}`, ...on, '--out', file);
    expect(shown).toContain(fingerprint);
    expect(shown).toContain('alpha, beta, gamma');
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(out, 'parameters.csv'), 'utf8'));
  });
});

test.runIf(IS_ALL)(
  'a run that is not finished is calibrated on request, with the answers so far',
  async () => {
    const part = join(folder, 'part.db');
    await keepSynthesis(part, { isFinished: false });
    const refused = await thetarank(['calibrate', 'synthesized', '--run', '1', '--database', part]);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('--partial');
    const args = [
      'calibrate',
      'synthesized',
      '--run',
      '1',
      '--partial',
      '--database',
      part,
      '--json',
    ];
    const { calibration, complete, calls } = JSON.parse(await succeed(...args));
    expect({ complete, calls }).toEqual({
      complete: false,
      calls: { kept: (CALLS * ITEMS) / 2, missing: null },
    });
    expect(calibration).toMatchObject({ isPartial: true, items: ITEMS / 2, participants: 16 });
  },
);

test.each([
  ['calibrate synthesized --run 9', 'unknown run "9"'],
  ['calibrate synthesized --run 2', 'a run of calibrate synthesize: 1'],
  ['calibrate show 99', 'unknown calibration "99"'],
  ['calibrate list --bank exan', 'Did you mean exam?'],
])('%s', async (words, said) => {
  const store = await openStore(database, { clock });
  if ((await store.runs()).length === 1)
    await store.createRun({ format: 'thetarank-run' }, 'x', '');
  await store.close();
  const ran = await thetarank([...words.split(' '), ...on]);
  expect(ran.status).toBe(2);
  expect(ran.stderr).toContain(said);
});
