/** The lowest and the highest score of the calibration's examinees on the whole bank, in [0, 1]. */
export interface CalibratedRange {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * What the calibration cannot explain in a test:
 * - `beyond`: the predicted score is outside those of all examinees of the calibration;
 * - `trend`: answers were better, or worse, than they were predicted to be all along;
 * - `fit`: answers were surprising in both ways, easy items missed and hard ones solved.
 */
export type Alarm = 'beyond' | 'trend' | 'fit';

/** Standard errors from which a trend, or a misfit, is an alarm; a right model sets off one test in a few hundred. */
const TREND = 3.5;
const FIT = 4;
/** Answers before which there is no alarm: each of them moves the prediction a lot. */
const FEWEST = 20;

/** True if a score is outside those of the calibration. */
export function isBeyond(score: number, { lowest, highest }: CalibratedRange): boolean {
  return score < lowest || score > highest;
}

/**
 * How surprising the answers of a test were, each against what was predicted before it was given: if the model is right their
 * residuals have mean zero, and predictions made again after each answer would make them uncorrelated, in whatever order items
 * were chosen (martingale differences). Sessions find the posterior again every few answers only: residuals in between share
 * its error, so that the trend's variance is up to twice the one it is divided by, most where examinees vary as much as the wide
 * prior says.
 *
 * @see Dawid (1984), Journal of the Royal Statistical Society A 147, 278–292, for prequential residuals; Drasgow, Levine &
 *   Williams (1985), British Journal of Mathematical and Statistical Psychology 38, 67–86, for person fit
 */
export class Surprise {
  #count = 0;
  #residual = 0;
  #variance = 0;
  #excess = 0;
  #excessVariance = 0;

  /** An answer with score `score` in [0, 1] that was predicted to have mean `p`. */
  add(p: number, score: number): void {
    const residual = score - p;
    const variance = p * (1 - p);
    this.#count++;
    this.#residual += residual;
    this.#variance += variance;
    this.#excess += residual * residual - variance;
    this.#excessVariance += variance * (1 - 2 * p) ** 2;
  }

  /** The sum of residuals in standard errors; 0 where answers could not vary. */
  get trend(): number {
    return this.#variance > 0 ? this.#residual / Math.sqrt(this.#variance) : 0;
  }

  /** How much squared residuals exceed their expectation, in standard errors; 0 if they could not vary. */
  get fit(): number {
    return this.#excessVariance > 0 ? this.#excess / Math.sqrt(this.#excessVariance) : 0;
  }

  /** @param range null if it is not known */
  alarm(score: number, range: CalibratedRange | null): Alarm | null {
    if (this.#count < FEWEST) return null;
    if (range !== null && isBeyond(score, range)) return 'beyond';
    if (Math.abs(this.trend) > TREND) return 'trend';
    return this.fit > FIT ? 'fit' : null;
  }
}
