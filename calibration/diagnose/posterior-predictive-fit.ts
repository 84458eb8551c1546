import type { NormalPrior } from '../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomStream } from '../../src/random.ts';
import { posteriorDraws } from './posterior-draws.ts';

/** Groups of ability, and the examinees that each is to have at least. */
const MOST_GROUPS = 10;
const GROUP_EXAMINEES = 10;
const FEWEST_GROUPS = 2;
/** Answers per item, below which groups say nothing. */
export const FEWEST_ANSWERS = GROUP_EXAMINEES * FEWEST_GROUPS;
/** Of the 53 random bits of a uniform number, some 30 are still unused at this share. */
const LEAST_LEFT = 1e-7;

/**
 * Posterior-predictive check of each item: the probability that answers drawn from the model fit the item's curve as badly as the
 * recorded ones. Per draw, an ability is drawn from each examinee's posterior, examinees are sorted into groups of these abilities, and
 *
 *     X² = Σ_g (O_g − Σ P)² / Σ P (1 − P)
 *
 * is computed from the recorded answers and from answers drawn at the same abilities. p is the share of draws in which that of the drawn
 * answers is at least as large, both counted with one more. It takes missing answers and any number of items. Parameters count as known,
 * and abilities adapt to the recorded answers, so p is nearer to a half than a uniform probability: a small p is evidence of misfit, a
 * middling one not of fit.
 *
 * @param prior distribution of ability in the calibration
 * @param onProgress called with the finished share of the items
 * @returns one entry per item; NaN below 20 answers
 * @see Gelman, Meng & Stern (1996), Statistica Sinica 6, 733–807; Sinharay (2006), British Journal of Mathematical and Statistical
 *   Psychology 59, 429–449
 */
export function posteriorPredictiveFit(
  { scores, items, examinees }: ResponseMatrix,
  parameters: ItemParameters,
  prior: NormalPrior,
  options: { readonly draws: number; readonly seed: number },
  onProgress: (share: number) => void = () => {},
): Float64Array {
  const width = items.length;
  const { draws, seed } = options;
  const result = new Float64Array(width).fill(Number.NaN);
  const { nodes, drawn } = posteriorDraws(scores, examinees, parameters, prior, options);
  const groups = Math.min(MOST_GROUPS, Math.floor(examinees.length / GROUP_EXAMINEES));
  if (groups < FEWEST_GROUPS) return result;
  const groupOf = groupsByDraw(drawn, examinees.length, draws, nodes.length, groups);
  const p = new Float64Array(nodes.length);
  const rows = new Int32Array(examinees.length);
  const answers = new Float64Array(examinees.length);
  // Per group: recorded and drawn right answers, their expected number and its variance.
  const [recorded, replicated, expected, variance] = Array.from(
    { length: 4 },
    () => new Float64Array(groups),
  );
  const statistic = (right: Float64Array) => {
    let sum = 0;
    for (let g = 0; g < groups; g++)
      if (variance[g] > 0) sum += (right[g] - expected[g]) ** 2 / variance[g];
    return sum;
  };
  for (let j = 0; j < width; j++) {
    let answered = 0;
    for (let i = 0; i < examinees.length; i++) {
      if (Number.isNaN(scores[i * width + j])) continue;
      answers[answered] = scores[i * width + j];
      rows[answered++] = i;
    }
    if (answered < FEWEST_ANSWERS) continue;
    const { a, b, c, d } = parameters;
    for (let q = 0; q < p.length; q++) p[q] = probability(nodes[q], a[j], b[j], c[j], d[j]);
    const random = randomStream(seed, 'diagnose', 'replicates', items[j]);
    let asLarge = 0;
    let uniform = 0;
    let left = 0;
    for (let t = 0; t < draws; t++) {
      const from = t * examinees.length;
      for (let g = 0; g < groups; g++) recorded[g] = replicated[g] = expected[g] = variance[g] = 0;
      for (let k = 0; k < answered; k++) {
        const at = from + rows[k];
        const g = groupOf[at];
        const own = p[drawn[at]];
        // A uniform number below P is uniform again after division by P. It is renewed before its digits run out.
        if (left < LEAST_LEFT) {
          uniform = random();
          left = 1;
        }
        if (uniform < own) {
          replicated[g]++;
          uniform /= own;
          left *= own;
        } else {
          uniform = (uniform - own) / (1 - own);
          left *= 1 - own;
        }
        recorded[g] += answers[k];
        expected[g] += own;
        variance[g] += own * (1 - own);
      }
      if (statistic(replicated) >= statistic(recorded)) asLarge++;
    }
    result[j] = (1 + asLarge) / (1 + draws);
    onProgress((j + 1) / width);
  }
  return result;
}

/** The group of each drawn ability among those of the same draw: groups of equal size, equal abilities together. */
function groupsByDraw(
  drawn: Uint16Array,
  examinees: number,
  draws: number,
  nodes: number,
  groups: number,
): Uint8Array {
  const groupOf = new Uint8Array(drawn.length);
  const below = new Int32Array(nodes);
  for (let t = 0; t < draws; t++) {
    below.fill(0);
    for (let i = 0; i < examinees; i++) below[drawn[t * examinees + i]]++;
    let sum = 0;
    for (let q = 0; q < nodes; q++) {
      const own = below[q];
      // By the middle of those who share the node.
      below[q] = Math.min(groups - 1, Math.floor(((sum + own / 2) * groups) / examinees));
      sum += own;
    }
    for (let i = 0; i < examinees; i++)
      groupOf[t * examinees + i] = below[drawn[t * examinees + i]];
  }
  return groupOf;
}
