import { probability } from '../../src/irt/probability.ts';
import { type RandomStream, randomNormal, randomStream } from '../../src/random.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { draw } from '../monte-carlo/truth/distributions.ts';

/**
 * How answers with expectation P vary, Var(u) = φ P(1 − P):
 * - `beta`: beta-distributed with this φ, in (0, 1);
 * - `graded`: the mean of several right or wrong answers, φ = 1 / parts; a single part is right or wrong.
 */
export type FractionalAnswers = { readonly beta: number } | { readonly graded: number };

/** One kind of items of a mixed bank. */
export interface ItemKind {
  readonly kind: string;
  readonly answers: FractionalAnswers;
  /** The expected score of a guess. */
  readonly guessing: number;
}

/**
 * A bank of simulated examinees whose answers are fractions around three-parameter logistic curves: abilities and
 * difficulties N(0, 1), slopes lognormal(0, 0.3), guessing uniform on [0, 0.2].
 *
 * @param answers of all items; or kinds of items that take turns, in the tag `kind`, each with guessing of its own
 * @param seed names the random stream of the bank; banks with the same seed share abilities and items, for any kind of answers
 */
export function fractionalBank(
  answers: FractionalAnswers | readonly ItemKind[],
  examinees: number,
  items: number,
  seed: string,
): RecordedBank {
  const random = randomStream(seed, 'bank', examinees, items);
  const numbers = (count: number, one: () => number) => Float64Array.from({ length: count }, one);
  const abilities = numbers(examinees, () => randomNormal(random));
  const a = numbers(items, () => Math.exp(0.3 * randomNormal(random)));
  const b = numbers(items, () => randomNormal(random));
  const kinds = isKinds(answers) ? answers : null;
  const drawn = numbers(items, () => 0.2 * random());
  const c = kinds === null ? drawn : drawn.map((_, j) => kinds[j % kinds.length].guessing);
  const chance = randomStream(seed, 'answers', examinees, items);
  const scores = new Float32Array(examinees * items);
  for (let i = 0; i < examinees; i++)
    for (let j = 0; j < items; j++)
      scores[i * items + j] = drawAnswer(
        isKinds(answers) ? answers[j % answers.length].answers : answers,
        probability(abilities[i], a[j], b[j], c[j], 1),
        chance,
      );
  return {
    name: 'simulated fractions',
    simulated: true,
    responses: {
      examinees: Array.from({ length: examinees }, (_, i) => `model ${i + 1}`),
      items: Array.from({ length: items }, (_, j) => `item ${j + 1}`),
      scores,
    },
    tags:
      kinds === null
        ? {}
        : {
            kind: {
              values: kinds.map(({ kind }) => kind),
              codes: Uint16Array.from({ length: items }, (_, j) => j % kinds.length),
            },
          },
    fullScore: 'items',
    families: Array.from({ length: examinees }, (_, i) => `family ${i + 1}`),
  };
}

function isKinds(answers: FractionalAnswers | readonly ItemKind[]): answers is readonly ItemKind[] {
  return Array.isArray(answers);
}

/** One answer with expectation `p`. */
function drawAnswer(answers: FractionalAnswers, p: number, random: RandomStream): number {
  if ('beta' in answers) {
    const precision = 1 / answers.beta - 1;
    return draw({ beta: { alpha: precision * p, beta: precision * (1 - p) } }, random);
  }
  let right = 0;
  for (let part = 0; part < answers.graded; part++) if (random() < p) right++;
  return right / answers.graded;
}
