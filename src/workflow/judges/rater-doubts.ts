import { pairsOf, unitsOf } from '../../scoring/judges/judged-scores.ts';
import { mean } from '../../statistics/mean.ts';
import { negativeTail } from '../../statistics/negative-tail.ts';
import { spearman } from '../../statistics/spearman.ts';

/** What makes scores of a rater doubtful, beside the figures that they enter. */
export type RaterDoubt =
  /** All scores are equal: correlations and severity are not known. */
  | { readonly kind: 'one score'; readonly rater: string; readonly score: number }
  /** The highest score is at least twice, or at most half, that of most other raters. */
  | {
      readonly kind: 'scale';
      readonly rater: string;
      readonly high: number;
      readonly othersHigh: number;
    }
  /** All common scores of two raters are equal, and other pairs agree far too little to explain it. */
  | {
      readonly kind: 'copy';
      readonly rater: string;
      readonly of: string;
      readonly answers: number;
    }
  /** Clearly negatively correlated with people, or with most other raters. */
  | { readonly kind: 'reversed'; readonly rater: string; readonly of: readonly string[] }
  /** No other rater scored an answer that this one did. */
  | { readonly kind: 'alone'; readonly rater: string };

export interface RaterScores {
  readonly name: string;
  /** By answer; NaN where there is none. */
  readonly scores: ArrayLike<number>;
}

/** Fewer scores show neither a scale nor a copy. */
const LEAST_SCORES = 5;
const OTHER_SCALE = 2;
/** How often two raters give the same score, where no other pair shows it: more often than people usually do. */
const USUAL_SAME = 0.8;
const CHANCE = 0.01;
/** Below half of 1 in 1,000: ties make the probability of one pair inexact, and a rater is opposed to most of several others at most twice as often as to one. */
const REVERSED_BY_CHANCE = 0.0003;
/** With 12 items, 1.5 of 1,000 unrelated pairs of yes and no were named; with 16, .7. */
const LEAST_ITEMS = 16;
/** Fewest items to which a rater gave another score than its most common one. */
const LEAST_UNUSUAL = 5;

/**
 * Raters whose scores are all the same, on another scale than others', a copy of another's, reversed, or of answers that nobody else scored.
 * @param people who score too; judges are compared with them where they can
 * @param items of the answers, in units by `unitsOf`
 */
export function raterDoubts(
  judges: readonly RaterScores[],
  people: readonly RaterScores[],
  items: readonly string[],
): RaterDoubt[] {
  const raters = [...judges, ...people];
  const known = raters.map(({ name, scores }) => ({
    name,
    own: Array.from(scores).filter((score) => !Number.isNaN(score)),
  }));
  const equal = known.flatMap(({ name, own }): RaterDoubt[] =>
    own.length > 1 && own.every((score) => score === own[0])
      ? [{ kind: 'one score', rater: name, score: own[0] }]
      : [],
  );
  const scales = otherScales(known);
  const isOfAnother = new Set(scales.map(({ rater }) => rater));
  return [
    ...equal,
    ...scales,
    ...copies(raters, ({ name }) => isOfAnother.has(name)),
    ...judges.flatMap((one) => reversed(one, judges, people, items)),
    ...people.flatMap((one) => reversed(one, people, [], items)),
    ...alone(raters),
  ];
}

function otherScales(raters: readonly { name: string; own: readonly number[] }[]): RaterDoubt[] {
  const varied = raters
    .filter(({ own }) => own.length >= LEAST_SCORES && own.some((score) => score !== own[0]))
    .map(({ name, own }) => ({
      name,
      high: own.reduce((most, score) => Math.max(most, Math.abs(score)), 0),
    }));
  return varied.flatMap(({ name, high }): RaterDoubt[] => {
    const others = varied.filter((one) => one.name !== name).map((one) => one.high);
    const below = others.filter((one) => high >= OTHER_SCALE * one);
    const above = others.filter((one) => one >= OTHER_SCALE * high);
    const areMost = (some: readonly number[]) => 2 * some.length > others.length;
    if (!areMost(below) && !areMost(above)) return [];
    const othersHigh = areMost(below) ? Math.max(...below) : Math.min(...above);
    return [{ kind: 'scale', rater: name, high, othersHigh }];
  });
}

/** @param isOfAnother of a rater on another scale, whose differences do not show how often raters give the same score */
function copies(
  raters: readonly RaterScores[],
  isOfAnother: (rater: RaterScores) => boolean,
): RaterDoubt[] {
  const pairs = raters.flatMap((first, k) =>
    raters.slice(k + 1).map((second) => ({ first, second, ...sameScores(first, second) })),
  );
  const shares = pairs
    .filter(
      ({ first, second, same, answers }) =>
        same < answers && !isOfAnother(first) && !isOfAnother(second),
    )
    // Few answers may all differ by chance.
    .map(({ same, answers }) => (same + 1) / (answers + 2));
  const usual = shares.length === 0 ? USUAL_SAME : Math.max(...shares);
  return pairs
    .filter(
      ({ same, answers, isVaried }) =>
        isVaried && same === answers && answers >= LEAST_SCORES && usual ** answers < CHANCE,
    )
    .map(({ first, second, answers }) => ({
      ...{ kind: 'copy', rater: second.name, of: first.name, answers },
    }));
}

function sameScores({ scores: x }: RaterScores, { scores: y }: RaterScores) {
  const values = new Set<number>();
  let [answers, same] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    if (Number.isNaN(x[k] + y[k])) continue;
    answers++;
    if (x[k] === y[k]) same++;
    values.add(x[k]);
  }
  return { answers, same, isVaried: values.size > 1 };
}

/** A judge is compared with the mean of people. If they scored none of its items, it is reversed if it is opposed to most other judges. */
function reversed(
  rater: RaterScores,
  peers: readonly RaterScores[],
  people: readonly RaterScores[],
  items: readonly string[],
): RaterDoubt[] {
  const byPeople = people.length === 0 ? null : isReversed(rater, meanOf(people), items);
  if (byPeople !== null)
    return byPeople
      ? [{ kind: 'reversed', rater: rater.name, of: people.map(({ name }) => name) }]
      : [];
  const others = peers.flatMap((other) => {
    const found = other === rater ? null : isReversed(rater, other, items);
    return found === null ? [] : [{ name: other.name, found }];
  });
  const against = others.filter(({ found }) => found).map(({ name }) => name);
  return 2 * against.length > others.length
    ? [{ kind: 'reversed', rater: rater.name, of: against }]
    : [];
}

/** Counts items and not answers, because answers to one item may depend on each other. Null if the correlation is not defined. */
function isReversed(
  { scores: x }: RaterScores,
  { scores: y }: RaterScores,
  items: readonly string[],
): boolean | null {
  const common = pairsOf(
    (row) => x[row],
    (row) => y[row],
    items.keys(),
  );
  const rho = spearman(common.x, common.y);
  if (rho === null) return null;
  const units = (rows: readonly number[]) => unitsOf(rows.map((row) => items[row])).length;
  const unusual = [common.x, common.y].map((scores) => {
    const usual = mostCommon(scores);
    return units(common.rows.filter((_, k) => scores[k] !== usual));
  });
  const n = units(common.rows);
  return (
    n >= LEAST_ITEMS &&
    Math.min(...unusual) >= LEAST_UNUSUAL &&
    negativeTail(rho, n) <= REVERSED_BY_CHANCE
  );
}

function mostCommon(scores: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function meanOf(people: readonly RaterScores[]): RaterScores {
  const scores = Array.from(people[0].scores, (_, row) => {
    const own = people.map((one) => one.scores[row]).filter((score) => !Number.isNaN(score));
    return own.length === 0 ? Number.NaN : mean(own);
  });
  return { name: '', scores };
}

function alone(raters: readonly RaterScores[]): RaterDoubt[] {
  return raters
    .filter((one) => raters.every((other) => other === one || sameScores(one, other).answers === 0))
    .map(({ name }) => ({ kind: 'alone', rater: name }));
}
