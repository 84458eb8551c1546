import { type ItemParameters, itemParameters, pickItems } from '../../src/irt/parameters.ts';
import { randomStream } from '../../src/random.ts';
import { largestRemainder } from '../../src/statistics/largest-remainder.ts';
import type { Bank, ItemTag } from '../bank.ts';
import { abilityForScore } from './climedbench/ability-for-score.ts';
import { commonAbility } from './climedbench/common-ability.ts';
import { drawAnswers } from './climedbench/draw-answers.ts';
import { drawItems } from './climedbench/draw-items.ts';
import { PUBLISHED_SCORES, PUBLISHED_SIZE, SCENARIOS } from './climedbench-published.ts';
import { downToGrid, toGrid, toPositiveGrid } from './parameter-grid.ts';

/** Items and models as they were drawn, scenario after scenario, on the scale of the common ability. */
export interface ClimedbenchShape {
  /** Number of items of each scenario. */
  readonly sizes: readonly number[];
  /** Position of the first item of each scenario. */
  readonly starts: readonly number[];
  readonly parameters: ItemParameters;
  /** Of the published models: mean 0, variance 1. */
  readonly abilities: Float64Array;
  /** Models × scenarios: by how much the ability in a scenario lies above the common one; NaN if the score is 0. */
  readonly deviations: readonly (readonly number[])[];
}

/**
 * The bank `climedbench`: simulated, in the shape of the published benchmark.
 *
 * 1. Items are drawn on a scale of their scenario's own (draw-items.ts), and for each scenario s and model m the place
 *    t_ms is found at which the expected score is the published one.
 * 2. t_ms ≈ slope_s · θ_m + intercept_s by least squares, with the θ of the 11 models standardised to mean 0 and variance 1
 *    (common-ability.ts). So a = slope_s · steepness and b = (place − intercept_s) / slope_s put all items on one scale
 *    of θ, on which the interaction of model and scenario is as small as it can be.
 * 3. Each model answers with P_j(η_ms), where η_ms has the published score as its expectation (draw-answers.ts).
 *
 * The slopes differ because the published scores do: models lie 97 points apart in DS and 7 in WTD, and with one slope for
 * all scenarios the interaction has more than twice the variance.
 *
 * @param seed another one draws other items and answers; 1 is the bank that is shipped
 * @param size number of items; with fewer than 1,000 scenarios may be without any
 */
export function climedbenchBank(
  seed = 1,
  size: number = PUBLISHED_SIZE,
  shape: ClimedbenchShape = climedbenchShape(seed, size),
): Bank {
  const { sizes, starts, parameters } = shape;
  const perItem = <T>(of: (s: number, k: number) => T): T[] =>
    sizes.flatMap((size, s) => Array.from({ length: size }, (_, k) => of(s, k)));
  const tag = (of: (s: number) => string): ItemTag => {
    const values = [...new Set(SCENARIOS.map((_, s) => of(s)))];
    return { values, codes: Uint16Array.from(perItem((s) => values.indexOf(of(s)))) };
  };

  const scores = new Float32Array(PUBLISHED_SCORES.length * size);
  PUBLISHED_SCORES.forEach(({ model, scores: published }, m) => {
    SCENARIOS.forEach(({ code }, s) => {
      const answers = drawAnswers(
        pickItems(parameters, range(starts[s], sizes[s])),
        published[s] / 100,
        randomStream(rootOf(seed), code, 'answers', model),
      );
      scores.set(answers, m * size + starts[s]);
    });
  });

  const items = perItem((s, k) => `${SCENARIOS[s].code}-${String(k + 1).padStart(5, '0')}`);
  return {
    name: 'climedbench',
    version: 1,
    title: 'CliMedBench, simulated: 33,735 items in 14 clinical scenarios, 11 models',
    simulated: true,
    provenance: {
      source:
        'Simulated by thetarank (item-bank/builtin/build-climedbench.ts) from the published scores: CliMedBench, arXiv:2410.03502, Table 2; scenarios from the cards in Optifine-TAT/CliMedBench (MIT).',
      licence: 'MIT',
      notes: [
        'Simulated: no model gave these answers. In each scenario the expected score of each model is the published one, and the realised score is within one item of it.',
        'The sizes printed on the scenario cards add up to 29,797 and the paper states 33,735 items: the printed sizes are scaled to that total by largest remainder.',
        "Kendall's tau (CPR, SSO), ROUGE-1 (KE) and similarity (WTD) are represented by 0/1 answers with that rate of right ones.",
        'The full score is the unweighted mean of the 14 scenario scores, as in the paper.',
        'Three-parameter logistic items. In each scenario steepness is lognormal(0, 0.3) and place standard normal; a = slope × steepness and b = (place − intercept) / slope, with the slope and intercept of the scenario fitted so that the 11 models have one ability each (mean 0, variance 1) and the interaction of model and scenario is least. Rounded to multiples of 1/1024.',
        'c is uniform between 0 and chance or half the lowest published score of the scenario, whichever is smaller, and 0 where the number of options is not known: published scores lie far below chance in places.',
        'Answers are drawn by systematic sampling with unequal probabilities (Madow 1949), in random order within the scenario: the probability of each right answer is exactly that of the model, and answers within a scenario are very slightly less varied in sum than independent ones.',
        'Option counts are those of the example on each card; 0 where it shows none, or not all.',
      ],
    },
    items,
    tags: {
      scenario: tag((s) => SCENARIOS[s].code),
      task: tag((s) => SCENARIOS[s].task),
      metric: tag((s) => SCENARIOS[s].metric),
    },
    optionCounts: Uint8Array.from(perItem((s) => SCENARIOS[s].options)),
    fullScore: 'macro:scenario',
    parameters,
    responses: { examinees: PUBLISHED_SCORES.map(({ model }) => model), items, scores },
  };
}

function rootOf(seed: number): string {
  return `climedbench/${seed}`;
}

/** Draws the items and places the published models among them, with the seed and size of climedbenchBank. */
export function climedbenchShape(seed: number, size: number): ClimedbenchShape {
  const printed = SCENARIOS.reduce((sum, scenario) => sum + scenario.size, 0);
  const shares = SCENARIOS.map((scenario) => scenario.size / printed);
  const sizes = Array.from(largestRemainder(shares, size));
  const drawn = SCENARIOS.map((scenario, s) => {
    const lowest = Math.min(...PUBLISHED_SCORES.map(({ scores }) => scores[s])) / 100;
    return drawItems(scenario, sizes[s], lowest, rootOf(seed));
  });
  const own = drawn.map(({ steepness, place, c }) => itemParameters({ a: steepness, b: place, c }));
  const places = PUBLISHED_SCORES.map(({ scores }) =>
    own.map((items, s) =>
      scores[s] === 0 ? Number.NEGATIVE_INFINITY : abilityForScore(items, scores[s] / 100),
    ),
  );
  const { theta, slope, intercept } = commonAbility(places);
  const join = (of: (s: number, k: number) => number) =>
    Float64Array.from(sizes.flatMap((size, s) => Array.from({ length: size }, (_, k) => of(s, k))));
  return {
    sizes,
    starts: sizes.map((_, s) => sizes.slice(0, s).reduce((sum, count) => sum + count, 0)),
    parameters: itemParameters({
      a: join((s, k) => toPositiveGrid(slope[s] * drawn[s].steepness[k])),
      b: join((s, k) => toGrid((drawn[s].place[k] - intercept[s]) / slope[s])),
      c: join((s, k) => downToGrid(drawn[s].c[k])),
    }),
    abilities: theta,
    deviations: places.map((own, m) =>
      own.map((place, s) =>
        Number.isFinite(place) ? (place - intercept[s]) / slope[s] - theta[m] : Number.NaN,
      ),
    ),
  };
}

function range(start: number, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, k) => start + k);
}
