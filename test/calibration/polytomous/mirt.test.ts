import { describe, expect, test } from 'vitest';
import {
  calibratePolytomous,
  type PolytomousFit,
} from '../../../calibration/polytomous/calibrate-polytomous.ts';
import { NO_PRIORS } from '../../../calibration/polytomous/priors.ts';
import { categoryCurves, openCurves } from '../../../src/irt/polytomous/curves/category-curves.ts';
import { type MixedItems, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { FITS, goldenAnswers, mirtItem } from './golden.ts';

/** See test/golden/polytomous/README.md. */
const LOG_LIKELIHOOD = 0.02;
const CURVES = 2e-3;
const EAP = 2e-3;
const PARAMETERS = 2e-3;
const NEAR = 3;

function worstCurve(one: MixedItems, other: MixedItems): number {
  const [x, y] = [openCurves(one.mostCategories), openCurves(one.mostCategories)];
  let worst = 0;
  for (let j = 0; j < one.count; j++)
    for (let theta = -4; theta <= 4; theta += 0.25) {
      categoryCurves(theta, one, j, x);
      categoryCurves(theta, other, j, y);
      for (let k = 0; k < one.categories[j]; k++)
        worst = Math.max(worst, Math.abs(Math.exp(x.logP[k]) - Math.exp(y.logP[k])));
    }
  return worst;
}

describe.each(FITS)('$data, $model', ({ data, model, logLikelihood, items, eap }) => {
  const fit: PolytomousFit = calibratePolytomous(goldenAnswers(data), {
    model,
    priors: NO_PRIORS,
    quadrature: 61,
    errors: 'none',
  });
  const recorded = items.map((values) => mirtItem(model, values));

  test('has the log-likelihood', () => {
    expect(fit.converged).toBe(true);
    expect(Math.abs(fit.logLikelihood - logLikelihood)).toBeLessThan(LOG_LIKELIHOOD);
  });

  test('has the response curves', () => {
    expect(worstCurve(fit.items, mixedItems(recorded))).toBeLessThan(CURVES);
  });

  test('has the EAP scores and their standard errors', () => {
    eap.forEach(([score, se], k) => {
      expect(Math.abs(fit.abilities[5 * k] - score)).toBeLessThan(EAP);
      expect(Math.abs(fit.abilityErrors[5 * k] - se)).toBeLessThan(EAP);
    });
  });

  if (model !== 'nominal')
    test('has the parameters', () => {
      recorded.forEach((item, j) => {
        const own = fit.parameters[j];
        if (!('b' in item && 'b' in own)) throw new Error('not graded or gpcm');
        expect(Math.abs(own.a - item.a)).toBeLessThan(PARAMETERS);
        [item.b].flat().forEach((b, k) => {
          if (Math.abs(b) < NEAR)
            expect(Math.abs([own.b].flat()[k] - b), `${j} ${k}`).toBeLessThan(PARAMETERS);
        });
      });
    });
});
