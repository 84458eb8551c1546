import { calibratePolytomous } from '../calibration/polytomous/calibrate-polytomous.ts';
import { normalNodes } from '../calibration/polytomous/e-step.ts';
import { MarginalObjective } from '../calibration/polytomous/objective.ts';
import { DEFAULT_POLYTOMOUS_PRIORS } from '../calibration/polytomous/priors.ts';
import { simulatedCategories } from '../sim/calibration/simulated-categories.ts';
import { gradedBank } from '../src/cat/graded/graded-bank.ts';
import { GradedSession } from '../src/cat/graded/graded-session.ts';
import { type MixedItem, mixedItems } from '../src/irt/polytomous/mixed-items.ts';
import { randomStream } from '../src/random.ts';
import { type Measured, measuredTime, times } from './measure.ts';

const CATEGORIES = 5;
const NODES = 61;
/** Items of a timed test. */
const TEST = 40;
/** Sizes, the milliseconds that an E-step may take, and the seconds of a whole calibration. */
const CASES = [
  { items: 345, examinees: 187, target: 25, seconds: 3 },
  { items: 100, examinees: 2000, target: 50, seconds: 5 },
] as const;

/** Graded items with five categories: the next item of an adaptive test, an E-step with the tables of all curves, and a calibration with standard errors. */
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
      hasFreeUnit: true,
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
    const bank = gradedBank(mixedItems(list));
    const weights = new Float64Array(items).fill(1 / items);
    const choose = times(20, 5, (k) => {
      const session = new GradedSession(bank, {
        ...{ weights, randomShare: 0, random: randomStream('bench', k) },
      });
      for (let t = 0; t < TEST; t++) session.answer((t + k) % CATEGORIES, 0.5);
    });
    const perItem = {
      clock: choose.clock.map((ms) => ms / TEST),
      cpu: choose.cpu / TEST,
    };
    return [
      measuredTime(
        `polytomous, next item, ${items} items`,
        perItem,
        1,
        `${items} items × at most ${bank.nodes.length} nodes, a multiplication and an addition each, and an exponential per node; a second holds ${Math.round(1000 / perItem.cpu)} choices`,
      ),
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
