import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/temporary.ts';
import { repetitions } from '../../repetitions.ts';
import { ITEM_SAMPLES, importDamaged } from './fuzz-items.ts';

describe.each(Object.entries(ITEM_SAMPLES))('%s', (_, sample) => {
  const folder = temporaryFolder();
  test('damaged in a few places: every record counted, or refused with one clear line', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 2 ** 31 - 1 }), async (seed) => {
        ends.add(await importDamaged(folder, sample, seed));
      }),
      { seed: 1, numRuns: repetitions(100, 40) },
    );
    expect(ends).toContain('read');
  });
});
