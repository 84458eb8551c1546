import {
  fitMarginal,
  mean,
  type PriorSet,
  randomNormal,
  randomStream,
  standardErrors,
  wasmEngine,
} from 'thetarank';

/** Where the default prior of a is centred: at a given mean, or at one that is learned from the answers. */
export const CENTRES: Readonly<Record<string, Partial<PriorSet>>> = {
  given: { a: { family: 'lognormal', mean: 0, sd: 0.5 } },
  learned: {},
};

const NORMAL_95 = 1.959964;

/** One row: how large estimated slopes are, and how often intervals hold the truth, of 2PL answers of few examinees to many items. */
export function unitRow(
  [n, count]: readonly number[],
  centre: keyof typeof CENTRES,
  repetitions: number,
): string {
  const engine = wasmEngine(1);
  const logRatios: number[] = [];
  const held: Record<'a' | 'b' | 'ability', number[]> = { a: [], b: [], ability: [] };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const random = randomStream('prior-unit', n, count, repetition);
    const many = (size: number, one: () => number) => Array.from({ length: size }, one);
    const abilities = many(n, () => randomNormal(random));
    const a = many(count, () => Math.exp(0.2 + 0.4 * randomNormal(random)));
    const b = many(count, () => randomNormal(random));
    const scores = abilities.flatMap((theta) =>
      a.map((slope, j) => (random() < 1 / (1 + Math.exp(slope * (b[j] - theta))) ? 1 : 0)),
    );
    const matrix = {
      examinees: abilities.map((_, i) => `e${i}`),
      items: a.map((_, j) => `q${j}`),
      scores: Float32Array.from(scores),
    };
    const fit = fitMarginal(matrix, { model: '2pl', priors: CENTRES[centre], engine });
    const errors = standardErrors(fit);
    logRatios.push(...a.map((slope, j) => Math.log(fit.parameters.a[j] / slope)));
    const share = (truth: number[], found: ArrayLike<number>, se: ArrayLike<number>) =>
      mean(truth.map((x, k) => (Math.abs(found[k] - x) <= NORMAL_95 * se[k] ? 1 : 0)));
    held.a.push(share(a, fit.parameters.a, errors.a));
    held.b.push(share(b, fit.parameters.b, errors.b));
    held.ability.push(share(abilities, fit.abilities, fit.abilityErrors));
  }
  engine.close();
  const shares = [held.a, held.b, held.ability].map((own) => `${(100 * mean(own)).toFixed(1)}%`);
  return `| ${n} × ${count} | ${centre} | ${Math.exp(mean(logRatios)).toFixed(2)} | ${shares.join(' | ')} |`;
}
