import { expect, test } from 'vitest';
import { answerCollector } from '../../../calibration/facets/collect-answers.ts';
import { facetLayout } from '../../../calibration/facets/facet-layout.ts';
import { FacetPass } from '../../../calibration/facets/facet-pass.ts';
import { FACET_DEVIATIONS, FACET_THRESHOLDS } from '../../../calibration/facets/facet-types.ts';
import { FairTables } from '../../../calibration/facets/fair-tables.ts';
import { simulateRatings } from './simulate-ratings.ts';

const ratings = simulateRatings({
  ...{ severities: [-0.7, 0.1, 0.6], answers: 6, aspects: 2, categories: 4, perAnswer: 2 },
});
const groups = Int32Array.from({ length: 6 }, (_, a) => a % 2);
/** Nodes so near that differences of sums are those of the integrals. */
const STEP = 0.2;

test.each(FACET_DEVIATIONS.flatMap((d) => FACET_THRESHOLDS.map((t) => [d, t] as const)))(
  'deviations by %s, thresholds by %s: gradient and information are those of differences',
  (deviations, thresholds) => {
    const layout = facetLayout(ratings, { groups, thresholds }, deviations);
    const pass = new FacetPass(layout);
    const xi = Float64Array.from({ length: layout.size }, (_, p) => 0.3 * Math.sin(p + 1));
    const { gradient, information, logLikelihood } = pass.derivatives(xi, STEP);
    expect(logLikelihood).toBeCloseTo(pass.logLikelihood(xi, STEP), 10);
    const h = 1e-4;
    for (let p = 0; p < layout.size; p++) {
      const at = (d: number) => Float64Array.from(xi, (x, q) => (q === p ? x + d : x));
      const slope = (pass.logLikelihood(at(h), STEP) - pass.logLikelihood(at(-h), STEP)) / (2 * h);
      // Central differences err by h² times third derivatives, some ten here.
      expect(Math.abs(gradient[p] - slope)).toBeLessThan(1e-6);
      const [ahead, behind] = [h, -h].map((d) => pass.derivatives(at(d), STEP).gradient);
      for (let q = 0; q < layout.size; q++) {
        const second = (behind[q] - ahead[q]) / (2 * h);
        expect(Math.abs(information[p * layout.size + q] - second)).toBeLessThan(1e-5);
      }
    }
  },
);

test.each(
  FACET_DEVIATIONS.flatMap((d) => (['common', 'aspect'] as const).map((t) => [d, t] as const)),
)(
  'deviations by %s, thresholds by %s: fair scores depend on the parameters as differences say',
  (deviations, thresholds) => {
    const layout = facetLayout(ratings, { groups, thresholds }, deviations);
    const pass = new FacetPass(layout);
    const xi = Float64Array.from({ length: layout.size }, (_, p) => 0.3 * Math.sin(p + 1));
    const collect = (at: Float64Array) => {
      const collector = answerCollector(layout);
      const fair = new FairTables(layout, at, pass.curves(at, STEP));
      pass.derivatives(at, STEP, { fair, visit: collector.visit });
      return collector.collected();
    };
    const { scores, slopes } = collect(xi);
    const h = 1e-4;
    for (let p = 0; p < layout.size; p++) {
      const [ahead, behind] = [h, -h].map(
        (d) => collect(Float64Array.from(xi, (x, q) => (q === p ? x + d : x))).fair,
      );
      for (let a = 0; a < 6; a++) {
        let slope = 0;
        for (let at = scores.starts[a]; at < scores.starts[a + 1]; at++)
          if (scores.parameters[at] === p) slope = slopes[at];
        // Fair scores are means over impressions; that φ changes this mean itself is left out.
        if (p === layout.deviationAt && deviations === 'rater') continue;
        expect(Math.abs(slope - (ahead[a] - behind[a]) / (2 * h))).toBeLessThan(1e-5);
      }
    }
  },
);
