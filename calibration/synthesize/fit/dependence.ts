import { leastSquares } from './least-squares.ts';
import type { Residuals } from './residuals.ts';
import type { Speaker } from './synthesis-matrix.ts';

/**
 * Correlations between the errors of participants that ability and item do not explain, for right and wrong answers, in [0, 1].
 */
export interface Dependence {
  /** ρ_g of two participants that share only their generator. */
  readonly sameGenerator: number;
  /**
   * Additional correlation if they also share the generation. Part of `sameGenerator` if all participants of a generator do.
   */
  readonly sameGeneration: number;
  /** ρ_c of two that share their critic. */
  readonly sameCritic: number;
  /** ρ_x of two in which the critic of one is the generator of the other. */
  readonly criticGenerates: number;
  /**
   * Variance of an item × generator effect, in squared logits, that would cause ρ_g. It holds for small effects: values above 1
   * are too small, because P is treated as linear.
   */
  readonly itemGeneratorVariance: number;
  /**
   * False if participants share models but their answers cannot show the effect; the correlations are then 0 without evidence.
   */
  readonly isKnown: boolean;
}

export type Correlations = Omit<Dependence, 'itemGeneratorVariance' | 'isKnown'>;

/** The models that two participants share. */
interface Shared {
  readonly generator: number;
  readonly generation: number;
  readonly critic: number;
  /** 0 to 2. */
  readonly crossed: number;
}

/**
 * Estimates the dependence from the residual correlations of pairs of participants (Q3 of Yen 1984),
 *
 *     q_ik = Σ_j e_ij e_kj / Σ_j s_ij s_kj,   e = u − P, s = √(P(1 − P)),
 *
 * over the items that both answered, including i = k, regressed on 1, θ_i θ_k, [i = k] and the kinds of sharing, with the
 * denominators as weights. Item parameters are fitted to the same answers, so residuals of an item add up to about 0, and those
 * of independent participants are correlated: by −1/(n − 1) because of the item's mean, and by a multiple of θ_i θ_k because of
 * its slope. The first two terms absorb this, so the estimate is 0 for independent participants. [i = k] estimates the variance
 * of one residual, by which the others are divided: e² is not P(1 − P) on average if a fit treated a few generations as many
 * participants.
 *
 * The coefficient of a kind of sharing is 0 if the kind does not occur or cannot be distinguished from the others, and for
 * anything that all participants share, which looks like an effect of the item. Time O(participants² × items).
 * @see Yen (1984), Applied Psychological Measurement 8, 125–145
 */
export function dependenceOf(
  { left, deviation, slope }: Residuals,
  speakers: readonly Speaker[],
  abilities: ArrayLike<number>,
): Dependence {
  const n = speakers.length;
  const pairs = (n * (n + 1)) / 2;
  const column = () => new Float64Array(pairs);
  const [ones, product, self] = [column(), column(), column()];
  const shared = { generator: column(), critic: column(), crossed: column(), generation: column() };
  const [plain, plainWeight, logit, logitWeight] = [column(), column(), column(), column()];
  const width = left.length / n;
  let at = 0;
  for (let i = 0; i < n; i++)
    for (let k = 0; k <= i; k++, at++) {
      let [sum, deviations, slopes] = [0, 0, 0];
      for (let j = 0; j < width; j++) {
        const [x, y] = [i * width + j, k * width + j];
        const both = left[x] * left[y];
        if (Number.isNaN(both)) continue;
        sum += both;
        deviations += deviation[x] * deviation[y];
        slopes += slope[x] * slope[y];
      }
      plain[at] = deviations > 0 ? sum / deviations : 0;
      plainWeight[at] = deviations;
      logit[at] = slopes > 0 ? sum / slopes : 0;
      logitWeight[at] = slopes;
      ones[at] = 1;
      product[at] = abilities[i] * abilities[k];
      if (i === k) {
        self[at] = 1;
        continue;
      }
      const own = sharedBy(speakers[i], speakers[k]);
      shared.generator[at] = own.generator;
      shared.critic[at] = own.critic;
      shared.crossed[at] = own.crossed;
      shared.generation[at] = own.generation;
    }
  // Last, so that if all participants of a generator share its generation, one coefficient stands for both.
  const { generator, critic, crossed, generation } = shared;
  const columns = [ones, product, self, generator, critic, crossed, generation];
  const [, , one, g, c, x, same] = leastSquares(columns, plain, plainWeight);
  const share = (part: number) => (one > 0 && part > 0 ? Math.min(1, part / one) : 0);
  const [, , , ofLogit] = leastSquares(columns, logit, logitWeight);
  return {
    sameGenerator: share(g),
    sameGeneration: share(same),
    sameCritic: share(c),
    criticGenerates: share(x),
    itemGeneratorVariance: ofLogit > 0 ? ofLogit : 0,
    isKnown: one > 0 && ![g, c, x].some(Number.isNaN),
  };
}

/** The correlation of the errors of two different participants. */
export function correlationOf(
  { sameGenerator, sameGeneration, sameCritic, criticGenerates }: Correlations,
  first: Speaker,
  second: Speaker,
): number {
  const { generator, generation, critic, crossed } = sharedBy(first, second);
  const sum =
    generator * sameGenerator +
    generation * sameGeneration +
    critic * sameCritic +
    crossed * criticGenerates;
  return Math.min(1, sum);
}

function sharedBy(first: Speaker, second: Speaker): Shared {
  return {
    generator: Number(first.generator === second.generator),
    generation: Number(first.generation === second.generation),
    critic: Number(first.critic !== null && first.critic === second.critic),
    crossed: Number(first.critic === second.generator) + Number(second.critic === first.generator),
  };
}
