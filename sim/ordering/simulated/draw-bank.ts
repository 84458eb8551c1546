import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import type { RecordedBank } from '../../../src/ranking/recorded-bank.ts';
import type { RecordedExaminee } from '../../../src/ranking/recorded-test.ts';
import { mean } from '../../../src/statistics/mean.ts';

/** The description of a bank, its calibration examinees and the models to order. */
export interface SimulatedBank {
  readonly items: number;
  /** Examinees of the calibration, with abilities N(0, 1). */
  readonly examinees: number;
  /** Models to put into order. */
  readonly models: number;
  /** Logits between neighbours; 0 for equal models. */
  readonly spacing: number;
  /** Guessing of items ranges from 0 to this. */
  readonly guessing: number;
  /** Standard deviation, in logits, of the effect of each tag value on each examinee and model. */
  readonly tagEffects: number;
}

/** A bank drawn from such a description: recorded answers for a calibration, and models with known expected scores. */
export interface DrawnBank {
  readonly bank: RecordedBank;
  readonly models: readonly RecordedExaminee[];
  /** The mean of the probabilities of a right answer over the items of the bank, in [0, 1], one entry per model. */
  readonly expected: Float64Array;
  /** Share of the answers that are right: what was recorded. */
  readonly recorded: Float64Array;
}

const TOPICS = ['a', 'b', 'c', 'd'];
/** Standard deviations of the logarithms of the slopes, of the difficulties, and of the middle of the models. */
const SLOPES = 0.35;
const DIFFICULTIES = 1.2;
const MIDDLE = 0.5;

/**
 * Draws a bank. Items follow the three-parameter model: log a ~ N(0, 0.35²), b ~ N(0, 1.2²), c uniform up to `guessing`. Models
 * are `spacing` apart around a centre drawn from N(0, 0.5²). Models without a spacing have the same tag effects too, so that
 * their expected scores are equal to the digit.
 */
export function drawBank(design: SimulatedBank, seed: string): DrawnBank {
  const { items, examinees, models, spacing, guessing, tagEffects } = design;
  const random = randomStream(seed, 'items');
  const draw = (one: () => number) => Float64Array.from({ length: items }, one);
  const a = draw(() => Math.exp(SLOPES * randomNormal(random)));
  const b = draw(() => DIFFICULTIES * randomNormal(random));
  const c = draw(() => guessing * random());
  const topic = Uint16Array.from({ length: items }, (_, j) => j % TOPICS.length);
  const curves = (ability: number, effects: Float64Array) =>
    each(items, (j) => probability(ability + effects[topic[j]], a[j], b[j], c[j], 1));
  const effectsOf = (name: string, i: number) => {
    const own = randomStream(seed, name, 'effects', i);
    return Float64Array.from(TOPICS, () => tagEffects * randomNormal(own));
  };
  const answers = (p: Float64Array, name: string, i: number) => {
    const own = randomStream(seed, name, 'answers', i);
    return Float64Array.from(p, (right) => (own() < right ? 1 : 0));
  };
  const scores = new Float32Array(examinees * items);
  const abilities = randomStream(seed, 'abilities');
  for (let i = 0; i < examinees; i++)
    scores.set(
      answers(curves(randomNormal(abilities), effectsOf('examinee', i)), 'examinee', i),
      i * items,
    );
  const middle = MIDDLE * randomNormal(randomStream(seed, 'middle'));
  const of = Array.from({ length: models }, (_, m) =>
    curves(middle + spacing * (m - (models - 1) / 2), effectsOf('model', spacing === 0 ? 0 : m)),
  );
  const tested = of.map((p, m) => answers(p, 'model', m));
  const weights = new Float64Array(items).fill(1 / items);
  return {
    bank: {
      name: 'simulated',
      simulated: true,
      responses: {
        examinees: Array.from({ length: examinees }, (_, i) => `e${i + 1}`),
        items: Array.from({ length: items }, (_, j) => `q${j + 1}`),
        scores,
      },
      tags: { topic: { values: TOPICS, codes: topic } },
      fullScore: 'items',
    },
    models: tested.map((own) => ({ scores: own, weights })),
    expected: Float64Array.from(of, mean),
    recorded: Float64Array.from(tested, mean),
  };
}

function each(count: number, one: (j: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, j) => one(j));
}
