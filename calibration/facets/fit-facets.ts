import { checkRatings } from './check-ratings.ts';
import { facetCurves } from './facet-curves.ts';
import { type FacetLayout, facetLayout } from './facet-layout.ts';
import { FacetPass } from './facet-pass.ts';
import {
  FACET_PRIORS,
  type FacetDeviations,
  type FacetFit,
  type FacetOptions,
  type FacetRatings,
} from './facet-types.ts';
import { type FacetMaximum, maximiseFacets } from './maximise-facets.ts';
import { summariseFacets } from './summarise-facets.ts';

const LEAST_STEP = 0.1;
const MOST_STEP = 0.4;

/**
 * Many-facet Rasch model of ratings: log P(k) − log P(k − 1) = θ_answer + δ − severity_rater − difficulty_aspect − τ_k, with qualities θ ~ N(μ_group, σ²) and
 * deviations δ ~ N(0, φ²) that the ratings of one answer in one aspect (or by one rater) share. Severities, difficulties, thresholds, means and both standard deviations are
 * at the mode of their marginal posterior; θ and δ are integrated out, so that few ratings per answer do not bias them as joint maximum likelihood does (Neyman & Scott 1948).
 * Errors are robust: by sandwich over clusters of answers.
 *
 * @throws OPTION_INVALID, NO_ANSWERS
 * @see Linacre (1989), Many-Facet Rasch Measurement; Wang & Wilson (2005), Applied Psychological Measurement 29, 126–149
 */
export function fitFacets(ratings: FacetRatings, options: FacetOptions = {}): FacetFit {
  checkRatings(ratings, options);
  const { deviations = 'auto' } = options;
  const candidates: readonly FacetDeviations[] =
    deviations !== 'auto'
      ? [deviations]
      : hasSeveralAspects(ratings)
        ? ['aspect', 'rater']
        : ['none'];
  const fits: FacetPoint[] = [];
  for (const candidate of candidates)
    fits.push(maximum(ratings, options, candidate, fits.at(-1)?.xi));
  const best = fits.reduce((most, one) =>
    one.found.logLikelihood > most.found.logLikelihood ? one : most,
  );
  return summariseFacets(ratings, options, best);
}

/** A point of highest posterior, before anything is reported of it. */
export interface FacetPoint {
  readonly layout: FacetLayout;
  readonly pass: FacetPass;
  readonly xi: Float64Array;
  readonly step: number;
  readonly found: FacetMaximum;
}

function maximum(
  ratings: FacetRatings,
  options: FacetOptions,
  deviations: FacetDeviations,
  start?: Float64Array,
): FacetPoint {
  const layout = facetLayout(ratings, options, deviations);
  const pass = new FacetPass(layout);
  const xi = start?.slice() ?? startingPoint(layout);
  if (layout.deviationAt >= 0) xi[layout.deviationAt] = Math.log(0.5);
  const { maxIterations = 100, tolerance = 1e-6, priors = FACET_PRIORS, onRound } = options;
  let step = nodeStep(layout, xi);
  let found: FacetMaximum = { iterations: 0, converged: false, logLikelihood: 0 };
  // The step follows the estimates down to its least value.
  for (;;) {
    const before = found.iterations;
    const next = maximiseFacets(pass, xi, step, priors, {
      maxIterations: Math.max(1, maxIterations - before),
      ...{ tolerance, before, onRound },
    });
    found = { ...next, iterations: before + next.iterations };
    const spreads = xi.subarray(layout.sdAt, layout.size);
    const isAtBound = spreads.some((x) => x < Math.log(1.05 * step));
    const needed = isAtBound ? Math.max(LEAST_STEP, step / 2) : nodeStep(layout, xi);
    if (needed > 0.9 * step || found.iterations >= maxIterations) break;
    step = needed;
  }
  return { layout, pass, xi, step, found };
}

/** Deviations can only be told from noise if some answer has ratings of two aspects. */
function hasSeveralAspects({ answers, aspects }: FacetRatings): boolean {
  const first = new Map<number, number>();
  for (let k = 0; k < answers.length; k++) {
    const known = first.get(answers[k]);
    if (known === undefined) first.set(answers[k], aspects[k]);
    else if (known !== aspects[k]) return true;
  }
  return false;
}

/** Thresholds and means from the shares of categories, all else 0 or usual. */
function startingPoint(layout: FacetLayout): Float64Array {
  const xi = new Float64Array(layout.size);
  const K = layout.counts.categories;
  const counts = new Float64Array(K).fill(0.5);
  for (const score of layout.scores) counts[score]++;
  const ratios = Float64Array.from({ length: K - 1 }, (_, k) =>
    Math.log(counts[k] / counts[k + 1]),
  );
  const centre = ratios.reduce((sum, x) => sum + x, 0) / (K - 1);
  for (let p = layout.thresholdsFrom; p < layout.meansFrom; p++)
    xi[p] = ratios[(p - layout.thresholdsFrom) % (K - 1)] - centre;
  xi.fill(-centre, layout.meansFrom, layout.sdAt);
  return xi;
}

/**
 * The distance of nodes: the least standard deviation of anything that is summed over them, at which the error of the sum is exp(−2π²) (trapezoidal rule on normal curves: Goodwin 1949,
 * Proceedings of the Cambridge Philosophical Society 45, 241–245).
 */
function nodeStep(layout: FacetLayout, xi: Float64Array): number {
  const { answerStarts, partStarts, counts } = layout;
  const K = counts.categories;
  const { above, nodes } = facetCurves(layout, xi, MOST_STEP);
  const W = nodes.length;
  let information = 0;
  for (let row = 0; row < above.length; row += (K - 1) * W)
    for (let u = 0; u < W; u++) {
      let [mean, second] = [0, 0];
      for (let k = 0; k < K - 1; k++) {
        mean += above[row + k * W + u];
        second += (2 * k + 1) * above[row + k * W + u];
      }
      information = Math.max(information, second - mean * mean);
    }
  const sd = Math.exp(xi[layout.sdAt]);
  const phi = layout.deviationAt < 0 ? 0 : Math.exp(xi[layout.deviationAt]);
  let least = sd;
  for (let a = 0; a < counts.answers; a++) {
    let precision = 1 / (sd * sd);
    for (let part = answerStarts[a]; part < answerStarts[a + 1]; part++) {
      const own = (partStarts[part + 1] - partStarts[part]) * information;
      precision += 1 / (phi * phi + 1 / own);
      if (phi > 0) least = Math.min(least, 1 / Math.sqrt(own + 1 / (phi * phi)));
    }
    least = Math.min(least, 1 / Math.sqrt(precision));
  }
  return Math.min(MOST_STEP, Math.max(LEAST_STEP, least));
}
