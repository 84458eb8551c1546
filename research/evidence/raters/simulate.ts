import { type FacetRatings, randomNormal, randomStream } from 'thetarank';
import {
  ANSWER_SD,
  ASPECT_SD,
  ASPECTS,
  BIAS,
  CENTRAL,
  type Design,
  DIFFICULTIES,
  GRADES,
  HALO,
  ITEM_SD,
  MODEL_SD,
  MODELS,
  THRESHOLDS,
} from './designs.ts';

export interface Simulated {
  readonly ratings: FacetRatings;
  readonly models: Int32Array;
  readonly items: Int32Array;
  /** With the sum 0. */
  readonly severities: readonly number[];
  /** Of each answer: what raters of severity 0 would give on average. */
  readonly answers: readonly number[];
  /** Of each model: the same over all items that there could be. */
  readonly population: readonly number[];
}

/** Probabilities of the grades. */
function gradeWeights(eta: number): number[] {
  const weights = [1];
  let log = 0;
  for (const tau of THRESHOLDS) {
    log += eta - tau;
    weights.push(Math.exp(log));
  }
  const total = weights.reduce((sum, w) => sum + w, 0);
  return weights.map((w) => w / total);
}

const expected = (eta: number) => gradeWeights(eta).reduce((sum, p, k) => sum + k * p, 0);

export function simulate(design: Design, run: number): Simulated {
  const random = randomStream(1, 'raters', design.name, run);
  const normal = () => randomNormal(random);
  const centred = (values: number[]) => {
    const centre = values.reduce((sum, x) => sum + x, 0) / values.length;
    return values.map((x) => x - centre);
  };
  const severities = centred(Array.from({ length: design.raters }, () => design.sd * normal()));
  const qualities = Array.from({ length: MODELS }, () => MODEL_SD * normal());
  const items = design.answers / MODELS;
  const difficulties = Array.from({ length: items }, () => ITEM_SD * normal());
  const byStrictness = [...severities.keys()].sort((x, y) => severities[x] - severities[y]);
  const byQuality = [...qualities.keys()].sort((x, y) => qualities[x] - qualities[y]);
  const lists: Record<'answers' | 'raters' | 'aspects' | 'scores', number[]> = {
    ...{ answers: [], raters: [], aspects: [], scores: [] },
  };
  const answers: number[] = [];
  for (let a = 0; a < design.answers; a++) {
    const model = a % MODELS;
    const theta = qualities[model] - difficulties[Math.floor(a / MODELS)] + ANSWER_SD * normal();
    const own = DIFFICULTIES.map(() => ASPECT_SD * normal());
    answers.push(
      own.reduce((sum, d, s) => sum + expected(theta + d - DIFFICULTIES[s]), 0) / ASPECTS,
    );
    // Unbalanced: a rater's place in the order of severity is near the model's in the order of quality.
    const place = byQuality.indexOf(model) / (MODELS - 1);
    const chosen = byStrictness
      .map((rater, k) => ({
        rater,
        key:
          random() +
          (design.assignment === 'unbalanced'
            ? 1.5 * Math.abs(k / (design.raters - 1) - place)
            : 0),
      }))
      .sort((x, y) => x.key - y.key)
      .slice(0, design.perAnswer);
    for (const { rater } of chosen) {
      const impression = design.misfit === 'halo' ? HALO * normal() : 0;
      for (let s = 0; s < ASPECTS; s++) {
        const follows = design.misfit === 'central' && rater === 0 ? CENTRAL : 1;
        const further =
          design.misfit === 'bias' && rater === 0 ? BIAS * ((s === 1 ? 1 : 0) - 1 / ASPECTS) : 0;
        const eta =
          follows * (theta + own[s]) + impression - severities[rater] - DIFFICULTIES[s] - further;
        const weights = gradeWeights(eta);
        let left = random();
        let grade = 0;
        while (grade < GRADES - 1 && left > weights[grade]) left -= weights[grade++];
        lists.answers.push(a);
        lists.raters.push(rater);
        lists.aspects.push(s);
        lists.scores.push(grade);
      }
    }
  }
  const spread = Math.sqrt(ITEM_SD ** 2 + ANSWER_SD ** 2 + ASPECT_SD ** 2);
  return {
    ratings: {
      ...{ answers: Int32Array.from(lists.answers), raters: Int32Array.from(lists.raters) },
      ...{ aspects: Int32Array.from(lists.aspects), scores: Int32Array.from(lists.scores) },
      counts: {
        ...{ answers: design.answers, raters: design.raters },
        ...{ aspects: ASPECTS, categories: GRADES },
      },
    },
    models: Int32Array.from({ length: design.answers }, (_, a) => a % MODELS),
    items: Int32Array.from({ length: design.answers }, (_, a) => Math.floor(a / MODELS)),
    ...{ severities, answers },
    population: qualities.map((quality) => overNormal(quality, spread)),
  };
}

/** The mean score over aspects of qualities N(mean, sd²): a sum over 121 points. */
function overNormal(mean: number, sd: number): number {
  let [sum, mass] = [0, 0];
  for (let k = -60; k <= 60; k++) {
    const weight = Math.exp(-0.5 * (k / 10) ** 2);
    mass += weight;
    for (const difficulty of DIFFICULTIES)
      sum += (weight * expected(mean + (sd * k) / 10 - difficulty)) / ASPECTS;
  }
  return sum / mass;
}
