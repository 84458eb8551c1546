import { type Observations, randomNormal, randomStream } from 'thetarank';

export interface Sizes {
  readonly models: number;
  readonly items: number;
  readonly conditions: number;
  readonly repeats: number;
}

/** Drawn effects of every cell, and the answers to some. */
export interface Drawn {
  /** The expected score of a cell. */
  readonly expected: (model: number, item: number, condition: number) => number;
  /** The mean and the effects of the facets `among` of a cell: on the scale of logits, of right and wrong answers. */
  readonly sumOf: (model: number, item: number, condition: number, among: number) => number;
  readonly observations: Observations;
}

export type Kind = 'normal' | 'right or wrong';

/**
 * Scores of a random model: a sum of normal effects with normal repeats, or answers that are right with the logistic of that sum.
 * @param variances by effect: 1 model, 2 item, 4 condition and their sums, 8 repeats (of normal scores)
 * @param missing share of the cells that are left out at random; with it, the others have 1 to `repeats` answers
 */
export function draw(
  kind: Kind,
  variances: Readonly<Record<number, number>>,
  mean: number,
  { models, items, conditions, repeats }: Sizes,
  missing: number,
  path: readonly (string | number)[],
): Drawn {
  const random = randomStream(1, 'noise', ...path);
  const effect = (set: number) => {
    const size = (set & 1 ? models : 1) * (set & 2 ? items : 1) * (set & 4 ? conditions : 1);
    const sd = Math.sqrt(variances[set] ?? 0);
    return Float64Array.from({ length: size }, () => (sd === 0 ? 0 : sd * randomNormal(random)));
  };
  const effects = [1, 2, 3, 4, 5, 6, 7].map((set) => ({ set, values: effect(set) }));
  const sumOf = (m: number, i: number, c: number, among: number) => {
    let sum = mean;
    for (const { set, values } of effects) {
      if ((set & among) !== set) continue;
      let at = 0;
      if (set & 1) at = m;
      if (set & 2) at = at * items + i;
      if (set & 4) at = at * conditions + c;
      sum += values[at];
    }
    return sum;
  };
  const expected = (m: number, i: number, c: number) => {
    const sum = sumOf(m, i, c, 7);
    return kind === 'normal' ? sum : 1 / (1 + Math.exp(-sum));
  };
  const [model, item, condition, score]: number[][] = [[], [], [], []];
  const sd = Math.sqrt(variances[8] ?? 0);
  for (let m = 0; m < models; m++)
    for (let i = 0; i < items; i++)
      for (let c = 0; c < conditions; c++) {
        if (missing > 0 && random() < missing) continue;
        const count = missing > 0 ? 1 + Math.floor(random() * repeats) : repeats;
        const value = expected(m, i, c);
        for (let r = 0; r < count; r++) {
          model.push(m);
          item.push(i);
          condition.push(c);
          score.push(
            kind === 'normal' ? value + sd * randomNormal(random) : random() < value ? 1 : 0,
          );
        }
      }
  const names = (count: number) => Array.from({ length: count }, (_, k) => `${k}`);
  return {
    expected,
    sumOf,
    observations: {
      models: names(models),
      items: names(items),
      conditions: names(conditions),
      model: Int32Array.from(model),
      item: Int32Array.from(item),
      condition: Int32Array.from(condition),
      score: Float64Array.from(score),
      answer: null,
    },
  };
}
