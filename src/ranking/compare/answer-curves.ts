import type { ItemParameters } from '../../irt/parameters.ts';
import { probability } from '../../irt/probability.ts';
import { ABILITIES } from './near-abilities.ts';

const NODES = ABILITIES.length;
/** No answer is taken as certain: calibrations on few models make curves too steep at their ends. */
const LEAST = 1e-3;

/** The probabilities of right answers to the items of a bank on a grid of abilities, for expectations over the posterior of an ability. */
export class AnswerCurves {
  readonly #count: number;
  /** NODES × items. */
  readonly #curves: Float64Array;

  constructor(items: ItemParameters) {
    const count = items.a.length;
    const curves = new Float64Array(NODES * count);
    for (let g = 0, at = 0; g < NODES; g++)
      for (let j = 0; j < count; j++, at++) {
        const p = probability(ABILITIES[g], items.a[j], items.b[j], items.c[j], items.d[j]);
        curves[at] = Math.min(1 - LEAST, Math.max(LEAST, p));
      }
    this.#count = count;
    this.#curves = curves;
  }

  /**
   * Log likelihood of an examinee's answers at each ability of the grid.
   * @param asked positions of its answers
   * @param scores by item, in [0, 1]; read at `asked`
   */
  logLikelihood(asked: ArrayLike<number>, scores: ArrayLike<number>): Float64Array {
    const logs = new Float64Array(NODES);
    for (let g = 0; g < NODES; g++) {
      const start = g * this.#count;
      for (let k = 0; k < asked.length; k++) {
        const p = this.#curves[start + asked[k]];
        const u = scores[asked[k]];
        logs[g] += u * Math.log(p) + (1 - u) * Math.log1p(-p);
      }
    }
    return logs;
  }

  /**
   * Expected scores by item, within [0.001, 0.999].
   * @param posterior probability of each ability of the grid
   */
  expect(posterior: Float64Array): Float64Array {
    const curve = new Float64Array(this.#count);
    for (let g = 0, at = 0; g < NODES; g++)
      for (let j = 0; j < this.#count; j++, at++) curve[j] += posterior[g] * this.#curves[at];
    return curve;
  }
}
