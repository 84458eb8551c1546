import { type RecordedBank, randomNormal, randomStream } from 'thetarank';

/** How simulated models put probabilities on options. */
export interface LikelihoodKind {
  readonly name: string;
  /** Standard deviation of log sharpness over models: how differently sure of themselves they are. */
  readonly spread: number;
}

/** The same models and items, scored in two ways. */
export interface LikelihoodBanks {
  /** 1 if the key is the likeliest option. */
  readonly accuracy: RecordedBank;
  /** The probability of the key among the options. */
  readonly probability: RecordedBank;
}

const OPTIONS = 4;

/**
 * Log-likelihoods of four options: T_i (v + e). v is a (θ − b) + log 3 for the key and N(0, 0.5²) for each other option of an item; e is
 * Gumbel noise of model, item and option, so the share right follows a logistic curve. θ and b are N(0, 1), a lognormal(0, 0.3). T_i is the
 * sharpness of a model, lognormal(0, `spread`): it changes probabilities and no choice.
 */
export function simulatedLikelihoods(
  { spread }: LikelihoodKind,
  models: number,
  items: number,
  seed: string,
): LikelihoodBanks {
  const random = randomStream(seed, 'likelihoods', models, items);
  const numbers = (count: number, one: () => number) => Float64Array.from({ length: count }, one);
  const theta = numbers(models, () => randomNormal(random));
  const sharpness = numbers(models, () => randomNormal(random));
  const a = numbers(items, () => Math.exp(0.3 * randomNormal(random)));
  const b = numbers(items, () => randomNormal(random));
  const lures = numbers(items * (OPTIONS - 1), () => 0.5 * randomNormal(random));
  const right = new Float32Array(models * items);
  const probability = new Float32Array(models * items);
  for (let i = 0; i < models; i++) {
    const t = Math.exp(spread * sharpness[i]);
    for (let j = 0; j < items; j++) {
      const gumbel = () => -Math.log(-Math.log(1 - random()));
      const key = t * (a[j] * (theta[i] - b[j]) + Math.log(OPTIONS - 1) + gumbel());
      let others = 0;
      let best = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < OPTIONS - 1; k++) {
        const own = t * (lures[j * (OPTIONS - 1) + k] + gumbel());
        best = Math.max(best, own);
        // Beyond this the key has no probability; the exponential would overflow.
        others += Math.exp(Math.min(700, own - key));
      }
      right[i * items + j] = key > best ? 1 : 0;
      probability[i * items + j] = 1 / (1 + others);
    }
  }
  const bank = (name: string, scores: Float32Array): RecordedBank => ({
    name,
    simulated: true,
    responses: {
      examinees: Array.from({ length: models }, (_, i) => `model ${i + 1}`),
      items: Array.from({ length: items }, (_, j) => `item ${j + 1}`),
      scores,
    },
    tags: {},
    fullScore: 'items',
    families: Array.from({ length: models }, (_, i) => `family ${i + 1}`),
  });
  return {
    accuracy: bank('simulated choices', right),
    probability: bank('simulated probabilities', probability),
  };
}
