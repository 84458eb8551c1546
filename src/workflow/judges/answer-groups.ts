import type { FacetFit } from '../../../calibration/facets/facet-types.ts';
import { studentQuantile } from '../../statistics/student-quantile.ts';
import type { RatedGrades } from './rated-grades.ts';

/** Groups of answers with means of their own, each of one model. */
export interface AnswerGroups {
  /** By answer. */
  readonly of: Int32Array;
  /** By group. */
  readonly models: Int32Array;
}

/** With fewer answers per group, on average, means by group would say little. */
const LEAST_PER_GROUP = 3;

/** Enough where chance decides who rates what. */
export function byModel({ modelOf, models }: RatedGrades): AnswerGroups {
  return { of: modelOf, models: Int32Array.from(models.keys()) };
}

/**
 * By model and set of raters, so that raters are compared by the answers that they have in common: whoever got harder questions would otherwise seem strict. By model alone if there are so
 * many sets that they have few answers each.
 */
export function byModelAndRaters(grades: RatedGrades): AnswerGroups {
  const { ratings, modelOf } = grades;
  const raters = Array.from(modelOf, () => new Set<number>());
  ratings.answers.forEach((answer, k) => {
    raters[answer].add(ratings.raters[k]);
  });
  const groups = new Map<string, number>();
  const models: number[] = [];
  const of = modelOf.map((model, a) => {
    const key = [model, ...[...raters[a]].sort((x, y) => x - y)].join(' ');
    const known = groups.get(key);
    if (known !== undefined) return known;
    groups.set(key, models.length);
    models.push(model);
    return models.length - 1;
  });
  return of.length < LEAST_PER_GROUP * models.length
    ? byModel(grades)
    : { of, models: Int32Array.from(models) };
}

/** Fair scores of models: means over their groups, weighted by answers, with intervals in categories. */
export function modelScores(
  { groups, clusters }: Pick<FacetFit, 'groups' | 'clusters'>,
  { models }: AnswerGroups,
  { models: names, ratings }: RatedGrades,
  level: number,
): Pick<FacetFit['groups'], 'fair' | 'low' | 'high' | 'counts'> {
  const count = names.length;
  const counts = new Int32Array(count);
  for (const [g, model] of models.entries()) counts[model] += groups.counts[g];
  const fair = new Float64Array(count);
  const variances = new Float64Array(count);
  const G = models.length;
  for (let g = 0; g < G; g++) {
    const model = models[g];
    const weight = groups.counts[g] / counts[model];
    fair[model] += weight * groups.fair[g];
    for (let k = 0; k < G; k++)
      if (models[k] === model)
        variances[model] +=
          weight * (groups.counts[k] / counts[model]) * groups.covariance[g * G + k];
  }
  const t = clusters > 1 ? studentQuantile((1 - level) / 2, clusters - 1) : Number.NaN;
  const half = variances.map((variance) => t * Math.sqrt(Math.max(0, variance)));
  const most = ratings.counts.categories - 1;
  return {
    ...{ counts, fair },
    low: fair.map((score, m) => Math.max(0, score - half[m])),
    high: fair.map((score, m) => Math.min(most, score + half[m])),
  };
}
