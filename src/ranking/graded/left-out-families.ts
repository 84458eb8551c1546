import {
  choosePolytomousModel,
  type ModelChoice,
} from '../../../calibration/polytomous/choose/choose-model.ts';
import { pickCategoryRows } from '../../irt/polytomous/category-matrix.ts';
import { categoriesOfLevels } from '../../irt/polytomous/score-levels.ts';
import type { RandomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import type { RecordedGrades } from './graded-fit.ts';

const CANDIDATES = ['graded', 'gpcm', 'beta'] as const;

/** Chooses the model of the items by the families of the examinees in `seen` that calibrations leave out. @param folds at most */
export function chooseGraded(
  { responses, levels }: RecordedGrades,
  families: readonly string[],
  seen: readonly number[],
  folds: number,
  seed: string,
): ModelChoice {
  const groups = seen.map((i) => families[i]);
  return choosePolytomousModel(pickCategoryRows(categoriesOfLevels(responses, levels), seen), {
    seed,
    candidates: CANDIDATES,
    groups,
    folds: Math.min(folds, new Set(groups).size),
  });
}

/** The rows of `seen` in each fold of whole families. @param folds at most */
export function leftOutRows(
  families: readonly string[],
  seen: readonly number[],
  folds: number,
  random: RandomStream,
): number[][] {
  const own = seen.map((i) => families[i]);
  const count = Math.min(folds, new Set(own).size);
  const fold = dealFolds(own, count, random);
  return Array.from({ length: count }, (_, m) => seen.filter((_, r) => fold[r] === m));
}
