import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { staleFiles, writeSynthesis } from '../../../src/operations/synthesize/files.ts';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import type { SynthesisResult } from '../../../src/workflow/synthesis/synthesis-result.ts';
import { aloneOf } from '../../calibration/synthesize/pool.ts';
import { temporaryFolder } from '../../files/temporary.ts';

test('a session that calibrates nothing leaves the parameters of an earlier one, and names them', async () => {
  const folder = temporaryFolder();
  const parameters = join(folder, 'parameters.csv');
  writeFileSync(parameters, 'item,a,b\n');
  const plan = synthesisPlan(participantsOf([aloneOf(['a', 'b'])]));
  const source = { plan, ids: ['i'], kept: new KeptCalls(plan.calls.length, 1) };
  const written = await writeSynthesis(folder, {} as SynthesisResult, source, null);
  expect(written).not.toContain(parameters);
  expect(staleFiles(folder)).toEqual([parameters]);
  expect(readFileSync(parameters, 'utf8')).toBe('item,a,b\n');
});
