import { fail } from '../../errors.ts';
import type { CategoryParameters, ConstantItem } from '../../files/items/category-columns.ts';
import { readCategoryParameters } from '../../files/items/read-category-parameters.ts';
import { readChoiceTable } from '../../files/responses/choice-table.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import type { EstimatorName, NormalPrior } from '../../irt/estimate/estimate.ts';
import {
  estimateMixedAbility,
  type MixedEstimator,
} from '../../irt/polytomous/estimate/estimate-mixed.ts';
import { mixedItems } from '../../irt/polytomous/mixed-items.ts';
import { predictedMixedScore } from '../../irt/polytomous/predicted-mixed-score.ts';
import { levelOf } from '../../irt/polytomous/score-levels.ts';
import { plural } from '../../numbers.ts';
import type { Context } from '../operation.ts';
import type { ScoredExaminee } from './scored-examinee.ts';

const ESTIMATORS: readonly string[] = ['eap', 'ml', 'wle'] satisfies MixedEstimator[];

/** An examinee with its score on all items of the file of parameters, in points; null where the ability is. */
export interface ScoredWithPrediction extends ScoredExaminee {
  readonly score: number | null;
  readonly scoreSe: number | null;
}

/** Answers in the order of the items of a file of parameters. */
interface KnownAnswers {
  readonly examinees: readonly string[];
  /** examinees × items with parameters: the category of the answer, −1 for none. */
  readonly categories: Int16Array;
  /** examinees × all items, those without parameters last: what the answer counts, NaN for none. */
  readonly scores: Float64Array;
}

/**
 * Abilities and scores by parameters of items with several categories.
 * @throws OPTIONS_CONFLICT for an estimator that these items do not have; ITEM_WITHOUT_PARAMETERS if no item has parameters; what the readers throw
 */
export function scoreCategories(
  files: { readonly parameters: string; readonly responses: string },
  {
    estimator,
    prior,
    bounds,
  }: { estimator: EstimatorName; prior: NormalPrior; bounds: readonly [number, number] },
  { note, progress }: Pick<Context, 'note' | 'progress'>,
): ScoredWithPrediction[] {
  if (!ESTIMATORS.includes(estimator))
    fail('OPTIONS_CONFLICT', {
      options: `--estimator ${estimator}`,
      reason: `items with several categories have ${ESTIMATORS.join(', ')}.`,
    });
  const file = readCategoryParameters(files.parameters);
  const items = mixedItems(file.parameters, (j) => file.items[j]);
  const isNominal = file.parameters.map(({ model }) => model === 'nominal');
  if (isNominal.includes(true) && isNominal.includes(false))
    fail('FILE_INVALID', {
      file: files.parameters,
      found: 'nominal items beside others',
      accepted: 'parameters of chosen options alone, or of scores alone',
    });
  const { examinees, categories, scores } = isNominal[0]
    ? choicesOf(file, files.responses, note)
    : scoresOf(file, files, note);
  const width = items.count;
  const { constants } = file;
  const all = width + constants.length;
  if (constants.length > 0) note(constantText(files.parameters, constants.length));
  const [low, high] = bounds;
  return examinees.map((examinee, i) => {
    const row = categories.subarray(i * width, (i + 1) * width);
    const informative = row.reduce((n, k) => n + (k >= 0 ? 1 : 0), 0);
    const known = scores.subarray(i * all, (i + 1) * all);
    const answers = known.reduce((n, u) => n + (Number.isNaN(u) ? 0 : 1), 0);
    progress((i + 1) / examinees.length);
    const none = { ability: null, se: null, atBound: false, score: null, scoreSe: null };
    if (informative === 0 && estimator !== 'eap') return { examinee, answers, ...none };
    const found = estimateMixedAbility(estimator as MixedEstimator, items, row, {
      ...{ low, high, prior },
    });
    const predicted = predictedMixedScore(items, known, found);
    const rest = constants.reduce((sum, { score }, k) => {
      const own = known[width + k];
      return sum + (Number.isNaN(own) ? score : own);
    }, 0);
    return {
      examinee,
      ability: found.ability,
      se: knownError(found, bounds),
      atBound: found.atBound,
      answers,
      score: (100 * (width * predicted.score + rest)) / all,
      scoreSe: finite((100 * width * predicted.se) / all),
    };
  });
}

/** Null where an estimate has no error, or at a bound one that is larger than the range of abilities: the answers say nothing of it. */
export function knownError(
  { se, atBound }: { readonly se: number; readonly atBound: boolean },
  [low, high]: readonly [number, number],
): number | null {
  return Number.isFinite(se) && !(atBound && se > high - low) ? se : null;
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

function constantText(file: string, count: number): string {
  const [have, they] = count === 1 ? ['has', 'it says'] : ['have', 'they say'];
  return `${file}: ${plural(count, 'item')} ${have} no parameters, because all answers of the calibration were in one category: ${they} nothing of ability, and scores count ${count === 1 ? 'its' : 'their'} answers, or without an answer that category.`;
}

/** Recorded scores: the nearest category of each, and the score itself. */
function scoresOf(
  { items, categories: names, constants }: CategoryParameters,
  { parameters, responses }: { readonly parameters: string; readonly responses: string },
  note: Context['note'],
): KnownAnswers {
  const { matrix } = readResponses(responses);
  const places = matched(matrix.items, items, constants, parameters, note);
  const width = items.length;
  const all = width + constants.length;
  const levels = names.map((own) => own.map(Number));
  const categories = new Int16Array(matrix.examinees.length * width).fill(-1);
  const scores = new Float64Array(matrix.examinees.length * all).fill(Number.NaN);
  matrix.examinees.forEach((_, i) => {
    places.forEach((j, from) => {
      const score = matrix.scores[i * matrix.items.length + from];
      if (j < 0 || Number.isNaN(score)) return;
      if (j < width) categories[i * width + j] = levelOf(score, levels[j]);
      scores[i * all + j] = score;
    });
  });
  return { examinees: matrix.examinees, categories, scores };
}

/** Chosen options; one that the calibration did not see is refused. */
function choicesOf(
  { items, categories: names, parameters, constants }: CategoryParameters,
  responses: string,
  note: Context['note'],
): KnownAnswers {
  const table = readChoiceTable(responses);
  const places = matched(table.items, items, constants, responses, note);
  const width = items.length;
  const all = width + constants.length;
  const options = [...names, ...constants.map(({ category }) => [category])];
  const worth = [
    ...parameters.map(({ scores }) => scores!),
    ...constants.map(({ score }) => [score]),
  ];
  const categories = new Int16Array(table.examinees.length * width).fill(-1);
  const scores = new Float64Array(table.examinees.length * all).fill(Number.NaN);
  table.examinees.forEach((examinee, i) => {
    places.forEach((j, from) => {
      const letters = table.letters[i * table.items.length + from];
      if (j < 0 || letters === undefined) return;
      const k = options[j].indexOf(letters);
      if (k < 0)
        fail('FILE_INVALID', {
          file: responses,
          where: `examinee ${examinee}, item ${table.items[from]}`,
          found: `option ${letters}, which no examinee of the calibration chose`,
          accepted: options[j].join(', '),
        });
      if (j < width) categories[i * width + j] = k;
      scores[i * all + j] = worth[j][k];
    });
  });
  return { examinees: table.examinees, categories, scores };
}

/** The place of each answered item among those of the file of parameters, −1 for others; says how many are not in it. */
function matched(
  answered: readonly string[],
  items: readonly string[],
  constants: readonly ConstantItem[],
  file: string,
  note: Context['note'],
): number[] {
  const named = [...items, ...constants.map(({ item }) => item)];
  const at = new Map(named.map((item, j) => [item, j]));
  const places = answered.map((item) => at.get(item) ?? -1);
  const missing = answered.filter((_, from) => places[from] < 0);
  if (missing.length === answered.length)
    fail('ITEM_WITHOUT_PARAMETERS', { item: missing[0], file, count: missing.length });
  if (missing.length > 0)
    note(
      `${file}: ${plural(missing.length, 'answered item')} ${missing.length === 1 ? 'has' : 'have'} no parameters, so ${missing.length === 1 ? 'it does' : 'they do'} not count: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}.`,
    );
  return places;
}
