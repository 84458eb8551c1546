import type { FacetRatings } from '../../../calibration/facets/facet-types.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import { unitsOf } from '../../scoring/judges/judged-scores.ts';

/** More grades than these are a scale without steps. */
const MOST_GRADES = 30;
/** Grades are multiples of a step up to rounding. */
const ROUNDING = 1e-6;

/** Scores as grades from 0, with what their numbers mean. */
export interface RatedGrades {
  readonly ratings: FacetRatings;
  readonly raters: readonly string[];
  readonly models: readonly string[];
  readonly aspects: readonly string[];
  /** The model and the unit (item or case) of each answer. */
  readonly groups: Int32Array;
  readonly clusters: Int32Array;
  /** The score of grade 0, and the distance of grades. */
  readonly low: number;
  readonly step: number;
}

/** Why no severities can be told. */
export type NoSeverity = 'one rater' | 'no grades' | 'one grade' | 'no common answers';

/**
 * Scores of all judges and people as grades: those by aspect if all give them (of one aspect if it is named), else of answers as a whole.
 */
export function ratedGrades(
  given: readonly GivenScore[],
  aspect: string | null,
): RatedGrades | NoSeverity {
  const byAspect = new Set(given.filter((one) => one.aspect !== null).map(({ judge }) => judge));
  const hasAspects = given.every(({ judge }) => byAspect.has(judge));
  const used = given.filter((one) =>
    aspect !== null ? one.aspect === aspect : hasAspects === (one.aspect !== null),
  );
  const raters = names(used.map(({ judge }) => judge));
  if (raters.length < 2) return 'one rater';
  const values = [...new Set(used.map(({ score }) => score))].sort((x, y) => x - y);
  if (values.length < 2) return 'one grade';
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
  const all = [...answers.values()];
  const at = (list: readonly string[]) => {
    const places = new Map(list.map((name, k) => [name, k]));
    return (name: string) => places.get(name)!;
  };
  const [raterAt, modelAt, aspectAt] = [at(raters), at(models), at(aspects)];
  const clusters = new Int32Array(all.length);
  unitsOf(all.map(({ item }) => item)).forEach((rows, c) => {
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
        ...{ answers: all.length, raters: raters.length, aspects: aspects.length, categories },
      },
    },
    ...{ raters, models, aspects, clusters, low, step },
    groups: Int32Array.from(all, ({ model }) => modelAt(model)),
  };
}

function names(all: readonly string[]): string[] {
  return [...new Set(all)].sort();
}
