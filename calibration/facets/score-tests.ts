import { holm } from '../../src/statistics/holm.ts';
import { studentTail } from '../../src/statistics/student-tail.ts';
import { type AnswerScores, influence, visitClusters } from './facet-covariance.ts';
import type { FacetLayout } from './facet-layout.ts';
import type { FacetSums } from './facet-pass.ts';
import type { FacetTests } from './facet-types.ts';

/** Less information than this share of its own is left beside the other parameters: nothing can be said. */
const DEPENDENT = 1e-6;

/** Estimates with two-sided p by Student's t, and Holm's adjustment over those that are known. */
export function testsOf(values: Float64Array, errors: Float64Array, degrees: number): FacetTests {
  const ps = values.map((value, k) =>
    degrees < 1 ? Number.NaN : 2 * studentTail(Math.abs(value) / errors[k], degrees),
  );
  const known = Int32Array.from(ps, (_, k) => k).filter((k) => !Number.isNaN(ps[k]));
  const adjusted = new Float64Array(ps.length).fill(Number.NaN);
  holm(Float64Array.from(known, (k) => ps[k])).forEach((p, k) => {
    adjusted[known[k]] = p;
  });
  return { values, errors, ps, adjusted };
}

/**
 * Tests of parameters that the fit holds at 0, without another fit (Rao's score test, robust: Boos 1992, American Statistician 46, 327–333). With e = g − I₀V g′, the score of the parameter
 * less what the others explain of it, the value is one scoring step Σe/I, I = Σ(e − ē)² over answers, which is positive also where the parameter is far from 0. Its error is √Σe²/I, e² over clusters, less
 * their mean. So values are rough where they are large; whether they are 0 is tested exactly in the limit.
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
  const projection = new Float64Array(tested * size);
  for (let t = 0; t < tested; t++) {
    const cross = sums.cross.subarray(t * size, (t + 1) * size);
    const known: number[] = [];
    for (let p = 0; p < size; p++) if (cross[p] !== 0) known.push(p);
    influence(size, bread, cross, known, projection.subarray(t * size, (t + 1) * size));
  }
  const spread = (units: readonly (readonly number[])[]) => {
    const [total, squares] = [new Float64Array(tested), new Float64Array(tested)];
    visitClusters(layout, scores, units, (_, unit, known) => {
      for (let t = 0; t < tested; t++) {
        let e = unit[size + t];
        for (const p of known) if (p < size) e -= projection[t * size + p] * unit[p];
        total[t] += e;
        squares[t] += e * e;
      }
    });
    const n = units.length;
    return { total, squares: squares.map((x, t) => Math.max(0, x - total[t] ** 2 / n)) };
  };
  const { total, squares: information } = spread(members.flat().map((a) => [a]));
  const { squares } = spread(members);
  const clusters = members.length;
  const factor = clusters > 1 ? clusters / (clusters - 1) : Number.NaN;
  const left = information.map((x, t) => (x > DEPENDENT * Math.abs(sums.own[t]) ? x : Number.NaN));
  const values = total.map((e, t) => e / left[t]);
  const errors = squares.map((e, t) => Math.sqrt(factor * e) / left[t]);
  const raters = layout.counts.raters;
  return {
    sensitivity: testsOf(values.slice(0, raters), errors.slice(0, raters), clusters - 1),
    bias: testsOf(values.slice(raters), errors.slice(raters), clusters - 1),
  };
}
