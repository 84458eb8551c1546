import type { FacetRatings } from '../../../calibration/facets/facet-types.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import { unitsOf } from '../../scoring/judges/judged-scores.ts';
import { mean } from '../../statistics/mean.ts';

/** More grades than these are a scale without steps. */
const MOST_GRADES = 30;
/** Grades are multiples of a step up to rounding. */
const ROUNDING = 1e-6;

/** Scores as grades from 0, with what their numbers mean. */
export interface RatedGrades {
  readonly ratings: FacetRatings;
  readonly raters: readonly string[];
  /** Raters who gave one grade only, with their number of ratings: how strict they are cannot be known, and they are left out of the ratings. */
  readonly constant: readonly { readonly name: string; readonly ratings: number }[];
  readonly models: readonly string[];
  readonly aspects: readonly string[];
  /** The model and the unit (item or case) of each answer. */
  readonly modelOf: Int32Array;
  readonly clusters: Int32Array;
  /** Mean score of the answers of each model, as all raters gave them. */
  readonly plain: Float64Array;
  /** The score of grade 0, and the distance of grades. */
  readonly low: number;
  readonly step: number;
}

/** Why no severities can be told. */
export type NoSeverity = 'one rater' | 'no grades' | 'one grade' | 'no common answers';

/**
 * Scores of all judges and people as grades: those by aspect if all give them (of one aspect if it is named), else of answers as a whole. Severities of raters who gave
 * one grade only would come from the prior alone, and so would what they do to the mean of severities.
 */
export function ratedGrades(
  given: readonly GivenScore[],
  aspect: string | null,
): RatedGrades | NoSeverity {
  const byAspect = new Set(given.filter((one) => one.aspect !== null).map(({ judge }) => judge));
  const hasAspects = given.every(({ judge }) => byAspect.has(judge));
  const all = given.filter((one) =>
    aspect !== null ? one.aspect === aspect : hasAspects === (one.aspect !== null),
  );
  if (names(all.map(({ judge }) => judge)).length < 2) return 'one rater';
  const ofRater = Map.groupBy(all, ({ judge }) => judge);
  const isConstant = (rater: string) =>
    ofRater.get(rater)!.every(({ score }, _, own) => score === own[0].score);
  const constant = names([...ofRater.keys()].filter(isConstant));
  const used = all.filter(({ judge }) => !constant.includes(judge));
  const raters = names(used.map(({ judge }) => judge));
  if (raters.length < 2) return 'one grade';
  const values = [...new Set(used.map(({ score }) => score))].sort((x, y) => x - y);
  const low = values[0];
  const step = values.slice(1).reduce((least, x, k) => Math.min(least, x - values[k]), Infinity);
  const gradeOf = (score: number) => Math.round((score - low) / step);
  const categories = gradeOf(values[values.length - 1]) + 1;
  const isGrade = (x: number) => Math.abs((x - low) / step - gradeOf(x)) < ROUNDING * categories;
  if (categories > MOST_GRADES || !values.every(isGrade)) return 'no grades';
  const models = names(used.map(({ model }) => model));
  const aspects = names(used.map((one) => one.aspect ?? ''));
  const answers = new Map<string, { number: number; model: string; item: string }>();
  const ofRating = used.map(({ model, item }) => {
    const key = JSON.stringify([model, item]);
    const known = answers.get(key) ?? { number: answers.size, model, item };
    answers.set(key, known);
    return known.number;
  });
  const rated = [...answers.values()];
  const at = (list: readonly string[]) => {
    const places = new Map(list.map((name, k) => [name, k]));
    return (name: string) => places.get(name)!;
  };
  const [raterAt, modelAt, aspectAt] = [at(raters), at(models), at(aspects)];
  const clusters = new Int32Array(rated.length);
  unitsOf(rated.map(({ item }) => item)).forEach((rows, c) => {
    for (const row of rows) clusters[row] = c;
  });
  const first = new Map<number, string>();
  const isShared = used.some(({ judge }, k) => {
    const known = first.get(ofRating[k]) ?? judge;
    first.set(ofRating[k], known);
    return known !== judge;
  });
  if (!isShared) return 'no common answers';
  return {
    ratings: {
      answers: Int32Array.from(ofRating),
      raters: Int32Array.from(used, ({ judge }) => raterAt(judge)),
      aspects: Int32Array.from(used, (one) => aspectAt(one.aspect ?? '')),
      scores: Int32Array.from(used, ({ score }) => gradeOf(score)),
      counts: {
        ...{ answers: rated.length, raters: raters.length, aspects: aspects.length, categories },
      },
    },
    ...{ raters, models, aspects, clusters, low, step },
    modelOf: Int32Array.from(rated, ({ model }) => modelAt(model)),
    constant: constant.map((name) => ({ name, ratings: ofRater.get(name)!.length })),
    plain: Float64Array.from(models, (model) => plainScore(all, model)),
  };
}

/** The mean over answers of the mean of their scores. */
function plainScore(all: readonly GivenScore[], model: string): number {
  const own = Map.groupBy(
    all.filter((one) => one.model === model),
    ({ item }) => item,
  );
  return mean(Array.from(own.values(), (scores) => mean(scores.map(({ score }) => score))));
}

function names(all: readonly string[]): string[] {
  return [...new Set(all)].sort();
}
