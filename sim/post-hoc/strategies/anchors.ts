import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { randomStream } from '../../../src/random.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';
import { anchorsOf, anchorVariance, byDistance, embedItems } from '../anchor-items.ts';
import { gpIrt, irtBias } from '../gp-irt.ts';
import { kMeans } from '../k-means.ts';
import { fromScore, oncePerFold, oncePerLength, type Strategy } from '../strategy-test.ts';

/**
 * Static anchor items, as tinyBenchmarks: k-means of the items by their calibrated curves, with as many clusters as items to
 * ask; from each cluster the item nearest to its centre, weighted by the cluster's share of the full score. The score is
 * gp-IRT: λ of the anchors' weighted mean, 1 − λ of the calibrated prediction from the same answers (ability by EAP). The
 * anchors are the same for all examinees of a fold; an examinee without an answer to one gets the next nearest of its cluster.
 *
 * @see Maia Polo et al. (2024), tinyBenchmarks, arXiv 2402.14992
 */
export const anchors: Strategy = (test) => {
  const { part, examinee, lengths } = test;
  const bias = biasOf(test);
  return lengths.map((length) => {
    const { clusters, variance } = clustersOf(test, length);
    const { items, weights } = anchorsOf(examinee, clusters);
    const mean = items.reduce((sum, j, c) => sum + weights[c] * examinee.scores[j], 0);
    const [prediction] = fixedTest(part.bank, examinee, items, [items.length]);
    return fromScore(examinee, items, gpIrt(mean, variance, prediction, bias));
  });
};

const biasOf = oncePerFold(irtBias);

const clustersOf = oncePerLength(({ bank, part, known, foldPath }, length) => {
  const points = embedItems(part.bank.items);
  const count = bank.responses.items.length;
  const weights = fullScoreWeights(bank.fullScore, bank.tags, () => true, count);
  const random = randomStream(foldPath.join('/'), 'anchors', length);
  const clusters = byDistance(kMeans(points, 2, weights, length, random), 2);
  return { clusters, variance: anchorVariance(known.examinees, clusters) };
});
