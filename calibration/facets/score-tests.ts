import { holm } from '../../src/statistics/holm.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';
import { type AnswerScores, influence, visitClusters } from './facet-covariance.ts';
import type { FacetLayout } from './facet-layout.ts';
import type { FacetSums } from './facet-pass.ts';
import type { FacetTests } from './facet-types.ts';

/** Less information than this share of its own is left beside the other parameters: nothing can be said. */
const DEPENDENT = 1e-6;

/** Estimates with two-sided p and Holm's adjustment over those that are known. */
export function testsOf(values: Float64Array, errors: Float64Array): FacetTests {
  const ps = values.map((value, k) => 2 * normalTail(Math.abs(value) / errors[k]));
  const known = Int32Array.from(ps, (_, k) => k).filter((k) => !Number.isNaN(ps[k]));
  const adjusted = new Float64Array(ps.length).fill(Number.NaN);
  holm(Float64Array.from(known, (k) => ps[k])).forEach((p, k) => {
    adjusted[known[k]] = p;
  });
  return { values, errors, ps, adjusted };
}

/**
 * Tests of parameters that the fit holds at 0, without another fit (Rao's score test, robust: Boos 1992, American Statistician 46, 327–333). With e = g − I₀V g′, the score of the parameter
 * less what the others explain of it, the value is one Newton step Σe/I*, I* = I₀₀ − I₀VI₀ᵀ, its error √Σe²/I* over clusters.
 */
export function scoreTests(
  layout: FacetLayout,
  sums: FacetSums,
  scores: AnswerScores,
  bread: Float64Array,
  members: readonly (readonly number[])[],
): { readonly sensitivity: FacetTests; readonly bias: FacetTests } {
  const { size, all } = layout;
  const tested = all - size;
  const left = new Float64Array(tested);
  const row = new Float64Array(size);
  for (let t = 0; t < tested; t++) {
    const known: number[] = [];
    const cross = sums.cross.subarray(t * size, (t + 1) * size);
    for (let p = 0; p < size; p++) if (cross[p] !== 0) known.push(p);
    influence(size, bread, cross, known, row);
    let explained = 0;
    for (const p of known) explained += cross[p] * row[p];
    const own = sums.own[t] - explained;
    left[t] = own > DEPENDENT * sums.own[t] ? own : Number.NaN;
  }
  const total = new Float64Array(tested);
  const squares = new Float64Array(tested);
  const parts = new Float64Array(size);
  visitClusters(layout, scores, members, (_, clusterSums, known) => {
    influence(size, bread, clusterSums, known, parts);
    for (let t = 0; t < tested; t++) {
      let e = clusterSums[size + t];
      const cross = t * size;
      for (let p = 0; p < size; p++) e -= sums.cross[cross + p] * parts[p];
      total[t] += e;
      squares[t] += e * e;
    }
  });
  const clusters = members.length;
  const factor = clusters > 1 ? clusters / (clusters - 1) : Number.NaN;
  const values = total.map((e, t) => e / left[t]);
  const errors = squares.map((e, t) => Math.sqrt(factor * e) / left[t]);
  const raters = layout.counts.raters;
  return {
    sensitivity: testsOf(values.slice(0, raters), errors.slice(0, raters)),
    bias: testsOf(values.slice(raters), errors.slice(raters)),
  };
}
