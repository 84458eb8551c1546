import { leastSquares } from './least-squares.ts';
import type { Residuals } from './residuals.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** How participants err together, beyond what ability and item explain. Correlations of right and wrong, not of logits. */
export interface Dependence {
  /** ρ_g of two participants of one generator, with everything else apart. */
  readonly sameGenerator: number;
  /** ρ_c of two that have one critic. */
  readonly sameCritic: number;
  /** ρ_x of two of which the critic of one is the generator of the other. */
  readonly criticGenerates: number;
  /**
   * Variance of an item × generator effect, in squared logits, that would make ρ_g; small effects: what is above 1 is
   * more than it says, since P is taken to be straight.
   */
  readonly itemGeneratorVariance: number;
}

/** What two participants share. */
interface Shared {
  readonly generator: number;
  readonly critic: number;
  /** 0 to 2. */
  readonly crossed: number;
}

/**
 * Which residuals go together, by the matrix of residual correlations of pairs of participants (Q3 of Yen 1984),
 *
 *     q_ik = Σ_j e_ij e_kj / Σ_j s_ij s_kj,   e = u − P, s = √(P(1 − P)),
 *
 * over the items both answered, i = k as well, regressed on 1, θ_i θ_k, [i = k], and the three kinds of sharing, with the
 * denominators as weights. Item parameters are fitted to these same answers, so that residuals of an item add up to about 0
 * and those of independent participants are correlated, by −1/(n − 1) where the item takes up a mean and by a multiple of
 * θ_i θ_k where it takes up a slope: the first two terms. So 0 is what is estimated where participants are independent.
 * [i = k] takes the variance of one residual, by which the others are divided: e² is not P(1 − P) on average where a fit took
 * a few generations for many participants.
 *
 * A kind of sharing that does not occur, or that cannot be told from the others, is 0. Time O(participants² × items).
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
  const [generator, critic, crossed] = [column(), column(), column()];
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
      const shared = sharedBy(speakers[i], speakers[k]);
      generator[at] = shared.generator;
      critic[at] = shared.critic;
      crossed[at] = shared.crossed;
    }
  const columns = [ones, product, self, generator, critic, crossed];
  const [, , one, g, c, x] = leastSquares(columns, plain, plainWeight);
  const share = (part: number) => (one > 0 ? Math.min(1, part / one) : 0);
  return {
    sameGenerator: share(g),
    sameCritic: share(c),
    criticGenerates: share(x),
    itemGeneratorVariance: Math.max(0, leastSquares(columns, logit, logitWeight)[3]),
  };
}

/** The correlation of the errors of two different participants. */
export function correlationOf(
  { sameGenerator, sameCritic, criticGenerates }: Omit<Dependence, 'itemGeneratorVariance'>,
  first: Speaker,
  second: Speaker,
): number {
  const { generator, critic, crossed } = sharedBy(first, second);
  return generator * sameGenerator + critic * sameCritic + crossed * criticGenerates;
}

function sharedBy(first: Speaker, second: Speaker): Shared {
  return {
    generator: Number(first.generator === second.generator),
    critic: Number(first.critic !== null && first.critic === second.critic),
    crossed: Number(first.critic === second.generator) + Number(second.critic === first.generator),
  };
}
