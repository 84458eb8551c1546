import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import type { Context } from '../../../src/operations/operation.ts';
import { calibrateAnswers } from '../../../src/operations/synthesize/calibrate.ts';
import { staleFiles, writeSynthesis } from '../../../src/operations/synthesize/files.ts';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import type { Store } from '../../../src/store/store.ts';
import type { SynthesisSource } from '../../../src/workflow/synthesis/fit/synthesis-source.ts';
import type { SynthesisResult } from '../../../src/workflow/synthesis/synthesis-result.ts';
import { aloneOf } from '../../calibration/synthesize/pool.ts';
import { temporaryFolder } from '../../files/temporary.ts';

/** What is not looked at where nothing is calibrated. */
interface Nothing {
  readonly store: Store;
  readonly source: SynthesisSource;
}

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
  const notes: string[] = [];
  const context = { note: (text: string) => void notes.push(text) } as unknown as Context;
  const result = { participants: [], complete: false } as unknown as SynthesisResult;
  const how = { by: 'participants', fit: false, out: folder } as const;
  const nothing = { store: null, source: null } as unknown as Nothing;
  await calibrateAnswers(nothing.store, nothing.source, result, how, context);
  expect(notes).toEqual([expect.stringContaining(parameters)]);
});
