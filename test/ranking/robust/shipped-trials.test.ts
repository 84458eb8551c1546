import { expect, test } from 'vitest';
import { startRanking } from '../../../scripts/start-ranking.ts';
import { heldOutTests } from '../../../src/ranking/robust/prepare-robust.ts';
import { closeTrials } from './close-trials.ts';

test('npm start finds the trials of each of its calibrations, and those are what it would compute', async () => {
  const { requests } = await startRanking();
  for (const { trials } of requests) expect(trials).toHaveLength(4);
  const [first] = requests;
  // The other nineteen: shipped-trials.slow.test.ts.
  closeTrials(heldOutTests(first)!.test(3), first.trials![3]);
});
