import { calibratePolytomous } from '../calibration/polytomous/calibrate-polytomous.ts';
import { normalNodes } from '../calibration/polytomous/e-step.ts';
import { MarginalObjective } from '../calibration/polytomous/objective.ts';
import { DEFAULT_POLYTOMOUS_PRIORS } from '../calibration/polytomous/priors.ts';
import { simulatedCategories } from '../sim/calibration/simulated-categories.ts';
import { type MixedItem, mixedItems } from '../src/irt/polytomous/mixed-items.ts';
import { type Measured, measuredTime, times } from './measure.ts';

const CATEGORIES = 5;
const NODES = 61;
/** Sizes, the milliseconds that an E-step may take, and the seconds of a whole calibration. */
const CASES = [
  { items: 345, examinees: 187, target: 25, seconds: 3 },
  { items: 100, examinees: 2000, target: 50, seconds: 5 },
] as const;

/** Graded items with five categories: an E-step with the tables of all curves, and a calibration with standard errors. */
export function polytomous(): Measured[] {
  return CASES.flatMap(({ items, examinees, target, seconds }) => {
    const list = Array.from({ length: items }, (_, j): MixedItem => {
      const b = (4 * j) / items - 2;
      return { model: 'graded', a: 1 + (j % 5) / 5, b: [b - 0.9, b - 0.3, b + 0.3, b + 0.9] };
    });
    const { matrix } = simulatedCategories('bench', mixedItems(list), examinees);
    const size = `${items} × ${examinees}`;
    const models = list.map(() => 'graded' as const);
    const objective = new MarginalObjective({
      matrix,
      models,
      priors: models.map((model) => DEFAULT_POLYTOMOUS_PRIORS[model]),
      pseudoAnswers: 0,
      grid: normalNodes(NODES),
    });
    const x = Float64Array.from({ length: CATEGORIES * items }, (_, m) =>
      m % CATEGORIES === 0 ? 1 : m % CATEGORIES === 1 ? 0.9 : Math.log(0.6),
    );
    const sums = items * examinees * NODES;
    const step = times(10, 3, () => {
      objective.evaluate(x);
    });
    let details: Record<string, unknown> = {};
    const whole = times(3, 1, () => {
      const { iterations, quadrature, errorMethod } = calibratePolytomous(matrix, {
        model: 'graded',
      });
      details = { iterations, nodes: quadrature.nodes, errorMethod };
    });
    return [
      measuredTime(
        `polytomous, E-step, ${size}`,
        step,
        target,
        `${(sums / 1e6).toFixed(1)}M additions twice, half a nanosecond each, and ${((items * NODES * CATEGORIES * 4) / 1e3).toFixed(0)}k exponentials and logarithms = ${((sums + 20 * items * NODES * CATEGORIES) / 1e6).toFixed(0)} ms`,
      ),
      measuredTime(
        `polytomous, calibration, ${size}`,
        whole,
        1000 * seconds,
        'an E-step a round, the M-step of all items and the standard errors',
        details,
      ),
    ];
  });
}
