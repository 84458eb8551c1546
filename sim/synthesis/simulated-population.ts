import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import type { DebateItem } from '../debate/opinion.ts';
import type { DebateSettings } from '../debate/settings.ts';
import { simulateOpinions } from '../debate/simulate-debate.ts';

/** Options of every item. */
const OPTIONS = 4;

/** Items and models of one seed, in the form of the stand-in. */
export interface SimulatedPopulation {
  readonly seed: string;
  readonly items: readonly DebateItem[];
  /** The models available for synthesis. */
  readonly pool: ReadonlyMap<string, number>;
  /** Further models of the same population, not used in synthesis, as an alternative use of calls. */
  readonly others: ReadonlyMap<string, number>;
  /** Models of the same population that are ranked and never calibrate. */
  readonly heldOut: ReadonlyMap<string, number>;
}

export interface PopulationSize {
  readonly items: number;
  readonly pool: number;
  readonly others: number;
  readonly heldOut: number;
}

/** a lognormal(0, 0.3), b N(0, 1), c uniform on [0.05, 0.25], four options; all abilities N(0, 1). */
export function simulatePopulation(seed: string, size: PopulationSize): SimulatedPopulation {
  const random = randomStream(seed, 'world', 'items');
  const items = Array.from({ length: size.items }, (_, j) => ({
    // The varying part comes first, because streams whose names differ only in the last character are slightly dependent.
    id: `${j}-item`,
    a: Math.exp(0.3 * randomNormal(random)),
    b: randomNormal(random),
    c: 0.05 + 0.2 * random(),
    d: 1,
    options: OPTIONS,
    key: j % OPTIONS,
  }));
  const models = (count: number, name: string) => {
    const draw = randomStream(seed, name, 'abilities');
    return new Map(Array.from({ length: count }, (_, k) => [`${k}-${name}`, randomNormal(draw)]));
  };
  return {
    seed,
    items,
    pool: models(size.pool, 'pool'),
    others: models(size.others, 'other'),
    heldOut: models(size.heldOut, 'held-out'),
  };
}

/** The answers of models alone, scored. */
export function aloneAnswers(
  { seed, items }: SimulatedPopulation,
  abilities: ReadonlyMap<string, number>,
  settings: Partial<DebateSettings>,
  repeat = 0,
): ResponseMatrix {
  const said = simulateOpinions({ abilities, items, settings, seed, repeat });
  return {
    examinees: [...abilities.keys()],
    items: items.map(({ id }) => id),
    scores: Float32Array.from(said, (option, k) =>
      option === items[k % items.length].key ? 1 : 0,
    ),
  };
}

/** Matrices of the same items, stacked; `name` gives the examinees of the k-th unique names. */
export function stacked(
  matrices: readonly ResponseMatrix[],
  name: (examinee: string, k: number) => string = (examinee) => examinee,
): ResponseMatrix {
  const scores = new Float32Array(matrices.reduce((sum, m) => sum + m.scores.length, 0));
  let at = 0;
  for (const matrix of matrices) {
    scores.set(matrix.scores, at);
    at += matrix.scores.length;
  }
  return {
    examinees: matrices.flatMap((m, k) => m.examinees.map((examinee) => name(examinee, k))),
    items: matrices[0].items,
    scores,
  };
}
