import { randomNormal, randomStream } from '../../../../src/index.ts';
import { effectiveJudges, familyBias, type JudgedScores } from '../../../../src/study.ts';

/** Families of models; the first three have a judge each, and a fourth judge has none. */
const FAMILIES = ['a', 'b', 'c', 'd'];
const OWN = ['a', 'b', 'c', ''];
/** Models of each family. */
export const MODELS = 2;
/** Standard deviations, in units of that of the quality of answers. */
export const NOISE = 0.5;
/** Of what a judge thinks of an item, whoever answers. */
export const TASTE = 0.3;
export const ITEMS = [10, 30, 100];
export const BIASES = [0, 0.3];
export const BIAS_RUNS = 1000;

export const JUDGES = 6;
export const CORRELATIONS = [0, 0.2, 0.4, 0.8];
export const ANSWERS = [50, 200];
export const EFFECTIVE_RUNS = 200;
const DRAWS = 200;

/** What the intervals of the three judges with a family did in one run. */
export interface BiasRun {
  /** Estimates of each judge; the first one has the planted bias, the others none. */
  readonly bias: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function replicateBias(items: number, bias: number, run: number): BiasRun {
  const random = randomStream(1, 'family bias', items, bias, run);
  const judges = OWN.length;
  const taste = Array.from({ length: items * judges }, () => TASTE * randomNormal(random));
  const [models, names, scores]: [string[], string[], number[]] = [[], [], []];
  for (const family of FAMILIES)
    for (let m = 0; m < MODELS; m++)
      for (let q = 0; q < items; q++) {
        models.push(family);
        names.push(`q${q}`);
        const quality = randomNormal(random);
        for (let j = 0; j < judges; j++) {
          const own = j === 0 && OWN[j] === family ? bias : 0;
          scores.push(
            quality + taste[q * judges + j] + own + 0.2 * j + NOISE * randomNormal(random),
          );
        }
      }
  const table: JudgedScores = {
    ...{ judges: ['1', '2', '3', '4'], models, items: names },
    scores: Float64Array.from(scores),
    people: new Float64Array(models.length).fill(Number.NaN),
  };
  const found = familyBias(table, models, OWN).slice(0, 3);
  return {
    bias: found.map((one) => one.bias!),
    low: found.map((one) => one.low!),
    high: found.map((one) => one.high!),
  };
}

export interface EffectiveRun {
  readonly effective: number;
  readonly low: number;
  readonly high: number;
}

/** Judges whose errors have one correlation, against people without error. */
export function replicateEffective(
  answers: number,
  correlation: number,
  run: number,
): EffectiveRun {
  const random = randomStream(1, 'effective', answers, correlation, run);
  const [shared, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
  const [scores, people]: [number[], number[]] = [[], []];
  for (let a = 0; a < answers; a++) {
    const quality = randomNormal(random);
    const common = randomNormal(random);
    people.push(quality);
    for (let j = 0; j < JUDGES; j++)
      scores.push(quality + shared * common + own * randomNormal(random));
  }
  const table: JudgedScores = {
    judges: Array.from({ length: JUDGES }, (_, j) => `${j}`),
    scores: Float64Array.from(scores),
    models: people.map((_, a) => `m${a % 5}`),
    items: people.map((_, a) => `q${Math.floor(a / 5)}`),
    people: Float64Array.from(people),
  };
  const { effective, interval } = effectiveJudges(table, DRAWS, random)!;
  return { effective, low: interval.low!, high: interval.high! };
}
