import { expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { partRatios, partScores } from '../../src/ranking/robust/part-errors.ts';
import { prepareRobust } from '../../src/ranking/robust/prepare-robust.ts';
import { robustTest } from '../../src/ranking/robust/robust-test.ts';
import { matrixOf, simulate } from '../calibration/simulated.ts';

test('intervals by tag hold for examinees that were not seen', () => {
  const [SEEN, UNSEEN, ITEMS] = [24, 40, 100];
  const { matrix } = simulate('tag-coverage', SEEN + UNSEEN, ITEMS);
  const scoresOf = (i: number) =>
    Float64Array.from(matrix.scores.subarray(i * ITEMS, (i + 1) * ITEMS));
  const codes = Uint16Array.from({ length: ITEMS }, (_, j) => j % 5);
  const parts = { count: 5, of: codes };
  const weights = new Float64Array(ITEMS).fill(1 / ITEMS);
  const prepared = prepareRobust({
    responses: matrixOf(SEEN, ITEMS, (i, j) => scoresOf(i)[j]),
    weights: Array.from({ length: SEEN }, () => weights),
    families: Array.from({ length: SEEN }, (_, i) => `e${i}`),
    tag: { values: ['a', 'b', 'c', 'd', 'e'], codes },
    lengths: [60],
    seed: 'tag-coverage',
  });
  const [{ factor, verified }] = prepared.tagFactors;
  expect(verified).toBe(true);
  const ratios = Array.from({ length: UNSEEN }, (_, k) => {
    const scores = scoresOf(SEEN + k);
    const random = randomStream('test', k);
    const [{ parts: predicted }] = robustTest(prepared, { scores, weights }, [60], random, parts);
    return partRatios(predicted!, partScores(scores, weights, parts));
  }).flat();
  const coverage = ratios.filter((ratio) => ratio <= factor).length / ratios.length;
  expect(coverage).toBeGreaterThan(0.85);
  expect(coverage).toBeLessThan(0.97);
});
