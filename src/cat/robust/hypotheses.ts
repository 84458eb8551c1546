import type { Grouping, ScoreModel } from './score-model.ts';

/**
 * How an examinee can differ from those of the calibration:
 * - `none`: it does not;
 * - `uneven`: in some tags or levels it is much better or worse than its ability says;
 * - `unrelated`: what was hard for others is not hard for it, or hardly: a broken prompt, guesses, one letter for all answers;
 * - `steep`: it has nearly everything right up to a limit of difficulty, and nearly nothing beyond;
 * - `limits`: it misses some easy items (unreadable answers), solves some hard ones (items seen before), or both;
 * - `change`: it became better or worse during the test, as after an exchange of the model.
 */
export const MISMATCHES = ['none', 'uneven', 'unrelated', 'steep', 'limits', 'change'] as const;
export type Mismatch = (typeof MISMATCHES)[number];

/** A model of one examinee, and how probable it is before the first answer. */
export interface Hypothesis {
  readonly mismatch: Mismatch;
  readonly prior: number;
  /** The share of the items to draw at random if it holds: how little the calibration then tells which items to choose. */
  readonly randomShare: number;
  /** Nobody is just as a hypothesis says: scores under it err by so many times their SE. */
  readonly wider: number;
  readonly model: ScoreModel;
  /** Of `change`: the grouping of the items by when they were asked, written for each test; else null. */
  readonly blocks: Uint16Array | null;
}

/** Times the SE, chosen so that intervals of strange models hold (docs/evidence/strange-models.md): see Hypothesis. */
const WIDER = { uneven: 1.5, unrelated: 1.5, steep: 2, limits: 1.8, change: 2.1 };

/** Parts of a test whose answers are compared with one another. */
export const TEST_BLOCKS = 4;

/** A curve that runs from `floor` to `ceiling`. */
interface Limits {
  readonly floor: number;
  readonly ceiling: number;
}

/**
 * Odds of one hypothesis of a kind over `none`; some get a multiple of them. Models of seven banks that were left out ask for .1 in all (scripts/usual-odds): up to half
 * of it for ceilings of .95, little for the rest, since calibrations have few strange models. More is given, about three times as
 * much in all: a strange model must not wait for hundreds of answers before it is believed to be one.
 */
const ODDS = { uneven: 0.009, unrelated: 0.009, steep: 0.009, limits: 0.03, change: 0.05 };
const LIMITS: readonly Limits[] = [
  ...[0.95, 0.9, 0.8, 0.7, 0.5].map((ceiling) => ({ floor: 0, ceiling })),
  ...[0.05, 0.1, 0.2, 0.4, 0.6].map((floor) => ({ floor, ceiling: 1 })),
  ...[0.05, 0.1, 0.2].map((part) => ({ floor: part, ceiling: 1 - part })),
];

const known = new WeakMap<ScoreModel, readonly Hypothesis[]>();

/**
 * The calibration's own model first, and others that leave more and more of it aside, down to the mean of the answers by tag and level.
 * Their answers decide between them (see HypothesisAverage). Made once for each model.
 */
export function hypothesesOf(model: ScoreModel): readonly Hypothesis[] {
  const found = known.get(model);
  if (found !== undefined) return found;
  const made = makeHypotheses(model);
  known.set(model, made);
  return made;
}

function makeHypotheses(model: ScoreModel): Hypothesis[] {
  const all: Hypothesis[] = [
    { mismatch: 'none', prior: 1, randomShare: 0, wider: 1, model, blocks: null },
  ];
  const add = (
    mismatch: Exclude<Mismatch, 'none'>,
    odds: number,
    change: Partial<ScoreModel>,
    randomShare = 1,
  ) =>
    all.push({
      mismatch,
      prior: odds * ODDS[mismatch],
      randomShare,
      wider: WIDER[mismatch],
      model: { ...model, ...change },
      blocks: null,
    });
  const { groupings } = model;
  add('uneven', 6, { groupings: widened(groupings, 16, 0.1, 2) }, 0.3);
  add('uneven', 1, { groupings: widened(groupings, 256, 1, 4) });
  add('unrelated', 1, {
    ...scaled(model, 0.5),
    groupings: widened(groupings, 4, 0.05, 1),
  });
  const alike = withoutItems(model);
  const equal = withVariance(groupings, () => 0.01);
  add('unrelated', 1, { ...alike, groupings: equal });
  add('unrelated', 1, { ...alike, groupings: widened(groupings, 64, 0.5, 4) });
  if (groupings.some(({ name }) => name === 'tag'))
    add('unrelated', 1, {
      ...alike,
      groupings: withVariance(groupings, (name) => (name === 'tag' ? 25 : 0.1)),
    });
  // Where options are known, who knows nothing guesses. Knowledge of some tags above a floor is left to the effects of tags: with few
  // answers a tag, such floors count what is below chance as chance, and draw scores up.
  if (model.chance !== undefined)
    add('unrelated', 1, { ...nothingKnown(model), guessing: model.chance, groupings: equal });
  for (const factor of [2, 4])
    add(
      'steep',
      0.5,
      {
        ...scaled(model, factor),
        groupings: widened(groupings, 16, 0.1, 2),
      },
      0.2,
    );
  // The farther from 0 and 1, the rarer.
  for (const { floor, ceiling } of LIMITS)
    add(
      'limits',
      Math.min(2, 0.1 / (floor + 1 - ceiling)),
      {
        guessing: model.guessing.map((c) => floor + (ceiling - floor) * c),
        ceiling,
      },
      Math.max(0, Math.min(1, 2 * (floor + 1 - ceiling) - 0.2)),
    );
  all.push(changing(model));
  const total = all.reduce((sum, { prior }) => sum + prior, 0);
  return all.map((hypothesis) => ({ ...hypothesis, prior: hypothesis.prior / total }));
}

/** Effects whose variances are `factor` times as large, from `least` to `most`. */
function widened(groupings: readonly Grouping[], factor: number, least: number, most: number) {
  return groupings.map((grouping) => ({
    ...grouping,
    variance: Math.min(most, Math.max(least, factor * grouping.variance)),
  }));
}

function withVariance(groupings: readonly Grouping[], of: (name: string) => number) {
  return groupings.map((grouping) => ({ ...grouping, variance: of(grouping.name) }));
}

/** Items that differ from the mean item `factor` times as much in how hard and how steep they are. */
function scaled({ items, dimensions, coefficients, covariances }: ScoreModel, factor: number) {
  const size = dimensions + 1;
  const means = [0, 0];
  for (let j = 0; j < items; j++)
    for (const r of [0, 1]) means[r] += coefficients[size * j + r] / items;
  return {
    coefficients: coefficients.map((value, at) => {
      const mean = means[at % size] ?? 0;
      return mean + factor * (value - mean);
    }),
    covariances: covariances.map((value) => factor * factor * value),
  };
}

/** Items that are all alike, up to the effects of their groups. */
function withoutItems({ items }: ScoreModel) {
  const coefficients = new Float64Array(2 * items);
  for (let j = 0; j < items; j++) coefficients[2 * j + 1] = 1;
  return {
    dimensions: 1,
    coefficients,
    covariances: new Float64Array(4 * items),
    abilityVariances: Float64Array.of(9),
  };
}

/** Logit of what is known of items, beyond guesses, by an examinee that knows nothing. */
const UNKNOWN_LOGIT = -5;

/** Items of which nothing is known, up to small effects of their groups. */
function nothingKnown(model: ScoreModel) {
  const alike = withoutItems(model);
  const coefficients = alike.coefficients.map((value, at) =>
    at % 2 === 0 ? UNKNOWN_LOGIT : value,
  );
  return { ...alike, coefficients, abilityVariances: Float64Array.of(1) };
}

/** Effects of the parts of the test; items that were not asked are predicted by all of them in turn. */
function changing(model: ScoreModel): Hypothesis {
  const of = new Uint16Array(model.items);
  const blocks = { name: 'part of the test', count: TEST_BLOCKS, of, variance: 1 };
  return {
    mismatch: 'change',
    prior: ODDS.change,
    randomShare: 1,
    wider: WIDER.change,
    model: { ...model, groupings: [blocks, ...model.groupings] },
    blocks: of,
  };
}
