import { pickExaminees, pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { DEFAULT_PRIORS } from './default-priors.ts';
import { fitMarginal } from './fit-marginal.ts';

/** A number of answer options whose guessing explains answers better than that of the default prior. */
export interface GuessedOptions {
  readonly options: number;
  /** By how much the log-posterior is higher with guessing centred at 1/options. */
  readonly gain: number;
}

/** Items and examinees that are enough to see it, evenly spaced. */
const ITEMS = 60;
const EXAMINEES = 500;
const OPTIONS = [2, 3, 4] as const;
/**
 * Twenty times as probable. In simulated banks of 500 × 40 the best gain was −60 to −3 where guessing was that of the prior or none (16 banks),
 * and 6 to 21 where it was .5 (8 banks).
 */
const LEAST_GAIN = 3;

/**
 * Compares the default prior of guessing with the same around 1/2, 1/3 and 1/4, by the log-posteriors of fits to a sample of the answers. A
 * single fit does not show that its prior is wrong: an item says little about its guessing, so its c stays near the prior, and its slope
 * and difficulty err instead.
 * @returns the number of options that explains them best; null if none is better by LEAST_GAIN
 */
export function guessedOptions(matrix: ResponseMatrix): GuessedOptions | null {
  const sample = pickItems(
    pickExaminees(matrix, spaced(matrix.examinees.length, EXAMINEES)),
    spaced(matrix.items.length, ITEMS),
  );
  if (sample.scores.every(Number.isNaN)) return null;
  const posterior = (mean: number) =>
    fitMarginal(sample, {
      model: '3pl',
      priors: { ...DEFAULT_PRIORS, c: { ...DEFAULT_PRIORS.c, mean } },
      quadrature: 61,
      tolerance: 1e-3,
      maxIterations: 100,
    }).logPosterior;
  const usual = posterior(DEFAULT_PRIORS.c.mean);
  const gains = OPTIONS.map((options) => ({
    options,
    gain: posterior(-Math.log(options - 1)) - usual,
  }));
  const best = gains.reduce((most, own) => (own.gain > most.gain ? own : most));
  return best.gain > LEAST_GAIN ? best : null;
}

/** At most `most` positions of `count`. */
function spaced(count: number, most: number): number[] {
  const size = Math.min(count, most);
  return Array.from({ length: size }, (_, k) => Math.floor((k * count) / size));
}
