import type { Answers } from '../../irt/answers.ts';
import { estimateEap } from '../../irt/estimate/eap.ts';
import { addAnswer, emptyGrid, type LikelihoodGrid } from '../../irt/likelihood-grid.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { ScaleChange } from '../common-scale.ts';
import type { KnownAbility } from './choose-pretest.ts';

/** The abilities of recorded models have mean 0 and variance 1 on the scale that is reported. */
const REPORTED = { mean: 0, sd: 1 };
/** The range of abilities in standard deviations, and the step between them. */
const FURTHEST = 5;
const STEP = 0.1;

/** Counts answers one after another, and estimates the ability from them on the reported scale (EAP). */
export class AbilitySoFar {
  readonly #scale: ScaleChange;
  readonly #grid: LikelihoodGrid;
  readonly #answers: Answers & { count: number };

  /** @param scale from that of the parameters to the reported one */
  constructor(items: ItemParameters, scale: ScaleChange) {
    this.#scale = scale;
    const { slope, shift } = scale;
    this.#grid = emptyGrid(-(FURTHEST + shift) / slope, (FURTHEST - shift) / slope, STEP / slope);
    // The estimate on a fixed grid does not look at single answers.
    this.#answers = { items, index: new Int32Array(0), scores: new Float64Array(0), count: 0 };
  }

  add(item: number, score: number): void {
    addAnswer(this.#grid, this.#answers.items, item, score);
  }

  get estimate(): KnownAbility {
    const { slope, shift } = this.#scale;
    const prior = { mean: (REPORTED.mean - shift) / slope, sd: REPORTED.sd / slope };
    const { ability, se } = estimateEap(this.#answers, this.#grid, prior, false);
    return { ability: slope * ability + shift, se: slope * se };
  }
}
