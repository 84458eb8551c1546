import {
  type CalibrationOptions,
  calibrate,
  probability,
  type RandomStream,
  type ResponseMatrix,
  randomNormal,
  randomStream,
} from 'thetarank';
import { figure } from '../../text.ts';
import { MIXED } from './mixed-kinds.ts';

/** Few models, as in a synthesis. */
const MODELS = [8, 24];
const ITEMS = 240;
const BANKS = 20;
/** Levels of ability at which curves are compared, weighted by the standard normal. */
const LEVELS = Array.from({ length: 17 }, (_, k) => (k - 8) / 4);

const each = (of: (kind: (typeof MIXED)[number]) => number) =>
  Array.from({ length: ITEMS }, (_, j) => of(MIXED[j % MIXED.length]));
/** Groups and options as `calibrate synthesize` has them. */
const itemGroups = each(({ guessing }) => (guessing < 0.1 ? 0 : guessing < 0.5 ? 1 : 2));
const optionCounts = each(({ guessing }) => 1 / guessing);

const WAYS: readonly (readonly [string, CalibrationOptions])[] = [
  ['learned, for all items alike', {}],
  ['learned, by kind (default)', { itemGroups }],
  ['fixed at 1/4 for all items', { rung: '3pl-chance' }],
  ['fixed by kind (`--rung 3pl-chance`)', { rung: '3pl-chance', itemGroups, optionCounts }],
];

/** Rows of the table of curves: models, way, error of all items, then the mean difference of weak models' scores by kind. */
export function guessingRows(): string[][] {
  return MODELS.flatMap((models) => {
    const sums = WAYS.map(() => ({ squares: 0, low: MIXED.map(() => 0) }));
    for (let b = 1; b <= BANKS; b++) {
      const truth = trueItems(randomStream('mixed guessing', b));
      const answers = draws(truth, models, randomStream('mixed guessing', 'answers', b, models));
      for (const [w, [, options]] of WAYS.entries()) {
        const { parameters } = calibrate(answers.matrix, { mode: 'integrated', ...options });
        for (let j = 0; j < ITEMS; j++) {
          let [squares, weights, low, lowest] = [0, 0, 0, 0];
          for (const z of LEVELS) {
            const theta = answers.mean + answers.sd * z;
            const [a, d] = [parameters.a[j], parameters.d[j]];
            const fitted = probability(z, a, parameters.b[j], parameters.c[j], d);
            const own = truth[j];
            const difference = fitted - probability(theta, own.a, own.b, own.c, 1);
            const weight = Math.exp((-z * z) / 2);
            squares += weight * difference ** 2;
            weights += weight;
            if (z <= -1.5) {
              low += difference;
              lowest++;
            }
          }
          sums[w].squares += squares / weights / ITEMS / BANKS;
          sums[w].low[j % MIXED.length] += (low / lowest) * (MIXED.length / ITEMS / BANKS);
        }
      }
    }
    return sums.map(({ squares, low }, w) => {
      const row = [
        String(models),
        WAYS[w][0],
        figure(100 * Math.sqrt(squares), 2),
        ...low.map((difference) => figure(100 * difference, 1)),
      ];
      console.log(row.join(' | '));
      return row;
    });
  });
}

interface TrueItem {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly parts: number;
}

function trueItems(random: RandomStream): TrueItem[] {
  return Array.from({ length: ITEMS }, (_, j) => {
    const { guessing, answers } = MIXED[j % MIXED.length];
    const a = Math.exp(0.3 * randomNormal(random));
    return { a, b: randomNormal(random), c: guessing, parts: answers.graded };
  });
}

/** Answers of models with abilities N(0, 1), and the mean and deviation that the calibration takes for 0 and 1. */
function draws(items: readonly TrueItem[], models: number, random: RandomStream) {
  const abilities = Array.from({ length: models }, () => randomNormal(random));
  const scores = new Float32Array(models * items.length);
  for (const [i, theta] of abilities.entries())
    for (const [j, { a, b, c, parts }] of items.entries()) {
      const p = probability(theta, a, b, c, 1);
      let right = 0;
      for (let part = 0; part < parts; part++) if (random() < p) right++;
      scores[i * items.length + j] = right / parts;
    }
  const mean = abilities.reduce((sum, one) => sum + one, 0) / models;
  const sd = Math.sqrt(abilities.reduce((sum, one) => sum + (one - mean) ** 2, 0) / models);
  const matrix: ResponseMatrix = {
    examinees: abilities.map((_, i) => `model ${i + 1}`),
    items: items.map((_, j) => `item ${j + 1}`),
    scores,
  };
  return { matrix, mean, sd };
}
