import { beforeAll, describe, expect, test } from 'vitest';
import { POINTS, runFits } from './stress/run-fits.ts';

/** Enough that the waiting that did not look again fails at the point add-after in each of 20 trials. */
const FITS = 10;

let known: string;
beforeAll(async () => {
  [known] = await runFits(1, 1, null);
});

// They sleep most of the time: several at once.
describe.concurrent('threads that stall between any two atomic operations give the fit of one thread, bit by bit', () => {
  test.each(POINTS)('%s', async (at) => {
    const found = await runFits(at === 'add-after' ? FITS : 3, 3, { at });
    expect([...new Set(found)]).toEqual([known]);
  });

  test('at all of them', async () => {
    const found = await runFits(3, 3, { share: 0.3 });
    expect([...new Set(found)]).toEqual([known]);
  });
});
