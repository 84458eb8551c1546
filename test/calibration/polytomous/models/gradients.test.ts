import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ITEM_MODELS,
  POLYTOMOUS_MODELS,
} from '../../../../calibration/polytomous/models/models.ts';
import {
  categoryCurves,
  openCurves,
} from '../../../../src/irt/polytomous/curves/category-curves.ts';
import { blankItems, mixedItems } from '../../../../src/irt/polytomous/mixed-items.ts';
import { between, runs } from '../../../irt/arbitrary-items.ts';

/** Central differences with this step are right to 1e-9 of the third derivative, and rounding over the step. */
const STEP = 1e-5;
const NUMERIC = 1e-6;

test.each(POLYTOMOUS_MODELS)('%s: gradients are those of the log-probabilities', (name) => {
  const model = ITEM_MODELS[name];
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 6 }),
      fc.array(between(-1.5, 1.5), { minLength: 12, maxLength: 12 }),
      between(-3, 3),
      (categories, values, theta) => {
        const size = model.size(categories);
        const x = Float64Array.from(values.slice(0, size));
        if (name !== 'nominal') x[0] = Math.exp(x[0] / 2);
        const items = blankItems([name], [categories]);
        const curves = openCurves(categories);
        const logP = () => {
          model.pack(x, categories, items.values, 0);
          categoryCurves(theta, items, 0, curves);
          return [...curves.logP];
        };
        logP();
        const gradient = new Float64Array(size * categories);
        model.gradient(theta, items.values, 0, categories, curves, gradient);
        for (let m = 0; m < size; m++) {
          const value = x[m];
          x[m] = value + STEP;
          const ahead = logP();
          x[m] = value - STEP;
          const behind = logP();
          x[m] = value;
          for (let k = 0; k < categories; k++) {
            const expected = (ahead[k] - behind[k]) / (2 * STEP);
            const error = Math.abs(gradient[k * size + m] - expected);
            expect(error / Math.max(1, Math.abs(expected)), `${k} ${m}`).toBeLessThan(NUMERIC);
          }
        }
        // The reported parameters are the same item.
        const packed = logP();
        categoryCurves(theta, mixedItems([model.item(x, categories)]), 0, curves);
        packed.forEach((log, k) => {
          expect(curves.logP[k]).toBeCloseTo(log, 9);
        });
      },
    ),
    runs(300),
  );
});
