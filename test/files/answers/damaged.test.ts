import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IS_ALL, repetitions } from '../../repetitions.ts';
import { temporaryFolder } from '../temporary.ts';
import { readDamaged } from './fuzz-case.ts';
import { SAMPLES } from './sample-files.ts';

/** Parquet is read on a thread of its own, which takes as long as fifty readings of text. */
const runsOf = (name: string) =>
  name.startsWith('parquet') ? repetitions(6, 2) : repetitions(150, 50);

describe.each(Object.entries(SAMPLES))('%s', (name, sample) => {
  const folder = temporaryFolder();
  test('damaged in a few places: read with every record counted, or refused with one clear line', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 2 ** 31 - 1 }), async (seed) => {
        ends.add(await readDamaged(folder, sample, seed));
      }),
      { seed: 1, numRuns: runsOf(name) },
    );
    // Damage of both kinds was met, else it shows nothing.
    if (IS_ALL && !name.startsWith('parquet'))
      expect([...ends].sort()).toEqual(['read', 'refused']);
  });
});
