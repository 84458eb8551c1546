import { fTail } from '../../src/statistics/f-tail.ts';
import { holm } from '../../src/statistics/holm.ts';
import { invertSymmetric } from '../../src/statistics/invert-symmetric.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';
import { sampleVariance } from '../../src/statistics/sample-variance.ts';
import { answerCollector, answerScores } from './collect-answers.ts';
import { influence, modelCovariance, visitClusters } from './facet-covariance.ts';
import { facetCurves } from './facet-curves.ts';
import type { FacetLayout } from './facet-layout.ts';
import {
  FACET_PRIORS,
  type FacetFit,
  type FacetOptions,
  type FacetRatings,
} from './facet-types.ts';
import { FairTables } from './fair-tables.ts';
import type { FacetPoint } from './fit-facets.ts';
import { groupScores } from './group-scores.ts';
import { priorPrecisions } from './maximise-facets.ts';
import { raterComponents } from './rater-components.ts';
import { raterEffects } from './rater-effects.ts';
import { raterFit } from './rater-fit.ts';
import { scoreTests, testsOf } from './score-tests.ts';
import { freePositions } from './sum-zero.ts';

/** Everything that a fit reports, from one last pass over the answers. */
export function summariseFacets(
  ratings: FacetRatings,
  options: FacetOptions,
  { layout, pass, xi, step, found }: FacetPoint,
): FacetFit {
  const { level = 0.9, priors = FACET_PRIORS } = options;
  const { size } = layout;
  const raters = layout.counts.raters;
  const curves = facetCurves(layout, xi, step);
  const collector = answerCollector(layout);
  const fit = raterFit(layout);
  fit.begin(curves.above, curves.nodes.length);
  const means = xi.slice(layout.meansFrom, layout.meansFrom + layout.groupCount);
  const sums = pass.derivatives(xi, step, {
    centre: means.reduce((sum, mean) => sum + mean, 0) / means.length,
    fair: new FairTables(layout, xi, curves),
    visitRating: fit.visitRating,
    visit: (view) => {
      collector.visit(view);
      fit.visit(view);
    },
  });
  const collected = collector.collected();
  const bread = modelCovariance(layout, sums.information, priorPrecisions(layout, priors));
  const members = membersOf(layout, options.clusters);
  const covariance = robustCovariance(layout, collected.scores, bread, members);
  const errorAt = (p: number) => Math.sqrt(Math.max(0, covariance[p * size + p]));
  const errors = (from: number, count: number) =>
    Float64Array.from({ length: count }, (_, k) => errorAt(from + k));
  const severities = xi.slice(0, raters);
  const modelErrors = Float64Array.from(severities, (_, r) => Math.sqrt(bread[r * size + r]));
  // Raters who always agree leave a robust error of 0, which is no knowledge.
  const severityErrors = errors(0, raters).map((error, r) => Math.max(error, modelErrors[r]));
  const components = raterComponents(ratings);
  const residuals = fit.sums();
  const tests = scoreTests(layout, sums, collected.scores, bread, members);
  const answerCounts = new Int32Array(layout.counts.answers);
  for (const a of ratings.answers) answerCounts[a]++;
  return {
    raters: {
      severities,
      errors: severityErrors,
      modelErrors,
      ...raterEffects(layout, xi, curves, severityErrors),
      ratings: residuals.ratings,
      usedOneCategory: oneCategory(ratings),
      components,
      infit: residuals.infit,
      outfit: residuals.outfit,
      misfit: adjustedPs(residuals.misfitZ),
      ...tests,
      halo: testsOf(residuals.halo, residuals.haloErrors, members.length - 1),
      reliability: reliabilityOf(severities, severityErrors),
      equal: equalSeverities(
        severities,
        covariance,
        bread,
        members.length,
        components.every((one) => one === components[0]),
      ),
    },
    aspects: {
      difficulties: xi.slice(layout.aspectsFrom, layout.thresholdsFrom),
      errors: errors(layout.aspectsFrom, layout.counts.aspects),
    },
    thresholds: xi.slice(layout.thresholdsFrom, layout.meansFrom),
    thresholdErrors: errors(layout.thresholdsFrom, layout.meansFrom - layout.thresholdsFrom),
    answers: {
      ...answerScores(layout, collected, covariance, level),
      qualities: collected.qualities,
      qualityErrors: collected.qualityErrors,
      ratings: answerCounts,
    },
    groups: { ...groupScores(layout, collected, bread, members, level), means },
    sd: Math.exp(xi[layout.sdAt]),
    deviationSd: layout.deviationAt < 0 ? 0 : Math.exp(xi[layout.deviationAt]),
    deviations: layout.deviations,
    clusters: members.length,
    logLikelihood: sums.logLikelihood,
    freeParameters: freePositions(layout).length,
    iterations: found.iterations,
    converged: found.converged,
    quadrature: { nodes: curves.nodes.length, step },
  };
}

/** Answers with ratings of each cluster, in the order of their first answer. */
function membersOf(layout: FacetLayout, clusters: Int32Array | undefined): number[][] {
  const members = new Map<number, number[]>();
  for (let a = 0; a < layout.counts.answers; a++) {
    if (layout.ratingStarts[a + 1] === layout.ratingStarts[a]) continue;
    const cluster = clusters?.[a] ?? a;
    const own = members.get(cluster);
    if (own === undefined) members.set(cluster, [a]);
    else own.push(a);
  }
  return [...members.values()];
}

/** V (Σ g gᵀ) V over clusters, × C/(C − 1). */
function robustCovariance(
  layout: FacetLayout,
  scores: ReturnType<ReturnType<typeof answerCollector>['collected']>['scores'],
  bread: Float64Array,
  members: readonly (readonly number[])[],
): Float64Array {
  const { size } = layout;
  const covariance = new Float64Array(size * size);
  const parts = new Float64Array(size);
  visitClusters(layout, scores, members, (_, sums, known) => {
    influence(size, bread, sums, known, parts);
    for (let p = 0; p < size; p++)
      for (let q = 0; q <= p; q++) covariance[p * size + q] += parts[p] * parts[q];
  });
  const clusters = members.length;
  const factor = clusters > 1 ? clusters / (clusters - 1) : Number.NaN;
  for (let p = 0; p < size; p++)
    for (let q = 0; q <= p; q++) {
      covariance[p * size + q] *= factor;
      covariance[q * size + p] = covariance[p * size + q];
    }
  return covariance;
}

function oneCategory({ raters, scores, counts }: FacetRatings): Uint8Array {
  const first = new Int32Array(counts.raters).fill(-1);
  const used = new Uint8Array(counts.raters).fill(1);
  for (let k = 0; k < scores.length; k++)
    if (first[raters[k]] === -1) first[raters[k]] = scores[k];
    else if (first[raters[k]] !== scores[k]) used[raters[k]] = 0;
  return used;
}

function adjustedPs(z: Float64Array): Float64Array {
  const known = Int32Array.from(z, (_, r) => r).filter((r) => !Number.isNaN(z[r]));
  const adjusted = new Float64Array(z.length).fill(Number.NaN);
  holm(Float64Array.from(known, (r) => 2 * normalTail(Math.abs(z[r])))).forEach((p, k) => {
    adjusted[known[k]] = p;
  });
  return adjusted;
}

/** Separation reliability: (observed variance − mean square error) / observed variance, at least 0. */
function reliabilityOf(severities: Float64Array, errors: Float64Array): number {
  if (severities.length < 2) return Number.NaN;
  const observed = sampleVariance(severities);
  const error = errors.reduce((sum, e) => sum + e * e, 0) / errors.length;
  return observed > 0 ? Math.max(0, 1 - error / observed) : 0;
}

/**
 * Wald's test with an estimated covariance, as Hotelling's T² of C clusters: (C − q)/(C − 1)/q of the statistic is compared with F of q and C − q degrees. With the robust covariance and
 * with that of the model; the larger p counts: few common answers leave a robust covariance that is too small. Unknown between raters without common answers.
 */
function equalSeverities(
  severities: Float64Array,
  robust: Float64Array,
  bread: Float64Array,
  clusters: number,
  isConnected: boolean,
): FacetFit['raters']['equal'] {
  const q = severities.length - 1;
  const degrees = [q, clusters - q] as const;
  if (q === 0 || clusters <= q || !isConnected) return { f: Number.NaN, degrees, p: Number.NaN };
  const f = Math.min(...[robust, bread].map((one) => waldF(severities, one, clusters)));
  return { f, degrees, p: fTail(f, q, clusters - q) };
}

/** Infinite if the covariance has no inverse. */
function waldF(severities: Float64Array, covariance: Float64Array, clusters: number): number {
  const q = severities.length - 1;
  const size = Math.sqrt(covariance.length);
  const own = Float64Array.from(
    { length: q * q },
    (_, at) => covariance[Math.floor(at / q) * size + (at % q)],
  );
  const { inverse } = invertSymmetric(own, q);
  let sum = 0;
  for (let r = 0; r < q; r++)
    for (let s = 0; s < q; s++) sum += severities[r] * inverse[r * q + s] * severities[s];
  const f = (sum * (clusters - q)) / (clusters - 1) / q;
  return Number.isFinite(f) && f >= 0 ? f : Number.POSITIVE_INFINITY;
}
