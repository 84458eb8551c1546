import { expect, test } from 'vitest';
import { startRanking } from '../../../scripts/start-ranking.ts';
import { runTrials } from '../../../src/ranking/robust/prepare-robust.ts';
import { closeTrials } from './close-trials.ts';

test('the trials that come with the package are what the program computes', async () => {
  const { requests } = await startRanking();
  for (const request of requests) {
    const computed = runTrials(request)!;
    expect(computed).toHaveLength(request.trials!.length);
    computed.forEach((own, k) => {
      closeTrials(own, request.trials![k]);
    });
  }
});
