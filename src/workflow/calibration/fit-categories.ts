import {
  calibratePolytomous,
  type PolytomousFit,
} from '../../../calibration/polytomous/calibrate-polytomous.ts';
import {
  choosePolytomousModel,
  type ModelChoice,
} from '../../../calibration/polytomous/choose/choose-model.ts';
import type { PolytomousModel } from '../../../calibration/polytomous/models/models.ts';
import {
  DEFAULT_POLYTOMOUS_PRIORS,
  type PolytomousPriors,
} from '../../../calibration/polytomous/priors.ts';
import { fail } from '../../errors.ts';
import type { CategoryParameters, ConstantItem } from '../../files/items/category-columns.ts';
import type { ItemKey } from '../../files/items/read-keys.ts';
import type { ChoiceTable } from '../../files/responses/choice-table.ts';
import type { CategoryMatrix } from '../../irt/polytomous/category-matrix.ts';
import { categoryScores } from '../../irt/polytomous/category-scores.ts';
import {
  categoriesOfLevels,
  evenLevels,
  isOnLevels,
  levelsOf,
} from '../../irt/polytomous/score-levels.ts';
import { pickItems, type ResponseMatrix, shortestScore } from '../../irt/responses.ts';
import { type Families, familiesOf } from '../../ranking/families.ts';
import { mean } from '../../statistics/mean.ts';
import type { ConvergenceProgress } from '../progress.ts';

/** The models of items with several categories, and `auto`: the one of graded scores that predicts left-out examinees best. */
export const CATEGORY_MODELS = ['graded', 'gpcm', 'beta', 'nominal', 'auto'] as const;
export type CategoryModel = (typeof CATEGORY_MODELS)[number];

/** Models that `auto` chooses from. */
const CANDIDATES = ['graded', 'gpcm', 'beta'] as const;
const CHOICE_FOLDS = 5;

export interface CategoryFitOptions {
  readonly model: CategoryModel;
  /** Prior of slopes; default that of the model. */
  readonly priorA?: PolytomousPriors['slope'] | undefined;
  readonly quadrature: number | 'auto';
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly seed: number;
}

/** Answers in categories, and what these stand for. */
export interface CategoryAnswers {
  readonly matrix: CategoryMatrix;
  /** Of each item, by category: scores, or option letters. */
  readonly categories: readonly (readonly string[])[];
  /** Of each item, by category: what an answer counts. */
  readonly scores: readonly (readonly number[])[];
  /** Items whose answers are all in one category: no parameters can be learned. */
  readonly constants: readonly ConstantItem[];
  /** Items without answers. */
  readonly leftOut: readonly string[];
  /** Whether recorded scores were rounded to the levels. */
  readonly isRounded: boolean;
}

/** How models predict left-out families, and where these come from. */
export interface FamilyChoice extends ModelChoice {
  readonly families: Pick<Families, 'source' | 'count'>;
}

/** A fit with all reported values. */
export interface CategoryFitted {
  readonly model: PolytomousModel;
  /** How the candidates of `auto` predict left-out examinees; null for a given model. */
  readonly choice: FamilyChoice | null;
  readonly fit: PolytomousFit;
  /** What the categories of the fit stand for. */
  readonly parameters: CategoryParameters;
  /** Items with categories that nobody answered in, which were removed: how many of each. */
  readonly merged: readonly { readonly item: string; readonly removed: number }[];
}

/**
 * Recorded scores in the categories of their levels: the different scores themselves, up to ten, else five rounded ones.
 * @param count number of equally spaced levels, in place of those
 */
export function gradesOf(responses: ResponseMatrix, count?: number): CategoryAnswers {
  const levels = count === undefined ? levelsOf(responses) : evenLevels(count);
  const all = categoriesOfLevels(responses, levels);
  const names = levels.map((level) => String(Number(level.toFixed(6))));
  const { kept, constant, leftOut } = usable(all);
  const own = pickItems(responses, kept);
  const matrix = categoriesOfLevels(own, levels);
  const isRounded = !isOnLevels(own, levels);
  return {
    matrix,
    categories: own.items.map(() => names),
    scores: isRounded ? categoryScores(matrix, own) : own.items.map(() => levels),
    constants: constant.map(({ j, category }) => ({
      item: responses.items[j],
      category: names[category],
      score: meanScore(responses, j),
    })),
    leftOut,
    isRounded,
  };
}

/** Of the answers to an item; exact where all are alike. */
function meanScore({ scores, items }: ResponseMatrix, j: number): number {
  const own = scores.filter((score, at) => at % items.length === j && !Number.isNaN(score));
  return own.every((score) => score === own[0]) ? shortestScore(own[0]) : mean(own);
}

/** Chosen options as categories: those that were chosen, and the key. @throws NO_KEY */
export function optionsOf(
  { examinees, items, letters }: ChoiceTable,
  keys: ReadonlyMap<string, ItemKey>,
  file: string,
): CategoryAnswers {
  const width = items.length;
  const options = items.map((item, j) => {
    const key = keys.get(item)?.key;
    if (key === undefined)
      fail('FILE_INVALID', {
        file,
        found: `no key of item ${item}`,
        accepted: 'a key of every item that has choices',
      });
    const chosen = examinees.flatMap((_, i) => letters[i * width + j] ?? []);
    return { key, all: [...new Set([...chosen, key])].sort() };
  });
  const answers = Int16Array.from({ length: letters.length }, (_, at) => {
    const own = letters[at];
    return own === undefined ? -1 : options[at % width].all.indexOf(own);
  });
  const categories = Int32Array.from(options, ({ all }) => Math.max(2, all.length));
  const { kept, constant, leftOut } = usable({ examinees, items, answers, categories });
  const n = kept.length;
  return {
    matrix: {
      examinees,
      items: kept.map((j) => items[j]),
      answers: Int16Array.from(
        { length: examinees.length * n },
        (_, at) => answers[Math.floor(at / n) * width + kept[at % n]],
      ),
      categories: Int32Array.from(kept, (j) => categories[j]),
    },
    categories: kept.map((j) => options[j].all),
    scores: kept.map((j) => options[j].all.map((own) => (own === options[j].key ? 1 : 0))),
    constants: constant.map(({ j, category: k }) => {
      const { all, key } = options[j];
      return { item: items[j], category: all[k], score: all[k] === key ? 1 : 0 };
    }),
    leftOut,
    isRounded: false,
  };
}

/** Items with answers in at least two categories, in one, and without answers. @throws NO_ITEM_VARIES if there is none of the first */
function usable({ items, answers }: CategoryMatrix) {
  const first = new Int16Array(items.length).fill(-1);
  const differs = new Uint8Array(items.length);
  answers.forEach((k, at) => {
    const j = at % items.length;
    if (k < 0) return;
    if (first[j] < 0) first[j] = k;
    else if (first[j] !== k) differs[j] = 1;
  });
  const kept = items.flatMap((_, j) => (differs[j] === 1 ? [j] : []));
  if (kept.length === 0) fail('NO_ITEM_VARIES', { where: 'recorded answers', items: items.length });
  return {
    kept,
    constant: items.flatMap((_, j) =>
      differs[j] === 0 && first[j] >= 0 ? [{ j, category: first[j] }] : [],
    ),
    leftOut: items.filter((_, j) => first[j] < 0),
  };
}

/**
 * Calibrates items with several categories: marginal maximum a posteriori, with standard errors.
 * @param families of the examinees, whole ones of which `auto` leaves out; null: as `familiesOf` finds them in the names
 * @throws OPTION_INVALID, OPTIONS_CONFLICT, CATEGORIES_UNUSABLE
 */
export function fitCategories(
  answers: CategoryAnswers,
  families: readonly string[] | null,
  options: CategoryFitOptions,
  progress: ConvergenceProgress,
): CategoryFitted {
  const { matrix, categories, scores } = answers;
  const { priorA, quadrature, tolerance, maxIterations, seed } = options;
  const isTwo = matrix.categories.every((all) => all === 2);
  if (isTwo && options.model !== 'nominal')
    fail('OPTIONS_CONFLICT', {
      options: 'irtModel',
      reason: 'all scores are at two levels; use --irt-model 2pl or 3pl.',
    });
  const choice = options.model === 'auto' ? chooseModel(matrix, families, seed, progress) : null;
  const model =
    choice === null ? (options.model as PolytomousModel) : (choice.best as PolytomousModel);
  const usual = DEFAULT_POLYTOMOUS_PRIORS[model];
  progress.note(`fitting ${model}`);
  const fit = calibratePolytomous(matrix, {
    model,
    scores,
    priors: priorA === undefined ? undefined : { ...usual, slope: priorA },
    quadrature,
    tolerance,
    maxIterations,
    onRound: (round) => progress.round(round, tolerance, maxIterations),
  });
  const { kept, parameters, standardErrors } = fit;
  return {
    model,
    choice,
    fit,
    parameters: {
      items: matrix.items,
      parameters,
      categories: kept.map((own, j) => Array.from(own, (k) => categories[j][k])),
      standardErrors: matrix.items.map((_, j) =>
        standardErrors === null ? null : Array.from(standardErrors[j]),
      ),
      constants: answers.constants,
    },
    merged: matrix.items.flatMap((item, j) => {
      const removed = matrix.categories[j] - kept[j].length;
      return removed > 0 ? [{ item, removed }] : [];
    }),
  };
}

function chooseModel(
  matrix: CategoryMatrix,
  families: readonly string[] | null,
  seed: number,
  progress: ConvergenceProgress,
): FamilyChoice {
  const { of: groups, source, count } = familiesOf(matrix.examinees, families, CHOICE_FOLDS);
  if (count < 2)
    fail('TOO_FEW_EXAMINEES', {
      found: count,
      needed: 2,
      purpose: 'choosing the model by left-out families (name one by --irt-model)',
    });
  progress.note('comparing models');
  const choice = choosePolytomousModel(matrix, {
    seed,
    candidates: CANDIDATES,
    groups,
    folds: Math.min(CHOICE_FOLDS, count),
    onFit: (done, fits) => progress.note(`comparing models, ${done} of ${fits} fits`),
  });
  return { ...choice, families: { source, count } };
}
